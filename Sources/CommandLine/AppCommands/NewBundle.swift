// SPDX-License-Identifier: Apache-2.0
import AppModel
import CommandExecution
import Files
import Glibc
import SystemCalls
import TerminalConsole

/// `bailey app new`: the folder of an app, to start from.
struct NewBundle {
  private let name: String
  private let identifier: String

  init(_ name: String, _ identifier: String?) throws(CommandFailure) {
    guard BundlePath.isInside(name), !name.contains("/"), AppDescription.isIdentifier(name) else {
      throw .particular("An app's name has letters, digits, hyphens, underscores and dots.", .usage)
    }
    self.name = name
    self.identifier = identifier ?? "org.example.\(name)"
    guard AppDescription.isIdentifier(self.identifier) else {
      throw .particular(
        "An identifier has letters, digits, hyphens, underscores and dots, such as org.example.\(name).", .usage)
    }
  }

  func make(on console: Console) throws(CommandFailure) {
    let path = name + ".app"
    do throws(SystemError) {
      let here = try FileDescriptor.open(".", O_RDONLY | O_DIRECTORY)
      try here.makeDirectory(path, mode: 0o755)
      let folder = try here.open(path, O_RDONLY | O_DIRECTORY)
      try write(info, to: AppDescription.file, in: folder)
      try write(entitlements, to: Entitlements.file, in: folder)
      try write(privacy, to: "PrivacyInfo.xcprivacy", in: folder)
    } catch {
      throw .file(path: path, error)
    }
    console.print("Made: \(path). Copy the executable to \(path)/\(name), then: bailey app sign \(path)")
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
