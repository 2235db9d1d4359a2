// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation

// What the calls answer. The codes that Apple numbers from -67585 down are in files by subject.

/// The call did what it was asked to do.
public let errSecSuccess: OSStatus = 0
/// The function is not implemented.
public let errSecUnimplemented: OSStatus = -4
/// The disk is full.
public let errSecDiskFull: OSStatus = -34
/// The disk is full, under the constant's earlier name.
public let errSecDskFull: OSStatus = errSecDiskFull
/// Reading or writing failed.
public let errSecIO: OSStatus = -36
/// The file is open for writing already.
public let errSecOpWr: OSStatus = -49
/// A parameter is malformed, missing or contradicts another.
public let errSecParam: OSStatus = -50
/// The file may not be written.
public let errSecWrPerm: OSStatus = -61
/// Memory could not be had.
public let errSecAllocate: OSStatus = -108
/// The person cancelled.
public let errSecUserCanceled: OSStatus = -128
/// The request is malformed, or cannot be answered in this state.
public let errSecBadReq: OSStatus = -909
/// A part of the system failed.
public let errSecInternalComponent: OSStatus = -2070
/// Core Foundation reported an error that is not known.
public let errSecCoreFoundationUnknown: OSStatus = -4960
/// The caller has no entitlement for it, such as one for the access group.
public let errSecMissingEntitlement: OSStatus = -34018
/// The function is not for this caller.
public let errSecRestrictedAPI: OSStatus = -34020
/// The access control list is not of the simple form.
public let errSecACLNotSimple: OSStatus = -25240
/// The policy was not found.
public let errSecPolicyNotFound: OSStatus = -25241
/// The trust setting is malformed.
public let errSecInvalidTrustSetting: OSStatus = -25242
/// The item has no access control of that kind.
public let errSecNoAccessForItem: OSStatus = -25243
/// The owner of an access cannot be changed so.
public let errSecInvalidOwnerEdit: OSStatus = -25244
/// There is no result of a trust evaluation.
public let errSecTrustNotAvailable: OSStatus = -25245
/// The format is known, and not supported.
public let errSecUnsupportedFormat: OSStatus = -25256
/// The format is not known.
public let errSecUnknownFormat: OSStatus = -25257
/// The key may leave only wrapped.
public let errSecKeyIsSensitive: OSStatus = -25258
/// There is more than one private key where one is imported.
public let errSecMultiplePrivKeys: OSStatus = -25259
/// A passphrase is needed.
public let errSecPassphraseRequired: OSStatus = -25260
/// The reference to a password leads to none.
public let errSecInvalidPasswordRef: OSStatus = -25261
/// The record of trust settings is malformed.
public let errSecInvalidTrustSettings: OSStatus = -25262
/// There are no trust settings.
public let errSecNoTrustSettings: OSStatus = -25263
/// The integrity check of a PKCS #12 file failed: it is damaged, or the passphrase is wrong.
public let errSecPkcs12VerifyFailure: OSStatus = -25264
/// The keychain cannot be reached.
public let errSecNotAvailable: OSStatus = -25291
/// The keychain may only be read.
public let errSecReadOnly: OSStatus = -25292
/// The passcode or password was wrong, or nobody proved who they are.
public let errSecAuthFailed: OSStatus = -25293
/// There is no such keychain.
public let errSecNoSuchKeychain: OSStatus = -25294
/// The file is no keychain.
public let errSecInvalidKeychain: OSStatus = -25295
/// There is a keychain of that name already.
public let errSecDuplicateKeychain: OSStatus = -25296
/// The callback is registered already.
public let errSecDuplicateCallback: OSStatus = -25297
/// The callback is not registered.
public let errSecInvalidCallback: OSStatus = -25298
/// There is an item with this primary key already.
public let errSecDuplicateItem: OSStatus = -25299
/// Nothing matches the query.
public let errSecItemNotFound: OSStatus = -25300
/// The buffer is too small for the result.
public let errSecBufferTooSmall: OSStatus = -25301
/// The data is too large.
public let errSecDataTooLarge: OSStatus = -25302
/// Items of this class have no such attribute.
public let errSecNoSuchAttr: OSStatus = -25303
/// The reference to an item leads to none.
public let errSecInvalidItemRef: OSStatus = -25304
/// The reference to a search leads to none.
public let errSecInvalidSearchRef: OSStatus = -25305
/// There is no such class of items.
public let errSecNoSuchClass: OSStatus = -25306
/// There is no default keychain.
public let errSecNoDefaultKeychain: OSStatus = -25307
/// The lock state keeps the key away, or the person may not be asked.
public let errSecInteractionNotAllowed: OSStatus = -25308
/// The attribute may only be read.
public let errSecReadOnlyAttr: OSStatus = -25309
/// The keychain has another version.
public let errSecWrongSecVersion: OSStatus = -25310
/// Keys of this size are not allowed.
public let errSecKeySizeNotAllowed: OSStatus = -25311
/// There is no module that stores.
public let errSecNoStorageModule: OSStatus = -25312
/// There is no module for certificates.
public let errSecNoCertificateModule: OSStatus = -25313
/// There is no module for policies.
public let errSecNoPolicyModule: OSStatus = -25314
/// The person has to be asked.
public let errSecInteractionRequired: OSStatus = -25315
/// The item's data cannot be had.
public let errSecDataNotAvailable: OSStatus = -25316
/// The item's data cannot be changed.
public let errSecDataNotModifiable: OSStatus = -25317
/// No chain of certificates could be built.
public let errSecCreateChainFailed: OSStatus = -25318
/// The preference domain is not valid.
public let errSecInvalidPrefsDomain: OSStatus = -25319
/// The person cannot be asked while the screen is off.
public let errSecInDarkWake: OSStatus = -25320
/// The certificate did not sign it.
public let errSecNotSigner: OSStatus = -26267
/// The data could not be decoded.
public let errSecDecode: OSStatus = -26275
