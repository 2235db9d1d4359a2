// SPDX-License-Identifier: Apache-2.0
import AppContainers
import ConsentModel
import Files
import Glibc
import OwnProcess
import SharedFolders
import SystemCalls
import Threads

/// The files and folders that the person handed to an app, or chose in it, by the names that they have there.
final class ChosenFiles: Sendable {
  private struct Entry {
    let name: String
    let path: String
    let right: SharedPlace.Right
    let place: SharedPlace
    /// Whether the entry ends with the app: it was chosen in the app, and not shared with it.
    let isOfThisRun: Bool
  }

  private let entries = Locked<[Entry]>([])
  /// The most that the app is entitled to do with it.
  let most: SharedPlace.Right
  private let excluded: [String]

  private static let mostChosen = 1024

  init(_ most: SharedPlace.Right, excluding excluded: [String]) {
    self.most = most
    self.excluded = excluded
  }

  var places: [(name: String, place: SharedPlace)] {
    entries.withLock { $0.map { ($0.name, $0.place) } }
  }

  /// Takes the place of what was handed over before. Returns what is to be taken back.
  func update(_ handed: [SharedFileListing]) -> [FolderPermission] {
    let files = handed.filter { $0.condition == .counts }.map { ($0.path, right(for: $0.right)) }
    return entries.withLock { entries in
      let gone = entries.filter { entry in
        !entry.isOfThisRun && !files.contains { $0.0 == entry.path && $0.1 == entry.right }
      }
      entries.removeAll { entry in gone.contains { $0.place === entry.place } }
      for (path, right) in files where !entries.contains(where: { !$0.isOfThisRun && $0.path == path }) {
        _ = add(path, right, isOfThisRun: false, &entries)
      }
      return gone.map(\.place.permission)
    }
  }

  /// Adds the files that the person chose in the app: their names there. Nil, and nothing is added, where one of them
  /// is not handed to apps.
  func add(_ paths: [String], _ right: SharedFile.Right) -> [String]? {
    let right = self.right(for: right)
    return entries.withLock { entries in
      let before = entries
      var names: [String] = []
      for path in paths {
        let known = entries.first { $0.path == path && ($0.right == right || $0.right == .writing) }
        guard let name = known?.name ?? add(path, right, isOfThisRun: true, &entries) else {
          entries = before
          return nil
        }
        names.append(name)
      }
      return names
    }
  }

  private func right(for right: SharedFile.Right) -> SharedPlace.Right {
    right == .writing && most == .writing ? .writing : .reading
  }

  private func add(
    _ path: String, _ right: SharedPlace.Right, isOfThisRun: Bool, _ entries: inout [Entry]
  ) -> String? {
    // What lay elsewhere when it was chosen, or is a link by now, is not followed there.
    guard entries.count < Self.mostChosen else { return nil }
    let split = SplitPath(path)
    guard let canonical = Environment.canonicalPath(split.folder), canonical == split.folder,
      ShareableFile.mayBeThere(path, excluding: excluded)
    else { return nil }
    let permission = FolderPermission()
    let place: SharedPlace?
    if ShareableFile.isFolder(path) {
      place = try? SharedPlace(folder: path, right, permission)
    } else {
      place = try? SharedPlace(file: split.name, in: canonical, right, permission)
    }
    guard let place else { return nil }
    let name = Self.free(split.name, among: entries.map(\.name))
    entries.append(Entry(name: name, path: path, right: right, place: place, isOfThisRun: isOfThisRun))
    return name
  }

  /// `letter.txt`, then `letter 2.txt`.
  static func free(_ name: String, among taken: [String]) -> String {
    guard taken.contains(name) else { return name }
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
    let (stem, suffix) = (String(name[..<dot]), String(name[dot...]))
    var number = 2
    while taken.contains("\(stem) \(number)\(suffix)") { number += 1 }
    return "\(stem) \(number)\(suffix)"
  }
}
