// SPDX-License-Identifier: Apache-2.0
import LinuxSystem
import WidgetCommandLine
import WidgetModel
import WidgetService

// MARK: - gallery

extension WidgetTool {
  /// Samples of every family and state as one page: states that are asked for, not the device's own.
  func gallery(_ source: WidgetSource, _ look: WidgetLook, to path: String) throws(WidgetFailure) {
    let painter = try painter(source)
    var sections = ""
    var number = 0
    for widget in try painter.widgets() {
      sections += "<section><h2>\(escaped(widget.displayName))</h2><p>\(escaped(widget.details))</p>"
      for family in widget.families {
        sections += "<h3>\(family.name)</h3><div class=row>"
        for column in PreviewSheet.Column.all {
          number += 1
          let drawing = try painter.drawing(sample(of: widget.kind, family, column, look))
          let html = String(decoding: drawing.html(prefix: "w\(number)-"), as: UTF8.self)
          sections += "<figure\(drawing.isOnGround ? " class=ground" : "")>\(html)"
          sections += "<figcaption>\(column.title)</figcaption></figure>"
        }
        sections += "</div>"
      }
      sections += "</section>"
    }
    let language = escaped(look.language.map(\.identifier) ?? "en").replacing("_", with: "-")
    let page =
      "<!doctype html><html lang=\"\(language)\"><meta charset=utf-8><title>Widgets</title>"
      + "<meta name=viewport content=\"width=device-width\"><style>\(Self.style)</style><h1>Widgets</h1>\(sections)</html>\n"
    try write(Array(page.utf8), to: path)
  }

  func sample(
    of kind: String, _ family: Family, _ column: PreviewSheet.Column, _ look: WidgetLook
  ) -> WidgetPainter.Wish {
    var wish = WidgetPainter.Wish(
      kind, family, on: column.surface, in: column.state, now: WallClock.secondsSinceReferenceDate)
    (wish.fetching, wish.look) = (.sample, look)
    if column.isDark { wish.look.appearance = .dark }
    return wish
  }

  private static let style =
    "body{font:15px Inter,system-ui,sans-serif;background:#e8eaf0;color:#20242c;margin:32px}"
    + "h2{margin:40px 0 0}p{margin:4px 0;color:#555}h3{margin:20px 0 8px;font-size:14px;font-weight:500}"
    + ".row{display:flex;flex-wrap:wrap;gap:16px;align-items:end}figure{margin:0}"
    + "figcaption{margin-top:6px;font-size:13px;color:#555}"
    + ".ground{background:#26324a;padding:12px;border-radius:16px}.ground figcaption{color:#ccd}"
    + "@media(prefers-color-scheme:dark){body{background:#14161b;color:#e8eaf0}p,figcaption{color:#aab}}"

  private func escaped(_ text: String) -> String {
    let words: [Character: String] = ["<": "&lt;", ">": "&gt;", "&": "&amp;", "\"": "&quot;"]
    return text.map { words[$0] ?? String($0) }.joined()
  }
}
