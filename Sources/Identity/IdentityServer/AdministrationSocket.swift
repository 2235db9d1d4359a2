// SPDX-License-Identifier: Apache-2.0
import Clocks
import Events
import Glibc
import IdentityModel
import JSONCoding
import Sockets
import SystemCalls
import Threads

/// Lets commands reach a provider that runs: nobody else has its database open meanwhile.
///
/// The socket lies in the provider's folder, which only its user reaches; others that connect all the same are not answered.
enum AdministrationSocket {
  static let name = "administration.sock"
  /// One message of an answer, of which there may be many.
  private static let part = 32 << 10

  /// Answers on a thread of its own, until the process ends.
  static func serve(_ administration: Administration, in folder: borrowing FileDescriptor) throws(SystemError) {
    let listener = try PacketSocket.listening(at: name, in: folder)
    let answering = Answering(listener, administration)
    try SystemThread.start(named: "administration") { answering.run() }
  }

  private final class Answering: Sendable {
    private let listener: PacketSocket
    private let administration: Administration

    init(_ listener: consuming PacketSocket, _ administration: Administration) {
      self.listener = listener
      self.administration = administration
    }

    func run() {
      while true {
        guard let connection = try? listener.accept() else {
          // Out of descriptors, most likely: others may be given back.
          _ = try? Poll.readable([], within: .milliseconds(50))
          continue
        }
        try? answer(connection)
      }
    }

    private func answer(_ connection: consuming PacketSocket) throws(SystemError) {
      guard try connection.peer().user == geteuid() else { return }
      try connection.limitWaits(to: .seconds(5))
      var buffer = [UInt8](repeating: 0, count: AdministrativeRequest.largest)
      var span = buffer.mutableSpan
      let count = try connection.receive(into: &span)
      let result: JSONValue
      do throws(AdministrativeRefusal) {
        guard let request = AdministrativeRequest(Array(buffer.prefix(count))) else {
          throw AdministrativeRefusal(.malformed)
        }
        result = .members(["result": try administration.perform(request, at: WallClock.milliseconds)])
      } catch {
        result = .members(["refused": .string(error.reason.rawValue), "subject": .string(error.subject)])
      }
      let bytes = Array(result.text.utf8)
      for start in stride(from: 0, to: bytes.count, by: AdministrationSocket.part) {
        try connection.send(bytes.span.extracting(start..<min(start + AdministrationSocket.part, bytes.count)))
      }
    }
  }

  // MARK: - Asking

  enum Failure: Error {
    case system(SystemError)
    case refused(AdministrativeRefusal)
  }

  static func ask(
    _ request: AdministrativeRequest, in folder: borrowing FileDescriptor
  ) throws(Failure) -> JSONValue {
    let answer: [UInt8]
    do throws(SystemError) {
      let connection = try PacketSocket.connected(to: name, in: folder)
      try connection.limitWaits(to: .seconds(30))
      let bytes = request.bytes
      try connection.send(bytes.span)
      answer = try received(from: connection)
    } catch { throw .system(error) }
    let limits = JSONLimits(bytes: 64 << 20, depth: 12, values: 1 << 20)
    guard case .object(let members)? = try? JSONReader.read(answer, limits), let first = members.first else {
      throw .refused(AdministrativeRefusal(.malformed))
    }
    if first.name == "result" { return first.value }
    guard case .string(let name) = first.value, let reason = AdministrativeRefusal.Reason(rawValue: name),
      case .string(let subject)? = members.last?.value
    else { throw .refused(AdministrativeRefusal(.malformed)) }
    throw .refused(AdministrativeRefusal(reason, subject))
  }

  private static func received(from connection: borrowing PacketSocket) throws(SystemError) -> [UInt8] {
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: part)
    while true {
      var span = buffer.mutableSpan
      let count = try connection.receive(into: &span)
      guard count > 0 else { return answer }
      answer += buffer.prefix(count)
    }
  }
}
