// SPDX-License-Identifier: Apache-2.0

/// The Advanced Encryption Standard (FIPS 197) in two modes.
public enum AES: Sendable {}
