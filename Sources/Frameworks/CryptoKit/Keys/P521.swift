// SPDX-License-Identifier: Apache-2.0
// Written by Scripts/curves from P256.swift: change that.

/// The curve P-521 (FIPS 186-4).
public enum P521: Sendable {
  /// Signatures with ECDSA, of data by way of SHA512.
  public enum Signing: Sendable {}
  /// Secrets two sides agree on.
  public enum KeyAgreement: Sendable {}
}
