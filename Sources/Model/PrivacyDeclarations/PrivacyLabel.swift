// SPDX-License-Identifier: Apache-2.0
package import AppModel
package import JSONCoding
import PrivacyReports

/// The App Store's label of apps: their manifests put together, and where each line comes from.
package struct PrivacyLabel: Sendable {
  package struct Line: Sendable {
    package let type: String
    package var isLinked = false
    package var isForTracking = false
    package var purposes: Set<String> = []
    package var sources: [String] = []

    package var title: String { DataTypes.title(of: type) ?? type }
  }

  /// The lines in the order of Apple's list.
  package let lines: [Line]
  package let trackingDomains: [(domain: String, sources: [String])]
  /// Parts that say nothing of themselves.
  package let undeclared: [String]
  /// Parts whose manifest cannot be read.
  package let unreadable: [String]
  /// The addresses of apps, by their place.
  package let addresses: [(source: String, addresses: PrivacyAddresses)]

  /// Parts by where they lie, each with its manifest; those with one that cannot be read; and the apps' addresses.
  package init(
    _ parts: [(source: String, manifest: PrivacyManifest?)], unreadable: [String] = [],
    addresses: [(source: String, addresses: PrivacyAddresses)] = []
  ) {
    self.addresses = addresses
    var lines: [String: Line] = [:]
    var domains: [String: [String]] = [:]
    for part in parts {
      guard let manifest = part.manifest else { continue }
      for entry in manifest.collected {
        var line = lines[entry.type] ?? Line(type: entry.type)
        line.isLinked = line.isLinked || entry.isLinked
        line.isForTracking = line.isForTracking || entry.isForTracking
        line.purposes.formUnion(entry.purposes)
        if !line.sources.contains(part.source) { line.sources.append(part.source) }
        lines[entry.type] = line
      }
      for domain in manifest.domains { domains[domain, default: []].append(part.source) }
    }
    let order = DataTypes.groups.flatMap { $0.types.map(\.key) }
    self.lines = lines.values.sorted {
      (order.firstIndex(of: $0.type) ?? .max, $0.type) < (order.firstIndex(of: $1.type) ?? .max, $1.type)
    }
    trackingDomains = domains.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    undeclared = parts.filter { $0.manifest == nil }.map(\.source)
    self.unreadable = unreadable
  }

  package enum Section: String, CaseIterable, Sendable {
    case tracking = "Data Used to Track You"
    case linked = "Data Linked to You"
    case notLinked = "Data Not Linked to You"

    package var explanation: String {
      switch self {
      case .tracking: "may be used to track you across apps and websites owned by other companies"
      case .linked: "may be collected and linked to your identity"
      case .notLinked: "may be collected but is not linked to your identity"
      }
    }
  }

  /// The lines of a section. Data for tracking stands in its own section, and in that of its linking.
  package func lines(in section: Section) -> [Line] {
    lines.filter { line in
      switch section {
      case .tracking: line.isForTracking
      case .linked: line.isLinked
      case .notLinked: !line.isLinked
      }
    }
  }

  /// The purposes of a line. One that Apple does not list is shown as it stands in the manifest.
  private static func purposes(of line: Line) -> String {
    let purposes = line.purposes.map { DataTypes.purposes[$0] ?? "\($0) (no purpose of Apple’s)" }.sorted()
    return purposes.isEmpty ? "no purpose that is declared" : purposes.joined(separator: ", ")
  }

  /// Groups of Apple's with the lines that they have here, and then what is of no type of Apple's.
  private static func grouped(_ lines: [Line]) -> [(title: String, lines: [Line])] {
    let known = DataTypes.groups.map { group in
      (group.title, lines.filter { line in group.types.contains { $0.key == line.type } })
    }
    let others = ("No type of Apple’s", lines.filter { DataTypes.title(of: $0.type) == nil })
    return (known + [others]).filter { !$0.1.isEmpty }
  }

  // MARK: - Addresses

  package static let (policyTitle, deletionTitle) = (
    "Privacy policy", "Deletion of what was collected, including server copies"
  )

  /// The rows of addresses where something is collected, also that none is named.
  private var addressRows: [(title: String, rows: [(source: String, address: String?)])] {
    [
      (Self.policyTitle, addresses.map { (source: $0.source, address: $0.addresses.policy) }),
      (Self.deletionTitle, addresses.map { (source: $0.source, address: $0.addresses.deletion) }),
    ].map { title, rows in (title, lines.isEmpty ? rows.filter { $0.address != nil } : rows) }.filter { !$0.1.isEmpty }
  }

  // MARK: - Forms

  package func text(printable: (String) -> String) -> [String] {
    var text: [String] = []
    if lines.isEmpty { text += ["Data Not Collected", "  No part declares that it collects data.", ""] }
    for section in Section.allCases {
      let lines = lines(in: section)
      guard !lines.isEmpty else { continue }
      text += [section.rawValue, "  The following data \(section.explanation):"]
      for group in Self.grouped(lines) {
        for line in group.lines {
          text.append("  \(group.title): \(printable(line.title))")
          text.append("      for \(printable(Self.purposes(of: line)))")
          text.append("      from \(line.sources.map(printable).joined(separator: ", "))")
        }
      }
      text.append("")
    }
    if !trackingDomains.isEmpty {
      text.append("Domains that follow people")
      for domain in trackingDomains {
        text.append("  \(printable(domain.domain))  from \(domain.sources.map(printable).joined(separator: ", "))")
      }
      text.append("")
    }
    for (title, rows) in addressRows {
      text.append(title)
      for row in rows { text.append("  \(row.address.map(printable) ?? "none is named")  by \(printable(row.source))") }
      text.append("")
    }
    if !undeclared.isEmpty {
      text.append("Undeclared: these say nothing, which is not that they collect nothing")
      text += undeclared.map { "  " + printable($0) }
      text.append("")
    }
    if !unreadable.isEmpty {
      text.append("Cannot be read: nobody knows what these declare")
      text += unreadable.map { "  " + printable($0) }
      text.append("")
    }
    return text.dropLast()
  }

  package var json: JSONValue {
    .members([
      "dataTypes": .array(
        lines.map { line in
          .members([
            "type": .string(line.type), "group": .string(DataTypes.group(of: line.type)), "title": .string(line.title),
            "linked": .bool(line.isLinked), "tracking": .bool(line.isForTracking),
            "purposes": .strings(line.purposes.sorted()), "sources": .strings(line.sources),
          ])
        }),
      "trackingDomains": .array(
        trackingDomains.map { .members(["domain": .string($0.domain), "sources": .strings($0.sources)]) }),
      "addresses": .array(
        addresses.map { source, addresses in
          .members([
            "source": .string(source), "privacyPolicy": addresses.policy.map(JSONValue.string) ?? .null,
            "dataDeletion": addresses.deletion.map(JSONValue.string) ?? .null,
          ])
        }),
      "undeclared": .strings(undeclared), "unreadable": .strings(unreadable),
    ])
  }

  package func html(title: String) -> String {
    var body = ""
    if lines.isEmpty {
      body += "<section><h2>Data Not Collected</h2><p>No part declares that it collects data.</p></section>"
    }
    for section in Section.allCases {
      let lines = lines(in: section)
      guard !lines.isEmpty else { continue }
      body += "<section><h2>\(section.rawValue)</h2><p>The following data \(section.explanation):</p>"
      for group in Self.grouped(lines) {
        body += "<h3>\(HTMLText.escaped(group.title))</h3><ul>"
        for line in group.lines {
          body +=
            "<li><b>\(HTMLText.escaped(line.title))</b> <span>\(HTMLText.escaped(Self.purposes(of: line)))"
            + "</span><small>\(HTMLText.escaped(line.sources.joined(separator: ", ")))</small></li>"
        }
        body += "</ul>"
      }
      body += "</section>"
    }
    if !trackingDomains.isEmpty {
      body += "<section><h2>Domains that follow people</h2><ul>"
      for domain in trackingDomains {
        body +=
          "<li><b>\(HTMLText.escaped(domain.domain))</b><small>\(HTMLText.escaped(domain.sources.joined(separator: ", ")))"
          + "</small></li>"
      }
      body += "</ul></section>"
    }
    // No link: a page that is kept leads nobody anywhere.
    for (title, rows) in addressRows {
      body += "<section><h2>\(title)</h2><ul>"
      for row in rows {
        body +=
          "<li><b>\(HTMLText.escaped(row.address ?? "none is named"))</b><small>\(HTMLText.escaped(row.source))</small></li>"
      }
      body += "</ul></section>"
    }
    for (title, words, sources) in [
      ("Undeclared", "These say nothing, which is not that they collect nothing.", undeclared),
      ("Cannot be read", "Nobody knows what these declare.", unreadable),
    ] where !sources.isEmpty {
      body += "<section class=\"warn\"><h2>\(title)</h2><p>\(words)</p><ul>"
      body += sources.map { "<li>\(HTMLText.escaped($0))</li>" }.joined() + "</ul></section>"
    }
    return PageText.page(title: title, body: body)
  }
}

