// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
public import CoreFoundation
package import KeychainModel
import SecurityConstants

// Unsafe because Apple's signatures are: a constant is an object to which a pointer stays good. No text of it ever changes.

/// What a certificate is evaluated for.
public final class SecPolicy: NSObject, CFTypeIdentified, MatchPolicyHolder, @unchecked Sendable {
  let identifier: String
  let purpose: TrustQuestion.Purpose
  let host: String?

  init(_ identifier: String, _ purpose: TrustQuestion.Purpose, host: String? = nil) {
    self.identifier = identifier
    self.purpose = purpose
    self.host = host
  }

  /// Its number among Core Foundation's types.
  public static let typeIdentifier: CFTypeID = TypeNumber.firstOfFrameworks + 4

  /// The same checks.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SecPolicy else { return false }
    return identifier == other.identifier && purpose == other.purpose && host == other.host
  }

  /// Follows `isEqual`.
  public override var hash: Int { identifier.hashValue }

  package var matchPolicy: MatchPolicy { MatchPolicy(identifier: identifier, name: host) }

  static let basic = "1.2.840.113635.100.1.2"
  static let ssl = "1.2.840.113635.100.1.3"
}

/// The identifier of the policy that `SecPolicyCreateBasicX509` makes.
@safe nonisolated(unsafe) public let kSecPolicyAppleX509Basic: CFString = "1.2.840.113635.100.1.2"
/// The identifier of the policy that `SecPolicyCreateSSL` makes.
@safe nonisolated(unsafe) public let kSecPolicyAppleSSL: CFString = "1.2.840.113635.100.1.3"
/// In the properties of a policy: its identifier.
@safe nonisolated(unsafe) public let kSecPolicyOid: CFString = "SecPolicyOid"
/// In the properties of a policy: the host it is for.
@safe nonisolated(unsafe) public let kSecPolicyName: CFString = "SecPolicyName"
/// In the properties of a policy: whether it is for clients.
@safe nonisolated(unsafe) public let kSecPolicyClient: CFString = "SecPolicyClient"

/// The type number of policies.
@discardableResult
public func SecPolicyGetTypeID() -> CFTypeID { SecPolicy.typeIdentifier }

/// The rules of X.509, for no use in particular.
@discardableResult
public func SecPolicyCreateBasicX509() -> SecPolicy { SecPolicy(SecPolicy.basic, .any) }

/// The rules of X.509 for a server of TLS, which must have that name, or for a client.
@discardableResult
public func SecPolicyCreateSSL(_ server: Bool, _ hostname: CFString?) -> SecPolicy {
  SecPolicy(SecPolicy.ssl, server ? .server : .client, host: server ? hostname.map { $0 as String } : nil)
}

/// A policy by its identifier; nil for one there is not.
@discardableResult
public func SecPolicyCreateWithProperties(_ policyIdentifier: CFTypeRef, _ properties: CFDictionary?) -> SecPolicy? {
  switch policyIdentifier as? NSString as String? {
  case SecPolicy.basic?: return SecPolicyCreateBasicX509()
  case SecPolicy.ssl?:
    let isClient = (properties?["SecPolicyClient"] as? NSNumber)?.boolValue ?? false
    return SecPolicyCreateSSL(!isClient, (properties?["SecPolicyName"] as? String).map { NSString(string: $0) })
  default: return nil
  }
}

/// What the policy was made of.
@discardableResult
public func SecPolicyCopyProperties(_ policy: SecPolicy) -> CFDictionary? {
  var properties: [String: Any] = ["SecPolicyOid": policy.identifier]
  if let host = policy.host { properties["SecPolicyName"] = host }
  if policy.purpose == .client { properties["SecPolicyClient"] = NSNumber(value: true) }
  return NSDictionary(dictionary: properties)
}
