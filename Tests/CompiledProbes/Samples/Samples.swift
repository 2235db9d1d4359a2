// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
// The types that the probes are about: compiled with each file of them.
import AppIntents
import Charts
import SwiftUI
import UIKit
import WidgetKit

struct ProbeItem: Identifiable { let id: Int }
struct ProbeEquatable: View, Equatable { var body: some View { Text("a") } }
struct ProbeIntent: AppIntent {
  static let title: LocalizedStringResource = "a"
  func perform() async throws -> some IntentResult { .result() }
}
struct ProbeSetIntent: SetValueIntent {
  static let title: LocalizedStringResource = "a"
  @Parameter(title: "a") var value: Bool
  func perform() async throws -> some IntentResult { .result() }
}
class ProbeModel: ObservableObject { @Published var count = 0 }
@Observable class ProbeObservableModel { var count = 0 }
struct ProbeShape: Shape { func path(in rect: CGRect) -> Path { Path(ellipseIn: rect) } }
struct ProbeModifier: ViewModifier { func body(content: Content) -> some View { content.padding() } }
struct ProbeKey: PreferenceKey {
  static let defaultValue = 0
  static func reduce(value: inout Int, nextValue: () -> Int) { value += nextValue() }
}
