// SPDX-License-Identifier: Apache-2.0
import AppNames
import Clocks
import Events
import OwnProcess
import ProtectionModel
import TerminalConsole
import WidgetCommands
import WidgetModel
import WidgetService

// MARK: - lockscreen

extension WidgetTool {
  private static let attempts = 8
  private static let file = "lockscreen.png"
  private static let smallFamilies: [Family] = [.accessoryRectangular, .accessoryCircular]
  private static let largeFamilies: [Family] = [.systemMedium, .systemSmall]

  func lockScreen(_ options: LockScreenOptions) throws(WidgetFailure) {
    let path: String
    if let output = options.output { path = output } else { path = try WidgetInstance.home() + "/" + Self.file }
    guard !options.follows else {
      let words = [
        "lockscreen", "--when-due", "--output", path, "--width", "\(options.width)", "--height", "\(options.height)",
      ]
      return try follow(words + ["--"] + options.sources, { (try? self.extensions(options.sources)) ?? [] }) {
        ((try? self.extensions(options.sources)) ?? []).flatMap {
          WidgetPainter($0, libraries: Self.libraries, surfaces: OwnersSurfaces.read).shown(in: [
            Self.smallFamilies, Self.largeFamilies,
          ])
        }
      }
    }
    let extensions = try extensions(options.sources)
    let states = try LockStateReader()
    for attempt in 0..<Self.attempts {
      if attempt > 0 { _ = try? Poll.readable([], within: .milliseconds(15 * attempt)) }
      let state = states.state
      let cover = state == .locked ? nil : try picture(of: extensions, options, in: .locked)
      // The picture for a lock that is to come shows no more than the one that takes its place would.
      let shown: [UInt8]
      if options.isForLock, let cover { shown = cover } else { shown = try picture(of: extensions, options, in: state) }
      let outcome = try PicturePublisher().publish(
        shown, at: path, cover: options.isForLock ? nil : cover, for: state)
      guard outcome == .published else { continue }
      // The clock's next minute.
      let now = WallClock.secondsSinceReferenceDate
      if options.saysWhenDue { console.print(String(((now / 60).rounded(.down) + 1) * 60)) }
      return
    }
    throw .unstable
  }

  private func extensions(_ names: [String]) throws(WidgetFailure) -> [WidgetExtension] {
    guard !names.isEmpty else { return try InstalledExtensions.all() }
    var found: [WidgetExtension] = []
    for name in names { found.append(try anExtension(name)) }
    return found
  }

  private func anExtension(_ word: String) throws(WidgetFailure) -> WidgetExtension {
    guard !AppWord.isPath(word) else { return try WidgetExtension(at: word) }
    do throws(WidgetFailure) { return try InstalledExtensions.named(AppWord(word)) } catch {
      // A package or a program of the current folder, where no app is called so.
      if case .app(.ambiguous) = error { throw error }
      guard Environment.canonicalPath(word) != nil else { throw error }
      return try WidgetExtension(at: word)
    }
  }

  private func picture(
    of extensions: [WidgetExtension], _ options: LockScreenOptions, in state: LockState
  ) throws(WidgetFailure) -> [UInt8] {
    var (small, large): ([WidgetPainter.Drawing], [WidgetPainter.Drawing]) = ([], [])
    for one in extensions {
      do throws(WidgetFailure) {
        let painter = WidgetPainter(one, libraries: Self.libraries, surfaces: OwnersSurfaces.read)
        for widget in try painter.widgets() {
          func draw(_ families: [Family]) throws(WidgetFailure) -> WidgetPainter.Drawing? {
            guard let family = families.first(where: { widget.families.contains($0) }) else { return nil }
            var wish = WidgetPainter.Wish(
              widget.kind, family, on: .lockScreen, in: state, now: WallClock.secondsSinceReferenceDate)
            wish.fetching = .whenDue
            wish.change = { $0.appearance = .dark }
            return try painter.drawing(wish)
          }
          if let drawing = try draw(Self.smallFamilies) { small.append(drawing) }
          if let drawing = try draw(Self.largeFamilies) { large.append(drawing) }
        }
      } catch {
        // One extension that fails costs its own widgets.
        console.note("bailey: \(Printable.oneLine(one.name)): \(error.sentence)")
      }
    }
    let now = LocalTime.now
    return LockScreenPicture(width: options.width, height: options.height).png(
      time: now.time(toTwelve: OwnerLanguage.current.countsHoursToTwelve), date: now.date, small: small, large: large)
  }
}
