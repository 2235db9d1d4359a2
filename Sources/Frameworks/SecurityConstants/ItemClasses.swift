// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import CoreFoundation
import KeychainModel

// The key that names an item's class, and its values.
// Unsafe because Apple's signatures are: a constant is an object to which a pointer stays good. No text of it ever changes.

@safe nonisolated(unsafe) public let kSecClass: CFString = NSString(.itemClass)
@safe nonisolated(unsafe) public let kSecClassGenericPassword: CFString = "genp"
@safe nonisolated(unsafe) public let kSecClassInternetPassword: CFString = "inet"
@safe nonisolated(unsafe) public let kSecClassAppleSharePassword: CFString = "apls"
@safe nonisolated(unsafe) public let kSecClassCertificate: CFString = "cert"
@safe nonisolated(unsafe) public let kSecClassKey: CFString = "keys"
@safe nonisolated(unsafe) public let kSecClassIdentity: CFString = "idnt"
