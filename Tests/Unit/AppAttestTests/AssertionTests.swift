// SPDX-License-Identifier: Apache-2.0
import AppAttest
import AppAttestObjects
import CBORCoding
import COSEKeys
import CryptoPrimitives
import KeyFormats
import Testing

@Suite struct AssertionTests {
  private let authority: TestAppAuthority
  private let key: ECPrivateKey
  private let stored: AttestedAppKey

  init() throws {
    authority = try TestAppAuthority()
    let key = try ECPrivateKey(.p256)
    self.key = key
    stored = AttestedAppKey(
      id: SHA256.hash(key.publicKey.x963.span), appID: TestAppAuthority.appID, .production,
      try COSEKey(.es256, .ec(key.publicKey)), counter: 4)
  }

  private func reasons(
    _ assertion: [UInt8], stored: AttestedAppKey? = nil, hash: [UInt8] = TestAppAuthority.clientDataHash,
    _ change: (inout AppAttestPolicy) -> Void = { _ in }
  ) -> [String] {
    var policy = authority.policy
    change(&policy)
    do {
      _ = try AppAssertionVerification(policy).verify(assertion, by: stored ?? self.stored, clientDataHash: hash)
      return []
    } catch { return error.all.map(\.reason.rawValue) }
  }

  @Test func `It is accepted with the counter above the stored one alone`() throws {
    #expect(try reasons(authority.assertion(key, counter: 5)) == [])
    #expect(try reasons(authority.assertion(key, counter: .max)) == [])
    #expect(try reasons(authority.assertion(key, counter: 4)) == ["counterNotGreater"])
    #expect(try reasons(authority.assertion(key, counter: 3)) == ["counterNotGreater"])
    #expect(try reasons(authority.assertion(key, counter: 5, launch: nil)) == [])
    #expect(try authority.assertion(key, counter: 5, launch: nil).count.isWithin(139...142))
  }

  @Test func `Another key, another request, another app and another environment are refused`() throws {
    #expect(try reasons(authority.assertion(ECPrivateKey(.p256), counter: 5)) == ["signature"])
    #expect(try reasons(authority.assertion(key, counter: 5), hash: [1]) == ["signature"])
    #expect(try reasons(authority.assertion(key, counter: 5, appID: "T.other")) == ["appId"])
    let other = AttestedAppKey(id: stored.id, appID: "T.other", .development, stored.publicKey, counter: 4)
    #expect(try reasons(authority.assertion(key, counter: 5), stored: other) == ["appId", "environment"])
  }

  @Test func `The counter that a verifier of signatures alone would believe is covered by them`() throws {
    let object = try AppAssertionObject(authority.assertion(key, counter: 5))
    var data = object.authenticatorData
    data[36] = 200
    let raised = AppAssertionObject(signature: object.signature, authenticatorData: data).encoded
    #expect(reasons(raised) == ["signature"])
  }

  @Test func `Flags that were seen are accepted, with a map or without, and nothing after it`() throws {
    let map = CBORValue.map([.text("more"): .bool(true)]).encoded
    #expect(try reasons(authority.assertion(key, counter: 5, trailing: map)) == ["trailingData"])
    #expect(try reasons(authority.assertion(key, counter: 5, launch: nil, trailing: map)) == [])
    #expect(try reasons(authority.assertion(key, counter: 5, launch: nil, trailing: [0])) == ["trailingData"])
    #expect(try reasons(authority.assertion(key, counter: 5, launch: nil, trailing: [0xA1])) == ["malformed"])
    #expect(try reasons(authority.assertion(key, counter: 5, launch: nil, trailing: map + map)) == ["trailingData"])
  }

  @Test func `What the policy asks of the launch is asked of assertions too`() throws {
    #expect(try reasons(authority.assertion(key, counter: 5)) { $0.categories = [6] } == [])
    #expect(try reasons(authority.assertion(key, counter: 5)) { $0.categories = [4] } == ["category"])
    #expect(try reasons(authority.assertion(key, counter: 5, launch: nil)) { $0.categories = [6] } == ["category"])
    #expect(
      try reasons(authority.assertion(key, counter: 5, launch: nil)) { ($0.categories, $0.unstated) = ([6], .accepted) }
        == [])
  }

  @Test func `What is no assertion is malformed`() throws {
    let assertion = try authority.assertion(key, counter: 5)
    #expect(reasons([]) == ["malformed"] && reasons([0xA0]) == ["malformed"])
    #expect(reasons(assertion + [0]) == ["trailingData"])
    for count in 0..<assertion.count { #expect(reasons(Array(assertion.prefix(count))) == ["malformed"]) }
    for index in assertion.indices {
      var changed = assertion
      changed[index] ^= 1
      #expect(reasons(changed) != [], "octet \(index)")
    }
  }
}

extension Int {
  fileprivate func isWithin(_ range: ClosedRange<Int>) -> Bool { range.contains(self) }
}
