// SPDX-License-Identifier: Apache-2.0
import Glibc
package import LinuxSystem
package import WidgetModel
import WireFormat

/// Why an extension has given no answer.
package enum ExtensionFailure: Error, Equatable, Sendable {
  /// The sandbox's program is not installed.
  case noSandbox
  case notStarted(SystemError)
  /// It took longer than an extension may.
  case overdue
  /// It ended in the middle: it crashed, or took more memory than it may.
  case ended
  /// The bytes are no answer: or one with too many views.
  case malformed
  /// It was ended because it keeps more than it may.
  case full
  case said(String)
}

/// What an extension reaches besides its own program: what it is entitled to, and nothing else.
package struct ExtensionAccess: Sendable, Hashable {
  package var hasNetwork: Bool
  package var folders: [Folder]
  /// Only to be read: the rest of its app's bundle.
  package var bundle: String?
  /// What it keeps for itself, such as its settings; nil where there is no place for that.
  package private(set) var container: String?
  /// That can only be read, because there is too much in it.
  package private(set) var isContainerFull = false
  /// Variables of its environment.
  package var variables: [String: String] = [:]

  package struct Folder: Sendable, Hashable {
    package let outside, inside: String
    package init(_ outside: String, at inside: String) { (self.outside, self.inside) = (outside, inside) }
  }

  package init(hasNetwork: Bool = false, folders: [Folder] = [], bundle: String? = nil) {
    (self.hasNetwork, self.folders, self.bundle) = (hasNetwork, folders, bundle)
  }

  /// What an extension may keep: settings and a cache, and not a disk's worth.
  package static let room = 64 << 20

  /// The container, to be written to as long as there is room in it.
  package mutating func use(container path: String?) {
    container = path
    isContainerFull = path.map { FolderUse(of: $0, atMost: Self.room).bytes > Self.room } ?? false
  }
}

