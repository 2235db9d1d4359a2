// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import LinuxSystem
import ProcessMemory
import ProtectionModel
import RunningInstance
import Testing

/// What the memory of Bailey's processes holds, read as root reads it: `/proc/PID/mem`, and the image gcore makes.
@Suite(
  .serialized, .enabled(if: FileManager.default.fileExists(atPath: "/dev/fuse"), "no /dev/fuse here"),
  .enabled(if: geteuid() == 0, "only root may read the memory of a process that refuses core dumps"))
struct MemoryAfterLockTests {
  private static let plaintext = Data("the treasure lies under the third tree".utf8)

  /// Secrets in ordinary locked pages: the search can see them, so finding nothing means there is nothing.
  private static let visiblePages = ["BAILEY_SECRET_PAGES": "locked"]

  @Test func theSearchFindsKeysWhileUnlockedAndNothingAfterTheLock() throws {
    try withInstance(environment: Self.visiblePages) { instance in
      let file = try openSecretFile(in: instance)
      let needles = try needles(of: instance)

      let before = try search(instance, for: needles)
      #expect(before.contains { $0.needle == "class key A" }, "an unlocked enclave holds class A's key: \(before)")
      #expect(before.contains { $0.needle == "file key" }, "bailey-fs holds the key of an open file: \(before)")

      try instance.lock()
      #expect(try search(instance, for: needles) == [])
      #expect(try searchImages(instance, for: needles) == [])

      try instance.unlock()
      #expect(try file.read(count: Self.plaintext.count, at: 0) == [UInt8](Self.plaintext))
    }
  }

  @Test func secretPagesHideKeysEvenWhileUnlocked() throws {
    try withInstance { instance in
      let file = try openSecretFile(in: instance)
      let keys = try needles(of: instance).filter { $0.key.contains("key") }
      #expect(try search(instance, for: keys) == [])
      #expect(try file.read(count: 1, at: 0).count == 1)
    }
  }

  // MARK: - Parts

  /// A class A file, written, read and still open.
  private func openSecretFile(in instance: RunningInstance) throws -> FileDescriptor {
    let url = instance.mount.appending(path: "secret")
    try Data().write(to: url)
    try instance.setClass("complete", of: url)
    let file = try FileDescriptor.open(url.path, O_RDWR)
    let text = (0..<4000).flatMap { _ in [UInt8](Self.plaintext) }
    try file.write(text.span, at: 0)
    try file.sync()
    file.forgetCachedPages()
    try #require(try file.read(count: text.count, at: 0) == text)
    return file
  }

  private func needles(of instance: RunningInstance) throws -> [String: Data] {
    let keys = try InstanceKeys(of: instance)
    let store = instance.home.appending(path: "files")
    let largest = try #require(
      FileManager.default.enumerator(at: store, includingPropertiesForKeys: [.fileSizeKey, .isRegularFileKey])?
        .compactMap { $0 as? URL }
        .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true }
        .filter { (try? FileHandle(forReadingFrom: $0).read(upToCount: 7)) == Data("BAILEYF".utf8) }
        .max { size(of: $0) < size(of: $1) })
    return [
      "class key A": try #require(keys.classKeys[.fileComplete]),
      "class key B": try #require(keys.classKeys[.fileCompleteUnlessOpen]),
      "file key": try keys.fileKey(ofBacking: largest),
      "passcode": Data(RunningInstance.passcode.utf8),
      "plaintext": Self.plaintext,
    ]
  }

  private func size(of url: URL) -> Int { (try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0 }

  private static let programs = ["bailey", "bailey-enclave", "bailey-fs"]

  private func processes(of instance: RunningInstance) throws -> [Int32] {
    let found = Self.programs.map { instance.processes(named: $0) }
    try #require(found.allSatisfy { !$0.isEmpty }, "not all of \(Self.programs) are running: \(found)")
    return found.flatMap { $0 }
  }

  private func search(_ instance: RunningInstance, for needles: [String: Data]) throws -> Set<ProcessMemory.Hit> {
    try processes(of: instance).reduce(into: []) { $0.formUnion(try ProcessMemory.search($1, for: needles)) }
  }

  private func searchImages(_ instance: RunningInstance, for needles: [String: Data]) throws -> Set<ProcessMemory.Hit> {
    let folder = instance.home.deletingLastPathComponent()
    return try processes(of: instance).reduce(into: []) { hits, process in
      let image = folder.appending(path: "core.\(process)")
      try Program.run("gcore", ["-o", folder.appending(path: "core").path, "\(process)"])
      try #require(FileManager.default.fileExists(atPath: image.path), "gcore made no image of \(process)")
      hits.formUnion(try ProcessMemory.search(file: image, for: needles))
      try FileManager.default.removeItem(at: image)
    }
  }
}
