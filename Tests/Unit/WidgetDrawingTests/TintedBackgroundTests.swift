// SPDX-License-Identifier: Apache-2.0
import Testing
import WidgetDrawing
import WidgetLayout
import WidgetModel

/// Backgrounds where a widget is drawn in two colours, or in shades of one.
@Suite struct TintedBackgroundTests {
  private let ink = Ink(1, 0, 0)

  private func list(_ change: (inout WidgetEnvironment) -> Void) -> DisplayList {
    var environment = WidgetEnvironment(family: .systemSmall, size: Size(158, 158), now: 0)
    change(&environment)
    let tree = RedactedTree(.empty, background: .paint(.ink(ink)), demanded: [])
    return WidgetLayout.list(of: tree, in: environment, TextFaces()).list
  }

  private func position(of ink: Ink, in list: DisplayList) -> Int? {
    list.items.firstIndex { if case .shape(let shape, _) = $0 { shape.fill == .ink(ink) } else { false } }
  }

  @Test(arguments: [WidgetEnvironment.Rendering.accented, .vibrant])
  func `A background that has to stay is faint, and one that may go is not drawn`(
    rendering: WidgetEnvironment.Rendering
  ) throws {
    let staying = list { $0.rendering = rendering }
    let place = try #require(position(of: ink, in: staying))
    guard case .begin(.opacity(let opacity)) = staying.items[place - 1] else {
      Issue.record("it is drawn in full strength")
      return
    }
    #expect(opacity < 0.5)
    let gone = list {
      $0.rendering = rendering
      $0.showsBackground = false
    }
    #expect(position(of: ink, in: gone) == nil)
    let own = list { _ in }
    #expect(
      position(of: ink, in: own) != nil && !own.items.contains { if case .begin(.opacity) = $0 { true } else { false } }
    )
  }
}
