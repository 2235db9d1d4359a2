// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import CoreFoundation

// The values of attributes that have a fixed set of them.

public var kSecAttrAccessibleWhenUnlocked: CFString { "ak" }
public var kSecAttrAccessibleAfterFirstUnlock: CFString { "ck" }
public var kSecAttrAccessibleAlways: CFString { "dk" }
public var kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString { "aku" }
public var kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString { "cku" }
public var kSecAttrAccessibleAlwaysThisDeviceOnly: CFString { "dku" }
public var kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString { "akpu" }
public var kSecAttrAccessibleAlwaysPrivate: CFString { "dk" }
public var kSecAttrAccessibleAlwaysThisDeviceOnlyPrivate: CFString { "dku" }
public var kSecAttrAccessibleUntilReboot: CFString { "f" }

public var kSecAttrAccessGroupToken: CFString { "com.apple.token" }
public var kSecAttrTokenIDSecureEnclave: CFString { "com.apple.setoken" }
public var kSecAttrTokenIDAppleKeyStore: CFString { "com.apple.setoken:aks" }
public var kSecAttrTokenIDSecureElement: CFString { "com.apple.secelemtoken" }
public var kSecAttrSynchronizableAny: CFString { "syna" }

public var kSecAttrProtocolFTP: CFString { "ftp " }
public var kSecAttrProtocolFTPAccount: CFString { "ftpa" }
public var kSecAttrProtocolHTTP: CFString { "http" }
public var kSecAttrProtocolIRC: CFString { "irc " }
public var kSecAttrProtocolNNTP: CFString { "nntp" }
public var kSecAttrProtocolPOP3: CFString { "pop3" }
public var kSecAttrProtocolSMTP: CFString { "smtp" }
public var kSecAttrProtocolSOCKS: CFString { "sox " }
public var kSecAttrProtocolIMAP: CFString { "imap" }
public var kSecAttrProtocolLDAP: CFString { "ldap" }
public var kSecAttrProtocolAppleTalk: CFString { "atlk" }
public var kSecAttrProtocolAFP: CFString { "afp " }
public var kSecAttrProtocolTelnet: CFString { "teln" }
public var kSecAttrProtocolSSH: CFString { "ssh " }
public var kSecAttrProtocolFTPS: CFString { "ftps" }
public var kSecAttrProtocolHTTPS: CFString { "htps" }
public var kSecAttrProtocolHTTPProxy: CFString { "htpx" }
public var kSecAttrProtocolHTTPSProxy: CFString { "htsx" }
public var kSecAttrProtocolFTPProxy: CFString { "ftpx" }
public var kSecAttrProtocolSMB: CFString { "smb " }
public var kSecAttrProtocolRTSP: CFString { "rtsp" }
public var kSecAttrProtocolRTSPProxy: CFString { "rtsx" }
public var kSecAttrProtocolDAAP: CFString { "daap" }
public var kSecAttrProtocolEPPC: CFString { "eppc" }
public var kSecAttrProtocolIPP: CFString { "ipp " }
public var kSecAttrProtocolNNTPS: CFString { "ntps" }
public var kSecAttrProtocolLDAPS: CFString { "ldps" }
public var kSecAttrProtocolTelnetS: CFString { "tels" }
public var kSecAttrProtocolIMAPS: CFString { "imps" }
public var kSecAttrProtocolIRCS: CFString { "ircs" }
public var kSecAttrProtocolPOP3S: CFString { "pops" }

public var kSecAttrAuthenticationTypeNTLM: CFString { "ntlm" }
public var kSecAttrAuthenticationTypeMSN: CFString { "msna" }
public var kSecAttrAuthenticationTypeDPA: CFString { "dpaa" }
public var kSecAttrAuthenticationTypeRPA: CFString { "rpaa" }
public var kSecAttrAuthenticationTypeHTTPBasic: CFString { "http" }
public var kSecAttrAuthenticationTypeHTTPDigest: CFString { "httd" }
public var kSecAttrAuthenticationTypeHTMLForm: CFString { "form" }
public var kSecAttrAuthenticationTypeDefault: CFString { "dflt" }

public var kSecAttrKeyClassPublic: CFString { "0" }
public var kSecAttrKeyClassPrivate: CFString { "1" }
public var kSecAttrKeyClassSymmetric: CFString { "2" }

public var kSecAttrKeyTypeRSA: CFString { "42" }
public var kSecAttrKeyTypeDSA: CFString { "43" }
public var kSecAttrKeyTypeAES: CFString { "2147483649" }
public var kSecAttrKeyTypeDES: CFString { "14" }
public var kSecAttrKeyType3DES: CFString { "17" }
public var kSecAttrKeyTypeRC4: CFString { "25" }
public var kSecAttrKeyTypeRC2: CFString { "23" }
public var kSecAttrKeyTypeCAST: CFString { "56" }
public var kSecAttrKeyTypeECDSA: CFString { "73" }
public var kSecAttrKeyTypeEC: CFString { "73" }
public var kSecAttrKeyTypeECSECPrimeRandom: CFString { "73" }
public var kSecAttrKeyTypeECSECPrimeRandomPKA: CFString { "2147483678" }
public var kSecAttrKeyTypeSecureEnclaveAttestation: CFString { "2147483679" }
public var kSecAttrKeyTypeEd25519: CFString { "105" }
public var kSecAttrKeyTypeX25519: CFString { "106" }
public var kSecAttrKeyTypeEd448: CFString { "107" }
public var kSecAttrKeyTypeX448: CFString { "108" }
public var kSecAttrKeyTypeKyber: CFString { "109" }
public var kSecAttrKeyTypeMLKEM: CFString { "110" }
public var kSecAttrKeyTypeMLDSA: CFString { "111" }

public var kSecAttrPRFHmacAlgSHA1: CFString { "hsha1" }
public var kSecAttrPRFHmacAlgSHA224: CFString { "hsha224" }
public var kSecAttrPRFHmacAlgSHA256: CFString { "hsha256" }
public var kSecAttrPRFHmacAlgSHA384: CFString { "hsha384" }
public var kSecAttrPRFHmacAlgSHA512: CFString { "hsha512" }
