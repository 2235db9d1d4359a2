// SPDX-License-Identifier: Apache-2.0
import Clocks
import LockCoordinator
import ProtectionModel
import Testing

private let files = LockObserver(number: 1)
private let widgets = LockObserver(number: 2)

private func at(_ milliseconds: UInt64) -> BootInstant { BootInstant(milliseconds: milliseconds) }

private func coordinator(grace: UInt64 = 10_000) -> LockCoordinator {
  LockCoordinator(
    startingUnlocked: false, settings: LockCoordinator.Settings(graceMilliseconds: grace, deadlineMilliseconds: 2000))
}

@Suite struct LockCoordinatorTests {
  // MARK: - The usual course

  @Test func `A lock runs through grace and locking to locked`() {
    var lock = coordinator()
    #expect(lock.state == .beforeFirstUnlock)
    #expect(lock.handle(.joined(files), at: at(0)) == [])
    #expect(lock.handle(.unlocked, at: at(0)) == [.tell(.unlocked(epoch: 0), [files])])
    #expect(lock.state == .unlocked)
    #expect(lock.handle(.lock(.afterGrace), at: at(5)) == [.tell(.willLock(epoch: 1, milliseconds: 10_000), [files])])
    #expect(lock.state == .grace)
    #expect(lock.nextTick == at(10_005))
    #expect(lock.handle(.tick, at: at(10_004)) == [])
    #expect(
      lock.handle(.tick, at: at(10_005)) == [
        .refuseLockingKeys, .tell(.locking(epoch: 1, milliseconds: 2000), [files]),
      ])
    #expect(lock.state == .grace)
    #expect(lock.isLocking)
    #expect(
      lock.handle(.acknowledged(files, epoch: 1), at: at(10_006)) == [
        .eraseLockingKeys, .tell(.locked(epoch: 1), [files]),
      ])
    #expect(lock.state == .locked)
    #expect(lock.nextTick == nil)
    #expect(lock.handle(.unlocked, at: at(11_000)) == [.tell(.unlocked(epoch: 1), [files])])
  }

  @Test func `Without observers the keys go at once`() {
    var lock = coordinator()
    _ = lock.handle(.unlocked, at: at(0))
    #expect(lock.handle(.lock(.now), at: at(1)) == [.refuseLockingKeys, .eraseLockingKeys])
    #expect(lock.state == .locked)
  }

  @Test func `A grace of zero is none`() {
    var lock = coordinator(grace: 0)
    _ = lock.handle(.unlocked, at: at(0))
    #expect(lock.handle(.lock(.afterGrace), at: at(1)) == [.refuseLockingKeys, .eraseLockingKeys])
  }

  @Test func `Another grace period counts from the next lock on, and leaves one that runs as it is`() {
    var lock = coordinator()
    _ = lock.handle(.unlocked, at: at(0))
    _ = lock.handle(.lock(.afterGrace), at: at(5))
    lock.change(graceMilliseconds: 60_000)
    #expect(lock.nextTick == at(10_005))
    _ = lock.handle(.unlocked, at: at(6))
    _ = lock.handle(.lock(.afterGrace), at: at(10))
    #expect(lock.nextTick == at(60_010))
    lock.change(graceMilliseconds: 0)
    _ = lock.handle(.unlocked, at: at(20))
    #expect(lock.handle(.lock(.afterGrace), at: at(30)) == [.refuseLockingKeys, .eraseLockingKeys])
  }

  @Test func `Unlocking during grace keeps the keys`() {
    var lock = unlockedWithTwo()
    _ = lock.handle(.lock(.afterGrace), at: at(0))
    #expect(lock.handle(.unlocked, at: at(1)) == [.tell(.unlocked(epoch: 1), [files, widgets])])
    #expect(lock.handle(.tick, at: at(60_000)) == [])
    #expect(lock.state == .unlocked)
  }

  @Test func `Locking at once cuts grace short`() {
    var lock = unlockedWithTwo()
    _ = lock.handle(.lock(.afterGrace), at: at(0))
    let effects = lock.handle(.lock(.now), at: at(1))
    #expect(effects.first == .refuseLockingKeys)
    #expect(lock.epoch == 1)
    #expect(lock.nextTick == at(2001))
  }

  // MARK: - Acknowledgement and deadline

  @Test func `The keys go when the last observer has acknowledged`() {
    var lock = unlockedWithTwo()
    _ = lock.handle(.lock(.now), at: at(0))
    #expect(lock.handle(.acknowledged(files, epoch: 1), at: at(1)) == [])
    #expect(lock.handle(.acknowledged(files, epoch: 1), at: at(2)) == [])
    #expect(lock.handle(.acknowledged(widgets, epoch: 1), at: at(3)).first == .eraseLockingKeys)
  }

  @Test func `The keys go at the deadline whoever is missing`() {
    var lock = unlockedWithTwo()
    _ = lock.handle(.lock(.now), at: at(0))
    _ = lock.handle(.acknowledged(files, epoch: 1), at: at(1))
    #expect(lock.handle(.tick, at: at(1999)) == [])
    #expect(lock.handle(.tick, at: at(2000)) == [.eraseLockingKeys])
  }

  // MARK: - Those that are overdue

  @Test func `It is not locked until who is overdue has acknowledged`() {
    var lock = overdue()
    #expect(lock.state == .grace && lock.isLocking)
    #expect(lock.handle(.unlocked, at: at(2001)) == [])
    #expect(lock.handle(.joined(LockObserver(number: 3)), at: at(2002)) == [])
    #expect(lock.handle(.acknowledged(widgets, epoch: 1), at: at(2003)).count == 1)
    #expect(lock.state == .locked)
    #expect(lock.nextTick == nil)
  }

  @Test func `Who is overdue is ended and then nobody waits`() {
    var lock = overdue()
    #expect(lock.nextTick == at(5000))
    #expect(lock.handle(.tick, at: at(5000)) == [.end([widgets])])
    #expect(lock.isLocking && !lock.isUnfinished)
    #expect(lock.handle(.tick, at: at(8000)) == [])
    #expect(lock.isUnfinished && !lock.isLocking)
    #expect(lock.state == .grace)
    #expect(lock.nextTick == nil)
    #expect(lock.handle(.lock(.now), at: at(8001)) == [])
    #expect(lock.handle(.left(widgets), at: at(9000)) == [.tell(.locked(epoch: 1), [files])])
    #expect(lock.state == .locked)
  }

  @Test func `A lock that cannot be finished keeps nobody from unlocking`() {
    var lock = overdue()
    _ = lock.handle(.tick, at: at(5000))
    _ = lock.handle(.tick, at: at(8000))
    #expect(lock.handle(.unlocked, at: at(8001)) == [.tell(.unlocked(epoch: 1), [files, widgets])])
    #expect(lock.state == .unlocked)
    #expect(lock.handle(.acknowledged(widgets, epoch: 1), at: at(8002)) == [])
  }

  private func overdue() -> LockCoordinator {
    var lock = unlockedWithTwo()
    _ = lock.handle(.lock(.now), at: at(0))
    _ = lock.handle(.acknowledged(files, epoch: 1), at: at(1))
    _ = lock.handle(.tick, at: at(2000))
    return lock
  }

  @Test func `An observer that goes away is not waited for`() {
    var lock = unlockedWithTwo()
    _ = lock.handle(.lock(.now), at: at(0))
    _ = lock.handle(.acknowledged(files, epoch: 1), at: at(1))
    #expect(lock.handle(.left(widgets), at: at(2)) == [.eraseLockingKeys, .tell(.locked(epoch: 1), [files])])
    #expect(lock.handle(.left(widgets), at: at(3)) == [])
  }

  @Test func `An acknowledgement of another epoch counts for nothing`() {
    var lock = unlockedWithTwo()
    _ = lock.handle(.lock(.now), at: at(0))
    #expect(lock.handle(.acknowledged(files, epoch: 0), at: at(1)) == [])
    #expect(lock.handle(.acknowledged(files, epoch: 2), at: at(1)) == [])
    #expect(lock.handle(.acknowledged(widgets, epoch: 1), at: at(1)) == [])
    #expect(lock.isLocking)
  }

  @Test func `A strangers acknowledgement counts for nothing`() {
    var lock = unlockedWithTwo()
    _ = lock.handle(.lock(.now), at: at(0))
    #expect(lock.handle(.acknowledged(LockObserver(number: 99), epoch: 1), at: at(1)) == [])
    #expect(lock.isLocking)
  }

  @Test func `Who joins during a lock is told and waited for until the same deadline`() {
    var lock = coordinator()
    _ = lock.handle(.unlocked, at: at(0))
    _ = lock.handle(.joined(files), at: at(0))
    _ = lock.handle(.lock(.afterGrace), at: at(0))
    #expect(
      lock.handle(.joined(widgets), at: at(4000)) == [.tell(.willLock(epoch: 1, milliseconds: 6000), [widgets])])
    _ = lock.handle(.tick, at: at(10_000))
    let late = LockObserver(number: 3)
    #expect(lock.handle(.joined(late), at: at(11_500)) == [.tell(.locking(epoch: 1, milliseconds: 500), [late])])
    _ = lock.handle(.acknowledged(files, epoch: 1), at: at(11_600))
    _ = lock.handle(.acknowledged(widgets, epoch: 1), at: at(11_600))
    #expect(lock.isLocking)
    #expect(lock.handle(.tick, at: at(12_000)).first == .eraseLockingKeys)
  }

  // MARK: - What changes nothing

  @Test(arguments: LockMode.allCases)
  func `Locking again while a lock is under way changes nothing`(mode: LockMode) {
    var lock = coordinator()
    _ = lock.handle(.unlocked, at: at(0))
    _ = lock.handle(.joined(files), at: at(0))
    _ = lock.handle(.lock(.afterGrace), at: at(0))
    #expect(lock.handle(.lock(.afterGrace), at: at(9000)) == [])
    #expect(lock.nextTick == at(10_000))
    _ = lock.handle(.lock(.now), at: at(9000))
    #expect(lock.handle(.lock(mode), at: at(9001)) == [])
    #expect(lock.nextTick == at(11_000))
    #expect(lock.epoch == 1)
  }

  // MARK: - Where there are no keys

  /// What has been opened meanwhile by other means is given up by it.
  @Test(arguments: LockMode.allCases)
  func `A lock where it is locked reaches every observer, and the state stays`(mode: LockMode) {
    for course in [LockState.beforeFirstUnlock, .locked] {
      var lock = coordinator()
      if course == .locked {
        _ = lock.handle(.unlocked, at: at(0))
        _ = lock.handle(.lock(.now), at: at(0))
      }
      let epoch = lock.epoch + 1
      for observer in [files, widgets] { _ = lock.handle(.joined(observer), at: at(0)) }
      let told = LockCoordinator.Effect.tell(.locking(epoch: epoch, milliseconds: 2000), [files, widgets])
      #expect(lock.handle(.lock(mode), at: at(1)) == [told])
      #expect(lock.state == course && lock.isLocking && lock.awaited == [files, widgets])
      #expect(lock.handle(.unlocked, at: at(2)) == [])
      #expect(lock.handle(.acknowledged(files, epoch: epoch), at: at(3)) == [])
      #expect(lock.handle(.acknowledged(widgets, epoch: epoch), at: at(4)) == [])
      #expect(lock.state == course && !lock.isLocking && lock.nextTick == nil)
    }
  }

  @Test func `Who does not answer such a lock is ended too, and the state stays`() {
    var lock = coordinator()
    _ = lock.handle(.joined(files), at: at(0))
    _ = lock.handle(.lock(.now), at: at(0))
    #expect(lock.handle(.tick, at: at(2000)) == [])
    #expect(lock.handle(.tick, at: at(5000)) == [.end([files])])
    #expect(lock.handle(.tick, at: at(8000)) == [])
    #expect(lock.isUnfinished && lock.state == .beforeFirstUnlock)
    #expect(lock.handle(.left(files), at: at(8001)) == [])
    #expect(!lock.isUnfinished && lock.state == .beforeFirstUnlock)
    #expect(lock.handle(.lock(.now), at: at(9000)) == [])
    #expect(lock.state == .beforeFirstUnlock && !lock.isLocking, "nobody is there to be waited for")
  }

  // MARK: - The end of a lock

  @Test func `Nobody unlocks while the keys are on their way out`() {
    var lock = unlockedWithTwo()
    _ = lock.handle(.lock(.now), at: at(0))
    #expect(lock.handle(.unlocked, at: at(1)) == [])
    #expect(lock.isLocking)
  }

  private func unlockedWithTwo() -> LockCoordinator {
    var lock = coordinator()
    _ = lock.handle(.unlocked, at: at(0))
    _ = lock.handle(.joined(files), at: at(0))
    _ = lock.handle(.joined(widgets), at: at(0))
    return lock
  }
}
