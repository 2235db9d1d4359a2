// SPDX-License-Identifier: Apache-2.0
import COpenSSL
import CryptoPrimitives

/// Answers questions of trust with the library's path validation (RFC 5280, 6).
package enum TrustEvaluation {
  /// The most certificates that come with the leaf. Anchors are the asker's own, and as many as it likes.
  package static let maximumCertificates = 200

  /// The decisive answer of questions that must all be answered with yes: the first that is not, or of good answers the
  /// first. Nil for no question.
  package static func decisiveAnswer(_ questions: [TrustQuestion]) -> TrustAnswer? {
    let answers = questions.map { answer($0) }
    return answers.first { $0.defect != nil } ?? answers.first
  }

  package static func answer(_ question: TrustQuestion) -> TrustAnswer {
    guard let leaf = LibraryCertificate(question.leaf),
      question.others.count <= maximumCertificates, let validation = Validation(question)
    else {
      return TrustAnswer(chain: [question.leaf], defect: TrustAnswer.Defect(.unreadable, depth: 0))
    }
    defer { ERR_clear_error() }
    return validation.run(leaf, question)
  }
}

/// The library's state of one validation. The certificates it points at live as long as it does.
@safe private struct Validation: ~Copyable {
  private let store: OpaquePointer
  private let context: OpaquePointer
  private let untrusted: OpaquePointer

  init?(_ question: TrustQuestion) {
    guard let store = unsafe X509_STORE_new(), let context = unsafe X509_STORE_CTX_new(),
      let untrusted = unsafe OPENSSL_sk_new_null()
    else { fatalError("no memory for a validation") }
    unsafe self.store = store
    unsafe self.context = context
    unsafe self.untrusted = untrusted
    for anchor in question.anchors {
      guard let certificate = LibraryCertificate(anchor) else { return nil }
      unsafe X509_STORE_add_cert(store, certificate.raw)
    }
    // Skip intermediate certificates that cannot be read, and use the others.
    for other in question.others {
      guard let certificate = LibraryCertificate(other) else { continue }
      unsafe X509_up_ref(certificate.raw)
      unsafe OPENSSL_sk_push(untrusted, UnsafeRawPointer(certificate.raw))
    }
    if question.trustsSystem { unsafe X509_STORE_set_default_paths(store) }
  }

  deinit {
    unsafe X509_STORE_CTX_free(context)
    unsafe X509_STORE_free(store)
    while let certificate = unsafe OPENSSL_sk_pop(untrusted) { unsafe X509_free(OpaquePointer(certificate)) }
    unsafe OPENSSL_sk_free(untrusted)
  }

  borrowing func run(_ leaf: borrowing LibraryCertificate, _ question: TrustQuestion) -> TrustAnswer {
    guard unsafe X509_STORE_CTX_init(context, store, leaf.raw, untrusted) == 1,
      let parameters = unsafe X509_STORE_CTX_get0_param(context)
    else { fatalError("no memory for a validation") }
    if let kind = unsafe configure(parameters, question) {
      return TrustAnswer(chain: [question.leaf], defect: TrustAnswer.Defect(kind, depth: 0))
    }
    let valid = unsafe X509_verify_cert(context) == 1
    let depth = unsafe Int(X509_STORE_CTX_get_error_depth(context))
    let code = unsafe X509_STORE_CTX_get_error(context)
    let chain = chain
    return TrustAnswer(
      chain: chain.isEmpty ? [question.leaf] : chain.map(\.encoded),
      defect: valid ? Self.defect(in: chain, question) : TrustAnswer.Defect(TrustAnswer.Kind(code), depth: depth))
  }

  /// Any anchor ends a chain, self-signed or not. Names are looked for where RFC 6125 has them, not in the subject. A host
  /// name or an address that no certificate could contain is reported as a defect at once.
  @unsafe private borrowing func configure(
    _ parameters: OpaquePointer, _ question: TrustQuestion
  ) -> TrustAnswer.Kind? {
    unsafe X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN))
    unsafe X509_VERIFY_PARAM_set_time(parameters, question.time)
    let purpose =
      switch question.purpose {
      case .any, .codeSigning, .ipsec: X509_PURPOSE_ANY
      case .server: X509_PURPOSE_SSL_SERVER
      case .client: X509_PURPOSE_SSL_CLIENT
      case .email: X509_PURPOSE_SMIME_SIGN
      }
    guard unsafe X509_VERIFY_PARAM_set_purpose(parameters, purpose) == 1 else { return .wrongUse }
    if let address = question.emailAddress {
      guard Self.isName(address), unsafe X509_VERIFY_PARAM_set1_email(parameters, address, 0) == 1 else {
        return .emailMismatch
      }
    }
    guard let host = question.host else { return nil }
    guard Self.isName(host) else { return .hostMismatch }
    if unsafe X509_VERIFY_PARAM_set1_ip_asc(parameters, host) == 1 { return nil }
    unsafe X509_VERIFY_PARAM_set_hostflags(
      parameters, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT))
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    guard Self.isName(name), unsafe X509_VERIFY_PARAM_set1_host(parameters, name, 0) == 1 else { return .hostMismatch }
    return nil
  }

  /// Refuse a name with a zero inside: the library would end the name there, and it would match another one. Refuse an
  /// empty name too: the library would check nothing.
  private static func isName(_ text: String) -> Bool { !text.isEmpty && !text.utf8.contains(0) }

  /// Checks what the library does not, on a chain that it accepted.
  private static func defect(in chain: [ChainLink], _ question: TrustQuestion) -> TrustAnswer.Defect? {
    if let rule = KeyUseRule(question.purpose), let depth = rule.firstRefused(in: chain) {
      return TrustAnswer.Defect(.wrongUse, depth: depth)
    }
    return question.requiresRevocationCheck ? TrustAnswer.Defect(.revocationUnknown, depth: 0) : nil
  }

  /// The certificates from the leaf up.
  private var chain: [ChainLink] {
    guard let chain = unsafe X509_STORE_CTX_get0_chain(context) else { return [] }
    let count = unsafe OPENSSL_sk_num(chain)
    return (0..<count).compactMap { index in
      guard let certificate = unsafe OPENSSL_sk_value(chain, index) else { return nil }
      return unsafe ChainLink(OpaquePointer(certificate))
    }
  }
}

extension TrustAnswer.Kind {
  fileprivate init(_ code: Int32) {
    self =
      switch code {
      case X509_V_ERR_CERT_HAS_EXPIRED: .expired
      case X509_V_ERR_CERT_NOT_YET_VALID: .notYetValid
      case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
        X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT,
        X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_CERT_UNTRUSTED:
        .untrusted
      case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: .hostMismatch
      case X509_V_ERR_EMAIL_MISMATCH: .emailMismatch
      case X509_V_ERR_INVALID_PURPOSE, X509_V_ERR_INVALID_CA, X509_V_ERR_PATH_LENGTH_EXCEEDED,
        X509_V_ERR_KEYUSAGE_NO_CERTSIGN:
        .wrongUse
      case X509_V_ERR_CERT_SIGNATURE_FAILURE: .badSignature
      case X509_V_ERR_CERT_REVOKED: .revoked
      default: .other(Int(code))
      }
  }
}
