// SPDX-License-Identifier: Apache-2.0
package import Foundation
import Threads

/// The `.xcassets` folders of a bundle, read as they lie in the project: Linux has nothing that compiles them.
package struct AssetCatalogue: Sendable {
  /// The kind of an asset, by the ending of its folder.
  package enum Kind: String, Sendable { case color = "colorset", image = "imageset", symbol = "symbolset" }

  private var folders: [String: URL] = [:]

  private static let known = Locked<[String: AssetCatalogue]>([:])
  /// The maximum number of folders that are searched.
  private static let most = 10_000

  package static func of(_ bundle: Bundle) -> AssetCatalogue {
    if let catalogue = known.withLock({ $0[bundle.bundlePath] }) { return catalogue }
    let catalogue = AssetCatalogue(bundle.resourceURL ?? bundle.bundleURL)
    known.withLock { $0[bundle.bundlePath] = catalogue }
    return catalogue
  }

  /// The folder of an asset.
  package func folder(_ name: String, _ kind: Kind) -> URL? { folders[kind.rawValue + " " + name] }

  /// The decoded `Contents.json` of an asset; nil where it holds something else.
  static func contents<Contents: Decodable>(_ folder: URL, as type: Contents.Type) -> Contents? {
    FileManager.default.contents(atPath: folder.appending(path: "Contents.json").path)
      .flatMap { try? JSONDecoder().decode(type, from: $0) }
  }

  private init(_ resources: URL) {
    for catalogue in Self.folders(in: resources) where catalogue.pathExtension == "xcassets" {
      add(catalogue, namespace: "", depth: 0)
    }
  }

  private mutating func add(_ folder: URL, namespace: String, depth: Int) {
    for inner in Self.folders(in: folder) where folders.count < Self.most && depth < 16 {
      let name = inner.deletingPathExtension().lastPathComponent
      if let kind = Kind(rawValue: inner.pathExtension) {
        folders[kind.rawValue + " " + namespace + name] = inner
      } else if inner.pathExtension.isEmpty {
        let isOwn = Self.contents(inner, as: Group.self)?.properties?.providesNamespace == true
        add(inner, namespace: isOwn ? namespace + name + "/" : namespace, depth: depth + 1)
      }
    }
  }

  private static func folders(in folder: URL) -> [URL] {
    let all = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.isDirectoryKey])
    // A bundle without such folders has no catalogue.
    return (all ?? []).filter { (try? $0.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true }
      .sorted { $0.path < $1.path }
  }

  private struct Group: Decodable {
    struct Properties: Decodable {
      let providesNamespace: Bool?
      enum CodingKeys: String, CodingKey { case providesNamespace = "provides-namespace" }
    }
    let properties: Properties?
  }
}

/// The appearance of the platform that a variant of an asset is for.
struct AssetAppearance: Decodable {
  let appearance: String
  let value: String

  static func isDark(_ all: [AssetAppearance]?) -> Bool {
    (all ?? []).contains { $0.appearance == "luminosity" && $0.value == "dark" }
  }
  /// Variants for more contrast are not used.
  static func isUsed(_ all: [AssetAppearance]?) -> Bool {
    (all ?? []).allSatisfy { $0.appearance == "luminosity" && ["light", "dark"].contains($0.value) }
  }
}
