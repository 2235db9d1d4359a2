// SPDX-License-Identifier: Apache-2.0
package import WidgetModel

/// A colour, gradient or material that shapes are filled with. Source: `SwiftUI.ShapeStyle`.
public protocol ShapeStyle: Sendable {
  /// The style as it is drawn, which only this module knows.
  ///
  /// - Parameter environment: The environment in which it is drawn.
  /// - Returns: A style that this module draws.
  func resolvedStyle(in environment: EnvironmentValues) -> AnyShapeStyle
}

extension ShapeStyle {
  /// The style of types that do not say what they resolve to: black. Source: `SwiftUI`, `resolvedStyle`.
  public func resolvedStyle(in environment: EnvironmentValues) -> AnyShapeStyle { AnyShapeStyle(.black) }
}

/// A style without its type. Source: `SwiftUI.AnyShapeStyle`.
public struct AnyShapeStyle: ShapeStyle {
  let resolve: @Sendable (EnvironmentValues) -> Paint

  /// A style without its type.
  ///
  /// - Parameter style: The style.
  public init<S: ShapeStyle>(_ style: S) {
    if let style = style as? AnyShapeStyle {
      self = style
    } else {
      resolve = { SwiftUI.paint(of: style, in: $0) }
    }
  }

  init(resolve: @escaping @Sendable (EnvironmentValues) -> Paint) { self.resolve = resolve }

  package func paint(in environment: EnvironmentValues) -> Paint { resolve(environment) }

  /// The style itself. Source: `SwiftUI`, `resolvedStyle`.
  public func resolvedStyle(in environment: EnvironmentValues) -> AnyShapeStyle { self }
}

/// A style that this module draws. Styles of other modules resolve to one of these.
package protocol PaintingStyle {
  func paint(in environment: EnvironmentValues) -> Paint
}

extension Color: PaintingStyle {}

func paint(of style: some ShapeStyle, in environment: EnvironmentValues) -> Paint {
  if let style = style as? any PaintingStyle { return style.paint(in: environment) }
  if let style = style as? AnyShapeStyle { return style.resolve(environment) }
  return style.resolvedStyle(in: environment).resolve(environment)
}

// MARK: - Levels

/// A level of the current style. Source: `SwiftUI.HierarchicalShapeStyle`.
public struct HierarchicalShapeStyle: ShapeStyle, PaintingStyle {
  let level: Int
  /// The first level of the current style. Source: `SwiftUI`, `primary`.
  public static let primary = HierarchicalShapeStyle(level: 0)
  /// The second level of the current style, which is fainter. Source: `SwiftUI`, `secondary`.
  public static let secondary = HierarchicalShapeStyle(level: 1)
  /// The third level of the current style, which is fainter still. Source: `SwiftUI`, `tertiary`.
  public static let tertiary = HierarchicalShapeStyle(level: 2)
  /// The fourth level of the current style, which is fainter still. Source: `SwiftUI`, `quaternary`.
  public static let quaternary = HierarchicalShapeStyle(level: 3)
  /// The fifth level of the current style, the faintest. Source: `SwiftUI`, `quinary`.
  public static let quinary = HierarchicalShapeStyle(level: 4)

  private static let opacities = [1, 0.6, 0.3, 0.18, 0.1]

  package func paint(in environment: EnvironmentValues) -> Paint {
    let look = environment.look
    if level > 0, level <= look.levels.count { return look.levels[level - 1].resolve(environment) }
    if let foreground = look.foreground {
      let opacity = [1, 0.65, 0.4, 0.25, 0.15][level]
      return foreground.resolve(environment).map { $0.faded(by: opacity) }
    }
    if level == 1 { return .ink(Color.secondary.ink(environment.colorScheme)) }
    return .ink(Color.primary.ink(environment.colorScheme).faded(by: Self.opacities[level]))
  }
}

/// The current foreground style. Source: `SwiftUI.ForegroundStyle`.
public struct ForegroundStyle: ShapeStyle, PaintingStyle {
  /// The current foreground style.
  public init() {}
  package func paint(in environment: EnvironmentValues) -> Paint {
    environment.look.foreground?.resolve(environment) ?? .ink(Color.primary.ink(environment.colorScheme))
  }
}

/// The current background style. Source: `SwiftUI.BackgroundStyle`.
public struct BackgroundStyle: ShapeStyle, PaintingStyle {
  /// The current background style.
  public init() {}
  package func paint(in environment: EnvironmentValues) -> Paint {
    environment.look.background?.resolve(environment) ?? .ink(Color.widgetBackground.ink(environment.colorScheme))
  }
}

