// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import Clocks
import EnclaveMessages
import Keybag
import ProofModel
import ProtectionModel
import SecretMemory

// A key with which an app proves to its server that it is that app. Nobody is asked: it signs what its own app says.

extension EnclaveMonitor {
  func makeAppKey(_ appIDHash: [UInt8]) throws(EnclaveRefusal) -> AppAttestKey {
    do { return try appKeys.makeAppKey(of: appIDHash) } catch { throw EnclaveRefusal(error) }
  }

  func signature(_ use: AppAttestKeyUse) throws(EnclaveRefusal) -> [UInt8] {
    do { return try appKeys.signature(use) } catch { throw EnclaveRefusal(error) }
  }

  /// An issuer that has this answer takes the credential's key for this machine's, and no other one: the proof is used up by the try.
  func activate(_ credential: MachineCredential, _ claim: ProofClaim?) throws(EnclaveRefusal) -> SecretBytes {
    if keybag.passcode == .set {
      guard let claim, proofs.take(claim, at: clock.now()),
        claim.statement.isFor(.activateMachine(credential.octets))
      else { throw .notProved }
    }
    return try machineKeys.activate(credential, at: clock.now())
  }

  /// The TPM signs no key that is not one of this enclave's.
  func vouch(_ voucher: MachineVoucher) throws(EnclaveRefusal) -> MachineQuote {
    do { try appKeys.check(voucher.key) } catch { throw EnclaveRefusal(error) }
    let digest = AppKeyVoucher.digest(publicKey: voucher.key.publicKey, request: voucher.request)
    return try machineKeys.quote(
      digest, by: voucher.machineKey, forApp: voucher.key.appIDHash, at: clock.now())
  }
}
