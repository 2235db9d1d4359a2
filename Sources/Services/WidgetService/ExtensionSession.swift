// SPDX-License-Identifier: Apache-2.0
import AppSandbox
import ExtensionSandbox
import Processes
import WidgetDrawing
import WidgetLayout
import WidgetModel
import WidgetUpdates

/// A start of an extension, at the first request.
final class ExtensionSession {
  private let source: WidgetExtension
  private let libraries: [String]
  private let language: Language
  /// The listener that is told of each line that the extension prints.
  private let hear: ((String) -> Void)?
  private var process: ExtensionProcess?
  /// The container of the extension, if what it keeps has become too much.
  private(set) var fullContainer: String?

  /// How often an extension may be told sizes before its views have to fit.
  private static let rounds = 4
  /// A timeline has no more entries than a day has quarters of an hour, twice.
  static let mostEntries = 192

  init(
    _ source: WidgetExtension, _ libraries: [String], _ language: Language, hear: ((String) -> Void)? = nil
  ) {
    (self.source, self.libraries, self.language) = (source, libraries, language)
    // What an installed app's extension prints is for nobody.
    self.hear = source.place.isDevelopers ? hear : nil
  }

  func widgets() throws(WidgetFailure) -> [WidgetDescription] {
    guard case .widgets(let widgets) = try ask(.describe) else { throw .malformed }
    return widgets
  }

  /// The views of a timeline, once all sizes are known that they depend on.
  func timeline(
    _ request: WidgetRequest, _ environment: WidgetEnvironment, _ faces: TextFaces
  ) throws(WidgetFailure) -> WidgetTimeline {
    guard case .timeline(var timeline) = try ask(request) else { throw .malformed }
    guard !timeline.entries.isEmpty else { throw .empty }
    timeline.entries = Array(timeline.entries.prefix(Self.mostEntries))
    for index in timeline.entries.indices {
      timeline.entries[index] = try sized(timeline.entries[index], index, environment, faces)
    }
    let isOrdered = zip(timeline.entries, timeline.entries.dropFirst()).allSatisfy { $0.date <= $1.date }
    if !isOrdered {
      timeline.entries.sort { $0.date < $1.date }
      for index in timeline.entries.indices {
        timeline.entries[index].remarks.append("the timeline's entries are not in the order of time")
      }
    }
    return timeline
  }

  /// What can be chosen for a parameter of a widget.
  func options(of parameter: ParameterDescription, _ kind: String) throws(WidgetFailure) -> [ParameterOption] {
    guard parameter.options.isEmpty else { return parameter.options }
    guard case .options(let options) = try ask(.options(kind: kind, parameter: parameter.name)) else {
      throw .malformed
    }
    return Array(options.prefix(Self.mostOptions))
  }

  private static let mostOptions = 1000

  /// An extension of before there were previews ends where it is asked for them.
  func previews() -> [PreviewDescription] {
    guard case .previews(let previews)? = try? ask(.previews) else { return [] }
    return previews
  }

  /// The samples that lints look at: entries as they are without any reason to hide, and what a placeholder reads
  /// meanwhile.
  func samples(_ kind: String, _ environment: WidgetEnvironment) throws(WidgetFailure) -> (
    content: WidgetEntry, placeholder: WidgetEntry, bytesRead: Int
  ) {
    var open = environment
    open.reasons = []
    guard case .timeline(let content) = try ask(.timeline(kind: kind, open)), let first = content.entries.first else {
      throw .empty
    }
    // The first placeholder loads libraries and fonts; what the second one reads is read for every placeholder.
    _ = try ask(.placeholder(kind: kind, open))
    let before = process?.bytesRead
    guard case .timeline(let placeholder) = try ask(.placeholder(kind: kind, open)),
      let entry = placeholder.entries.first
    else { throw .malformed }
    var writer = ArchiveWriter()
    writer.append(WidgetRequest.placeholder(kind: kind, open))
    let asked = writer.bytes.count + 4
    let read = before.flatMap { before in process?.bytesRead.map { $0 - before - asked } } ?? 0
    return (first, entry, max(read, 0))
  }

  /// A tap on a control. The last word is asked for once the extension is ready: nothing else lies between it and the intent.
  func perform(_ control: ControlNode, if isAllowed: () -> Bool) throws(WidgetFailure) {
    _ = try widgets()
    guard isAllowed() else { throw .lockedScreen }
    // What an intent changes costs nothing: a person has tapped.
    defer { passReloads(.free) }
    guard case .performed = try ask(.perform(control: control)) else { throw .malformed }
  }

  private func sized(
    _ entry: WidgetEntry, _ index: Int, _ environment: WidgetEnvironment, _ faces: TextFaces
  ) throws(WidgetFailure) -> WidgetEntry {
    var entry = entry
    var known: [UInt32: KnownSize] = [:]
    var wanted = WidgetLayout.list(of: entry.tree(environment.reasons), in: environment, faces).wanted
    for _ in 0..<Self.rounds where !wanted.isEmpty {
      for size in wanted { known[size.number] = size }
      guard case .entry(let next) = try ask(.sizes(entry: index, known.values.sorted { $0.number < $1.number })) else {
        throw .malformed
      }
      let before = wanted
      entry = next
      wanted = WidgetLayout.list(of: entry.tree(environment.reasons), in: environment, faces).wanted
      if wanted == before { break }
    }
    return entry
  }

  /// Hands on what the extension said of its widgets meanwhile.
  func passReloads(_ charge: WidgetReload.Charge) {
    for kind in process?.takeReloads() ?? [] { WidgetReloads.announce(kind, of: source, charge) }
  }

  private func ask(_ request: WidgetRequest) throws(WidgetFailure) -> WidgetAnswer {
    let running: ExtensionProcess
    if let process { running = process } else { running = try start() }
    process = running
    do {
      let answer = try running.ask(request)
      tellPrinted(by: running, atEnd: false)
      return answer
    } catch {
      // Whatever it was, this process has no more to say.
      process = nil
      tellPrinted(by: running, atEnd: error == .ended)
      throw WidgetFailure(error)
    }
  }

  /// What was printed may be what nobody may see: it is told while unlocked only.
  private func tellPrinted(by process: ExtensionProcess, atEnd: Bool) {
    guard let hear else { return }
    let lines = process.takePrinted(atEnd: atEnd)
    guard !lines.isEmpty, LockStateReader.permitsSamples else { return }
    lines.forEach(hear)
  }

  private func start() throws(WidgetFailure) -> ExtensionProcess {
    var plan = try source.place.plan(libraries: libraries)
    plan.container = SnapshotFolder.container(of: source)
    if let container = plan.container, FolderUse.isFull(container) {
      plan.isContainerReadOnly = true
      fullContainer = container.text
    }
    for (name, value) in WidgetReloads.shown(of: source.owner) { plan.environment.append((name, value)) }
    plan.environment.append(("LANG", language.environmentValue))
    let network = try source.place.network(in: plan.bundle)
    let keychain = source.place.keychain()
    plan.socket = keychain?.name
    do { return try ExtensionProcess(plan, network, keychain, isHeard: hear != nil) } catch {
      throw WidgetFailure(error)
    }
  }
}
