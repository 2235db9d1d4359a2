// SPDX-License-Identifier: Apache-2.0
import BundleResources
import Foundation
import SwiftUI
import Testing
import WidgetModel

/// What values are written as, in the language that a widget is drawn in.
@MainActor @Suite(.serialized) struct FormattedTests {
  private let date = Date(timeIntervalSince1970: 1_700_000_000)

  private func inGerman(_ body: () -> Void) {
    OwnerLocale.use("de_DE")
    body()
    OwnerLocale.use("en_US")
  }

  @Test func `Formatted values are in the language of the widget, as texts with a format are`() {
    inGerman {
      #expect(1234.formatted() == "1.234" && 1234.5.formatted() == "1.234,5")
      #expect(Decimal(string: "0.5")?.formatted(.percent) == "50\u{A0}%")
      #expect(date.formatted(.dateTime.month(.wide)) == "November")
      #expect(date.formatted(date: .long, time: .omitted).contains(". November 2023"))
      #expect(date.formatted().contains("2023"))
      #expect(["a", "b"].formatted() == "a und b" && ["a", "b"].formatted(.list(type: .or)) == "a oder b")
      #expect(Duration.seconds(90).formatted(.units(width: .wide)) == "1 Minute und 30 Sekunden")
      #expect((date..<date.addingTimeInterval(60)).formatted(date: .abbreviated, time: .omitted).contains("Nov"))
      #expect(Measurement(value: 1.5, unit: UnitLength.meters).formatted() == "1,5\u{A0}m")
      var environment = EnvironmentValues()
      environment.locale = Locale(identifier: "de_DE")
      let node = ViewContext(environment, ViewArchive()).node(of: Text(1234.5, format: .number))
      #expect("\(node)".contains("\"\(1234.5.formatted(.number))\""))
    }
    #expect(1234.5.formatted() == "1,234.5")
  }

  @Test func `A style that names its locale keeps it`() {
    inGerman {
      #expect(1234.5.formatted(.number.locale(Locale(identifier: "fr_FR"))).hasSuffix("234,5"))
      #expect(date.formatted(.dateTime.month(.wide).locale(Locale(identifier: "it_IT"))) == "novembre")
      #expect(date.formatted(.iso8601) == "2023-11-14T22:13:20Z")
    }
  }

  @Test func `Relative dates and timers are in the language of the widget`() {
    func text(_ locale: String, _ style: Text.DateStyle, _ seconds: Double) -> String {
      var environment = EnvironmentValues()
      environment.locale = Locale(identifier: locale)
      let view = Text(Date(timeIntervalSinceReferenceDate: seconds), style: style)
      return "\(ViewContext(environment, ViewArchive()).node(of: view))"
    }
    #expect(text("en_US", .relative, 97_200).contains("1 day, 3 hr"))
    #expect(text("en_US", .relative, 34_560_000).contains("1 yr, 35 days"))
    #expect(text("de_DE", .relative, 65).contains("1 Min., 5 Sek."))
    #expect(text("de_DE", .offset, 120).contains("+2 Min."))
    #expect(text("ar_EG", .timer, 65).contains("١:٠٥"))
    #expect(text("en_US", .timer, 3665).contains("1:01:05"))
  }
}
