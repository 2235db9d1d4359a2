// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import TestCertificates
import Testing

/// The rows on trust of the table "SecIdentity, PKCS#12, SecTrust".
@Suite struct SecTrustTests {
  /// 1 June 2027: all but the expired certificate are valid.
  private static let day = Date(timeIntervalSince1970: 1_811_808_000)

  private func trust(
    _ certificates: [[UInt8]] = [TestCertificates.leaf, TestCertificates.intermediate],
    _ policy: SecPolicy = SecPolicyCreateBasicX509(), anchors: [[UInt8]]? = [TestCertificates.root]
  ) throws -> SecTrust {
    var trust: SecTrust?
    let objects = try certificates.map { try certificate($0) }
    #expect(SecTrustCreateWithCertificates(NSArray(array: objects), policy, &trust) == errSecSuccess)
    let made = try #require(trust)
    if let anchors {
      let objects = try anchors.map { try certificate($0) }
      #expect(SecTrustSetAnchorCertificates(made, NSArray(array: objects)) == errSecSuccess)
    }
    #expect(SecTrustSetVerifyDate(made, Self.day as NSDate) == errSecSuccess)
    return made
  }

  private func evaluate(_ trust: SecTrust) -> (isTrusted: Bool, error: CFError?, result: SecTrustResultType) {
    var error: CFError?
    let isTrusted = SecTrustEvaluateWithError(trust, &error)
    var result = SecTrustResultType.invalid
    #expect(SecTrustGetTrustResult(trust, &result) == errSecSuccess)
    return (isTrusted, error, result)
  }

  @Test func `Unspecified 4: trusted`() throws {
    let (isTrusted, error, result) = evaluate(try trust())
    #expect(isTrusted && error == nil && result == .unspecified)
    #expect(SecTrustResultType.unspecified.rawValue == 4)
  }

  @Test func `Proceed 1, deny 3, other errors 7: nobody says so here, and code asks for them`() {
    let numbers = [SecTrustResultType.proceed, .deny, .otherError].map(\.rawValue)
    #expect(numbers == [1, 3, 7])
  }

  @Test func `Invalid 0: before an evaluation, and after a change`() throws {
    let trust = try trust()
    var result = SecTrustResultType.proceed
    SecTrustGetTrustResult(trust, &result)
    #expect(result == .invalid && result.rawValue == 0)
    _ = evaluate(trust)
    SecTrustSetPolicies(trust, SecPolicyCreateBasicX509())
    SecTrustGetTrustResult(trust, &result)
    #expect(result == .invalid)
  }

  @Test func `Recoverable 5: expired, wrong host, unknown authority, wrong use`() throws {
    let expired = evaluate(try trust([TestCertificates.expired, TestCertificates.intermediate]))
    #expect(expired.result == .recoverableTrustFailure && expired.error?.code == Int(errSecCertificateExpired))
    #expect(expired.error?.localizedDescription == "“expired.example.com” certificate is expired")
    let host = evaluate(
      try trust([TestCertificates.leaf, TestCertificates.intermediate], SecPolicyCreateSSL(true, "wrong.example.com")))
    #expect(host.result == .recoverableTrustFailure && host.error?.code == Int(errSecHostNameMismatch))
    #expect(host.error?.localizedDescription == "“example.com” certificate name does not match input")
    let unknown = evaluate(try trust([TestCertificates.mouse]))
    #expect(unknown.result == .recoverableTrustFailure && unknown.error?.code == Int(errSecNotTrusted))
    #expect(unknown.error?.localizedDescription == "“MouseCA” certificate is not trusted")
    let use = evaluate(
      try trust([TestCertificates.client, TestCertificates.intermediate], SecPolicyCreateSSL(true, nil)))
    #expect(use.result == .recoverableTrustFailure && use.error?.code == Int(errSecInvalidExtendedKeyUsage))
    #expect(SecTrustResultType.recoverableTrustFailure.rawValue == 5)
  }

