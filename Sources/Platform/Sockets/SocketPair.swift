// SPDX-License-Identifier: Apache-2.0

/// The two ends of a connection made by `PacketSocket.pair()`; frozen so that each can be moved out on its own.
@frozen package struct SocketPair: ~Copyable, Sendable {
  package let near: PacketSocket
  package let far: PacketSocket

  init(near: consuming PacketSocket, far: consuming PacketSocket) {
    self.near = near
    self.far = far
  }
}
