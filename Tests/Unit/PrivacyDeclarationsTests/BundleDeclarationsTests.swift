// SPDX-License-Identifier: Apache-2.0
import AppModel
import Foundation
import JSONCoding
import PrivacyDeclarations
import RepositoryFolder
import Testing

@Suite struct BundleDeclarationsTests {
  private static func list(_ content: String) -> [UInt8] {
    Array("<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict>\n\(content)\n</dict></plist>\n".utf8)
  }

  private static let name =
    "<key>CFBundleName</key><string>Snorely</string>\n<key>CFBundleExecutable</key><string>s</string>"
  private static let good = "<string>The app records during the night to detect snoring sounds.</string>"
  private static let empty = list("<key>NSPrivacyTracking</key><false/>")

  private static func findings(
    _ contents: [String: [UInt8]], entitled: [String] = []
  ) -> [String] {
    BundleDeclarations(contents: contents, executables: [], isEntitled: { entitled.contains($0) }).findings
      .map { "\($0.file):\($0.line) \($0.rule.rawValue)\($0.counts ? "" : " ignored")" }
  }

  @Test func `A service that the app is entitled to needs a purpose string`() {
    let contents = ["Info.plist": Self.list(Self.name), "PrivacyInfo.xcprivacy": Self.empty]
    #expect(
      Self.findings(contents, entitled: ["com.apple.security.device.camera"]) == ["Info.plist:1 PS01"])
    #expect(Self.findings(contents) == [])
  }

  @Test func `What of the rules for connections nothing holds is said`() {
    let info = Self.list(
      "\(Self.name)\n<key>NSAppTransportSecurity</key><dict>\n<key>NSPinnedDomains</key><dict/>\n"
        + "<key>NSExceptionDomains</key><dict><key>a.b</key><dict>\n"
        + "<key>NSRequiresCertificateTransparency</key><true/></dict></dict></dict>")
    #expect(
      Self.findings(["Info.plist": info, "PrivacyInfo.xcprivacy": Self.empty])
        == ["Info.plist:6 AT01", "Info.plist:8 AT01"])
  }

  private static let collecting = list(
    "<key>NSPrivacyTracking</key><false/><key>NSPrivacyCollectedDataTypes</key><array><dict>"
      + "<key>NSPrivacyCollectedDataType</key><string>NSPrivacyCollectedDataTypeName</string>"
      + "<key>NSPrivacyCollectedDataTypeLinked</key><true/><key>NSPrivacyCollectedDataTypeTracking</key><false/>"
      + "<key>NSPrivacyCollectedDataTypePurposes</key><array><string>NSPrivacyCollectedDataTypePurposeAppFunctionality"
      + "</string></array></dict></array>")

  private static func info(policy: String?, deletion: String?) -> [UInt8] {
    list(
      name + (policy.map { "\n<key>BaileyPrivacyPolicyURL</key><string>\($0)</string>" } ?? "")
        + (deletion.map { "\n<key>BaileyDataDeletionURL</key><string>\($0)</string>" } ?? ""))
  }

  @Test func `Where data is collected, a policy and a way to have it deleted are wanted`() {
    let manifest = ["PrivacyInfo.xcprivacy": Self.collecting]
    func findings(_ policy: String?, _ deletion: String?) -> [String] {
      Self.findings(manifest.merging(["Info.plist": Self.info(policy: policy, deletion: deletion)]) { $1 })
    }
    #expect(findings(nil, nil) == ["Info.plist:1 PP01", "Info.plist:1 PP02"])
    #expect(findings("https://example.org/privacy", "mailto:privacy@example.org") == [])
    #expect(findings("http://example.org/privacy", "https://example.org/delete") == ["Info.plist:5 PP01"])
    // Nothing is collected, and nothing is wanted; what is there must lead somewhere all the same.
    let none = ["PrivacyInfo.xcprivacy": Self.empty]
    #expect(Self.findings(none.merging(["Info.plist": Self.info(policy: nil, deletion: nil)]) { $1 }) == [])
    #expect(
      Self.findings(none.merging(["Info.plist": Self.info(policy: "/privacy", deletion: nil)]) { $1 })
        == ["Info.plist:5 PP01"])
    #expect(LintRule.policyAddress.level == .warning && LintRule.deletionAddress.level == .warning)
  }

  @Test func `A label shows the addresses of what collects, and that there are none`() throws {
    let declarations = BundleDeclarations(
      contents: [
        "Info.plist": Self.info(policy: "https://example.org/privacy", deletion: nil),
        "PrivacyInfo.xcprivacy": Self.collecting,
      ], executables: [], isEntitled: { _ in false })
    let label = PrivacyLabel(
      declarations.parts.map { ("Snorely.app", $0.manifest) }, addresses: [("Snorely.app", declarations.addresses)])
    let text = label.text { $0 }.joined(separator: "\n")
    #expect(text.contains("Privacy policy\n  https://example.org/privacy  by Snorely.app\n"))
    #expect(text.contains("Deletion of what was collected, including server copies\n  none is named  by Snorely.app"))
    #expect(label.json.text.contains("\"privacyPolicy\":\"https:"))
    let page = label.html(title: "x")
    #expect(page.contains("https://example.org/privacy") && !page.contains("href"))
    let silent = PrivacyLabel([], addresses: [("Snorely.app", PrivacyAddresses([:]))])
    #expect(!silent.text { $0 }.joined().contains("Privacy policy"))
  }

  @Test func `Entitlements of what is not here want their purpose strings too`() {
    let manifest = ["PrivacyInfo.xcprivacy": Self.empty]
    for (entitlement, key) in [
      ("com.apple.developer.healthkit", "NSHealthUpdateUsageDescription"),
      ("com.apple.developer.financekit", "NSFinancialDataUsageDescription"),
      ("com.apple.developer.homekit", "NSHomeKitUsageDescription"),
    ] {
      let silent = manifest.merging(["Info.plist": Self.list(Self.name)]) { $1 }
      #expect(Self.findings(silent, entitled: [entitlement]) == ["Info.plist:1 PS01"])
      let info = Self.list("\(Self.name)\n<key>\(key)</key>\(Self.good)")
      #expect(Self.findings(manifest.merging(["Info.plist": info]) { $1 }, entitled: [entitlement]) == [])
    }
  }

  @Test func `All localised purpose strings are checked, and missing ones are said`() {
    let info = Self.list("\(Self.name)\n<key>NSMicrophoneUsageDescription</key>\(Self.good)")
    let german = Array(
      "/* c */\n\"NSMicrophoneUsageDescription\" = \"Das Mikrofon hört zu, um Schnarchen zu finden\";\n".utf8)
    #expect(
      Self.findings([
        "Info.plist": info, "PrivacyInfo.xcprivacy": Self.empty, "de.lproj/InfoPlist.strings": german,
        "fr.lproj/InfoPlist.strings": [],
      ]) == ["de.lproj/InfoPlist.strings:2 PS03", "fr.lproj/InfoPlist.strings:1 PS13"])
  }

  @Test func `A rule is ignored where a comment says why, and not where it does not`() {
    func info(_ comment: String) -> [UInt8] {
      Self.list(
        "\(Self.name)\n\(comment)\n<key>NSMicrophoneUsageDescription</key><string>The app records to detect snoring</string>"
      )
    }
    let place = "Info.plist:6 PS03"
    let manifest = ["PrivacyInfo.xcprivacy": Self.empty]
    #expect(Self.findings(manifest.merging(["Info.plist": info("")]) { $1 }) == [place])
    #expect(
      Self.findings(manifest.merging(["Info.plist": info("<!-- lint:ignore PS03 a headline -->")]) { $1 })
        == [place + " ignored"])
    #expect(
      Self.findings(manifest.merging(["Info.plist": info("<!-- lint:ignore PS03 -->")]) { $1 })
        == ["Info.plist:5 LI01", place])
  }

  @Test func `Screens before alerts are held to the guidelines`() {
    func screen(_ members: String) -> [String] {
      let info = Self.list("\(Self.name)\n<key>BaileyPreAlertScreens</key><array><dict>\(members)</dict></array>")
      return Self.findings(["Info.plist": info, "PrivacyInfo.xcprivacy": Self.empty]).map { String($0.suffix(4)) }
    }
    let opens = "<key>OpensAlert</key><true/>"
    func buttons(_ titles: String...) -> String {
      "<key>Buttons</key><array>" + titles.map { "<string>\($0)</string>" }.joined() + "</array>"
    }
    #expect(screen(opens + buttons("Continue")) == [])
    #expect(screen(opens + buttons("Next", "Not Now")) == ["PA01"])
    #expect(screen(opens + buttons("Allow")) == ["PA02"])
    #expect(screen(opens + buttons("Sure")) == ["PA02"])
    #expect(screen(buttons("Continue") + "<key>Dismissible</key><true/>") == ["PA03", "PA04"])
    #expect(screen(opens + buttons("Continue") + "<key>AtLaunch</key><true/>") == ["PA05"])
    #expect(
      screen(
        opens + buttons("Continue") + "<key>Incentive</key><true/><key>ImitatesAlert</key><true/>"
          + "<key>ShowsPictureOfAlert</key><true/><key>AnnotatesAlert</key><true/>"
          + "<key>Service</key><string>UserTracking</string><key>CollectsBeforeAlert</key><true/>")
        == ["TR01", "TR02", "TR03", "TR04", "TR05"])
  }

  @Test func `A location button must be legible`() {
    func button(_ members: String) -> [String] {
      let info = Self.list("\(Self.name)\n<key>BaileyLocationButtons</key><array><dict>\(members)</dict></array>")
      return Self.findings(["Info.plist": info, "PrivacyInfo.xcprivacy": Self.empty]).map { String($0.suffix(4)) }
    }
    func colours(_ text: String, _ ground: String) -> String {
      "<key>Label</key><string>currentLocation</string><key>Foreground</key><string>\(text)</string>"
        + "<key>Background</key><string>\(ground)</string>"
    }
    #expect(button(colours("#FFFFFF", "#0050B0")) == [])
    #expect(button(colours("#FFFFFF", "#FFFF00")) == ["LB02"])
    #expect(button(colours("#000000", "#FFFFFF80")) == ["LB03"])
    #expect(button("") == ["LB01"])
    #expect(button("<key>Label</key><string>currentLocation</string><key>Font</key><string>Fun</string>") == ["LB06"])
    #expect(button(colours("white", "#0050B0")) == ["LB06"])
    #expect(button(colours("#FFFFFF", "#0050B0") + "<key>FontSize</key><string>large</string>") == ["LB06"])
    #expect(button(colours("#FFFFFF", "#0050B0") + "<key>Width</key><integer>320</integer>") == [])
    #expect(button(colours("#FFFFFF", "#0050B0") + "<key>Width</key><integer>100</integer>") == ["LB04"])
  }

  @Test func `The title of a location button must fit in each language of the bundle`() {
    let info = Self.list(
      "\(Self.name)\n<key>BaileyLocationButtons</key><array><dict><key>Label</key><string>shareMyCurrentLocation</string>"
        + "<key>Width</key><integer>330</integer></dict></array>")
    let contents = ["Info.plist": info, "PrivacyInfo.xcprivacy": Self.empty]
    #expect(Self.findings(contents) == [])
    #expect(
      Self.findings(contents.merging(["ru.lproj/InfoPlist.strings": []]) { $1 }).map { String($0.suffix(4)) } == [
        "LB04"
      ])
  }

  @Test func `What cannot be read is an error with its line, and not a bundle that declares nothing`() {
    let broken = Array("<plist><dict>\n<key>A</key>\n</dict></plist>".utf8)
    let manifest = ["PrivacyInfo.xcprivacy": Self.empty]
    #expect(Self.findings(manifest.merging(["Info.plist": broken]) { $1 }) == ["Info.plist:3 PL01"])
    #expect(Self.findings(manifest.merging(["Info.plist": []]) { $1 }) == ["Info.plist:1 PL01"])
    #expect(Self.findings(manifest.merging(["Info.plist": Array("<array/>".utf8)]) { $1 }) == ["Info.plist:1 PL01"])
    let info = ["Info.plist": Self.list(Self.name)]
    #expect(
      Self.findings(info.merging(["PrivacyInfo.xcprivacy": broken]) { $1 }) == ["PrivacyInfo.xcprivacy:3 PM01"])
    #expect(
      Self.findings(
        info.merging(manifest) { $1 }.merging(["de.lproj/InfoPlist.strings": Array("a = b;\nc".utf8)]) { $1 })
        == ["de.lproj/InfoPlist.strings:2 PL01"])
  }

  @Test func `Texts in UTF-16 are checked, and of a repeated key the last`() {
    let info = Self.list("\(Self.name)\n<key>NSMicrophoneUsageDescription</key>\(Self.good)")
    let text = "NSMicrophoneUsageDescription = \"Gut.\";\nNSMicrophoneUsageDescription = \"Schlecht\";\n"
    let utf16 = [0xFF, 0xFE] + text.utf16.flatMap { (unit) -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    #expect(
      Self.findings([
        "Info.plist": info, "PrivacyInfo.xcprivacy": Self.empty, "de.lproj/InfoPlist.strings": utf16,
      ]) == ["de.lproj/InfoPlist.strings:1 PS03"])
  }

  @Test func `One sentence serves the keys of one thing, and not two things`() {
    func repeated(_ keys: String...) -> [String] {
      Self.findings([
        "Info.plist": Self.list(Self.name + keys.map { "\n<key>NS\($0)UsageDescription</key>\(Self.good)" }.joined()),
        "PrivacyInfo.xcprivacy": Self.empty,
      ])
    }
    #expect(repeated("LocationWhenInUse", "LocationAlways", "LocationAlwaysAndWhenInUse") == [])
    #expect(repeated("Calendars", "CalendarsFullAccess", "CalendarsWriteOnlyAccess") == [])
    #expect(repeated("Camera", "Microphone") == ["Info.plist:6 PS11"])
  }

  @Test func `A development region that a build fills in is English`() {
    let info = Self.list(
      "\(Self.name)\n<key>CFBundleDevelopmentRegion</key><string>$(DEVELOPMENT_LANGUAGE)</string>\n"
        + "<key>NSPhotoLibraryUsageDescription</key><string>Need access to photo library.</string>")
    #expect(
      Self.findings(["Info.plist": info, "PrivacyInfo.xcprivacy": Self.empty])
        == ["Info.plist:6 PS02", "Info.plist:6 PS06"])
  }

  @Test func `Reasons of libraries are errors in the manifest of an app or an extension`() {
    func findings(_ file: String, _ category: String, _ reason: String) -> [String] {
      let manifest = Self.list(
        "<key>NSPrivacyAccessedAPITypes</key><array><dict><key>NSPrivacyAccessedAPIType</key>"
          + "<string>NSPrivacyAccessedAPICategory\(category)</string><key>NSPrivacyAccessedAPITypeReasons</key>"
          + "<array><string>\(reason)</string></array></dict></array>")
      return Self.findings(
        [
          "Info.plist": Self.list(Self.name), "PrivacyInfo.xcprivacy": Self.empty,
        ].merging([file: manifest]) { $1 }
      ).map { String($0.suffix(4)) }
    }
    for (category, reason) in [("FileTimestamp", "0A2A.1"), ("UserDefaults", "C56D.1")] {
      #expect(findings("PrivacyInfo.xcprivacy", category, reason) == ["PM10"])
      #expect(findings("PlugIns/W.appex/PrivacyInfo.xcprivacy", category, reason) == ["PM10"])
      #expect(findings("Frameworks/S.framework/PrivacyInfo.xcprivacy", category, reason) == [])
    }
  }

  @Test func `Swift's own libraries need no manifest`() {
    let declarations = BundleDeclarations(
      contents: ["Info.plist": Self.list(Self.name), "PrivacyInfo.xcprivacy": Self.empty],
      executables: [("Frameworks/libFoundation.so", ["stat"]), ("Frameworks/libswiftCore.so", [])],
      isEntitled: { _ in false })
    #expect(declarations.findings.isEmpty && declarations.parts.map(\.name) == [""])
    #expect(declarations.runtimeLibraries == ["Frameworks/libFoundation.so", "Frameworks/libswiftCore.so"])
  }

  @Test func `An empty list of reasons is a note`() {
    let manifest = Self.list("<key>NSPrivacyAccessedAPITypes</key><array/>")
    let declarations = BundleDeclarations(
      contents: ["Info.plist": Self.list(Self.name), "PrivacyInfo.xcprivacy": manifest], executables: [],
      isEntitled: { _ in false })
    #expect(declarations.findings.map(\.rule) == [.accessedEntry] && declarations.findings.map(\.level) == [.note])
  }

  @Test func `What is refused of declared screens is what lint finds`() {
    func info(_ title: String, _ comment: String = "") -> [UInt8] {
      Self.list(
        "\(Self.name)\n<key>NSCameraUsageDescription</key><string>no</string>\n\(comment)<key>BaileyPreAlertScreens</key>"
          + "<array><dict><key>OpensAlert</key><true/><key>Buttons</key><array><string>\(title)</string></array></dict></array>"
      )
    }
    #expect(BundleDeclarations.refusedScreens(of: info("Continue")).isEmpty)
    #expect(BundleDeclarations.refusedScreens(of: info("Allow")).map(\.rule) == [.buttonTitle])
    #expect(BundleDeclarations.refusedScreens(of: info("Allow", "<!-- lint:ignore PA02 a test -->\n")).isEmpty)
  }

  @Test func `The examples are as their own lint wants them`() throws {
    let examples = RepositoryFolder.url.appending(path: "Examples")
    for folder in ["Ledger", "Viewfinder/Sources/Viewfinder"] {
      func contents(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: examples.appending(path: "\(folder)/\(name)")))
      }
      let files = ["Info.plist", "PrivacyInfo.xcprivacy"]
      let declarations = BundleDeclarations(
        contents: Dictionary(uniqueKeysWithValues: try files.map { ($0, try contents($0)) }), executables: [],
        isEntitled: { _ in false })
      #expect(declarations.findings == [], "\(folder)")
    }
  }

  @Test func `A privacy manifest is held to each of its rules`() {
    func manifest(_ content: String) -> [String] {
      Self.findings([
        "Info.plist": Self.info(policy: "https://example.org", deletion: "https://example.org"),
        "PrivacyInfo.xcprivacy": Self.list(content),
      ])
      .map { String($0.suffix(4)) }
    }
    func collected(_ type: String, _ purposes: String) -> String {
      "<key>NSPrivacyCollectedDataTypes</key><array><dict><key>NSPrivacyCollectedDataType</key><string>\(type)</string>"
        + "<key>NSPrivacyCollectedDataTypeLinked</key><true/><key>NSPrivacyCollectedDataTypeTracking</key><false/>"
        + "<key>NSPrivacyCollectedDataTypePurposes</key><array>\(purposes)</array></dict></array>"
    }
    func accessed(_ category: String, _ reasons: String) -> String {
      "<key>NSPrivacyAccessedAPITypes</key><array><dict><key>NSPrivacyAccessedAPIType</key><string>\(category)</string>"
        + "<key>NSPrivacyAccessedAPITypeReasons</key><array>\(reasons)</array></dict></array>"
    }
    let analytics = "<string>NSPrivacyCollectedDataTypePurposeAnalytics</string>"
    let disk = "NSPrivacyAccessedAPICategoryDiskSpace"
    #expect(manifest("<key>Other</key><true/>") == ["PM02"])
    #expect(manifest("<key>NSPrivacyTracking</key><string>YES</string>") == ["PM03"])
    let domains = "<key>NSPrivacyTrackingDomains</key><array><string>"
    #expect(manifest("<key>NSPrivacyTracking</key><true/>\(domains)https://a.example/x</string></array>") == ["PM04"])
    #expect(manifest("\(domains)a.example</string></array>") == ["PM05"])
    #expect(manifest("<key>NSPrivacyTracking</key><true/>") == ["PM05"])
    #expect(manifest("<key>NSPrivacyCollectedDataTypes</key><array><dict></dict></array>") == ["PM06"])
    #expect(manifest(collected("NSPrivacyCollectedDataTypeSoul", analytics)) == ["PM07"])
    #expect(manifest(collected("NSPrivacyCollectedDataTypeName", "")) == ["PM08"])
    #expect(manifest(collected("NSPrivacyCollectedDataTypeName", analytics)) == [])
    #expect(manifest(accessed("NSPrivacyAccessedAPICategoryTea", "<string>85F4.1</string>")) == ["PM09"])
    #expect(manifest("<key>NSPrivacyAccessedAPITypes</key><array></array>") == ["PM09"])
    #expect(manifest(accessed(disk, "<string>CA92.1</string>")) == ["PM10"])
    #expect(manifest(accessed(disk, "")) == ["PM10"])
    #expect(manifest(accessed(disk, "<string>85F4.1</string>")) == [])
    #expect(
      Self.findings(["Info.plist": Self.list(Self.name), "PrivacyInfo.xcprivacy": [1]]).map { String($0.suffix(4)) }
        == ["PM01"])
    #expect(
      BundleDeclarations(
        contents: ["Info.plist": Self.list(Self.name), "PrivacyInfo.xcprivacy": Self.empty],
        executables: [("s", ["statvfs64", "printf"]), ("Frameworks/libx.so", ["stat"])], isEntitled: { _ in false }
      ).findings.map(\.rule) == [.noManifest, .undeclaredAPI])
  }

  @Test func `A label puts manifests together and says where each line comes from`() throws {
    func manifest(linked: Bool, tracking: Bool, purpose: String) throws -> PrivacyManifest {
      let text =
        "<key>NSPrivacyTracking</key><\(tracking)/>"
        + (tracking ? "<key>NSPrivacyTrackingDomains</key><array><string>t.example</string></array>" : "")
        + "<key>NSPrivacyCollectedDataTypes</key><array><dict><key>NSPrivacyCollectedDataType</key>"
        + "<string>NSPrivacyCollectedDataTypeEmailAddress</string><key>NSPrivacyCollectedDataTypeLinked</key><\(linked)/>"
        + "<key>NSPrivacyCollectedDataTypeTracking</key><\(tracking)/><key>NSPrivacyCollectedDataTypePurposes</key>"
        + "<array><string>NSPrivacyCollectedDataTypePurpose\(purpose)</string></array></dict></array>"
      return try PrivacyManifest.read(Self.list(text).span).manifest
    }
    let label = PrivacyLabel([
      ("A.app", try manifest(linked: false, tracking: false, purpose: "AppFunctionality")),
      ("A.app/S.framework", try manifest(linked: true, tracking: true, purpose: "Analytics")),
      ("A.app/libx.so", nil),
    ])
    #expect(
      label.text { $0 } == [
        "Data Used to Track You",
        "  The following data may be used to track you across apps and websites owned by other companies:",
        "  Contact Info: Email Address", "      for Analytics, App Functionality",
        "      from A.app, A.app/S.framework", "",
        "Data Linked to You", "  The following data may be collected and linked to your identity:",
        "  Contact Info: Email Address", "      for Analytics, App Functionality",
        "      from A.app, A.app/S.framework", "",
        "Domains that follow people", "  t.example  from A.app/S.framework", "",
        "Undeclared: these say nothing, which is not that they collect nothing", "  A.app/libx.so",
      ])
    #expect(PrivacyLabel([("A", nil)]).text { $0 }.first == "Data Not Collected")
    #expect(label.html(title: "<b>").contains("&lt;b&gt;"))
  }

  @Test func `A label shows what Apple does not list, and what cannot be read`() throws {
    let text =
      "<key>NSPrivacyCollectedDataTypes</key><array><dict><key>NSPrivacyCollectedDataType</key><string>Soul</string>"
      + "<key>NSPrivacyCollectedDataTypeLinked</key><true/><key>NSPrivacyCollectedDataTypeTracking</key><false/>"
      + "<key>NSPrivacyCollectedDataTypePurposes</key><array><string>Fun</string></array></dict></array>"
    let manifest = try PrivacyManifest.read(Self.list(text).span).manifest
    let label = PrivacyLabel([("A.app", manifest)], unreadable: ["A.app/S.framework"])
    #expect(
      label.text { $0 } == [
        "Data Linked to You", "  The following data may be collected and linked to your identity:",
        "  No type of Apple’s: Soul", "      for Fun (no purpose of Apple’s)", "      from A.app", "",
        "Cannot be read: nobody knows what these declare", "  A.app/S.framework",
      ])
    #expect(label.json.text.contains("\"unreadable\":[\"A.app/S.framework\"]"))
    #expect(label.html(title: "A").contains("Soul") && label.html(title: "A").contains("Cannot be read"))
  }
}
