// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import ProcessMemory
import RunningInstance
import Testing

/// What is left of a secret in Bailey's processes and files once the call that brought it is over: nothing.
@Suite(.serialized, .enabled(if: InstanceMemory.isReadable, "only root may read such memory, and only with /dev/fuse"))
struct KeychainMemoryTests {
  private static let secret = "the hatch under the well opens at nine"
  private static let needles = [
    "secret": Data(secret.utf8), "start of it": Data(secret.utf8.prefix(16)), "end of it": Data(secret.utf8.suffix(16)),
  ]

  /// The program stays connected, so that its connection's buffers are there too.
  private func withSecret(_ body: (RunningInstance, InstanceMemory, Background) throws -> Void) throws {
    try withInstance(environment: InstanceMemory.visiblePages) { instance in
      let memory = try InstanceMemory(of: instance)
      let program = try ClientProgram("first", of: instance)
      let client = try program.start("remember", "me", Self.secret)
      defer { client.kill() }
      try client.waitForLine("remembered")
      #expect(client.lines() == [Self.secret, Self.secret + " changed", "remembered"])
      try body(instance, memory, client)
    }
  }

  @Test func `Nothing is left in memory after the call`() throws {
    try withSecret { instance, memory, client in
      // The search finds it where it is: in the program that has it.
      #expect(try ProcessMemory.search(client.process, for: Self.needles).isEmpty == false)
      #expect(try memory.searchImage(of: client.process, for: Self.needles).isEmpty == false)
      #expect(try memory.search(for: Self.needles) == [])
      #expect(try memory.searchImages(for: Self.needles) == [])
      // The command line's look at everything opens every item once more.
      try instance.succeed(["keychain", "verify"])
      #expect(try memory.search(for: Self.needles) == [])
      try instance.lock()
      #expect(try memory.search(for: Self.needles) == [])
    }
  }

  @Test func `Nothing is in the database its log or the instances log`() throws {
    try withSecret { instance, _, _ in
      let folder = instance.home.path
      #expect(FileManager.default.fileExists(atPath: folder + "/broker/keychain-wal"))
      for words in ["the hatch under", "opens at nine"] {
        let found = try Program.run("grep", ["-r", "-l", "-a", "-F", words, folder])
        #expect(found.output.isEmpty)
      }
    }
  }

  /// A thread serves each connection, and glibc would give each of them a heap of its own, 64 MiB of addresses, that
  /// keeps what was once needed.
  @Test func `Connections share two heaps`() throws {
    try withInstance { instance in
      let program = try ClientProgram("first", of: instance)
      let clients = try (0..<12).map { try program.start("remember", "me \($0)", Self.secret) }
      defer { for client in clients { client.kill() } }
      for client in clients { try client.waitForLine("remembered") }
      let broker = try #require(instance.processes(named: "baileyd").first)
      let mappings = try String(contentsOfFile: "/proc/\(broker)/maps", encoding: .utf8).split(separator: "\n")
        .compactMap(Mapping.init)
      // What is used of a heap, and behind it what is kept free for it.
      let heaps = zip(mappings, mappings.dropFirst()).filter { used, free in
        used.rights == "rw-p" && free.rights == "---p" && used.range.upperBound == free.range.lowerBound
          && used.range.lowerBound.isMultiple(of: 64 << 20) && free.range.upperBound.isMultiple(of: 64 << 20)
      }
      // The other one is where the program's data end.
      #expect(heaps.count <= 1, "\(heaps)")
    }
  }

}

/// A line of `/proc/PID/maps`.
private struct Mapping {
  let range: Range<Int>
  let rights: Substring

  init?(_ line: Substring) {
    let words = line.split(separator: " ")
    let ends = words.first?.split(separator: "-").compactMap { Int($0, radix: 16) } ?? []
    guard words.count > 1, ends.count == 2, ends[0] <= ends[1] else { return nil }
    range = ends[0]..<ends[1]
    rights = words[1]
  }
}
