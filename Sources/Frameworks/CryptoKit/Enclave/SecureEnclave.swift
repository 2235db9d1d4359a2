// SPDX-License-Identifier: Apache-2.0
import Security

/// Keys that never leave the enclave.
public enum SecureEnclave: Sendable {
  /// Whether there is an enclave that answers: it is asked by way of the keychain's daemon.
  public static var isAvailable: Bool { Keychain.hasEnclave }

  /// The one curve of the enclave.
  public enum P256: Sendable {
    /// Signatures with ECDSA.
    public enum Signing: Sendable {}
    /// Secrets two sides agree on.
    public enum KeyAgreement: Sendable {}
  }
}
