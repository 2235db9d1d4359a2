// SPDX-License-Identifier: Apache-2.0
package import Advice
package import BrokerClient
import EnclaveClient
import EnclaveControl
import InstanceAccess
package import PasskeyItems
package import PasskeyKeys
import ProofModel
package import KeychainModel
package import SecretMemory

/// A transfer of passkeys that the enclave has opened for this command, one way.
package struct PasskeyMover {
  /// Roughly how many bytes of passkeys go to `baileyd` upon one proof.
  private static let batchSize = 256 << 10

  private let enclave: OwnerChannel

  /// Opens a transfer, with the passcode.
  package init(
    _ direction: TransferDirection, _ key: PasskeyTransferKey, by passcode: consuming SecretBytes
  ) throws(CommandFailure) {
    enclave = try OwnerProof.connect()
    do { try enclave.openTransfer(direction, key, by: passcode) } catch { throw .enclave(error) }
  }

  /// The private part of a passkey that may leave the device.
  package func takeOut(_ key: PasskeyKey) throws(CommandFailure) -> TransferredPasskey {
    do { return try enclave.takeOut(key) } catch { throw .enclave(error) }
  }

  /// The passkey that the enclave made of such a part.
  package func bringIn(_ passkey: TransferredPasskey) throws(CommandFailure) -> PasskeyKey {
    do { return try enclave.bringIn(passkey) } catch { throw .enclave(error) }
  }

  // MARK: - What baileyd stores
  //
  // Whoever asks has one connection for all of it: `baileyd` does not know this process on a second one, because it is
  // hidden after the first.

  /// All that is stored of all passkeys. The passcode is nil where there is none.
  package static func stored(
    _ client: BrokerClient, by passcode: SecretData?
  ) throws(CommandFailure) -> [StoredPasskey] {
    let number = try passcode.map { (passcode) throws(CommandFailure) in
      try OwnerProof.prove(.fetchPasskeys, by: passcode.withBytes { SecretBytes(copying: $0) })
    }
    do { return try client.storedPasskeys(provedAs: number) } catch { throw .broker(error) }
  }

  /// Has passkeys stored, with one proof of the passcode for each batch of them. A batch that was stored stays.
  package static func keep(
    _ passkeys: [StoredPasskey], _ client: BrokerClient, by passcode: SecretData
  ) throws(CommandFailure) -> KeptPasskeys {
    var kept = KeptPasskeys()
    let most = max(1, batchSize / StoredPasskey.longestEncoding)
    for start in stride(from: 0, to: passkeys.count, by: most) {
      let batch = Array(passkeys[start..<min(passkeys.count, start + most)])
      let purpose = ProofPurpose.keepPasskeys(StoredPasskey.digest(of: batch))
      let number = try OwnerProof.prove(purpose, by: passcode.withBytes { SecretBytes(copying: $0) })
      do { kept = kept + (try client.keepPasskeys(batch, provedAs: number)) } catch { throw .broker(error) }
    }
    return kept
  }
}
