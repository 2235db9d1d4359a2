// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import KeyFormats
import SecurityConstants
import X509Certificates

// Unsafe because Apple's signatures are: certificates and keys are handed out through pointers.

/// A certificate and the private key to it.
public final class SecIdentity: NSObject, CFTypeIdentified, @unchecked Sendable {
  let certificate: SecCertificate
  let privateKey: SecKey

  /// Nil if the key is not the certificate's.
  init?(_ certificate: SecCertificate, _ privateKey: SecKey) {
    guard privateKey.isPrivate, certificate.certificate.publicKeyBits == privateKey.publicMaterial.encoded else {
      return nil
    }
    self.certificate = certificate
    self.privateKey = privateKey
  }

  /// Its number among Core Foundation's types.
  public static let typeIdentifier: CFTypeID = TypeNumber.firstOfFrameworks + 3

  /// The same certificate; the key follows from it.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? SecIdentity)?.certificate.isEqual(certificate) ?? false
  }

  /// Follows `isEqual`.
  public override var hash: Int { certificate.hash }
}

/// The type number of identities.
@discardableResult
public func SecIdentityGetTypeID() -> CFTypeID { SecIdentity.typeIdentifier }

/// An identity of its two parts; nil if the key is not the certificate's.
@discardableResult
public func SecIdentityCreate(
  _ allocator: CFAllocator?, _ certificate: SecCertificate, _ privateKey: SecKey
) -> SecIdentity? { SecIdentity(certificate, privateKey) }

/// The certificate of an identity.
@discardableResult
public func SecIdentityCopyCertificate(
  _ identity: SecIdentity, _ certificate: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
  unsafe certificate.pointee = identity.certificate
  return errSecSuccess
}

/// The private key of an identity.
@discardableResult
public func SecIdentityCopyPrivateKey(
  _ identity: SecIdentity, _ privateKey: UnsafeMutablePointer<SecKey?>
) -> OSStatus {
  unsafe privateKey.pointee = identity.privateKey
  return errSecSuccess
}

/// The identity of a certificate whose private key is in the keychain: with the rules of macOS, in either of the two.
@discardableResult
public func SecIdentityCreateWithCertificate(
  _ keychainOrArray: CFTypeRef?, _ certificate: SecCertificate, _ identity: UnsafeMutablePointer<SecIdentity?>
) -> OSStatus {
  // One query for both would find no key that synchronizes: such are asked of the data-protection keychain alone.
  let kinds: [[String: Any]] = [["sync": "syna"]] + (KeychainProfile.current == .macOS ? [["nleg": false]] : [])
  var status = errSecItemNotFound
  for kind in kinds where status != errSecSuccess {
    let query: [String: Any] = [
      "class": "keys", "kcls": KeyClassNumber.privateKey.rawValue, "klbl": Data(certificate.publicKeyHash),
      "r_Ref": true,
    ]
    var found: CFTypeRef?
    status = unsafe SecItemCopyMatching(query.merging(kind) { own, _ in own } as NSDictionary, &found)
    guard status == errSecSuccess else { continue }
    guard let key = found as? SecKey, let made = SecIdentity(certificate, key) else { return errSecItemNotFound }
    unsafe identity.pointee = made
  }
  return status
}
