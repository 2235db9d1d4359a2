// SPDX-License-Identifier: Apache-2.0

/// The sizes a widget comes in. The numbers are this format's own.
package enum Family: UInt8, Sendable, CaseIterable, Archivable {
  case systemSmall = 1
  case systemMedium, systemLarge, systemExtraLarge
  case accessoryCircular, accessoryRectangular, accessoryInline

  /// SwiftUI's name, which is the command line's too.
  package var name: String {
    switch self {
    case .systemSmall: "systemSmall"
    case .systemMedium: "systemMedium"
    case .systemLarge: "systemLarge"
    case .systemExtraLarge: "systemExtraLarge"
    case .accessoryCircular: "accessoryCircular"
    case .accessoryRectangular: "accessoryRectangular"
    case .accessoryInline: "accessoryInline"
    }
  }

  /// Finds a family by its name, with or without `system` or `accessory` in front.
  package init?(name: String) {
    let word = name.lowercased()
    guard
      let found = Self.allCases.first(where: {
        let own = $0.name.lowercased()
        return own == word || own == "system" + word || own == "accessory" + word
      })
    else { return nil }
    self = found
  }

  /// Whether the family is drawn in one colour on a lock screen or a watch face.
  package var isAccessory: Bool { rawValue >= Family.accessoryCircular.rawValue }
}

/// How large each family is on a screen of a certain size, in points.
package struct WidgetMetrics: Sendable, Hashable {
  package let screen: String
  private let sizes: [Family: Size]

  package func size(of family: Family) -> Size? { sizes[family] }

  /// A screen without its own extra large size has the iPad's.
  private init(
    _ screen: String, _ small: Double, _ medium: (Double, Double), _ large: (Double, Double), circular: Double,
    rectangular: (Double, Double), inline: (Double, Double)
  ) {
    self.screen = screen
    sizes = [
      .systemSmall: Size(small, small), .systemMedium: Size(medium.0, medium.1),
      .systemLarge: Size(large.0, large.1), .systemExtraLarge: Size(715.5, 342),
      .accessoryCircular: Size(circular, circular), .accessoryRectangular: Size(rectangular.0, rectangular.1),
      .accessoryInline: Size(inline.0, inline.1),
    ]
  }

  /// Apple's Human Interface Guidelines, December 2025; the first stands for a desktop.
  package static let all = [
    WidgetMetrics(
      "393x852", 158, (338, 158), (338, 354), circular: 72, rectangular: (160, 72), inline: (234, 26)),
    WidgetMetrics(
      "430x932", 170, (364, 170), (364, 382), circular: 76, rectangular: (172, 76), inline: (257, 26)),
    WidgetMetrics(
      "414x896", 169, (360, 169), (360, 379), circular: 76, rectangular: (160, 72), inline: (248, 26)),
    WidgetMetrics(
      "414x736", 159, (348, 157), (348, 357), circular: 76, rectangular: (170, 76), inline: (248, 26)),
    WidgetMetrics(
      "375x812", 155, (329, 155), (329, 345), circular: 72, rectangular: (157, 72), inline: (225, 26)),
    WidgetMetrics(
      "375x667", 148, (321, 148), (321, 324), circular: 68, rectangular: (153, 68), inline: (225, 26)),
  ]

  package static let standard = all[0]

  /// The corners of a widget of the home screen.
  package static let cornerRadius = 22.0
  /// The margins between a widget's edges and its content.
  package static let margins = Edges(all: 16)
}
