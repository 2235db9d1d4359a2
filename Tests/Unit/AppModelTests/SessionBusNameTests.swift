// SPDX-License-Identifier: Apache-2.0
import AppModel
import Testing

struct SessionBusNameTests {
  private let signed = CodeRequirement(identifier: "org.example.Player", publisher: .key([1, 2, 3]))

  @Test(arguments: [
    "org.freedesktop.systemd1", "org.freedesktop.secrets", "org.freedesktop.portal.Desktop", "org.freedesktop.Flatpak",
    "ca.desrt.dconf", "org.gtk.vfs.Daemon", "org.kde.plasmashell", "org.gnome.Shell", "org.example.Other",
    "org.example.PlayerOfAnother", "org.mpris.MediaPlayer2.Other",
  ]) func `No app talks to what starts programs, keeps secrets or belongs to others`(name: String) {
    #expect(SessionBusName.talking(to: name, as: signed) == nil)
    #expect(!SessionBusName.mayOwn(name, as: signed))
  }

  @Test func `An app owns names of its identifier, unless its signature is ad hoc or it is named as the desktop is`() {
    for name in ["org.example.Player", "org.example.Player.Queue", "org.mpris.MediaPlayer2.org.example.Player"] {
      #expect(SessionBusName.mayOwn(name, as: signed))
      #expect(!SessionBusName.mayOwn(name, as: CodeRequirement(identifier: signed.identifier, publisher: .adHoc)))
    }
    let shell = CodeRequirement(identifier: "org.gnome.Shell", publisher: signed.publisher)
    #expect(!SessionBusName.mayOwn("org.gnome.Shell", as: shell))
    #expect(SessionBusName.talking(to: "org.gnome.Shell", as: shell) == nil)
  }

  @Test func `A service is called by the methods of its table`() {
    guard case .service(_, let methods) = SessionBusName.talking(to: "org.freedesktop.ScreenSaver", as: signed) else {
      Issue.record("no service")
      return
    }
    #expect(methods == ["org.freedesktop.ScreenSaver.Inhibit", "org.freedesktop.ScreenSaver.UnInhibit"])
  }
}
