// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainModel
import KeychainStore
import LinuxSystem
import ProtectionModel
import ProtectionModelTesting
import TemporaryFolder
import TerminalConsole

@testable import KeychainTools

/// What a command did.
struct Ended: Equatable {
  var code: Int32
  var output: String
  var errors: String

  init(_ code: Int32, _ output: String = "", _ errors: String = "") {
    self.code = code
    self.output = output
    self.errors = errors
  }
}

/// Commands on a real store, with keys that a test locks.
struct ToolHarness {
  private let keys = FakeClassKeys()
  let keychain: any KeychainService

  private struct Examiner: CertificateExaminer {
    func accepts(_ certificate: Span<UInt8>, _ filters: MatchFilters) -> Bool { false }
  }

  init(in folder: String) throws {
    let store = try KeychainStore(folder + "/keychain", keys: keys, examiner: Examiner(), clock: { 0 })
    keychain = store.session(for: KeychainCaller(groups: AccessGroupList(["group"])))
  }

  func lock() { keys.move(to: .locked) }

  func run(_ words: String...) -> Ended { run(words) }

  /// As `security` with these words.
  func run(_ words: [String], input: String = "") -> Ended {
    onConsole(input) { console in
      let keychain = keychain
      return SecurityTool(console, keychainPath: "/k") { () throws(ToolFailure) in keychain }.run(words)
    }
  }

  /// What a body prints; an `Ended` that no command gives where there is no room for files.
  func onConsole(_ input: String, _ body: (Console) -> Int32) -> Ended {
    (try? files(input, body)) ?? Ended(.min)
  }

  private func files(_ input: String, _ body: (Console) -> Int32) throws -> Ended {
    let streams = try (0..<3).map { _ in try Stream() }
    try streams[0].file.write(Array(input.utf8).span)
    try streams[0].file.rewind()
    let console = Console(
      input: try streams[0].file.duplicate(), output: try streams[1].file.duplicate(),
      errors: try streams[2].file.duplicate())
    let code = body(console)
    return Ended(code, try streams[1].text(), try streams[2].text())
  }

  private final class Stream {
    let file: FileDescriptor
    init() throws { file = try FileDescriptor.open("/tmp", OpenFlag.temporary | O_RDWR, mode: 0o600) }
    func text() throws -> String { String(decoding: try file.read(count: 1 << 20, at: 0), as: UTF8.self) }
  }
}

func withTool(_ body: (ToolHarness) throws -> Void) throws {
  try withTemporaryFolder { folder in try body(ToolHarness(in: folder)) }
}
