// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerClient
import Files
import Glibc
import JSONCoding
import ProofModel
import PropertyLists
import SecretMemory
import SystemCalls
import WidgetModel

/// A widget extension in the bundle of an installed app: `PlugIns/NAME.appex`, as Apple's bundles have it.
struct InstalledExtension {
  /// The path of the extension's program, by which `bailey-widgets` is told which is meant.
  let program: String
  let identifier: String
  let app: InstalledApp

  private static let point = "com.apple.widgetkit-extension"

  static func all(of app: InstalledApp, _ watcher: InstanceWatcher) -> [InstalledExtension] {
    guard let bundle = watcher.bundleFolder(of: app),
      let folder = try? bundle.open("PlugIns", O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    else { return [] }
    var names: [String] = []
    // What cannot be listed has no widgets to show.
    try? folder.forEachEntry { entry in
      if let name = String(validating: entry.name, as: UTF8.self), name.hasSuffix(".appex") { names.append(name) }
      return .proceed
    }
    return names.sorted().compactMap { Self(named: $0, app, watcher) }
  }

  private init?(named name: String, _ app: InstalledApp, _ watcher: InstanceWatcher) {
    let folder = "PlugIns/\(name)"
    guard let info = watcher.file("\(folder)/\(AppDescription.file)", of: app, atMost: PropertyListLimits.bytes),
      let description = try? AppDescription(propertyList: info.span),
      description.values["NSExtension"]?.dictionary?["NSExtensionPointIdentifier"]?.string == Self.point
    else { return nil }
    program = "\(watcher.bundlePath(of: app))/\(folder)/\(description.executable)"
    identifier = description.identifier
    self.app = app
  }
}

/// Which picture of which widget, as the path of a request says it. The kind is an app's own word, and comes as hexadecimal.
struct WidgetRequestPath {
  let `extension`: String
  let kind: String
  let family: String
  let surface: String
  let isDark: Bool
  /// Whether the widget is shown as it is seen while locked, also while it is not.
  let isLocked: Bool

  private static let surfaces: Set = ["home", "lockScreen", "alwaysOn", "watchFace", "column"]

  init(_ parameters: [Substring]) throws(ConsoleFailure) {
    guard parameters.count == 6, let kind = [UInt8](hexadecimal: parameters[1]),
      let kind = String(validating: kind, as: UTF8.self), !kind.hasPrefix("-"), !kind.utf8.contains(0),
      parameters[2].allSatisfy(\.isLetter), Self.surfaces.contains(String(parameters[3])),
      ["light", "dark"].contains(parameters[4]), ["now", "locked"].contains(parameters[5])
    else { throw .badRequest }
    self.extension = String(parameters[0])
    self.kind = kind
    family = String(parameters[2])
    surface = String(parameters[3])
    isDark = parameters[4] == "dark"
    isLocked = parameters[5] == "locked"
  }
}

extension InstanceWatcher {
  static let program = "bailey-widgets"
  private static let mostExtensions = 32

  func extensions() throws(ConsoleFailure) -> [InstalledExtension] {
    do {
      return try broker.installedApps().flatMap { InstalledExtension.all(of: $0, self) }.prefix(Self.mostExtensions)
        .map(\.self)
    } catch { throw .broker(error) }
  }

  /// The widgets of the installed apps, and what the owner lets surfaces show of them.
  func widgets() throws(ConsoleFailure) -> JSONValue {
    let found = try extensions().map { found in
      JSONValue.members([
        "extension": .string(found.identifier), "app": .string(found.app.identifier),
        "name": .string(VisibleWord.line(found.app.description.name)),
        "widgets": (try? self.json(Self.program, ["list", "--executable", found.program, "--json"])) ?? .null,
      ])
    }
    return .members(["extensions": .array(found), "settings": try settings()])
  }

  /// Changes what widgets show, with the passcode where more is to be shown. `bailey` then finds that it is so, and
  /// lets what a text file says about it go.
  func changeWidgets(_ change: SurfaceChange, _ passcode: consuming SecretBytes?) throws(ConsoleFailure) -> JSONValue {
    let number = try change.choice == .show ? ownersProof(.showSurfaces([change.line]), by: passcode) : nil
    do { _ = try broker.chooseSurfaces([change], provedAs: number) } catch { throw .broker(error) }
    let settings = try settings([change.line])
    state.change { $0.widgetSettings += 1 }
    return settings
  }

  private func settings(_ changes: [String] = []) throws(ConsoleFailure) -> JSONValue {
    try json("bailey", ["widget", "settings", "--json"] + changes)
  }

  /// Draws a widget as it may be seen now: `bailey-widgets` asks the enclave for the lock state itself, and asks again
  /// when it has drawn.
  func picture(_ wanted: WidgetRequestPath) throws(ConsoleFailure) -> [UInt8] {
    guard let found = try extensions().first(where: { $0.identifier == wanted.extension }) else { throw .notFound }
    let result = try run(
      Self.program,
      [
        "render", "--executable", found.program, "--kind", wanted.kind, "--family", wanted.family,
        "--surface", wanted.surface, "--scale", "2",
      ] + (wanted.isDark ? ["--dark"] : []) + (wanted.isLocked ? ["--as-locked"] : []))
    guard result.exitCode == 0 else { throw .notFound }
    return result.output
  }

  private func json(_ program: String, _ arguments: [String]) throws(ConsoleFailure) -> JSONValue {
    let result = try run(program, arguments)
    guard result.exitCode == 0, let value = try? JSONReader.read(result.output, .tools) else {
      // Nothing of it comes from the page: Bailey went away meanwhile.
      throw .broker(.closed)
    }
    return value
  }

  func run(
    _ program: String, _ arguments: [String], input: [UInt8] = []
  ) throws(ConsoleFailure) -> SiblingProgram.Result {
    do { return try SiblingProgram.run(program, arguments, input: input) } catch { throw .system(error) }
  }
}
