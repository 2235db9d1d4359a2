// SPDX-License-Identifier: Apache-2.0
import WebClient

extension WebClientError {
  /// Why there is no answer, as the end of a sentence.
  var reason: String {
    switch self {
    case .addressRefused: "requests go to https, or to http on this machine"
    case .reachRefused: "its name leads to an address that is not asked"
    case .nameUnknown: "its name is not known"
    case .notConnected: "nobody takes the connection"
    case .timedOut: "it took too long"
    case .certificate: "it has no certificate that is trusted for its name"
    case .tooLarge: "what it answers is too long"
    // CURLE_FAILED_INIT (libcurl-errors(3)): the library is not there, or cannot be set up.
    case .other(code: 2): "libcurl is not installed (apt install libcurl4)"
    case .other(let code): "libcurl says \(code), see libcurl-errors(3)"
    }
  }
}
