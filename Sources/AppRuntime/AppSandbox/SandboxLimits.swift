// SPDX-License-Identifier: Apache-2.0
import OwnProcess
package import ProcessIsolation
package import Processes

// How much memory, how many processes, files and connections a sandbox may have.

extension SandboxKind {
  /// The most bytes that an extension writes in memory, and that one file which it writes may have.
  static let room = 16 << 20
  /// The memory of an extension with its libraries, in bytes; a phone gives it less.
  private static let memory: UInt64 = 256 << 20
  private static let processes: UInt64 = 256

  /// The maximum number of an app's open files. The kernel counts descriptors that are on their way through sockets for
  /// the whole user, and refuses a process to send more while there are as many as that one may have open: Bailey's own
  /// may have more.
  private static let openFiles: UInt64 = 2048

  /// The most connections of its network at one time. Those of all extensions are carried by one process.
  package var connections: Int { isApp ? 1500 : 64 }

  /// The kernel's limits of each process.
  package var limits: [ProcessLimit] {
    guard case .widgetExtension(let seconds) = self else {
      return [ProcessLimit(.openFiles, min(Self.openFiles, UInt64(ResourceLimit.openFiles) / 2))]
    }
    return [
      ProcessLimit(.data, Self.memory), ProcessLimit(.coreDump, 0), ProcessLimit(.processorTime, seconds),
      ProcessLimit(.fileSize, UInt64(Self.room)), ProcessLimit(.openFiles, 128),
    ]
  }

  /// The bounds of all processes of the sandbox together.
  package var bounds: ControlGroup.Bounds {
    switch self {
    case .app: ControlGroup.Bounds(processes: 4096, memory: Machine.memory / 2)
    case .widgetExtension: ControlGroup.Bounds(processes: Self.processes, memory: Self.memory)
    }
  }
}
