// SPDX-License-Identifier: Apache-2.0
package import AppModel
import PropertyLists

/// An app, and whatever people call it.
package struct NamedApp: Sendable, Equatable {
  package let kind: Kind
  /// A bundle's identifier, or a program's path: what Bailey knows it by.
  package let identifier: String
  /// Whether the app is there, as far as that is known.
  package let presence: Presence
  /// The further identifiers of the app, which are no names for people.
  let otherIdentifiers: [String]
  let names: [String]
  /// The folder of the app's bundle.
  let folder: String?

  package enum Kind: Sendable, Equatable {
    case bundle
    /// A program outside of the sandbox.
    case program
  }

  package enum Presence: Sendable, Equatable { case there, gone }

  /// An app in the folder of all that are installed.
  package init(_ app: InstalledApp, in store: String) {
    let description = app.description
    let names = [description.name, description.values["CFBundleName"]?.string, description.executable, app.bundleName]
    self.init(
      .bundle, app.identifier, .there, names: names.compactMap(\.self), folder: "\(store)/\(app.identifier)")
  }

  /// A program, by its canonical path.
  package init(program path: String, identifier: String? = nil, name: String = "") {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    self.init(.program, path, .there, otherIdentifiers: [identifier].compactMap(\.self), names: [file, name])
  }

  /// An app of which something is kept, and that is not installed any more.
  package init(gone identifier: String, name: String = "") { self.init(.bundle, identifier, .gone, names: [name]) }

  /// A part of an app that has an identifier of its own.
  package init(part identifier: String, of app: NamedApp) {
    self.init(
      .bundle, identifier, app.presence, otherIdentifiers: [app.identifier] + app.otherIdentifiers, names: app.names,
      folder: app.folder)
  }

  private init(
    _ kind: Kind, _ identifier: String, _ presence: Presence, otherIdentifiers: [String] = [], names: [String],
    folder: String? = nil
  ) {
    self.kind = kind
    self.identifier = identifier
    self.presence = presence
    self.otherIdentifiers = otherIdentifiers
    self.names = names.filter { !$0.isEmpty }
    self.folder = folder
  }

  /// The app with nothing at its path.
  var gone: NamedApp {
    NamedApp(kind, identifier, .gone, otherIdentifiers: otherIdentifiers, names: names, folder: folder)
  }

  /// The words by which it may be meant.
  package var calls: [String] { identifiers + names }

  var identifiers: [String] { [identifier] + otherIdentifiers }

  /// The name for people; empty where it has its identifier alone.
  package var name: String { names.first ?? "" }

  func holds(_ path: String) -> Bool {
    guard let folder else { return kind == .program && identifier.utf8.elementsEqual(path.utf8) }
    return path.utf8.elementsEqual(folder.utf8) || path.utf8.starts(with: (folder + "/").utf8)
  }
}
