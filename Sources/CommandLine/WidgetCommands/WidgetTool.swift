// SPDX-License-Identifier: Apache-2.0
import Glibc
import JSONCoding
import LinuxSystem
import ProtectionModel
package import TerminalConsole
package import WidgetCommandLine
import WidgetModel
import WidgetService

/// Carries out `bailey widget`.
package struct WidgetTool {
  let console: Console

  package static func run(_ action: WidgetAction, on console: Console) -> ExitCode {
    do throws(WidgetFailure) {
      try WidgetTool(console: console).carryOut(action)
      return .done
    } catch {
      console.note("bailey: " + error.sentence)
      return error == .notOffered ? .refusedByLockState : .failed
    }
  }

  private func carryOut(_ action: WidgetAction) throws(WidgetFailure) {
    switch action {
    case .render(let options): try render(options)
    case .list(let source, let json): try list(source, json: json)
    case .gallery(let source, let output): try gallery(source, to: output)
    case .settings(let changes, let json): try settings(changes, json: json)
    }
  }

  func painter(_ source: WidgetSource) throws(WidgetFailure) -> WidgetPainter {
    let found =
      switch source {
      case .package(let folder): try WidgetExtension(package: folder)
      case .executable(let path, let entitlements): try WidgetExtension(program: path, entitlements: entitlements)
      }
    return WidgetPainter(found, libraries: Self.libraries, settings: try SettingsFile.read())
  }

  /// Of the SDK, which lies beside this program.
  private static var libraries: [String] {
    guard let own = try? Environment.executablePath(), let slash = own.lastIndex(of: "/") else { return [] }
    return [own[..<slash] + "/sdk/lib"]
  }

  private func list(_ source: WidgetSource, json: Bool) throws(WidgetFailure) {
    let widgets = try painter(source).widgets()
    if json {
      console.print(
        .array(
          widgets.map {
            .members([
              "kind": .string($0.kind), "name": .string($0.displayName), "description": .string($0.details),
              "families": .array($0.families.map { .string($0.name) }),
            ])
          }))
      return
    }
    for widget in widgets {
      console.print(
        "\(widget.kind)\t\(widget.displayName)\t\(widget.families.map(\.name).joined(separator: " "))")
    }
  }
}
