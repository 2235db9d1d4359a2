// SPDX-License-Identifier: Apache-2.0
import AccessModel
import BrokerClient
import ConsentModel
import CryptoPrimitives
import Events
import SharedFolders
import Threads

/// The times for which an app uses a folder, recorded where the person wants that. Openings that follow each other
/// closely are one use.
final class FolderUses: FolderUseObserver {
  private struct Use {
    var open = 0
    var last = ContinuousClock.now
    /// The identifier of the use in the log.
    var identifier: [UInt8]
  }

  private struct State {
    var uses: [ConsentService: Use] = [:]
    var isLooking = false
  }

  private let client: BrokerClient
  private let state = Locked(State())

  private static let pause = Duration.seconds(1)

  init(_ client: BrokerClient) { self.client = client }

  func opened(_ service: ConsentService) {
    let (began, mustLook) = state.withLock { state -> ([UInt8]?, Bool) in
      if state.uses[service] != nil {
        state.uses[service]?.open += 1
        state.uses[service]?.last = .now
        return (nil, false)
      }
      let identifier = SystemRandom.bytes(AccessRecord.identifierSize)
      state.uses[service] = Use(open: 1, identifier: identifier)
      defer { state.isLooking = true }
      return (identifier, !state.isLooking)
    }
    // A log that cannot be written keeps nobody from what the person allowed.
    if let began { try? client.note([.began(identifier: began, service)]) }
    guard mustLook else { return }
    if (try? SystemThread.start(named: "uses") { [self] in look() }) == nil { state.withLock { $0.isLooking = false } }
  }

  func closed(_ service: ConsentService) {
    state.withLock { state in
      state.uses[service]?.open -= 1
      state.uses[service]?.last = .now
    }
  }

  /// `baileyd` was started again: what it wrote down as ended goes on.
  func beginAgain() {
    let notes = state.withLock { state in
      state.uses.keys.map { service in
        let identifier = SystemRandom.bytes(AccessRecord.identifierSize)
        state.uses[service]?.identifier = identifier
        return AccessNote.began(identifier: identifier, service)
      }
    }
    if !notes.isEmpty { try? client.note(notes) }
  }

  private func look() {
    while true {
      _ = try? Poll.readable([], within: Self.pause)
      let (notes, isOver) = state.withLock { state in
        let over = state.uses.filter { $0.value.open <= 0 && ContinuousClock.now - $0.value.last >= Self.pause }
        for service in over.keys { state.uses[service] = nil }
        if state.uses.isEmpty { state.isLooking = false }
        return (over.values.map { AccessNote.ended(identifier: $0.identifier) }, state.uses.isEmpty)
      }
      if !notes.isEmpty { try? client.note(notes) }
      if isOver { return }
    }
  }
}
