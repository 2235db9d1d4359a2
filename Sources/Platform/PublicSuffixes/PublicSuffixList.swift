// SPDX-License-Identifier: Apache-2.0
import CPublicSuffix

/// The list of public suffixes: the names below which anybody can register one of their own (publicsuffix.org).
///
/// Unchecked because the library only reads a list once it is loaded.
@safe package final class PublicSuffixList: @unchecked Sendable {
  private let list: OpaquePointer

  /// The file, or the library's own list, whichever is newer; nil where there is neither.
  package init?(_ file: String? = nil) {
    guard let list = unsafe psl_latest(file ?? psl_dist_filename().map { unsafe String(cString: $0) }) else {
      return nil
    }
    unsafe self.list = list
  }

  deinit { unsafe psl_free(list) }

  /// Whether a name is a public suffix, in small letters, as browsers write it. A top domain that is not in the list is
  /// one.
  package func isPublicSuffix(_ name: String) -> Bool {
    unsafe psl_is_public_suffix2(list, name, PSL_TYPE_ANY) != 0
  }
}
