// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import CoreFoundation
import KeychainModel

// The keys that steer a call: `kSecMatch…` what is found, `kSecReturn…` and `kSecValue…` what is passed, `kSecUse…` how.
// Unsafe because Apple's signatures are: a constant is an object to which a pointer stays good. No text of it ever changes.

@safe nonisolated(unsafe) public let kSecMatchPolicy: CFString = NSString(.matchPolicy)
@safe nonisolated(unsafe) public let kSecMatchItemList: CFString = NSString(.matchItemList)
@safe nonisolated(unsafe) public let kSecMatchSearchList: CFString = NSString(.matchSearchList)
@safe nonisolated(unsafe) public let kSecMatchIssuers: CFString = NSString(.matchIssuers)
@safe nonisolated(unsafe) public let kSecMatchEmailAddressIfPresent: CFString = NSString(.matchEmailAddressIfPresent)
@safe nonisolated(unsafe) public let kSecMatchHostOrSubdomainOfHost: CFString = NSString(.matchHostOrSubdomainOfHost)
@safe nonisolated(unsafe) public let kSecMatchSubjectContains: CFString = NSString(.matchSubjectContains)
@safe nonisolated(unsafe) public let kSecMatchSubjectStartsWith: CFString = NSString(.matchSubjectStartsWith)
@safe nonisolated(unsafe) public let kSecMatchSubjectEndsWith: CFString = NSString(.matchSubjectEndsWith)
@safe nonisolated(unsafe) public let kSecMatchSubjectWholeString: CFString = NSString(.matchSubjectWholeString)
@safe nonisolated(unsafe) public let kSecMatchCaseInsensitive: CFString = NSString(.matchCaseInsensitive)
@safe nonisolated(unsafe) public let kSecMatchDiacriticInsensitive: CFString = NSString(.matchDiacriticInsensitive)
@safe nonisolated(unsafe) public let kSecMatchWidthInsensitive: CFString = NSString(.matchWidthInsensitive)
@safe nonisolated(unsafe) public let kSecMatchTrustedOnly: CFString = NSString(.matchTrustedOnly)
@safe nonisolated(unsafe) public let kSecMatchValidOnDate: CFString = NSString(.matchValidOnDate)
@safe nonisolated(unsafe) public let kSecMatchLimit: CFString = NSString(.matchLimit)
@safe nonisolated(unsafe) public let kSecMatchLimitOne: CFString = NSString(.matchLimitOne)
@safe nonisolated(unsafe) public let kSecMatchLimitAll: CFString = NSString(.matchLimitAll)

@safe nonisolated(unsafe) public let kSecReturnData: CFString = NSString(.returnData)
@safe nonisolated(unsafe) public let kSecReturnAttributes: CFString = NSString(.returnAttributes)
@safe nonisolated(unsafe) public let kSecReturnRef: CFString = NSString(.returnRef)
@safe nonisolated(unsafe) public let kSecReturnPersistentRef: CFString = NSString(.returnPersistentRef)

@safe nonisolated(unsafe) public let kSecValueData: CFString = NSString(.valueData)
@safe nonisolated(unsafe) public let kSecValueRef: CFString = NSString(.valueRef)
@safe nonisolated(unsafe) public let kSecValuePersistentRef: CFString = NSString(.valuePersistentRef)

@safe nonisolated(unsafe) public let kSecUseItemList: CFString = NSString(.useItemList)
@safe nonisolated(unsafe) public let kSecUseKeychain: CFString = NSString(.useKeychain)
@safe nonisolated(unsafe) public let kSecUseTombstones: CFString = NSString(.useTombstones)
@safe nonisolated(unsafe) public let kSecUseCredentialReference: CFString = NSString(.useCredentialReference)
@safe nonisolated(unsafe) public let kSecUseOperationPrompt: CFString = NSString(.useOperationPrompt)
@safe nonisolated(unsafe) public let kSecUseNoAuthenticationUI: CFString = NSString(.useNoAuthenticationUI)
@safe nonisolated(unsafe) public let kSecUseAuthenticationUI: CFString = NSString(.useAuthenticationUI)
@safe nonisolated(unsafe) public let kSecUseAuthenticationUIAllow: CFString = NSString(.useAuthenticationUIAllow)
@safe nonisolated(unsafe) public let kSecUseAuthenticationUIFail: CFString = NSString(.useAuthenticationUIFail)
@safe nonisolated(unsafe) public let kSecUseAuthenticationUISkip: CFString = NSString(.useAuthenticationUISkip)
@safe nonisolated(unsafe) public let kSecUseAuthenticationContext: CFString = NSString(.useAuthenticationContext)
@safe nonisolated(unsafe) public let kSecUseSystemKeychain: CFString = NSString(.useSystemKeychain)
@safe nonisolated(unsafe) public let kSecUseSyncBubbleKeychain: CFString = NSString(.useSyncBubbleKeychain)
@safe nonisolated(unsafe) public let kSecUseCallerName: CFString = NSString(.useCallerName)
@safe nonisolated(unsafe) public let kSecUseTokenRawItems: CFString = NSString(.useTokenRawItems)
@safe nonisolated(unsafe) public let kSecUseToken: CFString = NSString(.useToken)
@safe nonisolated(unsafe) public let kSecUseCertificatesWithMatchIssuers: CFString = NSString(
  .useCertificatesWithMatchIssuers)
@safe nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = NSString(.useDataProtectionKeychain)

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
