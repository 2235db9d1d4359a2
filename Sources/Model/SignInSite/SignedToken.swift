// SPDX-License-Identifier: Apache-2.0
package import JOSECoding
package import JSONCoding

/// A token of the provider's of which the form is right, and nothing else is known yet.
package struct UnverifiedToken: Sendable {
  private let token: CompactJWS
  /// The identifier by which the key is found. It is a name and nothing else: no path, no address.
  package let keyID: String

  /// Reads the token and its header. The key comes from the provider's set alone: a header that brings one is refused.
  package init(_ text: String) throws(TokenRefusal) {
    do { token = try CompactJWS(text.utf8) } catch { throw Self.refusal(error) }
    guard token.algorithmName == JOSEAlgorithm.rs256.rawValue else {
      throw TokenRefusal(.algorithmNotRS256, token.algorithmName ?? "absent")
    }
    for member in CompactJWS.refusedMembers where token.header.value(member) != nil {
      throw TokenRefusal(.headerRefused, member)
    }
    guard let value = token.header.value("kid") else { throw TokenRefusal(.keyIdMissing) }
    guard case .string(let id) = value, Self.isIdentifier(id) else { throw TokenRefusal(.keyIdMalformed, value.text) }
    keyID = id
  }

  private static let longestIdentifier = 64

  private static func isIdentifier(_ id: String) -> Bool {
    !id.isEmpty && id.utf8.count <= longestIdentifier
      && id.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  private static func refusal(_ error: JOSEError) -> TokenRefusal {
    switch error {
    case .tooLarge: TokenRefusal(.tooLarge)
    case .notThreeParts(let count): TokenRefusal(.notThreeParts, String(count))
    case .notBase64URL(let part): TokenRefusal(.notBase64URL, part.rawValue)
    case .notJSON(_, .repeatedName(let name)): TokenRefusal(.memberTwice, name)
    case .notJSON(let part, _), .notObject(let part): TokenRefusal(.notJSON, part.rawValue)
    default: TokenRefusal(.notJSON)
    }
  }

  /// Checks the signature, with the key that the provider publishes under the token's identifier.
  package func verified(with key: JSONWebKey) throws(TokenRefusal) -> SignedToken {
    do throws(JOSEError) {
      try token.verify(with: key)
    } catch .otherAlgorithm {
      throw TokenRefusal(.keyUnfit, keyID)
    } catch {
      throw TokenRefusal(.signatureWrong, keyID)
    }
    return SignedToken(claims: token.claims)
  }
}

/// A token that the provider signed. Whether it is for this site, and for now, is not known yet.
package struct SignedToken: Sendable {
  package let claims: [JSONValue.Member]

  fileprivate init(claims: [JSONValue.Member]) { self.claims = claims }

  func text(_ name: String) throws(TokenRefusal) -> String {
    guard let value = claims.value(name) else { throw TokenRefusal(.claimMissing, name) }
    guard case .string(let text) = value, !text.isEmpty else { throw TokenRefusal(.claimMissing, name) }
    return text
  }

  func time(_ name: String) throws(TokenRefusal) -> Int {
    guard let value = claims.value(name) else { throw TokenRefusal(.claimMissing, name) }
    guard case .number(let number) = value, (0...Self.latest).contains(number) else {
      throw TokenRefusal(.claimNotNumber, name)
    }
    return number
  }

  /// The year 9999: sums with it do not overflow.
  private static let latest = 253_402_300_799

  /// Holds issuer, audience and times to what they must be.
  func check(_ provider: SignInProvider, _ audiences: [String], at now: Int, _ tolerance: Int) throws(TokenRefusal) {
    let issuer = try text("iss")
    guard issuer == provider.issuer else { throw TokenRefusal(.issuerOther, issuer) }
    // A list would be for others too.
    let audience = try text("aud")
    guard audiences.contains(audience) else { throw TokenRefusal(.audienceOther, audience) }
    let (end, beginning) = (try time("exp"), try time("iat"))
    guard now < end + tolerance else { throw TokenRefusal(.expired, "\(now - end) seconds ago") }
    guard beginning <= now + tolerance else { throw TokenRefusal(.issuedInFuture, "in \(beginning - now) seconds") }
  }
}
