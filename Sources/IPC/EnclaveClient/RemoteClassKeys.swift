// SPDX-License-Identifier: Apache-2.0
package import EnclaveMessages
package import ProtectionModel
package import SecretMemory
package import Sockets
package import Threads

/// The enclave's class keys, seen from `bailey-fs` or `baileyd`: one blocking round trip a call, one call at a time.
///
/// The enclave gives no keys on this channel before `EnclaveEvents` has been made on the other one: whoever holds keys
/// hears of locks.
///
/// A call waits as long as the enclave lives: an enclave that a slow disk has stopped for a while answers later. After a
/// timeout the channel could not be used again, and nothing could be opened any more.
package final class RemoteClassKeys: ClassKeyService {
  private let channel: EnclaveChannel

  package init(adopting socket: consuming PacketSocket) throws(EnclaveClientError) {
    channel = EnclaveChannel(socket, timeout: nil)
    try channel.hello()
  }

  /// Opens memory shared with the enclave. To be called once by a process that asks often.
  package func openMemoryChannel() throws(EnclaveClientError) { try channel.openMemoryChannel() }

  package func status() throws(EnclaveClientError) -> EnclaveStatus {
    guard case .status(let status) = try channel.exchange(.status) else { throw .unexpectedReply }
    return status
  }

  func exchange(_ request: borrowing EnclaveRequest) throws(EnclaveClientError) -> EnclaveReply {
    try channel.exchange(request)
  }

  /// The volume key: 64 bytes for names and headers.
  package func volumeKey() throws(EnclaveClientError) -> SecretBytes {
    guard case .volumeKey(let key) = try channel.exchange(.volumeKey) else { throw .unexpectedReply }
    return key
  }

  /// Several keys of a class for one round trip: 1 to 16.
  package func makeKeys(
    _ keyClass: KeyClass, count: Int, _ waiting: WaitStrategy = .waits
  ) throws(ClassKeyError) -> NewKeyBatch {
    precondition(EnclaveProtocol.keyCounts.contains(count))
    guard case .newKeys(let batch) = try ask(.makeKeys(keyClass, count: count), waiting), batch.count == count else {
      throw .unavailable
    }
    return batch
  }

  // MARK: - ClassKeyService

  package func makeKey(_ keyClass: KeyClass) throws(ClassKeyError) -> NewKey {
    try makeKey(keyClass, .waits)
  }

  func makeKey(_ keyClass: KeyClass, _ waiting: WaitStrategy) throws(ClassKeyError) -> NewKey {
    try makeKeys(keyClass, count: 1, waiting).newKey(at: 0)
  }

  /// Makes keys with one round trip.
  package func makeKeys(_ keyClass: KeyClass, count: Int, _ take: (consuming NewKey) -> Void) throws(ClassKeyError) {
    let batch = try makeKeys(keyClass, count: min(count, EnclaveProtocol.keyCounts.upperBound))
    for index in 0..<batch.count { take(batch.newKey(at: index)) }
  }

  package func unwrap(_ wrapped: WrappedKey) throws(ClassKeyError) -> SecretBytes { try unwrap(wrapped, .waits) }

  func unwrap(_ wrapped: WrappedKey, _ waiting: WaitStrategy) throws(ClassKeyError) -> SecretBytes {
    guard case .key(let key) = try ask(.unwrapKey(wrapped), waiting) else { throw .unavailable }
    return key
  }

  package func rewrap(_ wrapped: WrappedKey, to keyClass: KeyClass) throws(ClassKeyError) -> WrappedKey {
    guard case .wrapped(let wrapped) = try ask(.rewrapKey(wrapped, to: keyClass)) else { throw .unavailable }
    return wrapped
  }

  /// Whether a class is available. On any error, assume that it is not.
  package func isAvailable(_ keyClass: KeyClass) -> Bool {
    (try? status())?.open.contains(keyClass) ?? false
  }

  /// Asks the enclave. On any other error, the key counts as unavailable.
  func ask(
    _ request: consuming EnclaveRequest, attached: Int32 = -1, _ waiting: WaitStrategy = .waits
  ) throws(ClassKeyError) -> EnclaveReply {
    do {
      return try channel.exchange(request, attached: attached, waiting)
    } catch .refused(.keyLocked(let keyClass)) {
      throw .refusedByLockState(keyClass)
    } catch .refused(.damagedKey) {
      throw .damaged
    } catch .refused(.noSuchKey(let keyClass)) {
      throw .noSuchKey(keyClass)
    } catch {
      throw .unavailable
    }
  }
}
