// SPDX-License-Identifier: Apache-2.0
import SecretMemory

/// A passcode being typed or read, byte by byte, in secret memory only.
struct PasscodeLine: ~Copyable {
  /// The most bytes of a passcode: as many as the enclave takes.
  static let maximum = 256

  private var bytes = SecretBytes(count: maximum) { _ in }
  private(set) var count = 0
  private(set) var isTooLong = false

  /// The source of the bytes. Keys may also mean editing; a file means every byte as it is.
  enum Source { case keys, file }

  enum Step { case unfinished, complete, cancelled }

  /// Takes the next byte.
  mutating func take(_ byte: UInt8, from source: Source) -> Step {
    switch (byte, source) {
    case (0x0A, _), (0x0D, .keys): return .complete
    case (0x03, .keys), (0x1C, .keys): return .cancelled
    case (0x04, .keys): return count == 0 ? .cancelled : .complete
    case (0x08, .keys), (0x7F, .keys): removeLast()
    case (0x15, .keys): removeAll()
    case (0x1A, .keys): break
    default: append(byte)
    }
    return .unfinished
  }

  /// The finished passcode; nil if nothing was typed.
  consuming func passcode() -> SecretBytes? {
    guard count > 0 else { return nil }
    let count = self.count
    return bytes.withBytes { SecretBytes(copying: $0.extracting(0..<count)) }
  }

  private mutating func append(_ byte: UInt8) {
    guard count < Self.maximum else {
      isTooLong = true
      return
    }
    let index = count
    bytes.withMutableBytes { $0[index] = byte }
    count += 1
  }

  /// The last character, which in UTF-8 may be several bytes.
  private mutating func removeLast() {
    while count > 0 {
      count -= 1
      let index = count
      let byte = bytes.withBytes { $0[index] }
      bytes.withMutableBytes { $0[index] = 0 }
      if byte & 0xC0 != 0x80 { return }
    }
  }

  private mutating func removeAll() {
    while count > 0 { removeLast() }
    isTooLong = false
  }
}
