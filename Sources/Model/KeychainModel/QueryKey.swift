// SPDX-License-Identifier: Apache-2.0

/// A key of a query that is no attribute of an item, under the string that its constant stands for.
///
/// A case is called as Apple's constant is, without `kSec`. The attributes are in `ItemAttribute`.
package enum QueryKey: String, Sendable, CaseIterable {
  /// `kSecClass`.
  case itemClass = "class"
  // MARK: In the shape of an attribute
  /// An attribute of the file-based keychain.
  case attrAccess = "acls"
  case useDataProtectionKeychain = "nleg"
  // MARK: Which items
  case matchPolicy = "m_Policy"
  case matchItemList = "m_ItemList"
  case matchSearchList = "m_SearchList"
  case matchIssuers = "m_Issuers"
  case matchEmailAddressIfPresent = "m_EmailAddressIfPresent"
  case matchHostOrSubdomainOfHost = "m_HostOrSubdomainOfHost"
  case matchSubjectContains = "m_SubjectContains"
  case matchSubjectStartsWith = "m_SubjectStartsWith"
  case matchSubjectEndsWith = "m_SubjectEndsWith"
  case matchSubjectWholeString = "m_SubjectWholeString"
  case matchCaseInsensitive = "m_CaseInsensitive"
  case matchDiacriticInsensitive = "m_DiacriticInsensitive"
  case matchWidthInsensitive = "m_WidthInsensitive"
  case matchTrustedOnly = "m_TrustedOnly"
  case matchValidOnDate = "m_ValidOnDate"
  case matchLimit = "m_Limit"
  // MARK: What is returned
  case returnData = "r_Data"
  case returnAttributes = "r_Attributes"
  case returnRef = "r_Ref"
  case returnPersistentRef = "r_PersistentRef"
  // MARK: What is stored, or refers to an item
  case valueData = "v_Data"
  case valueRef = "v_Ref"
  case valuePersistentRef = "v_PersistentRef"
  // MARK: How
  case useItemList = "u_ItemList"
  case useKeychain = "u_Keychain"
  case useTombstones = "u_Tomb"
  case useCredentialReference = "u_CredRef"
  case useOperationPrompt = "u_OpPrompt"
  case useNoAuthenticationUI = "u_NoAuthUI"
  case useAuthenticationUI = "u_AuthUI"
  case useAuthenticationContext = "u_AuthCtx"
  case useSystemKeychain = "u_SystemKeychain"
  case useSyncBubbleKeychain = "u_SyncBubbleKeychain"
  case useCallerName = "u_CallerName"
  case useTokenRawItems = "u_TokenRawItems"
  case useToken = "u_Token"
  case useCertificatesWithMatchIssuers = "u_CertWithIssuers"

  private static let keys = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// Finds a key by its hash: the compiler's own initializer compares with each of the strings.
  package init?(rawValue: String) {
    guard let key = Self.keys[rawValue] else { return nil }
    self = key
  }

  /// The name of Apple's constant.
  package var constant: String {
    switch self {
    case .itemClass: "kSecClass"
    case .attrAccess: "kSecAttrAccess"
    case .useDataProtectionKeychain: "kSecUseDataProtectionKeychain"
    case .useTombstones: "kSecUseTombstones"
    case .useCredentialReference: "kSecUseCredentialReference"
    case .useOperationPrompt: "kSecUseOperationPrompt"
    case .useNoAuthenticationUI: "kSecUseNoAuthenticationUI"
    case .useAuthenticationUI: "kSecUseAuthenticationUI"
    case .useAuthenticationContext: "kSecUseAuthenticationContext"
    case .useCertificatesWithMatchIssuers: "kSecUseCertificatesWithMatchIssuers"
    default: constantOfString
    }
  }

  /// Most constants have the string's own words, after the word that its first letter stands for.
  private var constantOfString: String {
    let prefix =
      switch rawValue.utf8.first {
      case UInt8(ascii: "m"): "kSecMatch"
      case UInt8(ascii: "r"): "kSecReturn"
      case UInt8(ascii: "v"): "kSecValue"
      default: "kSecUse"
      }
    return prefix + rawValue.dropFirst(2)
  }

  /// The keys that the data protection keychain accepts without an effect, and only the file-based one follows.
  package static let matchesOfFiles: Set<QueryKey> = [
    .matchItemList, .matchSearchList, .matchSubjectStartsWith, .matchSubjectEndsWith, .matchSubjectWholeString,
    .matchCaseInsensitive, .matchDiacriticInsensitive, .matchWidthInsensitive,
  ]
}
