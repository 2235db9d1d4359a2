// SPDX-License-Identifier: Apache-2.0

/// The names that an app may reach on the session bus: services of this table, and names of its own.
///
/// Whoever may talk to other services of a session is in no sandbox: they start programs, keep secrets, change settings and
/// show what belongs to others. A list of those would never be complete, so this one says what is harmless.
package enum SessionBusName: Sendable, Equatable {
  /// A service of the session, of which some methods can be called and all broadcasts are heard.
  case service(String, methods: [String])
  /// A name that begins with the app's identifier.
  case own(String)

  /// Methods by service, as `xdg-dbus-proxy(1)` spells them.
  private static let services = [
    "com.canonical.AppMenu.Registrar": [
      "com.canonical.AppMenu.Registrar.RegisterWindow", "com.canonical.AppMenu.Registrar.UnregisterWindow",
    ],
    "org.freedesktop.Notifications": ["org.freedesktop.Notifications.*"],
    "org.freedesktop.PowerManagement.Inhibit": ["org.freedesktop.PowerManagement.Inhibit.*"],
    "org.freedesktop.ScreenSaver": ["org.freedesktop.ScreenSaver.Inhibit", "org.freedesktop.ScreenSaver.UnInhibit"],
    "org.freedesktop.portal.Fcitx": ["org.fcitx.Fcitx.InputMethod1.*", "org.fcitx.Fcitx.InputContext1.*"],
    "org.freedesktop.portal.IBus": [
      "org.freedesktop.IBus.Portal.*", "org.freedesktop.IBus.InputContext.*", "org.freedesktop.IBus.Service.*",
    ],
    "org.kde.StatusNotifierWatcher": ["org.kde.StatusNotifierWatcher.*", "org.freedesktop.DBus.Properties.*"],
  ]
  private static let player = "org.mpris.MediaPlayer2."

  /// The prefixes of desktops' names: who owns one is taken for a part of the desktop.
  private static let reserved = [
    "ca.desrt", "com.canonical", "com.deepin", "io.elementary", "net.launchpad", "org.a11y", "org.ayatana",
    "org.bluez", "org.cinnamon", "org.fcitx", "org.freedesktop", "org.gnome", "org.gtk", "org.kde", "org.lxqt",
    "org.mate", "org.mpris", "org.pulseaudio", "org.xfce",
  ]

  /// The access of an app to that name; nil for none.
  package static func talking(to name: String, as app: CodeRequirement) -> SessionBusName? {
    if let methods = services[name] { return .service(name, methods: methods) }
    return isOwn(name, of: app) ? .own(name) : nil
  }

  /// Whether an app may own a name: what begins with its identifier, or the player of that name.
  package static func mayOwn(_ name: String, as app: CodeRequirement) -> Bool {
    isOwn(name.hasPrefix(player) ? String(name.dropFirst(player.count)) : name, of: app)
  }

  /// Whether a name is a service of the table.
  package static func isService(_ name: String) -> Bool { services[name] != nil }

  /// Whether a name is the app's identifier, or below it. An ad-hoc signature makes no identifier anybody's own.
  private static func isOwn(_ name: String, of app: CodeRequirement) -> Bool {
    guard app.publisher != .adHoc else { return false }
    return (name == app.identifier || name.hasPrefix(app.identifier + "."))
      && !reserved.contains { name == $0 || name.hasPrefix($0 + ".") }
  }
}
