// SPDX-License-Identifier: Apache-2.0
import AppIntents
import Foundation
import SwiftUI
import Testing

/// The action that opens addresses, which an app may take over and a widget's system ignores.
@MainActor @Suite struct OpenURLActionTests {
  private let url = URL(filePath: "/page")

  @Test func `a handler decides, and hears of the address`() {
    var heard: [URL] = []
    var answers: [Bool] = []
    for (result, isTaken) in [(OpenURLAction.Result.handled, true), (.discarded, false), (.systemAction, false)] {
      OpenURLAction { _ in result }(url) { answers.append($0) }
      #expect(answers.last == isTaken)
    }
    let action = OpenURLAction { address in
      heard.append(address)
      return .systemAction(address)
    }
    action(url)
    #expect(heard == [url])
  }

  @Test func `without a handler nothing is opened, as in a widget on iOS`() {
    var answer: Bool?
    EnvironmentValues().openURL(url) { answer = $0 }
    #expect(answer == false)
  }

  @Test func `views below have the action that was set`() {
    var values = EnvironmentValues()
    values.openURL = OpenURLAction { _ in .handled }
    var answer: Bool?
    values.openURL(url) { answer = $0 }
    #expect(answer == true)
  }
}

/// Intents whose result is another one: a widget performs none of its own.
@Suite struct OpenURLIntentTests {
  private struct Opening: AppIntent {
    static let title: LocalizedStringResource = "Open"
    @Parameter(title: "Note", inputOptions: String.IntentInputOptions(multiline: true)) var note: String?
    func perform() async throws -> some IntentResult & OpensIntent {
      .result(opensIntent: OpenURLIntent(URL(filePath: "/page")))
    }
  }

  @Test func `an intent that has an address opened is done, and opening it fails with the way out`() async throws {
    _ = try await Opening().perform()
    #expect(Opening().note == nil)
    let intent = OpenURLIntent(URL(filePath: "/page"))
    #expect(intent.url?.lastPathComponent == "page")
    let error = await #expect(throws: (any Error).self) { try await intent.perform() }
    #expect(error?.localizedDescription.contains("widgetURL") == true)
  }
}
