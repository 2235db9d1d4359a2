// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import JSONCoding

/// The origin of a page, as its browser states it.
package struct CeremonyOrigin: Sendable, Equatable {
  package let origin: String
  /// The page that embeds it, where that has another origin.
  package let topOrigin: String?

  package init(_ origin: String, inside topOrigin: String? = nil) {
    self.origin = origin
    self.topOrigin = topOrigin
  }

  /// The client data of a ceremony, in the order of its serialization (WebAuthn Level 3, 5.8.1.1).
  func clientData(_ type: String, challenge: [UInt8]) -> [UInt8] {
    var members = [
      JSONValue.Member("type", .string(type)), JSONValue.Member("challenge", .string(Base64URL.encode(challenge))),
      JSONValue.Member("origin", .string(origin)), JSONValue.Member("crossOrigin", .bool(topOrigin != nil)),
    ]
    if let topOrigin { members.append(JSONValue.Member("topOrigin", .string(topOrigin))) }
    return Array(JSONValue.object(members).text.utf8)
  }
}

/// Why a request is answered with an error, by the name that a page sees (WebAuthn Level 3, 5.1.3 and 5.1.4).
package enum CeremonyFailure: String, Error, Sendable {
  case notAllowed = "NotAllowedError"
  case notSupported = "NotSupportedError"
  case invalidState = "InvalidStateError"
  case syntax = "SyntaxError"
  case security = "SecurityError"
}
