// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
package import ProtectionModelTesting

/// An empty keychain to be put through the rules.
package struct KeychainSubject: Sendable {
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

/// Knows certificates by what their bytes say in plain words: "valid", "trusted", "issuer:…", "mail:…".
package struct PlainCertificates: CertificateExaminer {
  package init() {}

  package func accepts(_ certificate: Span<UInt8>, _ filters: MatchFilters) -> Bool {
    let text = String(decoding: certificate.indices.map { certificate[$0] }, as: UTF8.self)
    let words = Set(text.split(separator: " ").map(String.init))
    if filters.validOn != nil, !words.contains("valid") { return false }
    if filters.trustedOnly == true, !words.contains("trusted") { return false }
    if let address = filters.emailAddress, !words.contains("mail:" + address) { return false }
    if let issuers = filters.issuers {
      guard issuers.contains(where: { words.contains("issuer:" + String(decoding: $0, as: UTF8.self)) }) else {
        return false
      }
    }
    return true
  }
}
