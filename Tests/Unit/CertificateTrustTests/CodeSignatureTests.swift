// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import TestCertificates
import Testing

/// Signatures over a sealed list.
@Suite struct CodeSignatureTests {
  /// On which the certificate is valid.
  private static let day = 1_811_808_000
  private static let content = Array("Bailey sealed list 1\n".utf8)

  private func signed(as certificate: [UInt8] = TestCertificates.codeSigner) throws -> [UInt8] {
    let key = TestCertificates.codeSignerKey
    return try CodeSignature.sign(
      Self.content, by: certificate, issuedBy: [TestCertificates.useRoot], pkcs8: key.span)
  }

  @Test func `The signer is found with the certificates that came along`() throws {
    let signer = try CodeSignature.signer(of: signed(), over: Self.content)
    #expect(signer.certificate == TestCertificates.codeSigner)
    #expect(signer.others.contains(TestCertificates.useRoot))
    #expect(signer.time != nil)
  }

  @Test func `A signature is over these bytes and no others`() throws {
    let signature = try signed()
    #expect(throws: CodeSignatureError.mismatch) {
      try CodeSignature.signer(of: signature, over: Self.content + [0])
    }
    #expect(throws: CodeSignatureError.mismatch) { try CodeSignature.signer(of: signature, over: []) }
    #expect(throws: CodeSignatureError.malformed) { try CodeSignature.signer(of: signature + [0], over: Self.content) }
    #expect(throws: CodeSignatureError.malformed) { try CodeSignature.signer(of: [], over: Self.content) }
    for index in stride(from: 0, to: signature.count, by: 3) {
      var changed = signature
      changed[index] ^= 0x55
      guard let signer = try? CodeSignature.signer(of: changed, over: Self.content) else { continue }
      guard signer.certificate != TestCertificates.codeSigner else { continue }
      // The certificate is not signed by its key, but by its authority: a changed one is nobody's.
      var question = TrustQuestion(signer.certificate, at: Self.day)
      question.anchors = [TestCertificates.useRoot]
      question.trustsSystem = false
      question.purpose = .codeSigning
      #expect(TrustEvaluation.answer(question).defect != nil)
    }
  }

  @Test func `A key that is not the certificates does not sign`() {
    #expect(throws: CodeSignatureError.key) { try signed(as: TestCertificates.useRoot) }
  }
}
