// SPDX-License-Identifier: Apache-2.0
import CCurl
import Glibc

/// Asks servers, each request by itself: no redirect is followed, no cookie and no proxy is used, certificates are checked, and an
/// answer is cut off where it grows too long or too old.
///
/// A name is resolved once, and what it resolved to is checked as the connection is made: nobody can answer first one address and
/// then another.
package struct WebClient: Sendable {
  /// Whether a connection to an address of 4 or 16 bytes may be made, for HTTPS or for plain HTTP.
  package typealias Admission = @Sendable (_ address: [UInt8], _ isEncrypted: Bool) -> Bool

  /// What becomes of an answer whose body is larger than it may be.
  package enum Excess: Sendable, Equatable {
    /// It is none.
    case refused
    /// It has the first bytes.
    case cut
  }

  private let admits: Admission
  /// The time from the first byte sent to the last one received.
  package var milliseconds = 10_000
  package var largestBody = 64 << 10
  package var excess = Excess.refused
  package var largestHead = 32 << 10
  /// A file of certificates that are trusted instead of the system's.
  package var authorities: String?
  /// The same certificates by themselves, PEM, for a process that opens no file.
  package var authorityBytes: [UInt8]?

  /// `admits` is asked about each address as a connection to it begins.
  package init(admitting admits: @escaping Admission) { self.admits = admits }

  private static let userAgent = "Bailey"

  /// Loads the library, for a process that is about to lose the sight of files.
  package static func load() { _ = ccurl_load() }

  /// Sets the library up, for a process that is about to give up what that takes.
  package static func prepare() { _ = libraryIsReady }

  /// Blocks until the answer is there. It goes to an address that is admitted, by HTTPS or HTTP.
  package func send(_ request: WebClientRequest) throws(WebClientError) -> WebClientAnswer {
    let scheme = request.address.prefix { $0 != ":" }.lowercased()
    guard ["http", "https"].contains(scheme), !request.address.utf8.contains(0),
      request.headers.allSatisfy({ Self.isHeader($0.name) && Self.isHeader($0.value) })
    else { throw .addressRefused }
    guard libraryIsReady, let curl = unsafe ccurl_new() else { throw .other(code: CURLE_FAILED_INIT.rawValue) }
    defer { unsafe ccurl_free(curl) }
    let transfer = Transfer(self, admits, isEncrypted: scheme == "https")
    let body = request.body ?? []
    var headers: UnsafeMutablePointer<curl_slist>?
    // `Expect` would cost a round trip.
    for header in request.headers + [("Expect", "")] {
      unsafe headers = ccurl_append(headers, "\(header.name): \(header.value)")
    }
    defer { unsafe ccurl_free_list(headers) }
    unsafe set(curl, request.address)
    unsafe ccurl_set_headers(curl, headers)
    unsafe ccurl_set_callbacks(
      curl, onBody, onHeader, onSocket, Unmanaged.passUnretained(transfer).toOpaque())
    let code = unsafe body.withUnsafeBytes { bytes in
      if request.body != nil { unsafe ccurl_set_body(curl, bytes.baseAddress, bytes.count) }
      return unsafe perform(curl)
    }
    withExtendedLifetime(transfer) {}
    guard code == CURLE_OK || transfer.isCut else { throw transfer.error ?? Self.error(code) }
    return WebClientAnswer(
      status: unsafe ccurl_status(curl), headers: transfer.headers, body: transfer.body)
  }

  /// Where certificates cannot be set the system's would count, and nothing is sent.
  @unsafe private func perform(_ curl: UnsafeMutableRawPointer) -> CURLcode {
    if let authorities {
      let code = unsafe ccurl_set_authority_file(curl, authorities)
      guard code == CURLE_OK else { return code }
    }
    guard let authorityBytes else { return unsafe ccurl_perform(curl) }
    // The library keeps no copy of them.
    return unsafe authorityBytes.withUnsafeBytes { bytes in
      let code = unsafe ccurl_set_authorities(curl, bytes.baseAddress, bytes.count)
      return unsafe code == CURLE_OK ? ccurl_perform(curl) : code
    }
  }

  private static func isHeader(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }

  @unsafe private func set(_ curl: UnsafeMutableRawPointer, _ address: String) {
    unsafe ccurl_set_text(curl, CURLOPT_URL, address)
    unsafe ccurl_set_text(curl, CURLOPT_PROTOCOLS_STR, "http,https")
    unsafe ccurl_set_text(curl, CURLOPT_USERAGENT, Self.userAgent)
    // Not from the environment either.
    unsafe ccurl_set_text(curl, CURLOPT_PROXY, "")
    unsafe ccurl_set_number(curl, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    unsafe ccurl_set_number(curl, CURLOPT_FOLLOWLOCATION, 0)
    unsafe ccurl_set_number(curl, CURLOPT_NOSIGNAL, 1)
    unsafe ccurl_set_number(curl, CURLOPT_TIMEOUT_MS, milliseconds)
    unsafe ccurl_set_number(curl, CURLOPT_FORBID_REUSE, 1)
  }

  private static func error(_ code: CURLcode) -> WebClientError {
    switch code {
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: .addressRefused
    case CURLE_COULDNT_RESOLVE_HOST: .nameUnknown
    case CURLE_COULDNT_CONNECT: .notConnected
    case CURLE_OPERATION_TIMEDOUT: .timedOut
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR: .certificate
    default: .other(code: code.rawValue)
    }
  }
}

/// The library is loaded and set up once in a process, before the first request.
private let libraryIsReady = ccurl_begin() == CURLE_OK

/// One answer while it arrives. Only the thread that waits for it uses it.
private final class Transfer {
  let client: WebClient
  private let admits: WebClient.Admission
  private let isEncrypted: Bool
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  var headBytes = 0
  var isCut = false
  /// What the callbacks saw, where the library knows that one of them refused and no more.
  var error: WebClientError?

  init(_ client: WebClient, _ admits: @escaping WebClient.Admission, isEncrypted: Bool) {
    (self.client, self.admits, self.isEncrypted) = (client, admits, isEncrypted)
  }

  func admits(_ address: [UInt8]) -> Bool { admits(address, isEncrypted) }

  func add(head line: String) {
    // A response before the last one (100 Continue) has a head of its own.
    if line.hasPrefix("HTTP/") { return headers = [] }
    guard let colon = line.firstIndex(of: ":") else { return }
    let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    headers.append((line[..<colon].lowercased(), String(value)))
  }
}

// MARK: - Callbacks

private func onBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context = unsafe context, let bytes = unsafe bytes else { return 0 }
  let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  let part = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
  let room = transfer.client.largestBody - transfer.body.count
  if part.count > room, transfer.client.excess == .cut {
    unsafe transfer.body += part.prefix(room)
    transfer.isCut = true
    return 0
  }
  guard part.count <= room else {
    transfer.error = .tooLarge
    return 0
  }
  unsafe transfer.body += part
  return part.count
}

