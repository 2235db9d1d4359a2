// SPDX-License-Identifier: Apache-2.0
import Files
import Foundation
import Glibc
import ProcessMemory
import ProtectionModel
import RunningInstance
import SystemCalls
import Testing

/// The memory of all of Bailey's processes, read as root reads it: `/proc/PID/mem`, and the image gcore makes.
struct InstanceMemory {
  static let isReadable =
    geteuid() == 0 && FileManager.default.fileExists(atPath: "/dev/fuse")

  /// Secrets in ordinary locked pages: the search can see them, so finding nothing means there is nothing.
  static let visiblePages = ["BAILEY_SECRET_PAGES": "locked"]

  static let plaintext = Data("the treasure lies under the third tree".utf8)

  let instance: RunningInstance
  let keys: InstanceKeys

  init(of instance: RunningInstance) throws {
    self.instance = instance
    keys = try InstanceKeys(of: instance)
  }

  private static let programs = ["bailey", "bailey-enclave", "bailey-fs", "baileyd"]

  func processes() throws -> [Int32] {
    let found = Self.programs.map { instance.processes(named: $0) }
    try #require(found.allSatisfy { !$0.isEmpty }, "not all of \(Self.programs) are running: \(found)")
    return found.flatMap { $0 }
  }

  /// The names of what lies anywhere in the memory of the processes, and of others that are named.
  func search(for needles: [String: Data], alsoIn others: [Int32] = []) throws -> Set<String> {
    try (processes() + others).reduce(into: []) { names, process in
      names.formUnion(try ProcessMemory.search(process, for: needles).map(\.needle))
    }
  }

  /// What each program has in its memory, by the program's name.
  func holdings(of needles: [String: Data]) throws -> [String: Set<String>] {
    _ = try processes()
    return try Self.programs.reduce(into: [:]) { holdings, program in
      for process in instance.processes(named: program) {
        holdings[program, default: []].formUnion(try ProcessMemory.search(process, for: needles).map(\.needle))
      }
    }
  }

  /// The same, in the images that a debugger makes.
  func searchImages(for needles: [String: Data]) throws -> Set<String> {
    try processes().reduce(into: []) { $0.formUnion(try searchImage(of: $1, for: needles)) }
  }

  /// An image in which a search would find nothing for being empty is found out: the words that the process was started
  /// with are in it.
  func searchImage(of process: Int32, for needles: [String: Data]) throws -> Set<String> {
    let folder = instance.home.deletingLastPathComponent()
    let image = folder.appending(path: "core.\(process)")
    try Program.run("gcore", ["-o", folder.appending(path: "core").path, "\(process)"])
    try #require(FileManager.default.fileExists(atPath: image.path), "gcore made no image of \(process)")
    defer { try? FileManager.default.removeItem(at: image) }
    let known = "words it was started with"
    let all = try needles.merging([known: ProcessMemory.bottomOfStack(of: process)]) { $1 }
    var found = Set(try ProcessMemory.search(file: image, for: all).map(\.needle))
    try #require(found.remove(known) != nil, "the image of \(process) is without its stack")
    return found
  }

  /// The class keys that a lock state leaves in memory, or takes away, by name.
  func classKeys(_ availability: KeyClass.Availability) -> [String: Data] {
    let found = keys.classKeys.filter { $0.key.availability == availability }
    return Dictionary(uniqueKeysWithValues: found.map { ("\($0.key)", $0.value) })
  }

  /// The key of a file in the mount, whose times it changes: names are encrypted, times are not, so that is how the
  /// backing file is told.
  func key(of file: URL) throws -> Data {
    let mark = Int.random(in: 1..<1_000_000_000)
    try FileDescriptor.open(file.path, O_RDONLY).changeTimes(
      access: .keep, modification: .set(seconds: mark, nanoseconds: 1))
    let store = instance.home.appending(path: "files")
    let all = FileManager.default.enumerator(at: store, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
    let backing = try all?.first { url in
      try FileDescriptor.open(url.path, OpenFlag.path).status().st_mtim.tv_sec == mark
    }
    return try keys.fileKey(ofBacking: try #require(backing, "no backing file of \(file.path)"))
  }
}

extension RunningInstance {
  /// A file of a class, with the plaintext many times over, synced.
  func makeSecretFile(_ name: String, _ protection: String, copies: Int = 4000) throws -> URL {
    let url = mount.appending(path: name)
    try Data().write(to: url)
    try setClass(protection, of: url)
    let file = try FileDescriptor.open(url.path, O_RDWR)
    let text = (0..<copies).flatMap { _ in [UInt8](InstanceMemory.plaintext) }
    try file.write(text.span, at: 0)
    try file.sync()
    return url
  }
}
