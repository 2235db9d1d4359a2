// SPDX-License-Identifier: Apache-2.0

/// The form of an App ID: `TEAM.bundle.identifier`.
package enum AppIdentifierForm {
  /// Letters, digits, hyphens, and dots between them.
  package static func isAppID(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return text.utf8.count <= 255 && parts.count >= 2
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.allSatisfy { ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || (0x30...0x39).contains($0) || $0 == 0x2D }
      }
  }
}