private func onHeader(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context = unsafe context, let bytes = unsafe bytes else { return 0 }
  let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  let part = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
  transfer.headBytes += part.count
  guard transfer.headBytes <= transfer.client.largestHead else {
    transfer.error = .tooLarge
    return 0
  }
  var line = unsafe String(decoding: part, as: UTF8.self)
  while line.last?.isNewline == true { line.removeLast() }
  transfer.add(head: line)
  return part.count
}

/// The library calls this with the address that it is about to connect to.
private func onSocket(
  _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let context = unsafe context, let address = unsafe address else { return -1 }
  let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  let bytes: [UInt8]
  switch unsafe address.pointee.family {
  case AF_INET:
    unsafe bytes = withUnsafeBytes(of: &address.pointee.addr) { unsafe Array($0[4..<8]) }
  case AF_INET6:
    // The library's structure has room for this one behind its own end.
    unsafe bytes = withUnsafePointer(to: &address.pointee.addr) { start in
      unsafe start.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { place in
        unsafe withUnsafeBytes(of: place.pointee.sin6_addr) { unsafe Array($0) }
      }
    }
  default: bytes = []
  }
  guard transfer.admits(bytes) else {
    transfer.error = .reachRefused
    return -1
  }
  return unsafe socket(
    address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
}
