// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import KeychainModel
import SecretMemory
import WebServer

// A request's body is one thing: a passcode, two of them, a reference or a word.

extension WebRequest {
  enum Line { case first, second }

  /// The whole body, as a secret; nil for none.
  var secret: SecretBytes? { part { 0..<$0.count } }

  func passcode() throws(EnclaveClientError) -> SecretBytes {
    guard let secret else { throw .passcodeLength }
    return secret
  }

  /// Of two passcodes, each on a line. Neither may be empty.
  func line(_ line: Line) throws(EnclaveClientError) -> SecretBytes {
    let found = part { bytes in
      guard let end = bytes.indices.first(where: { bytes[$0] == UInt8(ascii: "\n") }) else { return 0..<0 }
      return line == .first ? 0..<end : end + 1..<bytes.count
    }
    guard let found else { throw .passcodeLength }
    return found
  }

  private func part(_ range: (Span<UInt8>) -> Range<Int>) -> SecretBytes? {
    body.withBytes { (bytes: Span<UInt8>) -> SecretBytes? in
      let range = range(bytes)
      guard !range.isEmpty else { return nil }
      return SecretBytes(copying: bytes.extracting(range))
    }
  }

  /// Of a body that holds no secret.
  var text: String {
    body.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
  }

  func reference() throws(ConsoleFailure) -> PersistentReference {
    guard let bytes = [UInt8](hexadecimal: text), let reference = try? PersistentReference(bytes.span) else {
      throw .badRequest
    }
    return reference
  }
}
