// SPDX-License-Identifier: Apache-2.0
import JSONCoding
import KeychainCommandLine
import TerminalConsole
import WidgetCommandLine
import WidgetHost
import WidgetModel
import WidgetService

// MARK: - lint

extension WidgetTool {
  /// False where something was found.
  func lint(_ source: WidgetSource, json: Bool) throws(WidgetFailure) -> Bool {
    let found = try painter(source).inspect()
    if json {
      console.print(
        .array(
          found.map {
            .members([
              "kind": .string($0.kind), "family": .string($0.family.name), "finding": .string($0.finding.name),
              "sentence": .string($0.finding.sentence),
            ])
          }))
    } else {
      for finding in found {
        console.print(
          "\(Printable.oneLine(finding.kind)), \(finding.family.name): \(Printable.oneLine(finding.finding.sentence))")
      }
      if found.isEmpty { console.print("Nothing was found.") }
    }
    return found.isEmpty
  }
}

extension WidgetLint.Finding {
  fileprivate var name: String {
    switch self {
    case .unmarked: "unmarked"
    case .realPlaceholder: "realPlaceholder"
    case .slowPlaceholder: "slowPlaceholder"
    case .severalLinks: "severalLinks"
    case .controlOfHidden: "controlOfHidden"
    case .hidesEverything: "hidesEverything"
    case .hidesNothing: "hidesNothing"
    }
  }

  fileprivate var sentence: String {
    switch self {
    case .unmarked(let text): "'\(text)' looks private, and a locked screen shows it: .privacySensitive()"
    case .realPlaceholder(let texts):
      "the placeholder shows what the content shows, such as '\(texts[0])': a placeholder's texts are made up"
    case .slowPlaceholder(let bytes):
      "the placeholder reads \(bytes) bytes each time: the first paint waits for it, and it must know nothing"
    case .severalLinks: "there are several widget URLs, and only one can hold"
    case .controlOfHidden: "a control or link stays while all that it shows is hidden: mark it as well"
    case .hidesEverything: "while locked nothing can be told of it: mark only what is private, or draw a cover"
    case .hidesNothing: "a mark has no text or picture in it, and hides nothing"
    }
  }
}
