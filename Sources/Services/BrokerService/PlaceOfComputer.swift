// SPDX-License-Identifier: Apache-2.0
import AccessModel
import Glibc
import LinuxSystem

/// Where this computer is, as far as the person had it said: a place, or a file that some program keeps up to date.
final class PlaceOfComputer: Sendable {
  private static let name = "location"

  private let folder: String
  private let current: Locked<LocationSource?>

  /// What cannot be read is no source.
  init(in folder: String) {
    self.folder = folder
    let text = Self.read("\(folder)/\(Self.name)")
    current = Locked(text.flatMap { LocationSource($0) })
  }

  var source: LocationSource? { current.withLock { $0 } }

  func set(_ source: LocationSource?) throws(SystemError) {
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
  }

  func fix() -> LocationFix? {
    switch source {
    case nil: return nil
    case .fixed(let fix):
      return LocationFix(
        latitude: fix.latitude, longitude: fix.longitude, accuracy: fix.accuracy, altitude: fix.altitude,
        time: WallClock.milliseconds)
    case .file(let path):
      guard let text = Self.read(path), let line = text.split(whereSeparator: \.isNewline).first else { return nil }
      return LocationFix(String(line), time: WallClock.milliseconds)
    }
  }

  private static func read(_ path: String) -> String? {
    // A pipe would keep this waiting.
    guard let file = try? FileDescriptor.open(path, O_RDONLY | O_NONBLOCK),
      let bytes = try? file.readToEnd(atMost: LocationSource.longest)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
