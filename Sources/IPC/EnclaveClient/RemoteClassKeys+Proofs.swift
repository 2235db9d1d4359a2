// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
package import PromptModel
package import ProofModel
package import ProtectionModel
package import SecretMemory

// What the enclave knows of passcodes that were given for a question.

extension RemoteClassKeys {
  /// Whether the passcode was given for a question and for what is about to be done; true once.
  package func takeProof(_ claim: ProofClaim) throws(EnclaveClientError) -> Bool { try isTrue(.takeProof(claim)) }

  package func takeUnlock(_ claim: ProofClaim, within seconds: UInt16) throws(EnclaveClientError) -> Bool {
    try isTrue(.takeUnlock(claim, seconds: seconds))
  }

  package func forgetPresence(_ question: QuestionNumber) throws(EnclaveClientError) {
    try carryOut(.forgetPresence(question))
  }

  private func isTrue(_ request: consuming EnclaveRequest) throws(EnclaveClientError) -> Bool {
    do throws(EnclaveClientError) {
      try carryOut(request)
      return true
    } catch .refused(.notProved) {
      return false
    }
  }

  private func carryOut(_ request: consuming EnclaveRequest) throws(EnclaveClientError) {
    guard case .done = try exchange(request) else { throw .unexpectedReply }
  }

  // MARK: - Keys that want the person to be there

  package func signature(
    ofDigest digest: [UInt8], with key: EnclaveKey, _ presence: ProofClaim
  ) throws(ClassKeyError) -> [UInt8] {
    guard case .signature(let signature) = try ask(.signPresent(key, digest: digest, presence)) else {
      throw .unavailable
    }
    return signature
  }

  package func agree(
    with publicKey: [UInt8], _ key: EnclaveKey, _ presence: ProofClaim
  ) throws(ClassKeyError) -> SecretBytes {
    guard case .key(let secret) = try ask(.agreePresent(key, publicKey: publicKey, presence)) else {
      throw .unavailable
    }
    return secret
  }
}

extension SharedClassKeys {
  /// Whether the passcode was given for a question and for what is about to be done; true once. That the person is there
  /// counts on, until a lock, for keys that want to know.
  package func takeProof(_ claim: ProofClaim) throws(EnclaveClientError) -> Bool {
    try use { channel throws(EnclaveClientError) in try channel.takeProof(claim) }
  }

  /// Whether the device was unlocked not longer ago than that, which proves the person's presence.
  package func takeUnlock(_ claim: ProofClaim, within seconds: UInt16) throws(EnclaveClientError) -> Bool {
    try use { channel throws(EnclaveClientError) in try channel.takeUnlock(claim, within: seconds) }
  }

  package func forgetPresence(_ question: QuestionNumber) throws(EnclaveClientError) {
    try use { channel throws(EnclaveClientError) in try channel.forgetPresence(question) }
  }

  /// A signature of a key that wants the person to be there, with the proof that they are.
  package func signature(
    ofDigest digest: [UInt8], with key: EnclaveKey, _ presence: ProofClaim
  ) throws(ClassKeyError) -> [UInt8] {
    try use { channel throws(ClassKeyError) in try channel.signature(ofDigest: digest, with: key, presence) }
  }

  package func agree(
    with publicKey: [UInt8], _ key: EnclaveKey, _ presence: ProofClaim
  ) throws(ClassKeyError) -> SecretBytes {
    try use { channel throws(ClassKeyError) in try channel.agree(with: publicKey, key, presence) }
  }
}
