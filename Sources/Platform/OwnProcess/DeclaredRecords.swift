// SPDX-License-Identifier: Apache-2.0
import CLinux

/// What macros have left in a program for those who look for it.
package enum DeclaredRecords {
  /// Calls the function of each record of that kind.
  package static func declare(kind: UInt32) { clinux_declare_records(kind) }
}
