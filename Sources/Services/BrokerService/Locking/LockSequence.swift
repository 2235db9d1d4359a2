// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeyPrefetch
import KeychainAuthorization
import LockFollowing
import PromptQueue
import WidgetPublishing

/// The steps of a lock in `baileyd` before it is acknowledged.
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
