// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerClient
import BrokerMessages
import CryptoPrimitives
import Glibc
import InstanceLayout
import LinuxSystem

/// The socket of one start: what connects to it is the app.
struct AppSocket: ~Copyable {
  let path: String
  private let name: String
  private let folder: FileDescriptor
  private let listener: PacketSocket

  private static let folderName = "apps"

  init(in location: InstanceLocation) throws(StartFailure) {
    do throws(SystemError) {
      self = try AppSocket(below: location.sockets)
    } catch {
      if error.code == ENOENT { throw .notRunning }
      throw .file(location.sockets, error)
    }
  }

  private init(below sockets: String) throws(SystemError) {
    let above = try FileDescriptor.open(sockets, O_RDONLY | O_DIRECTORY)
    do { try above.makeDirectory(Self.folderName, mode: 0o700) } catch { if error.code != EEXIST { throw error } }
    let folder = try above.open(Self.folderName, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    AbandonedStarts.clear(folder, at: "\(sockets)/\(Self.folderName)")
    let name = "\(Environment.processNumber).\(Hexadecimal.text(SystemRandom.bytes(12))).sock"
    listener = try PacketSocket.listening(at: name, in: folder)
    self.name = name
    self.folder = folder
    path = "\(sockets)/\(Self.folderName)/\(name)"
  }

  deinit { try? folder.unlink(name) }

  /// Of this start: the second part of all names that it has.
  var mark: String { String(name.split(separator: ".")[1]) }

  /// The socket itself, whatever its path.
  func source() throws(StartFailure) -> MountSource {
    do throws(SystemError) {
      return try MountSource(folder.open(name, OpenFlag.path | O_NOFOLLOW), .socket)
    } catch {
      throw .file(path, error)
    }
  }

  /// Where a mount of this start's own can be.
  var placeForFolders: String { String(path.dropLast(".sock".count)) + ".files" }

  func hand(over connection: HandedSocket) throws(StartFailure) {
    do throws(SystemError) {
      guard let descriptor = try connection.duplicate() else { throw SystemError(.send, code: EBADF) }
      let byte: [UInt8] = [1]
      try PacketSocket(descriptor).send(byte.span, attached: listener.raw)
    } catch {
      throw .broker(.closed)
    }
  }
}
