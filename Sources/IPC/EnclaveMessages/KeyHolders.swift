// SPDX-License-Identifier: Apache-2.0

/// The processes that hold keys the enclave gave them, and hear of locks.
package struct KeyHolders: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `bailey-fs`
  package static let files = KeyHolders(rawValue: 1)
  /// `baileyd`
  package static let broker = KeyHolders(rawValue: 2)

  static let all: KeyHolders = [.files, .broker]
}
