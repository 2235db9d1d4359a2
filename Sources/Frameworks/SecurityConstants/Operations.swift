// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import CoreFoundation

// The keys that steer a call: `kSecMatch…` what is found, `kSecReturn…` and `kSecValue…` what is passed, `kSecUse…` how.

public var kSecMatchPolicy: CFString { "m_Policy" }
public var kSecMatchItemList: CFString { "m_ItemList" }
public var kSecMatchSearchList: CFString { "m_SearchList" }
public var kSecMatchIssuers: CFString { "m_Issuers" }
public var kSecMatchEmailAddressIfPresent: CFString { "m_EmailAddressIfPresent" }
public var kSecMatchHostOrSubdomainOfHost: CFString { "m_HostOrSubdomainOfHost" }
public var kSecMatchSubjectContains: CFString { "m_SubjectContains" }
public var kSecMatchSubjectStartsWith: CFString { "m_SubjectStartsWith" }
public var kSecMatchSubjectEndsWith: CFString { "m_SubjectEndsWith" }
public var kSecMatchSubjectWholeString: CFString { "m_SubjectWholeString" }
public var kSecMatchCaseInsensitive: CFString { "m_CaseInsensitive" }
public var kSecMatchDiacriticInsensitive: CFString { "m_DiacriticInsensitive" }
public var kSecMatchWidthInsensitive: CFString { "m_WidthInsensitive" }
public var kSecMatchTrustedOnly: CFString { "m_TrustedOnly" }
public var kSecMatchValidOnDate: CFString { "m_ValidOnDate" }
public var kSecMatchLimit: CFString { "m_Limit" }
public var kSecMatchLimitOne: CFString { "m_LimitOne" }
public var kSecMatchLimitAll: CFString { "m_LimitAll" }

public var kSecReturnData: CFString { "r_Data" }
public var kSecReturnAttributes: CFString { "r_Attributes" }
public var kSecReturnRef: CFString { "r_Ref" }
public var kSecReturnPersistentRef: CFString { "r_PersistentRef" }

public var kSecValueData: CFString { "v_Data" }
public var kSecValueRef: CFString { "v_Ref" }
public var kSecValuePersistentRef: CFString { "v_PersistentRef" }

public var kSecUseItemList: CFString { "u_ItemList" }
public var kSecUseKeychain: CFString { "u_Keychain" }
public var kSecUseTombstones: CFString { "u_Tomb" }
public var kSecUseCredentialReference: CFString { "u_CredRef" }
public var kSecUseOperationPrompt: CFString { "u_OpPrompt" }
public var kSecUseNoAuthenticationUI: CFString { "u_NoAuthUI" }
public var kSecUseAuthenticationUI: CFString { "u_AuthUI" }
public var kSecUseAuthenticationUIAllow: CFString { "u_AuthUIA" }
public var kSecUseAuthenticationUIFail: CFString { "u_AuthUIF" }
public var kSecUseAuthenticationUISkip: CFString { "u_AuthUIS" }
public var kSecUseAuthenticationContext: CFString { "u_AuthCtx" }
public var kSecUseSystemKeychain: CFString { "u_SystemKeychain" }
public var kSecUseSyncBubbleKeychain: CFString { "u_SyncBubbleKeychain" }
public var kSecUseCallerName: CFString { "u_CallerName" }
public var kSecUseTokenRawItems: CFString { "u_TokenRawItems" }
public var kSecUseToken: CFString { "u_Token" }
public var kSecUseCertificatesWithMatchIssuers: CFString { "u_CertWithIssuers" }
public var kSecUseDataProtectionKeychain: CFString { "nleg" }

public var kSecPrivateKeyAttrs: CFString { "private" }
public var kSecPublicKeyAttrs: CFString { "public" }
public var kSecSymmetricKeyAttrs: CFString { "symmetric" }

public var kSecSharedPassword: CFString { "spwd" }

public var kSecImportExportPassphrase: CFString { "passphrase" }
public var kSecImportExportKeychain: CFString { "keychain" }
public var kSecImportExportAccess: CFString { "access" }
public var kSecImportToMemoryOnly: CFString { "memory" }
public var kSecImportItemLabel: CFString { "label" }
public var kSecImportItemKeyID: CFString { "keyid" }
public var kSecImportItemTrust: CFString { "trust" }
public var kSecImportItemCertChain: CFString { "chain" }
public var kSecImportItemIdentity: CFString { "identity" }
