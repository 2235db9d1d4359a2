// SPDX-License-Identifier: Apache-2.0

/// The kinds of items in the group of `bailey-secrets`, as their `kSecAttrService` says it.
package enum KeptKind: String, Sendable {
  case collection = "secret service collection"
  /// What an item is called and found by. Its `kSecAttrAccount` is that of its secret.
  case item = "secret service item"
  case secret = "secret service secret"
  case permission = "secret service permission"
}
