import FakeKernel
import Glibc
import Testing

@testable import IMUDrivers

extension LinuxSeams {
  /// GPIOLine over the libgpiod that is installed here, whose calls the fake takes over.
  @Suite struct GPIOLines {
    init() {
      fake_gpio_reset()
      fake_gpio_add_chip("gpiochip0", "pinctrl-bcm2711", 58)
      fake_gpio_name_line("gpiochip0", 17, "GPIO17")
    }

    /// What requesting throws; nil, and an issue, when it throws nothing. Nothing stays requested.
    private func error(chip: String = "gpiochip0", line: String = "17") -> GPIOLineError? {
      defer { #expect(!fake_gpio_requested("gpiochip0", 17).is_requested) }
      do {
        _ = try GPIOLine(chip: chip, line: line)
        Issue.record("requested")
        return nil
      } catch {
        return error
      }
    }

    @Test func knowsItsPlace() throws {
      let line = try GPIOLine(chip: "pinctrl-bcm2711", line: "GPIO17", bias: .pullUp)
      #expect(line.name == "gpiochip0 line 17")
      #expect(line.chipName == "gpiochip0" && line.chipLabel == "pinctrl-bcm2711" && line.offset == 17)
      let requested = fake_gpio_requested("gpiochip0", 17)
      #expect(text(requested.consumer) == "imu-rt" && requested.bias == 2)
    }

    @Test func waitsForThePulseAndTellsOfTheWholeBatch() throws {
      let line = try GPIOLine(chip: "gpiochip0", line: "17")
      for i: UInt64 in 1...3 {
        fake_gpio_set_level("gpiochip0", 17, 1, i * 1000)
        fake_gpio_set_level("gpiochip0", 17, 0, i * 1000 + 75)
      }
      let edges = line.wait(untilNanoseconds: 0)
      #expect(edges.status == 3 && edges.firstNanoseconds == 1000 && edges.lastNanoseconds == 3000)
      #expect(edges.lastSequence == (GPIOLine.libraryVersion.hasPrefix("1.") ? 0 : 3))
      #expect(line.wait(untilNanoseconds: 0) == .deadline)
    }

    @Test func aPortCarriesTheWaitThrough() throws {
      let port = LinePort(try GPIOLine(chip: "gpiochip0", line: "17"))
      fake_gpio_set_level("gpiochip0", 17, 1, 5000)
      #expect(port.level() == 1)
      #expect(port.wait(untilNanoseconds: 0).lastNanoseconds == 5000)
    }

    @Test(arguments: GPIOLine.ActiveLevel.allCases)
    func theLevelIsOneWhenActive(level: GPIOLine.ActiveLevel) throws {
      let active: Int32 = level == .high ? 1 : 0
      fake_gpio_set_level("gpiochip0", 17, 1 - active, 0)
      let line = try GPIOLine(chip: "gpiochip0", line: "17", activeLevel: level)
      #expect(line.level() == 0)
      fake_gpio_set_level("gpiochip0", 17, active, 9000)
      #expect(line.level() == 1)
      #expect(line.wait(untilNanoseconds: 0).firstNanoseconds == 9000)
      fake_gpio_set_level("gpiochip0", 17, 1 - active, 9075)
      #expect(line.wait(untilNanoseconds: 0) == .deadline)
      #expect(line.level() == 0)
    }

    @Test(arguments: GPIOLine.ActiveLevel.allCases)
    func faultsOfAnOpenLineAreErrnos(level: GPIOLine.ActiveLevel) throws {
      let line = try GPIOLine(chip: "gpiochip0", line: "17", activeLevel: level)
      fake_gpio_fail(1, ENODEV)
      #expect(line.level() == -ENODEV)
      fake_gpio_set_level("gpiochip0", 17, 1, 1)
      fake_gpio_set_level("gpiochip0", 17, 0, 2)
      fake_gpio_fail(1, ENODEV)
      #expect(line.wait(untilNanoseconds: 0) == .failed(ENODEV))
    }

    @Test func isReleasedWithItsLastUse() throws {
      var line: GPIOLine? = try GPIOLine(chip: "gpiochip0", line: "17")
      #expect(line != nil && fake_gpio_requested("gpiochip0", 17).is_requested)
      line = nil
      #expect(!fake_gpio_requested("gpiochip0", 17).is_requested)
    }

    // Field report 53: the error shows the consumer's name, and what to do.
    @Test func aBusyLineNamesItsHolder() {
      fake_gpio_hold("gpiochip0", 17, "gpio-fan")
      let error = error()
      #expect(error == .busy(chip: "gpiochip0", offset: 17, holder: "gpio-fan"))
      #expect(
        error?.description
          == "gpiochip0 line 17 is held by \"gpio-fan\"; release it or choose another line")
    }

    @Test func aBusyLineWithoutANameSaysSo() {
      fake_gpio_hold("gpiochip0", 17, nil)
      #expect(error()?.description.contains("unnamed consumer") == true)
    }

    // Field report 53: a pipeline that throws half-way leaves the line free.
    @Test func aThrowAfterTheRequestReleasesTheLine() {
      struct LaterFault: Error {}
      #expect(throws: LaterFault.self) {
        let line = try GPIOLine(chip: "gpiochip0", line: "17")
        #expect(line.level() == 0)
        throw LaterFault()
      }
      #expect(!fake_gpio_requested("gpiochip0", 17).is_requested)
    }

    @Test func aMissingChipListsThoseThatExist() {
      let error = error(chip: "pinctrl-rp1")
      let existing = GPIOChip(name: "gpiochip0", label: "pinctrl-bcm2711", lineCount: 58)
      #expect(error == .noChip(asked: "pinctrl-rp1", existing: [existing]))
      #expect(error?.description == "no GPIO chip \"pinctrl-rp1\"; this machine has gpiochip0 (pinctrl-bcm2711)")
    }

    @Test func aMissingLineNamesItsChip() {
      #expect(error(line: "GPIO99") == .noLine(chip: "gpiochip0", asked: "GPIO99"))
    }

    @Test func withoutPermissionNamesTheGroup() {
      fake_gpio_deny("gpiochip0")
      let error = error()
      #expect(error == .noPermission(chip: "gpiochip0"))
      #expect(error?.description.contains("sudo usermod -aG gpio $USER") == true)
    }

    @Test func aLineWithoutInterruptsSaysSo() {
      fake_gpio_disable_interrupts("gpiochip0", 17)
      #expect(error() == .noEdgeDetection(chip: "gpiochip0", offset: 17))
    }

    @Test func anotherErrnoIsGivenInWords() {
      fake_gpio_fail(1, EMFILE)
      let error = error()
      #expect(error == .failed(chip: "gpiochip0", line: "17", code: EMFILE))
      #expect(error?.description.contains("Too many open files") == true)
    }

    @Test func listsTheChipsOfTheMachine() throws {
      fake_gpio_add_chip("gpiochip1", "secret", 4)
      fake_gpio_deny("gpiochip1")
      let chips = try GPIOLine.listChips()
      #expect(chips.map(\.name) == ["gpiochip0", "gpiochip1"])
      #expect(chips.map(\.lineCount) == [58, nil])
      #expect(chips.map(\.description) == ["gpiochip0 (pinctrl-bcm2711)", "gpiochip1"])
    }
  }
}
