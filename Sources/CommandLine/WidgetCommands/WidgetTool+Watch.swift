// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import ProtectionModel
import WidgetCommandLine
import WidgetModel
import WidgetService

// MARK: - watch

extension WidgetTool {
  func watch(_ options: RenderOptions) throws(WidgetFailure) {
    // Before anything is kept waiting: whether there is such an extension at all.
    _ = try widgetExtension(options.source)
    var words = ["render", "--when-due", "--until-lock", "--surface", options.surface.rawValue]
    words += ["--scale", String(options.scale)] + (options.isDark ? ["--dark"] : [])
    switch options.source {
    case .unnamed: break
    case .package(let folder): words += ["--package", folder]
    case .executable(let path, let entitlements):
      words += ["--executable", path] + (entitlements.map { ["--entitlements", $0] } ?? [])
    case .installed(let name): words += ["--app", name]
    }
    if let kind = options.kind { words += ["--kind", kind] }
    if let family = options.family { words += ["--family", family.name] }
    if let output = options.output { words += ["--output", output] }
    try follow(words)
  }

  /// A new picture whenever it changes, each drawn by a process of its own: what a picture showed is in no memory once it
  /// is there.
  func follow(_ words: [String]) throws(WidgetFailure) {
    let publisher = PicturePublisher()
    var state = publisher.state(otherThan: .beforeFirstUnlock, seconds: 0)
    while true {
      let next = try frame(words, publisher, &state)
      let now = WallClock.secondsSinceReferenceDate
      // An extension that has nothing to say is not asked all the time.
      let end = max(next ?? (now + Self.rest), now + 1)
      while WallClock.secondsSinceReferenceDate < end {
        let left = min(max(end - WallClock.secondsSinceReferenceDate, 1), Self.longestWait)
        guard let known = state, let now = publisher.state(otherThan: known, seconds: UInt16(left)) else {
          // `baileyd` is started again: what it says then may be anything.
          _ = try? Poll.readable([], within: .seconds(1))
          state = publisher.state(otherThan: .beforeFirstUnlock, seconds: 0)
          break
        }
        if now != known {
          state = now
          break
        }
      }
    }
  }

  private static let rest = 60.0
  private static let longestWait = 25.0
  private static let step = Duration.milliseconds(50)

  /// Draws one picture. A change of the lock state ends what is being drawn: nobody may see it any more.
  private func frame(
    _ words: [String], _ publisher: PicturePublisher, _ state: inout LockState?
  ) throws(WidgetFailure) -> Double? {
    do throws(SystemError) {
      let output = try Pipe()
      var plan = ChildPlan(path: try Environment.executablePath(), arguments: words)
      plan.output = output.writing.raw
      let child = try ChildProcess.start(plan)
      while try Poll.readable([child.descriptor.raw], within: Self.step)[0] == false {
        guard let known = state, let now = publisher.state(otherThan: known, seconds: 0), now != known else { continue }
        state = now
        try child.send(SIGKILL)
      }
      _ = try child.wait()
      guard try Poll.readable([output.reading.raw], within: .zero)[0] else { return nil }
      let text = String(decoding: try output.reading.read(upTo: 64), as: UTF8.self)
      return text.split(separator: "\n").first.flatMap { Double($0) }
    } catch {
      throw .notStarted(error)
    }
  }
}

extension FileDescriptor {
  fileprivate func read(upTo count: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    let got = try readAvailable(into: &span)
    return Array(bytes.prefix(got))
  }
}
