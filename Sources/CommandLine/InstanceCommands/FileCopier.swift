// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import ProtectionModel
import SystemCalls

/// Copies files into a protected folder. A file is whole and on the disk before it gets its name.
struct FileCopier {
  let folder: String
  let protectionClass: ProtectionClass?

  private static let attribute = "user.bailey.protection"
  private static let chunk = 1 << 20
  private static let unfinished = ".bailey-copy-"

  /// Removes what copies that were ended early have left in this folder. A failure costs room on the disk and no more.
  func removeUnfinished() {
    try? FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY).removeUnfinished(Self.unfinished)
  }

  /// `progress` is told how many bytes of this item are done. Returns the class of a file: where none was asked for, that of
  /// its folder or of a file that it replaces, whichever is stricter.
  @discardableResult
  func copy(_ item: CopyList.Item, progress: (Int) -> Void) throws(ControlFailure) -> ProtectionClass? {
    let path = folder + "/" + item.target
    let split = SplitPath(path)
    do throws(SystemError) {
      let parent = try FileDescriptor.open(split.folder, O_RDONLY | O_DIRECTORY)
      let name = split.name
      switch item.kind {
      case .folder: try makeFolder(name, in: parent)
      case .link: try makeLink(item, name, in: parent)
      case .file: return try copyFile(item, to: name, in: parent, progress)
      }
      return nil
    } catch {
      throw error.code == EPERM ? .protectedFileRefused(path: path) : .file(path: path, error)
    }
  }

  /// Sets the modes and times of folders, last because files put into a folder change its times. A folder whose mode cannot
  /// be set keeps 0700, which is stricter.
  func finishFolders(_ items: [CopyList.Item]) {
    for item in items.reversed() where item.kind == .folder {
      guard let copy = try? FileDescriptor.open(folder + "/" + item.target, O_RDONLY | O_DIRECTORY) else { continue }
      try? copy.changeMode(to: item.mode)
      try? copy.changeTimes(access: .keep, modification: item.modification)
      try? copy.sync()
    }
  }

  private func makeFolder(_ name: String, in parent: borrowing FileDescriptor) throws(SystemError) {
    do {
      try parent.makeDirectory(name, mode: 0o700)
    } catch {
      if error.code != EEXIST { throw error }
    }
    let made = try parent.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    made.removeUnfinished(Self.unfinished)
    try setClass(of: made)
  }

  private func makeLink(
    _ item: CopyList.Item, _ name: String, in parent: borrowing FileDescriptor
  ) throws(SystemError) {
    let source = SplitPath(item.source)
    let sourceFolder = try FileDescriptor.open(source.folder, OpenFlag.path | O_DIRECTORY)
    let target = try sourceFolder.symbolicLinkTarget(source.name)
    guard let text = String(validating: target, as: UTF8.self) else { throw SystemError(.symlink, code: EILSEQ) }
    let temporary = UnfinishedFile.newName(Self.unfinished)
    try whole(temporary, in: parent) { () throws(SystemError) in
      try parent.makeSymbolicLink(temporary, target: text)
      try parent.rename(temporary, to: parent, as: name)
    }
  }

  private func copyFile(
    _ item: CopyList.Item, to name: String, in parent: borrowing FileDescriptor, _ progress: (Int) -> Void
  ) throws(SystemError) -> ProtectionClass? {
    let source = try FileDescriptor.open(item.source, O_RDONLY | O_NOFOLLOW)
    let copy = try UnfinishedFile(in: parent, Self.unfinished)
    try whole(copy.name, in: parent) { () throws(SystemError) in
      try setClass(of: copy.file)
      try copyContents(of: source, to: copy.file, progress)
      try copy.file.changeMode(to: item.mode)
      try copy.file.changeTimes(access: .keep, modification: item.modification)
      try copy.file.sync()
      try copy.rename(to: name, in: parent)
    }
    let value = try copy.file.extendedAttribute(Self.attribute)
    return value.flatMap { ProtectionClass(attributeValue: String(decoding: $0, as: UTF8.self)) }
  }

  private func copyContents(
    of source: borrowing FileDescriptor, to copy: borrowing FileDescriptor, _ progress: (Int) -> Void
  ) throws(SystemError) {
    var buffer = [UInt8](repeating: 0, count: Self.chunk)
    var offset = 0
    while true {
      var span = buffer.mutableSpan
      let count = try source.read(into: &span, at: offset)
      if count == 0 { break }
      // Zeros are left out as a hole. `truncate` below sets the size where the file ends with one.
      if buffer.prefix(count).contains(where: { $0 != 0 }) {
        try copy.write(buffer.span.extracting(0..<count), at: offset)
      }
      offset += count
      progress(offset)
    }
    try copy.truncate(to: offset)
  }

  /// Makes something under a temporary name, and removes it again if that or the renaming fails.
  private func whole(
    _ temporary: String, in parent: borrowing FileDescriptor, _ make: () throws(SystemError) -> Void
  ) throws(SystemError) {
    do throws(SystemError) {
      try make()
    } catch {
      try? parent.unlink(temporary)
      throw error
    }
  }

  private func setClass(of file: borrowing FileDescriptor) throws(SystemError) {
    guard let protectionClass else { return }
    try file.setExtendedAttribute(Self.attribute, to: Array(protectionClass.attributeValue.utf8).span)
  }
}

extension CopyList.Item {
  fileprivate var modification: TimeChange {
    .set(seconds: modified.tv_sec, nanoseconds: modified.tv_nsec)
  }
}
