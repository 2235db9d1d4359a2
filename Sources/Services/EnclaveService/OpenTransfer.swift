// SPDX-License-Identifier: Apache-2.0
import Clocks
import EnclaveMessages
import Keybag
import PasskeyKeys
import ProtectionModel

/// A transfer of passkeys that somebody has opened with the passcode, on their channel and one way.
struct OpenTransfer {
  /// Long enough for all passkeys of a person, whoever waits for the disk between two of them.
  private static let lifetime: UInt64 = 5 * 60_000

  let direction: TransferDirection
  let key: PasskeyTransferKey
  private let epoch: UInt64
  private let end: BootInstant

  init(_ direction: TransferDirection, _ key: PasskeyTransferKey, epoch: UInt64, at now: BootInstant) {
    self.direction = direction
    self.key = key
    self.epoch = epoch
    end = now.advanced(byMilliseconds: Self.lifetime)
  }

  /// A lock ends it, even when an unlock has followed.
  func isOpen(_ direction: TransferDirection, epoch: UInt64, at now: BootInstant) -> Bool {
    self.direction == direction && self.epoch == epoch && now < end
  }
}

extension EnclaveService {
  /// The private part of a passkey leaves, or comes in, sealed for the transfer that is open on this channel.
  func movePasskey(
    _ request: borrowing EnclaveRequest, _ connection: EnclaveConnection
  ) throws(EnclaveRefusal) -> EnclaveReply {
    switch request {
    case .takeOutPasskey(let key):
      let transfer = try transfer(.out, connection)
      return .transferredPasskey(try monitor.takeOut(key, with: transfer))
    case .bringInPasskey(let passkey):
      let transfer = try transfer(.into, connection)
      return .passkey(NewPasskey(try monitor.bringIn(passkey, with: transfer), PRFOutputs()))
    default: throw .outOfOrder
    }
  }

  private func transfer(
    _ direction: TransferDirection, _ connection: EnclaveConnection
  ) throws(EnclaveRefusal) -> PasskeyTransferKey {
    guard let transfer = connection.transfer,
      transfer.isOpen(direction, epoch: monitor.epoch, at: clock.now())
    else {
      connection.transfer = nil
      throw .notProved
    }
    return transfer.key
  }
}
