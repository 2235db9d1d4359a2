// SPDX-License-Identifier: Apache-2.0
import Glibc

/// An opening of a microphone that records silence: ALSA's capture device, as far as programs use it to record.
/// https://www.kernel.org/doc/html/latest/sound/
///
/// Offsets, sizes and states are those of `<sound/asound.h>`. Nothing overruns: silence that nobody fetched is like any other.
struct SilentMicrophone {
  private enum State: UInt32 { case open, setup, prepared, running }

  private var state = State.open
  private var rate: UInt64 = 0
  private var frame: UInt64 = 0
  private var period: UInt64 = 0
  private var buffer: UInt64 = 0
  private var startsAt: UInt64 = 1
  private var leastAvailable: UInt64 = 1
  /// How many frames the program has fetched, and the device has recorded.
  private var fetched: UInt64 = 0
  private var recorded: UInt64 = 0
  /// The time at which recording began, and the number of frames recorded before.
  private var began: (time: UInt64, at: UInt64) = (0, 0)

  /// The result of `read(2)` and of a transfer: as many bytes of silence, once their time has come.
  enum Transfer: Equatable {
    case frames(UInt64)
    case fails(Int32)
    case waits(until: UInt64)
  }

  var frameBytes: Int { Int(frame) }
  private(set) var silence: UInt8 = 0

  // MARK: - Time

  private mutating func advance(to now: UInt64) {
    guard state == .running else { return }
    recorded = began.at + (now - min(began.time, now)) / 1000 * rate / 1_000_000
    guard recorded - fetched > buffer else { return }
    recorded = fetched + buffer
    began = (now, recorded)
  }

  /// The time at which so many frames are there.
  private func moment(of count: UInt64) -> UInt64 {
    let missing = fetched + count - min(began.at, fetched + count)
    return began.time + (missing * 1_000_000 + rate - 1) / max(rate, 1) * 1000 + 1000
  }

  /// Whether as much can be fetched as the program waits for, and if not, when; nil where nothing comes.
  mutating func readiness(at now: UInt64) -> (isReady: Bool, due: UInt64?) {
    advance(to: now)
    guard state == .running else { return (false, nil) }
    let wanted = min(max(leastAvailable, 1), buffer)
    return (recorded - fetched >= wanted, moment(of: wanted))
  }

  /// Transfers at most so many frames.
  mutating func transfer(_ count: UInt64, at now: UInt64) -> Transfer {
    guard state == .prepared || state == .running else { return .fails(EBADFD) }
    if state == .prepared {
      guard count >= startsAt else { return .fails(EAGAIN) }
      start(at: now)
    }
    advance(to: now)
    let wanted = min(count, buffer)
    guard recorded - fetched >= wanted else { return .waits(until: moment(of: wanted)) }
    fetched += wanted
    return .frames(wanted)
  }

  /// The frames that are there already, for a program that does not wait.
  mutating func transferAvailable(_ count: UInt64, at now: UInt64) -> UInt64 {
    advance(to: now)
    let given = min(count, recorded - fetched)
    fetched += given
    return given
  }

  private mutating func start(at now: UInt64) {
    state = .running
    began = (now, recorded)
  }

  // MARK: - Commands

  mutating func control(_ raw: UInt32, _ input: [UInt8], at now: UInt64) -> DeviceAnswer {
    let command = ControlCommand(raw: raw)
    guard command.type == "A" else { return .fails(ENOTTY) }
    guard input.isEmpty || input.count == command.count else { return .fails(EINVAL) }
    advance(to: now)
    switch (command.number, command.count) {
    case (0x00, 4): return version
    case (0x01, 288): return .done(0, SoundCard.information.bytes)
    case (0x03, 4), (0x04, 4): return .done()
    case (0x10, HardwareParameters.count): return refine(input)
    case (0x11, HardwareParameters.count): return setUp(input)
    case (0x12, 0): return release()
    case (0x13, 136): return setSoftware(input)
    case (0x20, 152), (0x24, 152): return .done(0, status(at: now))
    case (0x21, 8): return delay
    case (0x22, 0): return state == .running || state == .prepared ? .done() : .fails(EBADFD)
    case (0x23, 136): return synchronize(input, at: now)
    case (0x40, 0): return prepare()
    case (0x41, 0): return reset()
    case (0x42, 0): return begin(at: now)
    case (0x43, 0), (0x44, 0): return stop()
    default: return .fails(ENOTTY)
    }
  }

