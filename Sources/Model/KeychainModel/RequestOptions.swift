// SPDX-License-Identifier: Apache-2.0

/// What a dictionary says beside attributes: all of `r_`, `m_` and `u_`.
package struct RequestOptions: Sendable, Equatable {
  package var returns: ReturnSelection
  package var limit: MatchLimit?
  package var match: MatchFilters
  package var authentication: AuthenticationChoice
  /// `kSecUseTombstones`: whether a deletion leaves a tombstone, whatever the item says.
  package var useTombstones: Bool?
  /// What was wrong with the dictionary, found by the one who read it (`noSuchAttribute`, `noSuchClass`, `param`).
  /// It is answered where the order of checks has parsing, after what comes before.
  package var defect: KeychainStatus?
  package var kind = KeychainKind.dataProtection
  /// Not for the keychain but for whoever chooses one of two.
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

  /// Whether any `kSecMatch…` key was given.
  package var hasMatchKeys: Bool { limit != nil || !match.isEmpty }
}
