// SPDX-License-Identifier: Apache-2.0
import AppModel
import JSONCoding
import TerminalConsole

/// Installed apps as they are shown.
struct InstalledAppList {
  private let apps: [InstalledApp]

  init(_ apps: [InstalledApp]) { self.apps = apps }

  var lines: [String] {
    apps.map { app in
      let version = Printable.oneLine(app.description.version)
      return "\(Printable.oneLine(app.description.name))  \(app.identifier)  \(version)  \(Self.signer(of: app))"
    }
  }

  /// What stands for each app in a command. A name that is not one plain word, or that several apps have, is left out: a shell
  /// would take it apart.
  var words: [String] {
    let names = apps.map(\.description.name).filter(Self.isPlain)
    return names.filter { name in names.count { $0 == name } == 1 }.sorted() + apps.map(\.identifier).sorted()
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("-")
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || "._-".unicodeScalars.contains($0)
      }
  }

  private static func signer(of app: InstalledApp) -> String {
    switch app.requirement.publisher {
    case .key: "\(app.requirement.publisher.team) \(Printable.oneLine(app.signer))"
    case .adHoc: "(ad hoc: nobody says who made it)"
    }
  }

  var json: [JSONValue] {
    apps.map { app in
      .members([
        "identifier": .string(app.identifier),
        "name": .string(app.description.name),
        "version": .string(app.description.version),
        "team": app.requirement.publisher == .adHoc ? .null : .string(app.requirement.publisher.team),
        "signer": app.requirement.publisher == .adHoc ? .null : .string(app.signer),
        "seal": .string(Hexadecimal.text(app.seal)),
        "groups": .strings(app.entitlements.accessGroups),
        "entitlements": app.entitlements.values.json,
      ])
    }
  }
}
