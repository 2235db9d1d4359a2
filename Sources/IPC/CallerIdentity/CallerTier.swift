// SPDX-License-Identifier: Apache-2.0

/// How it is known which app asks, the surest first. Whoever stores a decision about an app stores its tier with it.
package enum CallerTier: UInt8, Sendable, CaseIterable {
  /// Bailey started it in a sandbox of its own and made its socket: its entitlements count.
  case launched = 0
  /// The caller's executable is the registered one: it has the groups of its registration, and no sandbox.
  case registered = 1
  /// Anything else: it has its private group.
  case unverified = 2
}
