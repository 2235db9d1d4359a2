// SPDX-License-Identifier: Apache-2.0

/// Curve25519 in its two forms.
public enum Curve25519: Sendable {
  /// Ed25519 signatures (RFC 8032).
  public enum Signing: Sendable {}
  /// X25519 key agreement (RFC 7748).
  public enum KeyAgreement: Sendable {}
}
