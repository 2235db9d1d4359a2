// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import BrokerMessages
import BrokerTesting
import Events
import Foundation
import ProtectionModel
import Testing
import Threads
import UIKit

/// The app hears of locks over a real socket.
@Suite(.serialized) @MainActor struct ProtectedDataTests {
  private let device = Device()

  private func withApplication(_ body: (UIApplication, Delegate) async throws -> Void) async throws {
    let device = device
    let broker = try ScriptedBroker { request, _ in
      guard case .person(.lockState(let known, let seconds)) = request else { return .done }
      return .person(.lockState(device.state(otherThan: known, seconds: seconds)))
    }
    let application = UIApplication(following: broker.client())
    let delegate = Delegate()
    application.delegate = delegate
    while device.questions == 0 { try await Task.sleep(for: .milliseconds(1)) }
    defer {
      device.end()
      broker.stop()
    }
    try await body(application, delegate)
  }

  @Test(arguments: [
    (LockState.unlocked, true), (.grace, true), (.locked, false), (.beforeFirstUnlock, false),
  ])
  func `Protected data is available as the lock state has it`(state: LockState, isAvailable: Bool) async throws {
    device.change(to: state)
    try await withApplication { application, _ in
      #expect(application.isProtectedDataAvailable == isAvailable)
    }
  }

  @Test func `Without Bailey no protected data is available`() {
    let application = UIApplication(following: BrokerClient(socket: "/nowhere/broker.sock"))
    #expect(!application.isProtectedDataAvailable)
  }

  @Test func `The delegate is told of a lock while the grace period runs, and of the unlock`() async throws {
    try await withApplication { application, delegate in
      device.change(to: .grace)
      try await delegate.told(1)
      #expect(delegate.calls == ["will become unavailable"])
      device.change(to: .locked)
      device.change(to: .unlocked)
      try await delegate.told(2)
      #expect(delegate.calls == ["will become unavailable", "did become available"])
    }
  }

  @Test func `The notifications are posted too`() async throws {
    let posted = Locked<[Notification.Name]>([])
    let names = [
      UIApplication.protectedDataWillBecomeUnavailableNotification,
      UIApplication.protectedDataDidBecomeAvailableNotification,
    ]
    let observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
        posted.withLock { $0.append(name) }
      }
    }
    defer { observers.forEach { NotificationCenter.default.removeObserver($0) } }
    try await withApplication { application, delegate in
      device.change(to: .locked)
      try await delegate.told(1)
      device.change(to: .unlocked)
      try await delegate.told(2)
      #expect(posted.withLock { $0 } == names)
    }
  }
}

@MainActor private final class Delegate: UIResponder, UIApplicationDelegate {
  var calls: [String] = []

  func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {
    calls.append("will become unavailable")
  }

  func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {
    calls.append("did become available")
  }

  func told(_ count: Int) async throws {
    for _ in 0..<10_000 where calls.count < count { try await Task.sleep(for: .milliseconds(1)) }
  }
}

/// A device that the test locks and unlocks.
private final class Device: Sendable {
  private struct State {
    var state = LockState.unlocked
    var questions = 0
    var isOver = false
  }

  private let state = Locked(State())

  /// How often somebody has waited for a change.
  var questions: Int { state.withLock { $0.questions } }

  func change(to new: LockState) { state.withLock { $0.state = new } }

  /// Nobody is kept waiting any more.
  func end() { state.withLock { $0.isOver = true } }

  func state(otherThan known: LockState?, seconds: UInt16) -> LockState {
    if known != nil { state.withLock { $0.questions += 1 } }
    let deadline = ContinuousClock.now.advanced(by: .seconds(Int64(seconds)))
    while state.withLock({ $0.state == known && !$0.isOver }), ContinuousClock.now < deadline {
      _ = try? Poll.readable([], within: .milliseconds(1))
    }
    return state.withLock { $0.state }
  }
}
