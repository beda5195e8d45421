import FakeKernel
import Glibc
import IMUDrivers
import Testing

extension LinuxSeams {
  @Suite struct I2COpening {
    init() { fake_i2c_reset() }

    /// What opening throws; nil, and an issue, when it throws nothing.
    private func openingError(_ path: String = "/dev/i2c-90") -> I2CBusError? {
      do {
        _ = try LinuxI2CBus(path: path)
        Issue.record("opened")
        return nil
      } catch {
        return error
      }
    }

    @Test func readsTheFunctionalityOnceAndChoosesCombinedTransfers() throws {
      fake_i2c_add_adapter(90, Functions.raspberryPi, "bcm2835 (i2c@7e804000)")
      let bus = try LinuxI2CBus(bus: 90)
      #expect(bus.name == "/dev/i2c-90")
      #expect(bus.transferKind == .combined)
      #expect(bus.functionality.rawValue == Functions.raspberryPi)
      #expect(takeI2CTrace() == ["FUNCS"])
    }

    @Test func choosesSMBusBlocksWhereTheAdapterHasNoPlainI2C() throws {
      fake_i2c_add_adapter(90, Functions.smbusBlocks, nil)
      #expect(try LinuxI2CBus(bus: 90).transferKind == .smbusBlocks)
    }

    @Test(arguments: [
      (UInt64(0), ["I2C", "SMBUS_READ_I2C_BLOCK", "SMBUS_WRITE_I2C_BLOCK"]),
      (Functions.smbusReadBlock, ["I2C", "SMBUS_WRITE_I2C_BLOCK"]),
      (Functions.smbusWriteBlock, ["I2C", "SMBUS_READ_I2C_BLOCK"]),
    ])
    func namesTheFunctionsThatAreMissing(mask: UInt64, missing: [String]) {
      fake_i2c_add_adapter(90, mask, nil)
      let error = openingError()
      #expect(error == .unsupportedAdapter(path: "/dev/i2c-90", missing: missing))
      for name in missing { #expect("\(error as Any)".contains(name)) }
      #expect(fake_i2c_open_descriptors() == 0)
    }

    // Field report 24: the error names the node and the group, and nothing is tried again.
    @Test(arguments: [EACCES, EPERM])
    func withoutPermissionNamesTheNodeAndTheLineThatMendsIt(code: Int32) {
      fake_i2c_add_adapter(90, Functions.i2c, nil)
      fake_i2c_fail_open(code)
      let error = openingError()
      #expect(error == .noPermission(path: "/dev/i2c-90"))
      let text = error?.description ?? ""
      #expect(
        text.contains("/dev/i2c-90") && text.contains("sudo usermod -aG i2c $USER") && text.contains("log in again"))
      #expect(fake_i2c_open_calls() == 1)
    }

    @Test func aNodeThatIsNotThereTellsHowToSwitchI2COn() {
      fake_i2c_add_adapter(90, Functions.i2c, nil)
      fake_i2c_fail_open(ENOENT)
      let error = openingError()
      #expect(error == .notFound(path: "/dev/i2c-90"))
      let text = error?.description ?? ""
      for hint in ["raspi-config nonint do_i2c 0", "dtparam=i2c_arm=on", "modprobe i2c-dev"] {
        #expect(text.contains(hint))
      }
      #expect(fake_i2c_open_calls() == 1)
    }

    @Test func anotherErrnoIsGivenInWords() {
      fake_i2c_add_adapter(90, Functions.i2c, nil)
      fake_i2c_fail_open(EMFILE)
      let error = openingError()
      #expect(error == .cannotOpen(path: "/dev/i2c-90", code: EMFILE))
      #expect(error?.description.contains("Too many open files") == true)
    }

    @Test func aNodeThatIsNoAdapterIsClosedAgain() {
      // A real file and the real kernel, for once.
      let error = openingError("/dev/null")
      #expect(error == .notAnAdapter(path: "/dev/null", code: ENOTTY))

      fake_i2c_add_adapter(90, Functions.i2c, nil)
      fake_i2c_fail_functionality(EIO)
      #expect(throws: I2CBusError.notAnAdapter(path: "/dev/i2c-90", code: EIO)) { try LinuxI2CBus(bus: 90) }
      #expect(fake_i2c_open_descriptors() == 0)
    }

    @Test func theDescriptorIsClosedWithTheLastUse() throws {
      fake_i2c_add_adapter(90, Functions.i2c, nil)
      var bus: LinuxI2CBus? = try LinuxI2CBus(bus: 90)
      #expect(bus != nil && fake_i2c_open_descriptors() == 1)
      bus = nil
      #expect(fake_i2c_open_descriptors() == 0)
    }

    @Test func listsAdaptersByNumberWithTheKernelsNames() throws {
      fake_i2c_add_adapter(21, 0, "107d508200.hdmi")
      fake_i2c_add_adapter(2, 0, nil)
      fake_i2c_add_adapter(1, 0, "bcm2835 (i2c@7e804000)")
      let adapters = try LinuxI2CBus.list()
      #expect(adapters.map(\.number) == [1, 2, 21])
      #expect(adapters.map(\.name) == ["bcm2835 (i2c@7e804000)", "", "107d508200.hdmi"])
      #expect(adapters.first?.path == "/dev/i2c-1")
    }

    @Test func tellsFunctionsByTheKernelsNames() {
      #expect(I2CFunctionality(rawValue: 0x0400_0001).names == ["I2C", "SMBUS_READ_I2C_BLOCK"])
      #expect(I2CFunctionality(rawValue: 1 << 40).names == ["bit 40"])
    }

    @Test(arguments: [Functions.i2c, Functions.smbusBlocks])
    func anAddressHeldByAKernelDriverIsInUse(mask: UInt64) throws {
      fake_i2c_add_adapter(90, mask, nil)
      fake_i2c_hold(0x68)
      let bus = try LinuxI2CBus(bus: 90)
      #expect(bus.isAddressInUse(0x68))
      #expect(!bus.isAddressInUse(0x69))
    }

    @Test func aPauseThatIsOverReturnsAtOnceAndTheClockGoesOn() throws {
      fake_i2c_add_adapter(90, Functions.i2c, nil)
      let bus = try LinuxI2CBus(bus: 90)
      let before = bus.nowNanoseconds
      bus.pause(untilNanoseconds: before)
      bus.pause(untilNanoseconds: 0)
      #expect(bus.nowNanoseconds >= before)
    }
  }
}
