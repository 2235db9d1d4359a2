// SPDX-License-Identifier: Apache-2.0
import KeychainModel

/// Predicts what calls would do and why, without doing them: by the checks of a keychain in their order, by the same
/// tables, and by the rows that would be found.
package struct Diagnosis {
  private let context: DiagnosisContext

  package init(_ context: DiagnosisContext) { self.context = context }

  /// The diagnoses of calls, in the order in which they are made.
  package func diagnose(_ calls: [WrittenCall]) -> [CallDiagnosis] {
    var results: [CallDiagnosis] = []
    for (index, call) in calls.enumerated() {
      var result = diagnose(call)
      if index > 0 { result.pitfalls += CallSequence(calls[index - 1], results[index - 1], call).pitfalls }
      results.append(result)
    }
    return results
  }

  private func diagnose(_ call: WrittenCall) -> CallDiagnosis {
    let read = ReadDictionary(call.query)
    let changes = call.changes.map { ReadChanges($0, of: read.itemClass ?? read.reference?.itemClass) }
    let itemClass = read.itemClass ?? read.reference?.itemClass
    var pitfalls = CallRules(call.kind, read, changes, context).pitfalls
    let error = CallRules.first(pitfalls, call.kind)
    guard error == nil, let itemClass, let rows = rows(call.kind, read, itemClass) else {
      let outcome = error.map { CallDiagnosis.Outcome.failure($0) } ?? unlooked(call.kind, read, itemClass)
      return CallDiagnosis(kind: call.kind, itemClass: itemClass, outcome: outcome, pitfalls: pitfalls, report: nil)
    }
    switch rows {
    case .failure(let status):
      return CallDiagnosis(
        kind: call.kind, itemClass: itemClass, outcome: .failure(status), pitfalls: pitfalls, report: nil)
    case .success(let report):
      let outcome = outcome(call.kind, read, changes, itemClass, report)
      pitfalls = pitfalls.map { $0.counting(report.matching) }
      if call.kind == .delete, report.keysAway > 0 { pitfalls.append(.deletesWhatIsLocked(count: report.keysAway)) }
      return CallDiagnosis(
        kind: call.kind, itemClass: itemClass, outcome: outcome, pitfalls: pitfalls, report: report)
    }
  }

  // MARK: - Rows

  /// The rows that a search would look at; nil where rows cannot be looked at, or where the query selects by an object
  /// that a text cannot hold.
  private func rows(
    _ kind: CallKind, _ read: ReadDictionary, _ itemClass: ItemClass
  ) -> Result<SearchReport, KeychainStatus>? {
    guard let examiner = context.rows, !read.hasObject, read.options.match.policy == nil else { return nil }
    do { return .success(try examiner.examine(query(kind, read, itemClass))) } catch { return .failure(error) }
  }

  private func query(_ kind: CallKind, _ read: ReadDictionary, _ itemClass: ItemClass) -> ItemQuery {
    switch kind {
    case .find:
      var options = read.options
      options.authentication.prompt = .fail
      return ItemQuery(read.itemClass, read.attributes, persistentReference: read.reference, options: options)
    case .add:
      return .conflicts(with: itemClass, read.attributes, group: context.groups.map { AccessGroupList($0) }?.standard)
    case .update, .delete:
      // Unlike a search, these two take attributes beside a reference; the reference alone selects.
      let attributes = read.reference == nil ? read.attributes : [:]
      return ItemQuery(
        read.itemClass, attributes, persistentReference: read.reference, options: RequestOptions(limit: .all))
    }
  }

  // MARK: - Outcomes

  private func outcome(
    _ kind: CallKind, _ read: ReadDictionary, _ changes: ReadChanges?, _ itemClass: ItemClass, _ report: SearchReport
  ) -> CallDiagnosis.Outcome {
    switch kind {
    case .find:
      if read.options.limit?.maximum == 0 { return .failure(.itemNotFound) }
      if report.keysAway > 0 { return .failure(.interactionNotAllowed) }
      if report.waiting > 0, read.options.authentication.prompt != .skip {
        return read.options.authentication.prompt == .fail ? .failure(.interactionNotAllowed) : .asks
      }
      return report.taken == 0 ? .failure(.itemNotFound) : .success(items: report.taken)
    case .add:
      if let status = locked(read.accessible(itemClass)) { return .failure(status) }
      if report.keysAway > 0 { return .failure(.interactionNotAllowed) }
      return report.matching > 0 ? .failure(.duplicateItem) : .success(items: 1)
    case .update:
      guard report.matching > 0 else { return .failure(.itemNotFound) }
      if report.keysAway > 0 { return .failure(.interactionNotAllowed) }
      if let accessible = changes?.accessible, let status = locked(accessible) { return .failure(status) }
      return report.waiting > 0 ? .asks : .success(items: report.matching)
    case .delete: return report.matching > 0 ? .success(items: report.matching) : .failure(.itemNotFound)
    }
  }

  private func unlooked(_ kind: CallKind, _ read: ReadDictionary, _ itemClass: ItemClass?) -> CallDiagnosis.Outcome {
    guard kind == .add, let itemClass, let status = locked(read.accessible(itemClass)) else { return .unknown }
    return .failure(status)
  }

  private func locked(_ accessible: Accessibility) -> KeychainStatus? {
    if accessible == .whenPasscodeSetThisDeviceOnly, context.hasPasscode == false { return .notAvailable }
    return context.isAvailable?(accessible) == false ? .interactionNotAllowed : nil
  }
}

extension ReadDictionary {
  func accessible(_ itemClass: ItemClass) -> Accessibility {
    attributes[.accessible]?.string.flatMap(Accessibility.init(rawValue:))
      ?? attributes[.accessControl]?.accessControl?.protection ?? .standard(for: itemClass)
  }
}

extension Pitfall {
  fileprivate func counting(_ matching: Int) -> Pitfall {
    switch self {
    case .limitOne: .limitOne(matching: matching)
    case .everyMatch: .everyMatch(matching: matching)
    default: self
    }
  }
}
