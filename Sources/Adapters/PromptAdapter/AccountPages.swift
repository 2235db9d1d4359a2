// SPDX-License-Identifier: Apache-2.0
import PromptModel

/// The accounts of a site that the person can choose from, on as many pages as a dialog needs for them.
///
/// Their names are sites' words and the person's: they stand in quotes, and what is too long is cut.
struct AccountPages: Sendable {
  /// The whole text of each page; one at least.
  let texts: [String]
  private let count: Int

  private static let more: UInt8 = UInt8(ascii: "+")
  /// Bytes of a request with its word, and of a name.
  private static let (room, longestName) = (AssuanLine.maximum - "SETDESC ".utf8.count, 90)

  init(
    _ question: AccountQuestion, on page: AskingPage?, askedBy requester: Requester,
    in language: PromptLanguage = .english
  ) {
    let text = PasskeyText(at: question.relyingParty, on: page, askedBy: requester, in: language)
    let more = language.says("+ shows more.", it: "+ mostra altri.", zh: "+ 显示更多。")
    var pages: [[String]] = [[]]
    let room = Self.room - AssuanLine.escaped(text.choosing([], more)).utf8.count
    var left = room
    for (index, account) in question.accounts.enumerated() {
      let line = "\(index + 1): \(account.line(in: language))"
      let cost = AssuanLine.escaped(line + "\n").utf8.count
      if cost > left, pages.last?.isEmpty == false {
        pages.append([])
        left = room
      }
      pages[pages.count - 1].append(line)
      left -= cost
    }
    texts = pages.map { text.choosing($0, pages.count > 1 ? more : nil) }
    count = question.accounts.count
  }

  enum Choice { case place(UInt8), more }

  /// The choice that was typed; nil for anything but a number that was offered and the sign for more.
  func choice(_ typed: [UInt8]) -> Choice? {
    if typed == [Self.more] { return .more }
    guard let number = Int(String(decoding: typed, as: UTF8.self)), (1...max(count, 1)).contains(number) else {
      return nil
    }
    return UInt8(exactly: number - 1).map { .place($0) }
  }

  fileprivate static func cut(_ name: String) -> String {
    VisibleText.quoted(name, atMost: longestName)
  }
}

extension AccountQuestion.Account {
  fileprivate func line(in language: PromptLanguage) -> String {
    let called = AccountPages.cut(label)
    let words = [
      AccountPages.cut(name),
      label.isEmpty ? nil : language.says("called \(called)", it: "chiamato \(called)", zh: "名为 \(called)"),
      isReplaced ? language.says("replaced", it: "sostituito", zh: "已替换") : nil,
    ]
    return words.compactMap(\.self).joined(separator: ", ")
  }
}
