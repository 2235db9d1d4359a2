// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import KeychainModel

// The key that names an item's class, and its values.
// Unsafe because Apple's signatures are: a constant is an object to which a pointer stays good. No text of it ever changes.

/// The key for the class of an item, one of `kSecClass…`.
@safe nonisolated(unsafe) public let kSecClass: CFString = NSString(.itemClass)
/// Passwords by service and account.
@safe nonisolated(unsafe) public let kSecClassGenericPassword: CFString = "genp"
/// Passwords by server, protocol, path and account.
@safe nonisolated(unsafe) public let kSecClassInternetPassword: CFString = "inet"
/// Passwords of AppleShare servers, which file-based keychains alone have.
@safe nonisolated(unsafe) public let kSecClassAppleSharePassword: CFString = "apls"
/// Certificates.
@safe nonisolated(unsafe) public let kSecClassCertificate: CFString = "cert"
/// Cryptographic keys.
@safe nonisolated(unsafe) public let kSecClassKey: CFString = "keys"
/// Certificates with the private keys that belong to them.
@safe nonisolated(unsafe) public let kSecClassIdentity: CFString = "idnt"
