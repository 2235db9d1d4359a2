// SPDX-License-Identifier: Apache-2.0
package import BrokerMessages
package import JSONCoding
import TerminalConsole

/// Registered apps as they are shown.
package struct RegisteredAppList {
  private let apps: [RegisteredApp]

  package init(_ apps: [RegisteredApp]) { self.apps = apps }

  package var lines: [String] {
    apps.map { app in
      let path = Printable.oneLine(String(decoding: app.path, as: UTF8.self))
      return path + (app.identifier.map { "  " + Printable.oneLine($0) } ?? "") + Self.remark(on: app)
    }
  }

  package static func remark(on app: RegisteredApp) -> String {
    switch app.condition {
    case .current: ""
    case .changed: "  (has changed: needs registration again)"
    case .missing: "  (the file is gone)"
    case .folder: "  (a development folder: every program in it counts; tier 1, not sandboxed)"
    }
  }

  package var json: [JSONValue] {
    apps.map { app in
      .members([
        "executable": .string(String(decoding: app.path, as: UTF8.self)),
        "identifier": app.identifier.map { .string($0) } ?? .null,
        "sha256": .string(Printable.hexadecimal(app.digest)),
        "groups": .array(app.groups.map { .string($0) }),
        "condition": .string(Self.name(of: app.condition)),
      ])
    }
  }

  private static func name(of condition: RegisteredApp.Condition) -> String {
    switch condition {
    case .current: "current"
    case .changed: "changed"
    case .missing: "missing"
    case .folder: "folder"
    }
  }
}
