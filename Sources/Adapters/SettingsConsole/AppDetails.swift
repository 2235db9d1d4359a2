// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerClient
import BrokerMessages
import ConsentModel
import Files
import Glibc
import InstanceLayout
import JSONCoding
import PrivacyDeclarations
import PropertyLists
import ProtectionModel
import SupervisorMessages
import SystemCalls

/// One installed app: who made it, what it says of itself, and where its files are.
struct AppDetails {
  let app: InstalledApp
  let processes: [Int32]
  /// What the app says of its privacy; nil where the bundle has no manifest, or one that cannot be read.
  let label: PrivacyManifest?
  /// The places of the app's files on the mount, and their class; nil where there are none yet.
  let places: [(path: String, protectionClass: ProtectionClass?)]

  var json: JSONValue {
    .members([
      "identifier": .string(app.identifier), "name": .string(VisibleWord.line(app.description.name)),
      "version": .string(VisibleWord.line(app.description.version)),
      "signature": .members([
        "adHoc": .bool(app.requirement.publisher == .adHoc), "team": .string(app.requirement.publisher.team),
        "signer": .string(VisibleWord.line(app.signer)), "seal": .string(Hexadecimal.text(app.seal)),
      ]),
      "purposes": .array(
        ConsentService.allCases.compactMap { service in
          app.purpose(of: service).map {
            .members(["service": .string(service.name), "key": .string($0.key), "text": .string($0.text)])
          }
        }),
      "entitlements": .array(
        app.entitlements.values.sorted { $0.key < $1.key }.map {
          .members(["key": .string(VisibleWord.line($0.key)), "value": .string(VisibleWord.line($0.value.words))])
        }),
      "label": label?.json ?? .null,
      "places": .array(
        places.map {
          .members([
            "path": .string(VisibleWord.line($0.path)), "class": $0.protectionClass.map { .string($0.name) } ?? .null,
          ])
        }),
      "processes": .array(processes.map { .number(Int($0)) }),
    ])
  }
}

extension PropertyListValue {
  /// The value as a person would say it, without the form of a property list.
  fileprivate var words: String {
    switch self {
    case .string(let text): text
    case .boolean(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .fraction(let number), .date(let number): String(number)
    case .data(let bytes): Hexadecimal.text(bytes)
    case .array(let values): values.map(\.words).joined(separator: ", ")
    case .dictionary(let members):
      members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.words)" }.joined(separator: ", ")
    }
  }
}

/// What a developer declares of an app's privacy, which nobody has checked.
extension PrivacyManifest {
  fileprivate var json: JSONValue {
    .members([
      "tracking": .bool(isTracking), "domains": .strings(domains.map(VisibleWord.line)),
      "collected": .array(
        collected.map {
          .members([
            "type": .string(VisibleWord.line($0.type)),
            "title": .string(VisibleWord.line(DataTypes.title(of: $0.type) ?? $0.type)),
            "linked": .bool($0.isLinked), "tracking": .bool($0.isForTracking),
            "purposes": .strings($0.purposes.map(VisibleWord.line)),
          ])
        }),
      "accessed": .array(
        accessed.sorted { $0.key < $1.key }.map {
          .members([
            "type": .string(VisibleWord.line($0.key)),
            "reasons": .strings($0.value.map(VisibleWord.line)),
          ])
        }),
    ])
  }
}

// MARK: - From the instance

extension InstanceWatcher {
  private static let largestIcon = 1 << 20
  /// What a PNG file begins with: nothing else is given to the browser as a picture.
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  func installed(_ identifier: Substring) throws(ConsoleFailure) -> InstalledApp {
    let apps: [InstalledApp]
    do { apps = try broker.installedApps() } catch { throw .broker(error) }
    guard let app = apps.first(where: { $0.identifier == identifier }) else { throw .notFound }
    return app
  }

  func app(_ identifier: Substring) throws(ConsoleFailure) -> AppDetails {
    let app = try installed(identifier)
    let running = ((try? broker.runningApps()) ?? []).filter { $0.identifier == app.identifier }
    return AppDetails(
      app: app, processes: running.map(\.process),
      label: file(PrivacyManifest.file, of: app, atMost: PropertyListLimits.bytes)
        .flatMap { try? PrivacyManifest.read($0.span).manifest },
      places: places(of: app))
  }

  private func places(of app: InstalledApp) -> [(path: String, protectionClass: ProtectionClass?)] {
    // Without the mount there is nothing to say of places on it.
    guard let tree = try? tree() else { return [] }
    let folders =
      [["Containers", app.identifier]] + app.entitlements.applicationGroups.map { ["Group Containers", $0] }
    return folders.map { ($0.joined(separator: "/"), tree.protectionClass(ofFolder: $0)) }
  }

  /// The icon that the bundle names, if it is a PNG file.
  func icon(_ identifier: Substring) throws(ConsoleFailure) -> [UInt8]? {
    let app = try installed(identifier)
    let name = app.description.values["CFBundleIconFile"]?.string ?? "AppIcon"
    for name in [name, name + ".png"] {
      if let bytes = file(name, of: app, atMost: Self.largestIcon), bytes.starts(with: Self.signature) { return bytes }
    }
    return nil
  }

  /// A file of an installed bundle, found step by step and through no link.
  func file(_ path: String, of app: InstalledApp, atMost limit: Int) -> [UInt8]? {
    guard BundlePath.isInside(path), var folder = bundleFolder(of: app) else { return nil }
    var parts = path.split(separator: "/").map(String.init)
    let name = parts.removeLast()
    for part in parts {
      guard let next = try? folder.open(part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else { return nil }
      folder = next
    }
    guard let file = try? folder.open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let status = try? file.status(), status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit
    else { return nil }
    return try? file.readToEnd(atMost: limit)
  }

  func bundleFolder(of app: InstalledApp) -> FileDescriptor? {
    try? FileDescriptor.open(bundlePath(of: app), O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  }

  func bundlePath(of app: InstalledApp) -> String { "\(location.home)/apps/\(app.folder)" }

  func tree() throws(ConsoleFailure) -> ProtectedTree {
    guard let instance = state.shown.instance, instance.files == .mounted else {
      throw .supervisor(.refused(.notReady))
    }
    return ProtectedTree(mount: instance.mount)
  }
}
