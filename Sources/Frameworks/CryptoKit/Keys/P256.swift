// SPDX-License-Identifier: Apache-2.0

/// The curve P-256 (FIPS 186-4).
public enum P256: Sendable {
  /// Signatures with ECDSA, of data by way of SHA256.
  public enum Signing: Sendable {}
  /// Secrets two sides agree on.
  public enum KeyAgreement: Sendable {}
}
