// SPDX-License-Identifier: Apache-2.0
package import SecretMemory

/// A passkey in a file, as the FIDO Alliance's Credential Exchange Format 1.0 has it: ES256, with a counter that is always 0.
package final class ExchangedPasskey: Sendable {
  package let credential: [UInt8]
  package let relyingParty: String
  package let userHandle: [UInt8]
  package let userName: String
  package let displayName: String
  /// The person's name for the passkey; the site's where they have none.
  package let title: String
  /// The time of creation in seconds since 1970; nil where the file does not say.
  package let created: UInt64?
  /// The public key as `04 X Y`.
  package let publicKey: [UInt8]
  /// The private parts, laid out as `PasskeyParts` says.
  package let parts: SecretBytes
  package let largeBlob: [UInt8]

  package init(
    credential: [UInt8], relyingParty: String, userHandle: [UInt8], userName: String, displayName: String,
    title: String, created: UInt64?, publicKey: [UInt8], parts: consuming SecretBytes, largeBlob: [UInt8]
  ) {
    self.credential = credential
    self.relyingParty = relyingParty
    self.userHandle = userHandle
    self.userName = userName
    self.displayName = displayName
    self.title = title
    self.created = created
    self.publicKey = publicKey
    self.parts = parts
    self.largeBlob = largeBlob
  }
}
