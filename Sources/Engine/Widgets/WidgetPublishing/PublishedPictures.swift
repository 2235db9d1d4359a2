// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import LockFollowing
package import ProtectionModel
package import SystemCalls
import Threads
package import WidgetUpdates

/// The pictures of widgets that lie where others see them.
///
/// A picture gets its name and a lock begins one after the other, never at the same time: the state is compared and the
/// picture renamed under the lock that the beginning of a device lock takes too. So a lock that has begun finds every picture
/// that shows too much, and puts its cover there before it is acknowledged. Nobody who drew one has to be alive for that.
package final class PublishedPictures: Sendable {
  private struct Place: Hashable {
    let folder: [UInt8]
    let name: String
  }

  private struct Covers {
    var state: LockState
    var names: [Place: String] = [:]
  }

  /// The maximum number of pictures, which is more than a screen can show.
  package static let maximum = 1024

  private let covers: Locked<Covers>

  package init(_ state: LockState) { covers = Locked(Covers(state: state)) }

  package func publish(_ picture: PublishedPicture) throws(PictureRefusal) {
    try publish(picture, in: Self.opened(picture.folder))
  }

  private static func opened(_ path: [UInt8]) throws(PictureRefusal) -> FileDescriptor {
    do { return try open(path) } catch { throw .file(error) }
  }

  private func publish(
    _ picture: PublishedPicture, in folder: borrowing FileDescriptor
  ) throws(PictureRefusal) {
    let place = Place(folder: picture.folder, name: picture.name)
    try covers.withLock { covers throws(PictureRefusal) in
      guard covers.state == picture.state else { throw .stateChanged }
      guard picture.cover == nil || covers.names.count < Self.maximum || covers.names[place] != nil else {
        throw .tooMany
      }
      do throws(SystemError) {
        try folder.rename(picture.hidden, to: folder, as: picture.name, .replace)
      } catch {
        throw .file(error)
      }
      // The cover of the picture that was there before.
      if let old = covers.names.removeValue(forKey: place) { try? folder.unlink(old) }
      covers.names[place] = picture.cover
    }
  }

  private static func open(_ path: [UInt8]) throws(SystemError) -> FileDescriptor {
    try FileDescriptor.open(String(decoding: path, as: UTF8.self), O_RDONLY | O_DIRECTORY)
  }

  private func enter(_ state: LockState, covering: Bool) {
    covers.withLock { covers in
      covers.state = state
      guard covering else { return }
      for (place, cover) in covers.names {
        // A folder that is gone has no picture. Where the cover is gone, the picture goes too: it shows too much.
        guard let folder = try? Self.open(place.folder) else { continue }
        do { try folder.rename(cover, to: folder, as: place.name, .replace) } catch { try? folder.unlink(place.name) }
      }
      covers.names = [:]
    }
  }
}

extension PublishedPictures: LockFollower {
  package func graceBegan() { enter(.grace, covering: true) }
  /// Covers pictures. Before the first unlock nothing is there to be covered, and a lock leaves it at that.
  package func keysWillGo() {
    if covers.withLock({ $0.state }) != .beforeFirstUnlock { enter(.locked, covering: true) }
  }
  package func keysAreGone() { enter(.locked, covering: true) }
  package func keysAreBack() { enter(.unlocked, covering: false) }
}

/// Why a picture did not get its name.
package enum PictureRefusal: Error, Sendable, Equatable {
  /// The picture was drawn for another lock state.
  case stateChanged
  case tooMany
  case file(SystemError)
}
