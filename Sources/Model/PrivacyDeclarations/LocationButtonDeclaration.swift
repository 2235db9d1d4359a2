// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import PropertyLists

/// A location button, as an entry of `BaileyLocationButtons` in `Info.plist` declares it. It is held to what a tap on it would
/// be held to.
struct LocationButtonDeclaration {
  static let key = "BaileyLocationButtons"

  private let members: [String: PropertyListValue]
  private let number: Int
  private let languages: [String]

  /// `languages` are those of the bundle.
  init(_ members: [String: PropertyListValue], number: Int, in languages: Set<String>) {
    self.members = members
    self.number = number
    self.languages = languages.sorted()
  }

  /// The settings of a location button that an app decides.
  private static let attributes: Set<String> = [
    "Label", "Icon", "Foreground", "Background", "FontSize", "CornerRadius", "Width",
  ]
  private static let labels: [String: LocationButtonLook.Label] = [
    "none": .none, "currentLocation": .currentLocation, "sendCurrentLocation": .sendCurrentLocation,
    "sendMyCurrentLocation": .sendMyCurrentLocation, "shareCurrentLocation": .shareCurrentLocation,
    "shareMyCurrentLocation": .shareMyCurrentLocation,
  ]
  private static let icons: [String: LocationButtonLook.Icon] = [
    "none": .none, "arrowFilled": .arrowFilled, "arrowOutline": .arrowOutline,
  ]

  var violations: [(rule: LintRule, message: String)] {
    (odd + seen).map { ($0.rule, "Button \(number): \($0.message)") }
  }

  private var odd: [(rule: LintRule, message: String)] {
    members.keys.sorted().filter { !Self.attributes.contains($0) }
      .map { (.buttonAttributes, "“\($0)” is nothing that an app decides about it.") }
  }

  private var seen: [(rule: LintRule, message: String)] {
    guard let label = Self.labels[members["Label"]?.string ?? "none"],
      let icon = Self.icons[members["Icon"]?.string ?? "none"]
    else { return [(.buttonParts, "Its label and icon are not of the system’s set.")] }
    guard let title = colour("Foreground", or: LocationButtonLook.Color(1, 1, 1)),
      let ground = colour("Background", or: LocationButtonLook.Color(0, 0.37, 0.9))
    else { return [(.buttonAttributes, "A colour is not of the form #RRGGBB or #RRGGBBAA.")] }
    let (size, width) = (points("FontSize"), points("Width"))
    guard !size.isOdd, !width.isOdd else { return [(.buttonAttributes, "Its size is no number of points.")] }
    func look(in language: String) -> LocationButtonLook {
      LocationButtonLook(
        icon, label, title: title, on: ground, fontSize: size.points, language: language, width: width.points)
    }
    let truncated = languages.filter { look(in: $0).defects.contains(.truncated) }
    let others = look(in: "en").defects.filter { $0 != .truncated }.map { Self.words(for: $0, look(in: "en")) }
    guard !truncated.isEmpty else { return others }
    return others + [(.truncation, "Its words do not fit in its width in \(truncated.joined(separator: ", ")).")]
  }

  private static func words(
    for defect: LocationButtonLook.Defect, _ look: LocationButtonLook
  ) -> (rule: LintRule, message: String) {
    switch defect {
    case .empty: (.buttonParts, "It has neither a label nor an icon.")
    case .contrast: (.contrast, "The contrast of its title is \((look.contrast * 10).rounded(.down) / 10) to 1.")
    case .translucent: (.translucency, "Its background lets too much through.")
    case .truncated: (.truncation, "Its words do not fit.")
    case .malformed: (.buttonAttributes, "Its size is no number of points.")
    }
  }

  /// `#RRGGBB` or `#RRGGBBAA`; nil for what is neither.
  private func colour(_ key: String, or usual: LocationButtonLook.Color) -> LocationButtonLook.Color? {
    guard let value = members[key] else { return usual }
    guard let text = value.string, text.hasPrefix("#"), text.count == 7 || text.count == 9,
      text.dropFirst().allSatisfy(\.isHexDigit), let number = UInt64(text.dropFirst(), radix: 16)
    else { return nil }
    let whole = text.count == 9 ? number : number << 8 | 0xFF
    func part(_ shift: UInt64) -> Double { Double(whole >> shift & 0xFF) / 255 }
    return LocationButtonLook.Color(part(24), part(16), part(8), alpha: part(0))
  }

  /// The points that a key says; nil where nothing is said.
  private func points(_ key: String) -> (points: Double?, isOdd: Bool) {
    switch members[key] {
    case nil: (nil, false)
    case .integer(let number) where number > 0: (Double(number), false)
    case .fraction(let number) where number > 0: (number, false)
    default: (nil, true)
    }
  }
}
