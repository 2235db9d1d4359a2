// SPDX-License-Identifier: Apache-2.0

/// The number of items to return: `kSecMatchLimit`.
package enum MatchLimit: Sendable, Hashable {
  case one
  case all
  case count(UInt32)

  /// The limit of a query without `kSecMatchLimit`. The data protection keychain updates and deletes all that match in
  /// any case.
  package static let byDefault = MatchLimit.one

  /// -1 stands for all, as in Apple's store. Other negative numbers are not limits.
  package init?(number: Int64) {
    switch number {
    case -1: self = .all
    case 1: self = .one
    default:
      guard let count = UInt32(exactly: number) else { return nil }
      self = .count(count)
    }
  }

  package var maximum: Int {
    switch self {
    case .one: 1
    case .all: .max
    case .count(let count): Int(count)
    }
  }
}
