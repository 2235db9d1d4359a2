// SPDX-License-Identifier: Apache-2.0

/// A browser in a few words, by which a person tells one of theirs from another. Its header is whatever the other side sent: of it
/// only names that are known here are kept.
struct BrowserName {
  let text: String

  init(userAgent header: String?) {
    let header = String((header ?? "").prefix(500))
    func first(_ names: KeyValuePairs<String, String>) -> String? { names.first { header.contains($0.key) }?.value }
    text = [first(Self.browsers), first(Self.systems)].compactMap { $0 }.joined(separator: ", ")
  }

  /// Each before those whose names it says too.
  private static let browsers: KeyValuePairs = [
    "Edg": "Edge", "OPR/": "Opera", "SamsungBrowser": "Samsung Internet", "Firefox": "Firefox", "FxiOS": "Firefox",
    "CriOS": "Chrome", "Chrome": "Chrome", "Safari": "Safari", "curl/": "curl",
  ]
  private static let systems: KeyValuePairs = [
    "iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "Mac OS X": "macOS",
    "CrOS": "ChromeOS", "Linux": "Linux",
  ]
}
