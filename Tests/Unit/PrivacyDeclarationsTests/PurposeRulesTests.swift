// SPDX-License-Identifier: Apache-2.0
import PrivacyDeclarations
import Testing

@Suite struct PurposeRulesTests {
  private static func rules(_ text: String, isEnglish: Bool = true) -> [String] {
    PurposeRules(appNames: ["Snorely"]).violations(of: text, isEnglish: isEnglish).map(\.rule.rawValue)
  }

  /// The three of the guidelines' table.
  @Test(arguments: [
    ("The app records during the night to detect snoring sounds.", []),
    ("Microphone access is needed for a better experience.", ["PS04", "PS06"]),
    ("Turn on microphone access.", ["PS05", "PS06"]),
  ])
  func `The guidelines' own examples are judged as there`(text: String, rules: [String]) {
    #expect(Self.rules(text) == rules)
  }

  @Test(arguments: [
    ("", ["PS01"]), ("  \n", ["PS01"]), ("Camera.", ["PS02", "PS06"]),
    ("The app records during the night to detect snoring sounds", ["PS03"]),
    ("The app records sounds to detect snoring!", ["PS03"]),
    ("The App Records Your Sleep To Detect Snoring.", ["PS07"]),
    ("THE APP RECORDS TO DETECT SNORING.", ["PS07"]),
    ("The app records to detect snoring. It also shows advertisements.", ["PS09"]),
    ("Snorely records during the night to detect snoring.", ["PS10"]),
    ("TODO: The app records to detect snoring.", ["PS12"]),
    ("You must share your location to see the map.", ["PS14"]),
    ("The app uses $(PRODUCT_NAME) to find stores.", ["PS12"]),
    ("Bilder werden für ein besseres Erlebnis benötigt.", []),
    ("${PRODUCT_NAME} uses the camera to scan codes.", ["PS12"]),
    ("The camera of $APP_NAME scans codes to add friends.", ["PS12"]),
    ("The camera is how %APP_NAME% scans codes to add friends.", ["PS12"]),
    ("This lets YOUR_APP scan codes to add friends.", ["PS12"]),
    ("This lets <your app> scan codes to add friends.", ["PS12"]),
    ("The app costs 5$ and uses 20% to 30% of the light to scan codes.", []),
    ("Take photos to add to your profile.", []), ("Scan QR codes to add friends.", []),
    ("Need access to photo library", ["PS03", "PS02", "PS06"]),
    ("This app needs access to the photo library.", ["PS06"]),
    ("This app needs to access the photo library.", ["PS06"]),
    ("This app needs access to the photo library to show your pictures.", []),
    ("Bilder: todos los contactos se muestran.", []),
    ("แอปใช้กล้องเพื่อสแกนรหัส", []),
  ])
  func `Other sentences are judged by their rules`(text: String, rules: [String]) {
    #expect(Self.rules(text, isEnglish: text.utf8.count == text.count && !text.hasPrefix("Bilder")) == rules)
  }

  @Test func `Long sentences are warned of, and longer ones refused`() {
    let long = "The app records to detect " + String(repeating: "so ", count: 45) + "much."
    let found = PurposeRules(appNames: []).violations(of: long, isEnglish: false)
    #expect(found.map(\.rule) == [.brief] && found[0].level == nil)
    let longer = PurposeRules(appNames: []).violations(of: long + long, isEnglish: false)
    #expect(longer.contains { $0.rule == .brief && $0.level == .error })
  }
}
