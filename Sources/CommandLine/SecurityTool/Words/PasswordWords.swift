// SPDX-License-Identifier: Apache-2.0
import KeychainModel

/// The options of `find-`, `add-` and `delete-` commands for passwords.
enum PasswordWords {
  private static let generic = "ha:c:C:D:G:j:l:s:"
  private static let internet = "ha:c:C:d:D:j:l:p:P:r:s:t:"

  static func find(_ kind: PasswordKind, _ words: ArraySlice<String>) throws(CommandProblem) -> SecurityAction {
    let scanner = try SecurityParser.scan(specification(kind) + "gw", words)
    let letters = scanner.options.map(\.letter)
    let output: PasswordOutput = letters.contains("w") ? .password : letters.contains("g") ? .both : .attributes
    return SecurityAction.passwords(.find(kind, try attributes(kind, scanner), output)).within(scanner.rest)
  }

  static func delete(_ kind: PasswordKind, _ words: ArraySlice<String>) throws(CommandProblem) -> SecurityAction {
    let scanner = try SecurityParser.scan(specification(kind), words)
    let attributes = try attributes(kind, scanner)
    guard !attributes.isEmpty else { throw .usage }
    return SecurityAction.passwords(.delete(kind, attributes)).within(scanner.rest)
  }

  static func add(_ kind: PasswordKind, _ words: ArraySlice<String>) throws(CommandProblem) -> SecurityAction {
    // A `-w` that comes last has no value: the password is asked for.
    let asks = words.last == "-w"
    let scanner = try SecurityParser.scan(specification(kind) + "w:X:UAT:", asks ? words.dropLast() : words)
    guard scanner.rest.count <= 1 else { throw .usage }
    var attributes = try attributes(kind, scanner)
    let place: ItemAttribute = kind == .generic ? .service : .server
    guard attributes[.account] != nil, let name = attributes[place] else { throw .usage }
    attributes[.label] = attributes[.label] ?? name
    var source = PasswordSource.asked
    if !asks, !scanner.options.contains(where: { $0.letter == "w" || $0.letter == "X" }) { source = .given([]) }
    for option in scanner.options {
      switch option.letter {
      case "w": source = .given(Array((option.value ?? "").utf8))
      case "X":
        guard let bytes = [UInt8](hexadecimalDigits: option.value ?? "") else { throw .usage }
        source = .given(bytes)
      default: break
      }
    }
    let updates = scanner.options.contains { $0.letter == "U" }
    let action = PasswordAction.add(kind, attributes, source, updates ? .updated : .refused)
    return SecurityAction.passwords(action).within(scanner.rest)
  }

  /// The items that a partition list is set for. With keys `-s` is a switch: those that can sign.
  static func partitionList(_ itemClass: ItemClass, _ words: ArraySlice<String>) throws(CommandProblem)
    -> SecurityAction
  {
    let isKey = itemClass == .key
    let scanner = try SecurityParser.scan(isKey ? "ha:j:l:D:t:S:k:ds" : "ha:c:C:d:D:G:j:l:p:P:r:s:t:S:k:", words)
    var attributes: ItemAttributes = [:]
    for option in scanner.options where option.letter != "S" && option.letter != "k" {
      guard option.letter != "h" else { throw .usage }
      if isKey {
        if option.letter == "s" { attributes[.canSign] = 1 }
        if option.letter == "l", let label = option.value { attributes[.label] = .string(label) }
      } else if let value = option.value,
        let name = attribute(option.letter, itemClass == .genericPassword ? .generic : .internet)
      {
        attributes[name] = try self.value(value, name)
      }
    }
    return SecurityAction.partitionList(itemClass, attributes, password: scanner.bytes(of: "k")).within(scanner.rest)
  }

  // MARK: - Attributes

  private static func specification(_ kind: PasswordKind) -> String { kind == .generic ? generic : internet }

  private static func attributes(
    _ kind: PasswordKind, _ scanner: OptionScanner
  ) throws(CommandProblem) -> ItemAttributes {
    var attributes: ItemAttributes = [:]
    for option in scanner.options {
      guard option.letter != "h" else { throw .usage }
      guard let value = option.value, let attribute = attribute(option.letter, kind) else { continue }
      attributes[attribute] = try self.value(value, attribute)
    }
    return attributes
  }

  private static func attribute(_ letter: Character, _ kind: PasswordKind) -> ItemAttribute? {
    switch letter {
    case "a": .account
    case "c": .creator
    case "C": .type
    case "d": .securityDomain
    case "D": .description
    case "G": .generic
    case "j": .comment
    case "l": .label
    case "p": .path
    case "P": .port
    case "r": .networkProtocol
    case "s": kind == .generic ? .service : .server
    case "t": .authenticationType
    default: nil
    }
  }

  private static func value(_ text: String, _ attribute: ItemAttribute) throws(CommandProblem) -> AttributeValue {
    switch attribute {
    case .creator, .type: .number(Int64(try fourCharacters(text)))
    case .networkProtocol, .authenticationType:
      try fourCharacters(text) == 0 ? .string("") : .string(text)
    case .port: .number(Int64(UInt16(text) ?? 0))
    default: .string(text)
    }
  }

  private static func fourCharacters(_ text: String) throws(CommandProblem) -> UInt32 {
    guard text.utf8.count == 4 else { throw .badType(text) }
    return text.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension [UInt8] {
  /// Pairs of hexadecimal digits.
  init?(hexadecimalDigits text: String) {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count % 2 == 0, !digits.contains(nil) else { return nil }
    let values = digits.compactMap { $0 }
    self = stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }
}
