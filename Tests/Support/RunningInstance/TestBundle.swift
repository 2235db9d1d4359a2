// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A bundle made of a program of this build, in the folder of an instance.
package struct TestBundle {
  package let path: String
  package let identifier: String
  private let instance: RunningInstance

  /// With the toolchain's libraries, which are not where an app in a sandbox could see them. `entitlements` are the members
  /// of the dictionary, `info` further ones of `Info.plist`. A program with a path is one of the machine's.
  package init(
    _ program: String, named name: String? = nil, identifier: String, version: String = "1.0",
    entitlements: String = "", info: String = "", of instance: RunningInstance
  ) throws {
    self.identifier = identifier
    self.instance = instance
    let name = name ?? program.split(separator: "/").last.map(String.init) ?? program
    let folder = instance.home.deletingLastPathComponent().appending(path: "bundles/\(UUID().uuidString.prefix(8))")
      .appending(path: "\(name).app")
    path = folder.path
    let frameworks = folder.appending(path: "Frameworks")
    try FileManager.default.createDirectory(at: frameworks, withIntermediateDirectories: true)
    let executable = program.hasPrefix("/") ? program : try Program.locate(program).path
    // By another process: see `ClientProgram`.
    try Program.run("cp", [executable, folder.appending(path: name).path])
    let used = try Program.run("ldd", [executable]).output.split(separator: "\n").compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix("/") && $0.contains("/swift/") }.map(String.init)
    }
    if !used.isEmpty { try Program.run("cp", used + [frameworks.path]) }
    try write(
      "<key>CFBundleIdentifier</key><string>\(identifier)</string><key>CFBundleExecutable</key><string>\(name)</string>"
        + "<key>CFBundleName</key><string>\(name)</string>"
        + "<key>CFBundleShortVersionString</key><string>\(version)</string>" + info, to: "Info.plist")
    try write(entitlements, to: "Entitlements.plist")
  }

  /// One whose executable is a script.
  package init(
    script: String, named name: String, identifier: String, entitlements: String = "", info: String = "",
    of instance: RunningInstance
  ) throws {
    try self.init("true", named: name, identifier: identifier, entitlements: entitlements, info: info, of: instance)
    try add(name, script)
  }

  /// A file that can be executed.
  package func add(_ name: String, _ text: String) throws {
    try Program.write(script: text, to: path + "/" + name)
  }

  /// A copy of a program of this build beside the executable.
  package func add(program: String) throws {
    try Program.run("cp", [Program.folder.appending(path: program).path, path])
  }

  /// A property list that is a dictionary of these members.
  package func write(_ members: String, to name: String) throws {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\"><dict>\(members)</dict></plist>\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path).appending(path: name))
  }

  package func sign(_ words: String...) throws {
    try instance.own(path)
    try instance.succeed(["app", "sign"] + words + [path])
  }

  @discardableResult
  package func install() throws -> ProgramResult { try instance.bailey(["app", "install", path]) }
}

extension RunningInstance {
  /// Makes the authority of this instance, and a developer's certificate.
  package func makeDeveloper(_ name: String = "Ada") throws {
    try succeed(["app", "ca"], input: "\(Self.passcode)\n")
    try succeed(["app", "certificate", name])
  }

  /// Signs and installs a bundle.
  package func installSigned(_ bundle: TestBundle) throws {
    try bundle.sign()
    try succeed(["app", "install", bundle.path])
  }
}

extension Program {
  /// Whether apps can be confined here.
  package static let canConfine =
    canMount && isInstalled("bwrap")
    && (try? run("bwrap", ["--unshare-user", "--ro-bind", "/", "/", "true"]).exitCode) == 0
}
