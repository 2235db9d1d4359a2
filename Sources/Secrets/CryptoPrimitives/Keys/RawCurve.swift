// SPDX-License-Identifier: Apache-2.0

/// The curves of RFC 7748 and RFC 8032, whose keys are plain strings of bytes.
package enum RawCurve: CaseIterable, Sendable {
  case ed25519, x25519, ed448, x448

  package var keySize: Int {
    switch self {
    case .ed25519, .x25519: 32
    case .ed448: 57
    case .x448: 56
    }
  }

  package var signatureSize: Int? {
    switch self {
    case .ed25519: 64
    case .ed448: 114
    case .x25519, .x448: nil
    }
  }

  package var agrees: Bool { signatureSize == nil }

  var name: StaticString {
    switch self {
    case .ed25519: "ED25519"
    case .x25519: "X25519"
    case .ed448: "ED448"
    case .x448: "X448"
    }
  }
}
