// SPDX-License-Identifier: Apache-2.0

extension View {
  /// Sets the style of texts and shapes.
  ///
  /// - Parameter style: The style.
  /// - Returns: The changed view.
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View {
    EnvironmentChange(content: self) { environment in
      // Levels are those of the style outside: `secondary` within `secondary` is not fainter.
      let resolved = paint(of: style, in: environment)
      environment.look.foreground = AnyShapeStyle(resolved)
      environment.look.levels = []
    }
  }
  /// Sets the styles of the first and second level of texts and shapes.
  ///
  /// - Parameters:
  ///   - primary: The style of the first level.
  ///   - secondary: The style of the second level.
  /// - Returns: The changed view.
  public func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle>(_ primary: S1, _ secondary: S2) -> some View {
    EnvironmentChange(content: self) { environment in
      let (first, second) = (paint(of: primary, in: environment), paint(of: secondary, in: environment))
      (environment.look.foreground, environment.look.levels) = (AnyShapeStyle(first), [AnyShapeStyle(second)])
    }
  }
  /// Sets the colour of texts and shapes.
  ///
  /// - Parameter color: The colour, or nil to leave it.
  /// - Returns: The changed view.
  public func foregroundColor(_ color: Color?) -> some View {
    look { ($0.foreground, $0.levels) = (color.map { AnyShapeStyle($0) }, []) }
  }
  /// Sets the style of gauges, links and controls.
  ///
  /// - Parameter tint: The tint, or nil for the platform's.
  /// - Returns: The changed view.
  public func tint<S: ShapeStyle>(_ tint: S?) -> some View { look { $0.tint = tint.map { AnyShapeStyle($0) } } }
  /// Sets the colour of gauges, links and controls.
  ///
  /// - Parameter tint: The tint, or nil for the platform's.
  /// - Returns: The changed view.
  public func tint(_ tint: Color?) -> some View { look { $0.tint = tint.map { AnyShapeStyle($0) } } }
  /// Sets the colour of gauges, links and controls.
  ///
  /// - Parameter accentColor: The colour, or nil for the platform's.
  /// - Returns: The changed view.
  public func accentColor(_ accentColor: Color?) -> some View { tint(accentColor) }
  /// Sets the style of backgrounds.
  ///
  /// - Parameter style: The style.
  /// - Returns: The changed view.
  public func backgroundStyle<S: ShapeStyle>(_ style: S) -> some View { look { $0.background = AnyShapeStyle(style) } }
  /// Sets the light or dark appearance of the view.
  ///
  /// - Parameter colorScheme: The light or dark appearance.
  /// - Returns: The changed view.
  public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View { look { $0.colorScheme = colorScheme } }
}
