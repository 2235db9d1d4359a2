// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerMessages
import SystemCalls

/// The outcome of an attempt to be served again.
enum ServiceRenewal {
  case served(HandedSocket)
  /// `baileyd` may be being started again.
  case notYet
  /// Bailey has stopped: the files of the app are gone, and come back for later starts alone.
  case stopped
}

/// How one start of an app is served by `baileyd`, and what follows for the app.
enum AppService {
  case served(HandedSocket)
  case lost
  /// The app has been told to end, and has until then.
  case ending(ContinuousClock.Instant)
  case killed

  /// The time between attempts to reach a `baileyd` that is being started again.
  private static let pause = Duration.seconds(1)
  /// An app may save what it has. `baileyd` waits for longer than this.
  private static let timeToEnd = Duration.seconds(1)

  enum Step { case goOn, tellToEnd, kill }

  /// The descriptor to wait on; -1 where nothing more can come.
  var descriptor: Int32 {
    switch self {
    case .served(let connection): connection.raw
    case .lost, .ending, .killed: -1
    }
  }

  var timeToNextStep: Duration? {
    switch self {
    case .served, .killed: nil
    case .lost: Self.pause
    case .ending(let deadline): max(.zero, ContinuousClock.now.duration(to: deadline))
    }
  }

  /// The next step, after a wait.
  mutating func next(isReadable: Bool, _ renew: () -> ServiceRenewal) -> Step {
    switch self {
    case .served(let connection):
      guard isReadable else { return .goOn }
      return connection.word() == .end ? begin() : look(renew)
    case .lost: return look(renew)
    case .ending(let deadline):
      guard deadline <= .now else { return .goOn }
      self = .killed
      return .kill
    case .killed: return .goOn
    }
  }

  /// Nobody is told of a failure that may pass: the app's own calls say that the keychain cannot be reached.
  private mutating func look(_ renew: () -> ServiceRenewal) -> Step {
    switch renew() {
    case .served(let connection): self = .served(connection)
    case .notYet: self = .lost
    case .stopped: return begin()
    }
    return .goOn
  }

  private mutating func begin() -> Step {
    self = .ending(.now.advanced(by: Self.timeToEnd))
    return .tellToEnd
  }
}
