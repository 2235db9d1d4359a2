// SPDX-License-Identifier: Apache-2.0
import CallerIdentity
import Files
import Glibc
import Processes
import SecretServiceModel
import SystemCalls

/// A process on the bus, held by a pidfd, and what is known of the program that it runs.
final class KnownCaller: Sendable {
  private let process: ProcessHandle?
  /// The place where the kernel says that the caller's executable lies: looking at the file itself could wait for
  /// whoever serves it.
  private let link: [UInt8]
  /// A script is read anew at each call.
  private let isScript: Bool
  let program: SecretProgram?

  /// A program that cannot be told from others.
  static let unknown = KnownCaller()

  private init() {
    process = nil
    link = []
    isScript = false
    program = nil
  }

  /// Whatever process has the number now; its program is not read yet.
  init(process number: Int32) throws(SystemError) {
    process = try ProcessHandle(process: number)
    link = []
    isScript = false
    program = nil
  }

  private init(process: consuming ProcessHandle, _ link: [UInt8], _ program: SecretProgram?, isScript: Bool) {
    self.process = consume process
    self.link = link
    self.program = program
    self.isScript = isScript
  }

  /// Whether it is known who it is: not after it has become another program (`execve(2)`), and not of a script.
  var isCurrent: Bool {
    switch process {
    case .none: return true
    case .some(let process):
      guard !isScript, !link.isEmpty else { return false }
      return (try? process.executablePath()) == link
    }
  }

  /// Reads its files, which may take as long as whoever serves them likes.
  func read(_ files: ProgramFiles) -> KnownCaller {
    switch process {
    case .none: return .unknown
    case .some(let process):
      guard let held = try? ProcessHandle(process: process.process), process.isAlive,
        let link = try? held.executablePath(), let execution = try? ProcessExecution(of: held),
        let executable = try? files.file(of: held, execution)
      else { return .unknown }
      var parts = [SecretProgram.Part(executable)]
      switch Interpreter.script(of: held, executable.path) {
      case .none: break
      case .others: return .unknown
      case .file(let path):
        guard let file = try? files.file(at: path) else { return .unknown }
        parts.append(SecretProgram.Part(file))
      }
      // The number meant the same process all the time, and it ran the same file.
      guard process.isAlive, execution.look() == .same, (try? held.executablePath()) == link else { return .unknown }
      return KnownCaller(process: held, link, SecretProgram(parts), isScript: parts.count > 1)
    }
  }
}

extension SecretProgram.Part {
  fileprivate init(_ file: ProgramFile) {
    self.init(path: file.path, digest: file.digest, isGuarded: file.place == .guarded)
  }
}

/// Programs that run what a file says.
private enum Interpreter {
  enum Script {
    case none
    case file(String)
    /// The program passes on what others say, and does not tell who they are.
    case others
  }

  /// `ld` is the dynamic linker, which can be started with a program.
  private static let names = [
    "python", "pypy", "perl", "ruby", "node", "nodejs", "bash", "dash", "sh", "zsh", "fish", "ksh", "gjs", "php",
    "lua", "tclsh", "wish", "guile", "Rscript", "java", "deno", "bun", "busybox", "dotnet", "electron", "mono", "ld",
  ]
  private static let relays = ["xdg-dbus-proxy", "systemd-stdio-bridge", "socat"]
  private static let longestLine = 64 << 10

  /// The first word of its command line that is the path of a file. The process says so itself, and can say anything: it is shown as
  /// such.
  static func script(of process: borrowing ProcessHandle, _ executable: [UInt8]) -> Script {
    let name = String(decoding: executable.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
    if relays.contains(name) { return .others }
    guard names.contains(String(name.prefix { !$0.isNumber && $0 != "." && $0 != "-" })),
      let folder = try? FileDescriptor.open("/proc/\(process.process)", OpenFlag.path | O_DIRECTORY),
      let line = try? folder.open("cmdline", O_RDONLY).readToEnd(atMost: longestLine)
    else { return .none }
    for word in line.split(separator: 0).dropFirst() {
      // What follows is a program on the line itself, or the name of a module.
      if word.elementsEqual("-c".utf8) || word.elementsEqual("-m".utf8) || word.elementsEqual("-e".utf8) {
        return .none
      }
      guard word.first != UInt8(ascii: "-") else { continue }
      return file(String(decoding: word, as: UTF8.self), folder)
    }
    return .none
  }

  private static func file(_ word: String, _ folder: borrowing FileDescriptor) -> Script {
    if word.hasPrefix("/") { return .file(word) }
    guard let place = try? folder.symbolicLinkTarget("cwd") else { return .none }
    return .file(String(decoding: place, as: UTF8.self) + "/" + word)
  }
}
