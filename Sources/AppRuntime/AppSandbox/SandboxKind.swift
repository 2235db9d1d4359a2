// SPDX-License-Identifier: Apache-2.0

/// The kind of program that runs in a sandbox. All sandboxes are made alike; this is the whole of what they differ by:
///
/// | | an app | a widget extension |
/// |---|---|---|
/// | `baileyd`, devices, sockets of the session, portals, the person's folders | what it is entitled to | nothing |
/// | its container | on the disk | on the disk, for reading once it is full; in memory where there is none |
/// | temporary files | on the disk | in memory |
/// | shared memory, `/run` and `/var` | in memory | nothing |
/// | the terminal | that of whoever started it | none |
/// | the network | a proxy, where it is entitled | the same, with fewer connections, and nobody is asked |
/// | memory, processes, files | half of the machine's memory, 4,096 processes, 2,048 open files | as `limits` and `bounds` say |
package enum SandboxKind: Sendable, Equatable {
  case app
  /// An extension of a widget; it ends when it has used the processor for so many seconds.
  case widgetExtension(seconds: UInt64)

  var isApp: Bool { self == .app }
}
