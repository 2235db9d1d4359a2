// SPDX-License-Identifier: Apache-2.0
import AppModel

/// The names by which people mean an app: the one place where they are resolved.
///
/// Identifiers come before names, and a word of three parts with dots between them is no name. Whatever fits several apps, in
/// whatever spelling, means none of them: an answer for another app than the one that was meant would protect nothing.
package struct AppNames: Sendable {
  package let apps: [NamedApp]
  private let programs: Programs

  /// Whether a program that is no app of the list can be meant, by its path.
  package enum Programs: Sendable { case included, excluded }

  /// Makes the table of names. Of two entries for one app the first counts.
  package init(_ apps: [NamedApp], programs: Programs = .excluded) {
    // Of a path every byte counts: two that look alike may be two programs.
    var known: Set<[UInt8]> = []
    self.apps = apps.filter { known.insert([$0.kind == .bundle ? 0 : 1] + Array($0.identifier.utf8)).inserted }
    self.programs = programs
  }

  package func app(_ word: AppWord) throws(AppNameError) -> NamedApp {
    if let place = word.place { return try app(at: place) }
    let (isIdentifier, folded) = (Self.isIdentifier(word.text), word.text.lowercased())
    let isNoName = isIdentifier && word.text.utf8.count { $0 == UInt8(ascii: ".") } > 1
    let meanings: [(NamedApp) -> Bool] = [
      { $0.identifier == word.text }, { isIdentifier && $0.otherIdentifiers.contains(word.text) },
      { app in (isNoName ? app.identifiers : app.calls).contains { $0.lowercased() == folded } },
    ]
    for isMeant in meanings {
      let found = apps.filter(isMeant)
      if found.count > 1 { throw .ambiguous(word.text, found) }
      if let app = found.first { return app }
    }
    throw Self.isIdentifier(word.text) ? .notInstalled(word.text, among: apps) : .unknown(word.text, among: apps)
  }

  private func app(at place: AppWord.Place) throws(AppNameError) -> NamedApp {
    if let known = apps.first(where: { $0.holds(place.path) }) {
      guard case .missing = place, known.kind == .program else { return known }
      return known.gone
    }
    switch place {
    case .program(let path) where programs == .included: return NamedApp(program: path)
    case .program(let path): throw .notAnApp(path: path)
    case .script(let path): throw .script(path: path)
    case .folder(let path): throw .folder(path: path)
    case .other(let path): throw .notAProgram(path: path)
    case .missing(let path): throw .missing(path: path)
    }
  }

  /// Whether a word could be the identifier of an app that is not here. Names without a dot are names.
  private static func isIdentifier(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: ".")) && AppDescription.isIdentifier(text)
  }
}

/// Why a word means no app.
package enum AppNameError: Error, Equatable, Sendable {
  /// The word is neither the name nor the identifier of an app that is installed.
  case unknown(String, among: [NamedApp])
  /// The word has the form of an identifier, and no app that is installed has it.
  case notInstalled(String, among: [NamedApp])
  case ambiguous(String, [NamedApp])
  case missing(path: String)
  case folder(path: String)
  case script(path: String)
  case notAProgram(path: String)
  /// A program, where an installed app is needed.
  case notAnApp(path: String)
}