/// The current tint. Source: `SwiftUI.TintShapeStyle`.
public struct TintShapeStyle: ShapeStyle, PaintingStyle {
  /// The current tint.
  public init() {}
  package func paint(in environment: EnvironmentValues) -> Paint {
    environment.look.tint?.resolve(environment) ?? .ink(Color.accentColor.ink(environment.colorScheme))
  }
}

/// The style of a filled area upon a background. Source: `SwiftUI.FillShapeStyle`.
public struct FillShapeStyle: ShapeStyle, PaintingStyle {
  /// The style of a filled area upon a background.
  public init() {}
  package func paint(in environment: EnvironmentValues) -> Paint {
    .ink(Ink(0.47, 0.47, 0.5, environment.colorScheme == .dark ? 0.32 : 0.16))
  }
}

/// The style of a separator. Source: `SwiftUI.SeparatorShapeStyle`.
public struct SeparatorShapeStyle: ShapeStyle, PaintingStyle {
  /// The style of a separator.
  public init() {}
  package func paint(in environment: EnvironmentValues) -> Paint {
    .ink(environment.colorScheme == .dark ? Ink(0.33, 0.33, 0.345, 0.6) : Ink(0.235, 0.235, 0.263, 0.29))
  }
}

/// A material, drawn as a translucent colour: what is behind it is not blurred. Source: `SwiftUI.Material`.
public struct Material: ShapeStyle, PaintingStyle {
  let thickness: Double
  /// The most transparent material. Source: `SwiftUI`, `ultraThin`.
  public static let ultraThin = Material(thickness: 0.35)
  /// The material that is more transparent than the regular one. Source: `SwiftUI`, `thin`.
  public static let thin = Material(thickness: 0.5)
  /// The material of medium transparency. Source: `SwiftUI`, `regular`.
  public static let regular = Material(thickness: 0.65)
  /// The material that is less transparent than the regular one. Source: `SwiftUI`, `thick`.
  public static let thick = Material(thickness: 0.8)
  /// The least transparent material. Source: `SwiftUI`, `ultraThick`.
  public static let ultraThick = Material(thickness: 0.9)
  /// The material of bars. Source: `SwiftUI`, `bar`.
  public static let bar = Material(thickness: 0.8)

