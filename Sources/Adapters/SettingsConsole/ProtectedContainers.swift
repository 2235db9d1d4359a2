// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerClient
import Files
import Glibc
import JSONCoding
import ProtectionModel
import SystemCalls

/// The containers of apps and of their groups: whose each is, its class, and how much there is in it.
struct ProtectedContainers {
  private let tree: ProtectedTree
  private let apps: [InstalledApp]

  /// The folder of all apps' temporary files, which lies beside their containers.
  private static let temporary = ".temporary"
  private static let most = 500
  /// The most files that are counted in all containers: the page does not wait for more, and says that a number is not the whole.
  private static let mostFiles = 50_000

  init(_ tree: ProtectedTree, _ apps: [InstalledApp]) { (self.tree, self.apps) = (tree, apps) }

  var json: JSONValue {
    var counted = 0
    var found: [JSONValue] = []
    for (place, isGroup) in [("Containers", false), ("Group Containers", true)] {
      for name in tree.folders(in: place).prefix(Self.most) where name != Self.temporary {
        found.append(container(name, in: place, isGroup, &counted))
      }
    }
    return .members(["containers": .array(found)])
  }

  private func container(_ name: String, in place: String, _ isGroup: Bool, _ counted: inout Int) -> JSONValue {
    var size = Size()
    if let folder = try? tree.open([place, name]) { measure(folder, &size, &counted, 0) }
    if !isGroup, let folder = try? tree.open([place, Self.temporary, name]) { measure(folder, &size, &counted, 0) }
    return .members([
      "path": .string("\(place)/\(name)"), "identifier": .string(name), "group": .bool(isGroup),
      "apps": .array(owners(of: name, isGroup).map { .string(VisibleWord.line($0.description.name)) }),
      "class": tree.protectionClass(ofFolder: [place, name]).map { .string($0.name) } ?? .null,
      "files": .number(size.files), "bytes": .number(size.bytes), "whole": .bool(size.isWhole),
    ])
  }

  /// The apps whose container it is; none where the app was removed and its files were kept.
  private func owners(of name: String, _ isGroup: Bool) -> [InstalledApp] {
    apps.filter { isGroup ? $0.entitlements.applicationGroups.contains(name) : $0.identifier == name }
  }

  // MARK: - Space

  private struct Size {
    var files = 0
    var bytes = 0
    var isWhole = true
  }

  /// Measures files as their owner sees them; on the disk a file takes a little more.
  private func measure(
    _ folder: borrowing FileDescriptor, _ size: inout Size, _ counted: inout Int, _ depth: Int
  ) {
    var inner: [String] = []
    var names: [String] = []
    // What cannot be listed is left out, and the number says so.
    let isListed: Void? = try? folder.forEachEntry { entry in
      guard let name = String(validating: entry.name, as: UTF8.self) else { return .proceed }
      if Int(entry.kind) == DT_DIR { inner.append(name) } else if Int(entry.kind) == DT_REG { names.append(name) }
      return .proceed
    }
    if isListed == nil { size.isWhole = false }
    for name in names {
      guard counted < Self.mostFiles, let status = try? folder.status(of: name) else {
        size.isWhole = false
        continue
      }
      counted += 1
      size.files += 1
      size.bytes += Int(status.st_size)
    }
    for name in inner {
      guard depth < ProtectedTree.deepest, counted < Self.mostFiles,
        let next = try? folder.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      else {
        size.isWhole = false
        continue
      }
      measure(next, &size, &counted, depth + 1)
    }
  }
}

extension ProtectedTree {
  /// The folders in a folder that the mount has, in their order; none where it has not.
  func folders(in place: String) -> [String] {
    guard let folder = try? open([place]) else { return [] }
    var names: [String] = []
    // What cannot be listed has nothing to show.
    try? folder.forEachEntry { entry in
      if Int(entry.kind) == DT_DIR, let name = String(validating: entry.name, as: UTF8.self) { names.append(name) }
      return .proceed
    }
    return names.sorted()
  }
}

extension InstanceWatcher {
  func containers() throws(ConsoleFailure) -> JSONValue {
    // Without the register of apps, containers have no other names than their own.
    ProtectedContainers(try tree(), (try? broker.installedApps()) ?? []).json
  }
}
