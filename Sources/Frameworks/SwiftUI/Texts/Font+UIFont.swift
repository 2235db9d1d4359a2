// SPDX-License-Identifier: Apache-2.0
public import UIKitDrawing

extension Font {
  /// A font of UIKit, in its one size. Source: `SwiftUI.Font.init(_:)`, which takes fonts of Core Text and so those of UIKit.
  ///
  /// - Parameter font: The font.
  public init(_ font: UIFont) {
    let plain = Font.system(size: font.pointSize, weight: Weight(value: font.number))
    switch font.design {
    case .standard: self = plain
    case .monospaced: self = plain.monospaced()
    case .monospacedDigits: self = plain.monospacedDigit()
    case .italic: self = plain.italic()
    }
  }
}
