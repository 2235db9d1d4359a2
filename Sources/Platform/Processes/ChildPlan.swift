// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A program to start, and what it gets.
package struct ChildPlan: Sendable {
  package var path: String
  /// The arguments without the program's own name.
  package var arguments: [String]
  /// The descriptors that become the child's 3, 4, 5 and so on. The child gets no other descriptor that the parent has
  /// open.
  package var descriptors: [Int32] = []
  /// The child's descriptors 0, 1 and 2; nil leaves the parent's.
  package var input: Int32?
  package var output: Int32?
  package var errors: Int32?
  package var life: Life = .withParent
  /// The environment of the child; nil leaves the parent's.
  package var environment: [String]?
  /// How much the child and all that it starts may have of the machine.
  package var share: ProcessShare?
  /// The child's own, in the place of those of the share.
  package var limits: [ProcessLimit] = []
  /// The mounts below `/tmp`, in a namespace of the child's own; without any it is in the namespaces of this process.
  package var stage: [StagedMount] = []
  /// The filter of system calls under which the child runs, from before its program starts.
  package var filter: CallFilter?

  /// A filter in the kernel's own form, whose listener is sent over a socket.
  package struct CallFilter: Sendable {
    let instructions: [UInt64]
    let socket: Int32

    package init(_ instructions: [UInt64], listenerTo socket: Int32) {
      self.instructions = instructions
      self.socket = socket
    }
  }

  package enum Life: Sendable {
    /// The child is sent SIGTERM when the thread that started it ends.
    case withParent
    /// The child lives on in a session of its own.
    case onItsOwn
  }

  package init(path: String, arguments: [String] = []) {
    self.path = path
    self.arguments = arguments
  }
}

/// The part of the machine that a child may use.
package struct ProcessShare: Sendable {
  /// Control groups: their files of processes, which the child enters.
  let groups: [Int32]
  let limits: [ProcessLimit]

  package init(groups: [Int32], limits: [ProcessLimit]) { (self.groups, self.limits) = (groups, limits) }
}

/// The limit of a process (`setrlimit(2)`).
package struct ProcessLimit: Sendable {
  package enum Resource: Sendable {
    /// The processes of the user.
    case processes
    /// The bytes of data of one process.
    case data
    /// The bytes of one file that is written.
    case fileSize
    case openFiles
    /// The seconds of processor time.
    case processorTime
    /// Bytes that are left of a process that crashed.
    case coreDump

    var number: Int32 {
      let limit =
        switch self {
        case .processes: __RLIMIT_NPROC
        case .data: RLIMIT_DATA
        case .fileSize: RLIMIT_FSIZE
        case .openFiles: RLIMIT_NOFILE
        case .processorTime: RLIMIT_CPU
        case .coreDump: RLIMIT_CORE
        }
      return Int32(limit.rawValue)
    }
  }

  let resource: Resource
  let most: UInt64

  package init(_ resource: Resource, _ most: UInt64) { (self.resource, self.most) = (resource, most) }
}
