// SPDX-License-Identifier: Apache-2.0
import CredentialFormats
import Files
import Glibc
import ProtectionModel
import SystemCalls
import WireFormat

/// The folder on the protected files that adopted ones go to, of class `complete`, and the home that they come from.
///
/// Each step is on the disk before the next begins: whoever ends this process finds either the file as it was, or the link and what it
/// leads to.
struct AdoptionPlace {
  let home: String
  let mount: String
  /// Whether files get a protection class; false for tests alone, where the folder is no mount.
  var setsClass = true
  /// Called before each step that changes what others see.
  var step: (Step) -> Void = { _ in }

  enum Step: String, CaseIterable { case copy, name, link, replace, exchanged, restore, returned, forget }

  static let folder = "Secrets"
  private static let attribute = "user.bailey.protection"
  private static let unfinished = ".bailey-adopt-"
  /// Names of links that are to come in the place of files, and then of those files.
  private static let exchanged = ".bailey-adopted-"

  func protected(_ path: String) -> String { "\(Self.folder)/\(path)" }
  func target(of path: String) -> String { "\(mount)/\(protected(path))" }

  /// Why a file cannot be taken as it is; nil where it can.
  func defect(of path: String) -> String? {
    do throws(SystemError) {
      guard let status = try HomeFile(path, in: home).status(), status.isFile else { return "it is no plain file" }
      if status.st_uid != geteuid() { return "it is somebody else's" }
      if status.st_nlink > 1 { return "it has other names, which would still show it" }
      if status.st_size > PlainSecret.largestFile { return "it is too large" }
      return nil
    } catch {
      return error.reason
    }
  }

