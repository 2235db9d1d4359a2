// SPDX-License-Identifier: Apache-2.0
package import ConsentModel
package import WireFormat

/// How a location button looks, as its app says. What its title takes is not sent: the receiver computes it.
extension LocationButtonLook {
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: icon.number)
    try buffer.append(integer: label.number)
    for color in [title, background] {
      for part in [color.red, color.green, color.blue, color.alpha] { try buffer.append(integer: part.bitPattern) }
    }
    // 0 stands for the size of running text.
    try buffer.append(integer: (isRunningText ? 0 : fontSize).bitPattern)
    try buffer.append(integer: UInt8(isBold ? 1 : 0))
    try buffer.append(integer: room.bitPattern)
    for letter in (language ?? "").utf8 { try buffer.append(integer: letter) }
  }

  package init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let (iconNumber, labelNumber) = (try cursor.byte(in: message), try cursor.byte(in: message))
    guard let icon = Icon(number: iconNumber), let label = Label(number: labelNumber) else { throw .badValue }
    var parts: [Double] = []
    for _ in 0..<8 { parts.append(Double(bitPattern: try cursor.integer(in: message))) }
    let fontSize = Double(bitPattern: try cursor.integer(in: message))
    let bold = try cursor.byte(in: message)
    guard bold <= 1 else { throw .badValue }
    let room = Double(bitPattern: try cursor.integer(in: message))
    self.init(
      icon, label, title: Color(parts[0], parts[1], parts[2], alpha: parts[3]),
      on: Color(parts[4], parts[5], parts[6], alpha: parts[7]), fontSize: fontSize == 0 ? nil : fontSize,
      isBold: bold == 1, language: try Self.language(message, &cursor), room: room)
  }

  /// The code of a language: two small letters. Apps that were built with an earlier Bailey say none.
  private static func language(_ message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) -> String? {
    guard cursor.remaining(in: message) > 0 else { return nil }
    let letters = try cursor.bytes(2, in: message)
    guard letters.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) else { throw .badValue }
    return String(decoding: letters, as: UTF8.self)
  }
}

/// The permanent numbers of icons.
extension LocationButtonLook.Icon {
  fileprivate var number: UInt8 {
    switch self {
    case .none: 0
    case .arrowFilled: 1
    case .arrowOutline: 2
    }
  }

  fileprivate init?(number: UInt8) {
    guard let found = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = found
  }
}

extension LocationButtonLook.Label {
  fileprivate var number: UInt8 {
    switch self {
    case .none: 0
    case .currentLocation: 1
    case .sendCurrentLocation: 2
    case .sendMyCurrentLocation: 3
    case .shareCurrentLocation: 4
    case .shareMyCurrentLocation: 5
    }
  }

  fileprivate init?(number: UInt8) {
    guard let found = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = found
  }
}
