// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import SecurityConstants
import Testing

@Suite struct ConstantsTests {
  /// Code that spells the strings itself, and items already stored, depend on them.
  @Test func `A constant has the string that Apple gave it`() {
    for (constant, string) in Self.strings { #expect(constant as String == string) }
  }

  /// The table "Constant values".
  private static var strings: [(CFString, String)] {
    [
      (kSecClass, "class"), (kSecValueData, "v_Data"), (kSecValueRef, "v_Ref"),
      (kSecValuePersistentRef, "v_PersistentRef"), (kSecReturnData, "r_Data"), (kSecReturnAttributes, "r_Attributes"),
      (kSecReturnRef, "r_Ref"), (kSecReturnPersistentRef, "r_PersistentRef"), (kSecMatchLimit, "m_Limit"),
      (kSecMatchLimitOne, "m_LimitOne"), (kSecMatchLimitAll, "m_LimitAll"), (kSecMatchPolicy, "m_Policy"),
      (kSecMatchIssuers, "m_Issuers"), (kSecMatchValidOnDate, "m_ValidOnDate"), (kSecMatchTrustedOnly, "m_TrustedOnly"),
      (kSecMatchEmailAddressIfPresent, "m_EmailAddressIfPresent"),
      (kSecMatchHostOrSubdomainOfHost, "m_HostOrSubdomainOfHost"), (kSecMatchSubjectContains, "m_SubjectContains"),
      (kSecMatchCaseInsensitive, "m_CaseInsensitive"), (kSecMatchItemList, "m_ItemList"),
      (kSecMatchSearchList, "m_SearchList"), (kSecUseAuthenticationUI, "u_AuthUI"),
      (kSecUseAuthenticationUIAllow, "u_AuthUIA"), (kSecUseAuthenticationUIFail, "u_AuthUIF"),
      (kSecUseAuthenticationUISkip, "u_AuthUIS"), (kSecUseNoAuthenticationUI, "u_NoAuthUI"),
      (kSecUseOperationPrompt, "u_OpPrompt"), (kSecUseAuthenticationContext, "u_AuthCtx"),
      (kSecUseCredentialReference, "u_CredRef"), (kSecUseItemList, "u_ItemList"), (kSecUseTombstones, "u_Tomb"),
      (kSecUseDataProtectionKeychain, "nleg"), (kSecClassGenericPassword, "genp"), (kSecClassInternetPassword, "inet"),
      (kSecClassCertificate, "cert"), (kSecClassKey, "keys"), (kSecClassIdentity, "idnt"),
      (kSecAttrAccessibleWhenUnlocked, "ak"), (kSecAttrAccessibleAfterFirstUnlock, "ck"),
      (kSecAttrAccessibleAlways, "dk"), (kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, "akpu"),
      (kSecAttrAccessibleWhenUnlockedThisDeviceOnly, "aku"), (kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, "cku"),
      (kSecAttrAccessibleAlwaysThisDeviceOnly, "dku"), (kSecAttrSynchronizableAny, "syna"),
      (kSecAttrKeyClassPublic, "0"), (kSecAttrKeyClassPrivate, "1"), (kSecAttrKeyClassSymmetric, "2"),
      (kSecAttrKeyTypeRSA, "42"), (kSecAttrKeyTypeEC, "73"), (kSecAttrKeyTypeECSECPrimeRandom, "73"),
      (kSecAttrKeyTypeEd25519, "105"), (kSecAttrKeyTypeX25519, "106"), (kSecAttrKeyTypeEd448, "107"),
      (kSecAttrKeyTypeX448, "108"), (kSecAttrProtocolFTP, "ftp "), (kSecAttrProtocolHTTP, "http"),
      (kSecAttrProtocolHTTPS, "htps"), (kSecAttrProtocolIMAP, "imap"), (kSecAttrProtocolIMAPS, "imps"),
      (kSecAttrProtocolSMTP, "smtp"), (kSecAttrProtocolSSH, "ssh "), (kSecAttrProtocolLDAP, "ldap"),
      (kSecAttrProtocolSMB, "smb "), (kSecAttrProtocolPOP3, "pop3"), (kSecAttrAuthenticationTypeNTLM, "ntlm"),
      (kSecAttrAuthenticationTypeMSN, "msna"), (kSecAttrAuthenticationTypeDPA, "dpaa"),
      (kSecAttrAuthenticationTypeRPA, "rpaa"), (kSecAttrAuthenticationTypeHTTPBasic, "http"),
      (kSecAttrAuthenticationTypeHTTPDigest, "httd"), (kSecAttrAuthenticationTypeHTMLForm, "form"),
      (kSecAttrAuthenticationTypeDefault, "dflt"), (kSecAttrAccessGroupToken, "com.apple.token"),
      (kSecAttrTokenIDSecureEnclave, "com.apple.setoken"),
      (kSecAttrProtocolSOCKS, "sox "), (kSecImportItemCertChain, "chain"),
    ]
  }

  @Test(
    arguments: [
      (errSecItemNotFound, -25300), (errSecInteractionNotAllowed, -25308), (errSecMissingEntitlement, -34018),
      (errSecNotTrusted, -67843), (errSecVerifyFailed, -67808), (errSecInvalidAlgorithm, -67747),
      (errSecTimestampMissing, -67882), (errSecNotInitialized, -67667), (errSecInvalidRoot, -67612),
      (errSecCertificateIsCA, -67902), (errSecPkcs12VerifyFailure, -25264), (errSecDskFull, -34),
    ] as [(OSStatus, Int)])
  func `A result code has the number that Apple gave it`(code: OSStatus, number: Int) {
    #expect(Int(code) == number)
  }
}
