// SPDX-License-Identifier: Apache-2.0
package import WidgetModel

/// Looks at what an extension has answered for data that anyone sees, and for marks that do not do what they seem to.
package enum WidgetLint {
  package enum Finding: Sendable, Hashable {
    /// A text that looks like an amount, an account, a card or an address, without a mark.
    case unmarked(String)
    /// The placeholder shows what the content shows.
    case realPlaceholder([String])
    /// The placeholder reads files, or takes long: the first paint waits for it.
    case slowPlaceholder(bytesRead: Int)
    /// Several `widgetURL`s: which one holds is not said.
    case severalLinks
    /// A tap still does something where nothing can be seen any more.
    case controlOfHidden
    case hidesEverything
    /// A mark with no text or picture in it.
    case hidesNothing
  }

  /// Content and placeholder are as they are without any reason to redact.
  package static func findings(
    content: WidgetEntry, placeholder: WidgetEntry?, bytesReadByPlaceholder: Int = 0
  ) -> [Finding] {
    var walk = MarkWalk()
    walk.visit(content.root, marked: false)
    if let background = content.background { walk.visit(background, marked: false) }
    var findings = walk.findings
    if walk.hidden > 1 && walk.shown == 0 { findings.append(.hidesEverything) }
    if content.remarks.contains(where: { $0.contains("widget URLs") }) { findings.append(.severalLinks) }
    if let placeholder {
      var other = MarkWalk()
      other.visit(placeholder.root, marked: false)
      let common = walk.strings.intersection(other.strings).filter { $0.contains(where: \.isNumber) && $0.count > 2 }
      if !common.isEmpty { findings.append(.realPlaceholder(common.sorted())) }
    }
    if bytesReadByPlaceholder > 0 { findings.append(.slowPlaceholder(bytesRead: bytesReadByPlaceholder)) }
    var seen: Set<Finding> = []
    return findings.filter { seen.insert($0).inserted }
  }
}

/// A walk through a tree for marked and unmarked views.
private struct MarkWalk {
  var findings: [WidgetLint.Finding] = []
  var strings: Set<String> = []
  /// Texts and pictures that a mark hides, and those that none does.
  var hidden = 0
  var shown = 0

  mutating func visit(_ node: WidgetNode, marked: Bool) {
    switch node {
    case .text(let text): note(text.string, marked)
    case .image(let image):
      // A symbol beside a text says nothing of its own.
      if case .png = image.source { count(marked) }
    case .chart, .gauge: count(marked)
    case .modified(let child, .mark(.sensitive(let mark))):
      let before = hidden
      visit(child, marked: mark)
      if mark && hidden == before { findings.append(.hidesNothing) }
    case .modified(let child, .link), .modified(let child, .control):
      let before = (hidden, shown)
      visit(child, marked: marked)
      if !marked && hidden > before.0 && shown == before.1 { findings.append(.controlOfHidden) }
    case .modified(let child, .background(let other, _)), .modified(let child, .overlay(let other, _)),
      .modified(let child, .mask(let other, _)):
      visit(child, marked: marked)
      visit(other, marked: marked)
    case .modified(let child, .accessibility(let spoken)):
      visit(child, marked: marked)
      for text in [spoken.label, spoken.value].compactMap({ $0 }) where !marked && SensitiveText.isLikely(text) {
        findings.append(.unmarked(text))
      }
    case .modified(let child, _), .sized(_, _, let child): visit(child, marked: marked)
    case .stack(_, let children), .pile(_, let children): for child in children { visit(child, marked: marked) }
    case .grid(_, let rows): for child in rows.joined() { visit(child, marked: marked) }
    // Only one of them is seen.
    case .fitting(_, _, let children): if let first = children.first { visit(first, marked: marked) }
    case .placed(_, let children): for child in children { visit(child.node, marked: marked) }
    default: break
    }
    if case .gauge(let gauge) = node {
      for label in [gauge.label, gauge.value, gauge.minimum, gauge.maximum] { visit(label, marked: marked) }
    }
  }

  private mutating func note(_ text: String, _ marked: Bool) {
    guard !text.isEmpty else { return }
    strings.insert(text)
    count(marked)
    if !marked && SensitiveText.isLikely(text) { findings.append(.unmarked(text)) }
  }

  private mutating func count(_ marked: Bool) { if marked { hidden += 1 } else { shown += 1 } }
}

/// Texts that say something of a person's money, accounts or address.
enum SensitiveText {
  private static let currencies: Set<Character> = ["€", "$", "£", "¥", "₹", "₽", "₩", "₺", "₴", "฿", "₿"]
  private static let codes = ["EUR", "USD", "GBP", "CHF", "JPY", "SEK", "NOK", "DKK", "PLN", "CZK", "INR", "CNY"]

  static func isLikely(_ text: String) -> Bool {
    let digits = text.filter(\.isNumber).count
    if digits > 0 && text.contains(where: { currencies.contains($0) }) { return true }
    if digits > 0 && codes.contains(where: { text.contains($0) }) { return true }
    return isNumbered(text) || isAddress(text)
  }

  /// Eight digits or more with nothing but blanks and dashes between them: a card, an account, a telephone. And what ends
  /// a card's number where the rest is dots.
  private static func isNumbered(_ text: String) -> Bool {
    var run = 0
    var dots = 0
    for character in text {
      switch character {
      case "0"..."9":
        run += 1
        if run >= 8 || (dots >= 2 && run >= 4) { return true }
      case "•", "*", "·", "●": (run, dots) = (0, dots + 1)
      case " ", "-", "\u{A0}", "\u{202F}": break
      // Letters of an IBAN stand in front.
      default: (run, dots) = (0, 0)
      }
    }
    return false
  }

  private static func isAddress(_ text: String) -> Bool {
    text.split(whereSeparator: \.isWhitespace).contains { word in
      let parts = word.split(separator: "@", omittingEmptySubsequences: false)
      return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".") && !parts[1].hasSuffix(".")
    }
  }
}
