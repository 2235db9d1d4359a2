// SPDX-License-Identifier: Apache-2.0

/// The network by which a site reaches the provider.
public protocol SiteNetwork: Sendable {
  /// Sends a request and waits for its answer, whatever its status. It follows no redirect, and checks certificates.
  ///
  /// - Throws: `SiteNetworkError` where there is no answer.
  func send(_ request: SiteRequest) throws(SiteNetworkError) -> SiteAnswer
}

/// A request to the provider: a form, or a GET where there is none.
public struct SiteRequest: Sendable, Equatable {
  /// The address of the request.
  public let address: String
  /// The body of a POST, as `application/x-www-form-urlencoded`.
  public let form: [UInt8]?

  package init(_ address: String, form: [UInt8]? = nil) { (self.address, self.form) = (address, form) }
}

/// The answer of the provider.
public struct SiteAnswer: Sendable, Equatable {
  /// The status of HTTP.
  public let status: Int
  /// The body as it came.
  public let body: [UInt8]
  /// The provider's identifier of the request in its own log.
  public let correlation: String?

  /// An answer as it came.
  public init(status: Int, body: [UInt8], correlation: String? = nil) {
    (self.status, self.body, self.correlation) = (status, body, correlation)
  }
}

/// A provider that does not answer.
public struct SiteNetworkError: Error, Sendable, Equatable {
  /// The reason of the failure.
  public let reason: String

  /// A failure, by a name or sentence for the log.
  public init(_ reason: String) { self.reason = reason }
}
