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
    var page = "<!doctype html><meta charset=utf-8><title>Widgets</title>"
    page +=
      "<style>body{font:15px Inter,sans-serif;background:#e8eaf0;margin:32px}figure{display:inline-block;margin:12px;"
    page += "vertical-align:bottom}figcaption{color:#555;margin-top:8px}.dark{background:#26324a;padding:12px;"
    page += "border-radius:16px}</style>"
    for widget in try painter.widgets() {
      page += "<h2>\(escaped(widget.displayName))</h2><p>\(escaped(widget.details))</p>"
      for family in widget.families {
        page += "<div>"
        for (title, state) in [
          ("unlocked", LockState.unlocked), ("locked", .locked), ("placeholder", .beforeFirstUnlock),
        ] {
          let drawing = try painter.drawing(
            of: widget.kind, family, on: .lockScreen, in: state, now: WallClock.secondsSinceReferenceDate
          ) { $0.isPreview = true }
          let png = Base64Text.encode(drawing.file(for: nil, scale: 2))
          let size = drawing.environment.size
          page += "<figure\(family.isAccessory ? " class=dark" : "")><img width=\(size.width) height=\(size.height) "
          page += "src='data:image/png;base64,\(png)'><figcaption>\(family.name), \(title)</figcaption></figure>"
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

enum Base64Text {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let word = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for index in 0..<4 {
        text.append(index <= part.count ? letters[word >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