/// A running extension, in a sandbox of its own, with limits of time and memory, and without network unless it is entitled.
package final class ExtensionProcess {
  private let child: ChildProcess
  private let requests: FileDescriptor
  private let answers: FileDescriptor
  private let clock = ContinuousClock()
  private let deadline: ContinuousClock.Instant
  /// What may not grow without end while the extension runs.
  private let watched: String?
  /// The kinds that the extension wants to be asked for again, nil for all, since they were taken last.
  private var reloads: Set<String?> = []

  /// Before one answer; and of kinds that are told apart.
  private static let mostReloads = 256
  private static let mostKinds = 16

  package static let time = Duration.seconds(10)
  /// How often what it keeps is looked at while it is waited for.
  private static let look = Duration.milliseconds(50)
  /// Of an extension with its libraries; a phone gives it less.
  private static let memory = 256 << 20
  /// Of files that it writes, all in memory and gone with it.
  private static let files = 16 << 20
  private static let sandbox = "/usr/bin/bwrap"
  /// Where an extension finds its container, as an app does.
  private static let home = "/data"
  private static let places = [
    ("XDG_CONFIG_HOME", "/Library/Preferences"), ("XDG_DATA_HOME", "/Library/Application Support"),
    ("XDG_CACHE_HOME", "/Library/Caches"),
  ]
  private static let limiter = "/usr/bin/prlimit"

  /// The libraries are folders that the program loads libraries from, besides the system's.
  package init(
    program: String, libraries: [String], access: ExtensionAccess = ExtensionAccess(),
    time: Duration = ExtensionProcess.time
  ) throws(ExtensionFailure) {
    guard Environment.canonicalPath(Self.sandbox) != nil, Environment.canonicalPath(Self.limiter) != nil else {
      throw .noSandbox
    }
    do {
      let input = try Pipe()
      let output = try Pipe()
      // What an extension prints may be what nobody may see.
      let nowhere = try FileDescriptor.open("/dev/null", O_WRONLY)
      var plan = ChildPlan(path: Self.limiter, arguments: Self.arguments(program, libraries, access, time))
      (plan.input, plan.output, plan.errors) = (input.reading.raw, output.writing.raw, nowhere.raw)
      child = try ChildProcess.start(plan)
      requests = try input.writing.duplicate()
      answers = try output.reading.duplicate()
    } catch {
      throw .notStarted(error)
    }
    deadline = clock.now.advanced(by: time)
    watched = access.isContainerFull ? nil : access.container
    signal(SIGPIPE, SIG_IGN)
  }

  deinit {
    try? child.send(SIGKILL)
    _ = try? child.wait()
  }

  private static func arguments(
    _ program: String, _ libraries: [String], _ access: ExtensionAccess, _ time: Duration
  ) -> [String] {
    let folder = String(program[..<(program.lastIndex(of: "/") ?? program.startIndex)])
    var words = [
      "--data=\(memory)", "--core=0", "--cpu=\(time.components.seconds)", "--fsize=\(files)", "--nofile=128", "--",
      sandbox, "--unshare-all", "--die-with-parent", "--new-session",
      "--clearenv",
      "--setenv", "SWIFT_BACKTRACE", "enable=no",
      "--ro-bind", "/usr", "/usr", "--ro-bind-try", "/opt", "/opt", "--ro-bind-try", "/etc/localtime", "/etc/localtime",
      "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache",
    ]
    for name in ["bin", "lib", "lib64"] { words += ["--symlink", "usr/\(name)", "/\(name)"] }
    words += ["--proc", "/proc", "--dev", "/dev", "--size", String(files), "--tmpfs", "/tmp"]
    for path in [access.bundle ?? folder] + libraries { words += ["--ro-bind-try", path, path] }
    if access.hasNetwork {
      words += ["--share-net"]
      for name in ["resolv.conf", "hosts", "nsswitch.conf", "ssl/certs"] {
        words += ["--ro-bind-try", "/etc/\(name)", "/etc/\(name)"]
      }
    }
    for folder in access.folders { words += ["--bind", folder.outside, folder.inside] }
    if let container = access.container {
      words += [
        access.isContainerFull ? "--ro-bind" : "--bind", container, home, "--setenv", "HOME", home, "--setenv",
        "TMPDIR", "/tmp",
      ]
      for (name, place) in places { words += ["--setenv", name, home + place] }
    }
    for (name, value) in access.variables { words += ["--setenv", name, value] }
    // What is in memory there would count as nobody's.
    return words + ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/", "--", program]
  }

  /// Sends a request and waits for the answer, until the extension's time is over.
  package func ask(_ request: WidgetRequest) throws(ExtensionFailure) -> WidgetAnswer {
    var writer = ArchiveWriter()
    writer.append(request)
    let head = (0..<4).map { UInt8(truncatingIfNeeded: writer.bytes.count >> (24 - 8 * $0)) }
    let frame = head + writer.bytes
    do { try requests.write(frame.span) } catch { throw .ended }
    for _ in 0...Self.mostReloads {
      switch try nextAnswer() {
      case .reload(let kind): reloads.insert(kind)
      case .failure(let reason): throw .said(reason)
      case let answer: return answer
      }
    }
    throw .malformed
  }

  /// What it wants to be asked for again; nil in the list means everything.
  package func takeReloads() -> [String?] {
    defer { reloads = [] }
    return reloads.count > Self.mostKinds || reloads.contains(nil) ? [nil] : Array(reloads)
  }

  private func nextAnswer() throws(ExtensionFailure) -> WidgetAnswer {
    let length = try read(4).reduce(0) { $0 << 8 | Int($1) }
    guard length <= WidgetRequest.longestFrame else { throw .malformed }
    do { return try WidgetAnswer(frame: try read(length)) } catch let error as ExtensionFailure { throw error } catch {
      throw .malformed
    }
  }

  /// Bytes that the program has read from files and pipes so far; nil where that cannot be seen.
  package var bytesRead: Int? {
    var process = child.process
    // The program is the youngest of the sandbox's own processes.
    while let text = Self.text(of: "/proc/\(process)/task/\(process)/children"),
      let next = text.split(separator: " ").last.flatMap({ Int32($0) })
    { process = next }
    return Self.text(of: "/proc/\(process)/io")?.split(separator: "\n").first { $0.hasPrefix("rchar: ") }
      .flatMap { Int($0.dropFirst("rchar: ".count)) }
  }

  private static func text(of path: String) -> String? {
    guard let bytes = try? FileDescriptor.open(path, O_RDONLY).readToEnd(atMost: 1 << 16) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func checkRoom() throws(ExtensionFailure) {
    guard let watched, FolderUse(of: watched, atMost: ExtensionAccess.room).bytes > ExtensionAccess.room else { return }
    try? child.send(SIGKILL)
    throw .full
  }

  private func read(_ count: Int) throws(ExtensionFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: min(count, 64 << 10))
    while bytes.count < count {
      let left = clock.now.duration(to: deadline)
      guard left > .zero, let ready = try? Poll.readable([answers.raw], within: min(left, Self.look)) else {
        throw .overdue
      }
      guard ready[0] else {
        try checkRoom()
        continue
      }
      let size = min(part.count, count - bytes.count)
      var span = part.mutableSpan
      var room = span._mutatingExtracting(first: size)
      guard let got = try? answers.readAvailable(into: &room), got > 0 else { throw .ended }
      bytes += part.prefix(got)
    }
    return bytes
  }
}
