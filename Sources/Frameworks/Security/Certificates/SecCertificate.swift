// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import CryptoPrimitives
import KeyFormats
import SecurityConstants
import X509Certificates

// Unsafe because Apple's signatures are: texts and errors are handed out through pointers.

/// An X.509 certificate, read but not evaluated.
public final class SecCertificate: NSObject, CFTypeIdentified, @unchecked Sendable {
  let certificate: Certificate

  init(_ certificate: Certificate) { self.certificate = certificate }

  convenience init?(_ bytes: [UInt8]) { self.init(bytes.span) }

  convenience init?(_ bytes: Span<UInt8>) {
    guard let certificate = try? Certificate(bytes) else { return nil }
    self.init(certificate)
  }

  /// Its number among Core Foundation's types.
  public static let typeIdentifier: CFTypeID = TypeNumber.firstOfFrameworks + 2

  /// The same bytes.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? SecCertificate)?.certificate.encoded == certificate.encoded
  }

  /// Follows `isEqual`.
  public override var hash: Int { certificate.encoded.hashValue }

  /// Whom it is for and who issued it.
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
@discardableResult
public func SecCertificateGetTypeID() -> CFTypeID { SecCertificate.typeIdentifier }

/// A certificate of its DER; nil for bytes that are none, and without what follows it.
@discardableResult
public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData) -> SecCertificate? {
  SecCertificate(Data(referencing: data).span)
}

/// The DER of the certificate, as it was.
@discardableResult
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData {
  NSData(data: Data(certificate.certificate.encoded))
}

/// A line for a person.
@discardableResult
public func SecCertificateCopySubjectSummary(_ certificate: SecCertificate) -> CFString? {
  certificate.certificate.summary.map { NSString(string: $0) }
}

/// The common name of the subject.
@discardableResult
public func SecCertificateCopyCommonName(
  _ certificate: SecCertificate, _ commonName: UnsafeMutablePointer<CFString?>
) -> OSStatus {
  guard let name = certificate.certificate.commonName else { return internalError }
  unsafe commonName.pointee = NSString(string: name)
  return errSecSuccess
}

/// The addresses the certificate is for; an empty array where there are none.
@discardableResult
public func SecCertificateCopyEmailAddresses(
  _ certificate: SecCertificate, _ emailAddresses: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  let addresses = certificate.certificate.emailAddresses
  unsafe emailAddresses.pointee = NSArray(array: addresses.map { NSString(string: $0) })
  return errSecSuccess
}

/// The issuer's name as the keychain compares it, a SEQUENCE.
@discardableResult
public func SecCertificateCopyNormalizedIssuerSequence(_ certificate: SecCertificate) -> CFData? {
  NSData(data: Data(certificate.certificate.issuer.normalized))
}

/// The subject's name as the keychain compares it, a SEQUENCE.
@discardableResult
public func SecCertificateCopyNormalizedSubjectSequence(_ certificate: SecCertificate) -> CFData? {
  NSData(data: Data(certificate.certificate.subject.normalized))
}

/// The octets of the serial number.
@discardableResult
public func SecCertificateCopySerialNumberData(
  _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  NSData(data: Data(certificate.certificate.serialNumber))
}

/// The public key, if it is of a kind there is.
@discardableResult
public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? {
  certificate.certificate.publicKey.map { SecKey(.publicKey($0)) }
}

/// The older name of `SecCertificateCopyKey`, as iOS has it.
@discardableResult
public func SecCertificateCopyPublicKey(_ certificate: SecCertificate) -> SecKey? { SecCertificateCopyKey(certificate) }

/// The older name of `SecCertificateCopySerialNumberData`, as iOS has it.
@discardableResult
public func SecCertificateCopySerialNumber(_ certificate: SecCertificate) -> CFData? {
  SecCertificateCopySerialNumberData(certificate, nil)
}

/// The first moment for which the certificate is valid.
@discardableResult
public func SecCertificateCopyNotValidBeforeDate(_ certificate: SecCertificate) -> CFDate? {
  NSDate(timeIntervalSince1970: Double(certificate.certificate.firstSecond))
}

/// The last one.
@discardableResult
public func SecCertificateCopyNotValidAfterDate(_ certificate: SecCertificate) -> CFDate? {
  NSDate(timeIntervalSince1970: Double(certificate.certificate.lastSecond))
}
