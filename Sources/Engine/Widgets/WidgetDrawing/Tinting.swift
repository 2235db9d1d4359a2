// SPDX-License-Identifier: Apache-2.0
import WidgetModel

/// How colours change where a widget is not drawn in its own.
struct Tinting {
  private let rendering: WidgetEnvironment.Rendering
  private let isDimmed: Bool

  init(_ environment: WidgetEnvironment) {
    (rendering, isDimmed) = (environment.rendering, environment.isLuminanceReduced)
  }

  /// The accent where there are two colours.
  private static let accent = Ink(0.35, 0.65, 1)

  func ink(_ ink: Ink, isAccent: Bool) -> Ink {
    var ink = ink
    switch rendering {
    case .fullColor: break
    // Only how opaque things are is kept.
    case .accented: ink = (isAccent ? Self.accent : .white).faded(by: ink.opacity)
    // Brightness becomes opacity of white.
    case .vibrant: ink = Ink.white.faded(by: ink.opacity * (0.45 + 0.55 * ink.luminance))
    }
    guard isDimmed else { return ink }
    return Ink(ink.red * 0.6, ink.green * 0.6, ink.blue * 0.6, ink.opacity)
  }
}
