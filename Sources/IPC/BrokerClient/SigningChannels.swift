// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import EnclaveClient
import EnclaveMessages
import KeychainModel
import LinuxSystem
import ProtectionModel

/// The ways past `baileyd` to keys of the enclave that this process signs with again and again.
///
/// Only for keys that ask nobody: what a person has to agree to is for `baileyd` to see each time.
final class SigningChannels: Sendable {
  /// Signatures with a key before it gets a channel.
  private static let patience = 4
  private static let most = 8

  private struct Slot {
    let key: EnclaveKey
    var signatures = 0
    var channel: SigningChannel?
    var process: Int32 = 0
  }

  private let slots = Locked<[Slot]>([])

  /// Nil where `baileyd` is to be asked.
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
    slots.withLock { slots in
      // A channel belongs to the process that was given it: after a fork the child asks for its own.
      slots.first { $0.key == key && $0.process == Environment.processNumber }?.channel
    }
  }

  private func forget(_ channel: SigningChannel) {
    slots.withLock { slots in slots.removeAll { $0.channel === channel } }
  }

  /// Counts a signature made by way of `baileyd`.
  func isWanted(for key: EnclaveKey) -> Bool {
    guard let purpose = EnclaveKeyPurpose(of: key), !purpose.control.needsAuthentication else { return false }
    return slots.withLock { slots in
      guard let index = slots.firstIndex(where: { $0.key == key }) else {
        slots = slots.suffix(Self.most - 1) + [Slot(key: key, signatures: 1)]
        return false
      }
      slots[index].signatures += 1
      return slots[index].signatures == Self.patience
    }
  }

  func adopt(_ handed: HandedSocket, for key: EnclaveKey) {
    guard let descriptor = try? handed.duplicate() else { return }
    let channel = SigningChannel(adopting: PacketSocket(descriptor))
    slots.withLock { slots in
      guard let index = slots.firstIndex(where: { $0.key == key }) else { return }
      slots[index].channel = channel
      slots[index].process = Environment.processNumber
    }
  }
}
