// SPDX-License-Identifier: Apache-2.0
package import SecretMemory
import WireFormat

// MARK: - Into a credential helper

extension DockerConfiguration {
  /// The user name that docker shows where it keeps a token.
  private static let tokenUser = "\"<token>\""

  /// Whether docker's helpers can keep all of it: passwords and identity tokens, and no other helper has them.
  package static func canMove(_ bytes: Span<UInt8>) -> Bool {
    guard let whole = JSONOutline(of: 0..<bytes.count, in: bytes), whole.member("auths", in: bytes) != nil,
      whole.members.allSatisfy({ !bytes.equals($0.name, "\"credsStore\"") })
    else { return false }
    let entries = entries(in: bytes)
    return !entries.isEmpty
      && entries.allSatisfy { entry in
        entry.secrets.allSatisfy { bytes.equals($0.member.name, "\"auth\"") || isToken($0, bytes) }
      }
  }

  /// The credential as docker would send it to a helper's `store`. Where there is a token, docker uses it and not the
  /// password.
  ///
  /// - Returns: nil where the entry is none that `canMove` allows.
  package static func credential(of entry: Entry, in bytes: Span<UInt8>) -> SecretBytes? {
    let server = entry.server.lowerBound - 1..<entry.server.upperBound + 1
    var object = WireBuffer(smallest: 4096, capacity: DockerCredential.largest)
    do {
      try object.append(bytes: Array(#"{"ServerURL":"#.utf8).span)
      try object.append(bytes: bytes.extracting(server))
      try object.append(bytes: Array(#","Username":"#.utf8).span)
      if let token = entry.secrets.first(where: { isToken($0, bytes) }) {
        try object.append(bytes: Array(tokenUser.utf8).span)
        try object.append(bytes: Array(#","Secret":"#.utf8).span)
        try object.append(bytes: bytes.extracting(token.member.value))
      } else {
        guard let secret = entry.secrets.first, let pair = Base64Text.decode(secret.value, in: bytes) else {
          return nil
        }
        try pair.withBytes { pair throws(WireError) in
          let colon = pair.first(UInt8(ascii: ":"), in: 0..<pair.count) ?? 0
          try quote(pair.extracting(0..<colon), into: &object)
          try object.append(bytes: Array(#","Secret":"#.utf8).span)
          try quote(pair.extracting(colon + 1..<pair.count), into: &object)
        }
      }
      try object.append(bytes: Array("}".utf8).span)
    } catch {
      return nil
    }
    return object.withBytes { SecretBytes(copying: $0) }
  }

  /// The same text without secrets, by which docker asks `docker-credential-HELPER`.
  package static func moved(_ bytes: Span<UInt8>, to helper: String) -> [UInt8]? {
    guard let whole = JSONOutline(of: 0..<bytes.count, in: bytes) else { return nil }
    var text: [UInt8] = []
    var place = 0
    func copy(upTo end: Int) {
      for index in place..<end { text.append(bytes[index]) }
      place = end
    }
    copy(upTo: whole.range.lowerBound + 1)
    text += Array("\n\t\"credsStore\": \"\(helper)\",".utf8)
    for entry in entries(in: bytes) {
      copy(upTo: entry.object.range.lowerBound)
      let kept = entry.object.members.filter { member in !entry.secrets.contains { $0.member == member } }
      text.append(UInt8(ascii: "{"))
      for (index, member) in kept.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        for byte in member.all { text.append(bytes[byte]) }
      }
      text.append(UInt8(ascii: "}"))
      place = entry.object.range.upperBound
    }
    copy(upTo: bytes.count)
    return text
  }

  private static func isToken(_ secret: Entry.Secret, _ bytes: Span<UInt8>) -> Bool {
    bytes.equals(secret.member.name, "\"identitytoken\"")
  }

  /// Appends a text as a JSON string (RFC 8259, section 7).
  private static func quote(_ bytes: Span<UInt8>, into object: inout WireBuffer) throws(WireError) {
    try object.append(bytes: [UInt8(ascii: "\"")].span)
    for index in 0..<bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): try object.append(bytes: [UInt8(ascii: "\\"), byte].span)
      case 0..<0x20: try object.append(bytes: (Array("\\u00".utf8) + [hex(byte >> 4), hex(byte & 15)]).span)
      default: try object.append(integer: byte)
      }
    }
    try object.append(bytes: [UInt8(ascii: "\"")].span)
  }

  private static func hex(_ digit: UInt8) -> UInt8 { Array("0123456789abcdef".utf8)[Int(digit)] }
}
