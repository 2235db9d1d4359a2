// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SystemCalls

/// Another program in the place of this one, in the same process: its number, its parent, its terminal and its streams stay.
package enum ProgramReplacement {
  /// Returns only where it fails. To be called before signals are blocked: a mask outlives its program.
  package static func become(_ path: String, _ arguments: [String]) -> SystemError {
    let words = unsafe ([path] + arguments).map { unsafe strdup($0) }
    defer { unsafe words.forEach { unsafe free($0) } }
    _ = unsafe execv(path, words + [nil])
    return SystemError(.exec)
  }
}
