// SPDX-License-Identifier: Apache-2.0
import SecretMemory

/// `~/.docker/config.json` and podman's `auth.json`: below `auths`, what each registry is shown. An older form is `auths` alone.
package enum DockerConfiguration {
  static func find(in bytes: Span<UInt8>) -> [PlainSecret] {
    entries(in: bytes).prefix(PlainSecret.mostInOneFile).flatMap { entry in
      entry.secrets.map { PlainSecret($0.kind, .dockerConfiguration, line: line(of: $0.value.lowerBound, in: bytes)) }
    }.sorted { $0.line < $1.line }
  }

  /// The object of a registry.
  package struct Entry {
    package struct Secret {
      package let kind: PlainSecret.Kind
      package let member: JSONOutline.Member
      /// The range between the quotation marks.
      package let value: Range<Int>
    }

    /// The registry, between its quotation marks.
    package let server: Range<Int>
    package let object: JSONOutline
    package let secrets: [Secret]
  }

  package static func entries(in bytes: Span<UInt8>) -> [Entry] {
    guard let whole = JSONOutline(of: 0..<bytes.count, in: bytes) else { return [] }
    let servers =
      whole.member("auths", in: bytes).map { JSONOutline(of: $0.value, in: bytes)?.members ?? [] } ?? whole.members
    return servers.compactMap { server in
      guard let object = JSONOutline(of: server.value, in: bytes) else { return nil }
      let secrets = secrets(of: object, in: bytes)
      let name = server.name.lowerBound + 1..<server.name.upperBound - 1
      return secrets.isEmpty ? nil : Entry(server: name, object: object, secrets: secrets)
    }
  }

  private static func secrets(of entry: JSONOutline, in bytes: Span<UInt8>) -> [Entry.Secret] {
    let known: [(StaticString, PlainSecret.Kind)] = [
      ("auth", .password), ("password", .password), ("identitytoken", .token), ("registrytoken", .token),
    ]
    return known.compactMap { name, kind in
      guard let member = entry.member(name, in: bytes), let value = JSONOutline.text(member.value, in: bytes),
        !SecretPlaceholder.isAt(value, in: bytes), name.utf8CodeUnitCount != 4 || isBasic(value, bytes)
      else { return nil }
      return Entry.Secret(kind: kind, member: member, value: value)
    }
  }

  /// User and password as of RFC 7617.
  private static func isBasic(_ value: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
    guard let pair = Base64Text.decode(value, in: bytes) else { return false }
    return pair.withBytes { pair in
      let colon = pair.first(UInt8(ascii: ":"), in: 0..<pair.count)
      return colon.map { $0 + 1 < pair.count } ?? false
    }
  }

  private static func line(of place: Int, in bytes: Span<UInt8>) -> Int {
    1 + (0..<place).count { bytes[$0] == UInt8(ascii: "\n") }
  }
}
