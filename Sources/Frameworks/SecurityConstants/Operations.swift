// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import CoreFoundation

// The keys that steer a call: `kSecMatch…` what is found, `kSecReturn…` and `kSecValue…` what is passed, `kSecUse…` how.
// Unsafe because Apple's signatures are: a constant is an object to which a pointer stays good. No text of it ever changes.

@safe nonisolated(unsafe) public let kSecMatchPolicy: CFString = "m_Policy"
@safe nonisolated(unsafe) public let kSecMatchItemList: CFString = "m_ItemList"
@safe nonisolated(unsafe) public let kSecMatchSearchList: CFString = "m_SearchList"
@safe nonisolated(unsafe) public let kSecMatchIssuers: CFString = "m_Issuers"
@safe nonisolated(unsafe) public let kSecMatchEmailAddressIfPresent: CFString = "m_EmailAddressIfPresent"
@safe nonisolated(unsafe) public let kSecMatchHostOrSubdomainOfHost: CFString = "m_HostOrSubdomainOfHost"
@safe nonisolated(unsafe) public let kSecMatchSubjectContains: CFString = "m_SubjectContains"
@safe nonisolated(unsafe) public let kSecMatchSubjectStartsWith: CFString = "m_SubjectStartsWith"
@safe nonisolated(unsafe) public let kSecMatchSubjectEndsWith: CFString = "m_SubjectEndsWith"
@safe nonisolated(unsafe) public let kSecMatchSubjectWholeString: CFString = "m_SubjectWholeString"
@safe nonisolated(unsafe) public let kSecMatchCaseInsensitive: CFString = "m_CaseInsensitive"
@safe nonisolated(unsafe) public let kSecMatchDiacriticInsensitive: CFString = "m_DiacriticInsensitive"
@safe nonisolated(unsafe) public let kSecMatchWidthInsensitive: CFString = "m_WidthInsensitive"
@safe nonisolated(unsafe) public let kSecMatchTrustedOnly: CFString = "m_TrustedOnly"
@safe nonisolated(unsafe) public let kSecMatchValidOnDate: CFString = "m_ValidOnDate"
@safe nonisolated(unsafe) public let kSecMatchLimit: CFString = "m_Limit"
@safe nonisolated(unsafe) public let kSecMatchLimitOne: CFString = "m_LimitOne"
@safe nonisolated(unsafe) public let kSecMatchLimitAll: CFString = "m_LimitAll"

@safe nonisolated(unsafe) public let kSecReturnData: CFString = "r_Data"
@safe nonisolated(unsafe) public let kSecReturnAttributes: CFString = "r_Attributes"
@safe nonisolated(unsafe) public let kSecReturnRef: CFString = "r_Ref"
@safe nonisolated(unsafe) public let kSecReturnPersistentRef: CFString = "r_PersistentRef"

@safe nonisolated(unsafe) public let kSecValueData: CFString = "v_Data"
@safe nonisolated(unsafe) public let kSecValueRef: CFString = "v_Ref"
@safe nonisolated(unsafe) public let kSecValuePersistentRef: CFString = "v_PersistentRef"

@safe nonisolated(unsafe) public let kSecUseItemList: CFString = "u_ItemList"
@safe nonisolated(unsafe) public let kSecUseKeychain: CFString = "u_Keychain"
@safe nonisolated(unsafe) public let kSecUseTombstones: CFString = "u_Tomb"
@safe nonisolated(unsafe) public let kSecUseCredentialReference: CFString = "u_CredRef"
@safe nonisolated(unsafe) public let kSecUseOperationPrompt: CFString = "u_OpPrompt"
@safe nonisolated(unsafe) public let kSecUseNoAuthenticationUI: CFString = "u_NoAuthUI"
@safe nonisolated(unsafe) public let kSecUseAuthenticationUI: CFString = "u_AuthUI"
@safe nonisolated(unsafe) public let kSecUseAuthenticationUIAllow: CFString = "u_AuthUIA"
@safe nonisolated(unsafe) public let kSecUseAuthenticationUIFail: CFString = "u_AuthUIF"
@safe nonisolated(unsafe) public let kSecUseAuthenticationUISkip: CFString = "u_AuthUIS"
@safe nonisolated(unsafe) public let kSecUseAuthenticationContext: CFString = "u_AuthCtx"
@safe nonisolated(unsafe) public let kSecUseSystemKeychain: CFString = "u_SystemKeychain"
@safe nonisolated(unsafe) public let kSecUseSyncBubbleKeychain: CFString = "u_SyncBubbleKeychain"
@safe nonisolated(unsafe) public let kSecUseCallerName: CFString = "u_CallerName"
@safe nonisolated(unsafe) public let kSecUseTokenRawItems: CFString = "u_TokenRawItems"
@safe nonisolated(unsafe) public let kSecUseToken: CFString = "u_Token"
@safe nonisolated(unsafe) public let kSecUseCertificatesWithMatchIssuers: CFString = "u_CertWithIssuers"
@safe nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = "nleg"

@safe nonisolated(unsafe) public let kSecPrivateKeyAttrs: CFString = "private"
@safe nonisolated(unsafe) public let kSecPublicKeyAttrs: CFString = "public"
@safe nonisolated(unsafe) public let kSecSymmetricKeyAttrs: CFString = "symmetric"

@safe nonisolated(unsafe) public let kSecSharedPassword: CFString = "spwd"

@safe nonisolated(unsafe) public let kSecImportExportPassphrase: CFString = "passphrase"
@safe nonisolated(unsafe) public let kSecImportExportKeychain: CFString = "keychain"
@safe nonisolated(unsafe) public let kSecImportExportAccess: CFString = "access"
@safe nonisolated(unsafe) public let kSecImportToMemoryOnly: CFString = "memory"
@safe nonisolated(unsafe) public let kSecImportItemLabel: CFString = "label"
@safe nonisolated(unsafe) public let kSecImportItemKeyID: CFString = "keyid"
@safe nonisolated(unsafe) public let kSecImportItemTrust: CFString = "trust"
@safe nonisolated(unsafe) public let kSecImportItemCertChain: CFString = "chain"
@safe nonisolated(unsafe) public let kSecImportItemIdentity: CFString = "identity"
