// SPDX-License-Identifier: Apache-2.0
package import SecretMemory

/// A new passkey, and what its pseudo-random function gives for the salts.
package struct NewPasskey: ~Copyable, Sendable {
  package let key: PasskeyKey
  package let outputs: PRFOutputs

  package init(_ key: PasskeyKey, _ outputs: consuming PRFOutputs) {
    self.key = key
    self.outputs = outputs
  }
}

/// A sign-in: what was signed beside the hash of the client data, the signature in DER, and the function's outputs.
package struct PasskeyAssertion: ~Copyable, Sendable {
  package let authenticatorData: [UInt8]
  package let signature: [UInt8]
  package let outputs: PRFOutputs

  package init(_ authenticatorData: [UInt8], _ signature: [UInt8], _ outputs: consuming PRFOutputs) {
    self.authenticatorData = authenticatorData
    self.signature = signature
    self.outputs = outputs
  }
}

/// Thirty-two bytes for each salt, one after the other. Sites make keys of them, so they are secrets.
package struct PRFOutputs: ~Copyable, Sendable {
  package static let size = 32
  package let count: Int
  /// The result of the function; nil where there was no salt.
  package let bytes: SecretBytes?

  package init() {
    count = 0
    bytes = nil
  }

  /// The answers from their bytes, which are a multiple of the size of one.
  package init(_ bytes: consuming SecretBytes) {
    precondition(bytes.count > 0 && bytes.count % Self.size == 0)
    count = bytes.count / Self.size
    self.bytes = .some(bytes)
  }
}
