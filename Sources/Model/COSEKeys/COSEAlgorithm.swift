// SPDX-License-Identifier: Apache-2.0

/// The signature algorithms that are verified, by their numbers in IANA's registry "COSE Algorithms".
package enum COSEAlgorithm: Int, CaseIterable, Sendable {
  case es256 = -7
  /// EdDSA with Ed25519, as WebAuthn Level 3, 5.8.5 fixes it.
  case edDSA = -8
  case es384 = -35
  case es512 = -36
  case ps256 = -37
  case ps384 = -38
  case ps512 = -39
  case ed448 = -53
  case rs256 = -257

  /// The name in the registry.
  package var name: String {
    switch self {
    case .es256: "ES256"
    case .edDSA: "EdDSA"
    case .es384: "ES384"
    case .es512: "ES512"
    case .ps256: "PS256"
    case .ps384: "PS384"
    case .ps512: "PS512"
    case .ed448: "Ed448"
    case .rs256: "RS256"
    }
  }

  /// The name of any registered algorithm for signatures, so that one that is refused can be named.
  package static func name(of number: Int) -> String? {
    COSEAlgorithm(rawValue: number)?.name ?? others[number]
  }

  private static let others = [
    -9: "ESP256", -19: "Ed25519", -46: "HSS-LMS", -47: "ES256K", -48: "ML-DSA-44", -49: "ML-DSA-65", -50: "ML-DSA-87",
    -51: "ESP384", -52: "ESP512", -258: "RS384", -259: "RS512", -260: "WalnutDSA", -265: "ESB256", -266: "ESB320",
    -267: "ESB384", -268: "ESB512", -65535: "RS1",
  ]
}
