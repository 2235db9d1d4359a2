// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import EnclaveClient
import EnclaveMessages
import PromptModel
import ProtectionModel

/// Asks of what the owner does whether it may be done now: by the table of deeds, and by the enclave's lock state, which this
/// process hears of a moment later.
struct DeedGate {
  let enclave: SharedClassKeys

  func permit(_ deed: OwnerDeed) throws(BrokerRefusal) {
    guard deed.rule.states.count < LockState.allCases.count else { return }
    let state: LockState
    // Without the enclave nobody knows.
    do { state = try enclave.status().state } catch { throw .authentication(.unavailable) }
    guard deed.rule.permits(state) else { throw .locked(deed) }
  }
}
