// SPDX-License-Identifier: Apache-2.0
import JSONCoding
import TerminalConsole
import WidgetCommands
import WidgetModel
import WidgetService

// MARK: - lint

extension WidgetTool {
  /// Lints the widgets; false where something was found.
  func lint(_ source: WidgetSource, json: Bool) throws(WidgetFailure) -> Bool {
    let found = try painter(source).inspect()
    if json {
      console.print(
        .array(
          found.map {
            .members([
              "kind": .string($0.kind), "family": .string($0.family.name), "finding": .string($0.finding.rawValue),
              "sentence": .string($0.sentence),
            ])
          }))
    } else {
      for finding in found {
        console.print(
          "\(Printable.oneLine(finding.kind)), \(finding.family.name): \(Printable.oneLine(finding.sentence))")
      }
      if found.isEmpty { console.print("Nothing was found.") }
    }
    return found.isEmpty
  }
}

extension WidgetRemark {
  fileprivate var sentence: String {
    switch finding {
    case .unmarked: "'\(detail)' looks private, and a locked screen shows it: .privacySensitive()"
    case .realPlaceholder:
      "the placeholder shows what the content shows, such as '\(detail)': a placeholder's texts are made up"
    case .slowPlaceholder:
      "the placeholder reads \(detail) bytes each time: the first paint waits for it, and it must know nothing"
    case .severalLinks: "there are several widget URLs, and only one can hold"
    case .controlOfHidden: "a control or link stays while all that it shows is hidden: mark it as well"
    case .hidesEverything: "while locked nothing can be told of it: mark only what is private, or draw a cover"
    case .hidesNothing: "a mark has no text or picture in it, and hides nothing"
    }
  }
}
