// SPDX-License-Identifier: Apache-2.0
import Events
import Foundation
import Glibc
import Processes
import Sockets
import SystemCallFilter
import SystemCalls
import TemporaryFolder
import Testing
import Threads

/// Programs that know nothing of it, under a filter that was there before they began.
@Suite struct OpenCallsTests {
  /// Runs a shell's words; what is below `/dev/bailey-test/` is answered by `answer`.
  private func run(
    _ words: String, answer: @escaping @Sendable (OpenCalls.Call, () -> Bool) -> OpenCalls.Answer
  ) throws -> (output: String, end: ProcessEnd) {
    let output = try SystemCalls.Pipe()
    let sockets = try PacketSocket.pair()
    var plan = ChildPlan(path: "/bin/sh", arguments: ["-c", words])
    plan.output = output.writing.raw
    plan.errors = output.writing.raw
    plan.filter = ChildPlan.CallFilter(try OpenCallFilter.instructions(), listenerTo: sockets.far.raw)
    let child = try ChildProcess.start(plan)
    let calls = OpenCalls(
      try OpenCalls.listener(from: sockets.near), concerns: { $0.hasPrefix("/dev/bailey-test/") }, answer: answer)
    let server = try SystemThread(named: "open calls") { calls.serve() }
    let end = try child.wait()
    server.join()
    return (try text(of: output), end)
  }

  private func text(of output: consuming SystemCalls.Pipe) throws -> String {
    var bytes: [UInt8] = []
    while try Poll.readable([output.reading.raw], within: .zero) == [true] {
      var part = [UInt8](repeating: 0, count: 4096)
      var room = part.mutableSpan
      let count = try output.reading.readAvailable(into: &room)
      if count == 0 { break }
      bytes += part[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func device(_ text: String) -> OpenCalls.Answer {
    do {
      let pipe = try SystemCalls.Pipe()
      try pipe.writing.write(Array(text.utf8).span)
      return .gives(try pipe.reading.duplicate())
    } catch {
      return .fails(EIO)
    }
  }

  @Test func `An unmodified program reads what it was given for a path that is not there`() throws {
    let (output, end) = try run("cat /dev/bailey-test/video0") { call, _ in
      call.path == "/dev/bailey-test/video0" && call.flags & O_ACCMODE == O_RDONLY
        ? Self.device("frame\n") : .fails(EACCES)
    }
    #expect(output == "frame\n")
    #expect(end == .exited(0))
  }

  @Test func `A refusal is the error that it was refused with`() throws {
    let (output, end) = try run("cat /dev/bailey-test/video0") { _, _ in .fails(EACCES) }
    #expect(output.contains("Permission denied"))
    #expect(end == .exited(1))
  }

  @Test(arguments: [
    "cat /dev/./bailey-test/../bailey-test//video0", "cd /dev && cat bailey-test/video0",
    "cd / && cat dev/../dev/bailey-test/video0",
  ])
  func `However a path is written, it is the same file`(words: String) throws {
    let (output, _) = try run(words) { call, _ in
      call.path == "/dev/bailey-test/video0" ? Self.device("frame\n") : .fails(EACCES)
    }
    #expect(output == "frame\n")
  }

  @Test(arguments: [
    ("/", "/"), ("/a/b.c", "/a/b.c"), ("/a/", "/a"), ("//a", "/a"), ("/a/.", "/a"), ("/./a", "/a"), ("/a/../b", "/b"),
    ("/..", "/"), ("/...", "/..."), ("/a../.b/..c", "/a../.b/..c"), ("/a/...//b/..", "/a/..."),
  ])
  func `A path has no part that says nothing`(written: String, normal: String) {
    #expect(OpenCalls.normal(written) == normal)
  }

  @Test func `Every other file is opened as always`() throws {
    try withTemporaryFolder { folder in
      try Data("plain\n".utf8).write(to: URL(fileURLWithPath: folder + "/file"))
      let (output, end) = try run("cd \(folder); cat file; cat \(folder)/file; cat none; echo new > made; cat made") {
        _, _ in
        .fails(EACCES)
      }
      #expect(output.hasPrefix("plain\nplain\n") && output.hasSuffix("new\n"))
      #expect(output.contains("No such file"))
      #expect(end == .exited(0))
    }
  }

  @Test func `While one call waits, others of the same program go on`() throws {
    let isReleased = Locked(false)
    let (output, _) = try run(
      "(cat /dev/bailey-test/slow) & cat /dev/bailey-test/quick; cat /dev/bailey-test/release; wait"
    ) { call, _ in
      switch call.path {
      case "/dev/bailey-test/slow":
        while !isReleased.withLock({ $0 }) { _ = try? Poll.readable([], within: .milliseconds(1)) }
        return Self.device("slow\n")
      case "/dev/bailey-test/release":
        isReleased.withLock { $0 = true }
        return Self.device("release\n")
      default: return Self.device("quick\n")
      }
    }
    #expect(output.contains("quick\n") && output.contains("slow\n") && output.contains("release\n"))
  }

  @Test func `A program that is killed while it waits is waited for no longer`() throws {
    let wasPending = Locked<[Bool]>([])
    let waits = Locked(false)
    let (_, end) = try run(
      "cat /dev/bailey-test/video0 & cat /dev/bailey-test/ready; kill -KILL $!; wait $!; true"
    ) { call, isPending in
      if call.path.hasSuffix("ready") {
        while !waits.withLock({ $0 }) { _ = try? Poll.readable([], within: .milliseconds(1)) }
        return .fails(EACCES)
      }
      waits.withLock { $0 = true }
      wasPending.withLock { $0.append(isPending()) }
      while isPending() { _ = try? Poll.readable([], within: .milliseconds(5)) }
      wasPending.withLock { $0.append(isPending()) }
      return .fails(EACCES)
    }
    #expect(end == .exited(0))
    while wasPending.withLock({ $0.count }) < 2 { _ = try Poll.readable([], within: .milliseconds(1)) }
    #expect(wasPending.withLock { $0 } == [true, false])
  }

  @Test func `A path that is too long, or in no memory, is the kernel's to refuse`() throws {
    let (output, end) = try run(
      "cat /dev/bailey-test/$(printf 'x%.0s' $(seq 5000)) 2>&1 | cut -c1-3; true"
    ) { _, _ in .fails(EACCES) }
    #expect(output.hasPrefix("cat") || output.contains("too long"))
    #expect(end == .exited(0))
  }
}
