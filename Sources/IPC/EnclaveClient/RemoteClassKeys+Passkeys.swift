// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
package import PasskeyKeys
package import ProofModel

// Passkeys, which the enclave makes and uses upon a proof of the passcode for this one question.
//
// The optimizer of Swift 6.3.1 ends with "Cannot initialize a nonCopyable type with a guaranteed value" where it inlines one of these
// functions into the closure below.

extension RemoteClassKeys {
  @inline(never) package func makePasskey(
    _ creation: PasskeyCreation, _ claim: ProofClaim
  ) throws(EnclaveClientError) -> NewPasskey {
    guard case .passkey(let new) = try exchange(.makePasskey(creation, claim)) else { throw .unexpectedReply }
    return new
  }

  @inline(never) package func assertion(_ use: PasskeyUse, _ claim: ProofClaim) throws(EnclaveClientError)
    -> PasskeyAssertion
  {
    guard case .assertion(let assertion) = try exchange(.assertPasskey(use, claim)) else { throw .unexpectedReply }
    return assertion
  }
}

extension SharedClassKeys {
  package func makePasskey(
    _ creation: PasskeyCreation, _ claim: ProofClaim
  ) throws(EnclaveClientError) -> NewPasskey {
    try use { channel throws(EnclaveClientError) in try channel.makePasskey(creation, claim) }
  }

  package func assertion(_ use: PasskeyUse, _ claim: ProofClaim) throws(EnclaveClientError) -> PasskeyAssertion {
    try self.use { channel throws(EnclaveClientError) in try channel.assertion(use, claim) }
  }
}
