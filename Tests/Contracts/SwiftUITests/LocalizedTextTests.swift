// SPDX-License-Identifier: Apache-2.0
import AppIntents
import BundleResources
import Foundation
import SwiftUI
import TemporaryFolder
import Testing
import WidgetModel

/// What texts are looked up as, and what is put into them.
@MainActor @Suite(.serialized) struct LocalizedTextTests {
  private func words<V: View>(_ view: V, _ locale: String = "en_US") -> [TextRun] {
    var environment = EnvironmentValues()
    environment.locale = Locale(identifier: locale)
    return ViewContext(environment, ViewArchive()).node(of: view).texts
  }
  private func string<V: View>(_ view: V, _ locale: String = "en_US") -> String {
    words(view, locale).map(\.string).joined()
  }

  private func withTexts(_ files: [String: String], _ body: (Bundle) throws -> Void) throws {
    try withTemporaryFolder { folder in
      for (name, content) in files {
        let file = URL(filePath: folder).appending(path: name)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content.utf8).write(to: file)
      }
      try body(#require(Bundle(path: folder)))
    }
  }

  // MARK: Literals

  @Test func `A literal is a text's name, with Markdown, wherever one can stand`() throws {
    let address = try #require(URL(string: "https://example.com"))
    let views: [any View] = [
      Text("a **b**"), Label("a **b**", systemImage: "star"), Link("a **b**", destination: address),
      Button("a **b**", intent: Add(1)), Toggle("a **b**", isOn: true, intent: Switch()), ProgressView("a **b**"),
      ContentUnavailableView("a **b**", systemImage: "star"), Text("a **\("b")**"),
      Text(LocalizedStringResource("a **b**")), Text(LocalizedStringResource("a **\("b")**")), Text(.init("a **b**")),
    ]
    for view in views {
      let runs = words(view).filter { $0.symbol == nil }
      #expect(runs.map(\.string) == ["a ", "b"], "\(type(of: view))")
      #expect(runs.last?.face.weight == 700, "\(type(of: view))")
    }
  }

  @Test func `Strings, attributed strings and what is verbatim are neither looked up nor Markdown`() {
    let name = "a **b**"
    #expect(string(Text(name)) == name && string(Text(verbatim: "a **b**")) == name)
    #expect(string(Text(AttributedString(name))) == name)
  }

  // MARK: Tables

  private let catalogue = """
    {"sourceLanguage": "en", "version": "1.0", "strings": {
      "Balance": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "**Saldo**"}}}},
      "%lld days": {"localizations": {
        "en": {"variations": {"plural": {
          "one": {"stringUnit": {"value": "%lld day"}}, "other": {"stringUnit": {"value": "%lld days"}}}}},
        "pl": {"variations": {"plural": {
          "zero": {"stringUnit": {"value": "dzisiaj"}}, "one": {"stringUnit": {"value": "%lld dzień"}},
          "few": {"stringUnit": {"value": "%lld dni"}}, "other": {"stringUnit": {"value": "%lld dnia"}}}}}}},
      "hint": {"localizations": {"en": {"variations": {"device": {
        "mac": {"stringUnit": {"value": "Click"}},
        "iphone": {"stringUnit": {"value": "Tap"}}, "other": {"stringUnit": {"value": "Press"}}}}}}},
      "%lld of %lld": {"localizations": {"en": {
        "stringUnit": {"value": "%#@birds@ in %#@yards@, 100% free"},
        "substitutions": {
          "birds": {"argNum": 2, "formatSpecifier": "lld", "variations": {"plural": {
            "one": {"stringUnit": {"value": "%arg bird"}}, "other": {"stringUnit": {"value": "%arg birds"}}}}},
          "yards": {"argNum": 1, "formatSpecifier": "lld", "variations": {"device": {
            "iphone": {"variations": {"plural": {
              "one": {"stringUnit": {"value": "one yard"}}, "other": {"stringUnit": {"value": "%arg yards"}}}}},
            "other": {"stringUnit": {"value": "?"}}}}}}}}},
      "%@ %@": {"localizations": {"en": {"stringUnit": {"value": "%2$@ before %1$@"}}}},
      "round": {"localizations": {"en": {
        "stringUnit": {"value": "%#@a@"}, "substitutions": {"a": {"stringUnit": {"value": "%#@a@"}}}}}}
    }}
    """