  @Test func `Fatal 6: a signature that is not the issuer's`() throws {
    var changed = TestCertificates.leaf
    changed[changed.count - 1] ^= 1
    let (isTrusted, _, result) = evaluate(try trust([changed, TestCertificates.intermediate]))
    #expect(!isTrusted && result == .fatalTrustFailure && result.rawValue == 6)
  }

  @Test func `SSL: the host and the use count`() throws {
    for host in ["example.com", "a.example.org", "127.0.0.1"] {
      let policy = SecPolicyCreateSSL(true, host as NSString)
      #expect(evaluate(try trust([TestCertificates.leaf, TestCertificates.intermediate], policy)).isTrusted)
    }
    let client = SecPolicyCreateSSL(false, nil)
    #expect(evaluate(try trust([TestCertificates.client, TestCertificates.intermediate], client)).isTrusted)
    #expect(!evaluate(try trust([TestCertificates.leaf, TestCertificates.intermediate], client)).isTrusted)
  }

  @Test func `SetPolicies: all must hold`() throws {
    let trust = try trust()
    let policies: NSArray = [SecPolicyCreateBasicX509(), SecPolicyCreateSSL(true, "wrong.example.com")]
    #expect(SecTrustSetPolicies(trust, policies) == errSecSuccess)
    #expect(evaluate(trust).error?.code == Int(errSecHostNameMismatch))
    #expect(SecTrustSetPolicies(trust, NSString(string: "none")) == errSecParam)
    var copied: CFArray?
    #expect(SecTrustCopyPolicies(trust, &copied) == errSecSuccess)
    #expect(copied == policies)
  }

  @Test func `SetAnchorCertificates, and Only`() throws {
    let trust = try trust(anchors: nil)
    #expect(evaluate(trust).error?.code == Int(errSecNotTrusted), "the system does not know this authority")
    SecTrustSetAnchorCertificates(trust, [try certificate(TestCertificates.root)])
    #expect(evaluate(trust).isTrusted)
    SecTrustSetAnchorCertificatesOnly(trust, false)
    #expect(evaluate(trust).isTrusted)
    SecTrustSetAnchorCertificates(trust, [])
    #expect(!evaluate(trust).isTrusted, "no authority at all")
    SecTrustSetAnchorCertificates(trust, nil)
    #expect(!evaluate(trust).isTrusted)
    #expect(SecTrustSetAnchorCertificates(trust, ["none"]) == errSecParam)
  }

  @Test func `SetVerifyDate`() throws {
    let trust = try trust()
    SecTrustSetVerifyDate(trust, Date(timeIntervalSince1970: 0) as NSDate)
    #expect(evaluate(trust).error?.code == Int(errSecCertificateNotValidYet))
    #expect(SecTrustGetVerifyTime(trust) == -978_307_200)
    SecTrustSetVerifyDate(trust, Date(timeIntervalSince1970: 1_795_300_000) as NSDate)
    #expect(evaluate(trust).isTrusted)
  }

  @Test func `EvaluateAsyncWithError`() async throws {
    let trust = try trust()
    let (isTrusted, hasError) = await withCheckedContinuation { continuation in
      let queue = DispatchQueue(label: "trust")
      let status = SecTrustEvaluateAsyncWithError(trust, queue) { _, isTrusted, error in
        continuation.resume(returning: (isTrusted, error != nil))
      }
      #expect(status == errSecSuccess)
    }
    #expect(isTrusted && !hasError)
  }

