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

/// A location button, as an entry of `BaileyLocationButtons` in `Info.plist` declares it.
struct LocationButtonDeclaration {
  static let key = "BaileyLocationButtons"

  private let members: [String: PropertyListValue]
  private let number: Int

  init(_ members: [String: PropertyListValue], number: Int) {
    self.members = members
    self.number = number
  }

  private static let labels: Set<String> = [
    "none", "currentLocation", "sendCurrentLocation", "sendMyCurrentLocation", "shareCurrentLocation",
    "shareMyCurrentLocation",
  ]
  private static let icons: Set<String> = ["none", "arrowFilled", "arrowOutline"]

  var violations: [(rule: LintRule, message: String)] {
    var found: [(rule: LintRule, message: String)] = []
    let (label, icon) = (members["Label"]?.string ?? "none", members["Icon"]?.string ?? "none")
    if !Self.labels.contains(label) || !Self.icons.contains(icon) || (label == "none" && icon == "none") {
      found.append((.buttonParts, "Its label and icon are not of the system’s set."))
    }
    if let text = Self.colour(members["Foreground"]?.string), let ground = Self.colour(members["Background"]?.string) {
      let isLarge = Self.size(members["FontSize"]) >= 18
      let ratio = Self.contrast(text, ground)
      if ratio < (isLarge ? 3 : 4.5) {
        found.append((.contrast, "The contrast of its title is \((ratio * 10).rounded() / 10) to 1."))
      }
      if ground.alpha < 0.85 { found.append((.translucency, "Its background lets too much through.")) }
    }
    return found.map { ($0.rule, "Button \(number): \($0.message)") }
  }

  private struct Colour {
    let red: Double
    let green: Double
    let blue: Double
    let alpha: Double

    /// WCAG 2.1: relative luminance.
    var luminance: Double {
      func linear(_ part: Double) -> Double {
        // The curve of sRGB, 2.4 taken as 12/5 by steps of a root.
        part <= 0.03928 ? part / 12.92 : Self.power((part + 0.055) / 1.055)
      }
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// To the power of 2.4: the square, times the fifth root of the square, which Newton's method finds.
    private static func power(_ base: Double) -> Double {
      let square = base * base
      var root = 1.0
      for _ in 0..<40 { root -= (root * root * root * root * root - square) / (5 * root * root * root * root) }
      return square * root
    }
  }

  private static func contrast(_ one: Colour, _ other: Colour) -> Double {
    let (high, low) = (max(one.luminance, other.luminance), min(one.luminance, other.luminance))
    return (high + 0.05) / (low + 0.05)
  }

  /// `#RRGGBB` or `#RRGGBBAA`.
  private static func colour(_ text: String?) -> Colour? {
    guard let text, text.hasPrefix("#"), text.count == 7 || text.count == 9,
      let number = UInt64(text.dropFirst(), radix: 16)
    else { return nil }
    let whole = text.count == 9 ? number : number << 8 | 0xFF
    func part(_ shift: UInt64) -> Double { Double(whole >> shift & 0xFF) / 255 }
    return Colour(red: part(24), green: part(16), blue: part(8), alpha: part(0))
  }

  private static func size(_ value: PropertyListValue?) -> Double {
    switch value {
    case .integer(let number): Double(number)
    case .fraction(let number): number
    default: 17
    }
  }
}