  @Test func `A catalogue has texts by language, number and device, and substitutions within them`() throws {
    try withTexts(["Localizable.xcstrings": catalogue]) { bundle in
      #expect(string(Text("Balance", bundle: bundle), "de_DE") == "Saldo")
      #expect(string(Text("Balance", bundle: bundle), "de_AT") == "Saldo")
      #expect(string(Text("Balance", bundle: bundle), "en_US") == "Balance")
      #expect(string(Text("\(1) days", bundle: bundle)) == "1 day")
      #expect(string(Text("\(5000) days", bundle: bundle)) == "5,000 days")
      #expect(
        [0, 1, 2, 5, 22].map { string(Text("\($0) days", bundle: bundle), "pl_PL") }
          == ["dzisiaj", "1 dzień", "2 dni", "5 dnia", "22 dni"])
      #expect(string(Text("hint", bundle: bundle)) == "Tap")
      #expect(string(Text("\(3) of \(1)", bundle: bundle)) == "1 bird in 3 yards, 100% free")
      #expect(string(Text("\(1) of \(2)", bundle: bundle)) == "2 birds in one yard, 100% free")
      #expect(string(Text("\("a") \("b")", bundle: bundle)) == "b before a")
      #expect(string(Text("round", bundle: bundle)) == "")
    }
  }

  @Test func `A language's own files come before a catalogue, and rules before texts`() throws {
    let rules = """
      <plist version="1.0"><dict><key>%lld files</key><dict>
        <key>NSStringLocalizedFormatKey</key><string>%#@files@</string>
        <key>files</key><dict>
          <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
          <key>NSStringFormatValueTypeKey</key><string>lld</string>
          <key>one</key><string>eine Datei</string><key>other</key><string>%lld Dateien</string>
        </dict></dict></dict></plist>
      """
    let files = [
      "Localizable.xcstrings": catalogue,
      "de.lproj/Localizable.strings": "\"Balance\" = \"Stand\"; \"%lld files\" = \"x\";",
      "de.lproj/Localizable.stringsdict": rules,
    ]
    try withTexts(files) { bundle in
      #expect(string(Text("Balance", bundle: bundle), "de_DE") == "Stand")
      #expect(
        [1, 1200].map { string(Text("\($0) files", bundle: bundle), "de_DE") } == ["eine Datei", "1.200 Dateien"])
    }
  }

  @Test func `A conversion may have a point and no digits after it`() throws {
    try withTexts(["de.lproj/Localizable.strings": "\"%.f of day\" = \"%.f vom Tag\";"]) { bundle in
      #expect(string(Text("\(41.6, specifier: "%.f") of day", bundle: bundle), "de") == "42 vom Tag")
      #expect(string(Text("\(41.6, specifier: "%.f")% of day"), "en") == "42% of day")
    }
  }

  @Test func `An unknown conversion stays as it stands and takes no value`() throws {
    let texts = "\"%lld left\" = \"100 % klar, %y und %lld, 50% der Zeit %@\"; \"all\" = \"100% und %d\";"
    try withTexts(["de.lproj/Localizable.strings": texts]) { bundle in
      #expect(string(Text("\(7) left", bundle: bundle), "de") == "100 % klar, %y und 7, 50% der Zeit %@")
      #expect(string(Text("all", bundle: bundle), "de") == "100% und %d")
    }
  }

  // MARK: Strings

  @Test func `Strings are localised in all forms that Foundation has`() throws {
    OwnerLocale.use("de_DE")
    defer { OwnerLocale.use("en_US") }
    let texts = "\"%lld left\" = \"noch %lld\"; \"title\" = \"Titel\"; \"%.1f km\" = \"%.2f Kilometer\";"
    try withTexts(["de.lproj/Localizable.strings": texts, "de.lproj/Other.strings": "\"a\" = \"ä\";"]) { bundle in
      #expect(String(localized: "\(1500) left", bundle: bundle) == "noch 1.500")
      #expect(String(localized: "a", table: "Other", bundle: bundle, comment: "a letter") == "ä")
      #expect(String(localized: "title", defaultValue: "The title", bundle: bundle) == "Titel")
      #expect(String(localized: "none", defaultValue: "nothing, \(3)", bundle: bundle) == "nothing, 3")
      #expect(String(localized: "title", bundle: bundle, locale: Locale(identifier: "fr")) == "title")
      #expect(String(localized: "\(1.5, specifier: "%.1f") km", bundle: bundle) == "1,50 Kilometer")
      let resource = LocalizedStringResource("\(2) left", bundle: .atURL(bundle.bundleURL))
      #expect(String(localized: resource) == "noch 2" && resource.key == "%lld left")
      #expect(string(Text(resource), "de_DE") == "noch 2" && NSLocalizedString("x", comment: "") == "x")
    }
  }

  @Test(arguments: [
    ("en", [1, 0.5, 2], "one other other"), ("fr", [0, 1.5, 2, 1_000_000], "one one other many"),
    ("ru", [1, 3, 5, 11, 21, 22, 1.5], "one few many many one few other"), ("ja", [1, 2], "other other"),
    ("ar", [0, 1, 2, 3, 11, 100], "zero one two few many other"), ("cs", [1, 3, 5, 1.5], "one few other many"),
    ("lt", [1, 2, 11, 10], "one few other other"), ("sl", [101, 2, 3, 5], "one two few other"),
    ("lv", [0, 1, 11, 2], "zero one zero other"), ("pt_PT", [0, 1], "other one"), ("pt_BR", [0, 1], "one one"),
    ("he", [1, 2, 3], "one two other"), ("cy", [0, 1, 2, 3, 6, 7], "zero one two few many other"),
    ("sr", [1, 2, 5], "one few other"), ("ro", [1, 0, 19, 20], "one few few other"),
    ("pl", [1, 21, 22, 12], "one many few many"),
  ]) func `Numbers take the forms that Unicode gives them`(_ language: String, _ numbers: [Double], _ forms: String)
    throws
  {
    let all = ["zero", "one", "two", "few", "many", "other"].map {
      "\"\($0)\": {\"stringUnit\": {\"value\": \"\($0)\"}}"
    }
    // `zero` is taken by every number that is none, where it is there.
    let kept = forms.contains("zero") ? all : Array(all.dropFirst())
    let text = """
      {"sourceLanguage": "en", "strings": {"%lf": {"localizations": {"\(language.prefix(2))": {"variations": {"plural":
        {\(kept.joined(separator: ","))}}}}}}}
      """
    try withTexts(["Localizable.xcstrings": text]) { bundle in
      #expect(numbers.map { string(Text("\($0)", bundle: bundle), language) }.joined(separator: " ") == forms)
    }
  }
}

extension WidgetNode {
  /// All that is written in the view.
  fileprivate var texts: [TextRun] {
    var found: [TextRun] = []
    func search(_ value: Any, _ depth: Int) {
      if let text = value as? TextNode {
        found += text.runs
      } else if depth < 40 {
        for child in Mirror(reflecting: value).children { search(child.value, depth + 1) }
      }
    }
    search(self, 0)
    return found
  }
}
