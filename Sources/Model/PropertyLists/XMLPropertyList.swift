// SPDX-License-Identifier: Apache-2.0

/// Reads Apple's XML form of property lists: the subset of XML that the format uses, and of its elements those that are
/// asked for.
///
/// No external thing is ever looked up: a document type is passed over, its declarations refused, and there are no
/// entities but those of XML itself.
package enum XMLPropertyList {
  package static func read(
    _ bytes: Span<UInt8>, _ reading: PropertyListReading = .simple
  ) throws(PropertyListError) -> PropertyListValue {
    guard bytes.count <= PropertyListLimits.bytes else { throw PropertyListError(line: 1, problem: .tooLarge) }
    let bytes = bytes.indices.map { bytes[$0] }
    if bytes.starts(with: "bplist".utf8) { throw PropertyListError(line: 1, problem: .binary) }
    return try read(text: try TextEncoding.decoded(bytes), reading)
  }

  /// `text` is what `TextEncoding` gives.
  static func read(text: [UInt8], _ reading: PropertyListReading) throws(PropertyListError) -> PropertyListValue {
    var reader = PropertyListReader(text, reading)
    return try reader.document()
  }
}

/// The state of reading a property list.
struct PropertyListReader {
  var text: XMLText
  private let reading: PropertyListReading
  private var values = 0

  init(_ bytes: [UInt8], _ reading: PropertyListReading) {
    text = XMLText(bytes)
    self.reading = reading
  }

  mutating func document() throws(PropertyListError) -> PropertyListValue {
    try text.skipProlog()
    let isWrapped = try text.tag() == .opening("plist")
    guard isWrapped || reading == .asFoundation else { throw text.error(.expected(.plist)) }
    if !isWrapped { text.unread() }
    guard let value = try value(in: "plist", depth: 0) else { throw text.error(.expected(.value)) }
    if isWrapped { try close("plist") }
    try text.skipMisc()
    guard text.isAtEnd else { throw text.error(.expected(.end)) }
    return value
  }

  /// The next value, or nil at the closing tag of the element that holds it.
  private mutating func value(in holder: String, depth: Int) throws(PropertyListError) -> PropertyListValue? {
    try text.skipMisc()
    switch try text.tag() {
    case .closing(holder):
      text.unread()
      return nil
    case .closing: throw text.error(.expected(.closingTag(holder)))
    case .empty(let name): return try count(emptyElement(name))
    case .opening(let name): return try count(element(name, depth: depth + 1))
    }
  }

  private mutating func count(_ value: PropertyListValue) throws(PropertyListError) -> PropertyListValue {
    values += 1
    guard values <= PropertyListLimits.values else { throw text.error(.tooComplex) }
    return value
  }

  private func emptyElement(_ name: String) throws(PropertyListError) -> PropertyListValue {
    switch name {
    case "true": .boolean(true)
    case "false": .boolean(false)
    case "string": .string("")
    case "array": .array([])
    case "dict": .dictionary([:])
    case "data" where reading != .simple: .data([])
    default: throw text.error(.unknownElement(name))
    }
  }

  private mutating func element(_ name: String, depth: Int) throws(PropertyListError) -> PropertyListValue {
    guard depth <= PropertyListLimits.depth else { throw text.error(.tooComplex) }
    switch name {
    case "dict": return .dictionary(try dictionary(depth))
    case "array": return .array(try array(depth))
    case "string": return .string(try characters(upTo: name))
    case "integer":
      let digits = try characters(upTo: name)
      guard let number = Self.integer(digits, reading) else { throw text.error(.notAnInteger(digits)) }
      return .integer(number)
    case "true", "false":
      guard try characters(upTo: name).isEmpty else { throw text.error(.expected(.closingTag(name))) }
      return .boolean(name == "true")
    case "real" where reading != .simple:
      let digits = try characters(upTo: name)
      guard let number = Double(digits), number.isFinite else { throw text.error(.notAFraction(digits)) }
      return .fraction(number)
    case "data" where reading != .simple:
      guard let bytes = [UInt8](base64: try characters(upTo: name)) else { throw text.error(.notBase64) }
      return .data(bytes)
    case "date" where reading != .simple:
      let date = try characters(upTo: name)
      guard let seconds = DateInUTC.seconds(date) else { throw text.error(.notADate(date)) }
      return .date(seconds)
    default: throw text.error(.unknownElement(name))
    }
  }

  /// Foundation takes a hexadecimal number too.
  private static func integer(_ digits: String, _ reading: PropertyListReading) -> Int64? {
    guard reading == .asFoundation, digits.hasPrefix("0x") || digits.hasPrefix("0X") else { return Int64(digits) }
    return digits.dropFirst(2).first?.isHexDigit == true ? Int64(digits.dropFirst(2), radix: 16) : nil
  }

  private mutating func array(_ depth: Int) throws(PropertyListError) -> [PropertyListValue] {
    var elements: [PropertyListValue] = []
    while let element = try value(in: "array", depth: depth) { elements.append(element) }
    try close("array")
    return elements
  }

  /// A key that stands twice is refused where a right hangs on it, so that no two readers take different values of it.
  private mutating func dictionary(_ depth: Int) throws(PropertyListError) -> [String: PropertyListValue] {
    var members: [String: PropertyListValue] = [:]
    while let key = try key() {
      guard members[key] == nil || reading == .asFoundation else { throw text.error(.repeatedKey(key)) }
      guard let value = try value(in: "dict", depth: depth) else { throw text.error(.expected(.value)) }
      members[key] = value
    }
    try close("dict")
    return members
  }

  private mutating func key() throws(PropertyListError) -> String? {
    try text.skipMisc()
    switch try text.tag() {
    case .opening("key"): return try characters(upTo: "key")
    case .empty("key"): return ""
    case .closing("dict"):
      text.unread()
      return nil
    default: throw text.error(.expected(.key))
    }
  }

  private mutating func characters(upTo name: String) throws(PropertyListError) -> String {
    let characters = try text.characters()
    try close(name)
    return characters
  }

  private mutating func close(_ name: String) throws(PropertyListError) {
    try text.skipMisc()
    guard case .closing(name) = try text.tag() else { throw text.error(.expected(.closingTag(name))) }
  }
}
