// SPDX-License-Identifier: Apache-2.0
import AppModel
import AppNames
import Testing

/// Which app a word means.
@Suite struct AppNamesTests {
  private static let store = "/home/me/apps"

  private static func app(
    _ identifier: String, _ executable: String, display: String? = nil, bundle: String? = nil
  ) -> NamedApp? {
    let names =
      (display.map { "<key>CFBundleDisplayName</key><string>\($0)</string>" } ?? "")
      + (bundle.map { "<key>CFBundleName</key><string>\($0)</string>" } ?? "")
    let info =
      "<plist><dict><key>CFBundleIdentifier</key><string>\(identifier)</string><key>CFBundleExecutable</key>"
      + "<string>\(executable)</string>\(names)</dict></plist>"
    let app = try? InstalledApp(
      publisher: .adHoc, signer: "", seal: [UInt8](repeating: 7, count: 32), info: Array(info.utf8),
      xml: Array("<plist><dict/></plist>".utf8))
    return app.map { NamedApp($0, in: store) }
  }

  private static let installed = [
    app("org.example.Viewfinder", "viewfinder-bin", display: "Viewfinder", bundle: "Finder"),
    app("org.example.Notes", "Notes"), app("com.other.Notes", "Notes"), app("org.example.notes2", "NOTES2"),
    app("org.example.Draw", "draw", display: "Draw.io"), app("org.example.Cafe", "cafe", display: "Caf\u{E9}"),
    // It has another app's identifier for its name.
    app("org.evil.One", "one", display: "org.example.Viewfinder"),
  ].compactMap(\.self)
  private static let others = [
    NamedApp(program: "/opt/tools/scan", identifier: "org.example.scan"),
    NamedApp(program: "/opt/tools/Finder2"), NamedApp(gone: "org.gone.Editor", name: "Editor"),
    // Whatever else is said of an app that is installed.
    NamedApp(gone: "org.example.Draw", name: "Notes"),
  ]
  private static let all = AppNames(installed + others, programs: .included)

  private func meant(_ word: String) -> String {
    do { return try Self.all.app(AppWord(word)).identifier } catch {
      switch error {
      case .unknown(let word, _): return "unknown \(word)"
      case .notInstalled(let word, _): return "not installed \(word)"
      case .ambiguous(_, let apps): return "several " + apps.map(\.identifier).joined(separator: " ")
      default: return "\(error)"
      }
    }
  }

