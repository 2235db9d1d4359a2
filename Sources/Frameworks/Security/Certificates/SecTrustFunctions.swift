// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import CertificateTrust
public import Dispatch
import SecurityConstants
import X509Certificates

// Unsafe because Apple's signatures are: objects, results and errors are handed out through pointers.

/// The type number of trusts.
///
/// https://developer.apple.com/documentation/security/sectrustgettypeid()
/// - Returns: The number, the same in each process.
@discardableResult
public func SecTrustGetTypeID() -> CFTypeID { SecTrust.typeIdentifier }

/// A trust of certificates and policies.
///
/// https://developer.apple.com/documentation/security/sectrustcreatewithcertificates(_:_:_:)
/// - Parameters:
///   - certificates: A `SecCertificate`, or an array of them: the first is evaluated, the others help to find the
///     chain.
///   - policies: A `SecPolicy`, or an array of them, all of which must hold; nil or none stands for the rules of X.509.
///   - trust: Receives the trust; it is untouched where the call fails.
/// - Returns: `errSecParam` for anything else.
@discardableResult
public func SecTrustCreateWithCertificates(
  _ certificates: CFTypeRef, _ policies: CFTypeRef?, _ trust: UnsafeMutablePointer<SecTrust?>
) -> OSStatus {
  guard let given: [SecCertificate] = elements(certificates), !given.isEmpty else { return errSecParam }
  guard let policies: [SecPolicy] = elements(policies ?? SecPolicyCreateBasicX509()) else { return errSecParam }
  unsafe trust.pointee = SecTrust(given, policies.isEmpty ? [SecPolicyCreateBasicX509()] : policies)
  return errSecSuccess
}

/// Evaluates by other policies from now on.
///
/// https://developer.apple.com/documentation/security/sectrustsetpolicies(_:_:)
/// - Parameters:
///   - trust: The trust.
///   - policies: A `SecPolicy`, or an array of them.
/// - Returns: `errSecParam` for anything else.
@discardableResult
public func SecTrustSetPolicies(_ trust: SecTrust, _ policies: CFTypeRef) -> OSStatus {
  guard let policies: [SecPolicy] = elements(policies), !policies.isEmpty else { return errSecParam }
  trust.change { $0.policies = policies }
  return errSecSuccess
}

/// The policies that the trust is evaluated by.
///
/// https://developer.apple.com/documentation/security/sectrustcopypolicies(_:_:)
/// - Parameters:
///   - trust: The trust.
///   - policies: Receives the array.
/// - Returns: `errSecSuccess` always.
@discardableResult
public func SecTrustCopyPolicies(_ trust: SecTrust, _ policies: UnsafeMutablePointer<CFArray?>) -> OSStatus {
  unsafe policies.pointee = NSArray(array: trust.read { $0.policies })
  return errSecSuccess
}

/// Trusts these authorities instead of those of the system.
///
/// https://developer.apple.com/documentation/security/sectrustsetanchorcertificates(_:_:)
/// - Parameters:
///   - trust: The trust.
///   - anchorCertificates: An array of `SecCertificate`; nil for the authorities of the system again.
/// - Returns: `errSecParam` for an array of anything else.
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

/// Says whether the authorities that were set are the only ones.
///
/// https://developer.apple.com/documentation/security/sectrustsetanchorcertificatesonly(_:_:)
/// - Parameters:
///   - trust: The trust.
///   - anchorCertificatesOnly: False for the authorities of the system beside those that were set.
/// - Returns: `errSecSuccess` always.
@discardableResult
public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ anchorCertificatesOnly: Bool) -> OSStatus {
  trust.change { $0.anchorsOnly = anchorCertificatesOnly }
  return errSecSuccess
}

/// The authorities that were set.
///
/// https://developer.apple.com/documentation/security/sectrustcopycustomanchorcertificates(_:_:)
/// - Parameters:
///   - trust: The trust.
///   - anchors: Receives the array; nil where none were set.
/// - Returns: `errSecSuccess` always.
@discardableResult
public func SecTrustCopyCustomAnchorCertificates(
  _ trust: SecTrust, _ anchors: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  unsafe anchors.pointee = trust.read { $0.anchors }.map { NSArray(array: $0) }
  return errSecSuccess
}

