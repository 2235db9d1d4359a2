// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import TestCertificates
import Testing

@Suite struct TrustEvaluationTests {
  /// 1 June 2027: a day on which all but the expired certificate are valid.
  private static let day = 1_811_808_000

  private func question(_ leaf: [UInt8] = TestCertificates.leaf) -> TrustQuestion {
    var question = TrustQuestion(leaf, at: Self.day)
    question.others = [TestCertificates.intermediate]
    question.anchors = [TestCertificates.root]
    question.trustsSystem = false
    return question
  }

  private func defect(_ change: (inout TrustQuestion) -> Void) -> TrustAnswer.Defect? {
    var question = question()
    change(&question)
    return TrustEvaluation.answer(question).defect
  }

  @Test func `Builds the chain up to the anchor`() {
    let answer = TrustEvaluation.answer(question())
    #expect(answer.defect == nil)
    #expect(answer.chain == [TestCertificates.leaf, TestCertificates.intermediate, TestCertificates.root])
  }

  @Test func `An anchor ends the chain wherever it stands`() {
    #expect(defect { $0.anchors = [TestCertificates.intermediate] } == nil)
    #expect(defect { $0.anchors = [TestCertificates.leaf] } == nil)
    #expect(
      defect {
        $0.leaf = TestCertificates.mouse
        $0.anchors = [TestCertificates.mouse]
      } == nil)
  }

  @Test func `Those that come with the leaf are limited, and the asker's own anchors are not`() {
    let many = [[UInt8]](repeating: TestCertificates.other, count: TrustEvaluation.maximumCertificates)
    #expect(defect { $0.anchors += many + many } == nil)
    #expect(defect { $0.others += many }?.kind == .unreadable)
  }

  @Test func `Nobody is trusted unasked`() {
    #expect(defect { $0.anchors = [] }?.kind == .untrusted)
    #expect(defect { $0.anchors = [TestCertificates.other] }?.kind == .untrusted)
    #expect(defect { $0.others = [] }?.kind == .untrusted)
    #expect(
      defect {
        $0.others = [TestCertificates.intermediate, TestCertificates.root]; $0.anchors = []
      }?.kind == .untrusted)
    #expect(defect { $0.leaf = TestCertificates.mouse }?.kind == .untrusted)
    #expect(
      defect {
        $0.anchors = []
        $0.trustsSystem = true
      }?.kind == .untrusted)
  }

  @Test func `Certificates have their time`() {
    #expect(defect { $0.time = 0 }?.kind == .notYetValid)
    #expect(defect { $0.time = 6_000_000_000 }?.kind == .expired)
    #expect(defect { $0.leaf = TestCertificates.expired } == TrustAnswer.Defect(.expired, depth: 0))
  }

  @Test(arguments: ["example.com", "EXAMPLE.com", "www.example.org", "example.com.", "127.0.0.1"])
  func `Hosts of the certificate match`(host: String) {
    #expect(defect { $0.host = host } == nil)
  }

  @Test(arguments: [
    "example.org", "a.b.example.org", "www.example.com", "127.0.0.2", "", ".", "example.com\0.evil.org", "subject",
  ])
  func `Other hosts do not`(host: String) {
    #expect(defect { $0.host = host }?.kind == .hostMismatch)
  }

  @Test func `Purposes are not mixed`() {
    #expect(defect { $0.purpose = .server } == nil)
    #expect(defect { $0.purpose = .client }?.kind == .wrongUse)
    #expect(
      defect {
        $0.leaf = TestCertificates.client
        $0.purpose = .client
      } == nil)
    #expect(
      defect {
        $0.leaf = TestCertificates.client
        $0.purpose = .server
      }?.kind == .wrongUse)
  }

  private func defect(of leaf: [UInt8], _ purpose: TrustQuestion.Purpose, _ others: [[UInt8]] = []) -> TrustAnswer
    .Defect?
  {
    defect {
      $0.leaf = leaf
      $0.others = others
      $0.anchors = [TestCertificates.useRoot]
      $0.purpose = purpose
    }
  }

  @Test func `What names its uses is for no others`() {
    let made: [(TrustQuestion.Purpose, [UInt8])] = [
      (.codeSigning, TestCertificates.codeSigner), (.email, TestCertificates.mail), (.ipsec, TestCertificates.tunnel),
    ]
    for (purpose, certificate) in made {
      for asked in [TrustQuestion.Purpose.codeSigning, .email, .ipsec, .server, .client] {
        let expected = asked == purpose ? nil : TrustAnswer.Kind.wrongUse
        #expect(defect(of: certificate, asked)?.kind == expected, "\(asked)")
      }
      #expect(defect(of: certificate, .any) == nil)
    }
    #expect(defect(of: TestCertificates.plain, .codeSigning)?.kind == .wrongUse)
    #expect(defect(of: TestCertificates.plain, .ipsec) == nil)
    let chain = [TestCertificates.serverIntermediate]
    #expect(
      defect(of: TestCertificates.misissuedSigner, .codeSigning, chain) == TrustAnswer.Defect(.wrongUse, depth: 1))
    #expect(defect(of: TestCertificates.misissuedSigner, .any, chain) == nil)
  }

  @Test func `Addresses for mail match`() {
    func kind(_ address: String) -> TrustAnswer.Kind? { defect { $0.emailAddress = address }?.kind }
    for address in ["alt@example.com", "alt@EXAMPLE.com"] { #expect(kind(address) == nil) }
    for address in ["", "alt@example.org", "Alt@example.com", "example.com", "alt@example.com\0"] {
      #expect(kind(address) == .emailMismatch, "\(address)")
    }
  }

  @Test func `Nobody vouches for what may be revoked`() {
    #expect(defect { $0.requiresRevocationCheck = true }?.kind == .revocationUnknown)
    let expired = defect {
      $0.requiresRevocationCheck = true
      $0.time = 6_000_000_000
    }
    #expect(expired?.kind == .expired)
  }

  @Test func `A changed certificate is refused`() {
    var changed = TestCertificates.leaf
    changed[changed.count - 1] ^= 1
    #expect(defect { $0.leaf = changed }?.kind == .badSignature)
    #expect(defect { $0.leaf = [0x30, 0] }?.kind == .unreadable)
    #expect(defect { $0.leaf = [] }?.kind == .unreadable)
    #expect(defect { $0.anchors.append([1]) }?.kind == .unreadable)
    #expect(defect { $0.others.append([1]) } == nil)
  }
}
