// SPDX-License-Identifier: Apache-2.0
import Clocks
import ProtectionModel
import WidgetCommands
import WidgetModel
import WidgetService

/// States that samples of widgets are drawn in, whatever the device's own is. The protection counts as on a device.
enum SampleStates {
  static let preview: [PreviewSheet.Column] = [
    .init("unlocked", .unlocked, .lockScreen), .init("dark", .unlocked, .lockScreen) { $0.appearance = .dark },
    .init("tinted", .unlocked, .lockScreen) { $0.rendering = .accented }, .init("locked", .locked, .lockScreen),
    .init("always on", .locked, .alwaysOn) { $0.appearance = .dark },
    .init("placeholder", .beforeFirstUnlock, .lockScreen),
  ]

  static let gallery: [PreviewSheet.Column] =
    preview + [
      .init("from right to left", .unlocked, .lockScreen) { $0.direction = .rightToLeft },
      .init("large letters", .unlocked, .lockScreen) { $0.typeSize = .accessibility1 },
    ]
}

extension WidgetPainter {
  func sample(
    _ kind: String, _ family: Family, _ column: PreviewSheet.Column, _ look: LookOptions
  ) throws(WidgetFailure) -> Drawing {
    var wish = Wish(kind, family, on: column.surface, in: column.state, now: WallClock.secondsSinceReferenceDate)
    wish.fetching = .sample
    wish.change = column.change
    look.apply(to: &wish)
    return try drawing(wish)
  }
}
