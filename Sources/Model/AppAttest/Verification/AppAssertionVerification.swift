// SPDX-License-Identifier: Apache-2.0
import COSEKeys
import CryptoPrimitives

/// Verifies what `generateAssertion` gave an app. The signature is over the SHA-256 of the authenticator data and
/// `clientDataHash`, which is hashed again.
package struct AppAssertionVerification: Sendable {
  package let policy: AppAttestPolicy

  package init(_ policy: AppAttestPolicy) { self.policy = policy }

  package func verify(
    _ assertion: [UInt8], by stored: AttestedAppKey, clientDataHash: [UInt8]
  ) throws(AppAttestRefusals) -> VerifiedAppAssertion {
    let object: AppAssertionObject
    let data: AppAuthenticatorData
    do {
      object = try AppAssertionObject(assertion)
      data = try AppAuthenticatorData(object.authenticatorData, .assertion)
    } catch { throw AppAttestRefusals(error) }
    var checks = AppChecks(policy)
    let nonce = SHA256.hash((data.encoded + clientDataHash).span)
    if !stored.publicKey.isValid(object.signature, of: nonce) { checks.refuse(.signature) }
    checks.checkApp(data)
    if stored.appID != policy.appID { checks.refuse(.appId, .found(stored.appID)) }
    if data.counter <= stored.counter {
      checks.refuse(.counterNotGreater, .counters(data.counter, stored: stored.counter))
    }
    if stored.environment != policy.environment { checks.refuse(.environment) }
    checks.checkLaunch(data.launch)
    if let refusals = AppAttestRefusals(checks.found) { throw refusals }
    return VerifiedAppAssertion(keyID: stored.id, counter: data.counter, data.launch)
  }
}
