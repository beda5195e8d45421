// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "imu-rt",
  products: [
    .executable(name: "imu-rt", targets: ["imu-rt"]),
    .library(name: "CoreMotion", targets: ["CoreMotion"]),
    .library(name: "Pipeline", targets: ["Pipeline"]),
    .library(name: "IMUDrivers", targets: ["IMUDrivers"]),
    .library(name: "SimulatedIMU", targets: ["SimulatedIMU"]),
    .library(name: "Fusion", targets: ["Fusion"]),
    .library(name: "RingBuffer", targets: ["RingBuffer"]),
  ],
  targets: [
    // The kernel's interfaces. C only, no policy: a count or -errno.
    .target(name: "CI2C", linkerSettings: [.linkedLibrary("i2c")]),
    .target(name: "CGPIO", linkerSettings: [.linkedLibrary("gpiod")]),
    .target(name: "CRealtime"),
    .target(name: "CRig"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    // Imports run downwards only: {imu-rt, CoreMotion}, Pipeline, {SimulatedIMU, Fusion}, {IMUDrivers, JSON5},
    // {RingBuffer, C*}.
    .target(name: "JSON5"),
    .target(name: "RingBuffer", dependencies: ["CRealtime"]),
    .target(name: "Fusion"),
    .target(name: "IMUDrivers", dependencies: ["CI2C", "CGPIO", "CRealtime"]),
    .target(name: "SimulatedIMU", dependencies: ["IMUDrivers", "JSON5", "CRealtime", "CRig", "CZlib"]),
    .target(
      name: "Pipeline",
      dependencies: ["SimulatedIMU", "Fusion", "IMUDrivers", "JSON5", "RingBuffer", "CRealtime"]),
    .target(name: "CoreMotion", dependencies: ["Pipeline", "Fusion", "IMUDrivers"]),
    .executableTarget(
      name: "imu-rt",
      dependencies: [
        "Pipeline", "SimulatedIMU", "IMUDrivers", "Fusion", "RingBuffer", "CRealtime", "CHeapCount",
        "CPeerRing",
      ]),

    // Three small programs, built with everything else so that they stay true.
    .executableTarget(name: "example-ball", dependencies: ["CoreMotion"], path: "Examples/Ball"),
    .executableTarget(name: "example-gimbal", dependencies: ["CoreMotion"], path: "Examples/Gimbal"),
    .executableTarget(name: "example-push", dependencies: ["CoreMotion"], path: "Examples/Push"),

    // For measuring alone: counted heap calls, and the C++ ring that ours is compared with.
    .target(name: "CHeapCount"),
    .target(name: "CPeerRing"),

    // A kernel without hardware for the tests: I2C adapters, GPIO chips, and CGPIO against both versions of libgpiod.
    .target(name: "FakeKernel", dependencies: ["CGPIO"], path: "Tests/FakeKernel"),
    .target(
      name: "CGPIOOnGPIOD1", dependencies: ["FakeKernel"], path: "Tests/CGPIOOnGPIOD1",
      cSettings: [.headerSearchPath("gpiod")]),
    .target(
      name: "CGPIOOnGPIOD2", dependencies: ["FakeKernel"], path: "Tests/CGPIOOnGPIOD2",
      cSettings: [.headerSearchPath("gpiod")]),
    .testTarget(name: "LinuxSeamTests", dependencies: ["IMUDrivers", "FakeKernel", "CGPIOOnGPIOD1", "CGPIOOnGPIOD2"]),
    .testTarget(name: "IMUDriversTests", dependencies: ["IMUDrivers", "SimulatedIMU"]),
    .testTarget(name: "JSON5Tests", dependencies: ["JSON5"]),
    .testTarget(name: "RingBufferTests", dependencies: ["RingBuffer", "CRealtime"]),
    .testTarget(name: "FusionTests", dependencies: ["Fusion"]),
    .testTarget(name: "SimulatedIMUTests", dependencies: ["SimulatedIMU", "CRealtime"]),
    .testTarget(
      name: "PipelineTests", dependencies: ["Pipeline", "SimulatedIMU", "IMUDrivers", "Fusion", "JSON5", "RingBuffer"],
      exclude: ["Data/README.md"],
      resources: [.copy("Data/broad_21_excerpt.csv.gz"), .copy("Data/lowcost100_02_excerpt.csv.gz")]),
    .testTarget(
      name: "CoreMotionTests", dependencies: ["CoreMotion", "Pipeline", "SimulatedIMU", "IMUDrivers", "Fusion"],
      resources: [.copy("Data/golden.json")]),
    // The same call sites as an app of each language mode would compile them.
    .testTarget(
      name: "CoreMotionSwift5", dependencies: ["CoreMotion", "Pipeline"], swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "CoreMotionSwift6", dependencies: ["CoreMotion", "Pipeline"],
      swiftSettings: [.swiftLanguageMode(.v6), .enableUpcomingFeature("MemberImportVisibility")]),
    // The counted promises. The test program's own syscall(2) counts futex calls.
    .target(name: "SystemCallCount", path: "Tests/SystemCallCount"),
    .testTarget(
      name: "RealtimeTests",
      dependencies: ["Pipeline", "SimulatedIMU", "IMUDrivers", "CRealtime", "CHeapCount", "SystemCallCount"]),
    // Hours of virtual time with random faults: `make soak` runs the program, SoakTests a few seconds of the same.
    .target(name: "SoakWalk", dependencies: ["Pipeline", "SimulatedIMU", "IMUDrivers"], path: "Tests/Soak/Walk"),
    .executableTarget(name: "soak", dependencies: ["SoakWalk", "Pipeline"], path: "Tests/Soak/Program"),
    .testTarget(name: "SoakTests", dependencies: ["SoakWalk"]),
    // Random registers, FIFO bytes and damaged files: the doors, and a few seconds of them among the tests. `make fuzz` lets
    // libFuzzer at the same doors, see below.
    .target(
      name: "FuzzEntries",
      dependencies: ["SoakWalk", "CoreMotion", "Pipeline", "SimulatedIMU", "IMUDrivers", "Fusion"],
      path: "Tests/Fuzz/Entries"),
    .testTarget(name: "FuzzTests", dependencies: ["FuzzEntries", "SoakWalk", "Pipeline"]),
    // Runs the tool and the examples as child processes; the dependencies have them built.
    .testTarget(name: "ToolTests", dependencies: ["imu-rt", "example-ball", "example-gimbal", "example-push"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// What `make fuzz` builds, with libFuzzer's own main: no other build can link it.
if Context.environment["WITH_LIBFUZZER"] != nil {
  package.targets.append(.executableTarget(name: "fuzz", dependencies: ["FuzzEntries"], path: "Tests/Fuzz/Program"))
}

// `ONLY_TESTS=RingBufferTests` leaves out all that those tests don't need, for builds that are slow (docs/pi.md).
if let names = Context.environment["ONLY_TESTS"] {
  var kept: Set<String> = []
  var wanted = names.split(separator: ",").map(String.init)
  while let name = wanted.popLast() {
    guard let target = package.targets.first(where: { $0.name == name }) else { fatalError("ONLY_TESTS: no \(name)") }
    guard kept.insert(name).inserted else { continue }
    for case .byNameItem(let dependency, _) in target.dependencies { wanted.append(dependency) }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products = []
}

#if compiler(<6.2)
  // Swift 6.0.3, which Debian 13 ships, takes atomics and generic code for locks that newer compilers prove free of them, its
  // own check of the intermediate code stops at sound getters, and one pass over large values makes names that it then can't
  // read. None of them changes what the code does; the proof on the sample path is made by Swift 6.2 and newer.
  for target in package.targets where target.type != .system {
    let unchecked = ["-Xllvm", "-sil-disable-pass=performance-diagnostics", "-Xfrontend", "-sil-verify-none"]
    let withoutPass = ["-Xfrontend", "-disable-large-loadable-types-reg2mem"]
    let settings: [SwiftSetting] = [.unsafeFlags(unchecked), .unsafeFlags(withoutPass, .when(configuration: .release))]
    target.swiftSettings = (target.swiftSettings ?? []) + settings
  }
#endif
