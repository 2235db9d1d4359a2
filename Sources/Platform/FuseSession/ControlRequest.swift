// SPDX-License-Identifier: Apache-2.0

/// An `ioctl(2)` that a program makes on an open file.
package struct ControlRequest: Sendable {
  package let node: NodeID
  package let handle: FileHandle
  /// The command as in `<sys/ioctl.h>`: a number, a type, and how many bytes go along in which direction.
  package let command: UInt32
  /// The input: as many bytes as the command says, or none where it only takes an answer.
  package let input: [UInt8]
  /// The third argument, as the program gave it.
  package let argument: UInt64
  /// The most bytes of the answer.
  package let room: Int
  /// The thread that calls; 0 where it is outside of the mount's namespace.
  package let process: Int32

  package init(
    node: NodeID, handle: FileHandle, command: UInt32, input: [UInt8], argument: UInt64, room: Int, process: Int32
  ) {
    self.node = node
    self.handle = handle
    self.command = command
    self.input = input
    self.argument = argument
    self.room = room
    self.process = process
  }
}

/// The return value, and the bytes for the program, which are cut off where there is no room for them.
package struct ControlReply: Sendable, Equatable {
  package let result: Int32
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8] = [], result: Int32 = 0) {
    self.result = result
    self.bytes = bytes
  }
}
