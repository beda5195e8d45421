import CGPIO
import FakeKernel
import Glibc
import Testing

extension LinuxSeams {
  /// Field report 54: one source serves libgpiod 1.6 and 2.x, so each test runs against both.
  @Suite struct GPIORequests {
    init() {
      fake_gpio_reset()
      fake_gpio_add_chip("gpiochip10", "raspberrypi-exp-gpio", 8)
      fake_gpio_add_chip("gpiochip0", "pinctrl-bcm2711", 58)
      fake_gpio_name_line("gpiochip0", 17, "GPIO17")
    }

    @Test(arguments: CGPIOCopy.allCases, ["pinctrl-bcm2711", "gpiochip0", "/dev/gpiochip0"])
    func findsAChipByLabelNameOrPath(copy: CGPIOCopy, chip: String) {
      let outcome = copy.request(chip: chip)
      #expect(outcome.status == 0)
      #expect(outcome.chipName == "gpiochip0" && outcome.chipLabel == "pinctrl-bcm2711" && outcome.report.offset == 17)
      copy.calls.release(outcome.line)
      #expect(fake_gpio_open_objects() == 0)
    }

    @Test(arguments: CGPIOCopy.allCases, ["17", "GPIO17", "017"])
    func findsALineByNameOrOffset(copy: CGPIOCopy, line: String) {
      let outcome = copy.request(line: line)
      #expect(outcome.status == 0 && outcome.report.offset == 17)
      #expect(fake_gpio_requested("gpiochip0", 17).is_requested)
      copy.calls.release(outcome.line)
    }

    @Test(
      arguments: CGPIOCopy.allCases, ["gpiochip7", "/dev/gpiochip7", "/dev/null", "nothing", "", "gpiochip0/", "dev"])
    func noSuchChip(copy: CGPIOCopy, chip: String) {
      let outcome = copy.request(chip: chip)
      #expect(
        outcome.status == -ENODEV && outcome.line == nil && outcome.chipName.isEmpty && outcome.report.offset == -1)
      #expect(fake_gpio_open_objects() == 0)
    }

    @Test(arguments: CGPIOCopy.allCases, ["58", "-1", "GPIO99", "", "4294967313", "99999999999999999999", "17 "])
    func noSuchLine(copy: CGPIOCopy, line: String) {
      let outcome = copy.request(line: line)
      #expect(outcome.status == -ENOENT && outcome.line == nil)
      #expect(outcome.chipName == "gpiochip0" && outcome.report.offset == -1)
      #expect(fake_gpio_open_objects() == 0)
    }

    // Field report 53: who holds the line is told, and nothing stays requested.
    @Test(arguments: CGPIOCopy.allCases, ["gpio-fan", nil])
    func aBusyLineNamesItsHolder(copy: CGPIOCopy, holder: String?) {
      fake_gpio_hold("gpiochip0", 17, holder)
      let outcome = copy.request()
      #expect(outcome.status == -EBUSY && outcome.line == nil)
      #expect(outcome.holder == holder ?? "")
      #expect(fake_gpio_open_objects() == 0)
    }

    @Test(arguments: CGPIOCopy.allCases, ["gpiochip0", "pinctrl-bcm2711"])
    func aChipThatMayNotBeOpenedIsNotAChipThatIsMissing(copy: CGPIOCopy, chip: String) {
      fake_gpio_deny("gpiochip0")
      #expect(copy.request(chip: chip).status == -EACCES)
      #expect(fake_gpio_open_objects() == 0)
    }

    @Test(arguments: CGPIOCopy.allCases)
    func aDeniedChipDoesNotHideAnother(copy: CGPIOCopy) {
      fake_gpio_deny("gpiochip0")
      let outcome = copy.request(chip: "raspberrypi-exp-gpio", line: "3")
      #expect(outcome.status == 0 && outcome.chipName == "gpiochip10")
      copy.calls.release(outcome.line)
    }

    @Test(arguments: CGPIOCopy.allCases)
    func aLineWithoutInterruptsIsRefused(copy: CGPIOCopy) {
      fake_gpio_disable_interrupts("gpiochip0", 17)
      // What Linux 6.1 answers through its two uAPIs (seen in the kernel rig).
      #expect(copy.request().status == (copy == .gpiod1 ? -ENODEV : -ENXIO))
      #expect(fake_gpio_open_objects() == 0)
    }

    // Field report 47: only the edge that starts a pulse is asked for.
    @Test(arguments: CGPIOCopy.allCases, [CGPIO_EDGE_RISING, CGPIO_EDGE_FALLING])
    func asksForOneEdgeOnTheMonotonicClock(copy: CGPIOCopy, edge: cgpio_edge) {
      let outcome = copy.request(edge: edge)
      let requested = fake_gpio_requested("gpiochip0", 17)
      #expect(requested.rising == (edge == CGPIO_EDGE_RISING) && requested.falling == (edge == CGPIO_EDGE_FALLING))
      #expect(requested.is_monotonic && !requested.active_low)
      #expect(text(requested.consumer) == "imu-rt")
      copy.calls.release(outcome.line)
    }

