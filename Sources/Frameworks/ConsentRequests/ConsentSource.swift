// SPDX-License-Identifier: Apache-2.0
package import AccessModel
package import BrokerClient
package import ConsentModel

/// A source of consent: it knows what the app may have, and asks the person for more.
package protocol ConsentSource: Sendable {
  func consentStanding(_ service: ConsentService) throws(BrokerClientError) -> ConsentStanding
  func requestConsent(_ service: ConsentService, _ extent: ConsentExtent) throws(BrokerClientError) -> ConsentOutcome
  func requestPreciseLocation(because key: String) throws(BrokerClientError) -> ConsentOutcome
  func tapLocationButton(_ look: LocationButtonLook) throws(BrokerClientError) -> ConsentOutcome
  func advertisingIdentifier() throws(BrokerClientError) -> [UInt8]?
  /// The place of the computer; nil where nobody knows, and refused where the person has not allowed it.
  func location() throws(BrokerClientError) -> LocationFix?
  func consentChanges(otherThan count: UInt64, seconds: UInt16) throws(BrokerClientError) -> UInt64
}

extension BrokerClient: ConsentSource {}
