// SPDX-License-Identifier: Apache-2.0
import CCurl
package import StreamSockets

/// Posts to other servers. A name is resolved once, and what is connected to is what was allowed; redirects are not followed,
/// proxies and the environment's settings are not used, and no answer is taken to its end that has none.
package struct WebClient: Sendable {
  package enum Scheme: String, Sendable { case secure = "https", plainToo = "https,http" }

  private let schemes: Scheme
  private let authorities: String?
  private let seconds: Int
  private let permits: @Sendable (StreamAddress) -> Bool

  /// An answer is cut after so many bytes; its head may have as many.
  package static let longestAnswer = 64 << 10

  /// `authorities` is a file of certificates that are trusted instead of the system's; `permits` says to which addresses there are
  /// connections; all of it is over after `seconds`.
  package init(
    _ schemes: Scheme = .secure, authorities: String? = nil, seconds: Int = 10,
    permits: @escaping @Sendable (StreamAddress) -> Bool
  ) {
    (self.schemes, self.authorities, self.seconds, self.permits) = (schemes, authorities, seconds, permits)
  }

  /// Sends a body, and waits for the answer. Throws where there is none.
  package func post(_ body: [UInt8], _ type: String, to address: String) throws(WebClientFailure) -> WebAnswer {
    guard Self.isReady, let handle = unsafe curl_easy_init() else { throw .other(Int32(CURLE_FAILED_INIT.rawValue)) }
    defer { unsafe curl_easy_cleanup(handle) }
    var headers: UnsafeMutablePointer<curl_slist>?
    defer { unsafe curl_slist_free_all(headers) }
    // Without waiting for the other side to want the body.
    for header in ["Content-Type: " + type, "Expect:", "Accept:"] {
      unsafe headers = curl_slist_append(headers, header)
    }
    let context = PostContext(permits)
    var code = unsafe configure(handle, address, body)
    if code == CURLE_OK { code = unsafe ccurl_set_headers(handle, headers) }
    if code == CURLE_OK {
      code = unsafe ccurl_set_callbacks(
        handle, onHeader, onBody, onOpen, Unmanaged.passUnretained(context).toOpaque())
    }
    if code == CURLE_OK { code = unsafe curl_easy_perform(handle) }
    return try withExtendedLifetime(context) { () throws(WebClientFailure) in
      try Self.answer(code, unsafe ccurl_status(handle), context)
    }
  }

  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  private func configure(_ handle: UnsafeMutableRawPointer, _ address: String, _ body: [UInt8]) -> CURLcode {
    let numbers: [(CURLoption, Int)] = [
      (CURLOPT_POST, 1), (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_NETRC, 0),
      (CURLOPT_TIMEOUT_MS, seconds * 1000), (CURLOPT_CONNECTTIMEOUT_MS, seconds * 500),
      (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)), (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2),
      (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)), (CURLOPT_FRESH_CONNECT, 1), (CURLOPT_FORBID_REUSE, 1),
    ]
    for (option, value) in numbers {
      let code = unsafe ccurl_set_number(handle, option, value)
      guard code == CURLE_OK else { return code }
    }
    var texts: [(CURLoption, String)] = [
      (CURLOPT_PROTOCOLS_STR, schemes.rawValue), (CURLOPT_PROXY, ""), (CURLOPT_USERAGENT, "bailey-identity"),
      (CURLOPT_URL, address),
    ]
    if let authorities { texts.append((CURLOPT_CAINFO, authorities)) }
    for (option, text) in texts {
      let code = unsafe ccurl_set_text(handle, option, text)
      guard code == CURLE_OK else { return code }
    }
    return unsafe ccurl_set_body(handle, body, body.count)
  }

  private static func answer(
    _ code: CURLcode, _ status: Int, _ context: PostContext
  ) throws(WebClientFailure) -> WebAnswer {
    if code == CURLE_OK { return WebAnswer(status: status, body: context.body, end: .whole) }
    // The library calls it an error that no more was taken.
    if context.isCut, status >= 200 { return WebAnswer(status: status, body: context.body, end: .cut) }
    if context.isHeadTooLong { throw .headTooLong }
    if context.isRefused { throw .addressRefused }
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: throw .nameUnknown
    case CURLE_COULDNT_CONNECT: throw .notConnected
    case CURLE_OPERATION_TIMEDOUT: throw .late
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE: throw .notTrusted
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT: throw .addressNotUsable
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_WEIRD_SERVER_REPLY:
      throw .broken
    default: throw .other(Int32(bitPattern: code.rawValue))
    }
  }
}

package struct WebAnswer: Sendable, Equatable {
  package enum End: Sendable { case whole, cut }

  package let status: Int
  package let body: [UInt8]
  package let end: End
}

/// Why there is no answer.
package enum WebClientFailure: Error, Sendable, Equatable {
  case addressNotUsable
  case nameUnknown
  /// The name leads to an address that is not allowed.
  case addressRefused
  case notConnected
  /// The certificate, or the protocol, is not one that can be trusted.
  case notTrusted
  case late
  case headTooLong
  /// The connection ended before there was an answer.
  case broken
  /// The library's own number.
  case other(Int32)
}

// MARK: - What the library asks and hands over

/// The state of one request, which one thread has.
private final class PostContext {
  let permits: (StreamAddress) -> Bool
  var body: [UInt8] = []
  var headCount = 0
  var isCut = false
  var isHeadTooLong = false
  var isRefused = false

  init(_ permits: @escaping (StreamAddress) -> Bool) { self.permits = permits }

  func takeHead(_ count: Int) -> Bool {
    headCount += count
    isHeadTooLong = headCount > WebClient.longestAnswer
    return !isHeadTooLong
  }

  func take(_ bytes: some Collection<UInt8>) -> Bool {
    let room = WebClient.longestAnswer - body.count
    body += bytes.prefix(room)
    isCut = bytes.count > room
    return !isCut
  }
}

private func context(_ pointer: UnsafeMutableRawPointer?) -> PostContext? {
  unsafe pointer.map { unsafe Unmanaged<PostContext>.fromOpaque($0).takeUnretainedValue() }
}

/// What is not taken ends the transfer.
private func onHeader(
  _ bytes: UnsafeMutablePointer<CChar>?, _ one: Int, _ count: Int, _ pointer: UnsafeMutableRawPointer?
) -> Int {
  guard let context = unsafe context(pointer) else { return 0 }
  return context.takeHead(one * count) ? one * count : 0
}

private func onBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ one: Int, _ count: Int, _ pointer: UnsafeMutableRawPointer?
) -> Int {
  guard let context = unsafe context(pointer), let bytes = unsafe bytes else { return 0 }
  let taken = unsafe context.take(UnsafeBufferPointer(start: bytes, count: one * count).map { UInt8(bitPattern: $0) })
  return taken ? one * count : 0
}

/// The one place where a connection begins: whatever a name was resolved to, this is where it would go.
private func onOpen(
  _ pointer: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ target: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let context = unsafe context(pointer), let target = unsafe target else { return -1 }
  var bytes = [UInt8](repeating: 0, count: 16)
  let count = Int(unsafe ccurl_address(target, &bytes))
  guard let address = StreamAddress(Array(bytes.prefix(count))), context.permits(address) else {
    context.isRefused = true
    return -1
  }
  return unsafe ccurl_open(target)
}
