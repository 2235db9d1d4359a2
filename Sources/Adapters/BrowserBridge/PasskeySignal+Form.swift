// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import PasskeyItems
import WebAuthn

extension PasskeySignal {
  /// The members of the standard's dictionaries, under names of the extension's.
  init(_ form: FormReader) throws {
    let party = try form.string("rpId")
    guard party.utf8.count <= StoredPasskey.longestRelyingParty else { throw CeremonyForm.tooLong }
    func user() throws -> [UInt8] {
      let user = try form.bytes("user")
      guard (1...StoredPasskey.longestUserHandle).contains(user.count) else { throw CeremonyForm.tooLong }
      return user
    }
    switch try form.string("what") {
    case "unknown": self.init(.unknown(credential: try Self.credential(form.string("credential"))), of: party)
    case "accepted":
      guard let texts = try form.optionalStrings("credentials") else { throw CeremonyForm.unknown }
      let credentials = try texts.map { try Self.credential($0) }
      guard credentials.count <= Self.mostCredentials else { throw CeremonyForm.tooLong }
      self.init(.accepted(userHandle: try user(), credentials: credentials), of: party)
    case "details":
      let (name, displayName) = (try form.string("name"), try form.string("displayName"))
      self.init(
        .details(
          userHandle: try user(), name: StoredPasskey.fitting(name), displayName: StoredPasskey.fitting(displayName)),
        of: party)
    default: throw CeremonyForm.unknown
    }
  }

  private static let mostCredentials = 256

  private static func credential(_ text: String) throws -> [UInt8] {
    guard let credential = Base64URL.decode(text), (1...StoredPasskey.longestCredential).contains(credential.count)
    else {
      throw CeremonyForm.tooLong
    }
    return credential
  }
}

/// Why a form is none that a site can send.
private enum CeremonyForm: Error { case tooLong, unknown }
