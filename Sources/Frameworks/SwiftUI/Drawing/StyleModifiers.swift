// SPDX-License-Identifier: Apache-2.0

extension View {
  /// - Parameter style: Of texts and shapes.
  /// - Returns: The view.
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View {
    EnvironmentChange(content: self) { environment in
      // Levels are those of the style outside: `secondary` within `secondary` is not fainter.
      let resolved = paint(of: style, in: environment)
      environment.look.foreground = AnyShapeStyle(resolved)
      environment.look.levels = []
    }
  }
  /// - Parameters:
  ///   - primary: Of texts and shapes.
  ///   - secondary: Of those beside others.
  /// - Returns: The view.
  public func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle>(_ primary: S1, _ secondary: S2) -> some View {
    EnvironmentChange(content: self) { environment in
      let (first, second) = (paint(of: primary, in: environment), paint(of: secondary, in: environment))
      (environment.look.foreground, environment.look.levels) = (AnyShapeStyle(first), [AnyShapeStyle(second)])
    }
  }
  /// - Parameter color: Of texts and shapes.
  /// - Returns: The view.
  public func foregroundColor(_ color: Color?) -> some View {
    look { ($0.foreground, $0.levels) = (color.map { AnyShapeStyle($0) }, []) }
  }
  /// - Parameter tint: Of gauges, links and controls.
  /// - Returns: The view.
  public func tint<S: ShapeStyle>(_ tint: S?) -> some View { look { $0.tint = tint.map { AnyShapeStyle($0) } } }
  /// - Parameter tint: Of gauges, links and controls.
  /// - Returns: The view.
  public func tint(_ tint: Color?) -> some View { look { $0.tint = tint.map { AnyShapeStyle($0) } } }
  /// - Parameter accentColor: Of gauges, links and controls.
  /// - Returns: The view.
  public func accentColor(_ accentColor: Color?) -> some View { tint(accentColor) }
  /// - Parameter style: Of surfaces.
  /// - Returns: The view.
  public func backgroundStyle<S: ShapeStyle>(_ style: S) -> some View { look { $0.background = AnyShapeStyle(style) } }
  /// - Parameter colorScheme: Light or dark.
  /// - Returns: The view.
  public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View { look { $0.colorScheme = colorScheme } }
}
