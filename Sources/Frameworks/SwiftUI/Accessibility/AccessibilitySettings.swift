// SPDX-License-Identifier: Apache-2.0

extension EnvironmentValues {
  /// Whether differences must show without colours: nobody asks for it here.
  public var accessibilityDifferentiateWithoutColor: Bool { false }
  /// Whether surfaces must not be seen through: nobody asks for it here.
  public var accessibilityReduceTransparency: Bool { false }
  /// Whether nothing may move: a widget is a picture.
  public var accessibilityReduceMotion: Bool { true }
  /// How much stronger colours are: nobody asks for it here.
  public var colorSchemeContrast: ColorSchemeContrast { .standard }
}

/// How strong colours are. Source: `SwiftUI.ColorSchemeContrast`.
public enum ColorSchemeContrast: CaseIterable, Sendable, Hashable { case standard, increased }
