// SPDX-License-Identifier: Apache-2.0

/// The name of an entry in the store.
///
/// The sealed name in base64url; where that would be longer than a file name can be, `~` and the hash of the sealed
/// name, which then lies whole in an attribute of an empty sidecar file beside the entry. Names that begin with a dot
/// are the store's own.
package struct BackingName: Hashable, Sendable {
  static let longMarker = UInt8(ascii: "~")
  private static let sidecarSuffix = ".name"
  /// The longest sealed name whose text still is a file name of 255 bytes.
  static let longestSealed = 191

  package let text: String
  /// The sealed name, if the text holds its hash only.
  package let sealedName: [UInt8]?

  /// The file that holds the sealed name of a long entry.
  package var sidecar: String? { sealedName == nil ? nil : Self.sidecar(of: text) }

  package static func sidecar(of text: String) -> String { text + sidecarSuffix }

  /// The kind of an entry of a backing directory.
  package enum Kind: Equatable, Sendable {
    case short, long
    /// Belongs to the long entry of that text.
    case sidecar(of: String)
    case storeOwn
  }

  package static func kind(of entry: String) -> Kind {
    guard let first = entry.utf8.first, first != UInt8(ascii: ".") else { return .storeOwn }
    guard first == longMarker else { return .short }
    return entry.hasSuffix(sidecarSuffix) ? .sidecar(of: String(entry.dropLast(sidecarSuffix.count))) : .long
  }
}
