// SPDX-License-Identifier: Apache-2.0
import WidgetCommands
import WidgetModel
import WidgetService

extension LookOptions {
  /// Applies the options: the defaults of the place come first, and what was asked for overrides them.
  func apply(to wish: inout WidgetPainter.Wish) {
    if let language { wish.language = language }
    let place = wish.change
    wish.change = { environment in
      place(&environment)
      if isDark { environment.appearance = .dark }
      if isDimmed { environment.isLuminanceReduced = true }
      if let rendering { environment.rendering = rendering }
      if let typeSize { environment.typeSize = typeSize }
      if let direction { environment.direction = direction }
    }
  }
}
