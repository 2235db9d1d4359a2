// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import PromptModel

// What the enclave compares of a statement about a passkey. The relying party's name and the account's are for whoever asks
// the person: a passkey has hashes alone.

/// The hashes that a statement about a passkey has to agree with.
package struct PasskeyHashes: Sendable, Equatable {
  package let relyingParty: [UInt8]
  package let user: [UInt8]
  package let clientData: [UInt8]
  package let salts: [UInt8]

  package init(relyingParty: [UInt8], user: [UInt8], clientData: [UInt8], salts: [UInt8]) {
    self.relyingParty = relyingParty
    self.user = user
    self.clientData = clientData
    self.salts = salts
  }
}

extension ProofStatement {
  /// Whether the statement is about a sign-in with this account's passkey, in this ceremony and with these inputs of
  /// the function.
  package func isForPasskey(used hashes: PasskeyHashes) -> Bool { number == .usePasskey && isFor(hashes) }

  /// Whether the statement is about a passkey to be made for this account, in this ceremony and with these inputs of
  /// the function.
  package func isForPasskey(made hashes: PasskeyHashes, portability: UInt8) -> Bool {
    number == .makePasskey && isFor(hashes) && bytes.last == portability
  }

  /// The parameters but for the account's name. A text counts with its SHA-256, which a relying party's identifier has already.
  private func isFor(_ hashes: PasskeyHashes) -> Bool {
    parameter(0) == hashes.relyingParty && parameter(2) == SHA256.hash(hashes.user.span)
      && parameter(3) == SHA256.hash(hashes.clientData.span) && parameter(4) == SHA256.hash(hashes.salts.span)
  }

  private func parameter(_ index: Int) -> [UInt8] {
    let start = Self.headSize + index * ProofParameters.digestSize
    return Array(bytes[start..<start + ProofParameters.digestSize])
  }
}

extension ProofParameters {
  /// The site, the account's name and its handle, the ceremony, the inputs of the function.
  func adding(_ subject: PasskeySubject) -> ProofParameters {
    adding(subject.relyingParty).adding(subject.account).adding(subject.userHash).adding(subject.clientDataHash)
      .adding(subject.saltsHash)
  }
}
