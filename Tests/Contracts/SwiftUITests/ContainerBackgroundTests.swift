// SPDX-License-Identifier: Apache-2.0
import SwiftUI
import Testing
import WidgetKit
import WidgetModel

/// What a widget's own background lies upon.
@MainActor @Suite struct ContainerBackgroundTests {
  private func background<V: View>(_ view: V) -> WidgetNode? {
    let archive = ViewArchive()
    _ = ViewContext(EnvironmentValues(), archive).node(of: view)
    return archive.background
  }

  private let surface = WidgetNode.paint(.ink(Ink.white))

  @Test func `A background that can be seen through lies upon the widget's own surface`() throws {
    for view in [
      background(Text("a").containerBackground(for: .widget) { Color.clear }),
      background(Text("a").containerBackground(for: .widget) { Color.red.opacity(0.5) }),
      background(Text("a").containerBackground(for: .widget) { Circle().fill(.red) }),
      background(Text("a").containerBackground(for: .widget) {}),
    ] {
      let nodes: [WidgetNode]
      if case .pile(_, let several) = try #require(view) { nodes = several } else { nodes = try [#require(view)] }
      #expect(nodes.first == surface)
    }
  }

  @Test func `One that fills the widget lies upon nothing`() throws {
    let filled = try #require(background(Text("a").containerBackground(for: .widget) { Color.red }))
    #expect(!"\(filled)".contains("\(surface)"))
    let gradient = LinearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom)
    let shaded = try #require(background(Text("a").containerBackground(for: .widget) { gradient }))
    #expect(!"\(shaded)".contains("\(surface)"))
  }
}