/// A page that needs nothing from anywhere.
enum PageText {
  static func page(title: String, body: String) -> String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <meta name="color-scheme" content="light dark"><title>\(HTMLText.escaped(title))</title><style>\(style)</style></head>
    <body><main><h1>App Privacy</h1><p class="sub">\(HTMLText.escaped(title))</p>\(body)</main></body></html>

    """
  }

  private static let style = """
    :root{--page:#f5f5f7;--card:#fff;--text:#1d1d1f;--quiet:#62626a;--line:#e3e3e8;--warn:#a8510c}
    @media(prefers-color-scheme:dark){:root{--page:#161618;--card:#232326;--text:#f2f2f4;--quiet:#a0a0a8;--line:#3a3a40;\
    --warn:#ffb066}}
    body{margin:0;background:var(--page);color:var(--text);font:15px/1.45 system-ui,sans-serif}
    main{max-width:720px;margin:0 auto;padding:32px 20px}h1{font-size:26px;margin:0}h2{font-size:19px;margin:0}
    .sub,p,small,span{color:var(--quiet)}section{background:var(--card);border:1px solid var(--line);border-radius:14px;\
    padding:18px 20px;margin:16px 0}section p{margin:4px 0 8px}h3{font-size:14px;margin:14px 0 2px}
    ul{list-style:none;margin:0;padding:0}li{padding:6px 0;border-top:1px solid var(--line)}li:first-child{border-top:0}
    small{display:block;font-size:12px;overflow-wrap:anywhere}.warn h2{color:var(--warn)}
    """
}
