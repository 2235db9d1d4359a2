// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import KeychainModel

// The keys that steer a call: `kSecMatch…` what is found, `kSecReturn…` and `kSecValue…` what is passed, `kSecUse…` how.
// Unsafe because Apple's signatures are: a constant is an object to which a pointer stays good. No text of it ever changes.

/// The key for a policy that certificates have to meet.
@safe nonisolated(unsafe) public let kSecMatchPolicy: CFString = NSString(.matchPolicy)
/// The key for a list of items to which a search is limited.
@safe nonisolated(unsafe) public let kSecMatchItemList: CFString = NSString(.matchItemList)
/// The key for the file-based keychains to which a search is limited.
@safe nonisolated(unsafe) public let kSecMatchSearchList: CFString = NSString(.matchSearchList)
/// The key for subjects in DER, one of which has issued a certificate in the chain.
@safe nonisolated(unsafe) public let kSecMatchIssuers: CFString = NSString(.matchIssuers)
/// The key for an address that a certificate has, if it has any.
@safe nonisolated(unsafe) public let kSecMatchEmailAddressIfPresent: CFString = NSString(.matchEmailAddressIfPresent)
/// The key for a host which the server of an internet password is, or is below.
@safe nonisolated(unsafe) public let kSecMatchHostOrSubdomainOfHost: CFString = NSString(.matchHostOrSubdomainOfHost)
/// The key for a text that the subject of a certificate contains.
@safe nonisolated(unsafe) public let kSecMatchSubjectContains: CFString = NSString(.matchSubjectContains)
/// The key for a text with which the subject of a certificate begins.
@safe nonisolated(unsafe) public let kSecMatchSubjectStartsWith: CFString = NSString(.matchSubjectStartsWith)
/// The key for a text with which the subject of a certificate ends.
@safe nonisolated(unsafe) public let kSecMatchSubjectEndsWith: CFString = NSString(.matchSubjectEndsWith)
/// The key for a text which the subject of a certificate is.
@safe nonisolated(unsafe) public let kSecMatchSubjectWholeString: CFString = NSString(.matchSubjectWholeString)
/// The key for whether upper and lower case are alike in a comparison.
@safe nonisolated(unsafe) public let kSecMatchCaseInsensitive: CFString = NSString(.matchCaseInsensitive)
/// The key for whether letters with and without diacritics are alike in a comparison.
@safe nonisolated(unsafe) public let kSecMatchDiacriticInsensitive: CFString = NSString(.matchDiacriticInsensitive)
/// The key for whether characters of full and half width are alike in a comparison.
@safe nonisolated(unsafe) public let kSecMatchWidthInsensitive: CFString = NSString(.matchWidthInsensitive)
/// The key for whether only certificates are found that lead to a trusted anchor.
@safe nonisolated(unsafe) public let kSecMatchTrustedOnly: CFString = NSString(.matchTrustedOnly)
/// The key for a date at which certificates have to be valid; `NSNull` stands for now.
@safe nonisolated(unsafe) public let kSecMatchValidOnDate: CFString = NSString(.matchValidOnDate)
/// The key for how many items are returned: a number, `kSecMatchLimitOne` or `kSecMatchLimitAll`.
@safe nonisolated(unsafe) public let kSecMatchLimit: CFString = NSString(.matchLimit)
/// A single item is returned, by itself and not in an array; the default.
@safe nonisolated(unsafe) public let kSecMatchLimitOne: CFString = NSString(.matchLimitOne)
/// All items are returned, in an array.
@safe nonisolated(unsafe) public let kSecMatchLimitAll: CFString = NSString(.matchLimitAll)

/// The key for whether an item's secret is returned.
@safe nonisolated(unsafe) public let kSecReturnData: CFString = NSString(.returnData)
/// The key for whether an item's attributes are returned.
@safe nonisolated(unsafe) public let kSecReturnAttributes: CFString = NSString(.returnAttributes)
/// The key for whether an object is returned: a key, a certificate or an identity.
@safe nonisolated(unsafe) public let kSecReturnRef: CFString = NSString(.returnRef)
/// The key for whether a reference is returned that can be stored, and outlives the process.
@safe nonisolated(unsafe) public let kSecReturnPersistentRef: CFString = NSString(.returnPersistentRef)

/// The key for an item's secret.
@safe nonisolated(unsafe) public let kSecValueData: CFString = NSString(.valueData)
/// The key for an object: a key, a certificate or an identity.
@safe nonisolated(unsafe) public let kSecValueRef: CFString = NSString(.valueRef)
/// The key for a reference that was stored.
@safe nonisolated(unsafe) public let kSecValuePersistentRef: CFString = NSString(.valuePersistentRef)

