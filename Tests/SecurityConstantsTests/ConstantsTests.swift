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

  @Test(
    arguments: [
      (0, "No error."), (-4, "Function or operation not implemented."), (-36, "I/O error."),
      (-50, "One or more parameters passed to a function were not valid."), (-108, "Failed to allocate memory."),
      (-128, "User canceled the operation."), (-909, "Bad parameter or invalid state for operation."),
      (-25291, "No keychain is available. You may need to restart your computer."),
      (-25292, "This keychain cannot be modified."),
      (-25293, "The user name or passphrase you entered is not correct."),
      (-25299, "The specified item already exists in the keychain."),
      (-25300, "The specified item could not be found in the keychain."),
      (-25303, "The specified attribute does not exist."),
      (-25304, "The specified item is no longer valid. It may have been deleted from the keychain."),
      (-25306, "The specified item does not appear to be a valid keychain item."),
      (-25308, "User interaction is not allowed."),
      (-25311, "This item specifies a key size which is too large or too small."),
      (-25264, "MAC verification failed during PKCS12 import (wrong password?)"),
      (-26275, "Unable to decode the provided data."), (-34018, "A required entitlement isn't present."),
      (-34020, "Client is restricted and is not permitted to perform this operation."),
      (-67808, "A cryptographic verification failure has occurred."),
      (-67903, "The certificate contains multiple extensions with the same extension ID."),
    ] as [(OSStatus, String)])
  func `A result code has the text of Apple's header`(code: OSStatus, text: String) {
    #expect(ResultMessages.text(for: code) == text)
  }

  @Test func `A code without a text in the header has none here`() {
    #expect(ResultMessages.text(for: errSecMobileMeServerError) == nil)
    #expect(ResultMessages.text(for: 1) == nil)
  }
}
