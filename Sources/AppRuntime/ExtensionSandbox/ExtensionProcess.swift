// SPDX-License-Identifier: Apache-2.0
package import AppSandbox
import Events
import Glibc
package import NetworkAccess
import OwnProcess
import ProcessIsolation
package import Processes
package import SystemCalls
import Threads
package import WidgetModel
import WireFormat

/// Why an extension has given no answer.
package enum ExtensionFailure: Error, Equatable, Sendable {
  /// The sandbox's program is not installed.
  case noSandbox
  case notStarted(SystemError)
  case notConfined(SandboxFailure)
  /// The extension took longer than it may.
  case overdue
  /// The extension ended in the middle: it crashed, or took more memory than it may.
  case ended
  /// The extension's bytes are no answer, or its answer has too many views.
  case malformed
  /// The extension was ended because it keeps more than it may.
  case full
  case said(String)
}

/// A running extension, in the same kind of sandbox as an app, with less in it.
package final class ExtensionProcess {
  /// Goes after the processes that are in it.
  private let limits: ControlGroup
  private let child: ChildProcess
  /// The extension's way to the network; nil for an extension that may not connect to others.
  private let network: NetworkAccess?
  /// The extension's way to the keychain; nil for an extension that has no app.
  private let keychain: ExtensionKeychain?
  private let requests: FileDescriptor
  private let answers: FileDescriptor
  /// What the extension prints; nil where nobody may hear it.
  private let printed: ExtensionOutput?
  private let clock = ContinuousClock()
  private let deadline: ContinuousClock.Instant
  /// The folder that may not grow without end while the extension runs.
  private let watched: MountSource?
  /// The kinds that the extension wants to be asked for again, nil for all, since they were taken last.
  private var reloads: Set<String?> = []

  /// The most reloads before one answer, and of kinds that are told apart.
  private static let mostReloads = 256
  private static let mostKinds = 16

  package static let time = Duration.seconds(10)
  /// How often what it keeps is looked at while it is waited for.
  private static let look = Duration.milliseconds(50)
  /// How long after its end what it has printed is waited for.
  private static let lastWords = Duration.seconds(1)
  private static let sandbox = "/usr/bin/bwrap"

  /// The space for an extension's files: settings and a cache, and not a disk's worth.
  package static let room = 64 << 20

  /// A program's plan for that time.
  package static func plan(
    _ program: String, in bundle: MountSource, named name: String, machine: String,
    time: Duration = ExtensionProcess.time
  ) -> SandboxPlan {
    var plan = SandboxPlan(
      .widgetExtension(seconds: UInt64(time.components.seconds)), bundle: bundle, named: name, program: program,
      machine: machine, user: getuid(), group: getgid())
    // What it says when it crashes may be what nobody may see.
    plan.environment = [("SWIFT_BACKTRACE", "enable=no")]
    return plan
  }

  /// `isHeard` says whether what it prints is kept for `takePrinted`: a developer's own extension, and no app's.
  package init(
    _ plan: SandboxPlan, _ network: NetworkAccess?, _ keychain: ExtensionKeychain? = nil, isHeard: Bool = false,
    time: Duration = ExtensionProcess.time
  ) throws(ExtensionFailure) {
    guard Environment.canonicalPath(Self.sandbox) != nil else { throw .noSandbox }
    var arguments: SandboxArguments
    do { arguments = try SandboxArguments(plan) } catch { throw .notConfined(error) }
    let prepared: SandboxNetwork?
    do {
      limits = ControlGroup(plan.kind.bounds)
      let input = try Pipe()
      let output = try Pipe()
      // What an extension prints may be what nobody may see.
      let errors: FileDescriptor
      if isHeard {
        let pipe = try Pipe()
        errors = try pipe.writing.duplicate()
        printed = try ExtensionOutput.read(from: pipe.reading.duplicate())
      } else {
        errors = try FileDescriptor.open("/dev/null", O_WRONLY)
        printed = nil
      }
      if network != nil || keychain != nil { prepared = try SandboxNetwork(&arguments) } else { prepared = nil }
      var start = try arguments.childPlan(of: Self.sandbox, mark: "widget")
      (start.input, start.output, start.errors) = (input.reading.raw, output.writing.raw, errors.raw)
      (start.share, start.limits) = (limits.share, plan.kind.limits)
      child = try ChildProcess.start(start)
      requests = try input.writing.duplicate()
      answers = try output.reading.duplicate()
    } catch {
      throw .notStarted(error)
    }
    deadline = clock.now.advanced(by: time)
    watched = plan.isContainerReadOnly ? nil : plan.container
    (self.network, self.keychain) = (network, keychain)
    signal(SIGPIPE, SIG_IGN)
    if let prepared { try begin(prepared) }
  }

  /// Puts the keychain and the proxy into its network, and lets it run.
  private func begin(_ prepared: SandboxNetwork) throws(ExtensionFailure) {
    do {
      try network?.prepare()
      guard let sockets = try prepared.sockets(of: child, within: clock.now.duration(to: deadline)) else { return }
      try keychain?.listen(on: sockets.packets)
      if let network { try network.start(on: sockets.stream, tunnel: prepared.tunnel()) }
      try prepared.begin()
    } catch {
      try? child.send(SIGKILL)
      throw .notStarted(error)
    }
  }

  deinit {
    try? child.send(SIGKILL)
    _ = try? child.wait()
    network?.finish()
  }

  /// Sends a request and waits for the answer, until the extension's time is over.
  package func ask(_ request: WidgetRequest) throws(ExtensionFailure) -> WidgetAnswer {
    var writer = ArchiveWriter()
    writer.append(request)
    let head = (0..<4).map { UInt8(truncatingIfNeeded: writer.bytes.count >> (24 - 8 * $0)) }
    let frame = head + writer.bytes
    try send(frame)
    for _ in 0...Self.mostReloads {
      switch try nextAnswer() {
      case .reload(let kind): reloads.insert(kind)
      case .failure(let reason): throw .said(reason)
      case let answer: return answer
      }
    }
    throw .malformed
  }

  /// An extension that reads nothing is ended when its time is over, so that nobody waits for it here.
  private func send(_ frame: [UInt8]) throws(ExtensionFailure) {
    do {
      let (sent, process, left) = (try ThreadNotifier(), child.process, clock.now.duration(to: deadline))
      defer { sent.notify() }
      try SystemThread.start(named: "deadline") { if !sent.wait(within: left) { kill(process, SIGKILL) } }
      try requests.write(frame.span)
    } catch {
      throw clock.now < deadline ? .ended : .overdue
    }
  }

  /// The lines that the extension has printed since they were taken last; all of them where it has ended.
  package func takePrinted(atEnd: Bool) -> [String] { printed?.take(atEnd: atEnd, within: Self.lastWords) ?? [] }

  /// The kinds of widgets that the extension wants to be asked for again; nil in the list means everything.
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
    guard let watched, FolderUse.isFull(watched) else { return }
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
