// SPDX-License-Identifier: Apache-2.0
import AccessModel
import Clocks
import Events
import Files
import Glibc
package import MessageBus
package import SystemCalls
import Threads

/// Follows GeoClue and writes down, in the folder of `baileyd`, where the computer is. What is written goes when GeoClue
/// does not know any more, cannot be reached, or this ends; where it ends without that, its age says so.
package final class LocationFollower: Sendable {
  private static let unfinished = ".location-followed-new-"
  /// The longest time until GeoClue is asked again where nobody answered.
  private static let longestPause = Duration.seconds(60)

  private let folder: String
  private let place: BusPlace
  private let say: @Sendable (String) -> Void
  private let news: ThreadNotifier
  private let isOver = Locked(false)

  /// `say` is given a sentence for the log when something is otherwise than before.
  package init(
    writingTo folder: String, on place: BusPlace = .system, say: @escaping @Sendable (String) -> Void
  ) throws(SystemError) {
    self.folder = folder
    self.place = place
    self.say = say
    news = try ThreadNotifier()
  }

  package func stop() {
    isOver.withLock { $0 = true }
    news.notify()
  }

  /// Follows the location until `stop`.
  package func run() {
    forget()
    (try? FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY))?.removeUnfinished(Self.unfinished)
    var (pause, said) = (Duration.seconds(1), "")
    while !isOver.withLock({ $0 }) {
      var sentence = ""
      do throws(BusError) { sentence = try follow() } catch { sentence = Self.sentence(for: error) }
      forget()
      if sentence != said { say(sentence) }
      if isOver.withLock({ $0 }) { break }
      pause = sentence == said ? min(pause * 2, Self.longestPause) : .seconds(1)
      said = sentence
      wait(pause)
    }
    forget()
  }

  /// Follows the location until GeoClue is gone; says why it ended.
  private func follow() throws(BusError) -> String {
    let news = news
    let service = try GeoClue(on: place) { news.notify() }
    defer { service.close() }
    say("GeoClue tells where this computer is.")
    while !isOver.withLock({ $0 }) {
      if let fix = try service.fix(now: WallClock.milliseconds) { write(fix) } else { forget() }
      news.wait(within: FollowedLocation.beat)
    }
    return "GeoClue is not asked any more."
  }

  /// Waits for a time, also through signals of the bus: whoever comes and goes must not keep this busy.
  private func wait(_ time: Duration) {
    let deadline = ContinuousClock.now + time
    while !isOver.withLock({ $0 }), ContinuousClock.now < deadline {
      news.wait(within: ContinuousClock.now.duration(to: deadline))
    }
  }

  private static func sentence(for error: BusError) -> String {
    switch error {
    case .unreachable, .disconnected: "GeoClue cannot be asked: there is no system bus."
    case .refused(let name, _) where name.hasSuffix("ServiceUnknown"): "GeoClue is not installed."
    case .refused(let name, _) where name.hasSuffix("AccessDenied"):
      "GeoClue does not tell Bailey: geoclue.conf or its agent must allow 'bailey'."
    case .noAnswer: "GeoClue does not answer: it may wait for its agent, which asks a person."
    case .refused, .malformed, .tooLarge, .nameTaken, .calledByHandler, .failed: "GeoClue cannot be asked: \(error)."
    }
  }

  // MARK: - The file

  private func write(_ fix: LocationFix) {
    do {
      let folder = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
      let file = try UnfinishedFile(in: folder, Self.unfinished)
      try file.file.write(Array(FollowedLocation.text(of: fix).utf8).span)
      // Nothing is synced: after a power cut the computer may be elsewhere.
      try file.rename(to: FollowedLocation.name, in: folder)
    } catch {
      forget()
    }
  }

  private func forget() {
    try? FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY).unlink(FollowedLocation.name)
  }
}
