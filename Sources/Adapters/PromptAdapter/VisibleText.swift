// SPDX-License-Identifier: Apache-2.0
import KeychainModel

/// A program's own words, made harmless: they are shown beside what Bailey says, and must not look like it.
package enum VisibleText {
  /// The most bytes of one part. A request has room for 1,000 (`AssuanLine.maximum`): three such parts and Bailey's own words.
  package static let maximum = 240
  private static let cut = "…"

  /// A text as one visible line, cut where it is too long. Direction marks go with the other invisible characters: they
  /// could turn a text around.
  package static func line(_ text: String, atMost room: Int = maximum) -> String {
    let line = visible(text)
    guard fitting(line, room) < line.count else { return line }
    return line.prefix(fitting(line, room - cost(cut))) + cut
  }

  /// The same, but cut at the front: paths differ at their ends.
  package static func end(of text: String, atMost room: Int = maximum) -> String {
    let line = visible(text)
    guard fitting(line.reversed(), room) < line.count else { return line }
    return cut + line.suffix(fitting(line.reversed(), room - cost(cut)))
  }

  /// Words from outside in quotes, cut at the end. Quotes inside are replaced, so that they cannot end it.
  package static func quoted(_ text: String, atMost room: Int = maximum) -> String {
    let plain = String(
      String.UnicodeScalarView(
        line(text, atMost: room).unicodeScalars.map { "\"“”„«»".unicodeScalars.contains($0) ? "'" : $0 }))
    return "\"\(plain)\""
  }

  /// A name from outside in quotes. Quotes inside it are replaced, so that they cannot end it.
  package static func quoted(endOf text: String, atMost room: Int = maximum) -> String {
    let plain = String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\"" ? "'" : $0 }))
    return "\"\(end(of: plain, atMost: room))\""
  }

  /// How many of the first characters have room.
  private static func fitting(_ characters: some Sequence<Character>, _ room: Int) -> Int {
    var room = room
    return characters.prefix { character in
      room -= cost(String(character))
      return room >= 0
    }.count
  }

  private static func cost(_ text: String) -> Int { AssuanLine.escaped(text).utf8.count }

  private static func visible(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isInvisible }))
  }
}
