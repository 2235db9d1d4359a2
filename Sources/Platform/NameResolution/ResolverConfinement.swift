// SPDX-License-Identifier: Apache-2.0
import CNameResolution
package import SystemCalls

/// The confinement of a process that resolves names and connects, and nothing else.
package enum ResolverConfinement {
  /// Loads what this machine resolves names with. Returns whether some of that asks other processes of this machine.
  package static func loadServices() -> Bool { cnames_load_services() == 1 }

  /// Hides the machine's files, but for those by which names are resolved. To be called before there are threads, and
  /// before the process hides its memory.
  package static func hideFiles() throws(SystemError) { _ = try retrying(.mount) { cnames_hide_files() } }

  /// Gives up the privileges of root, where the person is root: this process owns no file from now on.
  package static func becomeNobody() throws(SystemError) { _ = try retrying(.capset) { cnames_become_nobody() } }
}
