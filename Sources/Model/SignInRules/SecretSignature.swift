// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
import CryptoPrimitives
import JOSECoding
import JSONCoding

/// The signature of a secret: by whom it was made, and in which form.
struct SecretSignature {
  let findings: [RuleFinding]

  init(_ token: CompactJWS, _ context: SecretContext) {
    // Of another algorithm's signature nothing can be said, and the algorithm is a finding already.
    guard token.algorithmName == JOSEAlgorithm.es256.rawValue, let keys = context.keys else {
      findings = []
      return
    }
    let (raw, form) = Self.raw(token.signature)
    guard let raw else {
      findings = [RuleFinding(.signatureWrong, .init("bytes", token.signature.count))]
      return
    }
    func haveSigned(_ key: KnownKey) -> Bool {
      JSONWebKey(id: key.id, ec: key.publicKey).isValid(raw, of: token.signedBytes)
    }
    var findings = form == .der ? [RuleFinding(.signatureDER, .init("bytes", token.signature.count))] : []
    let named = keys.filter { $0.id == token.keyID && $0.id != nil }
    // The others are asked where the named one has not signed: then it is worth knowing who has.
    let right = named.filter(haveSigned)
    let signers = right.isEmpty ? keys.filter(haveSigned) : right
    // A key without an identifier may be the one that the token names.
    let isRight = signers.contains { $0.id == token.keyID || $0.id == nil && named.isEmpty }
    if !isRight {
      findings.append(
        signers.first.map { signer in
          RuleFinding(
            .signedByOtherKey, .init("kid", token.header.value("kid").shown), .init("signer", signer.name))
        } ?? RuleFinding(.signatureWrong, .init("kid", token.header.value("kid").shown)))
    }
    let refused = ["jku", "jwk", "x5u", "x5c", "crit", "b64"].filter { token.header.value($0) != nil }
    if !refused.isEmpty {
      findings.append(RuleFinding(.signatureWrong, .init("header", refused.joined(separator: ", "))))
    }
    self.findings = findings
  }

  private enum Form { case raw, der }

  /// The two numbers of the signature, also where they are in DER; nil where they are in neither form.
  private static func raw(_ signature: [UInt8]) -> ([UInt8]?, Form) {
    if signature.count == 64 { return (signature, .raw) }
    return (try? ECDSASignature.raw(fromDER: signature.span, .p256), .der)
  }
}
