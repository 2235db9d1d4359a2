// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The time of day, for people to read: nothing may depend on it, as anyone can set it.
package enum WallClock {
  /// Seconds since 1970.
  package static var seconds: Int { time(nil) }
}
