// SPDX-License-Identifier: Apache-2.0
import InternetAddresses
public import SignInSite
import WebClient

/// Reaches the provider by HTTPS, and one on this machine by HTTP too.
public struct ProviderNetwork: SiteNetwork {
  private var client = WebClient(admitting: RequestReach.everywhere.admits)

  /// Trusts the certificates of a file (PEM) instead of the system's, where one is named.
  public init(authorities: String? = nil) {
    client.authorities = authorities
    client.largestBody = 256 << 10
  }

  /// Sends a request and waits ten seconds at most for its answer.
  ///
  /// - Throws: `SiteNetworkError` where there is no answer, with the reason by its name.
  public func send(_ request: SiteRequest) throws(SiteNetworkError) -> SiteAnswer {
    let headers = request.form == nil ? [] : [("Content-Type", "application/x-www-form-urlencoded")]
    do throws(WebClientError) {
      let answer = try client.send(WebClientRequest(request.address, body: request.form, headers: headers))
      return SiteAnswer(status: answer.status, body: answer.body, correlation: answer.header("correlation-id"))
    } catch { throw SiteNetworkError("\(error)") }
  }
}
