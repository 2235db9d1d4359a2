// SPDX-License-Identifier: Apache-2.0
import PropertyLists

/// Entitlements that open a part of the sandbox. Those that Apple's systems have no counterpart of bear Bailey's name.
package enum SandboxEntitlement: String, Sendable, CaseIterable {
  case networkClient = "com.apple.security.network.client"
  case networkServer = "com.apple.security.network.server"
  /// Files and folders that the person chooses.
  case chosenReading = "com.apple.security.files.user-selected.read-only"
  case chosenWriting = "com.apple.security.files.user-selected.read-write"
  case downloadsReading = "com.apple.security.files.downloads.read-only"
  case downloadsWriting = "com.apple.security.files.downloads.read-write"
  /// Arrays of paths below the person's home: `/Desktop/`, `/Documents/` and `/Downloads/` count.
  case homeReading = "com.apple.security.temporary-exception.files.home-relative-path.read-only"
  case homeWriting = "com.apple.security.temporary-exception.files.home-relative-path.read-write"
  /// Arrays of paths: `/Volumes/` counts.
  case absoluteReading = "com.apple.security.temporary-exception.files.absolute-path.read-only"
  case absoluteWriting = "com.apple.security.temporary-exception.files.absolute-path.read-write"
  /// The desktop's portals on a bus of the app's own: notifications, and files that the person chooses, for which the
  /// entitlements above are enough.
  case portals = "bailey.sandbox.portals"
  /// Windows, by the compositor's socket.
  case wayland = "bailey.sandbox.wayland"
  /// Sound, by PipeWire's socket: with it an app can also listen without asking.
  case pipeWire = "bailey.sandbox.pipewire"
  /// An array: the names on the session bus that the app may talk to.
  case busTalk = "bailey.sandbox.session-bus.talk"
  /// An array: those that it may own.
  case busOwn = "bailey.sandbox.session-bus.own"
}

extension Entitlements {
  package func allows(_ entitlement: SandboxEntitlement) -> Bool { values[entitlement.rawValue]?.boolean == true }

  package func names(_ entitlement: SandboxEntitlement) -> [String] { values[entitlement.rawValue]?.strings ?? [] }

  package var allowsNetwork: Bool { allows(.networkClient) || allows(.networkServer) }
}
