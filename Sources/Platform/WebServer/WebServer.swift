// SPDX-License-Identifier: Apache-2.0
import CMicroHTTPD
import Glibc
import SocketOwners
package import StreamSockets
import Threads

/// An HTTP server for programs on this machine: unless the limits say otherwise for those of the user whose server it is, so that
/// connections of others end at once, before they take up anything.
///
/// `answer` is called on a thread of the library's, and may wait: where each connection has a thread for nobody but its own other
/// end, else for whoever has the same worker.
@safe package final class WebServer: Sendable {
  private nonisolated(unsafe) let daemon: OpaquePointer
  private let context: ServerContext
  /// Address and port that it listens at.
  package let name: String

  package init(
    _ listener: consuming LoopbackListener, limits: WebLimits = WebLimits(),
    answer: @escaping @Sendable (WebRequest) -> WebResponse
  ) throws(WebServerError) {
    guard let end = TCPEnd(of: listener.descriptor) else { throw .notStarted }
    let context = ServerContext(end, limits, answer)
    name = listener.name
    // The library closes it in the end. It takes none while it has as many as it may: there is room for those that are ending.
    let started = unsafe cmicrohttpd_start(
      listener.release(), limits.threads.workers, limits.connections + limits.ending, limits.idleSeconds, onPeer,
      onConnection, onAddress, onRequest, onEnd,
      Unmanaged.passUnretained(context).toOpaque())
    guard let started = unsafe started else { throw .notStarted }
    unsafe daemon = started
    self.context = context
  }

  /// Ends every connection and returns when the last thread is gone. Call it once.
  package func stop() {
    context.cancelAll()
    unsafe MHD_stop_daemon(daemon)
  }
}

/// The context of the library's threads; the server keeps it until they are gone.
final class ServerContext: Sendable {
  let limits: WebLimits
  let answer: @Sendable (WebRequest) -> WebResponse
  let connections: OpenConnections
  private let end: TCPEnd
  private let user = geteuid()
  private let sources = Locked<[ObjectIdentifier: any EventSource]?>([:])

  init(_ end: TCPEnd, _ limits: WebLimits, _ answer: @escaping @Sendable (WebRequest) -> WebResponse) {
    self.end = end
    self.limits = limits
    self.answer = answer
    connections = OpenConnections(limit: Int(limits.connections))
  }

  /// Whether a connection comes from somebody who may have one. One of which that cannot be learnt is not this user's.
  func admits(_ peer: TCPEnd) -> Bool {
    limits.peers == .everyone || SocketOwner.find(TCPConnection(own: peer, other: end)) == .user(user)
  }

  /// Holds the thread that takes connections while others are ending, the longer the more they are: as many as may be ending at
  /// once, and the library would refuse the next one. In a pool the thread that waited would be the one that ends them.
  func giveTime(_ ending: Int) {
    guard ending > 0, limits.threads == .perConnection else { return }
    usleep(UInt32(ending) * 1000)
  }

  /// A stream begins, unless the server is about to stop.
  func begin(_ stream: StreamContext) {
    let isRunning = sources.withLock { sources in
      sources?[ObjectIdentifier(stream)] = stream.source
      return sources != nil
    }
    if !isRunning { stream.source.cancel() }
  }

  func end(_ stream: StreamContext) {
    stream.source.cancel()
    sources.withLock { $0?[ObjectIdentifier(stream)] = nil }
  }

  func cancelAll() {
    let open = sources.withLock { sources in
      defer { sources = nil }
      return sources ?? [:]
    }
    for source in open.values { source.cancel() }
  }
}

// MARK: - Callbacks

/// The library calls this for each connection before it counts.
private func onPeer(
  _ context: UnsafeMutableRawPointer?, _ address: UnsafePointer<sockaddr>?, _ count: socklen_t
) -> MHD_Result {
  guard let context = unsafe context, let address = unsafe address,
    let peer = unsafe TCPEnd(address, count: Int(count))
  else { return .NO }
  return unsafe Unmanaged<ServerContext>.fromOpaque(context).takeUnretainedValue().admits(peer) ? .YES : .NO
}

