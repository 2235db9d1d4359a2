// SPDX-License-Identifier: Apache-2.0
import PropertyLists

/// A screen of the app's own that comes before a system alert, as the bundle declares it: an entry of
/// `BaileyPreAlertScreens` in `Info.plist`.
struct PreAlertScreen {
  static let key = "BaileyPreAlertScreens"
  static let most = 100

  private let members: [String: PropertyListValue]
  private let number: Int

  init(_ members: [String: PropertyListValue], number: Int) {
    self.members = members
    self.number = number
  }

  private func says(_ key: String) -> Bool { members[key]?.boolean == true }
  private var isTracking: Bool { members["Service"]?.string == "UserTracking" }

  private static let titles: Set<String> = ["continue", "next"]
  private static let refused: Set<String> = ["allow", "ok", "grant", "yes", "enable", "accept", "agree"]

  var violations: [(rule: LintRule, message: String)] {
    var found: [(rule: LintRule, message: String)] = []
    let buttons = members["Buttons"]?.strings ?? []
    if buttons.count != 1 { found.append((.oneButton, "It has \(buttons.count) buttons.")) }
    for button in buttons {
      let title = button.lowercased().filter { $0.isLetter || $0 == " " }
      let words = PurposeRules.words(of: title)
      if words.contains(where: { Self.refused.contains($0) }) {
        found.append((.buttonTitle, "“\(button)” is a title of the alert’s own buttons."))
      } else if buttons.count == 1, !Self.titles.contains(title) {
        found.append((.buttonTitle, "“\(button)” is neither Continue nor Next."))
      }
    }
    if says("Dismissible") { found.append((.noWayOut, "It can be left without seeing the alert.")) }
    if !says("OpensAlert") {
      found.append((.leadsToAlert, "Its button does not say that it opens the alert (OpensAlert)."))
    }
    if says("AtLaunch"), !says("Essential") {
      found.append((.inContext, "It is shown at launch, and nothing says that the app needs it to work (Essential)."))
    }
    if isTracking, says("CollectsBeforeAlert") {
      found.append((.trackingFirst, "Data for tracking is collected before the alert."))
    }
    let prohibited: [(String, LintRule, String)] = [
      ("Incentive", .incentive, "It offers something for an answer."),
      ("ImitatesAlert", .imitation, "It looks like a request of the system’s."),
      ("ShowsPictureOfAlert", .picture, "It shows a picture of the alert."),
      ("AnnotatesAlert", .annotation, "It draws on the screen behind the alert."),
    ]
    for (key, rule, message) in prohibited where says(key) { found.append((rule, message)) }
    return found.map { ($0.rule, "Screen \(number): \($0.message)") }
  }
}
