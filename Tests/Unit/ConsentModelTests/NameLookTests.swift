// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import Testing

@Suite struct NameLookTests {
  /// Some letter is not of the script of the others: a Cyrillic а or у, a Greek ο, a Roman numeral.
  @Test(arguments: ["Pаyments", "Раураl", "Gοοgle", "Paypaⅼ", "My Pаyments", "Ⅽoco"])
  func `A word of letters of several scripts is marked`(name: String) { #expect(NameLook(of: name) == .mixed) }

  @Test(arguments: [
    "сосо", "СОСО", "Рауѕ", "сосо Wallet", "ΝΟΤΕ", "Οροο", "ꓚꓳꓚꓳ", "ᏟᎪᎡᎠ", "ⲥⲟⲥⲟ", "սօհո", "𝖢𝗈𝖼𝗈", "ⒸⓄⒸⓄ", "ᴄᴏᴄᴏ",
  ])
  func `A name that is wholly of another script and looks like Latin is marked`(name: String) {
    #expect(NameLook(of: name) == .imitates)
  }

  @Test(arguments: [
    "Почта", "Яндекс Музыка", "Payments Яндекс", "Сбербанк Онлайн", "Уход за собой", "Оса и сыр", "Письма с почты",
    "Ελλάδα", "Ψηφιακό Πορτοφόλι", "日本 Camera", "카메라", "مصحف", "Camera 2", "Kamera Ö", "ＣＯＣＯ", "Part Ⅱ", "Café", "",
    "№ 1 ™", "Հայաստան",
  ])
  func `A name of its own script is not`(name: String) { #expect(NameLook(of: name) == .plain) }
}
