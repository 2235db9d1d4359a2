// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import ProtectionModel
import SecretMemory
import SystemCalls

/// A key of the instance that `baileyd` keeps for itself, so that it is the same one after it was started again.
///
/// A file of a version byte and the key, wrapped by the enclave in a class that is always there.
struct StoredKey {
  /// The key that programs' tickets are made with.
  static let tickets = StoredKey(name: "tickets")
  /// The key by which each app is told another state of the enrolled fingers.
  static let fingers = StoredKey(name: "fingers")

  private static let version: UInt8 = 1
  private static let keyClass = KeyClass.keychainAlwaysThisDeviceOnly
  private let name: String

  private var unfinished: String { ".\(name)-new-" }

  /// The stored key; where there is none, one that is made and stored now.
  func key(in state: String, _ keys: any ClassKeyService) throws -> SecretBytes {
    let folder = try FileDescriptor.open(state, O_RDONLY | O_DIRECTORY)
    if let key = stored(in: folder, keys) { return key }
    let made = try keys.makeKey(Self.keyClass)
    folder.removeUnfinished(unfinished)
    let file = try UnfinishedFile(in: folder, unfinished)
    try file.file.write(([Self.version] + made.wrapped.bytes).span)
    try file.file.sync()
    try file.rename(to: name, in: folder)
    try folder.sync()
    return made.key.duplicate()
  }

  /// A file that cannot be read, or is of another keybag, is of no use: another key takes its place.
  private func stored(in folder: borrowing FileDescriptor, _ keys: any ClassKeyService) -> SecretBytes? {
    guard let bytes = try? folder.open(name, O_RDONLY | O_NOFOLLOW).readToEnd(atMost: 256),
      bytes.first == Self.version,
      let wrapped = WrappedKey(keyClass: Self.keyClass, bytes: Array(bytes.dropFirst()))
    else { return nil }
    return try? keys.unwrap(wrapped)
  }
}
