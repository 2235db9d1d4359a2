// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import PromptModel
import Testing

@testable import PromptAdapter

/// The person is asked in the language that they read.
@Suite struct PromptLanguageTests {
  @Test(
    arguments: [
      ("it_IT.UTF-8", PromptLanguage.italian), ("it", .italian), ("zh_CN.UTF-8", .chinese), ("zh-Hans", .chinese),
      ("en_GB.UTF-8", .english), ("C.UTF-8", .english), ("", .english), ("ita_IT", .english), ("de_DE@euro", .english),
    ])
  func `The language is the one that the environment names, and else English`(
    _ value: String, _ language: PromptLanguage
  ) {
    #expect(PromptLanguage(environment: value) == language)
  }

  private let question = ConsentQuestion(
    name: "Diary", identifier: "org.example.Diary", operation: ConsentService.camera.operation,
    purpose: "For pictures.",
    choices: [.allowOnce, .allow, .deny], hold: .enforced)

  @Test func `An app's question is put in Italian and in Chinese, and its own words stay as they are`() {
    let italian = ConsentText(question, isForLater: true, in: .italian)
    #expect(italian.lines[0] == "\"Diary\" vorrebbe accedere alla fotocamera.")
    #expect(italian.lines[1...2] == ["L’app è org.example.Diary.", "Dice: \"For pictures.\""])
    #expect(italian.titles == ["Consenti una volta", "Consenti", "Non consentire"])
    let chinese = ConsentText(question, in: .chinese)
    #expect(chinese.lines == ["\"Diary\"想要访问相机。", "该 App 是 org.example.Diary。", "它说：\"For pictures.\""])
    #expect(ConsentText(question).titles == ["Allow Once", "Allow", "Don’t Allow"])
  }

  @Test(arguments: [PromptLanguage.italian, .chinese])
  func `Every service has words in each language, and each choice has its own`(_ language: PromptLanguage) {
    for service in ConsentService.allCases {
      #expect(language.operation(service.operation) != service.operation, "\(service.name)")
    }
    #expect(language.operation("do something else") == "do something else")
    #expect(Set(ConsentChoice.allCases.map { language.title(of: $0) }).count == ConsentChoice.allCases.count)
    #expect(language.isYes(language.yes) && language.isYes("yes") && !language.isYes(""))
  }
}
