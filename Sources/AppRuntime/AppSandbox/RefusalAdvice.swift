// SPDX-License-Identifier: Apache-2.0
import AppModel
import PropertyLists

/// The advice after a refusal: the entitlement that would have allowed it, or why an app that has it was refused.
struct RefusalAdvice: Sendable {
  let hasNetwork: Bool
  private let entitlements: Entitlements
  private let home: String?
  /// Files that the person's settings name as devices: the entitlement's last word for each.
  private let devices: [String: String]
  let nothing = "no entitlement allows it"
  static let proxy =
    "the network inside has no IPv6: names lead out, and so does the proxy, which HTTP_PROXY and ALL_PROXY name"

  init(entitlements: Entitlements, home: String?, devices: [String: String] = [:]) {
    hasNetwork = entitlements.allowsNetwork
    self.entitlements = entitlements
    self.home = home
    self.devices = devices
  }

  func network(_ listens: Bool) -> String {
    allowed(listens ? .networkServer : .networkClient)
  }

  func path(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    if let named = devices[path] { return device(named) }
    if path.hasPrefix("/tmp/.X11-unix") || path.hasPrefix("@/tmp/.X11-unix") {
      return "X11 is never given: any program on it sees all others' windows"
    }
    if path.hasPrefix("/run/user/") {
      if name.hasPrefix("wayland-") { return allowed(.wayland, else: "its socket is where WAYLAND_DISPLAY says") }
      if name.hasPrefix("pipewire-") { return allowed(.pipeWire, else: "its socket is at another path inside") }
      if name == "bus" { return bus }
      return nothing
    }
    if path == "/etc/resolv.conf" || path == "/etc/hosts" {
      return allowed(.networkClient, else: "names are looked up by the proxy, which HTTP_PROXY and ALL_PROXY name")
    }
    if path.hasPrefix("/dev/video") || path.hasPrefix("/dev/media") { return device("camera") }
    if path.hasPrefix("/dev/snd/") { return device("audio-input") }
    if let home, path == home || path.hasPrefix(home + "/") {
      return nothing + ": the app's own files are in its container, which is $HOME inside"
    }
    return nothing
  }

  private var bus: String {
    let name = SandboxEntitlement.busTalk.rawValue
    guard entitlements.names(.busTalk).isEmpty else {
      return "\(name) is there: its bus is where DBUS_SESSION_BUS_ADDRESS says"
    }
    return "\(name) with the names that it talks to would allow it"
  }

  private func allowed(_ entitlement: SandboxEntitlement, else reason: String = "it does not open this") -> String {
    let name = entitlement.rawValue
    return entitlements.allows(entitlement) ? "\(name) is there: \(reason)" : "\(name) would allow it"
  }

  private func device(_ name: String) -> String {
    let key = "com.apple.security.device.\(name)"
    guard entitlements.values[key]?.boolean == true else { return "\(key) would let it ask the person" }
    return "\(key) is there: it is given to whoever opens it and is allowed to, as the person answers"
  }
}
