// SPDX-License-Identifier: Apache-2.0
import Testing
import WidgetDrawing
import WidgetLayout
import WidgetModel

/// What a tap is on: what is seen uppermost there, and nothing that is not seen.
@Suite struct TapTests {
  private static let black = WidgetNode.paint(.ink(.black))

  private func environment(_ direction: WidgetEnvironment.Direction = .leftToRight) -> WidgetEnvironment {
    var environment = WidgetEnvironment(family: .systemMedium, size: Size(100, 100), now: 0)
    (environment.direction, environment.margins) = (direction, .none)
    return environment
  }

  private func list(
    _ root: WidgetNode, link: String? = nil, _ demanded: Reasons = [],
    _ direction: WidgetEnvironment.Direction = .leftToRight
  ) -> DisplayList {
    WidgetLayout.list(
      of: RedactedTree(root, link: link, demanded: demanded), in: environment(direction), TextFaces()
    ).list
  }

  private func button(_ name: String, _ label: WidgetNode = TapTests.black) -> WidgetNode {
    .modified(label, .control(ControlNode(intent: name)))
  }

  private func row(_ children: WidgetNode...) -> WidgetNode {
    .stack(StackNode(.horizontal, .center, spacing: 0), children)
  }

  private func hit(_ list: DisplayList, _ x: Double, _ y: Double) -> String? {
    switch list.target(at: Point(x, y)) {
    case .control(let control): control.intent
    case .link(let link): link
    case nil: nil
    }
  }

  private func text(_ string: String) -> WidgetNode {
    .text(TextNode([TextRun(string, face: Typeface(size: 12), paint: .ink(.black))], lineLimit: 1))
  }

  @Test func `Of one control in another the inner one is hit, and around it the outer one`() {
    let inner = WidgetNode.modified(button("inner"), .frame(width: 20, height: 20, .center))
    let list = list(.modified(.pile(.center, [Self.black, inner]), .link("app://outer")), link: "app://widget")
    #expect(hit(list, 50, 50) == "inner")
    #expect(hit(list, 30, 50) == "app://outer")
    #expect(list.tapPlaces.map(\.name).count == 2, "what lies wholly under another cannot be reached")
  }

  @Test func `Of what overlaps the uppermost is hit, and what covers a control without being one keeps taps from it`() {
    let both = WidgetNode.pile(.center, [button("below"), .modified(button("above"), .padding(Edges(all: 20)))])
    #expect(hit(list(both), 50, 50) == "above")
    #expect(hit(list(both), 10, 50) == "below")
    let covered = WidgetNode.pile(.center, [button("below"), .modified(Self.black, .padding(Edges(all: 20)))])
    #expect(hit(list(covered), 50, 50) == nil)
    #expect(hit(list(covered, link: "app://widget"), 50, 50) == "app://widget")
    #expect(hit(list(covered), 10, 50) == "below")
    // What is seen through is not in the way.
    for clear in [WidgetNode.paint(.ink(.clear)), .modified(Self.black, .opacity(0)), .spacer(minimum: nil)] {
      #expect(hit(list(.pile(.center, [button("below"), clear])), 50, 50) == "below")
    }
    let frame = WidgetNode.shape(ShapeNode(.rounded(radius: 8), stroke: Stroke(paint: .ink(.black), width: 2)))
    #expect(hit(list(.pile(.center, [button("below"), frame])), 50, 50) == "below")
    #expect(hit(list(.pile(.center, [button("below"), frame])), 50, 0.5) == nil)
  }

  @Test func `What is clipped away or not drawn is not hit`() {
    let large = WidgetNode.modified(button("large"), .frame(width: 90, height: 90, .center))
    let clipped = WidgetNode.modified(.modified(large, .frame(width: 40, height: 40, .center)), .clip(.circle))
    #expect(hit(list(clipped), 50, 50) == "large")
    #expect(hit(list(clipped), 50, 25) == nil)
    // Inside the frame, and outside the circle.
    #expect(hit(list(clipped), 32, 32) == nil)
    #expect(hit(list(.modified(button("gone"), .opacity(0))), 50, 50) == nil)
    #expect(list(.modified(button("gone"), .opacity(0))).tapPlaces.isEmpty)
    // A widget's own corners.
    #expect(hit(list(button("all")), 1, 1) == nil)
    #expect(hit(list(button("all")), 50, 1) == "all")
    let star = [PathStep.move(Point(0, 0)), .line(Point(100, 0)), .line(Point(0, 100)), .close]
    let half = list(.modified(button("half"), .clip(.path(star))))
    #expect(hit(half, 30, 30) == "half")
    #expect(hit(half, 70, 70) == nil)
  }

