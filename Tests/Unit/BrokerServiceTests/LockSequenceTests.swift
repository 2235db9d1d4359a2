// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeyPrefetch
import KeychainAuthorization
import KeychainStore
import LockFollowing
import PromptModel
import PromptQueue
import ProofModel
import ProtectionModel
import ProtectionModelTesting
import TemporaryFolder
import Testing
import WidgetPublishing

@testable import BrokerService
import Threads

@Suite struct LockSequenceTests {
  private final class Notes: Sendable {
    let lines = Locked<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    func take() -> [String] {
      lines.withLock { lines in
        defer { lines = [] }; return lines
      }
    }
  }

  private struct NotingFollower: LockFollower {
    let name: String
    let notes: Notes
    var barrier: RequestBarrier?
    func graceBegan() { notes.add("\(name) graceBegan") }
    func keysWillGo() { notes.add("\(name) keysWillGo \(barrier?.isUndisturbed ?? true)") }
    func requestsAreAwaited() { notes.add("\(name) requestsAreAwaited \(barrier?.isUndisturbed ?? false)") }
    func requestsAreOver() { notes.add("\(name) requestsAreOver") }
    func keysAreGone() { notes.add("\(name) keysAreGone") }
    func keysAreBack() { notes.add("\(name) keysAreBack") }
  }

  private struct NoProofs: PasscodeProofs {
    func hasPasscode() throws(AuthenticationRefusal) -> Bool { false }
    func take(_ claim: ProofClaim) -> Bool { false }
    func takeUnlock(_ claim: ProofClaim, within seconds: UInt16) -> Bool { false }
    func forgetPresence(_ question: QuestionNumber) {}
  }

  @Test func `each step of a lock reaches all followers before the next, the wait between giving up and the rest`() {
    let (notes, barrier) = (Notes(), RequestBarrier())
    let followers = ["a", "b"].map { NotingFollower(name: $0, notes: notes, barrier: barrier) }
    let locks = LockSequence(barrier: barrier, followers: LockFollowers(followers))
    locks.followers.graceBegan()
    #expect(notes.take() == ["a graceBegan", "b graceBegan"])
    #expect(locks.keysGo(within: .seconds(10)) == .allAreOut)
    // The barrier counts who is under way from the step on in which waiting requests are ended.
    #expect(
      notes.take() == [
        "a keysWillGo true", "b keysWillGo true", "a requestsAreAwaited false", "b requestsAreAwaited false",
        "a requestsAreOver", "b requestsAreOver",
      ])
    locks.followers.keysAreGone()
    locks.followers.keysAreBack()
    #expect(notes.take() == ["a keysAreGone", "b keysAreGone", "a keysAreBack", "b keysAreBack"])
  }

  @Test func `a lock that requests outlast is not to be acknowledged, and what they left is given up all the same`()
    throws
  {
    let (notes, barrier) = (Notes(), RequestBarrier())
    let locks = LockSequence(
      barrier: barrier, followers: LockFollowers([NotingFollower(name: "a", notes: notes)]))
    let outcome = barrier.pass { locks.keysGo(within: .milliseconds(5)) }
    #expect(outcome == .someAreInside)
    #expect(notes.take().last == "a requestsAreOver")
  }

  @Test func `a lock reaches what holds keys and proofs before those whom it tells apps of`() throws {
    try withTemporaryFolder { folder in
      let keys = FakeClassKeys()
      let followers = LockFollowers.inOrder(
        PersonAuthenticator(proofs: NoProofs()), BackupPermits(), OwnerPermits(),
        try FileKeychains(in: folder, device: keys, examiner: StoredCertificates(), clock: { 0 }),
        PrefetchingClassKeys(keys), LockStateBoard(.unlocked), PublishedPictures(.unlocked),
        FollowedWidgets(.unlocked))
      #expect(
        followers.names == [
          "PublishedPictures", "PersonAuthenticator", "BackupPermits", "OwnerPermits", "FileKeychains",
          "PrefetchingClassKeys",
          "LockStateBoard", "FollowedWidgets",
        ])
    }
  }
}
