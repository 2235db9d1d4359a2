// SPDX-License-Identifier: Apache-2.0
import Clocks
import Events
import FuseSession
import Glibc
import Threads

/// An opening of an empty device, and the programs that wait for it in `poll(2)`.
final class Opening: Sendable {
  enum Machine: Sendable {
    case camera(BlackCamera)
    case microphone(SilentMicrophone)
    case soundCard
  }

  private struct State {
    var machine: Machine
    var waiting: [PollNotifier] = []
    /// Whether a thread waits for the moment to tell them.
    var hasAlarm = false
  }

  private let state: Locked<State>
  /// Whether the file was opened to wait: later changes of the flag are not seen here.
  let waits: Bool

  init(_ device: EmptyDevice, flags: Int32) {
    state = Locked(State(machine: Machine(device)))
    waits = flags & O_NONBLOCK == 0
  }

  /// Nanoseconds by the clock that such devices stamp with.
  static var now: UInt64 { BootClock.awakeNanoseconds }

  static func wait(until moment: UInt64) {
    let now = now
    guard moment > now else { return }
    _ = try? Poll.readable([], within: .nanoseconds(Int64(clamping: min(moment - now, longestWait))))
  }

  /// The time after which those who wait ask again.
  private static let longestWait: UInt64 = 1_000_000_000

  // MARK: - Commands

  /// Waits where the device makes the program wait.
  func control(_ raw: UInt32, _ input: [UInt8]) throws(FileError) -> ControlReply {
    while true {
      let answer = state.withLock { $0.machine.control(raw, input, at: Self.now) }
      schedule()
      switch answer {
      case .done(let result, let bytes): return ControlReply(bytes, result: result)
      case .fails(let code): throw FileError(code)
      case .waits(let moment):
        guard waits else { throw FileError(EAGAIN) }
        Self.wait(until: moment)
      }
    }
  }

  /// How many frames there are for a program that wants so many, and the silence that they are made of.
  func transfer(_ count: UInt64) throws(FileError) -> (frames: UInt64, silence: [UInt8]) {
    while true {
      let (transfer, frame, silence) = state.withLock { state -> (SilentMicrophone.Transfer, Int, UInt8) in
        guard case .microphone(var microphone) = state.machine else { return (.fails(ENOTTY), 0, 0) }
        var transfer = microphone.transfer(count, at: Self.now)
        if case .waits = transfer, !waits {
          let given = microphone.transferAvailable(count, at: Self.now)
          transfer = given > 0 ? .frames(given) : .fails(EAGAIN)
        }
        state.machine = .microphone(microphone)
        return (transfer, microphone.frameBytes, microphone.silence)
      }
      schedule()
      switch transfer {
      case .frames(let frames): return (frames, [UInt8](repeating: silence, count: Int(frames) * frame))
      case .fails(let code): throw FileError(code)
      case .waits(let moment): Self.wait(until: moment)
      }
    }
  }

  /// The size of a frame in bytes, of a microphone that knows how it records; else 0.
  var frameBytes: Int {
    state.withLock { state in
      guard case .microphone(let microphone) = state.machine else { return 0 }
      return microphone.frameBytes
    }
  }

  // MARK: - Waiting

  private static let (readable, failed) = (UInt32(POLLIN | POLLRDNORM), UInt32(POLLERR))

  func events(_ notifier: PollNotifier?) -> UInt32 {
    let events = state.withLock { state -> UInt32 in
      let ready = state.machine.readiness(at: Self.now)
      if ready.isReady { return Self.readable }
      if let notifier, state.waiting.count < Self.mostWaiting { state.waiting.append(notifier) }
      guard case .camera = state.machine, ready.due == nil else { return 0 }
      // As a camera says that films nothing.
      return Self.failed
    }
    schedule()
    return events
  }

  private static let mostWaiting = 64

  /// Starts a thread that wakes programs in `poll` when a frame is due. Where none can be started they wake when their own timeout is over.
  private func schedule() {
    let mustWait = state.withLock { state in
      guard !state.hasAlarm, !state.waiting.isEmpty, state.machine.readiness(at: Self.now).due != nil else {
        return false
      }
      state.hasAlarm = true
      return true
    }
    guard mustWait else { return }
    if (try? SystemThread.start(named: "frames") { [self] in tell() }) == nil { state.withLock { $0.hasAlarm = false } }
  }

  private func tell() {
    while let moment = state.withLock({ state in
      let ready = state.machine.readiness(at: Self.now)
      if !ready.isReady, let due = ready.due { return due as UInt64? }
      state.hasAlarm = false
      return nil
    }) {
      Self.wait(until: moment)
    }
    for notifier in state.withLock({ state in
      defer { state.waiting = [] }
      return state.waiting
    }) {
      notifier.notify()
    }
  }
}

extension Opening.Machine {
  init(_ device: EmptyDevice) {
    self =
      switch device {
      case .camera: .camera(BlackCamera())
      case .microphone: .microphone(SilentMicrophone())
      case .soundCard: .soundCard
      }
  }

  mutating func control(_ raw: UInt32, _ input: [UInt8], at now: UInt64) -> DeviceAnswer {
    switch self {
    case .camera(var camera):
      defer { self = .camera(camera) }
      return camera.control(raw, input, at: now)
    case .microphone(var microphone):
      defer { self = .microphone(microphone) }
      return microphone.control(raw, input, at: now)
    case .soundCard: return SoundCard.control(raw, input)
    }
  }

  mutating func readiness(at now: UInt64) -> (isReady: Bool, due: UInt64?) {
    switch self {
    case .camera(let camera): return camera.readiness(at: now)
    case .microphone(var microphone):
      defer { self = .microphone(microphone) }
      return microphone.readiness(at: now)
    case .soundCard: return (false, nil)
    }
  }
}