  @Test func `EvaluateAsync, CopyResult`() async throws {
    let trust = try trust()
    #expect(SecTrustCopyResult(trust) == nil)
    let result = await withCheckedContinuation { continuation in
      #expect(
        SecTrustEvaluateAsync(trust, nil) { _, result in continuation.resume(returning: result) } == errSecSuccess)
    }
    #expect(result == .unspecified)
    let found = try #require(SecTrustCopyResult(trust))
    #expect(found[kSecTrustResultValue] as? NSNumber == 4 && found[kSecTrustEvaluationDate] as? Date == Self.day)
    #expect(found[kSecTrustRevocationChecked] == nil)
  }

  @Test func `What is found while the policies change is not what is found of the new ones`() async throws {
    for _ in 0..<200 {
      let trust = try trust([TestCertificates.leaf, TestCertificates.intermediate], SecPolicyCreateBasicX509())
      await withCheckedContinuation { continuation in
        #expect(SecTrustEvaluateAsync(trust, nil) { _, _ in continuation.resume() } == errSecSuccess)
        SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, "another.invalid" as CFString))
      }
      #expect(!SecTrustEvaluateWithError(trust, nil))
    }
  }

  @Test func `Revocation: what requires an answer trusts nobody, what does not is no obstacle`() throws {
    let optional = try #require(SecPolicyCreateRevocation(kSecRevocationUseAnyAvailableMethod))
    #expect(evaluate(try trust([TestCertificates.leaf, TestCertificates.intermediate], optional)).isTrusted)
    let flags = kSecRevocationOCSPMethod | kSecRevocationRequirePositiveResponse
    let required = try #require(SecPolicyCreateRevocation(flags))
    let trust = try trust()
    #expect(evaluate(trust).isTrusted)
    let both: NSArray = [SecPolicyCreateSSL(true, "example.com"), required]
    #expect(SecTrustSetPolicies(trust, both) == errSecSuccess)
    let (isTrusted, error, result) = evaluate(trust)
    #expect(!isTrusted && result == .recoverableTrustFailure)
    #expect(error?.code == Int(errSecIncompleteCertRevocationCheck))
    for none: CFOptionFlags in [0, 32, .max] { #expect(SecPolicyCreateRevocation(none) == nil) }
    #expect(optional != required && SecPolicyCreateRevocation(flags) == required)
    let properties = SecPolicyCopyProperties(required)
    #expect(properties?[kSecPolicyRevocationFlags] as? NSNumber == 9)
    #expect(SecPolicyCreateWithProperties(kSecPolicyAppleRevocation, properties) == required)
  }

  @Test func `CopyKey, CopyCertificateChain`() throws {
    let trust = try trust()
    let chain = try #require(SecTrustCopyCertificateChain(trust) as? [SecCertificate])
    #expect(
      try chain
        == [
          certificate(TestCertificates.leaf), certificate(TestCertificates.intermediate),
          certificate(TestCertificates.root),
        ])
    #expect(SecTrustCopyKey(trust) == SecCertificateCopyKey(chain[0]))
    #expect(SecTrustCopyPublicKey(trust) == SecTrustCopyKey(trust))
    #expect(SecTrustGetCertificateAtIndex(trust, 1) == chain[1])
    #expect(SecTrustGetCertificateAtIndex(trust, 3) == nil)
  }

  @Test func `CreateWithCertificates: one, several, none`() throws {
    var trust: SecTrust?
    #expect(SecTrustCreateWithCertificates(try certificate(TestCertificates.leaf), nil, &trust) == errSecSuccess)
    #expect(SecTrustCreateWithCertificates(NSArray(), nil, &trust) == errSecParam)
    #expect(SecTrustCreateWithCertificates(NSString(string: "none"), nil, &trust) == errSecParam)
    #expect(SecTrustSetNetworkFetchAllowed(try #require(trust), false) == errSecSuccess)
  }

  @Test func `Policies say what they are`() {
    let policy = SecPolicyCreateSSL(true, "example.com")
    let properties = SecPolicyCopyProperties(policy)
    #expect(properties?[kSecPolicyOid] as? String == kSecPolicyAppleSSL as String)
    #expect(properties?[kSecPolicyName] as? String == "example.com")
    #expect(SecPolicyCreateWithProperties(kSecPolicyAppleSSL, properties) == policy)
    #expect(SecPolicyCreateWithProperties("1.2.3" as NSString, nil) == nil)
    #expect(SecPolicyCreateBasicX509() == SecPolicyCreateBasicX509())
    #expect(kSecPolicyOid === kSecPolicyOid && kSecPolicyName === kSecPolicyName)
    #expect(kSecPolicyClient === kSecPolicyClient)
  }
}
