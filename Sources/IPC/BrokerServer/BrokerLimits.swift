// SPDX-License-Identifier: Apache-2.0

/// How much of `baileyd` a program can take up. Beyond this it waits or is refused, and others are served all the same.
///
/// What stands here of a process holds for a start of an app with all its processes.
///
/// What a single message may hold is said by `KeychainLimits` and `BrokerProtocol`.
package struct BrokerLimits: Sendable {
  /// Connections at one time after their handshakes. When there are more, the one idle longest goes.
  package var connections = 512
  /// Connections without a handshake. When there are more, the oldest of them goes, of the process that has the most: a
  /// connection after its handshake never makes room for one without.
  package var silentConnections = 64
  package var connectionsOfProcess = 64
  /// Requests of one process that are worked on at one time; its others wait.
  package var requestsOfProcess = 8
  /// Bytes of large messages that one process may have on the way to `baileyd`.
  package var bytesOfProcess = 16 << 20
  package var bytes = 32 << 20
  /// Bytes of large answers that one process may have on the way. In memory an answer takes up to four times as much: as
  /// rows, as items and as a frame.
  package var answersOfProcess = 2 << 20
  package var answers = 8 << 20
  /// A connection that is not used for this long is ended; clients make a new one when they need it.
  package var idle = Duration.seconds(60)
  /// The time from the connection to the end of its handshake.
  package var handshake = Duration.seconds(10)
  /// The time from the first byte of a message to its last; for each frame of an answer to be taken, and as long again
  /// for each MiB of it; and for an answer to wait for room.
  package var timeout = Duration.seconds(10)
  /// Messages on one connection that cannot be read, before it is ended.
  package var malformed = 16
  /// Registrations and their like, of all programs together: each reads a whole executable.
  package var rareBurst: UInt64 = 100
  package var rarePerSecond: UInt64 = 10

  package init() {}
}
