// SPDX-License-Identifier: Apache-2.0
import Foundation
import WidgetKit

/// An app that says that its widgets show something else, and which of them are shown: `all`, `list`, or kinds.
@main enum ReloadingApp {
  static func main() async {
    for word in CommandLine.arguments.dropFirst() {
      switch word {
      case "all": WidgetCenter.shared.reloadAllTimelines()
      case "list":
        let infos = (try? await WidgetCenter.shared.currentConfigurations()) ?? []
        print(infos.map { "\($0.kind) \($0.family)" }.joined(separator: ", "))
      default: WidgetCenter.shared.reloadTimelines(ofKind: word)
      }
    }
  }
}
