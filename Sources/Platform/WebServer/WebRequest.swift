// SPDX-License-Identifier: Apache-2.0
import Glibc
import Threads

/// The request of a browser. Its text is whatever the other side sent: nothing here has been checked.
package struct WebRequest: Sendable {
  package let method: String
  package let path: String
  /// The query behind the question mark, as it was sent.
  package let query: String
  /// The headers by name in small letters. A header that comes twice is refused before anybody sees it.
  package let headers: [String: String]
  package let body: RequestBody

  package init(
    method: String, path: String, query: String = "", headers: [String: String] = [:], body: [UInt8] = []
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    var body = body
    self.body = RequestBody(taking: &body)
  }

  package init(
    method: String, path: String, query: String = "", headers: [String: String], body: RequestBody
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
  }

  /// The value of a cookie (RFC 6265, section 5.4).
  package func cookie(_ name: String) -> String? {
    for pair in headers["cookie", default: ""].split(separator: ";") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { continue }
      return String(parts[1])
    }
    return nil
  }
}

/// The bytes of a request, which may hold a passcode: they are wiped when nobody has the request any more.
package final class RequestBody: Sendable {
  private let bytes: Locked<[UInt8]>

  /// Leaves nothing where they were.
  package init(taking bytes: inout [UInt8]) {
    self.bytes = Locked(bytes)
    bytes = []
  }

  deinit {
    bytes.withLock { bytes in
      unsafe bytes.withUnsafeMutableBytes { bytes in
        if let start = bytes.baseAddress { unsafe explicit_bzero(start, bytes.count) }
      }
    }
  }

  package var isEmpty: Bool { bytes.withLock { $0.isEmpty } }

  package func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withLock { (bytes) throws(Failure) in try body(bytes.span) }
  }
}

/// The response to a browser.
package struct WebResponse: Sendable {
  package enum Body: Sendable {
    case bytes([UInt8])
    /// Wiped when the browser has it.
    case secret(RequestBody)
    /// Goes on for as long as there are events and the browser listens.
    case events(any EventSource)
  }

  package var status: UInt16
  package var headers: [(name: String, value: String)]
  package var body: Body

  package init(_ status: UInt16, _ body: Body = .bytes([]), headers: [(name: String, value: String)] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Gives the text of a stream of server-sent events (HTML standard, section 9.2).
package protocol EventSource: Sendable {
  /// The next event's bytes, as soon as there is one; nil at the end. Called on the connection's own thread, which may wait.
  func next() -> [UInt8]?
  /// The browser is gone, or the server stops: `next` returns at once from now on.
  func cancel()
}

/// How much of the server one process can take up.
package struct WebLimits: Sendable {
  package var connections: UInt32 = 64
  /// Connections that gave way and are not closed yet.
  package var ending: UInt32 = 64
  package var idleSeconds: UInt32 = 60
  /// The most bytes of a request's body.
  package var body = 64 << 10
  package var headers = 64
  package var threads = Threads.perConnection
  package var peers = Peers.thisUser

  package init() {}

  package enum Threads: Sendable, Equatable {
    case perConnection
    /// A pool of so many threads, two or more, that serve all connections.
    case pool(UInt32)

    var workers: UInt32 {
      switch self {
      case .perConnection: 0
      case .pool(let count): max(2, count)
      }
    }
  }

  /// The users whose programs on this machine may connect.
  package enum Peers: Sendable, Equatable { case thisUser, everyone }
}

package enum WebServerError: Error, Equatable, Sendable {
  /// There is no memory, no thread or no descriptor left for it.
  case notStarted
}
