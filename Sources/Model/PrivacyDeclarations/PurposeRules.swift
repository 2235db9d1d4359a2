// SPDX-License-Identifier: Apache-2.0

/// The rules for a purpose string. Rules about English look at English alone.
package struct PurposeRules: Sendable {
  /// Names under which the alert shows the app already.
  package var appNames: [String]

  package init(appNames: [String]) { self.appNames = appNames }

  /// The violations of a text, each with the part that is wrong.
  package func violations(of text: String, isEnglish: Bool) -> [(
    rule: LintRule, level: LintRule.Level?, message: String
  )] {
    var found: [(rule: LintRule, level: LintRule.Level?, message: String)] = []
    let trimmed = Self.trimmed(text)
    guard !trimmed.isEmpty else { return [(.present, nil, "It is blank.")] }
    if let part = TextPlaceholder.first(in: trimmed) { found.append((.placeholder, nil, "It holds “\(part)”.")) }
    if !Self.periods.contains(where: trimmed.hasSuffix), !Self.endsWithoutPeriod(trimmed) {
      found.append((.period, nil, "It does not end with a period."))
    }
    if trimmed.count > Self.longest {
      found.append((.brief, .error, "It has \(trimmed.count) characters; at most \(Self.longest) are read."))
    } else if trimmed.count > Self.long {
      found.append((.brief, nil, "It has \(trimmed.count) characters; \(Self.long) are enough."))
    }
    if Self.sentences(in: trimmed) > 1 { found.append((.single, nil, "It is more than one sentence.")) }
    let lower = trimmed.lowercased()
    if let name = appNames.first(where: { $0.count > 2 && Self.contains(lower, word: $0.lowercased()) }) {
      found.append((.appName, nil, "It says “\(name)”, which the alert shows already."))
    }
    if isEnglish { found += english(trimmed, lower) }
    return found
  }

  private func english(_ text: String, _ lower: String) -> [(LintRule, LintRule.Level?, String)] {
    var found: [(LintRule, LintRule.Level?, String)] = []
    let words = Self.words(of: lower)
    let imperative = words.first.map { Self.imperatives.contains($0) } ?? false
    if words.count < 4 || (!imperative && !Self.isCommand(words) && !Self.hasVerb(words)) {
      found.append((.sentence, nil, "It is no complete sentence."))
    }
    if let passive = Self.passive(words) { found.append((.active, nil, "“\(passive)” is passive.")) }
    let hasPurpose = Self.hasPurpose(words)
    if imperative, !hasPurpose {
      found.append((.imperative, nil, "It tells people what to do, and does not say why."))
    }
    if let vague = Self.vague.first(where: { Self.contains(lower, word: $0) }) {
      found.append((.specific, nil, "“\(vague)” does not say what for."))
    } else if !hasPurpose, let phrase = Self.accessPhrases.first(where: { Self.contains(lower, word: $0) }) {
      found.append((.specific, nil, "“\(phrase)” does not say what for."))
    } else if !hasPurpose {
      found.append((.specific, nil, "It does not say what for."))
    }
    let capitals = Self.words(of: text).dropFirst().filter { $0.first?.isUppercase == true && $0.count > 1 }
    let isShouting = text.filter(\.isLetter).count > 6 && !text.contains(where: \.isLowercase)
    if isShouting || (words.count >= 4 && capitals.count * 2 >= words.count - 1) {
      found.append((.sentenceCase, nil, "It is not in sentence case."))
    }
    if let word = Self.coercive.first(where: { Self.contains(lower, word: $0) }) {
      found.append((.coercion, nil, "“\(word)” presses or rewards people."))
    }
    return found
  }

  private static let long = 140
  private static let longest = 200
  private static let periods = [".", "。", "．", "｡", "।", "۔", "։", "።", "။", "។"]

  /// Whether a text ends as a sentence without a full stop: Thai and Lao have none.
  private static func endsWithoutPeriod(_ text: String) -> Bool {
    text.unicodeScalars.last.map { (0x0E00...0x0EFF).contains($0.value) } ?? false
  }

  private static let imperatives: Set<String> = [
    "turn", "allow", "enable", "grant", "give", "please", "tap", "open", "accept", "let", "permit", "click", "press",
  ]
  private static let vague = [
    "better experience", "best experience", "great experience", "improved experience", "improve experience",
    "improve your experience", "improve the experience", "enhance your experience", "user experience",
    "app functionality", "to work properly", "work correctly", "to function properly", "for features",
    "for some features", "certain features", "full functionality", "various purposes",
  ]
  /// The phrases of an app that says no more than that it needs access.
  private static let accessPhrases = ["need", "require", "want"].flatMap { word in
    [word, word + "s"].flatMap { ["\($0) access", "\($0) to access", "\($0) permission"] }
  }
  private static let coercive = [
    "required to continue", "you must", "you have to", "for free", "free gift", "reward", "bonus", "coins", "discount",
    "unlock",
  ]
  private static func trimmed(_ text: String) -> String {
    let front = text.drop(while: \.isWhitespace)
    return String(front.reversed().drop(while: \.isWhitespace).reversed())
  }

  /// Terminal marks that another sentence follows, and the last one.
  private static func sentences(in text: String) -> Int {
    let characters = Array(text)
    var count = 0
    for (index, character) in characters.enumerated() where ".!?。".contains(character) {
      let isLast = index == characters.count - 1
      if isLast || character == "。" { count += 1; continue }
      let followedBySpace = characters[index + 1].isWhitespace
      let next = characters[(index + 1)...].first { !$0.isWhitespace }
      if followedBySpace, next?.isUppercase == true { count += 1 }
    }
    return count
  }

  package static func words(of text: String) -> [String] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "'" || $0 == "’" || $0 == "-") }.map(String.init)
  }

  private static func contains(_ text: String, word: String) -> Bool {
    let (words, sought) = (Self.words(of: text), Self.words(of: word))
    guard !sought.isEmpty, words.count >= sought.count else { return false }
    return (0...(words.count - sought.count)).contains { Array(words[$0..<$0 + sought.count]) == sought }
  }

  private static let auxiliaries: Set<String> = ["is", "are", "was", "were", "be", "been", "being"]
  private static let verbs: Set<String> = [
    "is", "are", "was", "were", "can", "will", "may", "must", "has", "have", "does", "do", "use", "need", "want", "let",
    "show", "record", "scan", "take", "send", "share", "find", "detect", "play", "add", "save", "store", "read", "help",
    "make", "measure", "follow", "see", "keep",
  ]
  /// The beginnings of a sentence that tells what the person will do: “Take photos to add to your profile.”
  private static let commands: Set<String> = [
    "access", "add", "allow", "attach", "call", "capture", "choose", "connect", "create", "detect", "discover", "edit",
    "export", "find", "follow", "get", "help", "identify", "import", "improve", "join", "keep", "listen", "load", "log",
    "make", "measure", "pick", "play", "print", "read", "receive", "record", "remember", "save", "scan", "search",
    "see",
    "select", "send", "set", "share", "show", "sign", "start", "store", "sync", "take", "talk", "track", "transfer",
    "turn", "update", "upload", "use", "verify", "view", "watch", "write",
  ]

  /// Whether words begin with a command. “Access to” and “use of” are nouns.
  private static func isCommand(_ words: [String]) -> Bool {
    guard let first = words.first, commands.contains(first), words.count > 1 else { return false }
    return words[1] != "of" && !(first == "access" && ["to", "for"].contains(words[1]))
  }

  private static let subjects: Set<String> = ["we", "you", "it", "they", "i", "this", "that", "which"]
  /// Words that end as participles do, and are none.
  private static let noParticiples: Set<String> = [
    "then", "when", "often", "even", "open", "ten", "seven", "eleven", "screen", "children", "need", "speed", "indeed",
    "feed", "red", "men", "women", "garden", "kitchen",
  ]
  private static let irregular: Set<String> = [
    "shown", "sent", "kept", "made", "held", "read", "put", "set", "used", "known", "drawn", "found", "built", "sold",
    "heard", "done",
  ]

  private static func hasVerb(_ words: [String]) -> Bool {
    for (index, word) in words.enumerated() where index > 0 {
      if auxiliaries.contains(word) || verbs.contains(word) { return true }
      if subjects.contains(words[index - 1]) { return true }
      // Third person singular, in the beginning of a sentence.
      if index <= 4, word.count > 3, word.hasSuffix("s"), !word.hasSuffix("ss"), !word.hasSuffix("'s"),
        !word.hasSuffix("’s"), index < words.count - 1
      {
        return true
      }
    }
    return false
  }

  private static func passive(_ words: [String]) -> String? {
    for (index, word) in words.enumerated() where auxiliaries.contains(word) {
      var next = index + 1
      if next < words.count, words[next].hasSuffix("ly") || words[next] == "not" { next += 1 }
      guard next < words.count, !noParticiples.contains(words[next]) else { continue }
      let participle = words[next]
      guard participle.hasSuffix("ed") || participle.hasSuffix("en") || irregular.contains(participle) else { continue }
      return words[index...next].joined(separator: " ")
    }
    return nil
  }

  private static let purposeWords: Set<String> = [
    "to", "so", "for", "when", "while", "because", "since", "whenever", "that", "where",
  ]

  private static let wishes: Set<String> = [
    "need", "needs", "want", "wants", "require", "requires", "like", "permission",
  ]
  private static let possessions: Set<String> = ["access", "use", "have", "get"]

  private static func hasPurpose(_ words: [String]) -> Bool {
    words.enumerated().contains { index, word in
      guard index > 0, index < words.count - 1, purposeWords.contains(word) else { return false }
      // “Access to the camera” and “need to access the camera” say what, not what for.
      let isOfAccess = ["to", "for"].contains(word) && ["access", "accesses", "permission"].contains(words[index - 1])
      let isWish = word == "to" && wishes.contains(words[index - 1]) && possessions.contains(words[index + 1])
      return !isOfAccess && !isWish
    }
  }
}
