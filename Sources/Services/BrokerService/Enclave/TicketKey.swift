// SPDX-License-Identifier: Apache-2.0
import CallerIdentity
import Files
import Glibc
import ProtectionModel
import SecretMemory
import SystemCalls

/// The key that programs' tickets are made with. It is kept, so that who hides is known after `baileyd` was started again.
///
/// A file of a version byte and the key, wrapped by the enclave in a class that is always there.
enum TicketKey {
  private static let name = "tickets"
  private static let unfinished = ".tickets-new-"
  private static let version: UInt8 = 1
  private static let keyClass = KeyClass.keychainAlwaysThisDeviceOnly

  /// Nil where there can be no key: then a process that hides is unknown.
  static func tickets(in state: String, _ keys: any ClassKeyService) -> ProgramTickets? {
    do {
      let folder = try FileDescriptor.open(state, O_RDONLY | O_DIRECTORY)
      if let key = stored(in: folder, keys) { return ProgramTickets(key: key) }
      let made = try keys.makeKey(keyClass)
      folder.removeUnfinished(unfinished)
      let file = try UnfinishedFile(in: folder, unfinished)
      try file.file.write(([version] + made.wrapped.bytes).span)
      try file.file.sync()
      try file.rename(to: name, in: folder)
      try folder.sync()
      return ProgramTickets(key: made.key.duplicate())
    } catch {
      note("programs that hide cannot be known: \(error)")
      return nil
    }
  }

  /// The stored key. One that cannot be read, or is of another keybag, is of no use: another one takes its place.
  private static func stored(in folder: borrowing FileDescriptor, _ keys: any ClassKeyService) -> SecretBytes? {
    guard let bytes = try? folder.open(name, O_RDONLY | O_NOFOLLOW).readToEnd(atMost: 256), bytes.first == version,
      let wrapped = WrappedKey(keyClass: keyClass, bytes: Array(bytes.dropFirst()))
    else { return nil }
    return try? keys.unwrap(wrapped)
  }
}
