// SPDX-License-Identifier: Apache-2.0
public import UIKitDrawing

extension Color {
  /// A colour of Core Graphics.
  ///
  /// - Parameter cgColor: The colour.
  public init(cgColor: CGColor) { self.init(uiColor: UIColor(cgColor: cgColor)) }
  /// A colour of Core Graphics.
  ///
  /// - Parameter cgColor: The colour.
  public init(_ cgColor: CGColor) { self.init(cgColor: cgColor) }
}
