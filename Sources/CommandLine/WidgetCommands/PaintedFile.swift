// SPDX-License-Identifier: Apache-2.0
import WidgetService

extension WidgetPainter.Drawing {
  /// The bytes of a file in the form that its name asks for.
  func file(for path: String?, scale: Int) -> [UInt8] {
    png(scale: scale)
  }
}
