// SPDX-License-Identifier: Apache-2.0
import BrokerMessages

extension BrokerRequest.Number {
  /// As the tables of these tests call it.
  var rowName: String {
    switch self {
    case .hello: "hello"
    case .keychain(let number): "keychain.\(number)"
    case .apps(let number): "apps.\(number)"
    case .person(let number): "person.\(number)"
    case .consent(let number): "consent.\(number)"
    case .bundles(let number): "bundles.\(number)"
    case .access(let number): "access.\(number)"
    case .widgets(let number): "widgets.\(number)"
    }
  }
}
