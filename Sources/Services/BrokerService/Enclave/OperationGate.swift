// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import EnclaveClient
import EnclaveMessages
import PromptModel
import ProtectionModel

/// The gate of the owner's operations: whether one may be done now, by the table of `OwnerOperation` and the enclave's lock
/// state, which this process hears of a moment later.
struct OperationGate {
  let enclave: SharedClassKeys

  func permit(_ operation: OwnerOperation) throws(BrokerRefusal) {
    guard operation.rule.states.count < LockState.allCases.count else { return }
    let state: LockState
    // Without the enclave nobody knows.
    do { state = try enclave.status().state } catch { throw .authentication(.unavailable) }
    guard operation.rule.permits(state) else { throw .locked(operation) }
  }
}