  @Test(arguments: [
    ("org.example.Viewfinder", "org.example.Viewfinder"), ("Viewfinder", "org.example.Viewfinder"),
    ("Finder", "org.example.Viewfinder"), ("viewfinder-bin", "org.example.Viewfinder"),
    ("viewfinder-bin.app", "org.example.Viewfinder"), ("VIEWFINDER", "org.example.Viewfinder"),
    ("ORG.example.cafe", "org.example.Cafe"), ("Draw.io", "org.example.Draw"), ("draw.IO", "org.example.Draw"),
    // However the accent was typed.
    ("Cafe\u{301}", "org.example.Cafe"), ("caf\u{E9}", "org.example.Cafe"),
    ("org.example.scan", "/opt/tools/scan"), ("scan", "/opt/tools/scan"), ("finder2", "/opt/tools/Finder2"),
    ("Editor", "org.gone.Editor"), ("org.gone.Editor", "org.gone.Editor"),
    ("Notes", "several org.example.Notes com.other.Notes"), ("notes", "several org.example.Notes com.other.Notes"),
    ("Viewfindr", "unknown Viewfindr"), ("", "unknown "), ("Camera;", "unknown Camera;"), ("..", "unknown .."),
    ("org.example.Nobody", "not installed org.example.Nobody"), ("org.example", "not installed org.example"),
  ])
  func `A word means one app, or none`(word: String, app: String) { #expect(meant(word) == app) }

  @Test func `What is inside of an installed bundle is the app, and a path of anything else is a program or nothing`()
    throws
  {
    func meant(_ place: AppWord.Place, _ names: AppNames = Self.all) throws -> NamedApp {
      try names.app(AppWord("./typed", at: place))
    }
    let inside = "\(Self.store)/org.example.Viewfinder/07/viewfinder-bin.app/viewfinder-bin"
    for place in [AppWord.Place.program(inside), .missing(inside), .folder(inside), .script(inside)] {
      #expect(try meant(place).identifier == "org.example.Viewfinder")
    }
    #expect(try meant(.program("\(Self.store)/org.example.Viewfinder2/x")).kind == .program)
    let scan = try meant(.program("/opt/tools/scan"))
    #expect(scan.kind == .program && scan.presence == .there && scan.identifier == "/opt/tools/scan")
    #expect(try meant(.missing("/opt/tools/scan")).presence == .gone)
    #expect(try meant(.program("/usr/bin/od")) == NamedApp(program: "/usr/bin/od"))
    #expect(throws: AppNameError.folder(path: "/x.app")) { try meant(.folder("/x.app")) }
    #expect(throws: AppNameError.script(path: "/x")) { try meant(.script("/x")) }
    #expect(throws: AppNameError.notAProgram(path: "/x")) { try meant(.other("/x")) }
    #expect(throws: AppNameError.missing(path: "/x")) { try meant(.missing("/x")) }
    let installed = AppNames(Self.installed)
    #expect(try meant(.program(inside), installed).identifier == "org.example.Viewfinder")
    #expect(throws: AppNameError.notAnApp(path: "/usr/bin/od")) { try meant(.program("/usr/bin/od"), installed) }
  }

  @Test func `What an app or a program calls itself takes no other app's place`() throws {
    let ledger = try #require(Self.app("org.example.Ledger", "Ledger"))
    let evil = [NamedApp(program: "/opt/evil", identifier: "Ledger"), Self.app("org.evil.Two", "ledger")].compactMap(
      \.self)
    for other in evil {
      let names = AppNames([ledger, other], programs: .included)
      #expect(throws: AppNameError.ambiguous("Ledger", names.apps)) { try names.app(AppWord("Ledger")) }
      #expect(try names.app(AppWord("org.example.Ledger")) == ledger)
    }
    let named = AppNames([Self.app("org.evil.One", "one", display: "org.real.Bank")].compactMap(\.self))
    #expect(throws: AppNameError.notInstalled("org.real.Bank", among: named.apps)) {
      try named.app(AppWord("org.real.Bank"))
    }
  }

  @Test func `Two paths that look alike are two programs`() throws {
    let (one, other) = ("/opt/caf\u{E9}", "/opt/cafe\u{301}")
    let names = AppNames([NamedApp(program: one), NamedApp(program: other)], programs: .included)
    #expect(names.apps.count == 2)
    for path in [one, other] {
      let app = try names.app(AppWord("./typed", at: .program(path)))
      #expect(Array(app.identifier.utf8) == Array(path.utf8))
    }
  }

  @Test func `A part of an app is meant by the app where it has one part alone`() throws {
    let apps = Self.installed
    let one = AppNames([NamedApp(part: "org.example.Viewfinder.Widget", of: apps[0])])
    for word in ["org.example.Viewfinder.Widget", "org.example.Viewfinder", "Viewfinder", "viewfinder"] {
      #expect(try one.app(AppWord(word)).identifier == "org.example.Viewfinder.Widget")
    }
    let two = AppNames(one.apps + [NamedApp(part: "org.example.Viewfinder.Other", of: apps[0])])
    #expect(throws: AppNameError.ambiguous("Viewfinder", two.apps)) { try two.app(AppWord("Viewfinder")) }
    #expect(try two.app(AppWord("org.example.Viewfinder.Other")).identifier == "org.example.Viewfinder.Other")
  }
}