    @Test(arguments: CGPIOCopy.allCases)
    func anUnknownEdgeIsRefused(copy: CGPIOCopy) {
      #expect(copy.request(edge: cgpio_edge(rawValue: 3)).status == -EINVAL)
      #expect(fake_gpio_calls() == 0)
    }

    @Test(
      arguments: CGPIOCopy.allCases,
      [CGPIO_BIAS_UNCHANGED, CGPIO_BIAS_DISABLED, CGPIO_BIAS_PULL_UP, CGPIO_BIAS_PULL_DOWN])
    func passesTheBiasOn(copy: CGPIOCopy, bias: cgpio_bias) {
      let outcome = copy.request(bias: bias)
      #expect(fake_gpio_requested("gpiochip0", 17).bias == Int32(bias.rawValue))
      copy.calls.release(outcome.line)
    }

    // Field report 53: each call on the way is made to fail in turn, and each time everything is given back.
    @Test(arguments: CGPIOCopy.allCases, ["pinctrl-bcm2711", "gpiochip0"])
    func givesEverythingBackOnEveryPathOut(copy: CGPIOCopy, chip: String) {
      fake_gpio_reset()
      fake_gpio_add_chip("gpiochip0", "pinctrl-bcm2711", 58)
      fake_gpio_name_line("gpiochip0", 17, "GPIO17")
      var failures: Int32 = 0
      for call: Int32 in 1...64 {
        fake_gpio_fail(call, EIO)
        let outcome = copy.request(chip: chip, line: "GPIO17")
        if outcome.status == 0 {
          copy.calls.release(outcome.line)
          break
        }
        failures += 1
        #expect(outcome.status == -EIO && outcome.line == nil, "call \(call)")
        #expect(fake_gpio_open_objects() == 0, "call \(call)")
      }
      fake_gpio_fail(0, 0)
      let outcome = copy.request(chip: chip, line: "GPIO17")
      #expect(outcome.status == 0)
      #expect(failures == fake_gpio_calls(), "every call that can fail had its turn")
      #expect(failures >= 7)
      copy.calls.release(outcome.line)
      #expect(fake_gpio_open_objects() == 0)
    }

    @Test(arguments: CGPIOCopy.allCases)
    func givesEverythingBackWhenTheHolderCannotBeAskedFor(copy: CGPIOCopy) {
      fake_gpio_hold("gpiochip0", 17, "gpio-fan")
      fake_gpio_fail(0, 0)
      #expect(copy.request().status == -EBUSY)
      for call in 1...fake_gpio_calls() {
        fake_gpio_fail(call, EIO)
        let status = copy.request().status
        #expect(status == -EIO || status == -EBUSY)
        #expect(fake_gpio_open_objects() == 0, "call \(call)")
      }
    }

    @Test(arguments: CGPIOCopy.allCases)
    func aReleasedLineCanBeRequestedAgain(copy: CGPIOCopy) {
      let first = copy.request()
      #expect(copy.request().status == -EBUSY, "our own hold counts like anybody's")
      copy.calls.release(first.line)
      let second = copy.request()
      #expect(second.status == 0)
      copy.calls.release(second.line)
      copy.calls.release(nil)
      #expect(fake_gpio_open_objects() == 0)
    }

    @Test(arguments: CGPIOCopy.allCases)
    func listsChipsByNumberWithoutLinksAndWithDeniedOnes(copy: CGPIOCopy) {
      fake_gpio_add_link("gpiochip4", "gpiochip0")
      fake_gpio_add_chip("gpiochip2", "secret", 4)
      fake_gpio_deny("gpiochip2")
      var chips = [cgpio_chip_info](repeating: cgpio_chip_info(), count: 8)
      #expect(copy.calls.list_chips(&chips, 8) == 3)
      #expect(chips.prefix(3).map { text($0.name) } == ["gpiochip0", "gpiochip2", "gpiochip10"])
      #expect(chips.prefix(3).map { text($0.label) } == ["pinctrl-bcm2711", "", "raspberrypi-exp-gpio"])
      #expect(chips.prefix(3).map(\.lines) == [58, -1, 8])
      #expect(copy.calls.list_chips(&chips, 2) == 2, "no further than the room given")
      #expect(fake_gpio_open_objects() == 0)
    }

    @Test(arguments: CGPIOCopy.allCases)
    func aLinkOpensTheChipItPointsTo(copy: CGPIOCopy) {
      fake_gpio_add_link("gpiochip4", "gpiochip0")
      let outcome = copy.request(chip: "gpiochip4")
      #expect(outcome.status == 0 && outcome.chipName == "gpiochip0")
      copy.calls.release(outcome.line)
    }

    @Test func eachCopyIsBuiltOnItsOwnVersion() {
      for (copy, version) in [(CGPIOCopy.gpiod1, "1.6.3"), (.gpiod2, "2.2.1")] {
        #expect(copy.calls.library_version().map { String(cString: $0) } == version)
      }
    }
  }
}
