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
    switch rendering {
    case .fullColor: dimmed(ink)
    // Only how opaque things are is kept.
    case .accented: dimmed(Self.first(isAccent).faded(by: ink.opacity))
    case .vibrant: dimmed(Self.shade(of: ink, .white))
    }
  }

  /// The ink of letters and symbols, which stay legible on a display that shines less.
  func ink(ofText ink: Ink, isAccent: Bool) -> Ink {
    let ink = self.ink(ink, isAccent: isAccent)
    guard isDimmed, ink.opacity > 0 else { return ink }
    return Ink(ink.red, ink.green, ink.blue, ink.opacity + (1 - ink.opacity) * Self.strength)
  }

  /// The part by which faint letters become stronger on a display that shines less.
  private static let strength = 0.4

  /// What becomes of a picture's colours.
  enum Shades {
    case own
    /// Only how opaque it is is kept.
    case silhouette(Ink)
    case changed((Ink) -> Ink)
  }

  func shades(_ tone: PictureTone?, isAccent: Bool) -> Shades {
    let own = isDimmed ? Shades.changed { dimmed($0) } : .own
    switch (rendering, tone) {
    case (.fullColor, _), (.accented, .fullColor): return own
    case (.accented, nil): return .silhouette(dimmed(Self.first(isAccent)))
    case (.accented, .desaturated): return .changed { dimmed(Self.shade(of: $0, .white)) }
    case (.accented, .accentedDesaturated): return .changed { dimmed(Self.shade(of: $0, Self.accent)) }
    case (.vibrant, _): return .changed { dimmed(Self.shade(of: $0, .white)) }
    }
  }

  private static func first(_ isAccent: Bool) -> Ink { isAccent ? accent : .white }

  /// Brightness becomes how opaque a colour is.
  private static func shade(of ink: Ink, _ color: Ink) -> Ink {
    color.faded(by: ink.opacity * (0.45 + 0.55 * ink.luminance))
  }

  /// What is dark becomes darker than what is bright, so that one is seen upon the other.
  private func dimmed(_ ink: Ink) -> Ink {
    guard isDimmed else { return ink }
    let part = 0.4 + 0.35 * ink.luminance
    return Ink(ink.red * part, ink.green * part, ink.blue * part, ink.opacity)
  }
}
