// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import KeychainModel

// The values of attributes that have a fixed set of them.
// Unsafe because Apple's signatures are: a constant is an object to which a pointer stays good. No text of it ever changes.

/// The item can be read while the device is unlocked.
@safe nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
/// The item can be read from the first unlock after a start on.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
/// The item can be read in every lock state; deprecated by Apple.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAlways: CFString = "dk"
/// The item can be read while this device is unlocked, and never moves to another.
@safe nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
/// The item can be read from this device's first unlock on, and never moves to another.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
/// The item can be read in every lock state of this device, and never moves to another; deprecated by Apple.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAlwaysThisDeviceOnly: CFString = "dku"
/// The item can be read while this device is unlocked and has a passcode; it is lost with the passcode.
@safe nonisolated(unsafe) public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"
/// The item can be read in every lock state, under the name that Apple's own code uses.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAlwaysPrivate: CFString = "dk"
/// The item can be read in every lock state of this device, under the name that Apple's own code uses.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAlwaysThisDeviceOnlyPrivate: CFString = "dku"
/// The item can be read until the device starts again.
@safe nonisolated(unsafe) public let kSecAttrAccessibleUntilReboot: CFString = "f"

/// The access group of items on hardware tokens.
@safe nonisolated(unsafe) public let kSecAttrAccessGroupToken: CFString = "com.apple.token"
/// The enclave holds the key: a value of `kSecAttrTokenID`.
@safe nonisolated(unsafe) public let kSecAttrTokenIDSecureEnclave: CFString = "com.apple.setoken"
/// The key store holds the key: a value of `kSecAttrTokenID`.
@safe nonisolated(unsafe) public let kSecAttrTokenIDAppleKeyStore: CFString = "com.apple.setoken:aks"
/// A secure element holds the key: a value of `kSecAttrTokenID`.
@safe nonisolated(unsafe) public let kSecAttrTokenIDSecureElement: CFString = "com.apple.secelemtoken"
/// A query matches synchronized items and others: a value of `kSecAttrSynchronizable`.
@safe nonisolated(unsafe) public let kSecAttrSynchronizableAny: CFString = NSString(.attrSynchronizableAny)

/// The password is for FTP: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolFTP: CFString = "ftp "
/// The password is for FTP, for an account on the client's side: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolFTPAccount: CFString = "ftpa"
/// The password is for HTTP: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolHTTP: CFString = "http"
/// The password is for IRC: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolIRC: CFString = "irc "
/// The password is for NNTP: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolNNTP: CFString = "nntp"
/// The password is for POP3: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolPOP3: CFString = "pop3"
/// The password is for SMTP: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolSMTP: CFString = "smtp"
/// The password is for a SOCKS proxy: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolSOCKS: CFString = "sox "
/// The password is for IMAP: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolIMAP: CFString = "imap"
/// The password is for LDAP: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolLDAP: CFString = "ldap"
/// The password is for AFP over AppleTalk: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolAppleTalk: CFString = "atlk"
/// The password is for AFP over TCP: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolAFP: CFString = "afp "
/// The password is for Telnet: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolTelnet: CFString = "teln"
/// The password is for SSH: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolSSH: CFString = "ssh "
/// The password is for FTP over TLS: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolFTPS: CFString = "ftps"
/// The password is for HTTP over TLS: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolHTTPS: CFString = "htps"
/// The password is for a proxy for HTTP: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolHTTPProxy: CFString = "htpx"
/// The password is for a proxy for HTTP over TLS: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolHTTPSProxy: CFString = "htsx"
/// The password is for a proxy for FTP: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolFTPProxy: CFString = "ftpx"
/// The password is for SMB: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolSMB: CFString = "smb "
/// The password is for RTSP: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolRTSP: CFString = "rtsp"
/// The password is for a proxy for RTSP: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolRTSPProxy: CFString = "rtsx"
/// The password is for DAAP: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolDAAP: CFString = "daap"
/// The password is for remote Apple events: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolEPPC: CFString = "eppc"
/// The password is for IPP: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolIPP: CFString = "ipp "
/// The password is for NNTP over TLS: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolNNTPS: CFString = "ntps"
/// The password is for LDAP over TLS: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolLDAPS: CFString = "ldps"
/// The password is for Telnet over TLS: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolTelnetS: CFString = "tels"
/// The password is for IMAP over TLS: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolIMAPS: CFString = "imps"
/// The password is for IRC over TLS: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolIRCS: CFString = "ircs"
/// The password is for POP3 over TLS: a value of `kSecAttrProtocol`.
@safe nonisolated(unsafe) public let kSecAttrProtocolPOP3S: CFString = "pops"

