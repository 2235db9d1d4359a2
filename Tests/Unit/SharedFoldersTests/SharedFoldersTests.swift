// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import EventualConditions
import FileSystemContract
import Files
import Foundation
import FuseSession
import Glibc
import RunningInstance
import SharedFolders
import SystemCalls
import Testing
import Threads

@Suite(.serialized, .enabled(if: Program.canMount, "nothing can be mounted here")) struct SharedFoldersTests {
  /// Owners, special bits and special files are not handed to apps.
  private static let withheld: Set<String> = ["modes are kept, special bits too", "special files keep their type"]

  @Test(
    arguments: FileSystemRule.all.filter {
      ![.root, .sharedMappings].contains($0.needs) && !withheld.contains($0.description)
    })
  func `A folder that an app was given keeps`(_ rule: FileSystemRule) throws {
    let shown = try Shown()
    try withExtendedLifetime(shown) { try rule.check(in: shown("")) }
  }

  @Test func `A second answer is a second grant, and what was open before stays closed`() throws {
    let answers = Locked([true, false, true])
    let person = FolderPermission.Person(
      ask: { _ in answers.withLock { $0.removeFirst() } }, stands: { _ in true })
    let permission = FolderPermission(.documentsFolder, waiters: CallersWaiting(atMost: 4), person)
    let shown = try Shown(permission)
    try Data("text".utf8).write(to: shown.store.appending(path: "file"))
    let file = try FileDescriptor.open(shown("file"), O_RDWR)
    #expect(try file.read(count: 4, at: 0) == Array("text".utf8))
    shown.folders.takeBack(permission, from: shown.mount)
    #expect(throws: SystemError(.pread, code: EACCES)) { _ = try file.read(count: 4, at: 0) }
    #expect(throws: SystemError(.pwrite, code: EACCES)) { try file.write([1].span, at: 0) }
    #expect(throws: SystemError(.open, code: EACCES)) { _ = try FileDescriptor.open(shown("file"), O_RDONLY) }
    // Who was just refused is not asked about again at once.
    try eventually { (try? FileDescriptor.open(shown("file"), O_RDONLY)) != nil }
    let again = try FileDescriptor.open(shown("file"), O_RDONLY)
    #expect(try again.read(count: 4, at: 0) == Array("text".utf8))
    #expect(throws: SystemError(.pread, code: EACCES)) { _ = try file.read(count: 4, at: 0) }
    #expect(answers.withLock { $0.isEmpty })
  }

  @Test func `What was taken back while the person answered is no grant`() throws {
    let person = FolderPermission.Person(ask: { _ in true }, stands: { _ in false })
    let shown = try Shown(FolderPermission(.documentsFolder, waiters: CallersWaiting(atMost: 4), person))
    #expect(throws: SystemError(.open, code: EACCES)) { _ = try FileDescriptor.open(shown("file"), O_RDONLY) }
  }

  @Test func `Many who wait share one question, and beyond a number nobody waits`() throws {
    let (asked, go) = (Locked(0), CountingSemaphore(0))
    let person = FolderPermission.Person(
      ask: { _ in
        asked.withLock { $0 += 1 }
        go.enter {}
        return true
      }, stands: { _ in true })
    let shown = try Shown(FolderPermission(.documentsFolder, waiters: CallersWaiting(atMost: 3), person))
    // Of one name the kernel asks once, however many wait for it.
    for number in 0..<5 { try Data("text".utf8).write(to: shown.store.appending(path: "file \(number)")) }
    let codes = Locked<[Int32]>([])
    let threads = try (0..<5).map { number in
      let path = shown("file \(number)")
      return try SystemThread(named: "caller") {
        var code: Int32 = 0
        do throws(SystemError) { _ = try FileDescriptor.open(path, O_RDONLY) } catch { code = error.code }
        codes.withLock { $0.append(code) }
      }
    }
    // Two too many: they are told at once, and the others wait.
    try eventually { codes.withLock { $0.count } >= 2 }
    #expect(codes.withLock { $0 } == [EAGAIN, EAGAIN])
    go.admitOneMore()
    for thread in threads { thread.join() }
    #expect(codes.withLock { $0 } == [EAGAIN, EAGAIN, 0, 0, 0])
    #expect(asked.withLock { $0 } == 1)
  }

  @Test func `A folder for reading changes in no way`() throws {
    let shown = try Shown(.init(), .reading)
    try Data("text".utf8).write(to: shown.store.appending(path: "file"))
    let path = shown("file")
    for flags in [O_RDWR, O_WRONLY, O_RDONLY | O_TRUNC] {
      #expect(throws: SystemError(.open, code: EROFS)) { _ = try FileDescriptor.open(path, flags) }
    }
    let folder = try FileDescriptor.open(shown(""), O_RDONLY | O_DIRECTORY)
    #expect(throws: SystemError(.unlink, code: EROFS)) { try folder.unlink("file") }
    #expect(throws: SystemError(.mkdir, code: EROFS)) { try folder.makeDirectory("new", mode: 0o700) }
    #expect(throws: SystemError(.chmod, code: EROFS)) { try folder.changeMode(of: "file", to: 0o600) }
    #expect(throws: SystemError(.rename, code: EROFS)) { try folder.rename("file", to: folder, as: "other") }
    #expect(throws: SystemError(.link, code: EROFS)) { try folder.link("file", to: folder, as: "other") }
    #expect(try String(contentsOf: shown.store.appending(path: "file"), encoding: .utf8) == "text")
  }

  @Test func `Folders of Bailey's own and other mounts are not reached, however far above the shown one lies`() throws {
    let store = FileManager.default.temporaryDirectory.appending(path: "above-\(UUID().uuidString.prefix(8))")
    let (secret, other) = (store.appending(path: "a/bailey"), store.appending(path: "a/other"))
    for path in [secret, other] { try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true) }
    defer { try? FileManager.default.removeItem(at: store) }
    try Data("key".utf8).write(to: secret.appending(path: "root"))
    let inner = try Shown()
    let shown = try Shown(in: store, excluding: [secret.path])
    #expect(throws: SystemError(.open, code: EACCES)) { _ = try FileDescriptor.open(shown("a/bailey/root"), O_RDONLY) }
    #expect(throws: SystemError(.open, code: EACCES)) { _ = try FileDescriptor.open(shown("a/bailey"), O_RDONLY) }
    let folder = try FileDescriptor.open(shown("a"), O_RDONLY | O_DIRECTORY)
    #expect(throws: (any Error).self) { try folder.rename("bailey", to: folder, as: "mine") }
    if geteuid() == 0 {
      try Program.run("mount", ["--bind", inner.store.path, other.path])
      defer { _ = try? Program.run("umount", [other.path]) }
      #expect(throws: SystemError(.open, code: EACCES)) { _ = try FileDescriptor.open(shown("a/other"), O_RDONLY) }
    }
  }

  @Test func `Nothing is mapped that would have to be kept in step with others`() throws {
    let shown = try Shown()
    try Data("text".utf8).write(to: shown.store.appending(path: "file"))
    #expect(throws: SystemError.self) { _ = try ForeignMapping(shown("file"), count: 4) }
    let mapping = try ForeignMapping(shown("file"), count: 4, .private)
    #expect(mapping[0] == UInt8(ascii: "t"))
    // A program in the folder runs, which takes private mappings.
    try Program.run("cp", ["/bin/echo", shown("program")])
    #expect(try Program.run(shown("program"), ["works"]).output == "works\n")
  }

  @Test func `Names that are no text are files like others`() throws {
    let shown = try Shown()
    let name = shown("").utf8.map { CChar(bitPattern: $0) } + [CChar(bitPattern: 0xFF), 0x61, 0]
    let file = unsafe creat(name, 0o600)
    #expect(file >= 0)
    close(file)
    var names: [[UInt8]] = []
    try FileDescriptor.open(shown(""), O_RDONLY | O_DIRECTORY).forEachEntry {
      names.append($0.name)
      return .proceed
    }
    #expect(names == [[0xFF, 0x61]])
    #expect(unsafe unlink(name) == 0)
  }
}
