// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftUI
import Testing
import WidgetModel

/// Closures that run when a view appears, in a picture that is drawn once.
@MainActor @Suite struct AppearingTests {
  private func resolved<V: View>(_ view: V) -> (String, ViewArchive) {
    let archive = ViewArchive()
    return ("\(ViewContext(EnvironmentValues(), archive).node(of: view))", archive)
  }

  private struct Loading: View {
    @State private var name = "nothing"
    let found: String
    var body: some View { Text(verbatim: name).onAppear { name = found } }
  }

  @Test func `A state that a view sets when it appears is in the picture`() {
    #expect(resolved(Loading(found: "thumbnail")).0.contains("thumbnail"))
    let both = resolved(
      VStack {
        Loading(found: "first"); Loading(found: "second")
      }
    ).0
    #expect(both.contains("first") && both.contains("second") && !both.contains("nothing"))
  }

  private struct Outer: View {
    @State private var count = 0
    var body: some View {
      VStack {
        Text(verbatim: "outer \(count)")
        Image("none")
        Loading(found: "inner \(count)")
      }
      .preference(key: Total.self, value: 1).onAppear { count += 1 }
    }
  }
  private struct Total: PreferenceKey {
    static var defaultValue: Int { 0 }
    static func reduce(value: inout Int, nextValue: () -> Int) { value += nextValue() }
  }

  @Test func `A body that is read again appears once, and leaves its remarks and preferences once`() {
    let (picture, archive) = resolved(Outer().overlayPreferenceValue(Total.self) { Text(verbatim: "total \($0)") })
    #expect(picture.contains("outer 1") && picture.contains("inner 1") && picture.contains("total 1"))
    #expect(archive.notes.count == 1 && archive.notes[0].contains("'none'"))
  }

  private struct Nested: View {
    let depth: Int
    @State private var seen = false
    var body: some View {
      VStack { if depth > 0 { AnyView(Nested(depth: depth - 1)) } }.onAppear { seen = true }
    }
  }

  @Test func `Views that appear within each other are read a bounded number of times`() {
    #expect(resolved(Nested(depth: 30)).1.notes == ["too many views have closures for when they appear"])
  }

  @Test func `A key takes values that a formatter writes`() {
    let formatter = NumberFormatter()
    formatter.locale = Locale(identifier: "de_DE")
    formatter.minimumFractionDigits = 2
    #expect(resolved(Text("about \(NSNumber(value: 1.5), formatter: formatter)")).0.contains("1,50"))
  }
}