/// The library calls this when a connection begins, and before its socket is closed.
private func onConnection(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ event: MHD_ConnectionNotificationCode
) {
  guard let context = unsafe context, let connection = unsafe connection else { return }
  let server = unsafe Unmanaged<ServerContext>.fromOpaque(context).takeUnretainedValue()
  switch event {
  case .CONNECTION_NOTIFY_STARTED:
    server.giveTime(unsafe server.connections.begin(OpaqueConnection(connection), cmicrohttpd_socket(connection)))
  default: unsafe server.connections.end(OpaqueConnection(connection))
  }
}

/// A request while its body arrives. Only the connection's thread uses it.
private final class PendingRequest {
  /// The query behind the question mark, as it was sent; nil where that is no text.
  let query: String?
  var hasBegun = false
  var body: [UInt8] = []
  var isTooLarge = false

  init(query: String?) { self.query = query }
}

/// The library calls this with a request's first line, and keeps what it returns for the request; `onEnd` releases it.
private func onAddress(
  _ context: UnsafeMutableRawPointer?, _ address: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  // Only the first question mark stands before the query.
  let mark = unsafe address.flatMap { unsafe strchr($0, Int32(UInt8(ascii: "?"))) }
  let query = unsafe mark.map { unsafe String(validatingCString: $0 + 1) } ?? ""
  return unsafe Unmanaged.passRetained(PendingRequest(query: query)).toOpaque()
}

/// The library calls this when a request's head has come, for each part of its body, and when it is whole.
private func onRequest(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ data: UnsafePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let context = unsafe context, let connection = unsafe connection, let size = unsafe size,
    let state = unsafe state
  else { return .NO }
  let server = unsafe Unmanaged<ServerContext>.fromOpaque(context).takeUnretainedValue()
  guard let known = unsafe state.pointee else { return .NO }
  let pending = unsafe Unmanaged<PendingRequest>.fromOpaque(known).takeUnretainedValue()
  guard pending.hasBegun else {
    pending.hasBegun = true
    return .YES
  }
  if unsafe size.pointee > 0, let data = unsafe data {
    let part = unsafe UnsafeRawBufferPointer(start: data, count: size.pointee)
    // At once as large as it may become: growing would leave copies behind.
    if pending.body.isEmpty { pending.body.reserveCapacity(server.limits.body) }
    pending.isTooLarge = pending.isTooLarge || pending.body.count + part.count > server.limits.body
    if !pending.isTooLarge { unsafe pending.body += part }
    unsafe size.pointee = 0
    return .YES
  }
  unsafe server.connections.answer(OpaqueConnection(connection))
  let response =
    switch unsafe request(connection, url, method, pending, server.limits) {
    case .success(let request): server.answer(request)
    case .failure(let refusal): WebResponse(refusal.status)
    }
  if case .events = response.body {} else { unsafe server.connections.wait(OpaqueConnection(connection)) }
  return unsafe send(response, on: connection, of: server)
}

/// A request that no handler sees.
private enum RequestRefusal: Error {
  case malformed, tooLarge

  var status: UInt16 {
    switch self {
    case .malformed: 400
    case .tooLarge: 413
    }
  }
}

@unsafe private func request(
  _ connection: OpaquePointer, _ url: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?,
  _ pending: PendingRequest, _ limits: WebLimits
) -> Result<WebRequest, RequestRefusal> {
  guard !pending.isTooLarge else { return .failure(.tooLarge) }
  guard let url = unsafe url.flatMap({ unsafe String(validatingCString: $0) }), let query = pending.query,
    let method = unsafe method.flatMap({ unsafe String(validatingCString: $0) })
  else { return .failure(.malformed) }
  let collector = HeaderCollector(limits.headers)
  unsafe MHD_get_connection_values(
    connection, .HEADER_KIND, onHeader,
    Unmanaged.passUnretained(collector).toOpaque())
  guard collector.isSound else { return .failure(.malformed) }
  return .success(
    WebRequest(
      method: method, path: url, query: query, headers: collector.headers, body: RequestBody(taking: &pending.body)))
}

/// The headers of one request. Only its thread uses it.
private final class HeaderCollector {
  var headers: [String: String] = [:]
  var isSound = true
  let limit: Int
  init(_ limit: Int) { self.limit = limit }
}

private func onHeader(
  _ context: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?,
  _ value: UnsafePointer<CChar>?
) -> MHD_Result {
  guard let context = unsafe context else { return .NO }
  let collector = unsafe Unmanaged<HeaderCollector>.fromOpaque(context).takeUnretainedValue()
  guard let name = unsafe name.flatMap({ unsafe String(validatingCString: $0) }),
    let value = unsafe value.map({ unsafe String(validatingCString: $0) }) ?? "",
    collector.headers.count < collector.limit,
    collector.headers.updateValue(value, forKey: name.lowercased()) == nil
  else {
    collector.isSound = false
    return .NO
  }
  return .YES
}

