"""The module by itself: sound on unload, on a dying server, and under several clients."""

import errno
import fcntl
import os
import struct
import threading
import time
import unittest

import rig
from rig import RigTest

I2C_RDWR = 0x0707


def request(device):
    """Takes a transfer: its number, its messages as (address, is_read, length), and the bytes written."""
    packet = os.read(device, 65536)
    number, count = struct.unpack_from("=II", packet)
    messages = [struct.unpack_from("=HHI", packet, 8 + 8 * index) for index in range(count)]
    return number, messages, packet[8 + 8 * count :]


def reply(device, number, result, data=b""):
    os.write(device, struct.pack("=IIi", 1, number, result) + data)


class Client(threading.Thread):
    """One i2ctransfer, on its own."""

    def __init__(self, *words):
        super().__init__()
        self.words = words
        self.start()

    def run(self):
        self.result = rig.run("i2ctransfer", "-y", rig.bus_number(), *self.words)

    def end(self):
        self.join(rig.PATIENCE)
        return self.result


class ModuleTests(RigTest):
    def test_withoutAServerNobodyAcknowledges(self):
        result = Client("w1@0x68", "0x75", "r1").end()
        self.assertIn(os.strerror(errno.ENXIO), result.stderr)

    def test_aTransferArrivesWholeAndItsReplyToo(self):
        device = os.open(rig.DEVICE, os.O_RDWR)
        try:
            client = Client("w3@0x68", "0x10", "0x20", "0x30", "w1@0x69", "0x40", "r2")
            number, messages, written = request(device)
            self.assertEqual(messages, [(0x68, 0, 3), (0x69, 0, 1), (0x69, 1, 2)])
            self.assertEqual(written, bytes([0x10, 0x20, 0x30, 0x40]))
            reply(device, number, 3, bytes([0xAB, 0xCD]))
            self.assertEqual(client.end().stdout.split(), ["0xab", "0xcd"])
        finally:
            os.close(device)

    def test_aReadThatIsNotTheLastMessageIsRefusedAsOnARaspberryPi(self):
        device = os.open(rig.DEVICE, os.O_RDWR | os.O_NONBLOCK)
        try:
            for words in (
                ("w1@0x68", "0x3A", "r1", "w1", "0x3B", "r14"),
                ("r1@0x68", "w1", "0x3A"),
                ("r1@0x68", "r1"),
                ("w1@0x68", "0x3A", "r1", "r1"),
            ):
                result = Client(*words).end()
                self.assertIn(os.strerror(errno.EOPNOTSUPP), result.stderr, words)
                with self.assertRaises(BlockingIOError):
                    request(device)
        finally:
            os.close(device)

    def test_anErrorOfTheServerIsTheTransfersOwn(self):
        device = os.open(rig.DEVICE, os.O_RDWR)
        try:
            for code in (errno.EREMOTEIO, errno.ETIMEDOUT, errno.EIO):
                client = Client("w1@0x68", "0x75", "r1")
                reply(device, request(device)[0], -code)
                self.assertIn(os.strerror(code), client.end().stderr)
        finally:
            os.close(device)

    def test_aServerThatDiesEndsTheTransferAtOnce(self):
        device = os.open(rig.DEVICE, os.O_RDWR)
        client = Client("w1@0x68", "0x75", "r1")
        request(device)
        os.close(device)
        self.assertIn(os.strerror(errno.ETIMEDOUT), client.end().stderr)

    def test_aServerThatDoesNotAnswerIsATimeoutAndItsLateAnswerIsRefused(self):
        device = os.open(rig.DEVICE, os.O_RDWR)
        try:
            client = Client("w1@0x68", "0x75", "r1")
            number, _, _ = request(device)
            self.assertIn(os.strerror(errno.ETIMEDOUT), client.end().stderr)
            with self.assertRaises(OSError) as caught:
                reply(device, number, 2, b"\x68")
            self.assertEqual(caught.exception.errno, errno.ESTALE)
        finally:
            os.close(device)

    def test_aReplyOfTheWrongShapeIsRefusedAndTheTransferGoesOn(self):
        device = os.open(rig.DEVICE, os.O_RDWR)
        try:
            client = Client("w1@0x68", "0x75", "r2")
            number, _, _ = request(device)
            for result, data in ((2, b"\x01"), (2, b"\x01\x02\x03"), (3, b"\x01\x02"), (-5000, b""), (1, b"\x01\x02")):
                with self.assertRaises(OSError) as caught:
                    reply(device, number, result, data)
                self.assertEqual(caught.exception.errno, errno.EINVAL)
            for packet in (b"\x01", b"\x00" * 12, struct.pack("=IBBBB", 2, 200, 1, 0, 0), struct.pack("=IBBBB", 2, 0, 2, 0, 0)):
                with self.assertRaises(OSError) as caught:
                    os.write(device, packet)
                self.assertEqual(caught.exception.errno, errno.EINVAL)
            reply(device, number, 2, b"\x12\x34")
            self.assertEqual(client.end().stdout.split(), ["0x12", "0x34"])
        finally:
            os.close(device)

    def test_aSecondServerIsRefused(self):
        device = os.open(rig.DEVICE, os.O_RDWR)
        try:
            with self.assertRaises(OSError) as caught:
                os.open(rig.DEVICE, os.O_RDWR)
            self.assertEqual(caught.exception.errno, errno.EBUSY)
            done = rig.tool("simulate", "--kernel")
            self.assertEqual(done.returncode, 1)
            self.assertIn("another process simulates chips", done.stderr)
        finally:
            os.close(device)

    def test_anOpenDeviceOrABusInUseKeepsTheModule(self):
        for path in (rig.DEVICE, rig.bus_path()):
            device = os.open(path, os.O_RDWR)
            self.assertIn("in use", rig.run("rmmod", "imu_rig").stderr)
            os.close(device)

    def test_clientsAtOnceGetTheirOwnAnswers(self):
        """Each client reads what only its own register holds, a hundred times each, four of them at once."""
        with rig.Server() as server:
            chips = [(0x68, 0x75, 0x68), (0x6A, 0x0F, 0x69), (0x68, 0x6B, 0x40), (0x6A, 0x12, 0x04)]
            wrong = []

            def ask(address, register, expected):
                bus = os.open(server.bus, os.O_RDWR)
                for _ in range(100):
                    got = combined_read(bus, address, register, 1)
                    if got != bytes([expected]):
                        wrong.append((address, register, got))
                os.close(bus)

            threads = [threading.Thread(target=ask, args=chip) for chip in chips]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(rig.PATIENCE)
            self.assertEqual(wrong, [])

    def test_loadedAgainItWorksAgain(self):
        for _ in range(3):
            rig.wait_until(rig.unloaded, "the module to be free")
            rig.run("insmod", rig.MODULE, "decoys=2", check=True)
            rig.wait_until(lambda: os.path.exists(rig.bus_path()), "the adapter's node")
            with rig.Server() as server:
                self.assertEqual(set(server.chips), {0x68, 0x6A})
                self.assertEqual(Client("w1@0x68", "0x75", "r1").end().stdout.strip(), "0x68")


def combined_read(bus, address, register, count):
    """One I2C_RDWR of a register: the bytes."""
    import ctypes

    class Message(ctypes.Structure):
        _fields_ = [("addr", ctypes.c_uint16), ("flags", ctypes.c_uint16), ("len", ctypes.c_uint16), ("buf", ctypes.c_void_p)]

    class Transfer(ctypes.Structure):
        _fields_ = [("msgs", ctypes.c_void_p), ("nmsgs", ctypes.c_uint32)]

    out = ctypes.create_string_buffer(bytes([register]), 1)
    back = ctypes.create_string_buffer(count)
    messages = (Message * 2)(
        Message(address, 0, 1, ctypes.addressof(out)), Message(address, 1, count, ctypes.addressof(back))
    )
    transfer = Transfer(ctypes.addressof(messages), 2)
    fcntl.ioctl(bus, I2C_RDWR, transfer)
    return back.raw


if __name__ == "__main__":
    unittest.main()
