// SPDX-License-Identifier: Apache-2.0
import AppIntents
import BundleResources
import Dispatch
import Foundation
import Glibc
import OwnProcess
import SystemCalls
import Threads
import WidgetModel

/// The process of an extension: answers requests on its standard input until there are no more.
@MainActor enum ExtensionProcess {
  /// Never returns.
  static func serve(_ widgets: [ServedWidget]) -> Never {
    // What the extension prints goes to the log, and not among the answers.
    guard let channel = try? ExtensionChannel() else { exit(1) }
    ExtensionOutput.use(channel)
    Task { @MainActor in
      var session = ExtensionSession(widgets: widgets)
      while let frame = await channel.next() {
        var reader = ArchiveReader(frame)
        guard let request = try? reader.value(WidgetRequest.self), (try? reader.end()) != nil else { exit(2) }
        var answer = await session.answer(to: request).frame
        // Whoever asked may end this process once it has the answer, and Linux's Foundation writes settings only when told to.
        UserDefaults.standard.synchronize()
        if answer.count > WidgetRequest.longestFrame { answer = WidgetAnswer.failure("the views are too large").frame }
        guard channel.send(answer) else { exit(3) }
      }
      exit(0)
    }
    dispatchMain()
  }
}

/// The widgets of the extension, and between requests the entries, to resolve their views again.
@MainActor struct ExtensionSession {
  let widgets: [ServedWidget]
  private var entries: [ServedEntry] = []
  private var environment: WidgetEnvironment?

  init(widgets: [ServedWidget]) { self.widgets = widgets }

  mutating func answer(to request: WidgetRequest) async -> WidgetAnswer {
    if let environment = request.environment { OwnerLocale.use(environment.locale) }
    switch request {
    case .describe: return .widgets(widgets.map(\.description))
    case .placeholder(let kind, let environment):
      guard let provider = provider(kind) else { return .failure("there is no widget '\(kind)'") }
      (entries, self.environment) = ([provider.placeholder(environment)], environment)
      return timeline(.never)
    case .snapshot(let kind, let environment):
      guard let provider = provider(kind) else { return .failure("there is no widget '\(kind)'") }
      do { entries = [try await provider.snapshot(environment)] } catch { return .failure(error.reason) }
      self.environment = environment
      return timeline(.atEnd)
    case .timeline(let kind, let environment):
      guard let provider = provider(kind) else { return .failure("there is no widget '\(kind)'") }
      let reload: WidgetTimeline.Reload
      do { (entries, reload) = try await provider.timeline(environment) } catch { return .failure(error.reason) }
      self.environment = environment
      return timeline(reload)
    case .sizes(let index, let sizes):
      guard entries.indices.contains(index), let environment else { return .failure("there is no such entry") }
      return .entry(entries[index].archived(environment, known: sizes))
    case .again(let environment):
      self.environment = environment
      return timeline(.never)
    case .perform(let control):
      do {
        try await IntentArchive.perform(control)
        return .performed
      } catch IntentArchive.Failure.unknown {
        return .failure("there is no intent '\(control.intent)'")
      } catch IntentArchive.Failure.incomplete(let parameter) {
        return .failure("nobody has chosen '\(parameter)'")
      } catch {
        return .failure("the intent failed: \(error)")
      }
    case .options(let kind, let parameter):
      guard let provider = provider(kind) else { return .failure("there is no widget '\(kind)'") }
      return .options(await provider.options(of: parameter))
    case .previews:
      return .previews(DeclaredPreview.all.map { PreviewDescription(name: $0.name, family: $0.family.model) })
    case .preview(let number, let environment):
      guard DeclaredPreview.all.indices.contains(number) else { return .failure("there is no such preview") }
      do { entries = try await DeclaredPreview.all[number].entries(environment) } catch {
        return .failure(error.reason)
      }
      self.environment = environment
      return timeline(.never)
    }
  }

  private func provider(_ kind: String) -> (any ServedProvider)? {
    widgets.first { $0.description.kind == kind }?.provider
  }

  private mutating func timeline(_ reload: WidgetTimeline.Reload) -> WidgetAnswer {
    guard let environment else { return .failure("nothing was asked for") }
    return .timeline(WidgetTimeline(entries.map { $0.archived(environment, known: []) }, reload: reload))
  }
}

extension WidgetAnswer {
  var frame: [UInt8] {
    var writer = ArchiveWriter()
    writer.append(self)
    return writer.bytes
  }
}

/// Frames on standard input and what was standard output.
final class ExtensionChannel: Sendable {
  private let output: FileDescriptor
  /// Whole frames, of whichever thread.
  private let turn = Locked(())

  init() throws(SystemError) {
    let output = FileDescriptor(owning: 1)
    self.output = try output.duplicate()
    _ = output.release()
    dup2(2, 1)
    StandardOutput.flushLines()
  }

  /// The next request; nil at the end. Waits on a thread of its own, because providers may use the main one.
  func next() async -> [UInt8]? {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: Self.read()) }
    }
  }

  private static func read() -> [UInt8]? {
    let input = FileDescriptor(owning: 0)
    let frame = frame(from: input)
    _ = input.release()
    return frame
  }

  private static func frame(from input: borrowing FileDescriptor) -> [UInt8]? {
    guard let head = try? input.readToEnd(atMost: 4), head.count == 4 else { return nil }
    let length = head.reduce(0) { $0 << 8 | Int($1) }
    guard length <= WidgetRequest.longestFrame, let frame = try? input.readToEnd(atMost: length), frame.count == length
    else { return nil }
    return frame
  }

  func send(_ frame: [UInt8]) -> Bool {
    let head = (0..<4).map { UInt8(truncatingIfNeeded: frame.count >> (24 - 8 * $0)) }
    let bytes = head + frame
    return turn.withLock { _ in (try? output.write(bytes.span)) != nil }
  }

  /// Announces a reload. Nobody listens any more where this fails: the process ends then, too.
  func announce(_ kind: String?) { _ = send(WidgetAnswer.reload(kind: kind).frame) }
}