/// Evaluates for another time than now.
///
/// https://developer.apple.com/documentation/security/sectrustsetverifydate(_:_:)
/// - Parameters:
///   - trust: The trust.
///   - verifyDate: The time.
/// - Returns: `errSecSuccess` always.
@discardableResult
public func SecTrustSetVerifyDate(_ trust: SecTrust, _ verifyDate: CFDate) -> OSStatus {
  trust.change { $0.date = verifyDate as Date }
  return errSecSuccess
}

/// The time that the trust is evaluated for.
///
/// https://developer.apple.com/documentation/security/sectrustgetverifytime(_:)
/// - Parameter trust: The trust.
/// - Returns: Seconds since the reference date, 1 January 2001; of now where no time was set.
@discardableResult
public func SecTrustGetVerifyTime(_ trust: SecTrust) -> CFAbsoluteTime {
  (trust.read { $0.date } ?? Date()).timeIntervalSinceReferenceDate
}

/// Says whether certificates may be fetched. None ever is: what is missing must be given.
///
/// https://developer.apple.com/documentation/security/sectrustsetnetworkfetchallowed(_:_:)
/// - Parameters:
///   - trust: The trust.
///   - allowFetch: What `SecTrustGetNetworkFetchAllowed` is to answer.
/// - Returns: `errSecSuccess` always.
@discardableResult
public func SecTrustSetNetworkFetchAllowed(_ trust: SecTrust, _ allowFetch: Bool) -> OSStatus {
  trust.change { $0.fetchesFromNetwork = allowFetch }
  return errSecSuccess
}

/// The value that was given to `SecTrustSetNetworkFetchAllowed`.
///
/// https://developer.apple.com/documentation/security/sectrustgetnetworkfetchallowed(_:_:)
/// - Parameters:
///   - trust: The trust.
///   - allowFetch: Receives the answer, true at first.
/// - Returns: `errSecSuccess` always.
@discardableResult
public func SecTrustGetNetworkFetchAllowed(
  _ trust: SecTrust, _ allowFetch: UnsafeMutablePointer<Bool>
) -> OSStatus {
  unsafe allowFetch.pointee = trust.read { $0.fetchesFromNetwork }
  return errSecSuccess
}

/// Evaluates the certificate, once until something of the trust changes.
///
/// https://developer.apple.com/documentation/security/sectrustevaluatewitherror(_:_:)
/// - Parameters:
///   - trust: The trust.
///   - error: Receives the first thing that is wrong; nil for a certificate that is trusted.
/// - Returns: Whether the certificate is trusted.
@discardableResult
public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool {
  let found = trust.evaluate().error
  unsafe error?.pointee = found
  return found == nil
}

/// Evaluates the certificate on a queue.
///
/// https://developer.apple.com/documentation/security/sectrustevaluateasyncwitherror(_:_:_:)
/// - Parameters:
///   - trust: The trust.
///   - queue: Where the callback runs.
///   - result: Called once, with what `SecTrustEvaluateWithError` answers.
/// - Returns: `errSecSuccess` always.
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

/// Evaluates the certificate. `SecTrustEvaluateWithError` says why not, too.
///
/// https://developer.apple.com/documentation/security/sectrustevaluate(_:_:)
/// - Parameters:
///   - trust: The trust.
///   - result: Receives how the evaluation ended; may be nil.
/// - Returns: `errSecSuccess` always: whether the certificate is trusted, the result says.
@discardableResult
public func SecTrustEvaluate(_ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>?) -> OSStatus {
  let found = trust.evaluate().result
  unsafe result?.pointee = found
  return errSecSuccess
}

