// SPDX-License-Identifier: Apache-2.0

/// The request of a program to its proxy, in HTTP or SOCKS 5.
package struct ProxyRequest: Sendable, Equatable {
  package let host: HostName
  package let port: UInt16
  package let kind: Kind
  /// The bytes after the request, which are for the other end.
  package let rest: [UInt8]

  package init(host: HostName, port: UInt16, kind: Kind, rest: [UInt8]) {
    self.host = host
    self.port = port
    self.kind = kind
    self.rest = rest
  }

  package enum Kind: Sendable, Equatable {
    /// A tunnel, by HTTP.
    case connect
    /// A tunnel, by SOCKS 5.
    case socks
    /// A connection that was made to the host itself, by a program that knows no proxy: it is answered by nobody but the other end.
    case direct
    /// A request, in the form that the other end takes.
    case http([UInt8])
  }

  package enum Reading: Sendable, Equatable {
    case request(ProxyRequest)
    /// An answer to be sent before the program goes on; so many bytes are done with.
    case answer([UInt8], used: Int)
    case incomplete
    case refused(Refusal)
  }

  package enum Refusal: Sendable, Equatable {
    case malformed
    /// A host in a form that could mean another one elsewhere.
    case host
    /// Something other than a connection.
    case unsupported
  }

  package static let largest = 32 << 10

  /// `hasGreeted`: whether an answer of SOCKS was given already.
  package static func read(_ bytes: [UInt8], hasGreeted: Bool) -> Reading {
    guard let first = bytes.first else { return .incomplete }
    if first == 5 { return socks(bytes, hasGreeted: hasGreeted) }
    guard !hasGreeted, first >= UInt8(ascii: "A"), first <= UInt8(ascii: "Z") else { return .refused(.malformed) }
    guard let end = end(of: bytes) else { return bytes.count < largest ? .incomplete : .refused(.malformed) }
    return http(Array(bytes[..<end]), Array(bytes[end...]))
  }

  // MARK: - SOCKS

  /// RFC 1928.
  private static func socks(_ bytes: [UInt8], hasGreeted: Bool) -> Reading {
    guard hasGreeted else {
      guard bytes.count >= 2, bytes.count >= 2 + Int(bytes[1]) else { return .incomplete }
      let methods = bytes[2..<2 + Int(bytes[1])]
      guard methods.contains(0) else { return .refused(.unsupported) }
      return .answer([5, 0], used: 2 + methods.count)
    }
    guard bytes.count >= 5 else { return .incomplete }
    guard bytes[2] == 0 else { return .refused(.malformed) }
    let length: Int
    switch bytes[3] {
    case 1: length = 4
    case 3: length = Int(bytes[4])
    case 4: length = 16
    default: return .refused(.unsupported)
    }
    let start = bytes[3] == 3 ? 5 : 4
    guard bytes.count >= start + length + 2 else { return .incomplete }
    guard bytes[1] == 1 else { return .refused(.unsupported) }
    let part = Array(bytes[start..<start + length])
    let host = bytes[3] == 3 ? String(validating: part, as: UTF8.self).flatMap { HostName($0) } : .address(part)
    guard let host else { return .refused(.host) }
    let port = UInt16(bytes[start + length]) << 8 | UInt16(bytes[start + length + 1])
    guard port > 0 else { return .refused(.malformed) }
    return .request(ProxyRequest(host: host, port: port, kind: .socks, rest: Array(bytes[(start + length + 2)...])))
  }

  // MARK: - HTTP

  private static func end(of bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    return (0...bytes.count - 4).first { index in
      bytes[index] == 13 && bytes[index + 1] == 10 && bytes[index + 2] == 13 && bytes[index + 3] == 10
    }.map { $0 + 4 }
  }

  private static func http(_ head: [UInt8], _ rest: [UInt8]) -> Reading {
    guard let text = String(validating: head, as: UTF8.self), text.unicodeScalars.allSatisfy({ $0.value < 0x7F }) else {
      return .refused(.malformed)
    }
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(String.UnicodeScalarView(line.last == "\r" ? line.dropLast() : line))
    }
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 3, words[0].count <= longestMethod, words[0].allSatisfy({ ("A"..."Z").contains($0) }),
      words[2].hasPrefix("HTTP/1."), !lines.contains(where: { $0.contains("\r") })
    else {
      return .refused(.malformed)
    }
    if words[0] == "CONNECT" {
      guard let (host, port) = authority(words[1], otherwise: nil) else { return .refused(.host) }
      return .request(ProxyRequest(host: host, port: port, kind: .connect, rest: rest))
    }
    let scheme = "http://"
    guard words[1].lowercased().hasPrefix(scheme) else { return .refused(.unsupported) }
    let target = words[1].dropFirst(scheme.count)
    let cut = target.firstIndex { "/?#".contains($0) } ?? target.endIndex
    guard let (host, port) = authority(String(target[..<cut]), otherwise: 80) else { return .refused(.host) }
    var path = String(target[cut...])
    if !path.hasPrefix("/") { path = "/" + path }
    let left = ["host:", "proxy-", "connection:", "keep-alive:", "upgrade:"]
    var kept = lines.dropFirst().filter { line in !line.isEmpty && !left.contains { line.lowercased().hasPrefix($0) } }
    // A line that goes on with the one before could hide another host, and so could a name that is not one.
    let isOdd = kept.contains { line in
      line.first == "\t" || line.prefix { $0 != ":" }.contains(" ") || !line.contains(":")
    }
    guard !isOdd else { return .refused(.malformed) }
    let name = if case .address(let bytes) = host, bytes.count == 16 { "[\(host.text)]" } else { host.text }
    kept.insert("Host: \(name)\(port == 80 ? "" : ":\(port)")", at: 0)
    kept.append("Connection: close")
    let sent = "\(words[0]) \(path) HTTP/1.1\r\n\(kept.joined(separator: "\r\n"))\r\n\r\n"
    return .request(ProxyRequest(host: host, port: port, kind: .http(Array(sent.utf8)), rest: rest))
  }

  /// `HOST:PORT`, without a user's name.
  private static func authority(_ text: String, otherwise: UInt16?) -> (HostName, UInt16)? {
    var (name, port) = (text, otherwise)
    let afterBracket = text.lastIndex(of: "]") ?? text.startIndex
    if let colon = text[afterBracket...].lastIndex(of: ":") {
      let digits = text[text.index(after: colon)...]
      guard (1...5).contains(digits.count), digits.allSatisfy({ ("0"..."9").contains($0) }),
        let number = UInt16(digits),
        number > 0
      else { return nil }
      (name, port) = (String(text[..<colon]), number)
    }
    // An address of IPv6 stands in brackets here.
    guard let port, !(name.contains(":") && !name.hasPrefix("[")), let host = HostName(name) else { return nil }
    return (host, port)
  }

  // MARK: - Plain requests in tunnels

  /// The protocol of a tunnel's first bytes, where they are not TLS.
  package enum Plain: Sendable, Equatable {
    case other
    /// The bytes may become a request of HTTP.
    case incomplete
    /// A request of HTTP, for this host; nil where it names none.
    case request(HostName?)
    /// A request that servers could read differently.
    case refused
  }

  private static let longestMethod = 20
  private static let longestHead = 16 << 10

  package static func plain(_ bytes: [UInt8]) -> Plain {
    // Servers pass over empty lines before a request: RFC 9112, 2.2.
    let begun = bytes.drop { $0 == 13 || $0 == 10 }
    let method = begun.prefix { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    if method.count > longestMethod { return .other }
    if method.count == begun.count { return bytes.count < longestHead ? .incomplete : .refused }
    guard !method.isEmpty, begun[begun.startIndex + method.count] == UInt8(ascii: " ") else { return .other }
    let text = Array(begun)
    guard let end = end(of: text), end <= longestHead else {
      return bytes.count < longestHead ? .incomplete : .refused
    }
    let lines = String(decoding: text[..<end], as: UTF8.self).split(whereSeparator: \.isNewline)
    // A target with a host goes before the header: RFC 9112, 3.2.2.
    guard let first = lines.first, let target = first.split(separator: " ").dropFirst().first,
      target.hasPrefix("/") || target == "*"
    else { return .refused }
    let hosts = lines.dropFirst().filter { line in
      line.lowercased().filter { !$0.isWhitespace }.hasPrefix("host:")
    }
    guard let line = hosts.first else { return .request(nil) }
    guard hosts.count == 1, line.lowercased().hasPrefix("host:") else { return .refused }
    let value = line.dropFirst(5).drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }
      .reversed()
    guard let host = authority(String(value), otherwise: 80)?.0 else { return .refused }
    return .request(host)
  }
}
