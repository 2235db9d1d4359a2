// SPDX-License-Identifier: Apache-2.0

/// A value of a query's key that is one of a few strings. A case is called as Apple's constant is, without `kSec`.
package enum QueryWord: String, Sendable, CaseIterable {
  case matchLimitOne = "m_LimitOne"
  case matchLimitAll = "m_LimitAll"
  case useAuthenticationUIAllow = "u_AuthUIA"
  case useAuthenticationUIFail = "u_AuthUIF"
  case useAuthenticationUISkip = "u_AuthUIS"
  case attrSynchronizableAny = "syna"
}

extension ReturnSelection {
  /// The result that a key asks for; nil if it is none of `kSecReturn…`.
  package init?(key: QueryKey?) {
    switch key {
    case .returnData: self = .data
    case .returnAttributes: self = .attributes
    case .returnRef: self = .reference
    case .returnPersistentRef: self = .persistentReference
    default: return nil
    }
  }
}

extension MatchLimit {
  /// A value of `kSecMatchLimit`.
  package init?(word: String) {
    switch QueryWord(rawValue: word) {
    case .matchLimitOne: self = .one
    case .matchLimitAll: self = .all
    default: return nil
    }
  }
}

extension AuthenticationChoice.Prompt {
  /// A value of `kSecUseAuthenticationUI`.
  package init?(word: String) {
    switch QueryWord(rawValue: word) {
    case .useAuthenticationUIAllow: self = .allow
    case .useAuthenticationUIFail: self = .fail
    case .useAuthenticationUISkip: self = .skip
    default: return nil
    }
  }
}
