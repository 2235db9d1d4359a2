// SPDX-License-Identifier: Apache-2.0
package import EnclaveMessages
package import SystemCalls

/// Why a call to the enclave gave nothing.
package enum EnclaveClientError: Error, Equatable, Sendable {
  case refused(EnclaveRefusal)
  /// There is no enclave to talk to.
  case unreachable(SystemError)
  /// The enclave closed the channel, or went away in the middle of a call.
  case closed
  /// No answer in time; the channel cannot be used again.
  case timedOut
  /// The answer is none that fits the request.
  case unexpectedReply
  /// A passcode has 1 to 256 bytes.
  case passcodeLength
}
