// SPDX-License-Identifier: Apache-2.0
import TerminalConsole
import WidgetModel
import WidgetService

/// A page of widgets, each a row of its states for every family.
struct GalleryPage {
  private var body = ""
  /// Names of definitions are told apart by it.
  private var number = 0
  private var isDark = false
  /// The width of a column: of the widest picture, so that each state stands below itself in every family.
  private var column = 160.0
  private static let widest = 400.0
  /// Around a picture of a lock screen, as the style has it.
  private static let padding = 14.0

  private static let head = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Widgets</title>
    <style>
    :root { color-scheme: light dark }
    body { font: 15px/1.4 Inter, system-ui, sans-serif; margin: 32px; background: light-dark(#e8eaf0, #16181d);
      color: light-dark(#1c1e24, #e6e8ee) }
    h2 { margin: 40px 0 0 } p { margin: 2px 0 0 } h3 { font-size: 13px; margin: 24px 0 8px }
    h3, p, figcaption { color: light-dark(#5b606c, #a3a8b4); font-weight: 500 }
    .row { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(var(--column), 100%), 1fr)); gap: 20px;
      align-items: end }
    .dark > .picture { background: #26324a; padding: 14px; border-radius: 18px }
    .cell { margin: 0; justify-self: start; max-width: 100% } .picture { display: block; max-width: 100% }
    .bailey-widget { max-width: 100%; height: auto !important } .bailey-widget svg { max-width: 100%; height: auto }
    figcaption { margin-top: 6px; font-size: 12px }
    </style>
    </head>
    <body>

    """

  var bytes: [UInt8] {
    Array(
      (Self.head + "<main style=\"--column: \(Int(column.rounded(.up)))px\">\n" + body + "</main>\n</body>\n</html>\n")
        .utf8)
  }

  mutating func open(_ widget: WidgetDescription, of source: WidgetExtension, _ painter: WidgetPainter) {
    body += "<h2>\(escaped(widget.displayName))</h2>\n"
    let details = widget.details.isEmpty ? "" : escaped(widget.details) + " · "
    let place = painter.isOfferedElsewhere ? "" : " · not on another device"
    body += "<p>\(details)\(escaped(source.name)) · \(escaped(widget.kind))\(place)</p>\n"
  }

  mutating func openRow(_ family: Family) {
    isDark = family.isAccessory
    body += "<h3>\(family.name)</h3>\n<div class=\"row\">\n"
  }

  mutating func append(_ drawing: WidgetPainter.Drawing, _ title: String) {
    number += 1
    column = max(column, min(drawing.environment.size.width + (isDark ? 2 * Self.padding : 0), Self.widest))
    let html = String(decoding: drawing.html(prefix: "w\(number)-"), as: UTF8.self)
    body += "<figure class=\"cell\(isDark ? " dark" : "")\"><span class=\"picture\">\(html)</span>"
    body += "<figcaption>\(title)</figcaption></figure>\n"
  }

  /// Leaves the place of a state out.
  mutating func skip() { body += "<span></span>" }

  mutating func closeRow() { body += "</div>\n" }

  private func escaped(_ text: String) -> String {
    Printable.oneLine(text).unicodeScalars.map { $0 == "<" ? "&lt;" : $0 == "&" ? "&amp;" : String($0) }.joined()
  }
}
