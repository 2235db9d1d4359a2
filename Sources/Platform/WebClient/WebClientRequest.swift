// SPDX-License-Identifier: Apache-2.0

/// The request to a server.
package struct WebClientRequest: Sendable {
  package let address: String
  /// The body of the request; nil: a GET.
  package var body: [UInt8]?
  package var headers: [(name: String, value: String)]

  package init(_ address: String, body: [UInt8]? = nil, headers: [(name: String, value: String)] = []) {
    (self.address, self.body, self.headers) = (address, body, headers)
  }
}

/// The answer of a server. Nothing in it has been checked.
package struct WebClientAnswer: Sendable {
  package let status: Int
  /// The headers in their order, each name in small letters; a name may be there more than once.
  package let headers: [(name: String, value: String)]
  package let body: [UInt8]

  package init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// The first header of this name.
  package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

/// Why there is no answer.
package enum WebClientError: Error, Equatable, Sendable {
  /// The address is none, or not of `https`.
  case addressRefused
  /// The name leads to an address that requests may not go to.
  case reachRefused
  case nameUnknown
  case notConnected
  case timedOut
  /// The other side has no certificate that holds for its name.
  case certificate
  /// The answer is longer than the limit.
  case tooLarge
  /// Another failure, by the library's number (libcurl-errors(3)).
  case other(code: UInt32)
}
