// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import CertificateTrust
public import Dispatch
import SecurityConstants
import X509Certificates

// Unsafe because Apple's signatures are: objects, results and errors are handed out through pointers.

/// The type number of trusts.
@discardableResult
public func SecTrustGetTypeID() -> CFTypeID { SecTrust.typeIdentifier }

/// A trust of one certificate, or of an array of them: the first is evaluated, the others help; and of one policy, or of
/// an array of them, all of which must hold.
@discardableResult
public func SecTrustCreateWithCertificates(
  _ certificates: CFTypeRef, _ policies: CFTypeRef?, _ trust: UnsafeMutablePointer<SecTrust?>
) -> OSStatus {
  guard let given: [SecCertificate] = elements(certificates), !given.isEmpty else { return errSecParam }
  guard let policies: [SecPolicy] = elements(policies ?? SecPolicyCreateBasicX509()) else { return errSecParam }
  unsafe trust.pointee = SecTrust(given, policies.isEmpty ? [SecPolicyCreateBasicX509()] : policies)
  return errSecSuccess
}

/// Evaluates by other policies.
@discardableResult
public func SecTrustSetPolicies(_ trust: SecTrust, _ policies: CFTypeRef) -> OSStatus {
  guard let policies: [SecPolicy] = elements(policies), !policies.isEmpty else { return errSecParam }
  trust.change { $0.policies = policies }
  return errSecSuccess
}

/// The policies that it is evaluated by.
@discardableResult
public func SecTrustCopyPolicies(_ trust: SecTrust, _ policies: UnsafeMutablePointer<CFArray?>) -> OSStatus {
  unsafe policies.pointee = NSArray(array: trust.read { $0.policies })
  return errSecSuccess
}

/// Trusts these authorities instead of those of the system; nil takes that back.
@discardableResult
public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ anchorCertificates: CFArray?) -> OSStatus {
  guard let anchorCertificates else {
    trust.change { $0.anchors = nil }
    return errSecSuccess
  }
  guard let anchors: [SecCertificate] = elements(anchorCertificates) else { return errSecParam }
  trust.change {
    $0.anchors = anchors
    $0.anchorsOnly = true
  }
  return errSecSuccess
}

/// Whether the authorities of the system are trusted beside those that were set.
@discardableResult
public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ anchorCertificatesOnly: Bool) -> OSStatus {
  trust.change { $0.anchorsOnly = anchorCertificatesOnly }
  return errSecSuccess
}

/// The authorities that were set.
@discardableResult
public func SecTrustCopyCustomAnchorCertificates(
  _ trust: SecTrust, _ anchors: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  unsafe anchors.pointee = trust.read { $0.anchors }.map { NSArray(array: $0) }
  return errSecSuccess
}

/// Evaluates for another time than now.
@discardableResult
public func SecTrustSetVerifyDate(_ trust: SecTrust, _ verifyDate: CFDate) -> OSStatus {
  trust.change { $0.date = verifyDate as Date }
  return errSecSuccess
}

/// The time it is evaluated for, in seconds since the reference date.
@discardableResult
public func SecTrustGetVerifyTime(_ trust: SecTrust) -> CFAbsoluteTime {
  (trust.read { $0.date } ?? Date()).timeIntervalSinceReferenceDate
}

/// Whether certificates may be fetched. They never are: what is missing must be given.
@discardableResult
public func SecTrustSetNetworkFetchAllowed(_ trust: SecTrust, _ allowFetch: Bool) -> OSStatus {
  trust.change { $0.fetchesFromNetwork = allowFetch }
  return errSecSuccess
}

/// What `SecTrustSetNetworkFetchAllowed` said.
@discardableResult
public func SecTrustGetNetworkFetchAllowed(
  _ trust: SecTrust, _ allowFetch: UnsafeMutablePointer<Bool>
) -> OSStatus {
  unsafe allowFetch.pointee = trust.read { $0.fetchesFromNetwork }
  return errSecSuccess
}

/// Whether the certificate is trusted; the error says why not.
@discardableResult
public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool {
  let found = trust.evaluate().error
  unsafe error?.pointee = found
  return found == nil
}

/// The same, on a queue.
@discardableResult
public func SecTrustEvaluateAsyncWithError(
  _ trust: SecTrust, _ queue: DispatchQueue, _ result: @escaping @Sendable (SecTrust, Bool, CFError?) -> Void
) -> OSStatus {
  queue.async {
    let found = trust.evaluate().error
    result(trust, found == nil, found)
  }
  return errSecSuccess
}

/// Evaluates; the status says whether that worked, the result what came of it.
@discardableResult
public func SecTrustEvaluate(_ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>?) -> OSStatus {
  let found = trust.evaluate().result
  unsafe result?.pointee = found
  return errSecSuccess
}

/// The same, on a queue; where none is given, on one that works for everybody.
@discardableResult
public func SecTrustEvaluateAsync(
  _ trust: SecTrust, _ queue: DispatchQueue?, _ result: @escaping @Sendable (SecTrust, SecTrustResultType) -> Void
) -> OSStatus {
  (queue ?? .global()).async { result(trust, trust.evaluate().result) }
  return errSecSuccess
}

/// What came of the last evaluation, by the `kSecTrust…` keys; nil where there was none. Revocation is never checked, and
/// so is no key of it.
@discardableResult
public func SecTrustCopyResult(_ trust: SecTrust) -> CFDictionary? {
  trust.read { $0.evaluation }.map { found in
    ["TrustResultValue": NSNumber(value: found.result.rawValue), "TrustEvaluationDate": found.date]
  }
}

/// What came of the last evaluation; invalid where there was none.
@discardableResult
public func SecTrustGetTrustResult(
  _ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>
) -> OSStatus {
  unsafe result.pointee = trust.read { $0.evaluation?.result ?? .invalid }
  return errSecSuccess
}

/// The public key of the certificate.
@discardableResult
public func SecTrustCopyKey(_ trust: SecTrust) -> SecKey? {
  trust.read { $0.certificates.first }.flatMap { SecCertificateCopyKey($0) }
}

/// The older name of `SecTrustCopyKey`.
@discardableResult
public func SecTrustCopyPublicKey(_ trust: SecTrust) -> SecKey? { SecTrustCopyKey(trust) }

/// The certificates from the first to the authority, as far as they could be found.
@discardableResult
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? { NSArray(array: trust.evaluate().chain) }

/// How many certificates the chain has.
@discardableResult
public func SecTrustGetCertificateCount(_ trust: SecTrust) -> CFIndex { trust.evaluate().chain.count }

/// A certificate of the chain; nil beyond its end.
@discardableResult
public func SecTrustGetCertificateAtIndex(_ trust: SecTrust, _ index: CFIndex) -> SecCertificate? {
  let chain = trust.evaluate().chain
  return chain.indices.contains(index) ? chain[index] : nil
}

/// One object of a kind, or an array of such objects only.
private func elements<Element: AnyObject>(_ object: CFTypeRef) -> [Element]? {
  if let element = object as? Element { return [element] }
  guard let array = object as? NSArray else { return nil }
  let elements = array.compactMap { $0 as? Element }
  return elements.count == array.count ? elements : nil
}
