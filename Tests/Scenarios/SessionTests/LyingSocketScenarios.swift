// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Events
import Foundation
import Glibc
import RunningInstance
import Sockets
import SystemCalls
import TemporaryFolder
import Testing
import Threads

/// `pam_bailey` before sockets that are not Bailey's: a login is never kept up by them.
@Suite(.enabled(if: LoginModule.isPossible && geteuid() == 0, "needs root, pamtester, libpam-wrapper"))
struct LyingSocketScenarios {
  /// What the other side answers to each packet; nil closes the connection.
  struct Liar: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let answers: [[UInt8]?]

    init(_ name: String, _ answers: [UInt8]?...) { (testDescription, self.answers) = (name, answers) }
  }

  static let welcome: [UInt8] = [1, 64, 1]
  static let liars = [
    Liar("says nothing"), Liar("closes", nil), Liar("is empty", []), Liar("another version", [2, 64, 1]),
    Liar("nonsense", [UInt8](repeating: 0xFF, count: 2048)), Liar("done before hello", [1, 65]),
    Liar("nothing after hello", welcome), Liar("closes after hello", welcome, nil),
    Liar("half a refusal", welcome, [1, 71]), Liar("a refusal that is none", welcome, [1, 71, 0xFF, 0xFF]),
    Liar("a long answer", welcome, [1, 65] + [UInt8](repeating: 0, count: 4096)),
    Liar("an event", welcome, [1, 132, 0, 0, 0, 0, 0, 0, 0, 1]),
  ]

  /// A socket that answers as a liar does, and what it was told.
  private final class Server {
    let folder: TemporaryFolder
    let heard = Locked<[[UInt8]]>([])
    private let isOver = Locked(false)
    private var thread: SystemThread?

    init(_ liar: Liar) throws {
      folder = try TemporaryFolder()
      let directory = try FileDescriptor.open(folder.path, O_RDONLY | O_DIRECTORY)
      let listener = try PacketSocket.listening(at: "enclave.sock", in: directory)
      let (heard, isOver) = (heard, isOver)
      thread = try SystemThread(named: "liar") {
        while !isOver.withLock({ $0 }) {
          guard (try? Poll.readable([listener.raw], within: .milliseconds(20))) == [true],
            let socket = try? listener.accept()
          else { continue }
          Self.lie(liar, on: socket, heard, isOver)
        }
      }
    }

    private static func lie(
      _ liar: Liar, on socket: borrowing PacketSocket, _ heard: Locked<[[UInt8]]>, _ isOver: Locked<Bool>
    ) {
      var answers = liar.answers[...]
      var packet = [UInt8](repeating: 0, count: 2048)
      while !isOver.withLock({ $0 }) {
        guard (try? Poll.readable([socket.raw], within: .milliseconds(20))) == [true] else { continue }
        var span = packet.mutableSpan
        guard let count = try? socket.receive(into: &span, .refuses), count > 0 else { return }
        heard.withLock { $0.append(Array(packet.prefix(count))) }
        switch answers.popFirst() {
        case .some(let answer?): try? socket.send(answer.span, .refuses)
        case .some(nil): return
        case nil: break
        }
      }
    }

    func end() {
      isOver.withLock { $0 = true }
      thread?.join()
    }
  }

  @Test(arguments: liars.prefix(LongTests.rounds(5, of: liars.count)))
  func `A login goes on whatever is said`(liar: Liar) throws {
    let server = try Server(liar)
    defer { server.end() }
    let login = try LoginModule(sockets: server.folder.path)
    try login.setPassword("pass word")
    let begun = ContinuousClock.now
    #expect(try login.run(["authenticate", "open_session"], typing: ["pass word"]).exitCode == 0)
    #expect(
      try login.run(["chauthtok"], typing: ["pass word", "newer 12345", "newer 12345"]).exitCode == 0)
    // Without a limit of its own it would wait for half a minute.
    #expect(ContinuousClock.now - begun < .seconds(20))
    #expect(server.heard.withLock { $0.first } == [1, 1, 1, 1])
  }

  @Test func `Nothing is said to a socket of somebody else's`() throws {
    let server = try Server(Liar("as Bailey", Self.welcome, [1, 65]))
    defer { server.end() }
    // The folder is root's, and they are not.
    try Program.run("chmod", ["755", server.folder.path])
    try Program.run("chmod", ["666", server.folder.path + "/enclave.sock"])
    let login = try LoginModule(sockets: server.folder.path)
    try login.setPassword("pass word")
    #expect(try login.run(["authenticate", "open_session"], of: "nobody", typing: ["pass word"]).exitCode == 0)
    // Their folder, and another's process at the socket.
    try Program.run("chown", ["65534", server.folder.path])
    #expect(try login.run(["authenticate", "open_session"], of: "nobody", typing: ["pass word"]).exitCode == 0)
    // One that others may write.
    try Program.run("chmod", ["777", server.folder.path])
    try Program.run("chown", ["0", server.folder.path])
    #expect(try login.run(["authenticate", "open_session"], typing: ["pass word"]).exitCode == 0)
    #expect(server.heard.withLock { $0 } == [])
  }

  @Test func `What speaks for the module cannot be looked into, and no machine under load waits for it`() throws {
    let server = try Server(Liar("says nothing"))
    defer { server.end() }
    let login = try LoginModule(sockets: server.folder.path, on: .unlucky)
    try login.setPassword("pass word")
    let begun = ContinuousClock.now
    #expect(try login.run(["authenticate"], typing: ["pass word"]).exitCode == 0)
    // It waits for an answer for half a minute.
    #expect(ContinuousClock.now - begun < .seconds(20))
    try eventually { server.heard.withLock { $0 } == [[1, 1, 1, 1]] }
  }

  @Test func `Where there is no instance nothing keeps the password, and one that is not up yet has it kept`() throws {
    let folder = try TemporaryFolder()
    let login = try LoginModule(sockets: folder.path + "/run", instance: folder.path + "/instance", on: .endless)
    defer { for process in (try? login.processes()) ?? [] { kill(process, SIGKILL) } }
    try login.setPassword("pass word")
    let steps = ["authenticate", "open_session"]
    #expect(try login.run(steps, typing: ["pass word"]).exitCode == 0)
    try eventually { try login.processes().isEmpty }
    try FileManager.default.createDirectory(
      atPath: folder.path + "/instance/enclave", withIntermediateDirectories: true)
    #expect(try login.run(steps, typing: ["pass word"]).exitCode == 0)
    try eventually { try login.processes().count == 1 }
  }

  @Test func `However often nobody listens yet, descriptors are left for when somebody does`() throws {
    let server = try Server(Liar("as Bailey", Self.welcome, [1, 65]))
    defer { server.end() }
    let login = try LoginModule(sockets: server.folder.path, on: .slowToStart)
    try login.setPassword("pass word")
    let few = ["prlimit", "--nofile=32:32"]
    #expect(try login.run(["authenticate", "open_session"], typing: ["pass word"], under: few).exitCode == 0)
    try eventually { server.heard.withLock { $0.last } == [1, 50, 0, 9] + Array("pass word".utf8) }
  }

  @Test(arguments: [0, 1, 256, 257, 400]) func `Passwords of any length are offered or left alone`(count: Int) throws {
    let server = try Server(Liar("as Bailey", Self.welcome, [1, 65]))
    defer { server.end() }
    let login = try LoginModule(sockets: server.folder.path)
    let password = String(repeating: "x", count: count)
    try login.setPassword(password)
    #expect(try login.run(["authenticate"], typing: [password]).exitCode == 0)
    let offered = [1, 50, UInt8(count >> 8), UInt8(count & 255)] + Array(password.utf8)
    #expect(server.heard.withLock { $0 } == ((1...256).contains(count) ? [[1, 1, 1, 1], offered] : []))
  }

  @Test(
    .enabled(if: LongTests.areWanted && Program.isInstalled("valgrind"), "make test-long, with valgrind"),
    arguments: liars)
  func `Valgrind finds nothing, whatever is said`(liar: Liar) throws {
    let server = try Server(liar)
    defer { server.end() }
    let login = try LoginModule(sockets: server.folder.path)
    try login.setPassword("pass word")
    let tool = ["valgrind", "--quiet", "--trace-children=yes", "--error-exitcode=9", "--leak-check=full"]
    for (operations, lines) in [
      (["authenticate", "open_session", "close_session"], ["pass word"]),
      (["chauthtok"], ["pass word", "newer 12345", "newer 12345"]),
    ] {
      let result = try login.run(operations, typing: lines, under: tool)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(!result.errors.contains("pam_bailey.c:"), "\(result.errors)")
    }
  }
}
