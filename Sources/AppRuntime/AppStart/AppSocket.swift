// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerMessages
import CryptoPrimitives
import Files
import Glibc
import InstanceLayout
import OwnProcess
import Sockets
import SystemCalls
import Threads

/// The socket of one start, inside the app's sandbox: who connects to it from in there is the app.
///
/// It has a name in the sandbox's own network and no file, so that no other program can reach it by a path.
final class AppSocket: Sendable {
  /// The name of the socket in the sandbox.
  let name: String
  /// The number of this start, by which its processes and files are known.
  let number: String
  /// The path at which this start may have files, to which a suffix is added.
  let place: String
  /// Says that there is such a start.
  private let mark: String
  private let folder: FileDescriptor
  private let listener = Locked<Listener?>(nil)

  private final class Listener: Sendable {
    let socket: PacketSocket
    init(_ socket: consuming PacketSocket) { self.socket = socket }
  }

  static let folderName = "apps"

  convenience init(in location: InstanceLocation) throws(StartFailure) {
    do throws(SystemError) {
      try self.init(below: location.sockets)
    } catch {
      if error.code == ENOENT { throw .notRunning }
      throw .file(location.sockets, error)
    }
  }

  private init(below sockets: String) throws(SystemError) {
    let above = try FileDescriptor.open(sockets, O_RDONLY | O_DIRECTORY)
    do { try above.makeDirectory(Self.folderName, mode: 0o700) } catch { if error.code != EEXIST { throw error } }
    folder = try above.open(Self.folderName, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    AbandonedStarts.clear(folder, at: "\(sockets)/\(Self.folderName)")
    number = Hexadecimal.text(SystemRandom.bytes(12))
    // The number of the process that started it is nobody's business in there.
    name = "bailey." + number
    let start = "\(Environment.processNumber).\(number)"
    place = "\(sockets)/\(Self.folderName)/\(start)"
    mark = start + ".start"
    _ = try folder.open(mark, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
  }

  deinit { try? folder.unlink(mark) }

  /// Takes a socket of the sandbox's network, before anything of the app runs.
  func listen(on socket: consuming PacketSocket) throws(SystemError) {
    try socket.listen(as: name)
    let held = Listener(socket)
    listener.withLock { $0 = held }
  }

  /// Hands a connection to `baileyd`, which serves it.
  func hand(over connection: HandedSocket) throws(SystemError) {
    guard let descriptor = try connection.duplicate(), let listener = listener.withLock({ $0 }) else {
      throw SystemError(.send, code: EBADF)
    }
    let byte: [UInt8] = [1]
    try PacketSocket(descriptor).send(byte.span, attached: listener.socket.raw)
  }
}
