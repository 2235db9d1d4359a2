// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Foundation
import ProtectionModel
import RepositoryFolder
import RootKey
import SecretMemory
import Testing

@testable import Keybag
import SystemCalls

/// Every keybag ever written opens: `Tests/Formats/keybag-v1` holds one of format 1 and what its keys are.
///
/// `BAILEY_WRITE_FIXTURES=1` makes a folder that is not there; one that is there is never written again.
@Suite struct KeybagFixtureTests {
  private static let passcode = "fixture passcode"
  private static let folder = RepositoryFolder.tests.appending(path: "Formats/keybag-v1")

  @Test func `The fixture of format1 opens with its passcode`() throws {
    if ProcessInfo.processInfo.environment["BAILEY_WRITE_FIXTURES"] == "1" { try writeFixtureIfMissing() }
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

  /// Of a time when a new passcode could have one character.
  @Test func `An old passcode that is too short for a new one still unlocks`() throws {
    let folder = RepositoryFolder.tests.appending(path: "Formats/keybag-v1-short")
    let copy = FileManager.default.temporaryDirectory.appending(path: "keybag-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: folder, to: copy)
    defer { try? FileManager.default.removeItem(at: copy) }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: copy.appending(path: "root.key").path)
    let keybag = try Self.open(copy, .isRefused).keybag
    try keybag.unlock(SecretBytes(copying: Array("1".utf8).span))
    #expect(keybag.verdict == .short)
    #expect(keybag.classKeys.isAvailable(.fileComplete))
  }

  // MARK: - Documentation/Keybag.md is enough to read one

  @Test func `The fixture is read from its description`() throws {
    let found = try DocumentedKeybag(in: Self.folder, passcode: Self.passcode)
    #expect(try text(found) == String(contentsOf: Self.folder.appending(path: "keys.txt"), encoding: .utf8))
    #expect(found.wrongPasscodes == 0 && found.missedTries == 0 && found.digestOfWrongPasscode.isEmpty)
  }

  @Test func `A new keybag is read from its description`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "keybag-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(to: folder)
    let keybag = try Self.open(folder, .isRefused).keybag
    #expect(try keybag.answer(to: "wrong") == .isWrong)
    let found = try DocumentedKeybag(in: folder, passcode: Self.passcode)
    #expect(found.wrongPasscodes == 1)
    #expect(try found.digestOfWrongPasscode == found.digest(ofWrong: "wrong"))
    #expect(try text(found) == keys(in: folder, .isRefused))

    try keybag.erase()
    func bytes(of name: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: folder.appending(path: name))) }
    let erased = [3] + [UInt8](repeating: 0, count: 32)
    let slots = try [0, 4096].map { try DocumentedKeybag.effaceable(Array(bytes(of: "effaceable")[$0..<$0 + 4096])) }
    #expect(slots == [erased, erased])
    for name in ["keybag", "root.key"] { #expect(try bytes(of: name) == [UInt8](repeating: 0, count: 8192)) }
  }

  private func text(_ found: DocumentedKeybag) throws -> String {
    func hexadecimal(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02x", $0) }.joined() }
    let lines = found.classKeys.sorted { $0.key < $1.key }.map { "\($0.key) \(hexadecimal($0.value))" }
    return (lines + ["volume \(hexadecimal(found.volumeKey))", ""]).joined(separator: "\n")
  }

  // MARK: - Making one

  private func writeFixtureIfMissing() throws {
    guard !FileManager.default.fileExists(atPath: Self.folder.path) else { return }
    try write(to: Self.folder)
    try Data(keys(in: Self.folder, .isRefused).utf8).write(to: Self.folder.appending(path: "keys.txt"))
  }

  private func write(to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["keybag", "effaceable", "root.key"] {
      let url = folder.appending(path: name)
      try Data(count: 8192).write(to: url)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    }
    try Self.open(folder, .getsNewKey).keybag.setPasscode(Self.secretPasscode)
  }

  /// All keys the three files and the passcode lead to, a line each.
  private func keys(in folder: URL, _ blankFile: BlankFile) throws -> String {
    let keybag = try Self.open(folder, blankFile).keybag
    try keybag.unlock(Self.secretPasscode)
    let tangled = try keybag.tangled(try keybag.beginAttempt().stretch(Self.secretPasscode))
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
