// SPDX-License-Identifier: Apache-2.0
import Files
import Instance

/// Text files Bailey reads: its own settings, which come back as they were written, and the kernel's mount table.
package enum ConfigurationTarget: FuzzTarget {
  package static let name = "Configuration"

  package static func run(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = MountTable(text: text).entry(at: "/")
    guard let settings = try? Configuration(text: text) else { return }
    precondition((try? Configuration(text: settings.text)) == settings, "settings change when they are saved")
  }
}
