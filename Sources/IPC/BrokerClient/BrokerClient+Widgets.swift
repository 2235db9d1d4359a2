// SPDX-License-Identifier: Apache-2.0
package import BrokerMessages

extension BrokerClient {
  /// Gives a picture its name; refused with `stateChanged` where the lock state is another by now. For `bailey-widgets`
  /// only.
  package func publish(_ picture: PublishedPicture) throws(BrokerClientError) {
    guard case .done = try exchange(.widgets(.publish(picture))) else { throw .unexpectedReply }
  }
}
