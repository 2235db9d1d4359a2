// SPDX-License-Identifier: Apache-2.0
public import SwiftUI
package import WidgetModel

/// The sizes of widgets. Source: `WidgetKit.WidgetFamily`.
public enum WidgetFamily: Int, CaseIterable, Sendable, Hashable, CustomStringConvertible {
  case systemSmall = 0
  case systemMedium = 1
  case systemLarge = 2
  case systemExtraLarge = 3
  case accessoryCircular = 5
  case accessoryRectangular = 6
  case accessoryInline = 7

  package init(_ family: Family) {
    self =
      switch family {
      case .systemSmall: .systemSmall
      case .systemMedium: .systemMedium
      case .systemLarge: .systemLarge
      case .systemExtraLarge: .systemExtraLarge
      case .accessoryCircular: .accessoryCircular
      case .accessoryRectangular: .accessoryRectangular
      case .accessoryInline: .accessoryInline
      }
  }

  package var model: Family { Family(name: description) ?? .systemSmall }

  /// The size's name in source. Source: `WidgetKit`, `description`.
  public var description: String {
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
}

/// The mode in which the colours of a widget are drawn. Source: `WidgetKit.WidgetRenderingMode`.
public struct WidgetRenderingMode: Equatable, Hashable, Sendable, CustomStringConvertible {
  private let name: String
  /// The widget has its own colours.
  public static let fullColor = WidgetRenderingMode(name: "fullColor")
  /// The widget has two colours: the accent's and another.
  public static let accented = WidgetRenderingMode(name: "accented")
  /// The widget has shades without colours, upon a picture.
  public static let vibrant = WidgetRenderingMode(name: "vibrant")
  /// The mode's name in source. Source: `WidgetKit`, `description`.
  public var description: String { name }
}

extension EnvironmentValues {
  /// The widget's size.
  public var widgetFamily: WidgetFamily { WidgetFamily(place.family) }

  /// The mode in which the colours of the widget are drawn.
  public var widgetRenderingMode: WidgetRenderingMode {
    switch place.rendering {
    case .fullColor: .fullColor
    case .accented: .accented
    case .vibrant: .vibrant
    }
  }

  /// Whether the widget's background is drawn.
  public var showsWidgetContainerBackground: Bool { place.showsBackground }

  /// The distances that the platform keeps from the widget's edges.
  public var widgetContentMargins: EdgeInsets {
    let margins = place.margins
    return EdgeInsets(top: margins.top, leading: margins.leading, bottom: margins.bottom, trailing: margins.trailing)
  }

  /// Whether a label beside the widget is drawn: never, here.
  public var showsWidgetLabel: Bool { false }
}
