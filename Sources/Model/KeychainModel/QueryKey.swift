// SPDX-License-Identifier: Apache-2.0

/// What a key of a query is about, by its shape: Apple's `query_applier`.
package enum QueryKey: Sendable, Equatable {
  case attribute, itemClass, returns, value, match, use
  /// Taken, whatever it is.
  case ignored
  case unknown

  package init(_ key: String) {
    if key.utf16.count == 4 {
      self = .attribute
      return
    }
    switch key.utf8.first {
    case UInt8(ascii: "c") where key == "class": self = .itemClass
    case UInt8(ascii: "r"): self = .returns
    case UInt8(ascii: "v"): self = .value
    case UInt8(ascii: "m"): self = .match
    case UInt8(ascii: "u"): self = .use
    case UInt8(ascii: "f"): self = .ignored
    default: self = .unknown
    }
  }

  /// What the data protection keychain takes without an effect, and the file-based one is asked for.
  package static let matchesOfFiles: Set<String> = [
    "m_ItemList", "m_SearchList", "m_SubjectStartsWith", "m_SubjectEndsWith", "m_SubjectWholeString",
    "m_CaseInsensitive", "m_DiacriticInsensitive", "m_WidthInsensitive",
  ]
}

// MARK: - Words that stand for something

extension ReturnSelection {
  package init?(key: String) {
    switch key {
    case "r_Data": self = .data
    case "r_Attributes": self = .attributes
    case "r_Ref": self = .reference
    case "r_PersistentRef": self = .persistentReference
    default: return nil
    }
  }
}

extension MatchLimit {
  package init?(word: String) {
    switch word {
    case "m_LimitOne": self = .one
    case "m_LimitAll": self = .all
    default: return nil
    }
  }
}

extension AuthenticationChoice.Prompt {
  /// A value of `kSecUseAuthenticationUI`.
  package init?(word: String) {
    switch word {
    case "u_AuthUIA": self = .allow
    case "u_AuthUIF": self = .fail
    case "u_AuthUIS": self = .skip
    default: return nil
    }
  }
}
