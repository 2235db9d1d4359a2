// SPDX-License-Identifier: Apache-2.0
import JOSECoding
import JSONCoding

/// The answer of the provider to a code or a refresh token.
package struct TokenAnswer: Sendable, Equatable {
  package let accessToken: String
  package let refreshToken: String?
  package let identityToken: String

  package static let largest = 64 << 10

  package init?(_ body: [UInt8]) {
    guard let members = Self.members(body), let access = members.text("access_token"),
      let identity = members.text("id_token")
    else { return nil }
    (accessToken, identityToken, refreshToken) = (access, identity, members.text("refresh_token"))
  }

  /// The word of a refusal, and its description where there is one.
  package static func refusal(_ body: [UInt8]) -> (word: String, description: String)? {
    guard let members = members(body), let word = members.text("error") else { return nil }
    return (String(word.prefix(100)), String((members.text("error_description") ?? "").prefix(2000)))
  }

  private static func members(_ body: [UInt8]) -> [JSONValue.Member]? {
    guard
      case .object(let members)? = try? JSONReader.read(body, JSONLimits(bytes: largest, depth: 6, values: 256))
    else { return nil }
    return members
  }
}
