// SPDX-License-Identifier: Apache-2.0
package import AppModel

/// The claims of a new version of an app beyond the one that the owner knows.
package struct WiderClaims: Sendable, Equatable {
  /// The openings of its sandbox, in the order of the entitlements.
  package let openings: [SandboxEntitlement]
  /// Whether a claim bypasses answers, so that what the person refuses would not bind the app any more.
  package let leadsPastAnswers: Bool

  package init(_ entitlements: Entitlements, beyond known: Entitlements) {
    openings = SandboxEntitlement.allCases.filter { opening in
      entitlements.allows(opening) && !known.allows(opening)
        || !entitlements.names(opening).allSatisfy(known.names(opening).contains)
    }
    leadsPastAnswers = !SandboxOpenings(entitlements).pastAnswers.subtracting(SandboxOpenings(known)).isEmpty
  }
}
