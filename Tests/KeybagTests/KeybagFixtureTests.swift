// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Foundation
import LinuxSystem
import ProtectionModel
import RootKey
import SecretMemory
import Testing

@testable import Keybag

/// Every keybag ever written opens: `Tests/Formats/keybag-v1` holds one of format 1 and what its keys are.
///
/// `BAILEY_WRITE_FIXTURES=1` makes a folder that is not there; one that is there is never written again.
@Suite struct KeybagFixtureTests {
  private static let passcode = "fixture passcode"
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Formats/keybag-v1")

  @Test func theFixtureOfFormat1OpensWithItsPasscode() throws {
    if ProcessInfo.processInfo.environment["BAILEY_WRITE_FIXTURES"] == "1" { try writeIfMissing() }
    let copy = FileManager.default.temporaryDirectory.appending(path: "keybag-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: Self.folder, to: copy)
    defer { try? FileManager.default.removeItem(at: copy) }
    // Git keeps no modes, and a root key that others can read is refused.
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: copy.appending(path: "root.key").path)
    let found = try keys(in: copy, .isRefused)
    let expected = try String(contentsOf: Self.folder.appending(path: "keys.txt"), encoding: .utf8)
    #expect(found == expected)
  }

  private func writeIfMissing() throws {
    guard !FileManager.default.fileExists(atPath: Self.folder.path) else { return }
    try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
    for name in ["keybag", "effaceable", "root.key"] {
      let url = Self.folder.appending(path: name)
      try Data(count: 8192).write(to: url)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    }
    try Self.open(Self.folder, .getsNewKey).keybag.setPasscode(Self.secretPasscode)
    try Data(keys(in: Self.folder, .isRefused).utf8).write(to: Self.folder.appending(path: "keys.txt"))
  }

  /// All keys the three files and the passcode lead to, a line each.
  private func keys(in folder: URL, _ blankFile: BlankFile) throws -> String {
    let (keybag, root) = try Self.open(folder, blankFile)
    try keybag.unlock(Self.secretPasscode)
    let tangled = try keybag.record.tangled(Self.secretPasscode, root)
    let passcodeKey = KeyTree.passcodeKey(tangled, keybag.record.identifier)
    let all = try keybag.deviceGuardedKeys().merging(try keybag.record.open(.passcode, with: passcodeKey)) { $1 }
    let lines = all.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.key.rawValue) \(Self.hexadecimal($0.value.secret))" }
    return (lines + ["volume \(Self.hexadecimal(try keybag.volumeKey()))", ""]).joined(separator: "\n")
  }

  private static func open(_ folder: URL, _ blankFile: BlankFile) throws -> (keybag: Keybag, root: any RootKeyProvider)
  {
    func file(_ name: String) throws -> FileDescriptor { try .open(folder.appending(path: name).path, O_RDWR) }
    let root = try KeyFileRootKey(in: file("root.key"), blankFile: blankFile)
    let environment = KeybagEnvironment(
      keybag: FileStore(try file("keybag")), effaceable: FileStore(try file("effaceable")), root: root,
      stretching: { .smallest })
    return (try Keybag.open(environment), root)
  }

  private static var secretPasscode: SecretBytes { SecretBytes(copying: Array(passcode.utf8).span) }

  private static func hexadecimal(_ secret: borrowing SecretBytes) -> String {
    secret.withBytes { bytes in
      bytes.indices.map { String(bytes[$0] >> 4, radix: 16) + String(bytes[$0] & 15, radix: 16) }.joined()
    }
  }
}
