// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import KeychainModel
import SecretMemory
import WebServer

// A request's body is one thing, or a few lines: passcodes, references, words.

extension WebRequest {
  /// The whole body, as a secret; nil for none.
  var secret: SecretBytes? { part { 0..<$0.count } }

  func passcode() throws(EnclaveClientError) -> SecretBytes {
    guard let secret else { throw .passcodeLength }
    return secret
  }

  /// One of two passcodes, each on a line. Neither may be empty.
  func line(_ index: Int) throws(EnclaveClientError) -> SecretBytes {
    guard let found = part({ Self.range(of: index, last: 1, in: $0) }) else { throw .passcodeLength }
    return found
  }

  /// The first lines, which hold no secret; nil where there are fewer.
  func lines(_ count: Int) -> [String]? {
    body.withBytes { (bytes: Span<UInt8>) -> [String]? in
      let end = Self.end(ofLine: count, in: bytes)
      let text = String(validating: (0..<(end ?? 0)).map { bytes[$0] }, as: UTF8.self)
      return end == nil
        ? nil : text?.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
  }

  /// What follows so many lines, as one secret; nil for nothing.
  func rest(after count: Int) -> SecretBytes? {
    part { (Self.end(ofLine: count, in: $0) ?? $0.count)..<$0.count }
  }

  /// The place where what follows so many lines begins.
  private static func end(ofLine count: Int, in bytes: Span<UInt8>) -> Int? {
    var left = count
    for position in bytes.indices where bytes[position] == UInt8(ascii: "\n") {
      left -= 1
      if left == 0 { return position + 1 }
    }
    return nil
  }

  /// The last of two or three lines, as a secret; nil where it is empty, or not there.
  func lineOrNone(_ index: Int) -> SecretBytes? { part { Self.range(of: index, last: index, in: $0) } }

  /// A line that holds no secret, of a request of three lines.
  func word(_ index: Int) -> String? {
    body.withBytes { bytes in
      let range = Self.range(of: index, last: 2, in: bytes)
      return String(validating: range.map { bytes[$0] }, as: UTF8.self)
    }
  }

  /// What stands between line ends; the last line takes all that is left.
  private static func range(of index: Int, last: Int, in bytes: Span<UInt8>) -> Range<Int> {
    var (start, line) = (0, 0)
    for position in bytes.indices where bytes[position] == UInt8(ascii: "\n") && line < last {
      if line == index { return start..<position }
      (start, line) = (position + 1, line + 1)
    }
    return line == index ? start..<bytes.count : 0..<0
  }

  private func part(_ range: (Span<UInt8>) -> Range<Int>) -> SecretBytes? {
    body.withBytes { (bytes: Span<UInt8>) -> SecretBytes? in
      let range = range(bytes)
      guard !range.isEmpty else { return nil }
      return SecretBytes(copying: bytes.extracting(range))
    }
  }

  /// The text of a body that holds no secret.
  var text: String {
    body.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
  }

  var bytes: [UInt8] { body.withBytes { bytes in bytes.indices.map { bytes[$0] } } }

  func reference() throws(ConsoleFailure) -> PersistentReference {
    guard let bytes = [UInt8](hexadecimal: text), let reference = try? PersistentReference(bytes.span) else {
      throw .badRequest
    }
    return reference
  }
}
