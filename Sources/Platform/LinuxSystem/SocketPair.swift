// SPDX-License-Identifier: Apache-2.0

/// The two ends of a connection made by `LocalSocket.pair()`; frozen so that each can be moved out on its own.
@frozen package struct SocketPair<Socket: LocalSocket & ~Copyable>: ~Copyable, Sendable {
  package let near: Socket
  package let far: Socket

  init(near: consuming Socket, far: consuming Socket) {
    self.near = near
    self.far = far
  }
}
