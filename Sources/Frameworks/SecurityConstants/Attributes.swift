// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import KeychainModel

// The attribute keys. The strings are the column names of the keychain: code that spells "acct" itself works too.
// Unsafe because Apple's signatures are: a constant is an object to which a pointer stays good. No text of it ever changes.

/// The key for when an item can be read, by lock state.
@safe nonisolated(unsafe) public let kSecAttrAccessible: CFString = "pdmn"
/// The key for the access control of an item: when it can be read, and who has to be asked.
@safe nonisolated(unsafe) public let kSecAttrAccessControl: CFString = "accc"
/// The key for the group of apps that share an item.
@safe nonisolated(unsafe) public let kSecAttrAccessGroup: CFString = "agrp"
/// The key for the access object of an item in a file-based keychain.
@safe nonisolated(unsafe) public let kSecAttrAccess: CFString = NSString(.attrAccess)
/// The key for when an item was added.
@safe nonisolated(unsafe) public let kSecAttrCreationDate: CFString = "cdat"
/// The key for when an item was last changed.
@safe nonisolated(unsafe) public let kSecAttrModificationDate: CFString = "mdat"
/// The key for the kind of an item, as people read it.
@safe nonisolated(unsafe) public let kSecAttrDescription: CFString = "desc"
/// The key for a comment that people may edit.
@safe nonisolated(unsafe) public let kSecAttrComment: CFString = "icmt"
/// The key for the creator of a password, four characters as a number.
@safe nonisolated(unsafe) public let kSecAttrCreator: CFString = "crtr"
/// The key for the type of a password, four characters as a number.
@safe nonisolated(unsafe) public let kSecAttrType: CFString = "type"
/// The key for the name that people see.
@safe nonisolated(unsafe) public let kSecAttrLabel: CFString = "labl"
/// The key for whether a password is hidden from lists.
@safe nonisolated(unsafe) public let kSecAttrIsInvisible: CFString = "invi"
/// The key for whether there is no password on purpose.
@safe nonisolated(unsafe) public let kSecAttrIsNegative: CFString = "nega"
/// The key for the account of a password.
@safe nonisolated(unsafe) public let kSecAttrAccount: CFString = "acct"
/// The key for the service of a generic password.
@safe nonisolated(unsafe) public let kSecAttrService: CFString = "svce"
/// The key for data of the app's own beside a generic password.
@safe nonisolated(unsafe) public let kSecAttrGeneric: CFString = "gena"
/// The key for the security domain of an internet password.
@safe nonisolated(unsafe) public let kSecAttrSecurityDomain: CFString = "sdmn"
/// The key for the host of an internet password.
@safe nonisolated(unsafe) public let kSecAttrServer: CFString = "srvr"
/// The key for the protocol of an internet password, one of `kSecAttrProtocol…`.
@safe nonisolated(unsafe) public let kSecAttrProtocol: CFString = "ptcl"
/// The key for how an internet password is used, one of `kSecAttrAuthenticationType…`.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationType: CFString = "atyp"
/// The key for the port of an internet password.
@safe nonisolated(unsafe) public let kSecAttrPort: CFString = "port"
/// The key for the path of an internet password.
@safe nonisolated(unsafe) public let kSecAttrPath: CFString = "path"
/// The key for the volume of an AppleShare password.
@safe nonisolated(unsafe) public let kSecAttrVolume: CFString = "volm"
/// The key for the address of an AppleShare password.
@safe nonisolated(unsafe) public let kSecAttrAddress: CFString = "addr"
/// The key for the server's signature of an AppleShare password.
@safe nonisolated(unsafe) public let kSecAttrAFPServerSignature: CFString = "afps"
/// The key for another name of a certificate.
@safe nonisolated(unsafe) public let kSecAttrAlias: CFString = "alis"
/// The key for the subject of a certificate, in DER.
@safe nonisolated(unsafe) public let kSecAttrSubject: CFString = "subj"
/// The key for the issuer of a certificate, in DER.
@safe nonisolated(unsafe) public let kSecAttrIssuer: CFString = "issr"
/// The key for the serial number of a certificate.
@safe nonisolated(unsafe) public let kSecAttrSerialNumber: CFString = "slnr"
/// The key for the identifier of the key that a certificate is for.
@safe nonisolated(unsafe) public let kSecAttrSubjectKeyID: CFString = "skid"
/// The key for the digest of the public key of a certificate.
@safe nonisolated(unsafe) public let kSecAttrPublicKeyHash: CFString = "pkhh"
/// The key for the version of a certificate.
@safe nonisolated(unsafe) public let kSecAttrCertificateType: CFString = "ctyp"
/// The key for how a certificate is encoded.
@safe nonisolated(unsafe) public let kSecAttrCertificateEncoding: CFString = "cenc"
/// The key for whether a key is public, private or symmetric.
@safe nonisolated(unsafe) public let kSecAttrKeyClass: CFString = "kcls"
/// The key for the label by which programs find a key: the digest of the public key, unless the app chose another.
@safe nonisolated(unsafe) public let kSecAttrApplicationLabel: CFString = "klbl"
/// The key for whether a key is stored in the keychain when it is made.
@safe nonisolated(unsafe) public let kSecAttrIsPermanent: CFString = "perm"
/// The key for whether a key is private, as PKCS #11 means it.
@safe nonisolated(unsafe) public let kSecAttrIsPrivate: CFString = "priv"
/// The key for whether a key's attributes can be changed.
@safe nonisolated(unsafe) public let kSecAttrIsModifiable: CFString = "modi"
/// The key for data of the app's own by which it finds a key.
@safe nonisolated(unsafe) public let kSecAttrApplicationTag: CFString = "atag"
/// The key for who made a key, as a number.
@safe nonisolated(unsafe) public let kSecAttrKeyCreator: CFString = "crtr"
/// The key for the algorithm of a key, one of `kSecAttrKeyType…`.
@safe nonisolated(unsafe) public let kSecAttrKeyType: CFString = "type"
/// The key for the pseudorandom function by which a key is derived from a password.
@safe nonisolated(unsafe) public let kSecAttrPRF: CFString = "prf"
/// The key for the salt with which a key is derived from a password.
@safe nonisolated(unsafe) public let kSecAttrSalt: CFString = "salt"
/// The key for the number of rounds with which a key is derived from a password.
@safe nonisolated(unsafe) public let kSecAttrRounds: CFString = "rounds"
/// The key for the size of a key in bits.
@safe nonisolated(unsafe) public let kSecAttrKeySizeInBits: CFString = "bsiz"
/// The key for how many bits of a key count.
@safe nonisolated(unsafe) public let kSecAttrEffectiveKeySize: CFString = "esiz"
/// The key for when a key becomes valid.
@safe nonisolated(unsafe) public let kSecAttrStartDate: CFString = "sdat"
/// The key for when a key ceases to be valid.
@safe nonisolated(unsafe) public let kSecAttrEndDate: CFString = "edat"
/// The key for whether a key may leave only wrapped.
@safe nonisolated(unsafe) public let kSecAttrIsSensitive: CFString = "sens"
/// The key for whether a key has never been other than sensitive.
@safe nonisolated(unsafe) public let kSecAttrWasAlwaysSensitive: CFString = "asen"
/// The key for whether a key may leave at all.
@safe nonisolated(unsafe) public let kSecAttrIsExtractable: CFString = "extr"
/// The key for whether a key has never been allowed to leave.
@safe nonisolated(unsafe) public let kSecAttrWasNeverExtractable: CFString = "next"
/// The key for whether a key may encrypt.
@safe nonisolated(unsafe) public let kSecAttrCanEncrypt: CFString = "encr"
/// The key for whether a key may decrypt.
@safe nonisolated(unsafe) public let kSecAttrCanDecrypt: CFString = "decr"
/// The key for whether other keys may be derived from a key.
@safe nonisolated(unsafe) public let kSecAttrCanDerive: CFString = "drve"
/// The key for whether a key may sign.
@safe nonisolated(unsafe) public let kSecAttrCanSign: CFString = "sign"
/// The key for whether a key may verify signatures.
@safe nonisolated(unsafe) public let kSecAttrCanVerify: CFString = "vrfy"
/// The key for whether a key may make signatures from which the message can be recovered.
@safe nonisolated(unsafe) public let kSecAttrCanSignRecover: CFString = "snrc"
/// The key for whether a key may recover messages from signatures.
@safe nonisolated(unsafe) public let kSecAttrCanVerifyRecover: CFString = "vyrc"
/// The key for whether a key may wrap other keys.
@safe nonisolated(unsafe) public let kSecAttrCanWrap: CFString = "wrap"
/// The key for whether a key may unwrap other keys.
@safe nonisolated(unsafe) public let kSecAttrCanUnwrap: CFString = "unwp"
/// The key for the view through which an item is synchronized.
@safe nonisolated(unsafe) public let kSecAttrSyncViewHint: CFString = "vwht"
/// The key for the token that holds a key, one of `kSecAttrTokenID…`.
@safe nonisolated(unsafe) public let kSecAttrTokenID: CFString = "tkid"
/// The key for the text encoding of a password's attributes.
@safe nonisolated(unsafe) public let kSecAttrScriptCode: CFString = "scrp"
/// The key for whether a password has an icon of its own.
@safe nonisolated(unsafe) public let kSecAttrHasCustomIcon: CFString = "cusi"
/// The key for the type of a revocation list.
@safe nonisolated(unsafe) public let kSecAttrCRLType: CFString = "crlt"
/// The key for the encoding of a revocation list.
@safe nonisolated(unsafe) public let kSecAttrCRLEncoding: CFString = "crle"
/// The key for whether an item is synchronized with other devices.
@safe nonisolated(unsafe) public let kSecAttrSynchronizable: CFString = "sync"
/// The key for whether a row stands for an item that was deleted.
@safe nonisolated(unsafe) public let kSecAttrTombstone: CFString = "tomb"
/// The key for the user of an item, where a device has several.
@safe nonisolated(unsafe) public let kSecAttrMultiUser: CFString = "musr"
/// The key that leaves out file-based keychains, from before `kSecUseDataProtectionKeychain`.
@safe nonisolated(unsafe) public let kSecAttrNoLegacy: CFString = "nleg"
/// The key for the object that a token knows an item by.
@safe nonisolated(unsafe) public let kSecAttrTokenOID: CFString = "toid"
/// The key for an item's identifier in synchronization.
@safe nonisolated(unsafe) public let kSecAttrUUID: CFString = "UUID"
/// The key for the stored persistent reference of an item; the name is Apple's, misspelt.
@safe nonisolated(unsafe) public let kSecAttrPersistantReference: CFString = "persistref"
/// The key for the stored persistent reference of an item.
@safe nonisolated(unsafe) public let kSecAttrPersistentReference: CFString = "persistref"
/// The key for how an item is bound to the system.
@safe nonisolated(unsafe) public let kSecAttrSysBound: CFString = "sysb"
/// The key for the digest of a stored item.
@safe nonisolated(unsafe) public let kSecAttrSHA1: CFString = "sha1"
/// The key for the group of people that share an item.
@safe nonisolated(unsafe) public let kSecAttrSharingGroup: CFString = "ggrp"
/// The key for whether an app clip added an item.
@safe nonisolated(unsafe) public let kSecAttrAppClipItem: CFString = "clip"
