// SPDX-License-Identifier: Apache-2.0

/// Whether a name may look like another one, by Unicode's confusables (UTS 39) for letters that look like Latin ones.
package enum NameLook: String, Sendable {
  case plain
  /// Letters of several scripts stand in one word.
  case mixed
  /// Every letter is of one other script, or of an ornamental alphabet, and looks like a Latin one.
  case imitates

  package init(of name: String) {
    let words = name.split(whereSeparator: \.isWhitespace).map { $0.unicodeScalars.filter(\.properties.isAlphabetic) }
    guard !words.contains(where: { Set($0.compactMap(Script.init)).count > 1 }) else {
      self = .mixed
      return
    }
    let letters = words.joined()
    let isImitation =
      letters.contains(where: Self.isOrnamental)
      || Script.foreign.contains { script in
        let own = letters.filter { Script($0) == script }
        // One letter that looks like no Latin one, and the name is plainly of its own script.
        return !own.isEmpty && own.allSatisfy { script.likeLatin.contains($0) }
      }
    self = isImitation ? .imitates : .plain
  }

  /// Letters of mathematics, of forms and in circles, and capitals of the size of small letters.
  private static func isOrnamental(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1D400...0x1D7FF, 0x2102...0x2134, 0x249C...0x24E9, 0x1D00...0x1D22, 0x1F130...0x1F189: true
    default: false
    }
  }
}

/// The scripts with letters that look alike.
private enum Script: CaseIterable {
  case latin, greek, cyrillic, armenian, cherokee, lisu, coptic
  /// Numerals that are one character, and look like several letters.
  case romanNumeral

  static let foreign: [Script] = [.greek, .cyrillic, .armenian, .cherokee, .lisu, .coptic]

  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF, 0xFF21...0xFF5A: self = .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
    case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: self = .cyrillic
    case 0x530...0x58F: self = .armenian
    case 0x13A0...0x13FF, 0xAB70...0xABBF: self = .cherokee
    case 0xA4D0...0xA4F7: self = .lisu
    case 0x2C80...0x2CFF: self = .coptic
    case 0x2160...0x2188: self = .romanNumeral
    default: return nil
    }
  }

  /// The script's letters of which the confusables say that they look like a letter from A to Z.
  var likeLatin: Set<Unicode.Scalar> {
    switch self {
    case .greek: Self.greekLetters
    case .cyrillic: Self.cyrillicLetters
    case .armenian: Self.armenianLetters
    case .cherokee: Self.cherokeeLetters
    case .lisu: Self.lisuLetters
    case .coptic: Self.copticLetters
    case .latin, .romanNumeral: []
    }
  }

  private static let greekLetters = Set("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺͿαγινορσυϲϳ".unicodeScalars)
  private static let cyrillicLetters = Set("АВЕЅІЈКМНОРСТУХҮЬԌԚԜӀаеорсухѕіјһԁԛԝӏгҮүѵѡ".unicodeScalars)
  private static let armenianLetters = Set("ՍՏՕԼհոսօցզյք".unicodeScalars)
  private static let cherokeeLetters = Set("ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏎᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏳᏴ".unicodeScalars)
  private static let lisuLetters = Set("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ".unicodeScalars)
  private static let copticLetters = Set("ⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬⲟⲣⲥⲩ".unicodeScalars)
}
