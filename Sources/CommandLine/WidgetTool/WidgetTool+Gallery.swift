// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCalls
import TerminalConsole
import WidgetCommands
import WidgetModel
import WidgetService

// MARK: - gallery

extension WidgetTool {
  /// Shows every widget; false where there is none: nothing is written then.
  func gallery(_ options: GalleryOptions) throws(WidgetFailure) -> Bool {
    guard options.isPage || options.output != nil || isatty(1) != 1 else { return try onTerminal(options) }
    var page = GalleryPage()
    let hasWidgets = try eachWidget(of: options.source) { (painter, widget, known) throws(WidgetFailure) in
      page.open(widget, of: known, painter)
      for family in widget.families {
        page.openRow(family)
        for column in SampleStates.gallery {
          // A lock screen's widgets look the same upon a dark screen.
          if family.isAccessory, column.title == "dark" {
            page.skip()
            continue
          }
          page.append(try painter.sample(widget.kind, family, column, options.look), column.title)
        }
        page.closeRow()
      }
    }
    guard hasWidgets else { return false }
    try write(page.bytes, to: options.output)
    return true
  }

  /// Shows the pictures as they are seen, one below the other.
  private func onTerminal(_ options: GalleryOptions) throws(WidgetFailure) -> Bool {
    try eachWidget(of: options.source) { (painter, widget, _) throws(WidgetFailure) in
      for family in widget.families {
        let place = painter.isOfferedElsewhere ? "" : ", not on another device"
        console.print("\(Printable.oneLine(widget.displayName)), \(family.name)\(place)")
        let drawing = try painter.sample(widget.kind, family, SampleStates.gallery[0], options.look)
        console.print(bytes: drawing.file(as: .terminal, scale: 2).span)
      }
    }
  }
}
