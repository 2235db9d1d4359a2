// SPDX-License-Identifier: Apache-2.0
import Testing
import WidgetModel

/// What a person may say of how widgets look.
@Suite struct WidgetLookTests {
  @Test(arguments: [
    ("it", "it"), ("pt-BR", "pt_BR"), ("zh_Hans_CN", "zh_Hans_CN"), ("sl-rozaj-biske", "sl_rozaj_biske"),
    ("haw", "haw"),
  ]) func `Names of languages are taken with either mark`(written: String, identifier: String) {
    #expect(LanguageTag(written)?.identifier == identifier)
  }

  @Test(arguments: [
    "", "i", "C", "POSIX", "it IT", "it.UTF-8", "it--IT", "-it", "it-", "../it", "12", "ит", "it-\u{202E}",
    "en-aaaaaaaa-aaaaaaaa-aaaaaaaa-aaaaaaaa",
  ]) func `What names no language is refused`(written: String) {
    #expect(LanguageTag(written) == nil)
  }

  @Test func `A variable's set of characters does not count`() {
    #expect(LanguageTag(variable: "it_IT.UTF-8@euro")?.identifier == "it_IT")
    #expect(LanguageTag(variable: "C.UTF-8") == nil)
  }

  @Test(arguments: ["ar", "he_IL", "FA", "ur-PK", "uz-Arab", "yi", "az-arab-IR"])
  func `Texts of these run from right to left`(written: String) {
    #expect(LanguageTag(written)?.direction == .rightToLeft)
  }

  @Test(arguments: ["it", "zh-Hans", "ar-Latn", "tr", "ku"]) func `Texts of these run from left to right`(
    written: String
  ) {
    #expect(LanguageTag(written)?.direction == .leftToRight)
  }

  @Test func `What nobody chose stays as the place has it, and a direction beats the language's`() {
    var environment = WidgetEnvironment(family: .accessoryCircular, size: Size(72, 72), now: 0)
    environment.appearance = .dark
    let before = environment
    WidgetLook().apply(to: &environment)
    #expect(environment == before)
    var look = WidgetLook()
    (look.language, look.direction, look.typeSize) = (LanguageTag("ar"), .leftToRight, .init(named: "xSmall"))
    look.apply(to: &environment)
    #expect(environment.locale == "ar" && environment.direction == .leftToRight && environment.typeSize == .xSmall)
    #expect(WidgetEnvironment.TypeSize(named: "huge") == nil)
  }
}
