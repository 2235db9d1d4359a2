// SPDX-License-Identifier: Apache-2.0
import Events
package import FuseSession
import SystemCalls
import Threads

/// Nodes whose pages the kernel must forget. Requests note them here, because a request may not notify the kernel
/// itself.
package final class StaleNodes: Sendable {
  private let nodes = Locked<Set<NodeID>>([])
  private let event: FileDescriptor

  init() throws(SystemError) { event = try .event() }

  /// The descriptor that is readable when there are stale nodes.
  package var descriptor: Int32 { event.raw }

  func add(_ node: NodeID) {
    nodes.withLock { _ = $0.insert(node) }
    event.signal()
  }

  package func takeAll() -> Set<NodeID> {
    event.clear()
    return nodes.withLock { nodes in
      defer { nodes = [] }
      return nodes
    }
  }
}
