// SPDX-License-Identifier: Apache-2.0

/// How a location button looks to the person. Whether a tap on it gives the location once is decided by what they can see:
/// https://developer.apple.com/design/human-interface-guidelines/privacy.
package struct LocationButtonLook: Sendable, Equatable {
  package var icon: Icon
  package var label: Label
  package var title: Color
  package var background: Color
  /// The size of the font in points.
  package var fontSize: Double
  package var isBold = false
  /// Whether the title is of the size of running text, which grows with what the person set for all apps.
  package var isRunningText = false
  /// The code of the title's language, of two letters; nil where it is not known.
  package private(set) var language: String?
  /// The width of the title, and the width that there is for it, in points.
  package var titleWidth: Double
  package var room: Double

  package enum Icon: Sendable, CaseIterable { case none, arrowFilled, arrowOutline }

  package enum Label: Sendable, CaseIterable {
    case none, currentLocation, sendCurrentLocation, sendMyCurrentLocation, shareCurrentLocation, shareMyCurrentLocation
  }

  /// A colour in sRGB, each component from 0 to 1.
  package struct Color: Sendable, Equatable {
    package var red: Double
    package var green: Double
    package var blue: Double
    package var alpha: Double

    package init(_ red: Double, _ green: Double, _ blue: Double, alpha: Double = 1) {
      (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }
  }

  package init(
    _ icon: Icon, _ label: Label, title: Color, on background: Color, fontSize: Double, titleWidth: Double, room: Double
  ) {
    (self.icon, self.label, self.title, self.background) = (icon, label, title, background)
    (self.fontSize, self.titleWidth, self.room) = (fontSize, titleWidth, room)
  }

  /// Computes the look. The width of the title follows from its size and language, and where that is not known from the
  /// one that takes most. Without a size of the font it is that of running text.
  package init(
    _ icon: Icon, _ label: Label, title: Color, on background: Color, fontSize: Double?, isBold: Bool = false,
    language: String?, room: Double
  ) {
    let size = fontSize ?? Self.runningText
    self.init(
      icon, label, title: title, on: background, fontSize: size,
      titleWidth: (language.map { label.width(in: $0) } ?? label.widest) * size, room: room)
    self.isBold = isBold
    self.language = language
    isRunningText = fontSize == nil
  }

  /// The look of a button of a width; nil for one that is as wide as its title needs. Arrow and margins take some of
  /// it.
  package init(
    _ icon: Icon, _ label: Label, title: Color, on background: Color, fontSize: Double?, language: String,
    width: Double?
  ) {
    let margins = (icon == .none ? 1 : 2.25) * (fontSize ?? Self.runningText)
    self.init(
      icon, label, title: title, on: background, fontSize: fontSize, language: Self.code(of: language),
      room: width.map { $0 - margins } ?? Self.unlimited)
  }

  /// Points of running text.
  package static let runningText = 17.0
  /// The room of a button that is as wide as its words need.
  private static let unlimited = 1_000_000.0

  /// `zh` of `zh-Hant` and `zh_CN.UTF-8`; English for what is no language.
  private static func code(of language: String) -> String {
    let code = language.prefix { $0.isASCII && $0.isLetter }.lowercased()
    return code.utf8.count == 2 ? code : "en"
  }

  /// The defects of a button. The names are those of the rules.
  package enum Defect: String, Sendable, CaseIterable {
    /// The button has neither a label nor an icon.
    case empty = "LB01"
    /// The contrast is below 4.5:1, or 3:1 for large type.
    case contrast = "LB02"
    /// The background lets too much through: below 0.85.
    case translucent = "LB03"
    /// The title does not fit.
    case truncated = "LB04"
    /// A number is none, or none that could be drawn.
    case malformed = "LB06"
  }

  /// A tap gives the location where there is none. Otherwise (LB05) it does what the app does with a tap, and no more.
  package var defects: [Defect] {
    guard isDrawable else { return [.malformed] }
    var defects: [Defect] = []
    if icon == .none, label == .none { defects.append(.empty) }
    if background.alpha < Self.leastAlpha { defects.append(.translucent) }
    if contrast < (isLarge ? Self.leastContrastOfLargeType : Self.leastContrast) { defects.append(.contrast) }
    if label != .none, titleWidth > room { defects.append(.truncated) }
    return defects
  }

  package var givesLocation: Bool { defects.isEmpty }

  private static let (leastContrast, leastContrastOfLargeType, leastAlpha) = (4.5, 3.0, 0.85)
  /// The sizes that count as large in WCAG 2.1: 18 points, or 14 in bold.
  private static let (large, largeInBold) = (18.0, 14.0)

  private var isLarge: Bool { fontSize >= (isBold ? Self.largeInBold : Self.large) }

  private var isDrawable: Bool {
    let parts = [title, background].flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }
    return parts.allSatisfy { (0...1).contains($0) } && fontSize > 0 && fontSize.isFinite && titleWidth.isFinite
      && room.isFinite
  }

  /// The worst one: what shines through the background may be black or white.
  package var contrast: Double {
    [0.0, 1.0].map { below in
      let ground = background.over(Color(below, below, below))
      return Self.ratio(title.over(ground).luminance, ground.luminance)
    }.min() ?? 0
  }

  private static func ratio(_ one: Double, _ other: Double) -> Double {
    (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }
}

extension LocationButtonLook.Color {
  fileprivate func over(_ below: Self) -> Self {
    func mixed(_ top: Double, _ bottom: Double) -> Double { alpha * top + (1 - alpha) * bottom }
    return Self(mixed(red, below.red), mixed(green, below.green), mixed(blue, below.blue))
  }

  /// The relative luminance as WCAG 2.1 defines it. The power of 2.4 is computed without a library of mathematics.
  fileprivate var luminance: Double {
    0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
  }

  private static func linear(_ value: Double) -> Double {
    guard value > 0.040_45 else { return value / 12.92 }
    let base = (value + 0.055) / 1.055
    // base^2.4 = base^2 * (base^2)^(1/5)
    let square = base * base
    var root = 1.0
    for _ in 0..<40 { root -= (root * root * root * root * root - square) / (5 * root * root * root * root) }
    return square * root
  }
}
