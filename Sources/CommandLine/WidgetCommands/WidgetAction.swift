// SPDX-License-Identifier: Apache-2.0
package import WidgetModel

/// The requests of `bailey widget` and `bailey lockscreen`.
package enum WidgetRequest: Sendable, Equatable {
  case settings([String], json: Bool)
  /// The request for `bailey-widgets`, as it was typed: that program reads the words.
  case drawing([String])
}

/// The actions of `bailey-widgets`.
package enum WidgetAction: Sendable, Equatable {
  case render(RenderOptions)
  case list(WidgetSource, json: Bool)
  case gallery(GalleryOptions)
  /// Parameters of a widget: what is chosen is changed by words of a name and a value.
  case choose(WidgetSource, kind: String?, [String], json: Bool)
  case reload(WidgetSource)
  case watch(RenderOptions)
  case lockScreen(LockScreenOptions)
  case preview(PreviewOptions)
  case lint(WidgetSource, json: Bool)
  case tap(TapOptions)
  case bench(checks: Bool, json: Bool)
}

/// The place of an extension.
package enum WidgetSource: Sendable, Equatable {
  /// Nothing was said: the package in the current folder, or every installed one where all are asked for.
  case unnamed
  /// A Swift package, built.
  case package(String)
  case executable(String, entitlements: String?)
  /// The extension of an installed app, by whatever names either.
  case installed(String)
}

package struct RenderOptions: Sendable, Equatable {
  package var source: WidgetSource
  package var kind: String?
  package var family: Family?
  package var surface: Surface
  package var output: String?
  package var format: PictureFormat?
  package var scale: Int
  package var look: LookOptions
  /// Whether the extension is asked only when the timeline and the budget have it so.
  package var isPatient = false
  /// The picture for a locked screen takes its place when a lock begins.
  package var untilLock = false
  /// Whether the widget is drawn as it is seen while locked, whatever the lock state is.
  package var asLocked = false
}

/// A tap on a widget as it is seen now; without a place, what there is to tap.
package struct TapOptions: Sendable, Equatable {
  package var drawing: RenderOptions
  /// `X,Y`, in points from the upper left corner.
  package var point: String?
  /// The control to tap, by its number or its name.
  package var control: String?
  /// A link is opened, not only said.
  package var opens: Bool
  package var json: Bool
}

/// The format of a picture's file.
package enum PictureFormat: String, Sendable, CaseIterable {
  case png, svg, html
  /// The display list, to read and to compare.
  case list
  /// A picture on a terminal: in the form it says it can show, or in a certain one.
  case terminal, blocks, sixel, kitty

  /// Finds a format by a file's name.
  package init(of path: String) {
    let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    self = ending == "svg" ? .svg : ["html", "htm"].contains(ending) ? .html : ending == "txt" ? .list : .png
  }
}

package struct LockScreenOptions: Sendable, Equatable {
  /// Packages, programs, or identifiers of installed apps' extensions.
  package var sources: [String]
  package var output: String?
  package var width: Int
  package var height: Int
  package var follows: Bool
  /// Whether the widget is shown as it is while locked, whatever the state is now.
  package var isForLock: Bool
  /// Says when the next picture is due, to whoever draws that.
  package var saysWhenDue: Bool
}

package struct GalleryOptions: Sendable, Equatable {
  package var source: WidgetSource
  package var output: String?
  /// Whether a page is made also where the gallery would be drawn on the terminal.
  package var isPage: Bool
  package var look: LookOptions
}

package struct PreviewOptions: Sendable, Equatable {
  package var source: WidgetSource
  package var output: String
  package var follows: Bool
  package var look: LookOptions
}
