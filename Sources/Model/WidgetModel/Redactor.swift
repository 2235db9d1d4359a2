// SPDX-License-Identifier: Apache-2.0

/// A tree from which everything that may not be seen is gone. Only this module makes one, and nothing else is drawn.
package struct RedactedTree: Sendable, Hashable {
  package let root: WidgetNode
  /// Behind the widget's margins.
  package let background: WidgetNode?
  /// The link that a tap beside all links opens; nil where anything is hidden: an address may say it.
  package let link: String?
  package let demanded: Reasons

  /// `demanded` follows from the lock state, the place on the screen and the owner's settings.
  package init(_ root: WidgetNode, background: WidgetNode? = nil, link: String? = nil, demanded: Reasons) {
    let state = RedactionState(demanded)
    self.root = Redactor.redacted(root, state)
    self.background = background.map { Redactor.redacted($0, state) }
    self.link = demanded.areHiding ? nil : link
    self.demanded = demanded
  }
}

extension WidgetEntry {
  /// The entry with what may be seen of it, to be kept: remarks may quote what is hidden.
  package func redacted(for demanded: Reasons) -> WidgetEntry {
    guard demanded.areHiding else { return self }
    let tree = RedactedTree(root, background: background, link: link, demanded: demanded)
    return WidgetEntry(
      date: date, relevance: relevance, root: tree.root, background: tree.background, link: tree.link)
  }
}

extension WidgetTimeline {
  package func redacted(for demanded: Reasons) -> WidgetTimeline {
    WidgetTimeline(entries.map { $0.redacted(for: demanded) }, reload: reload)
  }
}

