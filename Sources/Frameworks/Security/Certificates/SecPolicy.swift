// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
public import CoreFoundation
package import KeychainModel
import SecurityConstants

/// The purpose that a certificate is evaluated for. Unchecked because `NSObject` is not said to be sendable; its own
/// properties are constant.
public final class SecPolicy: NSObject, CFTypeIdentified, MatchPolicyHolder, @unchecked Sendable {
  let identifier: String
  let purpose: TrustQuestion.Purpose
  let host: String?
  let revocation: CFOptionFlags

  init(
    _ identifier: String, _ purpose: TrustQuestion.Purpose, host: String? = nil, revocation: CFOptionFlags = 0
  ) {
    self.identifier = identifier
    self.purpose = purpose
    self.host = host
    self.revocation = revocation
  }

  /// The number of the type among Core Foundation's types.
  public static let typeIdentifier: CFTypeID = TypeNumber.firstOfFrameworks + 4

  /// Whether the checks are the same.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SecPolicy else { return false }
    return identifier == other.identifier && purpose == other.purpose && host == other.host
      && revocation == other.revocation
  }

  /// Follows `isEqual`.
  public override var hash: Int { identifier.hashValue }

  package var matchPolicy: MatchPolicy {
    MatchPolicy(identifier: identifier, name: host, side: purpose == .client ? .client : .server)
  }

  static let basic = "1.2.840.113635.100.1.2"
  static let ssl = "1.2.840.113635.100.1.3"
  static let revocation = "1.2.840.113635.100.1.21"
}

/// The type number of policies.
///
/// https://developer.apple.com/documentation/security/secpolicygettypeid()
/// - Returns: The number, the same in each process.
@discardableResult
public func SecPolicyGetTypeID() -> CFTypeID { SecPolicy.typeIdentifier }

/// The rules of X.509 (RFC 5280, section 6), for no use in particular.
///
/// https://developer.apple.com/documentation/security/secpolicycreatebasicx509()
/// - Returns: The policy.
@discardableResult
public func SecPolicyCreateBasicX509() -> SecPolicy { SecPolicy(SecPolicy.basic, .any) }

/// The rules of X.509 for one side of TLS.
///
/// https://developer.apple.com/documentation/security/secpolicycreatessl(_:_:)
/// - Parameters:
///   - server: True for the certificate of a server, false for that of a client.
///   - hostname: The name or address that the server must have (RFC 6125); nil asks for none. A client has none.
/// - Returns: The policy.
@discardableResult
public func SecPolicyCreateSSL(_ server: Bool, _ hostname: CFString?) -> SecPolicy {
  SecPolicy(SecPolicy.ssl, server ? .server : .client, host: server ? hostname.map { $0 as String } : nil)
}

/// A policy that checks for revocation.
///
/// No server is asked, by whichever method: a policy that requires an answer trusts no certificate, and every other one
/// is as the rules of X.509.
///
/// https://developer.apple.com/documentation/security/secpolicycreaterevocation(_:)
/// - Parameter revocationFlags: A combination of the `kSecRevocation…` flags.
/// - Returns: Nil for flags that do not exist.
@discardableResult
public func SecPolicyCreateRevocation(_ revocationFlags: CFOptionFlags) -> SecPolicy? {
  guard (1...31).contains(revocationFlags) else { return nil }
  return SecPolicy(SecPolicy.revocation, .any, revocation: revocationFlags)
}

/// A policy by its identifier.
///
/// https://developer.apple.com/documentation/security/secpolicycreatewithproperties(_:_:)
/// - Parameters:
///   - policyIdentifier: `kSecPolicyAppleX509Basic`, `kSecPolicyAppleSSL` or `kSecPolicyAppleRevocation`.
///   - properties: `kSecPolicyName`, `kSecPolicyClient` and `kSecPolicyRevocationFlags`, where the policy has them.
/// - Returns: Nil for another identifier.
@discardableResult
public func SecPolicyCreateWithProperties(_ policyIdentifier: CFTypeRef, _ properties: CFDictionary?) -> SecPolicy? {
  switch policyIdentifier as? NSString as String? {
  case SecPolicy.basic?: return SecPolicyCreateBasicX509()
  case SecPolicy.ssl?:
    let isClient = (properties?["SecPolicyClient"] as? NSNumber)?.boolValue ?? false
    return SecPolicyCreateSSL(!isClient, (properties?["SecPolicyName"] as? String).map { NSString(string: $0) })
  case SecPolicy.revocation?:
    return SecPolicyCreateRevocation((properties?["SecPolicyRevocationFlags"] as? NSNumber)?.uintValue ?? 0)
  default: return nil
  }
}

/// The properties that the policy was made of.
///
/// https://developer.apple.com/documentation/security/secpolicycopyproperties(_:)
/// - Parameter policy: The policy.
/// - Returns: The `kSecPolicy…` keys, with the identifier under `kSecPolicyOid`.
@discardableResult
public func SecPolicyCopyProperties(_ policy: SecPolicy) -> CFDictionary? {
  var properties: [String: Any] = ["SecPolicyOid": policy.identifier]
  if let host = policy.host { properties["SecPolicyName"] = host }
  if policy.purpose == .client { properties["SecPolicyClient"] = NSNumber(value: true) }
  if policy.revocation != 0 { properties["SecPolicyRevocationFlags"] = NSNumber(value: policy.revocation) }
  return NSDictionary(dictionary: properties)
}
