// SPDX-License-Identifier: Apache-2.0

/// Something that takes bytes from strangers. Its corpus lies in `Fuzz/NAME/Corpus`; `Scripts/fuzz` looks for more, the
/// tests replay what was found.
package protocol FuzzTarget: Sendable {
  static var name: String { get }
  /// Traps where the code under test does not do what it must.
  static func run(_ bytes: [UInt8])
}