/// Replaces what is hidden by covers. What a cover looks like does not depend on what it covers, but for its face.
package enum Redactor {
  /// The width of an amount of money, in letters.
  private static let letters = 7.0
  /// SwiftUI draws pictures that are hidden so.
  private static let faint = 0.16
  /// What is as small as a letter would not be seen so upon a colour.
  private static let seen = 0.28
  private static let neutral = CoverNode.hidden
  /// The cover in place of all that a style may have made of being on or off.
  private static let switchCover = WidgetNode.cover(
    CoverNode(.bar(Typeface(size: 17), letters: letters, lines: 1, .center), neutral))

  /// Marks stay, so that a tree can be redacted again by someone who trusts nobody before.
  package static func redacted(_ node: WidgetNode, _ state: RedactionState) -> WidgetNode {
    guard case .modified(let child, let modifier) = node else { return content(node, state) }
    switch modifier {
    case .mark(let mark):
      var inner = state
      inner.enter(mark)
      return .modified(redacted(child, inner), modifier)
    // Where anything is hidden an address may say it, wherever it stands.
    case .link:
      let redacted = redacted(child, state)
      return state.demanded.areHiding || isHidden(redacted, state) ? redacted : .modified(redacted, modifier)
    // A hidden control is no control: nobody sees what it does, or whether it is on.
    case .control(let control):
      let redacted = redacted(child, state)
      guard isHidden(redacted, state) else { return .modified(redacted, modifier) }
      return control.turnsOn == nil ? redacted : switchCover
    // What is hidden is not said aloud, and words around it may say it.
    case .accessibility(let spoken):
      let redacted = redacted(child, state)
      guard state.cover != nil || Visibility(of: redacted, state.demanded).isHiding else {
        return .modified(redacted, modifier)
      }
      return spoken.isHidden ? .modified(redacted, .accessibility(Accessibility(isHidden: true))) : redacted
    case .background(let other, let placement):
      return .modified(redacted(child, state), .background(redacted(other, state), placement))
    case .overlay(let other, let placement):
      return .modified(redacted(child, state), .overlay(redacted(other, state), placement))
    case .mask(let other, let placement):
      // A mask of bars would show through what it masks.
      if state.cover != nil { return redacted(child, state) }
      return .modified(redacted(child, state), .mask(redacted(other, state), placement))
    default: return .modified(redacted(child, state), modifier)
    }
  }

  /// Whether what makes a control is hidden: also where only what is in it is.
  private static func isHidden(_ redacted: WidgetNode, _ state: RedactionState) -> Bool {
    state.cover != nil || Visibility(of: redacted, state.demanded) == .nothing
  }

  /// The same of a control that cannot be used, and is none for that reason.
  package static func hides(control child: WidgetNode, _ state: RedactionState) -> Bool {
    isHidden(redacted(child, state), state)
  }

  private static func content(_ node: WidgetNode, _ state: RedactionState) -> WidgetNode {
    switch node {
    case .stack(let stack, let children): return .stack(stack, children.map { redacted($0, state) })
    case .pile(let placement, let children): return .pile(placement, children.map { redacted($0, state) })
    case .grid(let grid, let rows): return .grid(grid, rows.map { $0.map { redacted($0, state) } })
    // Which of several fits may tell how long the hidden text is: without it, the first does.
    case .fitting(let horizontal, let vertical, let children):
      return .fitting(horizontal: horizontal, vertical: vertical, children.map { redacted($0, state) })
    case .placed(let layout, let children):
      return .placed(layout, children.map { PlacedNode(redacted($0.node, state), $0.frame) })
    case .sized(let number, let size, let child): return .sized(number: number, size, redacted(child, state))
    case .gauge(var gauge):
      if state.cover != nil {
        // The colours of a gauge may follow its value, and would tell it.
        (gauge.part, gauge.tint, gauge.track) = (nil, .ink(neutral.faded(by: faint)), .ink(neutral.faded(by: faint)))
      }
      gauge.label = redacted(gauge.label, state)
      gauge.value = redacted(gauge.value, state)
      gauge.minimum = redacted(gauge.minimum, state)
      gauge.maximum = redacted(gauge.maximum, state)
      return .gauge(gauge)
    default: return leaf(node, state.cover)
    }
  }

  private static func leaf(_ node: WidgetNode, _ cover: Cover?) -> WidgetNode {
    guard let cover else { return node }
    switch node {
    case .text(let text): return .cover(bar(for: text, cover))
    case .image(let image):
      // A picture's colour may follow what is private, as a text's may.
      let isSymbol = image.sizing != .resizable
      let ink = (cover == .privacy ? neutral : image.paint?.ink ?? neutral).faded(by: faint)
        .seen(from: isSymbol ? seen : 0)
      return .cover(CoverNode(isSymbol ? .symbol(image.face.size) : .surface, ink))
    case .chart: return .cover(CoverNode(.surface, neutral.faded(by: faint)))
    // Whoever made the cover may have made it tell something.
    case .cover(let made):
      return .cover(cover == .privacy ? made.uniform(letters, made.isBar ? neutral : neutral.faded(by: faint)) : made)
    // Shapes, colours and space stay, as in SwiftUI.
    default: return node
    }
  }

  /// Content that is out of date is drawn faintly, where it says that it may be.
  package static let outOfDateOpacity = 0.4

  private static func bar(for text: TextNode, _ cover: Cover) -> CoverNode {
    let first = text.runs.first
    var face = first?.face ?? Typeface(size: 17)
    // A bar's height is that of regular letters, as in SwiftUI.
    (face.weight, face.family) = (400, nil)
    // Whether an amount is red may be what is private.
    let ink = cover == .privacy ? neutral : first?.paint.ink ?? .black
    let shown = cover == .privacy ? letters : Double(min(max(text.string.count, 2), 40))
    return CoverNode(.bar(face, letters: shown, lines: 1, text.alignment), ink)
  }
}

extension CoverNode {
  fileprivate func uniform(_ letters: Double, _ ink: Ink) -> CoverNode {
    guard case .bar(var face, _, _, let alignment) = form else { return CoverNode(form, ink) }
    face.family = nil
    return CoverNode(.bar(face, letters: letters, lines: 1, alignment), ink)
  }

  fileprivate var isBar: Bool { if case .bar = form { true } else { false } }
}
