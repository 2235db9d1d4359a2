// SPDX-License-Identifier: Apache-2.0
import WidgetModel

/// A text in the room it is offered: as many lines as fit, drawn smaller as far as that is allowed.
struct TextFit {
  /// The text with the lines it may have, at the size it is drawn.
  let text: TextNode
  let extent: Extent

  /// Halves: the size is found to less than a hundredth.
  private static let steps = 7

  init(_ text: TextNode, _ proposal: Proposal, _ measuring: some TextMeasuring) {
    guard let width = proposal.width else {
      (self.text, extent) = (text, measuring.measure(text, width: nil).extent)
      return
    }
    let natural = measuring.measure(text, width: nil).extent
    if natural.width <= width + 0.01 && natural.height <= (proposal.height ?? .infinity) + 0.01 {
      (self.text, extent) = (text, natural)
      return
    }
    var limited = Self.limited(text, proposal, measuring)
    var measured = measuring.measure(limited, width: width)
    // One line in too little height is not cut: it would stand out of its room.
    let isTooHigh = measured.extent.height > (proposal.height ?? .infinity) + 0.01
    if (measured.isCut || isTooHigh) && text.minimumScale < 1 {
      // The largest size that fits, found by halves: steps would leave room for a size between two of them.
      var (small, large) = (text.minimumScale, 1.0)
      for step in 0...Self.steps {
        let factor = step == 0 ? small : (small + large) / 2
        let smaller = Self.limited(text.scaled(by: factor), proposal, measuring)
        let attempt = measuring.measure(smaller, width: width)
        let fits = !attempt.isCut && attempt.extent.height <= (proposal.height ?? .infinity) + 0.01
        if fits || step == 0 { (limited, measured) = (smaller, attempt) }
        if fits { small = factor } else { large = factor }
        // Nothing between fits where the smallest does not.
        if step == 0 && !fits { break }
      }
    }
    self.text = limited
    extent = Extent(
      min(measured.extent.width, width), measured.extent.height, first: measured.extent.first,
      last: measured.extent.last)
  }

  /// The text with no more lines than there is room for, and at least one.
  private static func limited(_ text: TextNode, _ proposal: Proposal, _ measuring: some TextMeasuring) -> TextNode {
    guard let height = proposal.height, height.isFinite else {
      return text
    }
    var one = text
    one.runs = text.runs.map { run in
      var run = run
      run.string = "0"
      return run
    }
    let line = measuring.measure(one, width: nil).extent.height
    let room = max(Int((height + text.lineSpacing + 0.5) / max(line + text.lineSpacing, 1)), 1)
    var limited = text
    limited.lineLimit = min(text.lineLimit ?? room, room)
    return limited
  }
}

extension TextNode {
  func scaled(by factor: Double) -> TextNode {
    var text = self
    text.minimumScale = 1
    text.runs = runs.map { run in
      var run = run
      run.face.size *= factor
      run.tracking *= factor
      return run
    }
    return text
  }
}
