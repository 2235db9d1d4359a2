// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives

extension AppAssertionObject {
  /// Signs an assertion about a request by a key's holder. `sign` gives the ECDSA signature of a SHA-256 digest, in
  /// DER.
  package init<Failure: Error>(
    appID: String, counter: UInt32, _ launch: LaunchData?, clientDataHash: [UInt8],
    _ sign: ([UInt8]) throws(Failure) -> [UInt8]
  ) throws(Failure) {
    let data = AppAuthenticatorData(appID: appID, counter: counter, launch).encoded
    let nonce = SHA256.hash((data + clientDataHash).span)
    self.init(signature: try sign(SHA256.hash(nonce.span)), authenticatorData: data)
  }
}
