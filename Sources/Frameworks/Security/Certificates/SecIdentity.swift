// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import KeyFormats
import SecurityConstants
import X509Certificates

// Unsafe because Apple's signatures are: certificates and keys are handed out through pointers.

/// A certificate and the private key to it.
/// Unchecked because `NSObject` is not said to be sendable; its own properties are constant.
public final class SecIdentity: NSObject, CFTypeIdentified, @unchecked Sendable {
  let certificate: SecCertificate
  let privateKey: SecKey

  /// Joins a certificate and a key; nil if the key is not the certificate's.
  init?(_ certificate: SecCertificate, _ privateKey: SecKey) {
    guard privateKey.isPrivate, certificate.certificate.publicKeyBits == privateKey.publicMaterial.encoded else {
      return nil
    }
    self.certificate = certificate
    self.privateKey = privateKey
  }

  /// The number of the type among Core Foundation's types.
  public static let typeIdentifier: CFTypeID = TypeNumber.firstOfFrameworks + 3

  /// Whether the certificates are the same; the key follows from it.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? SecIdentity)?.certificate.isEqual(certificate) ?? false
  }

  /// Follows `isEqual`.
  public override var hash: Int { certificate.hash }
}

/// The type number of identities.
///
/// https://developer.apple.com/documentation/security/secidentitygettypeid()
/// - Returns: The number, the same in each process.
@discardableResult
public func SecIdentityGetTypeID() -> CFTypeID { SecIdentity.typeIdentifier }

/// An identity of its two parts.
///
/// https://developer.apple.com/documentation/security/secidentitycreate(_:_:_:)
/// - Parameters:
///   - allocator: Not looked at.
///   - certificate: The certificate.
///   - privateKey: The private key.
/// - Returns: Nil if the key is not the certificate's.
@discardableResult
public func SecIdentityCreate(
  _ allocator: CFAllocator?, _ certificate: SecCertificate, _ privateKey: SecKey
) -> SecIdentity? { SecIdentity(certificate, privateKey) }

/// The certificate of an identity.
///
/// https://developer.apple.com/documentation/security/secidentitycopycertificate(_:_:)
/// - Parameters:
///   - identity: The identity.
///   - certificate: Receives the certificate.
/// - Returns: `errSecSuccess` always.
@discardableResult
public func SecIdentityCopyCertificate(
  _ identity: SecIdentity, _ certificate: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
  unsafe certificate.pointee = identity.certificate
  return errSecSuccess
}

/// The private key of an identity.
///
/// https://developer.apple.com/documentation/security/secidentitycopyprivatekey(_:_:)
/// - Parameters:
///   - identity: The identity.
///   - privateKey: Receives the key.
/// - Returns: `errSecSuccess` always.
@discardableResult
public func SecIdentityCopyPrivateKey(
  _ identity: SecIdentity, _ privateKey: UnsafeMutablePointer<SecKey?>
) -> OSStatus {
  unsafe privateKey.pointee = identity.privateKey
  return errSecSuccess
}

/// The identity of a certificate whose private key is in the keychain: with the rules of macOS, in either of the two.
///
/// https://developer.apple.com/documentation/security/secidentitycreatewithcertificate(_:_:_:)
/// - Parameters:
///   - keychainOrArray: Not looked at.
///   - certificate: The certificate.
///   - identity: Receives the identity; it is untouched where the call fails.
/// - Returns: `errSecItemNotFound` where the keychain has no such key; else what `SecItemCopyMatching` answers.
@discardableResult
public func SecIdentityCreateWithCertificate(
  _ keychainOrArray: CFTypeRef?, _ certificate: SecCertificate, _ identity: UnsafeMutablePointer<SecIdentity?>
) -> OSStatus {
  // One query for both would find no key that synchronizes: such are asked of the data-protection keychain alone.
  let kinds: [[CFString: Any]] =
    [[kSecAttrSynchronizable: kSecAttrSynchronizableAny]]
    + (KeychainProfile.current == .macOS ? [[kSecUseDataProtectionKeychain: false]] : [])
  var status = errSecItemNotFound
  for kind in kinds where status != errSecSuccess {
    let query: [CFString: Any] = [
      kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
      kSecAttrApplicationLabel: Data(certificate.publicKeyHash), kSecReturnRef: true,
    ]
    var found: CFTypeRef?
    status = unsafe SecItemCopyMatching(query.merging(kind) { own, _ in own } as NSDictionary, &found)
    guard status == errSecSuccess else { continue }
    guard let key = found as? SecKey, let made = SecIdentity(certificate, key) else { return errSecItemNotFound }
    unsafe identity.pointee = made
  }
  return status
}
