// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives

/// A program's half of a session that is to be agreed: its key goes to the service, whose key makes the session's cipher of it.
package struct SessionProposal: ~Copyable {
  private let pair: OakleyKeyPair

  package init() throws(SessionCipher.Failure) {
    do throws(CryptoError) { pair = try OakleyKeyPair() } catch { throw .cryptography }
  }

  package var publicKey: [UInt8] { pair.publicKey }

  package borrowing func cipher(with publicKey: [UInt8]) throws(SessionCipher.Failure) -> SessionCipher {
    try SessionCipher.agreed(with: publicKey, by: pair)
  }
}
