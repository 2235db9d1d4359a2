// SPDX-License-Identifier: Apache-2.0

/// The key use that the certificates of a chain must have, where the library has no purpose that says it.
struct KeyUseRule {
  /// Extended uses: a certificate that names any must name one of these.
  private let uses: Set<String>
  /// Whether the leaf must name one.
  private let isRequired: Bool

  private static let anyUse = "2.5.29.37.0"

  /// The rule for the use of a key; nil where the library's own purpose is enough.
  init?(_ purpose: TrustQuestion.Purpose) {
    switch purpose {
    case .any, .server, .client, .email: return nil
    case .codeSigning: (uses, isRequired) = (["1.3.6.1.5.5.7.3.3"], true)
    // RFC 4945, 5.1.3.12, with the uses that were there before its own.
    case .ipsec:
      let older = ["1.3.6.1.5.5.7.3.5", "1.3.6.1.5.5.7.3.6", "1.3.6.1.5.5.7.3.7", "1.3.6.1.5.5.8.2.2"]
      (uses, isRequired) = (Set(older + ["1.3.6.1.5.5.7.3.17", Self.anyUse]), false)
    }
  }

  /// How far up the first certificate stands that is not made for it.
  func firstRefused(in chain: [ChainLink]) -> Int? {
    chain.indices.first { $0 == 0 ? !allows(leaf: chain[$0]) : !allows(issuer: chain[$0]) }
  }

  private func allows(leaf: ChainLink) -> Bool {
    guard let named = leaf.uses else { return leaf.maySign && !isRequired }
    return leaf.maySign && !uses.isDisjoint(with: named)
  }

  private func allows(issuer: ChainLink) -> Bool {
    guard let named = issuer.uses else { return true }
    return named.contains(Self.anyUse) || !uses.isDisjoint(with: named)
  }
}
