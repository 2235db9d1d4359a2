// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The control device of the sound card that has the silent microphone: one device that records, and nothing to adjust.
enum SoundCard {
  private static let name = "Microphone"

  /// `struct snd_pcm_info`.
  static let information: KernelRecord = {
    var record = KernelRecord(count: 288)
    record[8] = 1
    record.set(name, at: 16, room: 64)
    record.set(name, at: 80, room: 80)
    record.set(name, at: 160, room: 32)
    (record[200], record[204]) = (1, 1)
    return record
  }()

  /// `struct snd_ctl_card_info`.
  private static let card: [UInt8] = {
    var record = KernelRecord(count: 376)
    record.set("bailey", at: 8, room: 16)
    record.set("bailey", at: 24, room: 16)
    record.set(name, at: 40, room: 32)
    record.set(name, at: 72, room: 80)
    record.set(name, at: 168, room: 80)
    return record.bytes
  }()

  /// The call that only takes an answer by its number, and is given something by the program all the same.
  static let nextDevice = ControlCommand("U", 0x30, 4)

  static func control(_ raw: UInt32, _ input: [UInt8]) -> DeviceAnswer {
    let command = ControlCommand(raw: raw)
    guard command.type == "U" else { return .fails(ENOTTY) }
    var record = KernelRecord(input.isEmpty ? [UInt8](repeating: 0, count: command.count) : input)
    guard record.bytes.count == command.count else { return .fails(EINVAL) }
    switch (command.number, command.count) {
    case (0x00, 4): record[0] = 0x0002_0007
    case (0x01, 376): return .done(0, card)
    // The list of the card's controls (`SNDRV_CTL_IOCTL_ELEM_LIST`): there are none.
    case (0x10, 80): (record[8], record[12]) = (0, 0)
    case (0x16, 4), (0x32, 4): break
    case (0x31, 288):
      // What is recorded, of the first device; nothing is played.
      guard record[0] == 0, record[4] == 0, record[8] == 1 else { return .fails(ENXIO) }
      return .done(0, information.bytes)
    case (0xD1, 4): record[0] = 0
    default: return .fails(ENOTTY)
    }
    return .done(0, record.bytes)
  }

  /// The device after this one; there is one, whose number is 0.
  static func device(after number: Int32) -> [UInt8] {
    var record = KernelRecord(count: 4)
    record[0] = UInt32(bitPattern: number < 0 ? 0 : -1)
    return record.bytes
  }
}
