// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import Instance
import InstanceLayout
import WidgetModel

/// The owner's choices of what surfaces show while the screen is locked: as `baileyd` keeps them, or as a text file of
/// the instance has them where that hides more.
enum OwnersSurfaces {
  /// Reads the choices. Nothing private is shown where they cannot be had.
  static func read() -> SurfaceSettings {
    guard let location = try? InstanceLocation.current(), let folder = try? InstanceFolder(existing: location),
      let chosen = try? BrokerClient(socket: location.brokerSocket).surfaces().settings
    else { return SurfaceSettings() }
    return chosen.restricted(by: folder.surfaceLimits)
  }
}
