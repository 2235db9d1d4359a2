// SPDX-License-Identifier: Apache-2.0

/// What a site must hold to so that people come back to it and it knows them, by names that do not change.
package enum SiteRule: String, Sendable, CaseIterable {
  case sessionCookieLax, returnFiltered, spacesAsPlus, userDropped, nonceUnchecked, stateUnchecked, secretRefused
}
