// SPDX-License-Identifier: Apache-2.0
import LinuxSystem
import ProtectionModel
import WidgetCommandLine
import WidgetModel
import WidgetService

// MARK: - gallery

extension WidgetTool {
  /// Samples of every family as they are seen, hidden and as placeholders: states that are asked for, not the device's own.
  func gallery(_ source: WidgetSource, to path: String) throws(WidgetFailure) {
    let painter = try painter(source)
    var number = 0
    var page = "<!doctype html><meta charset=utf-8><title>Widgets</title>"
    page +=
      "<style>body{font:15px Inter,sans-serif;background:#e8eaf0;margin:32px}.cell{display:inline-block;margin:12px;"
    page += "vertical-align:bottom}.caption{color:#555;margin-top:8px}.dark{background:#26324a;"
    page += "padding:12px;border-radius:16px}.dark .caption{color:#ccd}</style>"
    for widget in try painter.widgets() {
      page += "<h2>\(escaped(widget.displayName))</h2><p>\(escaped(widget.details))</p>"
      for family in widget.families {
        page += "<div>"
        for (title, state) in [
          ("unlocked", LockState.unlocked), ("locked", .locked), ("placeholder", .beforeFirstUnlock),
        ] {
          var wish = WidgetPainter.Wish(
            widget.kind, family, on: .lockScreen, in: state, now: WallClock.secondsSinceReferenceDate)
          wish.fetching = .sample
          let drawing = try painter.drawing(wish)
          number += 1
          let html = String(decoding: drawing.html(prefix: "w\(number)-"), as: UTF8.self)
          page += "<div class='cell\(family.isAccessory ? " dark" : "")'>\(html)"
          page += "<div class=caption>\(family.name), \(title)</div></div>"
        }
        page += "</div>"
      }
    }
    try write(Array(page.utf8), to: path)
  }

  private func escaped(_ text: String) -> String {
    String(text.flatMap { $0 == "<" ? Array("&lt;") : $0 == "&" ? Array("&amp;") : [$0] })
  }
}
