// SPDX-License-Identifier: Apache-2.0

/// The bytes of a structure that goes along with an `ioctl(2)`, by the offsets that its header gives its fields on a machine
/// with pointers of eight bytes. What lies outside reads as zero and is not written.
struct KernelRecord {
  private(set) var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }
  init(count: Int) { bytes = [UInt8](repeating: 0, count: count) }

  /// A number of four bytes.
  subscript(_ offset: Int) -> UInt32 {
    get { UInt32(truncatingIfNeeded: long(offset, 4)) }
    set { set(UInt64(newValue), at: offset, 4) }
  }

  /// A number of eight bytes.
  subscript(long offset: Int) -> UInt64 {
    get { long(offset, 8) }
    set { set(newValue, at: offset, 8) }
  }

  /// Text, with a zero after it where it is shorter than its field.
  mutating func set(_ text: String, at offset: Int, room: Int) {
    for (index, byte) in text.utf8.prefix(room - 1).enumerated() { bytes[offset + index] = byte }
  }

  /// Zeros everything from here on.
  mutating func clear(from offset: Int) {
    for index in bytes.indices.dropFirst(offset) { bytes[index] = 0 }
  }

  private func long(_ offset: Int, _ count: Int) -> UInt64 {
    guard offset >= 0, offset + count <= bytes.count else { return 0 }
    return (0..<count).reduce(0) { $0 | UInt64(bytes[offset + $1]) << (8 * UInt64($1)) }
  }

  private mutating func set(_ value: UInt64, at offset: Int, _ count: Int) {
    guard offset >= 0, offset + count <= bytes.count else { return }
    for index in 0..<count { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt64(index))) }
  }
}

/// How the number of an `ioctl(2)` is made: `<asm-generic/ioctl.h>`.
struct ControlCommand: Hashable {
  let type: Character
  let number: UInt32
  let count: Int

  init(_ type: Character, _ number: UInt32, _ count: Int) {
    self.type = type
    self.number = number
    self.count = count
  }

  /// The directions are left out: no two commands differ by them alone.
  init(raw: UInt32) {
    type = Character(Unicode.Scalar(UInt8(truncatingIfNeeded: raw >> 8)))
    number = raw & 0xFF
    count = Int(raw >> 16 & 0x3FFF)
  }
}

/// The answer of an empty device: at once, or when its time has come.
enum DeviceAnswer: Equatable {
  case done(Int32 = 0, [UInt8] = [])
  case fails(Int32)
  /// The call is repeated at this moment, in nanoseconds; a program that does not want to wait gets `EAGAIN`.
  case waits(until: UInt64)
}