/// Windows' NTLM authentication.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationTypeNTLM: CFString = "ntlm"
/// Microsoft Network's authentication.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationTypeMSN: CFString = "msna"
/// Distributed password authentication.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationTypeDPA: CFString = "dpaa"
/// Remote password authentication.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationTypeRPA: CFString = "rpaa"
/// HTTP's basic authentication.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTTPBasic: CFString = "http"
/// HTTP's digest authentication.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTTPDigest: CFString = "httd"
/// Authentication by a form of a web page.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTMLForm: CFString = "form"
/// The protocol's usual authentication.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationTypeDefault: CFString = "dflt"

/// The key is public: a value of `kSecAttrKeyClass`.
@safe nonisolated(unsafe) public let kSecAttrKeyClassPublic: CFString = "0"
/// The key is private: a value of `kSecAttrKeyClass`.
@safe nonisolated(unsafe) public let kSecAttrKeyClassPrivate: CFString = "1"
/// The key is symmetric: a value of `kSecAttrKeyClass`.
@safe nonisolated(unsafe) public let kSecAttrKeyClassSymmetric: CFString = "2"

/// RSA keys.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeRSA: CFString = "42"
/// DSA keys.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeDSA: CFString = "43"
/// AES keys.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeAES: CFString = "2147483649"
/// DES keys.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeDES: CFString = "14"
/// Triple DES keys.
@safe nonisolated(unsafe) public let kSecAttrKeyType3DES: CFString = "17"
/// RC4 keys.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeRC4: CFString = "25"
/// RC2 keys.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeRC2: CFString = "23"
/// CAST keys.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeCAST: CFString = "56"
/// Keys of elliptic curves for ECDSA; the same value as `kSecAttrKeyTypeECSECPrimeRandom`.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeECDSA: CFString = "73"
/// Keys of elliptic curves, under the name of iOS; the same value as `kSecAttrKeyTypeECSECPrimeRandom`.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeEC: CFString = "73"
/// Keys of the prime curves of NIST: P-256, P-384, P-521.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeECSECPrimeRandom: CFString = "73"
/// Keys of these curves in Apple's public key accelerator.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeECSECPrimeRandomPKA: CFString = "2147483678"
/// Keys with which Apple's enclave attests.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeSecureEnclaveAttestation: CFString = "2147483679"
/// Keys for Ed25519 signatures.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeEd25519: CFString = "105"
/// Keys for X25519 key exchange.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeX25519: CFString = "106"
/// Keys for Ed448 signatures.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeEd448: CFString = "107"
/// Keys for X448 key exchange.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeX448: CFString = "108"
/// Keys of Kyber, from before its standard.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeKyber: CFString = "109"
/// Keys of ML-KEM, FIPS 203.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeMLKEM: CFString = "110"
/// Keys of ML-DSA, FIPS 204.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeMLDSA: CFString = "111"

/// HMAC with SHA-1: a value of `kSecAttrPRF`.
@safe nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA1: CFString = "hsha1"
/// HMAC with SHA-224: a value of `kSecAttrPRF`.
@safe nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA224: CFString = "hsha224"
/// HMAC with SHA-256: a value of `kSecAttrPRF`.
@safe nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA256: CFString = "hsha256"
/// HMAC with SHA-384: a value of `kSecAttrPRF`.
@safe nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA384: CFString = "hsha384"
/// HMAC with SHA-512: a value of `kSecAttrPRF`.
@safe nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA512: CFString = "hsha512"
