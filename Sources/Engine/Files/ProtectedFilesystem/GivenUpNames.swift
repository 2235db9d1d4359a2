// SPDX-License-Identifier: Apache-2.0
import ProtectionModel
import Threads

/// Names that files of strict classes have lost to other names. Some editors keep the old file under another name and write
/// the new one under its own: the process that gave a name up gives what it makes there the class of what was there.
///
/// The oldest is forgotten where there are too many: what is made under it has the class of its folder.
final class GivenUpNames: Sendable {
  private struct GivenUp: Sendable {
    let location: Location
    let process: Int32
    let protection: ProtectionClass
  }

  private static let capacity = 64
  private let names = Locked<[GivenUp]>([])

  func add(_ location: Location, by process: Int32, _ protection: ProtectionClass) {
    names.withLock { names in
      names.removeAll { $0.location == location }
      if names.count == Self.capacity { names.removeFirst() }
      names.append(GivenUp(location: location, process: process, protection: protection))
    }
  }

  /// The class of what was there, if that process has moved it. To be called when something gets the name again.
  func take(_ location: Location, by process: Int32) -> ProtectionClass? {
    names.withLock { names in
      guard let index = names.firstIndex(where: { $0.location == location }) else { return nil }
      let found = names.remove(at: index)
      return found.process == process ? found.protection : nil
    }
  }
}
