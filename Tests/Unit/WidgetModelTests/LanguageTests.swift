// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import WidgetModel

/// Languages, as programs on Linux and Foundation call them.
@Suite struct LanguageTests {
  @Test(
    arguments: [
      ("de_DE.UTF-8", "de_DE"), ("ca_ES@valencia", "ca_ES"), ("pt_BR", "pt_BR"), ("en", "en"), ("C", nil),
      ("POSIX", nil),
      ("C.UTF-8", nil), ("", nil), ("../../etc", nil), ("de DE", nil), ("d", nil),
      (String(repeating: "de_", count: 20), nil),
    ] as [(String, String?)])
  func `The environment says a language, or none`(value: String, identifier: String?) {
    #expect(Language(environment: value)?.identifier == identifier)
  }

  @Test func `What is read from right to left is known by its script, else by its language`() {
    for name in ["ar", "ar_EG", "he_IL", "fa", "ur-PK", "az_Arab_IR"] {
      #expect(Language(name)?.direction == .rightToLeft, "\(name)")
    }
    for name in ["en_US", "de", "zh-Hant-TW", "ur_Latn", "ja_JP"] {
      #expect(Language(name)?.direction == .leftToRight, "\(name)")
    }
    #expect(Language("zh-Hant-TW")?.environmentValue == "zh_Hant_TW.UTF-8")
  }

  @Test(arguments: [
    "en_US", "en", "en_GB", "de", "de_DE", "fr_FR", "en_CA", "hi_IN", "ar_EG", "ko_KR", "ja_JP", "zh-Hant-TW",
    "zh_CN", "es_ES", "pt_BR",
    "el_GR", "sv_SE", "en_AU", "en_IE", "it_IT", "pl", "ko", "ru_RU", "nl_NL", "tr_TR",
  ])
  func `Hours are counted as Foundation counts them, which widgets use`(name: String) throws {
    let language = try #require(Language(name))
    let cycle = Locale(identifier: name).hourCycle
    #expect(language.countsHoursToTwelve == (cycle == .oneToTwelve || cycle == .zeroToEleven))
  }
}