  package func paint(in environment: EnvironmentValues) -> Paint {
    .ink((environment.colorScheme == .dark ? Ink(0.15, 0.15, 0.16) : Ink(0.98, 0.98, 0.99)).faded(by: thickness))
  }
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  /// The first level of the current style. Source: `SwiftUI`, `primary`.
  public static var primary: HierarchicalShapeStyle { .init(level: 0) }
  /// The second level of the current style, which is fainter. Source: `SwiftUI`, `secondary`.
  public static var secondary: HierarchicalShapeStyle { .init(level: 1) }
  /// The third level of the current style, which is fainter still. Source: `SwiftUI`, `tertiary`.
  public static var tertiary: HierarchicalShapeStyle { .init(level: 2) }
  /// The fourth level of the current style, which is fainter still. Source: `SwiftUI`, `quaternary`.
  public static var quaternary: HierarchicalShapeStyle { .init(level: 3) }
  /// The fifth level of the current style, the faintest. Source: `SwiftUI`, `quinary`.
  public static var quinary: HierarchicalShapeStyle { .init(level: 4) }
}
extension ShapeStyle where Self == ForegroundStyle {
  /// The current foreground style. Source: `SwiftUI`, `foreground`.
  public static var foreground: ForegroundStyle { .init() }
}
extension ShapeStyle where Self == BackgroundStyle {
  /// The current background style. Source: `SwiftUI`, `background`.
  public static var background: BackgroundStyle { .init() }
}
extension ShapeStyle where Self == TintShapeStyle {
  /// The current tint. Source: `SwiftUI`, `tint`.
  public static var tint: TintShapeStyle { .init() }
}
extension ShapeStyle where Self == FillShapeStyle {
  /// The style of a filled area upon a background. Source: `SwiftUI`, `fill`.
  public static var fill: FillShapeStyle { .init() }
}
extension ShapeStyle where Self == SeparatorShapeStyle {
  /// The style of a separator. Source: `SwiftUI`, `separator`.
  public static var separator: SeparatorShapeStyle { .init() }
}
extension ShapeStyle where Self == Material {
  /// The most transparent material. Source: `SwiftUI`, `ultraThinMaterial`.
  public static var ultraThinMaterial: Material { .ultraThin }
  /// The material that is more transparent than the regular one. Source: `SwiftUI`, `thinMaterial`.
  public static var thinMaterial: Material { .thin }
  /// The material of medium transparency. Source: `SwiftUI`, `regularMaterial`.
  public static var regularMaterial: Material { .regular }
  /// The material that is less transparent than the regular one. Source: `SwiftUI`, `thickMaterial`.
  public static var thickMaterial: Material { .thick }
  /// The least transparent material. Source: `SwiftUI`, `ultraThickMaterial`.
  public static var ultraThickMaterial: Material { .ultraThick }
  /// The material of bars. Source: `SwiftUI`, `bar`.
  public static var bar: Material { .bar }
}
extension ShapeStyle where Self == Color {
  /// The system's red. Source: `SwiftUI`, `red`.
  public static var red: Color { Color.red }
  /// The system's orange. Source: `SwiftUI`, `orange`.
  public static var orange: Color { Color.orange }
  /// The system's yellow. Source: `SwiftUI`, `yellow`.
  public static var yellow: Color { Color.yellow }
  /// The system's green. Source: `SwiftUI`, `green`.
  public static var green: Color { Color.green }
  /// The system's mint. Source: `SwiftUI`, `mint`.
  public static var mint: Color { Color.mint }
  /// The system's teal. Source: `SwiftUI`, `teal`.
  public static var teal: Color { Color.teal }
  /// The system's cyan. Source: `SwiftUI`, `cyan`.
  public static var cyan: Color { Color.cyan }
  /// The system's blue. Source: `SwiftUI`, `blue`.
  public static var blue: Color { Color.blue }
  /// The system's indigo. Source: `SwiftUI`, `indigo`.
  public static var indigo: Color { Color.indigo }
  /// The system's purple. Source: `SwiftUI`, `purple`.
  public static var purple: Color { Color.purple }
  /// The system's pink. Source: `SwiftUI`, `pink`.
  public static var pink: Color { Color.pink }
  /// The system's brown. Source: `SwiftUI`, `brown`.
  public static var brown: Color { Color.brown }
  /// The system's grey. Source: `SwiftUI`, `gray`.
  public static var gray: Color { Color.gray }
  /// The colour white. Source: `SwiftUI`, `white`.
  public static var white: Color { Color.white }
  /// The colour black. Source: `SwiftUI`, `black`.
  public static var black: Color { Color.black }
  /// The colour that is entirely transparent. Source: `SwiftUI`, `clear`.
  public static var clear: Color { Color.clear }
}

// MARK: - Changed styles

struct FadedStyle<Style: ShapeStyle>: ShapeStyle, PaintingStyle {
  let style: Style
  let opacity: Double
  func paint(in environment: EnvironmentValues) -> Paint {
    SwiftUI.paint(of: style, in: environment).map { $0.faded(by: min(max(opacity, 0), 1)) }
  }
}

extension ShapeStyle {
  /// Makes the style transparent.
  ///
  /// - Parameter opacity: The opacity from 0 to 1.
  /// - Returns: The style.
  public func opacity(_ opacity: Double) -> some ShapeStyle { FadedStyle(style: self, opacity: opacity) }
}

/// A fainter level of a style. The levels of the background style are backgrounds themselves.
struct LevelStyle<Style: ShapeStyle>: ShapeStyle, PaintingStyle {
  let style: Style
  let level: Int
  func paint(in environment: EnvironmentValues) -> Paint {
    if style is BackgroundStyle, environment.look.background == nil {
      // The grouped surfaces of Apple's Human Interface Guidelines.
      let light = [Ink.white, Ink(0.949, 0.949, 0.969), .white, Ink(0.949, 0.949, 0.969), .white][level]
      let dark = [0.11, 0.11, 0.173, 0.227, 0.282][level]
      return .ink(environment.colorScheme == .dark ? Ink(dark, dark, dark + 0.008) : light)
    }
    let opacity = style is FillShapeStyle ? [1, 0.8, 0.6, 0.4, 0.25][level] : [1, 0.65, 0.4, 0.25, 0.15][level]
    return SwiftUI.paint(of: style, in: environment).map { $0.faded(by: opacity) }
  }
}

extension ShapeStyle {
  /// The second level of the style.
  public var secondary: some ShapeStyle { LevelStyle(style: self, level: 1) }
  /// The third level of the style.
  public var tertiary: some ShapeStyle { LevelStyle(style: self, level: 2) }
  /// The fourth level of the style.
  public var quaternary: some ShapeStyle { LevelStyle(style: self, level: 3) }
  /// The fifth level of the style.
  public var quinary: some ShapeStyle { LevelStyle(style: self, level: 4) }
}