private func onEnd(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {
  if let context = unsafe context, let connection = unsafe connection {
    let server = unsafe Unmanaged<ServerContext>.fromOpaque(context).takeUnretainedValue()
    unsafe server.connections.wait(OpaqueConnection(connection))
  }
  guard let state = unsafe state, let pending = unsafe state.pointee else { return }
  unsafe Unmanaged<PendingRequest>.fromOpaque(pending).release()
  unsafe state.pointee = nil
}

// MARK: - Answers

/// A stream that is being sent. The library releases it with `onStreamEnd`.
final class StreamContext: Sendable {
  let source: any EventSource
  let server: ServerContext
  /// The bytes that did not fit into the library's buffer.
  private let rest = Locked<ArraySlice<UInt8>>([])

  init(_ source: any EventSource, _ server: ServerContext) {
    self.source = source
    self.server = server
  }

  /// Waits for the next event where nothing is left over; nil at the end.
  func next(_ room: Int) -> ArraySlice<UInt8>? {
    rest.withLock { rest in
      if rest.isEmpty { rest = (source.next() ?? [])[...] }
      guard !rest.isEmpty else { return nil }
      let part = rest.prefix(room)
      rest = rest.dropFirst(part.count)
      return part
    }
  }
}

@unsafe private func send(
  _ response: WebResponse, on connection: OpaquePointer, of server: ServerContext
) -> MHD_Result {
  let made: OpaquePointer?
  switch response.body {
  case .bytes(let bytes):
    // The library copies them, and changes nothing of them.
    unsafe made = bytes.withUnsafeBytes {
      unsafe MHD_create_response_from_buffer(
        $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
    }
  case .secret(let body):
    unsafe made = secretResponse(body)
  case .events(let source):
    let stream = StreamContext(source, server)
    server.begin(stream)
    unsafe made = MHD_create_response_from_callback(
      UInt64.max, 4096, onStreamRead, Unmanaged.passRetained(stream).toOpaque(), onStreamEnd)
  }
  guard let raw = unsafe made else { return .NO }
  defer { unsafe MHD_destroy_response(raw) }
  for header in response.headers { unsafe MHD_add_response_header(raw, header.name, header.value) }
  return unsafe MHD_queue_response(connection, UInt32(response.status), raw)
}

/// A copy of the library's own, which `onSecretSent` wipes. The count stands before the bytes.
@unsafe private func secretResponse(_ body: RequestBody) -> OpaquePointer? {
  unsafe body.withBytes { bytes in
    let head = MemoryLayout<Int>.size
    guard let memory = unsafe malloc(head + max(bytes.count, 1)) else { return nil }
    unsafe memory.storeBytes(of: bytes.count, as: Int.self)
    let room = unsafe UnsafeMutableRawBufferPointer(start: memory + head, count: bytes.count)
    for index in bytes.indices { unsafe room[index] = bytes[index] }
    return unsafe MHD_create_response_from_buffer_with_free_callback_cls(
      bytes.count, memory + head, onSecretSent, memory)
  }
}

private func onSecretSent(_ context: UnsafeMutableRawPointer?) {
  guard let memory = unsafe context else { return }
  let count = unsafe memory.load(as: Int.self)
  unsafe explicit_bzero(memory, MemoryLayout<Int>.size + count)
  unsafe free(memory)
}

private func onStreamRead(
  _ context: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?, _ room: Int
) -> Int {
  guard let context = unsafe context, let buffer = unsafe buffer else { return -1 }
  let stream = unsafe Unmanaged<StreamContext>.fromOpaque(context).takeUnretainedValue()
  // -1 ends a stream of unknown length.
  guard let part = stream.next(room) else { return -1 }
  unsafe UnsafeMutableRawBufferPointer(start: buffer, count: room).copyBytes(from: part)
  return part.count
}

private func onStreamEnd(_ context: UnsafeMutableRawPointer?) {
  guard let context = unsafe context else { return }
  let stream = unsafe Unmanaged<StreamContext>.fromOpaque(context).takeRetainedValue()
  stream.server.end(stream)
}
