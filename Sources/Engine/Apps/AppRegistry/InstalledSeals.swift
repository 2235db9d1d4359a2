// SPDX-License-Identifier: Apache-2.0
/// A source that knows which register of installed apps is the valid one.
package protocol InstalledSeals: Sendable {
  func knownInstalled() -> KnownInstalled
  /// Notes the seal of the register, durable before it returns: from then on no other one counts.
  func noteInstalled(_ digest: [UInt8], by authority: AppRegistry.Authority) throws(AppRegistryError)
}

package enum KnownInstalled: Sendable, Equatable {
  /// There was none yet, or one of a version that sealed none.
  case none
  /// The SHA-256 of the file.
  case digest([UInt8])
  /// The database that had the digest is damaged, so that nothing is known of the register.
  case unknown
}
