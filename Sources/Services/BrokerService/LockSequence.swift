// SPDX-License-Identifier: Apache-2.0
package import FileKeychain
package import KeyPrefetch
package import KeychainAuthorization
package import LockFollowing
package import PromptQueue
import ProtectionModel
import WidgetPublishing

/// What a lock does in `baileyd` before it is acknowledged.
struct LockSequence: Sendable {
  let barrier: RequestBarrier
  let followers: LockFollowers

  /// Returns when no request from before is under way any more, or when the time for them is over. Only in the first case
  /// may the lock be acknowledged.
  func keysGo(within time: Duration) -> RequestBarrier.Outcome {
    followers.keysWillGo()
    let outcome = barrier.waitForThoseInside(within: time, after: followers.requestsAreAwaited)
    followers.requestsAreOver()
    return outcome
  }
}

// MARK: - The order

extension LockFollowers {
  /// Whoever holds something that a lock takes away is in this list. Each step of a lock reaches them in this order.
  static func inOrder(
    _ authenticator: PersonAuthenticator, _ permits: BackupPermits, _ ownerPermits: OwnerPermits,
    _ fileKeychains: FileKeychains?,
    _ itemKeys: PrefetchingClassKeys, _ lockStates: LockStateBoard, _ pictures: PublishedPictures,
    _ widgets: FollowedWidgets
  ) -> LockFollowers {
    let followers: [(any LockFollower)?] = [
      pictures,
      authenticator,
      permits,
      ownerPermits,
      fileKeychains,
      itemKeys,
      lockStates,
      // After the pictures: whoever draws the next ones finds what the last ones were hidden for.
      widgets,
    ]
    return LockFollowers(followers.compactMap(\.self))
  }
}

// MARK: - What each follower does

extension PersonAuthenticator: LockFollower {
  package func graceBegan() { screenLocked() }
  package func keysWillGo() { screenLocked() }
  package func requestsAreAwaited() { locked() }
  package func keysAreBack() { unlocked() }
}

extension BackupPermits: LockFollower {
  package func keysWillGo() { forgetAll() }
}

extension OwnerPermits: LockFollower {
  package func keysWillGo() { forgetAll() }
}

extension FileKeychains: LockFollower {
  package func keysWillGo() { lockAll() }
  /// A restore that was under way may have made one just before.
  package func requestsAreOver() { lockAll() }
}

extension PrefetchingClassKeys: LockFollower {
  package func keysWillGo() { shut() }
  package func keysAreBack() { open() }
}

extension LockStateBoard: LockFollower {
  package func graceBegan() { change(to: .grace) }
  package func keysAreGone() { change(to: .locked) }
  package func keysAreBack() { change(to: .unlocked) }
}
