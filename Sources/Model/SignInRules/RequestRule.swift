// SPDX-License-Identifier: Apache-2.0

/// The rules for a request, by names that do not change.
package enum RequestRule: String, Sendable, CaseIterable {
  case bodyNotForm, bodyNotEncoded
  case parameterMissing, parameterTwice, parameterUnknown
  case clientUnknown, clientIsTeamPrefixed
  case codeUnknown, codeExpired, codeUsed, codeOfAnotherClient
  case redirectDiffers, redirectNotRegistered, redirectNotAllowed
  case scopeUnknown, responseTypeUnknown, responseModeForbidden
  case refreshRevoked, refreshOfAnotherClient, consentRevoked
  case grantUnknown
}

/// The words that are sent for broken rules (RFC 6749, sections 4.1.2.1 and 5.2).
package enum OAuthError: String, Sendable, CaseIterable {
  case invalidRequest = "invalid_request"
  case invalidClient = "invalid_client"
  case invalidGrant = "invalid_grant"
  case unauthorizedClient = "unauthorized_client"
  case unsupportedGrantType = "unsupported_grant_type"
  case invalidScope = "invalid_scope"
}

extension RequestRule {
  /// The word that Apple's documents give for it.
  package var error: OAuthError {
    switch self {
    case .bodyNotForm, .parameterMissing, .parameterTwice, .parameterUnknown, .responseTypeUnknown,
      .responseModeForbidden, .consentRevoked:
      .invalidRequest
    case .bodyNotEncoded, .clientUnknown, .clientIsTeamPrefixed: .invalidClient
    case .codeUnknown, .codeExpired, .codeUsed, .codeOfAnotherClient, .redirectDiffers, .refreshRevoked,
      .refreshOfAnotherClient:
      .invalidGrant
    case .redirectNotRegistered, .redirectNotAllowed: .unauthorizedClient
    case .scopeUnknown: .invalidScope
    case .grantUnknown: .unsupportedGrantType
    }
  }
}
