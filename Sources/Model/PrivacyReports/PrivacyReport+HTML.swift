// SPDX-License-Identifier: Apache-2.0
import AccessModel

/// The report as a self-contained page: no script, no picture, no font from anywhere.
extension PrivacyReport {
  private static let mostHosts = 100

  package var html: String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <meta name="color-scheme" content="light dark"><title>App privacy report</title>
    <style>\(ReportStyle.text)</style></head><body><main>
    <header><h1>App privacy report</h1>
    <p>\(day(0).dayText) to \(day(AccessLogState.days - 1).dayText). Kept on this computer alone, encrypted, for seven days\
    \(since > 0 ? "; written down since \(CivilTime(since, offset: offset).dayText)" : "").</p></header>
    \(apps.isEmpty ? "<p class=\"card none\">No app used anything in the last seven days.</p>" : content)
    </main></body></html>

    """
  }

  private var content: String { summary + charts + table + hostTable }

  private var summary: String {
    let trackers = hosts.filter(\.isTracker)
    let refused = hosts.reduce(0) { $0 + $1.refused }
    let tiles: [(String, String)] = [
      ("\(apps.count)", apps.count == 1 ? "app" : "apps"), ("\(uses.total)", "uses of data and sensors"),
      ("\(connections.total)", "connections"), ("\(hosts.count)", hosts.count == 1 ? "host" : "hosts"),
      ("\(trackers.count)", "follow people"), ("\(refused)", "refused"),
    ]
    let items = tiles.map { "<li><b>\($0.0)</b> \($0.1)</li>" }
    return "<ul class=\"tiles\">\(items.joined())</ul>\n"
  }

  private var charts: String {
    """
    <div class="charts"><section class="card"><h2>Data and sensors</h2>
    \(ReportChart().svg(self, uses, title: "Uses of data and sensors a day", colour: "uses"))</section>
    <section class="card"><h2>Connections</h2>
    \(ReportChart().svg(self, connections, title: "Connections a day", colour: "network"))</section></div>

