// SPDX-License-Identifier: Apache-2.0

/// The words of location buttons. An app chooses among them and has no others.
extension LocationButtonLook.Label {
  /// The title in the language of a code; in English where there is none in that language. Nil for a button without
  /// words.
  package func title(in language: String) -> String? {
    let titles = Self.titles[language] ?? Self.titles["en"]
    return index.flatMap { index in titles.map { $0[index] } }
  }

  package static var languages: [String] { titles.keys.sorted() }

  /// The maximum width of the title, in parts of the size of the font.
  package func width(in language: String) -> Double { title(in: language).map(Self.width) ?? 0 }

  /// The maximum width in the language that takes most.
  package var widest: Double {
    Self.titles.values.compactMap { titles in index.map { Self.width(titles[$0]) } }.max() ?? 0
  }

  private var index: Int? {
    switch self {
    case .none: nil
    case .currentLocation: 0
    case .sendCurrentLocation: 1
    case .sendMyCurrentLocation: 2
    case .shareCurrentLocation: 3
    case .shareMyCurrentLocation: 4
    }
  }

  /// The width of a title, not less than Inter or a like font takes in bold: by kinds of letters, because who decides
  /// has no fonts.
  private static func width(_ title: String) -> Double {
    title.unicodeScalars.reduce(0) { $0 + width(of: $1) }
  }

  private static func width(of scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "\u{1100}"...: 1
    case "m", "w", "M", "W", "ж", "ш", "щ", "ю", "ы", "м", "ф": 0.95
    case " ", "i", "l", "j", "t", "f", "r", "í", "ì", "'", "’": 0.45
    default: scalar.properties.isUppercase ? 0.82 : 0.7
    }
  }

  private static let titles: [String: [String]] = [
    "en": [
      "Current Location", "Send Current Location", "Send My Current Location", "Share Current Location",
      "Share My Current Location",
    ],
    "de": [
      "Aktueller Standort", "Aktuellen Standort senden", "Meinen aktuellen Standort senden",
      "Aktuellen Standort teilen",
      "Meinen aktuellen Standort teilen",
    ],
    "fr": [
      "Position actuelle", "Envoyer la position actuelle", "Envoyer ma position actuelle",
      "Partager la position actuelle", "Partager ma position actuelle",
    ],
    "es": [
      "Ubicación actual", "Enviar ubicación actual", "Enviar mi ubicación actual", "Compartir ubicación actual",
      "Compartir mi ubicación actual",
    ],
    "it": [
      "Posizione attuale", "Invia posizione attuale", "Invia la mia posizione attuale", "Condividi posizione attuale",
      "Condividi la mia posizione attuale",
    ],
    "pt": [
      "Localização atual", "Enviar localização atual", "Enviar minha localização atual",
      "Compartilhar localização atual",
      "Compartilhar minha localização atual",
    ],
    "nl": [
      "Huidige locatie", "Stuur huidige locatie", "Stuur mijn huidige locatie", "Deel huidige locatie",
      "Deel mijn huidige locatie",
    ],
    "sv": [
      "Aktuell plats", "Skicka aktuell plats", "Skicka min aktuella plats", "Dela aktuell plats",
      "Dela min aktuella plats",
    ],
    "pl": [
      "Bieżące położenie", "Wyślij bieżące położenie", "Wyślij moje bieżące położenie", "Udostępnij bieżące położenie",
      "Udostępnij moje bieżące położenie",
    ],
    "ru": [
      "Текущее местоположение", "Отправить текущее местоположение", "Отправить моё текущее местоположение",
      "Поделиться текущим местоположением", "Поделиться моим текущим местоположением",
    ],
    "ja": ["現在地", "現在地を送信", "自分の現在地を送信", "現在地を共有", "自分の現在地を共有"],
    "zh": ["当前位置", "发送当前位置", "发送我的当前位置", "共享当前位置", "共享我的当前位置"],
    "ko": ["현재 위치", "현재 위치 보내기", "나의 현재 위치 보내기", "현재 위치 공유", "나의 현재 위치 공유"],
  ]
}
