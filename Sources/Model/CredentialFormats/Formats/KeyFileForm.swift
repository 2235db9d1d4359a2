// SPDX-License-Identifier: Apache-2.0
import Base64Coding

/// Private keys in PEM (RFC 7468, PKCS #1 and #8, SEC 1) and in OpenSSH's own form, as far as no passphrase protects them.
enum KeyFileForm {
  private static let labels: [StaticString] = [
    "PRIVATE KEY-----", "RSA PRIVATE KEY-----", "EC PRIVATE KEY-----", "DSA PRIVATE KEY-----",
  ]

  static func find(in bytes: Span<UInt8>, isOfSSH: Bool) -> [PlainSecret] {
    var (lines, found) = (LineCursor(), [PlainSecret]())
    while let line = lines.next(in: bytes) {
      let line = bytes.trimmed(line)
      guard bytes.starts(line, with: "-----BEGIN ") else { continue }
      let (label, number) = (line.lowerBound + 11..<line.upperBound, lines.number)
      if bytes.equals(label, "OPENSSH PRIVATE KEY-----") {
        if isOpenSSHKey(body(&lines, bytes), bytes) { found.append(PlainSecret(.privateKey, .sshKey, line: number)) }
      } else if labels.contains(where: { bytes.equals(label, $0) }) {
        if isStructure(body(&lines, bytes), bytes) {
          found.append(PlainSecret(.privateKey, isOfSSH ? .sshKey : .pemKey, line: number))
        }
      }
    }
    return found
  }

  /// The lines up to the end; empty where they are no Base64, as with the headers of an encrypted key, or have no end.
  private static func body(_ lines: inout LineCursor, _ bytes: Span<UInt8>) -> [Range<Int>] {
    var (body, isBase64) = ([Range<Int>](), true)
    while let line = lines.next(in: bytes) {
      let line = bytes.trimmed(line)
      if bytes.starts(line, with: "-----END ") { return isBase64 ? body : [] }
      isBase64 = isBase64 && bytes.all(line) { Base64.value(of: $0) != nil || $0 == UInt8(ascii: "=") }
      body.append(line)
    }
    return []
  }

  /// The cipher of a key without a passphrase is called `none` (PROTOCOL.key of OpenSSH).
  private static func isOpenSSHKey(_ body: [Range<Int>], _ bytes: Span<UInt8>) -> Bool {
    let start = Array("openssh-key-v1\u{0}".utf8) + [0, 0, 0, 4] + Array("none".utf8)
    return Base64Text.beginning(of: body, in: bytes, count: start.count) == start
  }

  /// A sequence in DER whose length has two bytes, or one.
  private static func isStructure(_ body: [Range<Int>], _ bytes: Span<UInt8>) -> Bool {
    let start = Base64Text.beginning(of: body, in: bytes, count: 2)
    return start.count == 2 && start[0] == 0x30 && start[1] >= 0x2E && start[1] <= 0x83
  }
}