/// Evaluates the certificate on a queue.
///
/// https://developer.apple.com/documentation/security/sectrustevaluateasync(_:_:_:)
/// - Parameters:
///   - trust: The trust.
///   - queue: Where the callback runs; a global queue for nil.
///   - result: Called once, with what `SecTrustEvaluate` answers.
/// - Returns: `errSecSuccess` always.
@discardableResult
public func SecTrustEvaluateAsync(
  _ trust: SecTrust, _ queue: DispatchQueue?, _ result: @escaping @Sendable (SecTrust, SecTrustResultType) -> Void
) -> OSStatus {
  (queue ?? .global()).async { result(trust, trust.evaluate().result) }
  return errSecSuccess
}

/// How the last evaluation ended, as a dictionary.
///
/// https://developer.apple.com/documentation/security/sectrustcopyresult(_:)
/// - Parameter trust: The trust.
/// - Returns: `kSecTrustResultValue` and `kSecTrustEvaluationDate`; nil before the first evaluation. Revocation is
///   never checked, so no key of it is there.
@discardableResult
public func SecTrustCopyResult(_ trust: SecTrust) -> CFDictionary? {
  trust.read { $0.evaluation }.map { found in
    ["TrustResultValue": NSNumber(value: found.result.rawValue), "TrustEvaluationDate": found.date]
  }
}

/// How the last evaluation ended.
///
/// https://developer.apple.com/documentation/security/sectrustgettrustresult(_:_:)
/// - Parameters:
///   - trust: The trust.
///   - result: Receives the result, `.invalid` before the first evaluation.
/// - Returns: `errSecSuccess` always.
@discardableResult
public func SecTrustGetTrustResult(
  _ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>
) -> OSStatus {
  unsafe result.pointee = trust.read { $0.evaluation?.result ?? .invalid }
  return errSecSuccess
}

/// The public key of the certificate that is evaluated.
///
/// https://developer.apple.com/documentation/security/sectrustcopykey(_:)
/// - Parameter trust: The trust.
/// - Returns: Nil for a key of a kind that no function here has.
@discardableResult
public func SecTrustCopyKey(_ trust: SecTrust) -> SecKey? {
  trust.read { $0.certificates.first }.flatMap { SecCertificateCopyKey($0) }
}

/// The older name of `SecTrustCopyKey`.
///
/// https://developer.apple.com/documentation/security/sectrustcopypublickey(_:)
/// - Parameter trust: The trust.
/// - Returns: What `SecTrustCopyKey` returns.
@discardableResult
public func SecTrustCopyPublicKey(_ trust: SecTrust) -> SecKey? { SecTrustCopyKey(trust) }

/// The chain, evaluated first where it is not.
///
/// https://developer.apple.com/documentation/security/sectrustcopycertificatechain(_:)
/// - Parameter trust: The trust.
/// - Returns: From the certificate to the authority, as far as they could be found.
@discardableResult
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? { NSArray(array: trust.evaluate().chain) }

/// How many certificates the chain has, evaluated first where it is not.
///
/// https://developer.apple.com/documentation/security/sectrustgetcertificatecount(_:)
/// - Parameter trust: The trust.
/// - Returns: The number, one at least.
@discardableResult
public func SecTrustGetCertificateCount(_ trust: SecTrust) -> CFIndex { trust.evaluate().chain.count }

/// A certificate of the chain, evaluated first where it is not.
///
/// https://developer.apple.com/documentation/security/sectrustgetcertificateatindex(_:_:)
/// - Parameters:
///   - trust: The trust.
///   - index: From 0, which is the certificate that is evaluated.
/// - Returns: Nil beyond the end.
@discardableResult
public func SecTrustGetCertificateAtIndex(_ trust: SecTrust, _ index: CFIndex) -> SecCertificate? {
  let chain = trust.evaluate().chain
  return chain.indices.contains(index) ? chain[index] : nil
}

/// The objects of a value that is one object of a kind, or an array of such objects only.
private func elements<Element: AnyObject>(_ object: CFTypeRef) -> [Element]? {
  if let element = object as? Element { return [element] }
  guard let array = object as? NSArray else { return nil }
  let elements = array.compactMap { $0 as? Element }
  return elements.count == array.count ? elements : nil
}
