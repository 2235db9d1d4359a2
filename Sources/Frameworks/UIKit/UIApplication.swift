// SPDX-License-Identifier: Apache-2.0
public import Foundation
import ProtectionModel

/// The app, as far as it concerns data protection: whether protected data is there, and when it comes and goes.
@MainActor open class UIApplication: UIResponder {
  /// The one application of this process. It follows the lock state from the first time it is asked for.
  public static let shared = UIApplication(following: BrokerLockStates())

  /// Posted on the main thread when the screen is locked, while protected data can still be read for a moment.
  nonisolated public static let protectedDataWillBecomeUnavailableNotification = Notification.Name(
    "UIApplicationProtectedDataWillBecomeUnavailable")

  /// Posted on the main thread when protected data can be read again.
  nonisolated public static let protectedDataDidBecomeAvailableNotification = Notification.Name(
    "UIApplicationProtectedDataDidBecomeAvailable")

  /// Told before the notifications are posted.
  open weak var delegate: (any UIApplicationDelegate)?

  private let states: any LockStateSource
  private var isAvailable: Bool?
  private var follower: LockStateFollower?

  package init(following states: any LockStateSource) {
    self.states = states
    super.init()
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
