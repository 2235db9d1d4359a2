// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import OwnProcess
import PromptModel
import SystemCalls

/// The path that the person typed, without links.
struct ChosenPath {
  let path: String

  /// Fails where it is not there, is of another kind than asked for, or, of a file to be saved, where its folder is not there.
  init(_ typed: String, _ use: FileWish.Use) throws(FileProblem) {
    guard let absolute = Self.absolute(typed) else { throw .missing }
    if let canonical = Environment.canonicalPath(absolute) {
      guard let status = try? FileDescriptor.open(canonical, OpenFlag.path | O_NOFOLLOW).status() else {
        throw .missing
      }
      let isWanted = status.st_mode & S_IFMT == (use == .folder ? S_IFDIR : S_IFREG)
      guard isWanted else { throw use == .folder ? .notFolder : .notFile }
      path = canonical
      return
    }
    guard use == .save else { throw .missing }
    let split = SplitPath(absolute)
    guard let folder = Environment.canonicalPath(split.folder) else { throw .folderMissing }
    guard !["", ".", ".."].contains(split.name) else { throw .folderMissing }
    path = (folder == "/" ? "" : folder) + "/" + split.name
  }

  /// The absolute path of what was typed; without a slash in front it lies in the person's home folder.
  fileprivate static func absolute(_ typed: String) -> String? {
    var text = Substring(typed)
    while text.last == " " || text.last == "\n" { text.removeLast() }
    while text.first == " " { text.removeFirst() }
    guard let home = Environment.homeDirectory, !text.isEmpty else { return nil }
    if text.hasPrefix("/") { return String(text) }
    if text == "~" { return home }
    return text.hasPrefix("~/") ? home + text.dropFirst(1) : "\(home)/\(text)"
  }
}

extension ShownFolder {
  /// The maximum number of names that are read: who has more in a folder types the path.
  private static let mostRead = 10_000

  init(at typed: String) throws(FileProblem) {
    guard let absolute = ChosenPath.absolute(typed), let path = Environment.canonicalPath(absolute) else {
      throw .missing
    }
    var found: [Entry] = []
    let isWhole: Bool
    do throws(SystemError) {
      isWhole = try Self.read(path, into: &found)
    } catch {
      throw error.code == ENOTDIR ? .notFolder : .folderUnreadable
    }
    found.sort { ($0.isFolder ? 0 : 1, $0.name.lowercased()) < ($1.isFolder ? 0 : 1, $1.name.lowercased()) }
    self.init(
      path: path, entries: Array(found.prefix(Self.mostEntries)), isWhole: isWhole && found.count <= Self.mostEntries)
  }

  /// Reads the entries of a folder, and says whether those were all.
  private static func read(_ path: String, into found: inout [Entry]) throws(SystemError) -> Bool {
    let folder = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
    var isWhole = true
    try folder.forEachEntry { entry in
      guard found.count < mostRead else {
        isWhole = false
        return .stop
      }
      if let shown = Entry(entry, in: folder) { found.append(shown) }
      return .proceed
    }
    return isWhole
  }
}

extension ShownFolder.Entry {
  /// Makes an entry as it is shown; nil for hidden files, for names that are no text, and for what is neither a file
  /// nor a folder.
  fileprivate init?(_ entry: DirectoryEntry, in folder: borrowing FileDescriptor) {
    guard entry.name.first != UInt8(ascii: "."), let name = String(validating: entry.name, as: UTF8.self) else {
      return nil
    }
    var kind = mode_t(entry.kind) << 12
    if entry.kind != DT_REG, entry.kind != DT_DIR {
      guard let status = try? folder.open(name, OpenFlag.path).status() else { return nil }
      kind = status.st_mode & S_IFMT
    }
    guard kind == S_IFREG || kind == S_IFDIR else { return nil }
    self.init(name, isFolder: kind == S_IFDIR)
  }
}
