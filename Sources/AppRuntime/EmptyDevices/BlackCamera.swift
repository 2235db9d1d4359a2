// SPDX-License-Identifier: Apache-2.0
import Glibc

/// An opening of a camera that films black: Video for Linux 2, as far as programs use it to capture.
/// https://docs.kernel.org/userspace-api/media/v4l/v4l2.html
///
/// The pictures lie in a file of nothing but black, which programs map: each buffer is a part of it. Offsets and sizes are those
/// of `<linux/videodev2.h>`.
struct BlackCamera {
  struct Size: Equatable {
    let width: UInt32
    let height: UInt32
    /// The size of a frame, of two bytes a pixel.
    var bytes: UInt32 { width * height * 2 }
  }

  static let sizes = [Size(width: 640, height: 480), Size(width: 320, height: 240), Size(width: 1280, height: 720)]
  static let mostBuffers = 8
  /// A whole number of pages, in which the largest picture has room.
  static let slot = 1280 * 720 * 2
  /// Luminance, and colour differences that are none: of each two pixels Y, U, Y, V.
  static let pixels: [UInt8] = [0x10, 0x80, 0x10, 0x80]
  /// `YUYV`.
  private static let format: UInt32 = 0x5659_5559
  private static let (capture, mapped): (UInt32, UInt32) = (1, 1)
  /// Nanoseconds between two pictures.
  static let period: UInt64 = 33_333_333

  private var size = sizes[0]
  private var buffers = 0
  /// The buffers that wait to be filled, in order.
  private var queued: [Int] = []
  private var sequence: UInt32 = 0
  /// The time of the next frame; nil while the camera does not stream.
  private var due: UInt64?

  /// Whether a picture can be fetched, and if not, when; nil where none comes.
  func readiness(at now: UInt64) -> (isReady: Bool, due: UInt64?) {
    guard let due, !queued.isEmpty else { return (false, nil) }
    return (now >= due, due)
  }

  mutating func control(_ raw: UInt32, _ input: [UInt8], at now: UInt64) -> DeviceAnswer {
    let command = ControlCommand(raw: raw)
    guard command.type == "V" else { return .fails(ENOTTY) }
    var record = KernelRecord(input.isEmpty ? [UInt8](repeating: 0, count: command.count) : input)
    guard record.bytes.count == command.count else { return .fails(EINVAL) }
    switch (command.number, command.count) {
    case (0, 104): return capability()
    case (2, 64): return describeFormat(&record)
    case (4, 208), (5, 208), (64, 208): return format(&record, command.number)
    case (8, 20): return request(&record)
    case (9, 88), (15, 88), (17, 88): return buffer(&record, command.number, at: now)
    case (18, 4): return start(record, at: now)
    case (19, 4): return stop(record)
    case (21, 204), (22, 204): return parameters(&record)
    case (26, 80): return describeInput(&record)
    case (38, 4): return .done(0, KernelRecord(count: 4).bytes)
    case (39, 4): return record[0] == 0 ? .done(0, record.bytes) : .fails(EINVAL)
    // There is nothing to adjust.
    case (27, 8), (28, 8), (36, 68): return .fails(EINVAL)
    case (67, 4): return priority()
    case (68, 4): return .done()
    case (74, 44): return describeSize(&record)
    case (75, 52): return describeRate(&record)
    default: return .fails(ENOTTY)
    }
  }

  // MARK: - What it is

  private func capability() -> DeviceAnswer {
    var record = KernelRecord(count: 104)
    record.set("bailey", at: 0, room: 16)
    record.set("Camera", at: 16, room: 32)
    record.set("platform:bailey", at: 48, room: 32)
    record[80] = 6 << 16
    // Captures, by mapped buffers; the extended fields of a format are known.
    let capabilities: UInt32 = 0x0420_0001
    record[84] = capabilities | 0x8000_0000
    record[88] = capabilities
    return .done(0, record.bytes)
  }

  private func priority() -> DeviceAnswer {
    var record = KernelRecord(count: 4)
    record[0] = 2
    return .done(0, record.bytes)
  }

  private func describeInput(_ record: inout KernelRecord) -> DeviceAnswer {
    guard record[0] == 0 else { return .fails(EINVAL) }
    record.clear(from: 4)
    record.set("Camera", at: 4, room: 32)
    record[36] = 2
    return .done(0, record.bytes)
  }

  private func describeFormat(_ record: inout KernelRecord) -> DeviceAnswer {
    guard record[0] == 0, record[4] == Self.capture else { return .fails(EINVAL) }
    record.clear(from: 8)
    record.set("YUYV 4:2:2", at: 12, room: 32)
    record[44] = Self.format
    return .done(0, record.bytes)
  }

  private func describeSize(_ record: inout KernelRecord) -> DeviceAnswer {
    let index = Int(record[0])
    guard index < Self.sizes.count, record[4] == Self.format else { return .fails(EINVAL) }
    record.clear(from: 8)
    record[8] = 1
    record[12] = Self.sizes[index].width
    record[16] = Self.sizes[index].height
    return .done(0, record.bytes)
  }

