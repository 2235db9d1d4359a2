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

  @Test func buildsTheChainUpToTheAnchor() {
    let answer = TrustEvaluation.answer(question())
    #expect(answer.defect == nil)
    #expect(answer.chain == [TestCertificates.leaf, TestCertificates.intermediate, TestCertificates.root])
  }

  @Test func anAnchorEndsTheChainWhereverItStands() {
    #expect(defect { $0.anchors = [TestCertificates.intermediate] } == nil)
    #expect(defect { $0.anchors = [TestCertificates.leaf] } == nil)
    #expect(
      defect {
        $0.leaf = TestCertificates.mouse
        $0.anchors = [TestCertificates.mouse]
      } == nil)
  }

  @Test func nobodyIsTrustedUnasked() {
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

  @Test func certificatesHaveTheirTime() {
    #expect(defect { $0.time = 0 }?.kind == .notYetValid)
    #expect(defect { $0.time = 6_000_000_000 }?.kind == .expired)
    #expect(defect { $0.leaf = TestCertificates.expired } == TrustAnswer.Defect(.expired, depth: 0))
  }

  @Test(arguments: ["example.com", "EXAMPLE.com", "www.example.org", "example.com.", "127.0.0.1"])
  func hostsOfTheCertificateMatch(host: String) {
    #expect(defect { $0.host = host } == nil)
  }

  @Test(arguments: [
    "example.org", "a.b.example.org", "www.example.com", "127.0.0.2", "", "example.com\0.evil.org", "subject",
  ])
  func otherHostsDoNot(host: String) {
    #expect(defect { $0.host = host }?.kind == .hostMismatch)
  }

  @Test func purposesAreNotMixed() {
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

  @Test func aChangedCertificateIsRefused() {
    var changed = TestCertificates.leaf
    changed[changed.count - 1] ^= 1
    #expect(defect { $0.leaf = changed }?.kind == .badSignature)
    #expect(defect { $0.leaf = [0x30, 0] }?.kind == .unreadable)
    #expect(defect { $0.leaf = [] }?.kind == .unreadable)
    #expect(defect { $0.anchors.append([1]) }?.kind == .unreadable)
    #expect(defect { $0.others.append([1]) } == nil)
  }
}