  /// The version of ALSA's protocol: 2.0.13, whose commands these are.
  private var version: DeviceAnswer {
    var record = KernelRecord(count: 4)
    record[0] = 0x0002_000D
    return .done(0, record.bytes)
  }

  private func refine(_ input: [UInt8]) -> DeviceAnswer {
    var parameters = HardwareParameters(input)
    return parameters.refine() ? .done(0, parameters.record.bytes) : .fails(EINVAL)
  }

  private mutating func setUp(_ input: [UInt8]) -> DeviceAnswer {
    guard state != .running else { return .fails(EBADFD) }
    var parameters = HardwareParameters(input)
    guard parameters.choose() else { return .fails(EINVAL) }
    rate = UInt64(parameters[.rate].least)
    frame = UInt64(parameters[.frameBits].least / 8)
    silence = parameters.silence
    (period, buffer) = (UInt64(parameters[.periodSize].least), UInt64(parameters[.bufferSize].least))
    (startsAt, leastAvailable, state) = (1, period, .setup)
    return .done(0, parameters.record.bytes)
  }

  private mutating func release() -> DeviceAnswer {
    guard state != .running else { return .fails(EBADFD) }
    state = .open
    return .done()
  }

  private mutating func setSoftware(_ input: [UInt8]) -> DeviceAnswer {
    guard state != .open else { return .fails(EBADFD) }
    var record = KernelRecord(input)
    guard record[long: 16] > 0 else { return .fails(EINVAL) }
    (leastAvailable, startsAt) = (record[long: 16], record[long: 32])
    record[long: 64] = boundary
    return .done(0, record.bytes)
  }

  /// The position at which the counters begin again.
  private var boundary: UInt64 {
    guard buffer > 0 else { return 0 }
    var boundary = buffer
    while boundary * 2 <= UInt64(Int64.max) - buffer { boundary *= 2 }
    return boundary
  }

  private mutating func prepare() -> DeviceAnswer {
    guard state != .open else { return .fails(EBADFD) }
    guard state != .running else { return .fails(EBUSY) }
    (fetched, recorded, state) = (0, 0, .prepared)
    return .done()
  }

  private mutating func reset() -> DeviceAnswer {
    guard state == .prepared || state == .running else { return .fails(EBADFD) }
    fetched = recorded
    return .done()
  }

  private mutating func begin(at now: UInt64) -> DeviceAnswer {
    guard state == .prepared else { return .fails(EBADFD) }
    start(at: now)
    return .done()
  }

  private mutating func stop() -> DeviceAnswer {
    guard state != .open else { return .fails(EBADFD) }
    state = .setup
    return .done()
  }

  // MARK: - Where it stands

  private var delay: DeviceAnswer {
    var record = KernelRecord(count: 8)
    record[long: 0] = recorded - fetched
    return state == .running || state == .prepared ? .done(0, record.bytes) : .fails(EBADFD)
  }

  private func status(at now: UInt64) -> [UInt8] {
    var record = KernelRecord(count: 152)
    record[0] = state.rawValue
    Self.set(began.time, at: 8, in: &record)
    Self.set(now, at: 24, in: &record)
    (record[long: 40], record[long: 48]) = (fetched, recorded)
    (record[long: 56], record[long: 64], record[long: 72]) = (recorded - fetched, recorded - fetched, buffer)
    return record.bytes
  }

  /// The program's counters and the device's, where the program cannot map them.
  private mutating func synchronize(_ input: [UInt8], at now: UInt64) -> DeviceAnswer {
    guard !input.isEmpty else { return .fails(EINVAL) }
    var record = KernelRecord(input)
    let flags = record[0]
    if flags & 2 == 0, record[long: 72] <= recorded, recorded - record[long: 72] <= buffer {
      fetched = record[long: 72]
    }
    if flags & 4 == 0, record[long: 80] > 0 { leastAvailable = record[long: 80] }
    record.clear(from: 8)
    record[8] = state.rawValue
    record[long: 16] = recorded
    Self.set(now, at: 24, in: &record)
    (record[long: 72], record[long: 80]) = (fetched, leastAvailable)
    return .done(0, record.bytes)
  }

  private static func set(_ time: UInt64, at offset: Int, in record: inout KernelRecord) {
    record[long: offset] = time / 1_000_000_000
    record[long: offset + 8] = time % 1_000_000_000
  }
}
