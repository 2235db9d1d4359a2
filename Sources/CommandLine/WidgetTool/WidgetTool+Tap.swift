// SPDX-License-Identifier: Apache-2.0
import Glibc
import JSONCoding
import OwnProcess
import Processes
import ProtectionModel
import SystemCalls
import TerminalConsole
import WidgetCommands
import WidgetModel
import WidgetService

// MARK: - tap

extension WidgetTool {
  func tap(_ options: TapOptions) throws(WidgetFailure) {
    let painter = try painter(options.drawing.source)
    let states = try LockStateReader()
    let state = states.state
    // The picture that is there, and not one that an extension makes up for the occasion.
    var wish = wish(options.drawing, in: state)
    wish.fetching = .never
    let drawing = try painter.drawing(wish)
    let places = drawing.tapPlaces
    guard options.point != nil || options.control != nil else { return list(places, json: options.json) }
    let place = try place(options, in: drawing, places)
    let outcome = try painter.tap(place, on: drawing, in: state) {
      // The owner may have changed what is shown meanwhile, too.
      guard states.state == state, let now = try? self.painter(options.drawing.source) else { return false }
      return now.decision(state, on: options.drawing.surface, kind: drawing.description.kind) == drawing.decision
    }
    switch outcome {
    case .performed:
      var next = options.drawing
      (next.kind, next.family) = (drawing.description.kind, drawing.environment.family)
      try redraw(next)
    case .link(let link):
      console.print(Printable.oneLine(link))
      guard options.opens else { return }
      guard states.state == .unlocked else { throw .lockedScreen }
      try open(link)
    }
  }

  private func place(
    _ options: TapOptions, in drawing: WidgetPainter.Drawing, _ places: [TapPlace]
  ) throws(WidgetFailure) -> TapPlace {
    guard let name = options.control else {
      let text = options.point ?? ""
      let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      guard numbers.count == 2, let x = numbers[0], let y = numbers[1], x.isFinite, y.isFinite else {
        throw .place(text)
      }
      guard let found = drawing.tapPlace(x: x, y: y) else { throw .nothingToTap("at \(text)") }
      return found
    }
    if let point = options.point { throw .place(point) }
    if let number = Int(name), places.indices.contains(number - 1) { return places[number - 1] }
    // A name that several have says none of them.
    let named = places.filter { $0.name == name }
    guard named.count == 1 else { throw .nothingToTap("that is '\(name)' and nothing else") }
    return named[0]
  }

  private func list(_ places: [TapPlace], json: Bool) {
    if json {
      console.print(
        .array(
          places.enumerated().map { index, place in
            .members([
              "number": .string("\(index + 1)"), "action": .string(place.action.word),
              "name": .string(place.name), "x": .string("\(Int(place.x))"), "y": .string("\(Int(place.y))"),
            ])
          }))
      return
    }
    for (index, place) in places.enumerated() {
      let words = [
        "\(index + 1)", place.action.word, place.name, "\(Int(place.x)),\(Int(place.y))",
      ]
      console.print(words.map { Printable.oneLine($0) }.joined(separator: "\t"))
    }
    if places.isEmpty { console.note("bailey: there is nothing to tap on.") }
  }

  /// Draws again with a timeline of now, which is kept for whoever draws next.
  private func redraw(_ options: RenderOptions) throws(WidgetFailure) {
    if options.output != nil { return try render(options) }
    _ = try painter(options.source).drawing(wish(options, in: LockStateReader().state))
  }

  /// Opens a link with the desktop's program for links.
  private func open(_ link: String) throws(WidgetFailure) {
    do throws(SystemError) {
      guard let opener = Environment.program("xdg-open") else { throw SystemError(.open, code: ENOENT) }
      let child = try ChildProcess.start(ChildPlan(path: opener, arguments: [link]))
      _ = try child.wait()
    } catch {
      throw .noOpener(error)
    }
  }
}

extension TapPlace.Action {
  fileprivate var word: String {
    switch self {
    case .link(let link): link
    case .button: "button"
    case .toggle: "toggle"
    }
  }
}
