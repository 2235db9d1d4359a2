// SPDX-License-Identifier: Apache-2.0
package import AccessModel
import Clocks
import Files
import Glibc
package import SystemCalls
import Threads

/// The location of this computer as the person has configured it: a place, or a file that some program keeps up to
/// date.
package final class PlaceOfComputer: Sendable {
  private static let name = "location"

  private let folder: String
  private let current: Locked<LocationSource?>
  private let listener = Locked<(@Sendable (_ isFollowed: Bool) -> Void)?>(nil)

  /// Reads the configured source; one that cannot be read is none.
  package init(in folder: String) {
    self.folder = folder
    let text = Self.read("\(folder)/\(Self.name)")
    current = Locked(text.flatMap { LocationSource($0) })
  }

  package var source: LocationSource? { current.withLock { $0 } }

  package func set(_ source: LocationSource?) throws(SystemError) {
    let folder = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
    if let source {
      let file = try UnfinishedFile(in: folder, ".location-new-")
      try file.file.write(Array(source.text.utf8).span)
      try file.file.sync()
      try file.rename(to: Self.name, in: folder)
      try folder.sync()
    } else {
      do { try folder.unlink(Self.name) } catch { guard error.code == ENOENT else { throw error } }
    }
    current.withLock { $0 = source }
    listener.withLock { $0 }?(source == .geoclue)
  }

  /// Calls the listener now and with every change: whether a service is to be followed.
  package func onChange(_ listener: @escaping @Sendable (_ isFollowed: Bool) -> Void) {
    self.listener.withLock { $0 = listener }
    listener(source == .geoclue)
  }

  package func fix() -> LocationFix? {
    switch source {
    case nil: return nil
    case .fixed(let fix):
      return LocationFix(
        latitude: fix.latitude, longitude: fix.longitude, accuracy: fix.accuracy, altitude: fix.altitude,
        time: WallClock.milliseconds)
    case .file(let path):
      guard let text = Self.read(path), let line = text.split(whereSeparator: \.isNewline).first else { return nil }
      return LocationFix(String(line), time: WallClock.milliseconds)
    case .geoclue: return followed()
    }
  }

  /// The place that the followed service wrote last; nil where whoever follows it has not written for some time: it may
  /// be gone, and the computer elsewhere.
  private func followed() -> LocationFix? {
    let path = "\(folder)/\(FollowedLocation.name)"
    guard let file = try? FileDescriptor.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let status = try? file.status(),
      let text = Self.read(path)
    else { return nil }
    let age = WallClock.milliseconds - Int64(status.st_mtim.tv_sec) * 1000
    guard age >= -FollowedLocation.longestSilence, age <= FollowedLocation.longestSilence else { return nil }
    return FollowedLocation.read(text)
  }

  private static func read(_ path: String) -> String? {
    // A pipe would keep this waiting.
    guard let file = try? FileDescriptor.open(path, O_RDONLY | O_NONBLOCK),
      let bytes = try? file.readToEnd(atMost: LocationSource.longest)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
