// SPDX-License-Identifier: Apache-2.0

/// A part of a daemon that holds something which a lock takes away, or that tells others of locks.
///
/// A lock goes through its followers step by step: each step reaches all of them, in their order, before the next begins.
/// A follower implements the steps that concern it.
package protocol LockFollower: Sendable {
  /// The screen is locked and the grace period runs: the keys are still there.
  func graceBegan()
  /// The keys go. Give up what a lock takes away, and take nothing new. Requests under way are not over yet.
  func keysWillGo()
  /// The lock waits for requests under way from now on. End those that wait for something themselves.
  func requestsAreAwaited()
  /// Ends the wait for requests: none from before the lock is under way any more, or the time for them is over. Give up
  /// what they left.
  func requestsAreOver()
  /// The keys are gone.
  func keysAreGone()
  /// The keys are back.
  func keysAreBack()
}

extension LockFollower {
  package func graceBegan() {}
  package func keysWillGo() {}
  package func requestsAreAwaited() {}
  package func requestsAreOver() {}
  package func keysAreGone() {}
  package func keysAreBack() {}
}

/// The followers of one daemon, in the order in which each step reaches them.
package struct LockFollowers: LockFollower {
  private let followers: [any LockFollower]

  package init(_ followers: [any LockFollower]) { self.followers = followers }

  /// The types of the followers, in their order.
  package var names: [String] { followers.map { "\(type(of: $0))" } }

  package func graceBegan() { for follower in followers { follower.graceBegan() } }
  package func keysWillGo() { for follower in followers { follower.keysWillGo() } }
  package func requestsAreAwaited() { for follower in followers { follower.requestsAreAwaited() } }
  package func requestsAreOver() { for follower in followers { follower.requestsAreOver() } }
  package func keysAreGone() { for follower in followers { follower.keysAreGone() } }
  package func keysAreBack() { for follower in followers { follower.keysAreBack() } }
}