  private func describeRate(_ record: inout KernelRecord) -> DeviceAnswer {
    let wanted = Size(width: record[8], height: record[12])
    guard record[0] == 0, record[4] == Self.format, Self.sizes.contains(wanted) else { return .fails(EINVAL) }
    record.clear(from: 16)
    record[16] = 1
    record[20] = 1
    record[24] = 30
    return .done(0, record.bytes)
  }

  // MARK: - How it films

  /// The nearest size that it has, whatever is asked for.
  private mutating func format(_ record: inout KernelRecord, _ number: UInt32) -> DeviceAnswer {
    guard record[0] == Self.capture else { return .fails(EINVAL) }
    let (isSet, isAsked) = (number == 5, number != 4)
    let (width, height) = (Int64(record[8]), Int64(record[12]))
    func distance(_ size: Size) -> Int64 { abs(Int64(size.width) - width) + abs(Int64(size.height) - height) }
    let nearest = isAsked ? Self.sizes.min { distance($0) < distance($1) } ?? size : size
    if isSet {
      guard buffers == 0 else { return .fails(EBUSY) }
      size = nearest
    }
    return .done(0, picture(nearest, in: &record))
  }

  private func picture(_ size: Size, in record: inout KernelRecord) -> [UInt8] {
    record.clear(from: 8)
    record[8] = size.width
    record[12] = size.height
    record[16] = Self.format
    // Whole pictures, in sRGB.
    record[20] = 1
    record[24] = size.width * 2
    record[28] = size.bytes
    record[32] = 8
    record[36] = 0xFEED_CAFE
    return record.bytes
  }

  private func parameters(_ record: inout KernelRecord) -> DeviceAnswer {
    guard record[0] == Self.capture else { return .fails(EINVAL) }
    record.clear(from: 4)
    record[4] = 0x1000
    record[12] = 1
    record[16] = 30
    record[24] = UInt32(Self.mostBuffers)
    return .done(0, record.bytes)
  }

  // MARK: - Buffers

  private mutating func request(_ record: inout KernelRecord) -> DeviceAnswer {
    guard record[4] == Self.capture, record[8] == Self.mapped else { return .fails(EINVAL) }
    guard due == nil else { return .fails(EBUSY) }
    buffers = min(Int(record[0]), Self.mostBuffers)
    queued = []
    record[0] = UInt32(buffers)
    record.clear(from: 12)
    record[12] = 1
    return .done(0, record.bytes)
  }

  private mutating func buffer(_ record: inout KernelRecord, _ number: UInt32, at now: UInt64) -> DeviceAnswer {
    guard record[4] == Self.capture, number == 9 || record[60] == Self.mapped else { return .fails(EINVAL) }
    if number == 17 { return fetch(&record, at: now) }
    let index = Int(record[0])
    guard index < buffers else { return .fails(EINVAL) }
    if number == 15 {
      guard !queued.contains(index) else { return .fails(EINVAL) }
      queued.append(index)
    }
    describe(index, filled: nil, in: &record)
    return .done(0, record.bytes)
  }

  private mutating func fetch(_ record: inout KernelRecord, at now: UInt64) -> DeviceAnswer {
    guard let due else { return .fails(EINVAL) }
    // Nothing would ever be in it.
    guard !queued.isEmpty else { return .fails(EIO) }
    guard now >= due else { return .waits(until: due) }
    // What nobody fetched in time is left out, as by a camera without buffers.
    let missed = (now - due) / Self.period
    sequence &+= UInt32(truncatingIfNeeded: missed)
    describe(queued.removeFirst(), filled: due + missed * Self.period, in: &record)
    self.due = due + (missed + 1) * Self.period
    sequence &+= 1
    return .done(0, record.bytes)
  }

  private func describe(_ index: Int, filled: UInt64?, in record: inout KernelRecord) {
    record.clear(from: 8)
    record[0] = UInt32(index)
    record[4] = Self.capture
    record[8] = filled == nil ? 0 : size.bytes
    // Mapped, by the monotonic clock; queued, or filled.
    record[12] = 0x2001 | (queued.contains(index) ? 2 : 0)
    record[16] = 1
    if let filled {
      record[long: 24] = filled / 1_000_000_000
      record[long: 32] = filled % 1_000_000_000 / 1000
      record[56] = sequence
    }
    record[60] = Self.mapped
    record[64] = UInt32(index * Self.slot)
    record[72] = size.bytes
  }

  private mutating func start(_ record: KernelRecord, at now: UInt64) -> DeviceAnswer {
    guard record[0] == Self.capture, buffers > 0 else { return .fails(EINVAL) }
    if due == nil {
      due = now + Self.period
      sequence = 0
    }
    return .done()
  }

  private mutating func stop(_ record: KernelRecord) -> DeviceAnswer {
    guard record[0] == Self.capture else { return .fails(EINVAL) }
    due = nil
    queued = []
    return .done()
  }
}
