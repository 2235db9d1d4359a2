// SPDX-License-Identifier: Apache-2.0

/// Files of settings, `name = value`, in which some names are those of secrets.
struct Settings {
  private let format: CredentialFormat
  /// The separators between name and value.
  private let separators: [UInt8]
  private let kind: @Sendable (String) -> PlainSecret.Kind?
  private let isValue: @Sendable (Range<Int>, Span<UInt8>) -> Bool

  func find(in bytes: Span<UInt8>) -> [PlainSecret] {
    var (lines, found) = (LineCursor(), [PlainSecret]())
    while let line = lines.nextStatement(in: bytes) {
      guard let separator = line.first(where: { separators.contains(bytes[$0]) }),
        let kind = bytes.name(bytes.trimmed(line.lowerBound..<separator)).flatMap(kind)
      else { continue }
      let value = bytes.unquoted(separator + 1..<line.upperBound)
      guard isValue(value, bytes), !SecretPlaceholder.isAt(value, in: bytes) else { continue }
      found.append(PlainSecret(kind, format, line: lines.number))
    }
    return found
  }

  /// npmrc(5): for all registries, or behind the address of one.
  static let npm = Settings(format: .npmrc, separators: [UInt8(ascii: "=")]) { name in
    switch name.split(separator: ":").last {
    case "_authToken"?: .token
    case "_password"?, "_auth"?: .password
    default: nil
    }
  } isValue: { value, bytes in
    value.count >= 6 && bytes.all(value) { $0 > 0x20 }
  }

  /// The form of `.pypirc`, as Python's `configparser` reads it.
  static let pypi = Settings(format: .pypirc, separators: [UInt8(ascii: "="), UInt8(ascii: ":")]) {
    $0.lowercased() == "password" ? .password : nil
  } isValue: { value, _ in
    !value.isEmpty
  }

  /// The AWS CLI's shared files: a secret access key has 40 characters.
  static let aws = Settings(format: .awsCredentials, separators: [UInt8(ascii: "=")]) {
    switch $0.lowercased() {
    case "aws_secret_access_key": .password
    case "aws_session_token": .token
    default: nil
    }
  } isValue: { value, bytes in
    value.count >= 40
      && bytes.all(value) { $0.isLetter || $0.isDigit || [0x2B, 0x2F, 0x3D].contains($0) }
  }

  private init(
    format: CredentialFormat, separators: [UInt8], kind: @escaping @Sendable (String) -> PlainSecret.Kind?,
    isValue: @escaping @Sendable (Range<Int>, Span<UInt8>) -> Bool
  ) {
    (self.format, self.separators, self.kind, self.isValue) = (format, separators, kind, isValue)
  }
}

/// A `kubeconfig` in YAML: below `users`, what a user proves itself with.
enum KubeConfiguration {
  static func find(in bytes: Span<UInt8>) -> [PlainSecret] {
    var (lines, found, isInUsers) = (LineCursor(), [PlainSecret](), false)
    while let line = lines.next(in: bytes) {
      guard let colon = bytes.first(UInt8(ascii: ":"), in: line) else { continue }
      var name = bytes.trimmed(line.lowerBound..<colon)
      if bytes.starts(name, with: "- ") { name = bytes.trimmed(name.lowerBound + 2..<name.upperBound) }
      if name.lowerBound == line.lowerBound { isInUsers = bytes.equals(name, "users") }
      let value = bytes.unquoted(colon + 1..<line.upperBound)
      guard isInUsers, let kind = kind(bytes.name(name)), value.count >= 6, !SecretPlaceholder.isAt(value, in: bytes)
      else {
        continue
      }
      found.append(PlainSecret(kind, .kubeConfiguration, line: lines.number))
    }
    return found
  }

  private static func kind(_ name: String?) -> PlainSecret.Kind? {
    switch name {
    case "token", "id-token", "refresh-token", "access-token", "client-secret": .token
    case "password": .password
    case "client-key-data": .privateKey
    default: nil
    }
  }
}
