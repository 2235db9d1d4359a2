// SPDX-License-Identifier: Apache-2.0
import Clocks
import Events
import Glibc
import OwnProcess
import Processes
import ProtectionModel
import SystemCalls
import WidgetCommands
import WidgetModel
import WidgetService
import WidgetUpdates

// MARK: - watch

extension WidgetTool {
  func watch(_ options: RenderOptions) throws(WidgetFailure) {
    // Before anything is kept waiting: whether there is such an extension at all.
    let watched = try widgetExtension(options.source)
    var words = ["render", "--when-due", "--until-lock", "--surface", options.surface.rawValue]
    words += ["--scale", String(options.scale)] + options.look.words
    switch options.source {
    case .unnamed: break
    case .package(let folder): words += ["--package", folder]
    case .executable(let path, let entitlements):
      words += ["--executable", path] + (entitlements.map { ["--entitlements", $0] } ?? [])
    // What is installed later under the same name does not come in between.
    case .installed: words += ["--app", watched.owner]
    }
    if let kind = options.kind { words += ["--kind", kind] }
    if let family = options.family { words += ["--family", family.name] }
    if let output = options.output { words += ["--output", output] }
    let painter = try painter(options.source)
    try painter.expectOffered(options.kind, options.family, on: options.surface)
    try follow(words, { [try? self.widgetExtension(options.source)].compactMap(\.self) }) {
      painter.shown(options.kind, options.family).map { [$0] } ?? []
    }
  }

  /// Draws a new picture whenever it changes, each by a process of its own: what a picture showed is in no memory once it
  /// is there. What is shown may become known only once it was drawn.
  func follow(
    _ words: [String], _ extensions: () -> [WidgetExtension], showing shown: () -> [ShownWidget]
  ) throws(WidgetFailure) {
    var known = Known()
    known.state = PicturePublisher().changes(known.following([], seconds: 0))?.state
    while true {
      let drawn = try frame(words, &known)
      // Another lock state, another picture, and at once.
      guard case .ended(let next) = drawn else { continue }
      known.widgets = Array(shown().prefix(WidgetFollowing.mostWidgets))
      let now = WallClock.secondsSinceReferenceDate
      // An extension that has nothing to say is not asked all the time.
      let end = max(next ?? (now + Self.rest), now + 1)
      while WallClock.secondsSinceReferenceDate < end {
        let left = min(max(end - WallClock.secondsSinceReferenceDate, 1), Self.longestWait)
        guard let news = known.publisher.changes(known.following(known.widgets, seconds: UInt16(left))) else {
          // `baileyd` is started again: what it says then may be anything.
          _ = try? Poll.readable([], within: .seconds(1))
          known.state = known.publisher.changes(known.following([], seconds: 0))?.state
          break
        }
        let isOther = news.state != known.state || !news.reloads.isEmpty
        (known.state, known.number) = (news.state, news.number)
        if !news.reloads.isEmpty { expire(news.reloads, extensions()) }
        if isOther { break }
      }
    }
  }

  /// The knowledge of a watcher: the lock state and the reloads so far.
  private struct Known {
    let publisher = PicturePublisher()
    var state: LockState?
    var number: UInt64 = 0
    var widgets: [ShownWidget] = []

    func following(_ widgets: [ShownWidget], seconds: UInt16) -> WidgetFollowing {
      WidgetFollowing(state: state, number: number, widgets: widgets, seconds: seconds)
    }
  }

  private func expire(_ reloads: [WidgetReload], _ extensions: [WidgetExtension]) {
    for reload in reloads {
      for found in extensions where reload.owner == found.owner || found.owner.hasPrefix(reload.owner + ".") {
        WidgetReloads.expire(reload, of: found)
      }
    }
  }

  private static let rest = 60.0
  private static let longestWait = 25.0
  private static let step = Duration.milliseconds(50)

  private enum Frame {
    /// The frame is there, or could not be drawn; the next one is due then, if that was said.
    case ended(next: Double?)
    /// The lock state changed meanwhile.
    case interrupted
  }

  /// Draws one picture. A change of the lock state ends what is being drawn: nobody may see it any more.
  private func frame(_ words: [String], _ known: inout Known) throws(WidgetFailure) -> Frame {
    do throws(SystemError) {
      let output = try Pipe()
      var plan = ChildPlan(path: try Environment.executablePath(), arguments: words)
      plan.output = output.writing.raw
      let child = try ChildProcess.start(plan)
      var isInterrupted = false
      while try Poll.readable([child.descriptor.raw], within: Self.step)[0] == false {
        // Reloads are heard of later.
        guard let before = known.state, let news = known.publisher.changes(known.following(known.widgets, seconds: 0)),
          news.state != before
        else { continue }
        (known.state, isInterrupted) = (news.state, true)
        try child.send(SIGKILL)
      }
      _ = try child.wait()
      guard !isInterrupted else { return .interrupted }
      guard try Poll.readable([output.reading.raw], within: .zero)[0] else { return .ended(next: nil) }
      let text = String(decoding: try output.reading.read(upTo: 64), as: UTF8.self)
      return .ended(next: text.split(separator: "\n").first.flatMap { Double($0) })
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
