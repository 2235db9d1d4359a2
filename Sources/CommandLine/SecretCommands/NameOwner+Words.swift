// SPDX-License-Identifier: Apache-2.0
import SecretAccess

extension NameOwner {
  var sentence: String {
    switch self {
    case .bailey(let process): "Bailey answers for \(BusServiceFile.name): process \(process)."
    case .other(let process, let name): "\(name), process \(process), answers for \(BusServiceFile.name)."
    }
  }

  /// The advice by which Bailey gets the name.
  var advice: String {
    guard case .other(let process, let name) = self else { return "" }
    let start =
      "\(name), process \(process), has the name in this session, with the passwords that it keeps. Bailey leaves it there.\n"
    guard name.hasPrefix("gnome-keyring") else { return start + "Bailey answers once it has ended." }
    return start + """
      To have Bailey in its place from your next session on: systemctl --user mask gnome-keyring-daemon.service \
      gnome-keyring-daemon.socket
      and, where it starts with the desktop: cp /etc/xdg/autostart/gnome-keyring-secrets.desktop ~/.config/autostart/ && \
      echo Hidden=true >> ~/.config/autostart/gnome-keyring-secrets.desktop
      """
  }
}
