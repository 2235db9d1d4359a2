// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import InstanceLayout
package import SystemCalls
package import WidgetModel

/// Full trees of places that the owner lets show them while locked: a folder for each place, beside what else is kept of an
/// extension. They are gone once the owner hides them.
package enum ShownArchives {
  private static let beginning = "shown-"
  /// A writer that finds its folder gone asks the owner's choice before it makes another.
  private static let attempts = 100

  /// The folder of a place.
  package static func folder(of place: SurfaceChange.Place) -> String {
    switch place {
    case .lockScreen: beginning + "lockScreen"
    case .alwaysOn: beginning + "alwaysOn"
    case .column: beginning + "column"
    case .complications: beginning + "watchFace"
    case .complication(let kind): beginning + "watchFace-" + Fingerprint.text(of: Array(kind.utf8))
    }
  }

  private static func isShown(_ folder: String, by settings: SurfaceSettings) -> Bool {
    let places =
      [.lockScreen, .alwaysOn, .column] + settings.complicationsByKind.keys.map { SurfaceChange.Place.complication($0) }
    if let place = places.first(where: { Self.folder(of: $0) == folder }) { return settings.isShowing(place) }
    // A complication without a choice of its own.
    return folder.hasPrefix(Self.folder(of: .complications)) && settings.isShowing(.complications)
  }

  /// Removes those of all extensions that these settings hide.
  package static func remove(on mount: String, hiddenBy settings: SurfaceSettings) throws(SystemError) {
    do throws(SystemError) {
      let all = try FileDescriptor.open("\(mount)/\(OwnFolder.widgets.rawValue)", O_RDONLY | O_DIRECTORY)
      for owner in try names(in: all) {
        do throws(SystemError) {
          try remove(in: all.open(owner, O_RDONLY | O_DIRECTORY | O_NOFOLLOW), hiddenBy: settings)
        } catch {
          // Somebody's own file, or one that is gone by now.
          guard error.code == ENOTDIR || error.code == ENOENT else { throw error }
        }
      }
    } catch {
      guard error.code == ENOENT else { throw error }
    }
  }

  /// Removes the archive of one extension.
  package static func remove(in folder: borrowing FileDescriptor, hiddenBy settings: SurfaceSettings)
    throws(SystemError)
  {
    for name in try names(in: folder) where name.hasPrefix(beginning) && !isShown(name, by: settings) {
      try remove(name, in: folder)
    }
  }

  /// A folder that was removed takes no file any more, whoever has it open.
  private static func remove(_ name: String, in folder: borrowing FileDescriptor) throws(SystemError) {
    for attempt in 1...attempts {
      do throws(SystemError) {
        let shown = try folder.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        for file in try names(in: shown) { try shown.unlink(file) }
        return try folder.removeDirectory(name)
      } catch {
        // Others remove it too, or one more was written meanwhile.
        guard error.code == ENOENT || error.code == ENOTEMPTY, attempt < attempts else { throw error }
        if (try? folder.status(of: name)) == nil { return }
      }
    }
  }

  private static func names(in folder: borrowing FileDescriptor) throws(SystemError) -> [String] {
    var names: [String] = []
    try folder.forEachEntry { entry in
      names.append(String(decoding: entry.name, as: UTF8.self))
      return .proceed
    }
    return names
  }
}
