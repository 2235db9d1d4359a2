// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import CryptoPrimitives
import KeyFormats
import SecurityConstants
import X509Certificates

// Unsafe because Apple's signatures are: texts and errors are handed out through pointers.

/// An X.509 certificate, read but not evaluated.
/// Unchecked because `NSObject` is not said to be sendable; its own properties are constant.
public final class SecCertificate: NSObject, CFTypeIdentified, @unchecked Sendable {
  let certificate: Certificate

  init(_ certificate: Certificate) { self.certificate = certificate }

  convenience init?(_ bytes: [UInt8]) { self.init(bytes.span) }

  convenience init?(_ bytes: Span<UInt8>) {
    guard let certificate = try? Certificate(bytes) else { return nil }
    self.init(certificate)
  }

  /// The number of the type among Core Foundation's types.
  public static let typeIdentifier: CFTypeID = TypeNumber.firstOfFrameworks + 2

  /// Whether the bytes are the same.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? SecCertificate)?.certificate.encoded == certificate.encoded
  }

  /// Follows `isEqual`.
  public override var hash: Int { certificate.encoded.hashValue }

  /// The subject and the issuer of the certificate.
  public override var description: String {
    let issuer = certificate.issuer.attributes.compactMap { $0.text }.last ?? ""
    return "<SecCertificateRef s: \(certificate.summary ?? "") i: \(issuer)>"
  }

  /// SHA-1 of the public key's bits: what a key's application label is compared with.
  var publicKeyHash: [UInt8] {
    let bits = certificate.publicKeyBits
    return DigestAlgorithm.sha1.hash(bits.span)
  }
}

/// The type number of certificates.
///
/// https://developer.apple.com/documentation/security/seccertificategettypeid()
/// - Returns: The number, the same in each process.
@discardableResult
public func SecCertificateGetTypeID() -> CFTypeID { SecCertificate.typeIdentifier }

/// Reads a certificate, and evaluates nothing.
///
/// https://developer.apple.com/documentation/security/seccertificatecreatewithdata(_:_:)
/// - Parameters:
///   - allocator: Not looked at.
///   - data: The DER of an X.509 certificate (RFC 5280, section 4.1); what follows it is left out.
/// - Returns: Nil for bytes that are no certificate.
@discardableResult
public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData) -> SecCertificate? {
  SecCertificate(Data(referencing: data).span)
}

/// The bytes of the certificate.
///
/// https://developer.apple.com/documentation/security/seccertificatecopydata(_:)
/// - Parameter certificate: The certificate.
/// - Returns: The DER, byte for byte as it was read.
@discardableResult
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData {
  NSData(data: Data(certificate.certificate.encoded))
}

/// A line for a person.
///
/// https://developer.apple.com/documentation/security/seccertificatecopysubjectsummary(_:)
/// - Parameter certificate: The certificate.
/// - Returns: The common name, or what else of the subject names it; nil where there is nothing.
@discardableResult
public func SecCertificateCopySubjectSummary(_ certificate: SecCertificate) -> CFString? {
  certificate.certificate.summary.map { NSString(string: $0) }
}

/// The common name of the subject.
///
/// https://developer.apple.com/documentation/security/seccertificatecopycommonname(_:_:)
/// - Parameters:
///   - certificate: The certificate.
///   - commonName: Receives the name; it is untouched where the call fails.
/// - Returns: `errSecSuccess`, or `errSecInternal` (-26276) where there is none.
@discardableResult
public func SecCertificateCopyCommonName(
  _ certificate: SecCertificate, _ commonName: UnsafeMutablePointer<CFString?>
) -> OSStatus {
  guard let name = certificate.certificate.commonName else { return internalError }
  unsafe commonName.pointee = NSString(string: name)
  return errSecSuccess
}

