// SPDX-License-Identifier: Apache-2.0
import Drawing
import Testing
import WidgetDrawing
import WidgetLayout
import WidgetModel

/// What is drawn of a hidden text: the same bytes, whatever it was.
@Suite struct HiddenPictureTests {
  private func entry(_ balance: String) -> WidgetNode {
    func text(_ string: String, _ size: Double) -> WidgetNode {
      .text(TextNode([TextRun(string, face: Typeface(size: size, weight: 700), paint: .ink(.black))], lineLimit: 1))
    }
    let secret = WidgetNode.modified(text(balance, 28), .mark(.sensitive(true)))
    let row = WidgetNode.stack(
      StackNode(.horizontal, .center, spacing: nil), [text("Balance", 13), .spacer(minimum: nil), secret])
    return .stack(
      StackNode(.vertical, Placement(.leading, .center), spacing: nil), [text("Everyday", 15), row, secret])
  }

  private func drawn(_ balance: String, _ reasons: Reasons) -> (list: DisplayList, png: [UInt8]) {
    var environment = WidgetEnvironment(family: .systemMedium, size: Size(338, 158), now: 0)
    environment.reasons = reasons
    let faces = TextFaces()
    let tree = RedactedTree(entry(balance), demanded: reasons)
    let list = WidgetLayout.list(of: tree, in: environment, faces).list
    return (list, PictureRenderer.canvas(list, scale: 2, faces, in: environment).png())
  }

  @Test func `Hidden pictures of secrets of different length have the same bytes`() {
    let pictures = ["1", "4,821.37", "12,345,678,901,234.56 and some more"].map { drawn($0, .privacy) }
    #expect(Set(pictures.map(\.png)).count == 1)
    #expect(Set(pictures.map(\.list)).count == 1)
    #expect(drawn("1", []).png != drawn("2", []).png)
  }

  @Test func `No byte of a hidden display list is the secret's`() {
    for reasons in [Reasons.privacy, .placeholder, [.privacy, .placeholder]] {
      let (list, _) = drawn("4,821.37", reasons)
      #expect(!"\(list)".contains("4,821.37"))
      #expect(!list.spoken.contains { $0.text.contains("4,821.37") })
    }
    #expect("\(drawn("4,821.37", []).list)".contains("4,821.37"))
  }

  @Test func `A hidden link is not hit`() {
    let link = WidgetNode.modified(.paint(.ink(.black)), .link("bank://payments"))
    let environment = WidgetEnvironment(family: .systemMedium, size: Size(338, 158), now: 0)
    func target(_ reasons: Reasons) -> HitRegion.Target? {
      let tree = RedactedTree(.modified(link, .mark(.sensitive(true))), demanded: reasons)
      return WidgetLayout.list(of: tree, in: environment, TextFaces()).list.target(at: Point(79, 79))
    }
    #expect(target([]) == .link("bank://payments"))
    #expect(target(.privacy) == nil)
  }

  @Test func `Content that says that it may be out of date is faint where it is, once`() {
    let text = WidgetNode.modified(.paint(.ink(.black)), .mark(.invalidatable(true)))
    func faint(_ node: WidgetNode, _ reasons: Reasons) -> Int {
      var environment = WidgetEnvironment(family: .systemSmall, size: Size(158, 158), now: 0)
      environment.reasons = reasons
      let tree = RedactedTree(node, demanded: reasons)
      let list = WidgetLayout.list(of: tree, in: environment, TextFaces()).list
      return list.items.count { if case .begin(.opacity) = $0 { true } else { false } }
    }
    #expect(faint(text, []) == 0 && faint(text, .invalidated) == 1)
    #expect(faint(.modified(text, .mark(.reasons(.invalidated))), []) == 1)
    #expect(faint(.modified(text, .mark(.invalidatable(true))), .invalidated) == 1)
    #expect(faint(.modified(.paint(.ink(.black)), .mark(.invalidatable(false))), .invalidated) == 0)
    #expect(faint(.modified(text, .mark(.unredacted)), .invalidated) == 0)
  }
}
