// SPDX-License-Identifier: Apache-2.0
import Clocks
import LockCoordinator
import ProtectionModel
import Testing

/// Every order of inputs, seven deep, with the keys and the observers' knowledge followed alongside.
@Suite struct LockInvariantTests {
  private enum Keys { case absent, usable, refused }

  private struct World {
    var lock: LockCoordinator
    var now = BootInstant(milliseconds: 0)
    var keys = Keys.absent
    /// What each observer heard last.
    var heard: [LockObserver: LockNotice] = [:]
    var present: Set<LockObserver> = []
    var lockingSince: BootInstant?
  }

  private enum Step: CaseIterable {
    case lock, lockNow, unlock, firstJoins, firstLeaves, secondJoins, firstAcknowledges, secondAcknowledges, wait, tick
  }

  private static let one = LockObserver(number: 1)
  private static let two = LockObserver(number: 2)

  @Test func `Keys follow the state in every order of inputs`() {
    let settings = LockCoordinator.Settings(
      graceMilliseconds: 10, deadlineMilliseconds: 3, timeoutMilliseconds: 4)
    var checked = 0
    explore(World(lock: LockCoordinator(startingUnlocked: false, settings: settings)), depth: 6, &checked)
    #expect(checked == (1...6).reduce(0) { sum, depth in sum + (0..<depth).reduce(1) { power, _ in power * 10 } })
  }

  private func explore(_ world: World, depth: Int, _ checked: inout Int) {
    guard depth > 0 else { return }
    for step in Step.allCases {
      var next = world
      take(step, in: &next)
      checked += 1
      if let problem = problem(in: next) {
        Issue.record("\(problem) after \(step)")
        return
      }
      explore(next, depth: depth - 1, &checked)
    }
  }

  private func take(_ step: Step, in world: inout World) {
    if step == .wait { world.now = world.now.advanced(byMilliseconds: 5) }
    let epoch = world.lock.epoch
    let input: LockCoordinator.Input =
      switch step {
      case .lock: .lock(.afterGrace)
      case .lockNow: .lock(.now)
      case .unlock: .unlocked
      case .firstJoins: .joined(Self.one)
      case .firstLeaves: .left(Self.one)
      case .secondJoins: .joined(Self.two)
      case .firstAcknowledges: .acknowledged(Self.one, epoch: epoch)
      case .secondAcknowledges: .acknowledged(Self.two, epoch: epoch)
      case .wait, .tick: .tick
      }
    // As the enclave does: who wants to unlock while keys are on their way out waits.
    if step == .unlock && world.lock.isLocking { return }
    if step == .unlock { world.keys = .usable }
    if step == .firstJoins { world.present.insert(Self.one) }
    if step == .secondJoins { world.present.insert(Self.two) }
    if step == .firstLeaves { world.present.remove(Self.one) }
    for effect in world.lock.handle(input, at: world.now) { apply(effect, to: &world) }
    world.lockingSince = world.lock.isLocking ? world.lockingSince ?? world.now : nil
  }

  private func apply(_ effect: LockCoordinator.Effect, to world: inout World) {
    switch effect {
    case .refuseLockingKeys: world.keys = .refused
    case .eraseLockingKeys: world.keys = .absent
    case .tell(let notice, let observers): for observer in observers { world.heard[observer] = notice }
    case .end: break
    }
  }

  private func problem(in world: World) -> String? {
    switch world.lock.state {
    case .unlocked where world.keys != .usable: return "unlocked without keys"
    case .locked where world.keys != .absent: return "locked with keys"
    case .beforeFirstUnlock where world.keys != .absent: return "keys before first unlock"
    case .grace where world.keys == .usable && world.lock.isLocking: return "usable keys while locking"
    case .grace where world.keys == .absent && !world.lock.isLocking && !world.lock.isUnfinished:
      return "no keys in grace"
    case .grace where world.lock.isUnfinished && world.keys != .absent: return "keys in a lock that is not finished"
    default: break
    }
    if world.lock.nextTick != nil && world.lock.state != .grace && !world.lock.isLocking {
      return "a timer without a reason"
    }
    if world.lock.state == .grace && world.lock.nextTick == nil && !world.lock.isUnfinished {
      return "grace without an end"
    }
    // A step takes 5, so that each of the three limits is noticed at most that late.
    if let since = world.lockingSince, since.advanced(byMilliseconds: 26) < world.now { return "it never ends" }
    if world.keys == .refused, let since = world.lockingSince, since.advanced(byMilliseconds: 3) < world.now {
      return "deadline passed"
    }
    if world.keys == .refused {
      if world.present.isEmpty { return "waiting for nobody" }
      for observer in world.present {
        guard case .locking(world.lock.epoch, _) = world.heard[observer] else { return "an observer was not told" }
      }
    }
    return nil
  }
}
