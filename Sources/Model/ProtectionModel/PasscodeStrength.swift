// SPDX-License-Identifier: Apache-2.0
package import SecretMemory

/// How long a passcode withstands somebody who has a copy of the disk, and may try as fast as a machine can.
///
/// The number of tries is an upper bound: all passcodes of as many characters from the same kinds of characters, where
/// neighbours that follow each other and words that everybody tries first count for little. What is read of the passcode
/// takes as long for one as for another of its length.
package struct PasscodeStrength: Sendable, Equatable {
  /// A new passcode has at least as many characters: what one types at a machine that counts tries. Those that are set already stay.
  package static let fewestCharacters = 4

  /// The number of Unicode scalars, where the passcode is UTF-8.
  package let characters: Int
  /// The number of tries that find it for certain.
  package let tries: Double

  package init(of passcode: borrowing SecretBytes) {
    self = passcode.withBytes { Self(of: $0) }
  }

  private init(of bytes: Span<UInt8>) {
    var kinds: (digits: Int, lower: Int, upper: Int, others: Int, foreign: Int) = (0, 0, 0, 0, 0)
    var (characters, repeated) = (0, 0)
    var before = 0
    for index in bytes.indices {
      let byte = Int(bytes[index])
      let isASCII = Self.isWithin(byte, 0, 0x7F)
      let digit = Self.isWithin(byte, 0x30, 0x39)
      let lower = Self.isWithin(byte, 0x61, 0x7A)
      let upper = Self.isWithin(byte, 0x41, 0x5A)
      kinds.digits |= digit
      kinds.lower |= lower
      kinds.upper |= upper
      kinds.others |= isASCII & ~(digit | lower | upper)
      kinds.foreign |= ~isASCII & 1
      characters += ~Self.isWithin(byte, 0x80, 0xBF) & 1
      repeated += isASCII & Self.isWithin(byte - before, -1, 1)
      before = byte
    }
    let words = Self.wellKnown.reduce(0) { $0 + Self.count(of: $1, in: bytes) * ($1.count - 2) }
    let alphabet = kinds.digits * 10 + kinds.lower * 26 + kinds.upper * 26 + kinds.others * 33 + kinds.foreign * 100
    self.characters = characters
    var tries = 1.0
    for _ in 0..<max(1, characters - repeated - words) { tries *= Double(alphabet) }
    self.tries = tries
  }

  /// The strength of the passcode against an attacker who has the disk, and who does not need the machine's own chip.
  package enum Verdict: UInt8, Sendable, CaseIterable {
    /// The passcode has not been given since the start: nobody has seen it.
    case unknown = 0
    case short = 1
    case long = 2
  }

  package func verdict(_ cost: StretchingCost) -> Verdict {
    secondsToFind(cost) >= Self.longEnough ? .long : .short
  }

  /// The seconds to find the passcode: on the average half of the tries are made.
  package func secondsToFind(_ cost: StretchingCost) -> Double { tries / 2 / cost.triesPerSecond }

  /// A hundred years.
  private static let longEnough = 100 * 365.25 * 86400

  /// 1 or 0, without a branch.
  private static func isWithin(_ value: Int, _ least: Int, _ most: Int) -> Int {
    ~(((value - least) | (most - value)) >> (Int.bitWidth - 1)) & 1
  }

  /// The number of a word's occurrences, also in capitals.
  private static func count(of word: [UInt8], in bytes: Span<UInt8>) -> Int {
    guard bytes.count >= word.count else { return 0 }
    var found = 0
    for start in 0...(bytes.count - word.count) {
      var difference = 0
      for index in word.indices {
        let byte = Int(bytes[start + index])
        difference |= (byte | isWithin(byte, 0x41, 0x5A) << 5) ^ Int(word[index])
      }
      found += isWithin(difference, 0, 0)
    }
    return found
  }

  /// The first entries of lists of passwords that became known, and rows of keyboards.
  package static let wellKnownWords = [
    "password", "passwort", "passwd", "qwerty", "qwertz", "azerty", "asdf", "yxcv", "zxcv", "iloveyou", "letmein",
    "welcome",
    "monkey", "dragon", "football", "baseball", "princess", "sunshine", "master", "shadow", "superman", "batman",
    "michael",
    "jordan", "hunter", "charlie", "login", "admin", "secret", "hello", "love", "trustno", "starwars", "bailey",
  ]
  private static let wellKnown = wellKnownWords.map { Array($0.utf8) }
}

/// The cost of Argon2id for each try of a passcode.
package struct StretchingCost: Sendable, Equatable {
  package let memoryKiB: UInt32
  package let passes: UInt32

  package init(memoryKiB: UInt32, passes: UInt32) {
    self.memoryKiB = memoryKiB
    self.passes = passes
  }

  /// The guesses per second of an attacker with one fast graphics card. Argon2id is bound by memory: each pass reads
  /// each block of it twice and writes it once, and such a card moves 10^12 bytes a second.
  package var triesPerSecond: Double { 1e12 / (3 * 1024 * Double(max(1, memoryKiB)) * Double(max(1, passes))) }
}
