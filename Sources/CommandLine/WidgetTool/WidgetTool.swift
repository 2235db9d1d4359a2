// SPDX-License-Identifier: Apache-2.0
import AppNames
import Glibc
import InstanceAccess
import JSONCoding
import OwnProcess
import ProtectionModel
import SystemCalls
package import TerminalConsole
package import WidgetCommands
import WidgetModel
import WidgetService
import WidgetUpdates

/// Carries out `bailey widget`.
package struct WidgetTool {
  let console: Console
  let said = SaidOnce()

  package static func run(_ action: WidgetAction, on console: Console) -> ExitCode {
    do throws(WidgetFailure) {
      return try WidgetTool(console: console).carryOut(action) ? .done : .failed
    } catch {
      console.note("bailey: " + error.sentence)
      return [.notOffered, .lockedScreen, .lockedSamples].contains(error) ? .refusedByLockState : .failed
    }
  }

  /// Carries out an action; false where something was looked for and is not well.
  private func carryOut(_ action: WidgetAction) throws(WidgetFailure) -> Bool {
    switch action {
    case .render(let options): try render(options)
    case .list(let source, let json): try list(source, json: json)
    case .gallery(let options): return try gallery(options)
    case .choose(let source, let kind, let words, let json): try choose(source, kind, words, json: json)
    case .reload(let source): try reload(source)
    case .watch(let options): try watch(options)
    case .tap(let options): try tap(options)
    case .lockScreen(let options): try lockScreen(options)
    case .preview(let options): try preview(options)
    case .lint(let source, let json): return try lint(source, json: json)
    case .bench(let checks, let json): return try bench(checks: checks, json: json)
    }
    return true
  }

  func painter(_ source: WidgetSource) throws(WidgetFailure) -> WidgetPainter {
    painter(try widgetExtension(source))
  }

  private func painter(_ found: WidgetExtension) -> WidgetPainter {
    var painter = WidgetPainter(found, libraries: Self.libraries, surfaces: OwnersSurfaces.read)
    painter.hear = { line in
      if let missing = MissingLibrary(saidBy: line) {
        note(missing.sentence, of: found.name)
      } else {
        note(line, of: found.name + " prints")
      }
    }
    return painter
  }

  /// Says something of a widget that holds for each of its pictures, once.
  func note(_ words: String, of name: String) {
    let line = "bailey: \(Printable.oneLine(name)): \(Printable.oneLine(String(words.prefix(Self.longest))))"
    if said.isFirst(line) { console.note(line) }
  }

  private static let longest = 400

  func widgetExtension(_ source: WidgetSource) throws(WidgetFailure) -> WidgetExtension {
    switch source {
    case .unnamed: try WidgetExtension(package: ".")
    case .package(let folder): try WidgetExtension(package: folder)
    case .executable(let path, let entitlements): try WidgetExtension(program: path, entitlements: entitlements)
    case .installed(let name): try InstalledExtensions.named(AppWord(typed: name))
    }
  }

  /// The folders of libraries of the SDK, which lies beside this program.
  static var libraries: [String] {
    guard let own = try? Environment.executablePath() else { return [] }
    return [SplitPath(own).sibling("sdk/lib")]
  }

  /// The extensions of a source. Where none is named they are those of the package in the current folder, where it has
  /// been built, and of installed apps.
  func extensions(_ source: WidgetSource) throws(WidgetFailure) -> [WidgetExtension] {
    guard source == .unnamed else { return [try widgetExtension(source)] }
    let here = try? WidgetExtension(package: ".")
    do throws(WidgetFailure) {
      return try InstalledExtensions.all() + (here.map { [$0] } ?? [])
    } catch {
      guard let here else { throw error }
      return [here]
    }
  }

  /// Says where there is none, and then gives false.
  @discardableResult func eachWidget(
    of source: WidgetSource,
    _ body: (WidgetPainter, WidgetDescription, WidgetExtension) throws(WidgetFailure) -> Void
  ) throws(WidgetFailure) -> Bool {
    var isEmpty = true
    for found in try extensions(source) {
      var hasTold = false
      do throws(WidgetFailure) {
        let painter = painter(found)
        let widgets = try painter.widgets()
        hasTold = true
        for widget in widgets {
          isEmpty = false
          try body(painter, widget, found)
        }
      } catch {
        let toldNothing = !hasTold && found.isDevelopers && error == .ended
        let failure = toldNothing ? WidgetFailure.toldNothing : error
        // One that says nothing is no reason to be silent about the others.
        guard source == .unnamed else { throw failure }
        console.note("bailey: \(Printable.oneLine(found.owner)): \(failure.sentence)")
      }
    }
    guard isEmpty else { return true }
    console.note(
      "bailey: there are no widgets: none of installed apps, and no built package in this folder.\n"
        + "Try: --package DIR, or bailey app install BUNDLE")
    return false
  }

  private func list(_ source: WidgetSource, json: Bool) throws(WidgetFailure) {
    var rows: [JSONValue] = []
    try eachWidget(of: source) { (painter, widget, found) throws(WidgetFailure) in
      if !json {
        let words =
          [widget.kind, widget.displayName, widget.families.map(\.name).joined(separator: " ")]
          + (painter.isOfferedElsewhere ? [] : ["not on another device"])
        console.print(words.map { Printable.oneLine($0) }.joined(separator: "\t"))
      }
      rows.append(
        .members([
          "kind": .string(widget.kind), "name": .string(widget.displayName), "description": .string(widget.details),
          "families": .array(widget.families.map { .string($0.name) }), "extension": .string(found.owner),
          "protection": .string(found.protection?.name ?? "completeUntilFirstUserAuthentication"),
          "offeredOnOtherDevices": .bool(painter.isOfferedElsewhere),
          "parameters": .number(widget.parameters.count),
        ]))
    }
    if json { console.print(.array(rows)) }
  }

  private func reload(_ source: WidgetSource) throws(WidgetFailure) {
    WidgetReloads.announce(nil, of: try widgetExtension(source), .free)
  }
}
