// SPDX-License-Identifier: Apache-2.0
import CLinux

/// The records that macros have left in a program for those who look for them.
package enum DeclaredRecords {
  /// Calls the function of each record of that kind.
  package static func declare(kind: UInt32) { clinux_declare_records(kind) }
}