  /// Copies the file to the protected ones; what has its name there is kept under another.
  ///
  /// - Returns: what the file was as it was copied.
  func copy(_ path: String) throws(SystemError) -> stat {
    let source = try HomeFile(path, in: home)
    let file = try source.folder.open(source.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    let status = try file.status()
    guard status.isFile, let contents = PlainSecretWalk.contents(of: file), contents.count == status.st_size else {
      throw SystemError(.read, code: EAGAIN)
    }
    step(.copy)
    try write(contents, to: protected(path), status)
    return status
  }

  private func write(_ contents: borrowing WireBuffer, to path: String, _ status: stat) throws(SystemError) {
    let target = try HomeFile(making: path, in: mount) { folder throws(SystemError) in try protect(folder) }
    target.folder.removeUnfinished(Self.unfinished)
    let copy = try UnfinishedFile(in: target.folder, Self.unfinished)
    try protect(copy.file)
    try contents.withBytes { bytes throws(SystemError) in try copy.file.write(bytes) }
    try copy.file.changeMode(to: status.st_mode & 0o7777)
    try copy.file.changeTimes(
      access: .keep, modification: .set(seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec))
    try copy.file.sync()
    step(.name)
    try keepOlder(target, contents)
    try copy.rename(to: target.name, in: target.folder)
    try target.folder.sync()
  }

  /// Keeps a file that was adopted before and differs: nobody may throw it away.
  private func keepOlder(_ target: borrowing HomeFile, _ contents: borrowing WireBuffer) throws(SystemError) {
    guard let status = try target.status(), status.isFile else { return }
    let old = try target.folder.open(target.name, O_RDONLY | O_NOFOLLOW)
    if isSame(old, contents) { return }
    var number = 1
    while (try? target.folder.status(of: "\(target.name).\(number)")) != nil { number += 1 }
    try target.folder.rename(target.name, to: target.folder, as: "\(target.name).\(number)", .refuseToReplace)
  }

  private func same(_ one: borrowing WireBuffer, _ other: borrowing WireBuffer) -> Bool {
    one.withBytes { one in
      other.withBytes { other in one.count == other.count && (0..<one.count).allSatisfy { one[$0] == other[$0] } }
    }
  }

  /// Puts a link to the copy in the place of the file, unless somebody has written it meanwhile.
  func link(_ path: String, since before: stat) throws(SystemError) {
    let file = try HomeFile(path, in: home)
    file.removeLeftLinks(Self.exchanged)
    let temporary = UnfinishedFile.newName(Self.exchanged)
    step(.link)
    try file.folder.makeSymbolicLink(temporary, target: target(of: path))
    try exchange(file, temporary, since: before)
  }

  /// Puts what has a hidden name in the place of the file, whose last contents then have the hidden name: what somebody wrote up to
  /// that moment is seen there, and comes back.
  private func exchange(
    _ file: borrowing HomeFile, _ temporary: String, since before: stat
  ) throws(SystemError) {
    do throws(SystemError) {
      guard let now = try file.status(), now.isSameContent(as: before) else { throw SystemError(.rename, code: EAGAIN) }
      step(.replace)
    } catch {
      try? file.folder.unlink(temporary)
      throw error
    }
    let new = try file.folder.status(of: temporary)
    do throws(SystemError) {
      try file.folder.rename(temporary, to: file.folder, as: file.name, .exchange)
    } catch {
      try? file.folder.unlink(temporary)
      throw error
    }
    try file.folder.sync()
    step(.exchanged)
    guard try !file.folder.status(of: temporary).isSameContent(as: before) else {
      return try file.folder.unlink(temporary)
    }
    try file.folder.rename(temporary, to: file.folder, as: file.name, .exchange)
    if try !file.folder.status(of: temporary).isSameContent(as: new) {
      // Somebody wrote a newer one meanwhile: that one stays, as it would have without all this.
      try file.folder.rename(temporary, to: file.folder, as: file.name, .exchange)
    }
    try file.folder.unlink(temporary)
    try file.folder.sync()
    throw SystemError(.rename, code: EAGAIN)
  }

  /// Removes what a process that was ended has left of a file that it had exchanged already.
  ///
  /// - Returns: the names of those that are not what was adopted: somebody wrote them in that moment.
  func settle(_ path: String) throws(SystemError) -> [String] {
    let file = try HomeFile(path, in: home)
    var names: [String] = []
    try file.folder.forEachEntry { entry in
      let name = String(decoding: entry.name, as: UTF8.self)
      if name.hasPrefix(Self.exchanged) { names.append(name) }
      return .proceed
    }
    var others: [String] = []
    for name in names where try file.folder.status(of: name).isFile {
      let left = try file.folder.open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      if isSame(left, try kept(path)) { try file.folder.unlink(name) } else { others.append(name) }
    }
    return others
  }

  /// Replaces the file by these bytes, unless somebody has written it meanwhile.
  func replace(_ path: String, by bytes: [UInt8], since before: stat) throws(SystemError) {
    let file = try HomeFile(path, in: home)
    file.folder.removeUnfinished(Self.unfinished)
    let new = try UnfinishedFile(in: file.folder, Self.unfinished)
    do throws(SystemError) {
      try new.file.write(bytes.span)
      try new.file.changeMode(to: before.st_mode & 0o7777)
      try new.file.sync()
    } catch {
      try? file.folder.unlink(new.name)
      throw error
    }
    try exchange(file, new.name, since: before)
  }

  func remove(_ path: String, since before: stat) throws(SystemError) {
    let file = try HomeFile(path, in: home)
    guard let now = try file.status(), now.isSameContent(as: before) else { throw SystemError(.unlink, code: EAGAIN) }
    step(.replace)
    let temporary = UnfinishedFile.newName(Self.exchanged)
    try file.folder.rename(file.name, to: file.folder, as: temporary, .refuseToReplace)
    step(.exchanged)
    guard try file.folder.status(of: temporary).isSameContent(as: before) else {
      // Where there is a newer one by now, both stay.
      try file.folder.rename(temporary, to: file.folder, as: file.name, .refuseToReplace)
      throw SystemError(.unlink, code: EAGAIN)
    }
    try file.folder.unlink(temporary)
    try file.folder.sync()
  }

  /// Puts the protected copy back where it came from; false where what is there now is neither the same nor expected.
  func restore(_ path: String, where isExpected: (borrowing HomeFile) throws(SystemError) -> Bool) throws(SystemError)
    -> Bool
  {
    let kept = try HomeFile(protected(path), in: mount)
    let source = try kept.folder.open(kept.name, O_RDONLY | O_NOFOLLOW)
    let status = try source.status()
    guard let contents = PlainSecretWalk.contents(of: source), contents.count == status.st_size else {
      throw SystemError(.read, code: EIO)
    }
    let file = try HomeFile(path, in: home)
    if try !isSame(file, contents) { guard try isExpected(file) else { return false } }
    file.folder.removeUnfinished(Self.unfinished)
    let new = try UnfinishedFile(in: file.folder, Self.unfinished)
    try contents.withBytes { bytes throws(SystemError) in try new.file.write(bytes) }
    try new.file.changeMode(to: status.st_mode & 0o7777)
    try new.file.changeTimes(
      access: .keep, modification: .set(seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec))
    try new.file.sync()
    step(.restore)
    try new.rename(to: file.name, in: file.folder)
    try file.folder.sync()
    step(.returned)
    try kept.folder.unlink(kept.name)
    return true
  }

  /// Whether the file is unchanged since it was copied, or is back already.
  private func isSame(_ file: borrowing HomeFile, _ contents: borrowing WireBuffer) throws(SystemError) -> Bool {
    guard let status = try file.status(), status.isFile else { return false }
    let opened = try file.folder.open(file.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    return isSame(opened, contents)
  }

  private func isSame(_ file: borrowing FileDescriptor, _ contents: borrowing WireBuffer) -> Bool {
    guard let held = PlainSecretWalk.contents(of: file) else { return false }
    return same(held, contents)
  }

  /// The protected copy, in secret memory.
  func kept(_ path: String) throws(SystemError) -> WireBuffer {
    let kept = try HomeFile(protected(path), in: mount)
    let file = try kept.folder.open(kept.name, O_RDONLY | O_NOFOLLOW)
    guard let contents = PlainSecretWalk.contents(of: file) else { throw SystemError(.read, code: EIO) }
    return contents
  }

  /// Fails closed: what has no class is not written.
  private func protect(_ file: borrowing FileDescriptor) throws(SystemError) {
    guard setsClass else { return }
    let value = Array(ProtectionClass.complete.attributeValue.utf8)
    try file.setExtendedAttribute(Self.attribute, to: value.span)
    guard try file.extendedAttribute(Self.attribute) == value else { throw SystemError(.setxattr, code: EIO) }
  }
}

extension HomeFile {
  /// Links that a process which was ended has left under hidden names.
  fileprivate func removeLeftLinks(_ beginning: String) {
    var names: [String] = []
    try? folder.forEachEntry { entry in
      let name = String(decoding: entry.name, as: UTF8.self)
      if name.hasPrefix(beginning) { names.append(name) }
      return .proceed
    }
    for name in names where (try? folder.status(of: name))?.isLink == true { try? folder.unlink(name) }
  }
}