/// The email addresses that the certificate is for.
///
/// https://developer.apple.com/documentation/security/seccertificatecopyemailaddresses(_:_:)
/// - Parameters:
///   - certificate: The certificate.
///   - emailAddresses: Receives the addresses, an empty array where there are none.
/// - Returns: `errSecSuccess` always.
@discardableResult
public func SecCertificateCopyEmailAddresses(
  _ certificate: SecCertificate, _ emailAddresses: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  let addresses = certificate.certificate.emailAddresses
  unsafe emailAddresses.pointee = NSArray(array: addresses.map { NSString(string: $0) })
  return errSecSuccess
}

/// The issuer's name.
///
/// https://developer.apple.com/documentation/security/seccertificatecopynormalizedissuersequence(_:)
/// - Parameter certificate: The certificate.
/// - Returns: The name's SEQUENCE, in the form that the keychain compares.
@discardableResult
public func SecCertificateCopyNormalizedIssuerSequence(_ certificate: SecCertificate) -> CFData? {
  NSData(data: Data(certificate.certificate.issuer.normalized))
}

/// The subject's name.
///
/// https://developer.apple.com/documentation/security/seccertificatecopynormalizedsubjectsequence(_:)
/// - Parameter certificate: The certificate.
/// - Returns: The name's SEQUENCE, in the form that the keychain compares.
@discardableResult
public func SecCertificateCopyNormalizedSubjectSequence(_ certificate: SecCertificate) -> CFData? {
  NSData(data: Data(certificate.certificate.subject.normalized))
}

/// The serial number.
///
/// https://developer.apple.com/documentation/security/seccertificatecopyserialnumberdata(_:_:)
/// - Parameters:
///   - certificate: The certificate.
///   - error: Untouched: this cannot fail.
/// - Returns: The octets of the number, the highest first, without its tag.
@discardableResult
public func SecCertificateCopySerialNumberData(
  _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  NSData(data: Data(certificate.certificate.serialNumber))
}

/// The public key.
///
/// https://developer.apple.com/documentation/security/seccertificatecopykey(_:)
/// - Parameter certificate: The certificate.
/// - Returns: Nil for a key of a kind that no function here has.
@discardableResult
public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? {
  certificate.certificate.publicKey.map { SecKey(.publicKey($0)) }
}

/// The older name of `SecCertificateCopyKey`, as iOS has it.
///
/// https://developer.apple.com/documentation/security/seccertificatecopypublickey(_:)
/// - Parameter certificate: The certificate.
/// - Returns: What `SecCertificateCopyKey` returns.
@discardableResult
public func SecCertificateCopyPublicKey(_ certificate: SecCertificate) -> SecKey? { SecCertificateCopyKey(certificate) }

/// The older name of `SecCertificateCopySerialNumberData`, as iOS has it.
///
/// https://developer.apple.com/documentation/security/seccertificatecopyserialnumber(_:)
/// - Parameter certificate: The certificate.
/// - Returns: What `SecCertificateCopySerialNumberData` returns.
@discardableResult
public func SecCertificateCopySerialNumber(_ certificate: SecCertificate) -> CFData? {
  SecCertificateCopySerialNumberData(certificate, nil)
}

/// The first moment for which the certificate is valid.
///
/// https://developer.apple.com/documentation/security/seccertificatecopynotvalidbeforedate(_:)
/// - Parameter certificate: The certificate.
/// - Returns: The time, to the second.
@discardableResult
public func SecCertificateCopyNotValidBeforeDate(_ certificate: SecCertificate) -> CFDate? {
  NSDate(timeIntervalSince1970: Double(certificate.certificate.firstSecond))
}

/// The last moment for which the certificate is valid.
///
/// https://developer.apple.com/documentation/security/seccertificatecopynotvalidafterdate(_:)
/// - Parameter certificate: The certificate.
/// - Returns: The time, to the second.
@discardableResult
public func SecCertificateCopyNotValidAfterDate(_ certificate: SecCertificate) -> CFDate? {
  NSDate(timeIntervalSince1970: Double(certificate.certificate.lastSecond))
}
