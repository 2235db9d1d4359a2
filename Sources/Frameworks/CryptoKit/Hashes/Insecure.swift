// SPDX-License-Identifier: Apache-2.0

/// Functions that must not be relied on, for what exists already.
public enum Insecure: Sendable {}
