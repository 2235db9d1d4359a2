// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A user without privileges, which every Debian has.
package enum OrdinaryUser {
  package static let number: UInt32 = 65_534

  /// Whom a scenario is played as: whoever runs the tests, and an ordinary user too where that is root.
  package static let everyone: [UInt32?] = geteuid() == 0 && Program.isInstalled("setpriv") ? [nil, number] : [nil]
}
