// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Foundation
import Glibc
import ProtectedFiles
import ProtectionModel
import RootKey
import RunningInstance
import SecretMemory

@testable import Keybag
import SystemCalls

/// The keys of an instance, derived once more from copies of its files and its passcode, so that a search knows what
/// to look for. Only a test can do this: it has both.
struct InstanceKeys {
  private let keybag: Keybag
  private let volume: VolumeKeys
  let classKeys: [KeyClass: Data]

  init(of instance: RunningInstance) throws {
    let copy = instance.home.deletingLastPathComponent().appending(path: "copy-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: instance.home.appending(path: "enclave"), to: copy)
    func file(_ name: String) throws -> FileDescriptor { try .open(copy.appending(path: name).path, O_RDWR) }
    let root = try KeyFileRootKey(in: file("root.key"), blankFile: .isRefused)
    keybag = try Keybag.open(
      KeybagEnvironment(
        keybag: FileStore(file("keybag")), effaceable: FileStore(file("effaceable")), root: root))
    let passcode = SecretBytes(copying: Array(RunningInstance.passcode.utf8).span)
    try keybag.unlock(passcode)
    volume = VolumeKeys(volumeKey: try keybag.volumeKey())
    let tangled = try keybag.tangled(try keybag.beginAttempt().stretch(passcode))
    let guarded = try keybag.record.open(
      .passcode, with: KeyTree.passcodeKey(tangled, keybag.record.identifier))
    classKeys = guarded.mapValues { Self.data($0.secret) }
  }

  /// The key of a file, by its backing file.
  func fileKey(ofBacking url: URL) throws -> Data {
    let bytes = [UInt8](try Data(contentsOf: url).prefix(2 * FileHeader.slotSize))
    let header = try HeaderArea(bytes.span, volume).header
    return Self.data(try keybag.classKeys.unwrap(header.wrappedKey))
  }

  /// A file key of a class, from what was made of it for the disk.
  func unwrap(_ bytes: [UInt8], _ keyClass: KeyClass) throws -> Data? {
    try WrappedKey(keyClass: keyClass, bytes: bytes).map { Self.data(try keybag.classKeys.unwrap($0)) }
  }

  /// The private part of a key of the enclave, from its stored form.
  func enclaveScalar(of form: Data) throws -> Data {
    let bytes = [UInt8](form)
    guard let key = EnclaveKey(encoded: bytes.span) else { throw CocoaError(.coderReadCorrupt) }
    return Self.data(try EnclaveKeyring.scalar(of: key, with: keybag.classKeys.unwrap(key.wrapped, for: .enclaveKey)))
  }

  private static func data(_ secret: borrowing SecretBytes) -> Data {
    secret.withBytes { bytes in Data(bytes.indices.map { bytes[$0] }) }
  }
}
