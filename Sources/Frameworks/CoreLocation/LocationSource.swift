// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Who knows where the device is. It decides by itself what an app may know.
package protocol LocationSource: Sendable {
  /// Nil where nobody knows at this moment.
  func location() -> CLLocation?
}

/// For a machine that does not know where it is.
struct NoLocations: LocationSource {
  func location() -> CLLocation? { nil }
}
