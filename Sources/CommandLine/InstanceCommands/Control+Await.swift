// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import Events
import Instance
import InstanceLayout
import ProtectionModel

// MARK: - status --until

extension Control {
  /// How long one request waits for another state, in seconds.
  private static let wait: UInt16 = 20
  private static let pause = Duration.seconds(1)

  /// Ends with a failure where Bailey ends.
  func wait(for wanted: LockState) throws(ControlFailure) {
    let broker = BrokerClient(socket: location.brokerSocket)
    while true {
      // The enclave decides what the state is; `baileyd` only says when to ask it.
      let state = try status(of: connectToEnclave()).state
      if state == wanted { return }
      if (try? broker.lockState(otherThan: state, seconds: Self.wait)) == nil {
        _ = try? Poll.readable([], within: Self.pause)
      }
    }
  }
}
