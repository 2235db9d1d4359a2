// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import EnclaveClient
import EnclaveMessages
import KeychainModel
import OwnProcess
import ProtectionModel
import Sockets
import Threads

/// The ways past `baileyd` to keys of the enclave that this process signs with again and again.
///
/// Only for keys that ask nobody: where a person has to agree, `baileyd` sees each use.
final class SigningChannels: Sendable {
  /// Signatures with a key before it gets a channel.
  private static let signaturesBefore = 4
  private static let maximum = 8

  private struct Slot {
    let key: EnclaveKey
    private let process = Environment.processNumber
    var signatures = 1
    var channel: SigningChannel?

    init(_ key: EnclaveKey) { self.key = key }

    /// Whether the channels are this process's own: after a fork the child starts anew.
    var isOwn: Bool { process == Environment.processNumber }
    func isFor(_ key: EnclaveKey) -> Bool { self.key == key && isOwn }
  }

  private let slots = Locked<[Slot]>([])

  /// Signs a digest without asking `baileyd`; nil where it is to be asked.
  func signature(ofDigest digest: [UInt8], with key: EnclaveKey) throws(KeychainStatus) -> [UInt8]? {
    guard let channel = channel(for: key) else { return nil }
    do {
      return try channel.signature(ofDigest: digest)
    } catch .refused(.keyLocked) {
      throw .interactionNotAllowed
    } catch {
      forget(channel)
      return nil
    }
  }

  private func channel(for key: EnclaveKey) -> SigningChannel? {
    slots.withLock { slots in slots.first { $0.isFor(key) }?.channel }
  }

  private func forget(_ channel: SigningChannel) {
    slots.withLock { slots in slots.removeAll { $0.channel === channel } }
  }

  /// Counts a signature made by way of `baileyd`.
  func isWanted(for key: EnclaveKey) -> Bool {
    guard let purpose = EnclaveKeyPurpose(of: key), !purpose.control.needsAuthentication else { return false }
    return slots.withLock { slots in
      guard let index = slots.firstIndex(where: { $0.isFor(key) }) else {
        slots = slots.filter(\.isOwn).suffix(Self.maximum - 1) + [Slot(key)]
        return false
      }
      slots[index].signatures += 1
      // Where none was given it is asked for again, ever less often.
      return slots[index].signatures >= Self.signaturesBefore && slots[index].signatures.nonzeroBitCount == 1
    }
  }

  func adopt(_ handed: HandedSocket, for key: EnclaveKey) {
    // Without a channel `baileyd` goes on passing each digest along.
    guard let descriptor = try? handed.duplicate(),
      let channel = try? SigningChannel(adopting: PacketSocket(descriptor))
    else { return }
    slots.withLock { slots in
      guard let index = slots.firstIndex(where: { $0.isFor(key) }) else { return }
      slots[index].channel = channel
    }
  }
}
