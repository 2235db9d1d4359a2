// SPDX-License-Identifier: Apache-2.0

/// The keys of a dictionary that are not attributes: those that begin with `r_`, `m_` and `u_`.
package struct RequestOptions: Sendable, Equatable {
  package var returns: ReturnSelection
  package var limit: MatchLimit?
  package var match: MatchFilters
  package var authentication: AuthenticationChoice
  /// `kSecUseTombstones`: whether a deletion leaves a tombstone. Without it, items that synchronise leave one.
  package var useTombstones: Bool?
  /// A defect of the dictionary that was found when it was read (`noSuchAttribute`, `noSuchClass`, `param`). It is thrown
  /// when the checks reach parsing, because the errors of earlier checks come first.
  package var defect: KeychainStatus?
  package var kind = KeychainKind.dataProtection
  /// The routing of `MacKeychain` alone, which chooses between two keychains.
  package var routing = KeychainRouting()

  package init(
    returns: ReturnSelection = [], limit: MatchLimit? = nil, match: MatchFilters = MatchFilters(),
    authentication: AuthenticationChoice = AuthenticationChoice(), useTombstones: Bool? = nil,
    defect: KeychainStatus? = nil
  ) {
    self.returns = returns
    self.limit = limit
    self.match = match
    self.authentication = authentication
    self.useTombstones = useTombstones
    self.defect = defect
  }

  /// The most items that a search returns.
  package var mostItems: Int { (limit ?? .byDefault).maximum }

  /// Whether any `kSecMatch…` key was given.
  package var hasMatchKeys: Bool { limit != nil || !match.isEmpty }
}
