// SPDX-License-Identifier: Apache-2.0
public import Foundation
import ProtectionModel

/// The app, as far as it concerns data protection: whether protected data is there, and when it comes and goes.
@MainActor open class UIApplication: UIResponder {
  /// The one application of this process.
  open class var shared: UIApplication { theOne }

  private static let theOne: UIApplication = {
    _ = sharedFollower
    return UIApplication(BrokerLockStates())
  }()

  /// Follows the lock state from the first time that the application, or the name of one of its notifications, is
  /// asked for: who only observes has nothing else to begin with.
  nonisolated private static let sharedFollower = LockStateFollower(BrokerLockStates()) { shared.follow($0) }

  /// Posted on the main thread when the screen is locked, while protected data can still be read for a moment.
  nonisolated public static let protectedDataWillBecomeUnavailableNotification = followed(
    "UIApplicationProtectedDataWillBecomeUnavailable")

  /// Posted on the main thread when protected data can be read again.
  nonisolated public static let protectedDataDidBecomeAvailableNotification = followed(
    "UIApplicationProtectedDataDidBecomeAvailable")

  /// The name of a notification that will be posted from now on.
  nonisolated private static func followed(_ name: String) -> Notification.Name {
    _ = sharedFollower
    return Notification.Name(name)
  }

  /// The app's delegate, told before the notifications are posted.
  open weak var delegate: (any UIApplicationDelegate)?

  private let states: any LockStateSource
  private var isAvailable: Bool?
  /// The follower of an application that is not the shared one.
  private var follower: LockStateFollower?

  private init(_ states: any LockStateSource) {
    self.states = states
    super.init()
  }

  package convenience init(following states: any LockStateSource) {
    self.init(states)
    follower = LockStateFollower(states) { [weak self] state in self?.follow(state) }
  }

  /// Whether protected data can be read at this moment. The next moment may be different: code should rather try, and
  /// take the error for an answer.
  open var isProtectedDataAvailable: Bool {
    switch try? states.lockState(otherThan: nil, seconds: 0) {
    case .unlocked, .grace: true
    case .beforeFirstUnlock, .locked, nil: false
    }
  }

  /// Tells of a change. A lock is told as soon as the screen is locked, which leaves the grace period for tidying up.
  private func follow(_ state: LockState) {
    let nowAvailable = state == .unlocked
    defer { isAvailable = nowAvailable }
    guard let isAvailable, isAvailable != nowAvailable else { return }
    if nowAvailable {
      delegate?.applicationProtectedDataDidBecomeAvailable(self)
      NotificationCenter.default.post(name: Self.protectedDataDidBecomeAvailableNotification, object: self)
    } else {
      delegate?.applicationProtectedDataWillBecomeUnavailable(self)
      NotificationCenter.default.post(name: Self.protectedDataWillBecomeUnavailableNotification, object: self)
    }
  }
}
