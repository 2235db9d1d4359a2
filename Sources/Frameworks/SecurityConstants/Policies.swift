// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation

// What certificates are evaluated by, and what is said of an evaluation.
//
// Unsafe because Apple's signatures are: a constant is an object to which a pointer stays good. No text of it ever changes.

/// The policy of a valid chain alone, whatever the certificate is for.
@safe nonisolated(unsafe) public let kSecPolicyAppleX509Basic: CFString = "1.2.840.113635.100.1.2"
/// The policy of TLS servers and clients.
@safe nonisolated(unsafe) public let kSecPolicyAppleSSL: CFString = "1.2.840.113635.100.1.3"
/// The policy of checking for revocation.
@safe nonisolated(unsafe) public let kSecPolicyAppleRevocation: CFString = "1.2.840.113635.100.1.21"

/// The key for the identifier of a policy among its properties.
@safe nonisolated(unsafe) public let kSecPolicyOid: CFString = "SecPolicyOid"
/// The key for the host or address that a policy wants a certificate to have.
@safe nonisolated(unsafe) public let kSecPolicyName: CFString = "SecPolicyName"
/// The key for whether a policy is for a client's certificate.
@safe nonisolated(unsafe) public let kSecPolicyClient: CFString = "SecPolicyClient"
/// The key for how a policy checks for revocation.
@safe nonisolated(unsafe) public let kSecPolicyRevocationFlags: CFString = "SecPolicyRevocationFlags"

/// Revocation is asked of OCSP responders.
public let kSecRevocationOCSPMethod: CFOptionFlags = 1
/// Revocation is looked up in revocation lists.
public let kSecRevocationCRLMethod: CFOptionFlags = 2
/// Revocation lists come before OCSP.
public let kSecRevocationPreferCRL: CFOptionFlags = 4
/// A certificate of which nobody says that it is valid is not trusted.
public let kSecRevocationRequirePositiveResponse: CFOptionFlags = 8
/// Revocation is checked without the network.
public let kSecRevocationNetworkAccessDisabled: CFOptionFlags = 16
/// Revocation is checked by OCSP or by revocation lists.
public let kSecRevocationUseAnyAvailableMethod: CFOptionFlags = 3

/// The key for the date of an evaluation among its results.
@safe nonisolated(unsafe) public let kSecTrustEvaluationDate: CFString = "TrustEvaluationDate"
/// The key for the outcome of an evaluation among its results.
@safe nonisolated(unsafe) public let kSecTrustResultValue: CFString = "TrustResultValue"
/// The key for whether revocation was checked, among the results of an evaluation.
@safe nonisolated(unsafe) public let kSecTrustRevocationChecked: CFString = "TrustRevocationChecked"
