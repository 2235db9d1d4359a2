// SPDX-License-Identifier: Apache-2.0
import AppleFoundation
import BundleResources
import Combine
import Foundation
import Observation
import SwiftUI
import Testing
import WidgetModel

/// What widgets of iOS say, and mean the same here.
@MainActor @Suite struct SourceIdiomTests {
  private func described<V: View>(_ view: V) -> String {
    "\(ViewContext(EnvironmentValues(), ViewArchive()).node(of: view))"
  }

  @Test func `Markdown in attributed strings is seen in their texts`() throws {
    let text = try AttributedString(markdown: "a **b** [c](https://example.com) `d`")
    #expect(String(text.characters) == "a b c d")
    #expect(text.runs.map { $0.inlinePresentationIntent } == [nil, .stronglyEmphasized, nil, nil, nil, .code])
    #expect(text.runs.compactMap(\.link).map(\.absoluteString) == ["https://example.com"])
    var own = AttributedString("b")
    own.font = .headline.bold()
    own.foregroundColor = .red
    #expect(described(Text(own)) == described(Text(verbatim: "b").font(.headline.bold()).foregroundColor(.red)))
  }

  @Test func `A formatter writes dates against others, and texts`() {
    let formatter = RelativeDateTimeFormatter()
    formatter.locale = Locale(identifier: "en_US")
    let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
    #expect(formatter.localizedString(for: now.addingTimeInterval(-7200), relativeTo: now) == "2 hours ago")
    formatter.unitsStyle = .short
    #expect(formatter.localizedString(for: now.addingTimeInterval(7200), relativeTo: now) == "in 2 hr.")
    formatter.locale = Locale(identifier: "de_DE")
    (formatter.dateTimeStyle, formatter.unitsStyle) = (.named, .full)
    #expect(formatter.localizedString(for: now.addingTimeInterval(-86_400), relativeTo: now) == "gestern")
    let number = NumberFormatter()
    number.locale = Locale(identifier: "de_DE")
    number.minimumFractionDigits = 2
    #expect(described(Text(1.5 as NSNumber, formatter: number)).contains("1,50"))
  }

  @Test func `A schedule is drawn as it is at the time of the entry`() {
    let start = Date(timeIntervalSinceReferenceDate: 100)
    var environment = EnvironmentValues()
    environment.place.now = 175
    func moment<S: TimelineSchedule>(_ schedule: S) -> String {
      let view = TimelineView(schedule) { Text(verbatim: "at \($0.date.timeIntervalSinceReferenceDate)") }
      return "\(ViewContext(environment, ViewArchive()).node(of: view))"
    }
    #expect(moment(.everyMinute).contains("at 120.0") && moment(.animation).contains("at 175.0"))
    #expect(moment(.periodic(from: start, by: 20)).contains("at 160.0"))
    #expect(moment(.explicit([start, start + 50, start + 80])).contains("at 150.0"))
  }

  @Test func `Observed objects tell before they change, and views show what they hold`() {
    let balance = Balance()
    var told: [Int] = []
    let changes = balance.objectWillChange.sink { told.append(balance.amount) }
    var values: [Int] = []
    let amounts = balance.$amount.map { $0 * 10 }.sink { values.append($0) }
    balance.amount = 2
    changes.cancel()
    balance.amount = 3
    #expect(told == [1] && values == [10, 20, 30])
    amounts.cancel()
    struct Amount: View {
      @ObservedObject var balance: Balance
      @StateObject private var other = Balance()
      var body: some View { Text(verbatim: "\(balance.amount) and \(other.amount)") }
    }
    #expect(described(Amount(balance: balance)).contains("3 and 1"))
  }

  @Test func `Settings are read and written by key-value coding`() throws {
    let name = "org.example.\(UUID().uuidString)"
    let settings = try #require(UserDefaults(suiteName: name))
    defer { settings.removePersistentDomain(forName: name) }
    settings.setValue(3, forKey: "a")
    #expect(settings.value(forKey: "a") as? Int == 3)
    settings.setValue(nil, forKey: "a")
    #expect(settings.value(forKey: "a") == nil)
    #expect(FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.org.example.none") == nil)
    #expect(FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "..") == nil)
  }

  @Test func `What stands before and behind views may be a style or a view`() {
    let front = described(Text(verbatim: "a").overlay(.white))
    #expect(front == described(Text(verbatim: "a").overlay { Color.white }))
    #expect(described(Text(verbatim: "a").mask(Circle())) == described(Text(verbatim: "a").mask { Circle() }))
    #expect(
      described(Text(verbatim: "a").ignoresSafeArea().tag(1).coordinateSpace(name: "b"))
        == described(Text(verbatim: "a")))
  }
}

final class Balance: ObservableObject {
  @Published var amount = 1
}