    """
  }

  private var table: String {
    var text = "<section class=\"card\"><h2>Apps</h2>\n"
    for app in apps {
      let identifier =
        app.name == app.identifier ? "" : " <span class=\"id\">\(HTMLText.escaped(app.identifier))</span>"
      text += "<h3>\(HTMLText.escaped(app.name))\(identifier)</h3>"
      if app.isProgram { text += "<p class=\"id\">\(HTMLText.escaped(Self.programsTier))</p>" }
      text += "<table class=\"uses\">"
      text += "<thead><tr><th>Used</th><th>Seven days</th><th class=\"number\">Times</th><th>For</th><th>Last</th></tr>"
      text += "</thead><tbody>"
      for use in app.uses {
        let last = CivilTime(use.last, offset: offset)
        text +=
          "<tr><th>\(HTMLText.escaped(use.title))</th><td>\(ReportChart.spark(use.days, colour: "uses"))</td>"
          + "<td class=\"number\">\(use.days.total)</td><td>\(Self.length(use.milliseconds))</td>"
          + "<td>\(use.running > 0 ? "<b class=\"now\">in use now</b>" : "\(last.dayText) \(last.clockText)")</td></tr>"
      }
      if app.network.total > 0 || app.refused > 0 {
        text +=
          "<tr><th>Network</th><td>\(ReportChart.spark(app.network, colour: "network"))</td>"
          + "<td class=\"number\">\(app.network.total)</td><td>\(app.hosts == 1 ? "1 host" : "\(app.hosts) hosts")</td>"
          + "<td>\(app.refused > 0 ? "<b class=\"refused\">\(app.refused) refused</b>" : "")</td></tr>"
      }
      text += "</tbody></table>\n"
    }
    return text + "</section>\n"
  }

  private var hostTable: String {
    guard !hosts.isEmpty else { return "" }
    let most = max(1, hosts.first?.hits ?? 1)
    var text =
      "<section class=\"card\"><h2>Hosts</h2><table><thead><tr><th>Host</th><th></th>"
      + "<th class=\"number\">Connections</th><th class=\"number\">Refused</th><th class=\"number\">Apps</th></tr></thead><tbody>"
    for host in hosts.prefix(Self.mostHosts) {
      let name = host.domain.isEmpty ? "others" : HTMLText.escaped(host.domain)
      let width = max(host.hits > 0 ? 2 : 0, 120 * host.hits / most)
      text +=
        "<tr><th>\(name)\(host.isTracker ? " <span class=\"tag\">follows people</span>" : "")</th>"
        + "<td><svg class=\"share\" viewBox=\"0 0 120 8\" aria-hidden=\"true\"><rect width=\"\(width)\" height=\"8\" rx=\"2\" "
        + "fill=\"var(--\(host.isTracker ? "refused" : "network"))\"/></svg></td><td class=\"number\">\(host.hits)</td>"
        + "<td class=\"number\">\(host.refused == 0 ? "" : "\(host.refused)")</td>"
        + "<td class=\"number\">\(host.apps.count)</td></tr>"
    }
    text += "</tbody></table>"
    if hosts.count > Self.mostHosts { text += "<p class=\"id\">and \(hosts.count - Self.mostHosts) more</p>" }
    return text + "</section>\n"
  }
}

enum ReportStyle {
  static let text = """
    :root{--page:#f5f5f7;--card:#fff;--text:#1d1d1f;--quiet:#62626a;--line:#e3e3e8;--uses:#2f6fd6;--network:#2b8a63;\
    --refused:#c2402f}
    @media(prefers-color-scheme:dark){:root{--page:#161618;--card:#232326;--text:#f2f2f4;--quiet:#a0a0a8;--line:#3a3a40;\
    --uses:#6ea3ff;--network:#5cc795;--refused:#ff7b6b}}
    *{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--text);font:15px/1.45 system-ui,sans-serif}
    main{max-width:960px;margin:0 auto;padding:32px 20px}h1{font-size:26px;margin:0}h2{font-size:17px;margin:0 0 10px}
    h3{font-size:15px;margin:20px 0 4px}header p,.id,.none{color:var(--quiet)}header p{margin:4px 0 20px}
    .id{font-weight:400;font-size:13px}.card{background:var(--card);border:1px solid var(--line);border-radius:12px;\
    padding:18px 20px;margin:0 0 16px;overflow-x:auto}
    .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(130px,1fr));gap:10px;list-style:none;margin:0 0 16px;\
    padding:0}
    .tiles li{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:12px 14px;color:var(--quiet);\
    font-size:13px}.tiles b{display:block;font-size:22px;color:var(--text)}
    .charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(320px,1fr));gap:16px}svg{display:block;width:100%}
    .axis{stroke:var(--line)}svg text{font:12px system-ui,sans-serif;text-anchor:middle;fill:var(--quiet)}
    .spark{width:74px;height:22px}.share{width:120px;height:8px}table{width:100%;border-collapse:collapse}
    td,th{text-align:left;padding:5px 8px 5px 0;border-bottom:1px solid var(--line);font-weight:400;vertical-align:middle;\
    white-space:nowrap}thead th{color:var(--quiet);font-size:12px}tbody tr:last-child>*{border-bottom:0}
    .uses{table-layout:fixed;min-width:560px}.uses th:nth-child(1){width:22%}.uses th:nth-child(2){width:20%}\
    .uses th:nth-child(3){width:12%}.uses th:nth-child(4){width:20%}
    .number{text-align:right;padding-right:20px;font-variant-numeric:tabular-nums}.now{color:var(--uses)}
    .refused,.tag{color:var(--refused)}.tag{border:1px solid;border-radius:6px;padding:0 5px;font-size:12px}
    """
}
