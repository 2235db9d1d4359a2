// SPDX-License-Identifier: Apache-2.0
import Advice
import AppModel
import Files
import Glibc
import OwnProcess
import SystemCalls
import TerminalConsole

/// `bailey app new`: the folder of an app, to start from.
struct NewBundle {
  private let name: String
  private let identifier: String
  /// The path of the bundle's executable; nil where it is copied later.
  private let executable: String?

  init(_ name: String, _ identifier: String?, executable: String?) throws(CommandFailure) {
    guard BundlePath.isInside(name), !name.contains("/"), AppDescription.isIdentifier(name) else {
      throw .particular("An app's name has letters, digits, hyphens, underscores and dots.", .usage)
    }
    self.name = name
    self.executable = executable
    self.identifier = identifier ?? "org.example.\(name)"
    guard AppDescription.isIdentifier(self.identifier) else {
      throw .particular(
        "An identifier has letters, digits, hyphens, underscores and dots, such as org.example.\(name).", .usage)
    }
  }

  func make(on console: Console) throws(CommandFailure) {
    let path = name + ".app"
    let program = try executable.map { (path) throws(CommandFailure) in try Self.program(path) }
    do throws(SystemError) {
      let here = try FileDescriptor.open(".", O_RDONLY | O_DIRECTORY)
      try here.makeDirectory(path, mode: 0o755)
      let folder = try here.open(path, O_RDONLY | O_DIRECTORY)
      try write(info, to: AppDescription.file, in: folder)
      try write(entitlements, to: Entitlements.file, in: folder)
      try write(privacy, to: "PrivacyInfo.xcprivacy", in: folder)
      if let program {
        let place = try FileDescriptor.open(program.folder, O_RDONLY | O_DIRECTORY)
        try FolderCopy.file(program.name, in: place, to: name, in: folder)
        try LinkedLibraries.add(of: "\(program.folder)/\(program.name)", to: folder)
      }
    } catch {
      throw .file(path: path, error)
    }
    let copy = program == nil ? "Copy the executable to \(path)/\(name), then: " : "Next: "
    console.print("Made: \(path). \(copy)bailey app sign \(path)")
  }

  /// Looks for the executable before anything is made.
  private static func program(_ path: String) throws(CommandFailure) -> SplitPath {
    guard let canonical = Environment.canonicalPath(path),
      let status = try? FileDescriptor.open(canonical, OpenFlag.path).status(), status.st_mode & S_IFMT == S_IFREG
    else { throw .particular("There is no file \(Printable.oneLine(path)). Nothing was made.", .failed) }
    return SplitPath(canonical)
  }

  private func write(
    _ members: String, to name: String, in folder: borrowing FileDescriptor
  ) throws(SystemError) {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \(members)
      </dict>
      </plist>

      """
    let file = try folder.open(name, O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
    try file.write(Array(text.utf8).span, at: 0)
  }

  private var info: String {
    [("Identifier", identifier), ("Executable", name), ("Name", name), ("ShortVersionString", "1.0"), ("Version", "1")]
      .map { "  <key>CFBundle\($0.0)</key>\n  <string>\($0.1)</string>" }.joined(separator: "\n")
  }

  private var entitlements: String {
    """
      <key>keychain-access-groups</key>
      <array>
        <string>$(AppIdentifierPrefix)\(identifier)</string>
      </array>
    """
  }

  private var privacy: String {
    """
      <key>NSPrivacyTracking</key>
      <false/>
      <key>NSPrivacyCollectedDataTypes</key>
      <array/>
    """
  }
}
