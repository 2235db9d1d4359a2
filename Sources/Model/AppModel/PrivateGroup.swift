// SPDX-License-Identifier: Apache-2.0

/// The access groups of programs that nobody has registered: each has one of its own, under names nobody can claim.
package enum PrivateGroup {
  package static let prefix = "bailey.private."
  /// The group of `bailey` itself, under all its names.
  package static let commandLine = prefix + "command-line"
  /// The group of `bailey-secrets`: what programs of the desktop store.
  package static let secretService = prefix + "secret-service"

  package static func isReserved(_ group: String) -> Bool { group.utf8.starts(with: prefix.utf8) }
}
