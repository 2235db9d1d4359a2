// SPDX-License-Identifier: Apache-2.0
import Advice
import BrokerClient
import EnclaveClient
import EnclaveMessages
import KeychainBackup
import KeychainModel
import PasskeyCommands
import PasskeyItems
import PasskeyKeys
import SecretMemory

/// The passkeys of a backup. The enclave seals their private parts for it, and opens them when it is restored, so that they
/// are in no other process.
struct BackupPasskeys {
  let client: BrokerClient
  let key: BackupKey
  /// The owner's passcode; nil where there is none: then no passkey leaves or comes.
  let passcode: SecretData?

  struct Written {
    var records: [SecretData] = []
    var leftOut = 0
  }

  /// The records' plain bytes, and how many passkeys are left out that may leave the device.
  func records() throws(CommandFailure) -> Written {
    let portable = try PasskeyMover.stored(client, by: passcode).filter { $0.key.portability == .portable }
    guard let mover = try mover(.out, for: portable.count) else { return Written(leftOut: portable.count) }
    var written = Written()
    for passkey in portable {
      do throws(CommandFailure) {
        guard let record = BackupPasskey(try mover.takeOut(passkey.key), passkey) else { throw .crypto }
        guard let bytes = try? record.encoded() else { throw .crypto }
        written.records.append(bytes)
      } catch {
        // One that does not open any more is left out, as an item is.
        guard error == .enclave(.refused(.damagedKey)) else { throw error }
        written.leftOut += 1
      }
    }
    return written
  }

  /// Restores passkeys, and counts them; nil where there is no passcode, and passkeys that would need one.
  func restore(_ passkeys: [BackupPasskey]) throws(CommandFailure) -> KeptPasskeys? {
    guard let mover = try mover(.into, for: passkeys.count), let passcode else {
      return passkeys.isEmpty ? KeptPasskeys() : nil
    }
    var restored: [StoredPasskey] = []
    for passkey in passkeys {
      guard let stored = passkey.stored.keyed(try mover.bringIn(passkey.transferred)) else { throw .crypto }
      restored.append(stored)
    }
    return try PasskeyMover.keep(restored, client, by: passcode)
  }

  private func mover(_ direction: TransferDirection, for count: Int) throws(CommandFailure) -> PasskeyMover? {
    guard count > 0, let passcode, let transfer = key.passkeys else { return nil }
    return try PasskeyMover(direction, transfer, by: passcode.withBytes { SecretBytes(copying: $0) })
  }
}
