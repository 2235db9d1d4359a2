// SPDX-License-Identifier: Apache-2.0
package import AccessModel
import Events
package import ProxyMessages
package import ProxyRules
import Threads

/// The hosts that an app connected to, written down once a second.
package final class NetworkUses: Sendable {
  private struct Count {
    var made: UInt32 = 0
    var refused: UInt32 = 0
  }

  private struct State {
    var counts: [NetworkActivity: Count] = [:]
    var isWriting = false
  }

  private let write: @Sendable ([AccessNote]) -> Void
  private let state = Locked(State())
  /// The most hosts of one second: beyond this they are counted together.
  private static let most = 512
  private static let pause = Duration.seconds(1)

  package init(_ write: @escaping @Sendable ([AccessNote]) -> Void) { self.write = write }

  package func count(_ host: HostName, isTracker: Bool, _ outcome: ConnectionOutcome) {
    let starts = state.withLock { state in
      guard var activity = NetworkActivity(domain: host.text, isTracker: isTracker) else { return false }
      if state.counts[activity] == nil, state.counts.count >= Self.most {
        guard let others = NetworkActivity(domain: "", isTracker: isTracker) else { return false }
        activity = others
      }
      var count = state.counts[activity] ?? Count()
      if outcome == .made { count.made &+= 1 } else { count.refused &+= 1 }
      state.counts[activity] = count
      defer { state.isWriting = true }
      return !state.isWriting
    }
    guard starts else { return }
    do {
      try SystemThread.start(named: "uses") { [self] in
        _ = try? Poll.readable([], within: Self.pause)
        flush()
      }
    } catch {
      flush()
    }
  }

  /// Writes down what is not yet.
  package func flush() {
    var notes = state.withLock { state in
      defer { (state.counts, state.isWriting) = ([:], false) }
      return state.counts.map { AccessNote.connections($0.key, hits: $0.value.made, refused: $0.value.refused) }
    }
    while !notes.isEmpty {
      write(Array(notes.prefix(AccessNote.maximum)))
      notes.removeFirst(min(notes.count, AccessNote.maximum))
    }
  }
}