  @Test func `What is turned, made larger or moved is hit where it is seen`() {
    let bar = WidgetNode.modified(button("bar"), .frame(width: 60, height: 10, .center))
    let turned = list(.modified(bar, .rotation(90, UnitPlace(0.5, 0.5))))
    #expect(hit(turned, 50, 25) == "bar")
    #expect(hit(turned, 25, 50) == nil)
    let large = list(.modified(bar, .scale(1, 4, UnitPlace(0.5, 0.5))))
    #expect(hit(large, 50, 35) == "bar")
    #expect(hit(list(.modified(bar, .scale(0, 1, UnitPlace(0.5, 0.5)))), 50, 50) == nil)
    #expect(hit(list(.modified(bar, .offset(0, 30))), 50, 80) == "bar")
    #expect(hit(list(.modified(bar, .offset(0, 30))), 50, 50) == nil)
  }

  @Test func `From right to left the same control is hit on the other side`() {
    let both = row(button("first"), button("second"))
    #expect(hit(list(both), 25, 50) == "first")
    #expect(hit(list(both, [], .rightToLeft), 25, 50) == "second")
    let moved = WidgetNode.modified(
      .modified(button("one"), .frame(width: 10, height: 10, .center)),
      .flexibleFrame(FlexibleFrame(maxWidth: .infinity), Placement(.leading, .center)))
    #expect(hit(list(moved), 5, 50) == "one")
    #expect(hit(list(moved, [], .rightToLeft), 95, 50) == "one")
  }

  @Test func `A hidden control is not hit, whether the mark is around it or in it`() {
    let sensitive = RedactionMark.sensitive(true)
    for control in [
      WidgetNode.modified(button("pay", text("secret")), .mark(sensitive)),
      button("pay", .modified(text("secret"), .mark(sensitive))),
      button("pay", .pile(.center, [Self.black, .modified(text("secret"), .mark(sensitive))])),
      .modified(.modified(text("secret"), .mark(sensitive)), .link("pay")),
    ] {
      #expect(hit(list(control), 50, 50) == "pay")
      for reasons in [Reasons.privacy, .placeholder] {
        let hidden = list(control, reasons)
        #expect(hit(hidden, 50, 50) == nil)
        #expect(hidden.regions.isEmpty && hidden.tapPlaces.isEmpty)
        #expect(!hidden.text.contains("pay") && !hidden.text.contains("secret"))
      }
    }
    // One that says what it does stays.
    let half = button("pay", row(text("Pay"), .modified(text("secret"), .mark(sensitive))))
    #expect(list(half, .privacy).tapPlaces.map(\.name) == ["Pay"])
    #expect(list(half, .placeholder).regions.isEmpty)
  }

  @Test func `Words for the ear around something that is hidden are not said`() {
    let secret = WidgetNode.modified(text("secret"), .mark(.sensitive(true)))
    let spoken = WidgetNode.modified(
      row(text("Balance"), secret), .accessibility(Accessibility(label: "Balance, secret")))
    #expect(list(spoken).spoken.map(\.text) == ["Balance, secret"])
    #expect(list(spoken, .privacy).spoken.map(\.text) == ["Balance"])
    let silent = WidgetNode.modified(row(text("Balance"), secret), .accessibility(Accessibility(isHidden: true)))
    #expect(list(silent, .privacy).spoken.isEmpty)
  }

  @Test func `Each control is found by its name at a point that is on it`() {
    let places = list(
      row(button("a", text("Pay")), button("b", .modified(Self.black, .frame(width: 2, height: 2, .center))))
    )
    .tapPlaces
    #expect(places.map(\.name) == ["Pay", ""])
    for place in places {
      let found = list(
        row(button("a", text("Pay")), button("b", .modified(Self.black, .frame(width: 2, height: 2, .center))))
      )
      .region(at: place.point)
      #expect(found?.target == place.region.target)
    }
  }
}
