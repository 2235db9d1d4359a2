// SPDX-License-Identifier: Apache-2.0
import CrashSimulator
import DirectFiles
import Files
import FuseSession
import Glibc
import ProtectedFilesystem
import ProtectionModel
import SystemCalls
import Testing
import Threads

/// Calls on the store that fail, one after the other, in every operation that changes the tree.
@Suite struct TreeFaultTests {
  struct Operation: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable (DirectFiles) throws(FileError) -> Void

    init(_ name: String, _ run: @escaping @Sendable (DirectFiles) throws(FileError) -> Void) {
      testDescription = name
      self.run = run
    }
  }

  private static let long = String(repeating: "long", count: 60)

  static let operations = [
    Operation("create") { (files) throws(FileError) in files.close(try files.create("new")) },
    Operation("create with a long name") { (files) throws(FileError) in files.close(try files.create(long)) },
    Operation("make a directory") { (files) throws(FileError) in try files.makeFolder("new") },
    Operation("make a symbolic link") { (files) throws(FileError) in try files.makeLink("new", to: "file") },
    Operation("make a symbolic link with a long target") { (files) throws(FileError) in
      try files.makeLink("new", to: String(repeating: "t", count: 4000))
    },
    Operation("rename") { (files) throws(FileError) in try files.rename("file", to: "new") },
    Operation("rename to a long name") { (files) throws(FileError) in try files.rename("file", to: long) },
    Operation("rename over") { (files) throws(FileError) in try files.rename("file", to: "other") },
    Operation("exchange") { (files) throws(FileError) in try files.rename("file", to: "other", .exchange) },
    Operation("rename a directory") { (files) throws(FileError) in try files.rename("folder", to: "new") },
    Operation("link") { (files) throws(FileError) in try files.makeName("new", for: "file") },
    Operation("unlink") { (files) throws(FileError) in try files.remove("other") },
    Operation("remove a directory") { (files) throws(FileError) in try files.removeFolder("folder") },
    Operation("change the class") { (files) throws(FileError) in try files.setClass(.complete, of: "file") },
    Operation("set an attribute") { (files) throws(FileError) in try files.set("user.note", [1, 2, 3], of: "file") },
  ]

  /// Everything that was there is there afterwards, under its old or its new name, and doing it again works.
  @Test(arguments: operations, [ENOSPC, EIO]) func `A failed call loses nothing`(operation: Operation, code: Int32)
    throws
  {
    var call = 0
    while try fails(operation, call, code) { call += 1 }
    #expect(call > 0)
  }

  /// Lets one call fail; false if the operation does not make that many.
  private func fails(_ operation: Operation, _ call: Int, _ code: Int32) throws -> Bool {
    let folder = try ScratchFolder()
    let files = try prepared(folder)
    let counter = Locked(0)
    let plan = FaultPlan { _ in
      counter.withLock { count in
        defer { count += 1 }
        return count == call ? code : nil
      }
    }
    var failure: FileError?
    FaultPlan.$current.withValue(plan) {
      do throws(FileError) { try operation.run(files) } catch { failure = error }
    }
    let story = "\(operation.testDescription), call \(call), errno \(code)"
    guard counter.withLock({ $0 }) > call else { return false }
    try expectAll(files, story)
    let again = failure == nil ? nil : outcome { () throws(FileError) in try operation.run(files) }
    #expect(again == nil || again == 0 || again == EEXIST || again == ENOENT, "\(story), again: \(again ?? 0)")
    try expectAll(files, story + ", again")
    files.filesystem.close()
    let restarted = try DirectFiles(over: folder.path)
    try expectAll(restarted, story + ", after a restart")
    return true
  }

  private func prepared(_ folder: ScratchFolder) throws -> DirectFiles {
    let files = try DirectFiles(over: folder.path)
    for name in ["file", "other"] {
      let file = try files.create(name)
      try files.write(Array(name.utf8), to: file, at: 0)
      files.close(file)
    }
    try files.makeFolder("folder")
    return files
  }

  /// What is there can be read, and the first file always is.
  private func expectAll(_ files: DirectFiles, _ story: String) throws {
    let names = files.present(among: ["file", "other", "new", Self.long])
    let contents = Array("file".utf8)
    var found = 0
    for name in names {
      guard try files.attributes(of: name).mode & S_IFMT == S_IFREG else { continue }
      let bytes = files.read(name).bytes
      #expect(bytes == contents || bytes == Array("other".utf8) || bytes == [], "\(story): \(name.prefix(9))")
      if bytes == contents { found += 1 }
    }
    #expect(found > 0, "\(story): \(names.map { $0.prefix(9) })")
  }

  private func outcome(_ body: () throws(FileError) -> Void) -> Int32 {
    do {
      try body()
      return 0
    } catch {
      return error.code
    }
  }
}
