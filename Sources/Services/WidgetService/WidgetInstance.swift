// SPDX-License-Identifier: Apache-2.0
import Instance
import InstanceLayout

/// The instance of this user.
package enum WidgetInstance {
  package static func home() throws(WidgetFailure) -> String {
    do { return try InstanceLocation.current().home } catch { throw .notRunning }
  }
}
