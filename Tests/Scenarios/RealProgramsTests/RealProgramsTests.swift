// SPDX-License-Identifier: Apache-2.0
import Files
import Foundation
import Glibc
import RunningInstance
import SystemCalls
import Testing

/// Programs nobody wrote for Bailey, at work inside the mount.
@Suite(.serialized, .enabled(if: FileManager.default.fileExists(atPath: "/dev/fuse"), "no /dev/fuse here"))
struct RealProgramsTests {
  /// A small history: many files, a rename, a removal, an executable, a symbolic link.
  private func makeRepository(at url: URL) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    func git(_ arguments: String...) throws {
      let identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "init.defaultBranch=main"]
      try check("git", identity + ["-C", url.path] + arguments)
    }
    try git("init", "-q")
    for index in 0..<200 {
      let folder = url.appending(path: "source/part\(index % 10)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let text = String(repeating: "line \(index)\n", count: index * 7)
      try Data(text.utf8).write(to: folder.appending(path: "file \(index).txt"))
    }
    try FileManager.default.createSymbolicLink(
      atPath: url.appending(path: "latest").path, withDestinationPath: "source/part9")
    try git("add", "-A")
    try git("commit", "-q", "-m", "first")
    try git("mv", "source/part1", "moved")
    try git("rm", "-q", "-r", "source/part2")
    try git("commit", "-q", "-m", "second")
  }

  @discardableResult
  private func check(_ name: String, _ arguments: [String], input: String = "", in folder: URL? = nil) throws -> String
  {
    let result = try Program.run(name, arguments, input: input, in: folder)
    #expect(result.exitCode == 0, "\(name) \(arguments): \(result.output)\(result.errors)")
    return result.output
  }

  @Test func `Git clones and checks a repository`() throws {
    try withInstance { instance in
      let origin = instance.home.deletingLastPathComponent().appending(path: "origin")
      try makeRepository(at: origin)
      let clone = instance.mount.appending(path: "clone")
      try check("git", ["clone", "-q", "--no-hardlinks", origin.path, clone.path])
      try check("git", ["-C", clone.path, "fsck", "--strict"])
      let status = try check("git", ["-C", clone.path, "status", "--porcelain"])
      #expect(status == "")
      // Both inside: objects are hard links.
      let second = instance.mount.appending(path: "second")
      try check("git", ["clone", "-q", clone.path, second.path])
      try check("git", ["-C", second.path, "fsck", "--strict"])
      try check("diff", ["-r", "--no-dereference", "--exclude=.git", clone.path, second.path])
      try check("git", ["-C", clone.path, "gc", "-q"])
      try check("git", ["-C", clone.path, "fsck", "--strict"])
    }
  }

  @Test(arguments: ["WAL", "DELETE"]) func `SQLite keeps its integrity`(mode: String) throws {
    try withInstance { instance in
      let database = instance.mount.appending(path: "\(mode).db").path
      let script = """
        PRAGMA journal_mode=\(mode);
        CREATE TABLE t(id INTEGER PRIMARY KEY, text TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<20000)
          INSERT INTO t SELECT i, printf('%.200c', 'x') FROM n;
        DELETE FROM t WHERE id % 3 = 0;
        VACUUM;
        """
      try check("sqlite3", [database], input: script)
      let answer = try check("sqlite3", [database, "PRAGMA integrity_check; SELECT count(*) FROM t;"])
      #expect(answer == "ok\n13334\n")
    }
  }

  @Test func `Tar and rsync bring back what they took`() throws {
    try withInstance { instance in
      let outside = instance.home.deletingLastPathComponent()
      let source = outside.appending(path: "tree")
      try makeRepository(at: source)
      try check("tar", ["-C", source.path, "-cf", outside.appending(path: "tree.tar").path, "."])
      let unpacked = instance.mount.appending(path: "unpacked")
      try FileManager.default.createDirectory(at: unpacked, withIntermediateDirectories: false)
      try check("tar", ["-C", unpacked.path, "-xpf", outside.appending(path: "tree.tar").path])
      try check("diff", ["-r", "--no-dereference", source.path, unpacked.path])

      let inside = instance.mount.appending(path: "synced").path
      let back = outside.appending(path: "back").path
      try check("rsync", ["-aHX", "\(source.path)/", "\(inside)/"])
      try check("rsync", ["-aHX", "\(inside)/", "\(back)/"])
      let differences = try check("rsync", ["-aHXcni", "\(source.path)/", "\(back)/"])
      #expect(differences == "")
      try check("diff", ["-r", "--no-dereference", source.path, back])
    }
  }

  @Test func `Access control lists survive cp, rsync and tar, and new files inherit them`() throws {
    try withInstance { instance in
      let folder = instance.mount.appending(path: "shared")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      try check("setfacl", ["-m", "u:65534:rx,d:u:65534:rw,d:g::r,m:rwx", folder.path])
      try Data("text".utf8).write(to: folder.appending(path: "file"))
      try check("setfacl", ["-m", "g:65534:rw", folder.appending(path: "file").path])

      func lists(in folder: URL) throws -> String { try check("getfacl", ["-n", "-R", "."], in: folder) }
      let own = try lists(in: folder)
      #expect(
        own.contains("user:65534:rw-") && own.contains("group:65534:rw-") && own.contains("default:user:65534:rw-"))
      let copies = ["cp", "rsync", "tar"].map { instance.mount.appending(path: $0) }
      try check("cp", ["-a", folder.path, copies[0].path])
      try check("rsync", ["-aA", "\(folder.path)/", "\(copies[1].path)/"])
      try FileManager.default.createDirectory(at: copies[2], withIntermediateDirectories: false)
      let archive = instance.mount.appending(path: "archive.tar").path
      try check("tar", ["--acls", "-C", folder.path, "-cf", archive, "."])
      try check("tar", ["--acls", "-C", copies[2].path, "-xpf", archive])
      for copy in copies { #expect(try lists(in: copy) == own, "\(copy.lastPathComponent)") }
    }
  }

  /// How programs save a file that is there.
  struct Saving: Sendable, CustomTestStringConvertible {
    let program: String
    var arguments: [String]
    var testDescription: String { program }
  }

  private static let savings = [
    Saving(program: "sed", arguments: ["-i", "s/old/new/", "file"]),
    Saving(program: "rsync", arguments: ["-I", "../new", "file"]),
    Saving(program: "perl", arguments: ["-pi", "-e", "s/old/new/", "file"]),
    Saving(
      program: "vim",
      arguments: ["-u", "NONE", "-N", "-es", "-c", "set backupskip=", "-c", "%s/old/new/e", "-c", "wq", "file"]),
    Saving(
      program: "vim",
      arguments: ["-u", "NONE", "-N", "-es", "-c", "set backupskip= backup", "-c", "%s/old/new/e", "-c", "wq", "file"]),
  ]

  @Test(arguments: savings.filter { Program.isInstalled($0.program) })
  func `A file that a program saves keeps its class`(saving: Saving) throws {
    try withInstance { instance in
      let file = instance.mount.appending(path: "file")
      try Data("old\n".utf8).write(to: file)
      try Data("new\n".utf8).write(to: instance.mount.deletingLastPathComponent().appending(path: "new"))
      _ = try instance.bailey(["files", "class", "set", file.path, "complete"])
      for round in 0..<2 {
        try check(saving.program, saving.arguments, in: instance.mount)
        let found = try Data(contentsOf: file)
        #expect(found == Data("new\n".utf8), "round \(round)")
        #expect(
          try instance.bailey(["files", "class", "get", file.path]).output == "complete\n", "round \(round)")
      }
    }
  }

  @Test func `Access lists are copied in and out`() throws {
    try withInstance { instance in
      let outside = instance.home.deletingLastPathComponent()
      let source = outside.appending(path: "listed")
      try FileManager.default.createDirectory(at: source, withIntermediateDirectories: false)
      try Data("text".utf8).write(to: source.appending(path: "file"))
      let entries: [[UInt8]] = [[1, 0, 6, 0], [2, 0, 6, 0], [4, 0, 4, 0], [16, 0, 6, 0], [32, 0, 0, 0]]
      let ids: [[UInt8]] = [[255, 255, 255, 255], [210, 4, 0, 0]] + Array(repeating: [255, 255, 255, 255], count: 3)
      let list: [UInt8] = [2, 0, 0, 0] + zip(entries, ids).flatMap { $0 + $1 }
      try FileDescriptor.open(source.appending(path: "file").path, O_RDONLY)
        .setExtendedAttribute("system.posix_acl_access", to: list.span)
      try FileDescriptor.open(source.path, O_RDONLY).setExtendedAttribute("system.posix_acl_default", to: list.span)
      try check("cp", ["-a", source.path, instance.mount.appending(path: "copied").path])
      try check("rsync", ["-aA", source.path + "/", instance.mount.appending(path: "synced").path + "/"])
      try check("cp", ["-a", instance.mount.appending(path: "copied").path, outside.appending(path: "back").path])
      for folder in [
        instance.mount.appending(path: "copied"), instance.mount.appending(path: "synced"),
        outside.appending(path: "back"),
      ] {
        let file = try FileDescriptor.open(folder.appending(path: "file").path, O_RDONLY)
        #expect(try file.extendedAttribute("system.posix_acl_access") == list, "\(folder.path)")
        let inherited = try FileDescriptor.open(folder.path, O_RDONLY).extendedAttribute("system.posix_acl_default")
        #expect(inherited == list, "\(folder.path)")
      }
    }
  }

  @Test func `A Swift package builds inside the mount`() throws {
    try withInstance { instance in
      let package = instance.mount.appending(path: "package")
      try FileManager.default.createDirectory(at: package, withIntermediateDirectories: false)
      let manifest = """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(name: "hello", targets: [.executableTarget(name: "hello", path: ".", sources: ["main.swift"])])
        """
      try Data(manifest.utf8).write(to: package.appending(path: "Package.swift"))
      try Data("print(\"built inside\")\n".utf8).write(to: package.appending(path: "main.swift"))
      let output = try check("swift", ["run", "-q"], in: package)
      #expect(output == "built inside\n")
    }
  }
}
