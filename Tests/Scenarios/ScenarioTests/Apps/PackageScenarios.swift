// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import Testing

/// `bailey run --package` with the toolchain's package manager and the real daemons.
@Suite(
  .serialized,
  .enabled(if: Program.canConfine && Program.isInstalled("swift"), "needs bwrap, FUSE and a Swift toolchain"))
struct PackageScenarios {
  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(name: "greeter", targets: [.executableTarget(name: "greeter")])
    """
  private static let program = """
    import Foundation
    let file = URL(fileURLWithPath: NSHomeDirectory() + "/Documents/once")
    print(Bundle.main.bundleIdentifier ?? "none", CommandLine.arguments.dropFirst().joined(separator: " "))
    print(FileManager.default.fileExists(atPath: file.path) ? "again" : "first")
    try Data().write(to: file)
    print(readLine() ?? "nothing")
    exit(3)
    """

  private func write(_ text: String, to name: String, in folder: URL) throws {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func withPackage(_ body: (RunningInstance, URL) throws -> Void) throws {
    try withInstance { instance in
      let folder = instance.home.deletingLastPathComponent().appending(path: "package")
      try write(Self.manifest, to: "Package.swift", in: folder)
      try write(Self.program, to: "Sources/greeter/main.swift", in: folder)
      try body(instance, folder)
    }
  }

  @Test func `A package is built and started as an app and nothing of it is left`() throws {
    try withPackage { instance, folder in
      for _ in 0..<2 {
        let result = try instance.bailey(["run", "--package", folder.path, "--", "one", "two"], input: "typed\n")
        #expect(result.exitCode == 3, "\(result.errors)")
        #expect(result.output == "org.example.greeter one two\nfirst\ntyped\n")
      }
      #expect(try instance.succeed(["app", "list"]).output == "")
      let left = try FileManager.default.contentsOfDirectory(atPath: instance.home.appending(path: "apps").path)
      #expect(left.allSatisfy { $0 == ".machines" }, "\(left)")
      let containers = instance.mount.appending(path: "Containers").path
      #expect(try FileManager.default.contentsOfDirectory(atPath: containers) == [".temporary"])
      #expect(try FileManager.default.contentsOfDirectory(atPath: containers + "/.temporary") == [])
      // A name of its own, and a build that fails.
      try write(
        "<plist><dict><key>CFBundleIdentifier</key><string>org.example.Named</string></dict></plist>",
        to: "Info.plist", in: folder)
      let named = try instance.bailey(["run", "--package", folder.path, "--release"])
      #expect(named.output == "org.example.Named \nfirst\nnothing\n", "\(named.errors)")
      try write("print(", to: "Sources/greeter/main.swift", in: folder)
      let broken = try instance.bailey(["run", "--package", folder.path])
      #expect(broken.exitCode == 1 && broken.errors.contains("does not build"))
      #expect(try instance.bailey(["run", "--package", "/usr"]).errors.contains("is no Swift package"))
    }
  }

  @Test func `An installed app is not replaced by a trial`() throws {
    try withPackage { instance, folder in
      let script = "#!/bin/sh\necho installed\n"
      let bundle = try TestBundle(script: script, named: "greeter", identifier: "org.example.greeter", of: instance)
      try bundle.sign("--adhoc")
      #expect(try bundle.install().exitCode == 0)
      let refused = try instance.bailey(["run", "--package", folder.path])
      #expect(refused.exitCode == 1 && refused.errors.contains("is not replaced by a trial"))
      #expect(try instance.succeed(["run", "greeter"]).output == "installed\n")
    }
  }

  @Test func `What a killed trial left goes with the next one`() throws {
    try withPackage { instance, folder in
      try write(
        "import Glibc\n_ = write(1, \"waiting\\n\", 8)\nsleep(600)\n", to: "Sources/greeter/main.swift", in: folder)
      // Built before: only the start is waited for.
      let build = try Program.run("swift", ["build", "--package-path", folder.path, "--product", "greeter"])
      #expect(build.exitCode == 0, "\(build.errors)")
      let running = try Background(
        Program.locate("bailey").path, ["run", "--package", folder.path], environment: instance.variables)
      try running.waitForLine("waiting")
      running.kill()
      try write(Self.program, to: "Sources/greeter/main.swift", in: folder)
      let next = try instance.bailey(["run", "--package", folder.path])
      #expect(next.output == "org.example.greeter \nfirst\nnothing\n")
      #expect(try instance.succeed(["app", "list"]).output == "")
    }
  }
}
