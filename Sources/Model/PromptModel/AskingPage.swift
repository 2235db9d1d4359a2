// SPDX-License-Identifier: Apache-2.0

/// The page that asks for a site's passkey, where it is none of that site's own or lies inside another one's: as the browser states it,
/// for the person to read. It decides nothing.
package struct AskingPage: Sendable, Equatable {
  package let origin: String
  /// The origin of the whole tab, where a document around this one has another.
  package let top: String?

  /// The most bytes of an origin.
  package static let longestOrigin = 512

  package init(_ origin: String, inside top: String? = nil) {
    self.origin = origin
    self.top = top
  }
}
