// SPDX-License-Identifier: Apache-2.0
import EmptyDevices

/// What programs say to empty devices by `ioctl(2)`: one command after the other, each of one device's opening, with whatever
/// structure and at whatever time.
package enum EmptyDevicesTarget: FuzzTarget {
  package static let name = "EmptyDevices"

  package static func run(_ bytes: [UInt8]) {
    guard let kind = bytes.first, let device = EmptyDevice(rawValue: UInt64(kind % 3 + 2)) else { return }
    var commands = EmptyDeviceCommands(device)
    var (rest, now): (ArraySlice<UInt8>, UInt64) = (bytes.dropFirst(), 1_000_000_000)
    while rest.count >= 7 {
      let words = Array(rest.prefix(7))
      rest = rest.dropFirst(7)
      now += UInt64(words[0]) << (words[1] % 48)
      let raw = (0..<4).reduce(UInt32(0)) { $0 | UInt32(words[2 + $1]) << (8 * UInt32($1)) }
      let size = Int(raw >> 16 & 0x3FFF)
      let input = Array(rest.prefix(size))
      rest = rest.dropFirst(size)
      if let answer = commands.control(raw, input, at: now) {
        precondition(answer.isEmpty || answer.count == size, "an answer is as long as the command says")
      }
      let wanted = UInt64(words[6]) << (words[1] % 64)
      if let frames = commands.transfer(wanted, at: now) {
        precondition(frames <= wanted && frames <= 1 << 24, "more is given than was wanted")
        precondition(commands.frameBytes > 0 && commands.frameBytes <= 64)
      }
      _ = commands.isReady(at: now)
    }
  }
}
