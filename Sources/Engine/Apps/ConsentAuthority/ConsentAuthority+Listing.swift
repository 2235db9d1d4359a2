// SPDX-License-Identifier: Apache-2.0
package import ConsentModel
import ConsentStore
package import SealedRecords

// MARK: - What the person is shown of the answers

extension ConsentAuthority {
  /// The answers, and the decisions of a policy, in the order of services and then of apps.
  ///
  /// `presence` says whether an app is there, `isEntitled` what it is entitled to now, and `runs` whether the process still does
  /// that something was allowed to once.
  package func listings(
    presence: (ConsentClient.Key) -> AppPresence, isEntitled: (ConsentService, ConsentClient.Key) -> Bool,
    runs: (ProcessInstance) -> Bool
  ) throws(SealedRecordsError) -> [ConsentListing] {
    let (policy, now, rows) = (try policy(), clock(), try rows())
    let answered = rows.map { row in
      let (requirement, code): ([UInt8], AppCode?)
      switch presence(row.client.key) {
      case .gone:
        return ConsentListing(row, policy.rule(row.service, row.client.key, nil) == nil ? .vanished : .overruled)
      case .present(let present, let known): (requirement, code) = (present, known)
      // Nothing says that it is another.
      case .unknown: (requirement, code) = (row.client.requirement, nil)
      }
      let rule = policy.rule(row.service, row.client.key, code)
      var listed = ConsentCase(
        row.service, isEntitled: isEntitled(row.service, row.client.key), purpose: nil, requirement: requirement,
        instance: row.instance.flatMap { runs($0) ? $0 : nil }, now: now)
      (listed.row, listed.policy) = (row, rule)
      return ConsentListing(row, listed.condition ?? .counts)
    }
    let decided = policy.lines.map { line in
      let name = rows.first { $0.client.key == line.client }?.name ?? ""
      let code: AppCode? = if case .present(_, let code) = presence(line.client) { code } else { nil }
      let isOther = code != nil && policy.rule(line.service, line.client, code) == nil
      return ConsentListing(line, name: name, isOther ? .otherCode : .counts)
    }
    return (answered + decided).sorted {
      ($0.service.name, $0.client.identifier, $0.changed) < ($1.service.name, $1.client.identifier, $1.changed)
    }
  }

  /// Lists what is shared; nil: with all apps.
  package func sharedFiles(
    ofApp app: String?, presence: (ConsentClient.Key) -> AppPresence
  ) throws(SealedRecordsError) -> [SharedFileListing] {
    try sharedFiles().filter { app == nil || $0.client.identifier == app }.map { file in
      let condition: SharedFileListing.Condition =
        switch presence(file.client.key) {
        case .gone: .vanished
        case .present(let requirement, _) where requirement == file.client.requirement: .counts
        case .present, .unknown: .needsApprovalAgain
        }
      return SharedFileListing(
        app: file.client.identifier, path: file.path, right: file.right, condition: condition)
    }
  }
}