/// The key for items that are used instead of a search.
@safe nonisolated(unsafe) public let kSecUseItemList: CFString = NSString(.useItemList)
/// The key for the file-based keychain that an item is added to.
@safe nonisolated(unsafe) public let kSecUseKeychain: CFString = NSString(.useKeychain)
/// The key for whether deleted synchronized items leave a row behind.
@safe nonisolated(unsafe) public let kSecUseTombstones: CFString = NSString(.useTombstones)
/// The key for a caller's authentication context in the form that Apple's own code passes.
@safe nonisolated(unsafe) public let kSecUseCredentialReference: CFString = NSString(.useCredentialReference)
/// The key for the reason that the person reads when they are asked.
@safe nonisolated(unsafe) public let kSecUseOperationPrompt: CFString = NSString(.useOperationPrompt)
/// The key for whether nobody may be asked; replaced by `kSecUseAuthenticationUI`.
@safe nonisolated(unsafe) public let kSecUseNoAuthenticationUI: CFString = NSString(.useNoAuthenticationUI)
/// The key for whether the person may be asked, one of `kSecUseAuthenticationUI…`.
@safe nonisolated(unsafe) public let kSecUseAuthenticationUI: CFString = NSString(.useAuthenticationUI)
/// The person is asked where an item wants it; the default.
@safe nonisolated(unsafe) public let kSecUseAuthenticationUIAllow: CFString = NSString(.useAuthenticationUIAllow)
/// The call fails with `errSecInteractionNotAllowed` where the person would be asked.
@safe nonisolated(unsafe) public let kSecUseAuthenticationUIFail: CFString = NSString(.useAuthenticationUIFail)
/// Items for which the person would be asked are left out.
@safe nonisolated(unsafe) public let kSecUseAuthenticationUISkip: CFString = NSString(.useAuthenticationUISkip)
/// The key for an `LAContext` in which the person has been asked, or is.
@safe nonisolated(unsafe) public let kSecUseAuthenticationContext: CFString = NSString(.useAuthenticationContext)
/// The key for whether the system's keychain is used, which Apple's own services alone may.
@safe nonisolated(unsafe) public let kSecUseSystemKeychain: CFString = NSString(.useSystemKeychain)
/// The key for the user whose synchronized items are used, which Apple's own services alone may.
@safe nonisolated(unsafe) public let kSecUseSyncBubbleKeychain: CFString = NSString(.useSyncBubbleKeychain)
/// The key for the name of the caller on whose behalf a service asks.
@safe nonisolated(unsafe) public let kSecUseCallerName: CFString = NSString(.useCallerName)
/// The key for whether a token's items are returned as the token has them.
@safe nonisolated(unsafe) public let kSecUseTokenRawItems: CFString = NSString(.useTokenRawItems)
/// The key for the token to whose items a call is limited.
@safe nonisolated(unsafe) public let kSecUseToken: CFString = NSString(.useToken)
/// The key for further certificates through which `kSecMatchIssuers` may lead.
@safe nonisolated(unsafe) public let kSecUseCertificatesWithMatchIssuers: CFString = NSString(
  .useCertificatesWithMatchIssuers)
/// The key for whether the data protection keychain is used on macOS, as it is on iOS always.
@safe nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = NSString(.useDataProtectionKeychain)

/// The key for the attributes of the private key of a pair that is made.
@safe nonisolated(unsafe) public let kSecPrivateKeyAttrs: CFString = "private"
/// The key for the attributes of the public key of a pair that is made.
@safe nonisolated(unsafe) public let kSecPublicKeyAttrs: CFString = "public"
/// The key for the attributes of a symmetric key that is made.
@safe nonisolated(unsafe) public let kSecSymmetricKeyAttrs: CFString = "symmetric"

/// The key for the password among shared web credentials.
@safe nonisolated(unsafe) public let kSecSharedPassword: CFString = "spwd"

/// The key for the passphrase of the file that is read.
@safe nonisolated(unsafe) public let kSecImportExportPassphrase: CFString = "passphrase"
/// The key for the file-based keychain that items are imported into.
@safe nonisolated(unsafe) public let kSecImportExportKeychain: CFString = "keychain"
/// The key for the access of items that are imported.
@safe nonisolated(unsafe) public let kSecImportExportAccess: CFString = "access"
/// The key for whether items are only returned, and not added to a keychain.
@safe nonisolated(unsafe) public let kSecImportToMemoryOnly: CFString = "memory"
/// The key for the label of an imported item.
@safe nonisolated(unsafe) public let kSecImportItemLabel: CFString = "label"
/// The key for the identifier of an imported key.
@safe nonisolated(unsafe) public let kSecImportItemKeyID: CFString = "keyid"
/// The key for the trust object of an imported identity's chain.
@safe nonisolated(unsafe) public let kSecImportItemTrust: CFString = "trust"
/// The key for the certificates that came with an imported identity.
@safe nonisolated(unsafe) public let kSecImportItemCertChain: CFString = "chain"
/// The key for an imported identity.
@safe nonisolated(unsafe) public let kSecImportItemIdentity: CFString = "identity"
