// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import BrokerMessages
import Files
import Glibc
import OwnProcess
package import ProtectionModel
import SystemCalls
package import WidgetUpdates

/// Gives pictures their names together with `baileyd`, so that none appears once a lock has begun, and each that has a cover
/// is covered by then.
package struct PicturePublisher {
  private let broker = BrokerClient.standard()

  package init() {}

  package enum Outcome: Sendable { case published, stateChanged }

  /// The cover is the picture for a locked screen, which takes its place as soon as a lock begins; nil leaves it. The state
  /// is the one that the picture was drawn for.
  package func publish(
    _ bytes: [UInt8], at path: String, cover: [UInt8]?, for state: LockState
  ) throws(WidgetFailure) -> Outcome {
    let split = SplitPath(path)
    let name = split.name
    guard let folderPath = Environment.canonicalPath(split.folder), !name.isEmpty else {
      throw .file(path: path, SystemError(.open, code: ENOENT))
    }
    do throws(SystemError) {
      let folder = try FileDescriptor.open(folderPath, O_RDONLY | O_DIRECTORY)
      let hidden = try Self.write(bytes, for: name, in: folder)
      let coverName: String?
      if let cover { coverName = try Self.write(cover, for: name, in: folder) } else { coverName = nil }
      let picture = PublishedPicture(
        folder: Array(folderPath.utf8), hidden: hidden, name: name, cover: coverName, state: state)
      do throws(BrokerClientError) {
        try broker.publish(picture)
        return .published
      } catch {
        try? folder.unlink(hidden)
        if let coverName { try? folder.unlink(coverName) }
        if error == .refused(.stateChanged) { return .stateChanged }
        if case .refused(.file(let code)) = error { throw SystemError(.rename, code: code) }
      }
    } catch {
      throw .file(path: path, error)
    }
    throw .unpublished
  }

  private static func write(
    _ bytes: [UInt8], for name: String, in folder: borrowing FileDescriptor
  ) throws(SystemError) -> String {
    let unfinished = try UnfinishedFile(in: folder, ".\(name.prefix(50))\(PublishedPicture.mark)")
    do throws(SystemError) { try unfinished.file.write(bytes.span) } catch {
      try? folder.unlink(unfinished.name)
      throw error
    }
    return unfinished.name
  }

  /// The lock state and reloads as soon as there is something new, or as it is when the time is over; nil where nobody
  /// knows.
  package func changes(
    _ following: WidgetFollowing
  ) -> WidgetNews? { try? broker.follow(following) }
}
