// SPDX-License-Identifier: Apache-2.0
import Events
import Processes
import Threads

/// Starts a program whenever the person is at an open screen again, a while after the login has had its turn.
package enum UnlockReminder {
  /// The login's password may be the passcode: it is tried first.
  private static let patience = Duration.seconds(3)

  /// Starts it from now on, as long as this process lives, once at a time. May fail: then nobody is reminded.
  ///
  /// - Parameters:
  ///   - user: Whose sessions count.
  ///   - words: The program, which asks the person, and its arguments.
  package static func start(of user: UInt32, running words: [String]) {
    let plan = ChildPlan(path: words[0], arguments: Array(words.dropFirst()))
    let arrived: @Sendable () -> Void = {
      _ = try? Poll.readable([], within: patience)
      _ = try? ChildProcess.start(plan).wait()
    }
    guard let follower = try? ArrivalFollower(of: user, arrived: arrived) else { return }
    try? SystemThread.start(named: "arrivals") { follower.run() }
  }
}
