// SPDX-License-Identifier: Apache-2.0
import KeychainModel

/// A program's own words, made harmless: they are shown beside what Bailey says, and must not look like it.
package enum VisibleText {
  /// Of the bytes of a request, which has room for 1,000 (`AssuanLine.most`): three such parts are in one, beside what
  /// Bailey says itself.
  private static let most = 240
  private static let cut = "…"

  /// One line of what can be seen, cut where it is too long. Direction marks go with the other invisible characters:
  /// they could turn a text around.
  package static func line(_ text: String) -> String {
    let line = visible(text)
    guard fitting(line, most) < line.count else { return line }
    return line.prefix(fitting(line, most - cost(cut))) + cut
  }

  /// The same, but cut at the front: what tells one path from another is its end.
  package static func end(of text: String) -> String {
    let line = visible(text)
    guard fitting(line.reversed(), most) < line.count else { return line }
    return cut + line.suffix(fitting(line.reversed(), most - cost(cut)))
  }

  /// A name from outside, which ends where its quotes do.
  package static func quoted(endOf text: String) -> String {
    let plain = String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\"" ? "'" : $0 }))
    return "\"\(end(of: plain))\""
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
