// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import PromptModel

extension FileQuestion {
  /// The sentences of the question: the asking program, its request, and what to type.
  func sentences(in language: PromptLanguage) -> String {
    [request(in: language), NameLook(of: name).doubt(in: language)].compactMap(\.self)
      .joined(separator: language == .chinese ? "" : " ")
  }

  private func request(in language: PromptLanguage) -> String {
    let app = "\(VisibleText.quoted(endOf: name)) (\(VisibleText.line(identifier)))"
    switch wish.use {
    case .open:
      return language.says(
        "\(app) wants to open a file. Type its path: the app gets this file, and no other.",
        it: "\(app) vuole aprire un file. Scrivi il percorso: l’app riceve questo file e nessun altro.",
        zh: "\(app)想打开一个文件。请输入其路径：App 只得到这个文件。")
    case .openSeveral:
      return language.says(
        "\(app) wants to open files. Type the path of one: the app gets this file, and no other. "
          + "Several can be chosen in the console.",
        it: "\(app) vuole aprire dei file. Scrivi il percorso di uno: l’app riceve questo file e nessun altro. "
          + "Nella console se ne possono scegliere diversi.",
        zh: "\(app)想打开多个文件。请输入其中一个的路径：App 只得到这个文件。在控制台中可以选择多个。")
    case .folder:
      return language.says(
        "\(app) wants to open a folder. Type its path: the app gets all that is in it.",
        it: "\(app) vuole aprire una cartella. Scrivi il percorso: l’app riceve tutto ciò che contiene.",
        zh: "\(app)想打开一个文件夹。请输入其路径：App 会得到其中的全部内容。")
    case .save:
      let name = wish.suggestion.isEmpty ? nil : VisibleText.quoted(endOf: wish.suggestion)
      return language.says(
        "\(app) wants to save a file.\(name.map { " It would call it \($0)." } ?? "") Type a path: a file that is there is changed.",
        it:
          "\(app) vuole salvare un file.\(name.map { " Lo chiamerebbe \($0)." } ?? "") Scrivi un percorso: un file che c’è già viene cambiato.",
        zh: "\(app)想保存一个文件。\(name.map { "它想命名为\($0)。" } ?? "")请输入路径：已有的文件会被更改。")
    }
  }
}

extension FileProblem {
  /// The defect of the path as a sentence, and what to do.
  func sentence(in language: PromptLanguage) -> String {
    switch self {
    case .missing:
      language.says(
        "Nothing is there. Look for a typing error: a path without / in front begins in your home folder.",
        it:
          "Lì non c’è nulla. Cerca un errore di battitura: un percorso senza / iniziale comincia nella tua cartella Inizio.",
        zh: "那里什么也没有。请检查拼写：不以 / 开头的路径从您的个人文件夹开始。")
    case .notFile:
      language.says(
        "That is no file. Type the path of a file.", it: "Non è un file. Scrivi il percorso di un file.",
        zh: "那不是文件。请输入文件的路径。")
    case .notFolder:
      language.says(
        "That is no folder. Type the path of a folder.", it: "Non è una cartella. Scrivi il percorso di una cartella.",
        zh: "那不是文件夹。请输入文件夹的路径。")
    case .folderMissing:
      language.says(
        "The folder to save it in is not there. Make it first, or type another.",
        it: "La cartella in cui salvarlo non c’è. Creala prima, o scrivine un’altra.",
        zh: "要保存到的文件夹不存在。请先创建，或输入另一个。")
    case .notShared:
      language.says(
        "That cannot be given to an app: it is Bailey’s own, or you may not open it yourself. Choose another, or copy it first.",
        it: "Non si può dare a un’app: è di Bailey, o non puoi aprirlo tu stesso. Scegline un altro, o copialo prima.",
        zh: "不能将它交给 App：它属于 Bailey 自身，或您自己无权打开。请另选，或先复制。")
    case .folderUnreadable:
      language.says(
        "You may not look into that folder. Choose another.",
        it: "Non puoi guardare in quella cartella. Scegline un’altra.",
        zh: "您无权查看该文件夹。请另选。")
    }
  }
}
