// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
package import ProtectionModelTesting

/// An empty keychain to be put through the rules.
package struct KeychainUnderTest: Sendable {
  /// The class keys it uses: rules drive them through the lock states.
  package let keys: FakeClassKeys
  /// The keychain as a caller sees it, whose person answers as the authorizer does.
  package let service: @Sendable (KeychainCaller, any ItemAuthorizer) throws -> any KeychainService

  package init(
    keys: FakeClassKeys,
    service: @escaping @Sendable (KeychainCaller, any ItemAuthorizer) throws -> any KeychainService
  ) {
    self.keys = keys
    self.service = service
  }
}

/// Knows certificates by what their bytes say in plain words: "valid", "trusted", "issuer:…", "mail:…". Who issued them is
/// looked up by that word.
package struct PlainCertificates: CertificateExaminer {
  package init() {}

  package func accepts(
    _ certificate: Span<UInt8>, _ filters: MatchFilters, _ named: CertificateLookup
  ) throws(KeychainStatus) -> Bool {
    let words = words(certificate)
    if filters.validOn != nil, !words.contains("valid") { return false }
    if filters.trustedOnly == true, !words.contains("trusted") {
      guard try isIssued(words, [Array("trusted".utf8)], named) else { return false }
    }
    if let address = filters.emailAddress, words.contains(where: { $0.hasPrefix("mail:") }) {
      guard words.contains("mail:" + address) else { return false }
    }
    guard let issuers = filters.issuers else { return true }
    return try isIssued(words, Set(issuers), named)
  }

  private func words(_ certificate: Span<UInt8>) -> Set<String> {
    let text = String(decoding: certificate.indices.map { certificate[$0] }, as: UTF8.self)
    return Set(text.split(separator: " ").map(String.init))
  }

  private func isIssued(
    _ words: Set<String>, _ issuers: Set<[UInt8]>, _ named: CertificateLookup
  ) throws(KeychainStatus) -> Bool {
    for word in words where word.hasPrefix("issuer:") {
      let issuer = Array(word.utf8.dropFirst("issuer:".utf8.count))
      if issuers.contains(issuer) { return true }
      for above in try named(issuer) where try isIssued(above.withBytes { self.words($0) }, issuers, named) {
        return true
      }
    }
    return false
  }
}
