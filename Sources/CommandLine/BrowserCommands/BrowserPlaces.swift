// SPDX-License-Identifier: Apache-2.0
import BrowserExtension
import Files
import Glibc
import JSONCoding
import SystemCalls

/// The paths where Debian's Chromium and Firefox look for extensions and for native messaging hosts, below a folder.
struct BrowserPlaces {
  /// The root folder; empty for the system itself.
  let root: String

  /// The one copy that both browsers read.
  private static let files = "/usr/share/bailey/browser-extension"
  private static let firefox = "{ec8030f7-c20a-464f-9b0e-13a3a9e97384}"
  private static let hostFile = "\(BrowserExtension.host).json"

  /// Whether the root is the system's own, by whatever path.
  var isSystem: Bool {
    guard !root.isEmpty, let named = try? FileDescriptor.open(root, O_RDONLY | O_DIRECTORY).status(),
      let system = try? FileDescriptor.open("/", O_RDONLY | O_DIRECTORY).status()
    else { return root.isEmpty }
    return named.st_dev == system.st_dev && named.st_ino == system.st_ino
  }

  /// The path of a program once the root is the system's.
  func installed(_ program: String) -> String {
    guard !root.isEmpty, program.hasPrefix(root + "/") else { return program }
    return String(program.dropFirst(root.count))
  }

  var extensionFolder: String { root + Self.files }

  /// A link in each browser's folder of extensions.
  var links: [(path: String, browser: String)] {
    [
      ("\(root)/usr/share/chromium/extensions/bailey", "Chromium"),
      ("\(root)/usr/share/mozilla/extensions/\(Self.firefox)/\(BrowserExtension.firefoxIdentifier)", "Firefox"),
    ]
  }

  /// The target of the links, as the browsers see it.
  var linkTarget: String { Self.files }

  /// The files by which each browser starts `program` for the extension.
  func hosts(for program: String) -> [(path: String, browser: String, text: String)] {
    let chromium = JSONValue.Member(
      "allowed_origins", .strings(["chrome-extension://\(BrowserExtension.chromiumIdentifier)/"]))
    let firefox = JSONValue.Member("allowed_extensions", .strings([BrowserExtension.firefoxIdentifier]))
    return [
      ("\(root)/etc/chromium/native-messaging-hosts/\(Self.hostFile)", "Chromium", Self.host(program, chromium)),
      ("\(root)/usr/lib/mozilla/native-messaging-hosts/\(Self.hostFile)", "Firefox", Self.host(program, firefox)),
    ]
  }

  /// The same in a person's own folders, where each browser looks first.
  func ownHosts(for program: String, home: String, configuration: String?) -> [(
    path: String, browser: String, text: String
  )] {
    let chromium = configuration ?? "\(home)/.config"
    let folders = ["\(chromium)/chromium/NativeMessagingHosts", "\(home)/.mozilla/native-messaging-hosts"]
    return zip(folders, hosts(for: program)).map { folder, host in
      ("\(folder)/\(Self.hostFile)", host.browser, host.text)
    }
  }

  private static func host(_ program: String, _ allowed: JSONValue.Member) -> String {
    JSONValue.object([
      JSONValue.Member("name", .string(BrowserExtension.host)),
      JSONValue.Member("description", .string("Passkeys of Bailey")),
      JSONValue.Member("path", .string(program)), JSONValue.Member("type", .string("stdio")), allowed,
    ]).text + "\n"
  }
}
