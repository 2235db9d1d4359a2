// SPDX-License-Identifier: Apache-2.0

extension EnvironmentValues {
  /// Whether differences must show without colours, which no setting here asks for.
  public var accessibilityDifferentiateWithoutColor: Bool { false }
  /// Whether surfaces must be opaque, which no setting here asks for.
  public var accessibilityReduceTransparency: Bool { false }
  /// Whether motion is to be avoided, which is so: a widget is a picture.
  public var accessibilityReduceMotion: Bool { true }
  /// The contrast of colours, which no setting here increases.
  public var colorSchemeContrast: ColorSchemeContrast { .standard }
}

/// The contrast of colours. Source: `SwiftUI.ColorSchemeContrast`.
public enum ColorSchemeContrast: CaseIterable, Sendable, Hashable { case standard, increased }
