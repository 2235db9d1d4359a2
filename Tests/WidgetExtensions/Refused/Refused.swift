// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
import AppIntents
import SwiftUI
import WidgetKit

// What is not here is an error that says so: `Scripts/test-sdk` has the compiler compare these.

struct Refused: View {
  @State private var isOn = false

  var body: some View {
    VStack {
      Text("a").onDisappear {}  // expected-error {{'onDisappear(perform:)' is unavailable: a widget's views do not appear}}
      Text("b").task {}  // expected-error {{'task' is unavailable: a widget's views do not appear}}
      Text("c").onTapGesture {}  // expected-warning {{'onTapGesture(count:perform:)' is deprecated: a tap on a widget}}
    }
  }
}

struct Scrolling: View {
  var body: some View {
    ScrollView { Text("a") }  // expected-warning {{'ScrollView' is deprecated: widgets do not scroll}}
  }
}

struct Pressed: View {
  var body: some View {
    VStack {
      Button("a") {}  // expected-error {{is unavailable: a widget is a picture, and runs no closure when it is tapped}}
      Button(action: {}) { Text("b") }  // expected-error {{is unavailable: a widget is a picture, and runs no closure}}
      Button("c", systemImage: "star") {}  // expected-error {{is unavailable: a widget is a picture, and runs no closure}}
    }
  }
}

func relevant() { _ = RelevanceConfiguration<Text>(kind: "a", provider: 1) { _ in Text("a") } }  // expected-error {{'RelevanceConfiguration' is unavailable: widgets by relevance are watchOS' alone}}

struct Torch: ControlWidget {
  var body: some ControlWidgetConfiguration {
    StaticControlConfiguration(kind: "a") { ControlWidgetButton(action: Shine()) { Text("a") } }
  }
}

struct Shine: AppIntent {
  static let title: LocalizedStringResource = "a"
  func perform() async throws -> some IntentResult { .result() }
}

struct Lit: WidgetBundle {
  var body: some Widget {
    Torch()  // expected-warning {{controls are shown in iOS' Control Center, and are left out here}}
  }
}

extension EnvironmentValues {
  @Entry var nothing: Int  // expected-error {{@Entry needs a value, unless the type is optional}}
}
