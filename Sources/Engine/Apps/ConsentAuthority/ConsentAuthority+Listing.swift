// SPDX-License-Identifier: Apache-2.0
package import ConsentModel
import ConsentStore
package import SealedRecords

// MARK: - What the person is shown of the answers

extension ConsentAuthority {
  /// `presence` says whether an app is there, `runs` whether the process still does that something was allowed to once.
  package func listings(
    presence: (ConsentClient.Key) -> AppPresence, runs: (ProcessInstance) -> Bool
  ) throws(SealedRecordsError) -> [ConsentListing] {
    let (policy, now) = (try policy(), clock())
    return try rows().map { row in
      let requirement: [UInt8]
      switch presence(row.client.key) {
      case .gone: return ConsentListing(row, policy.rule(row.service, row.client.key) == nil ? .vanished : .overruled)
      case .present(let present): requirement = present
      // Nothing says that it is another.
      case .unknown: requirement = row.client.requirement
      }
      var listed = ConsentCase(
        row.service, isEntitled: true, purpose: nil, requirement: requirement,
        instance: row.instance.flatMap { runs($0) ? $0 : nil }, now: now)
      (listed.row, listed.policy) = (row, policy.rule(row.service, row.client.key))
      return ConsentListing(row, listed.condition ?? .counts)
    }
  }

  /// Nil: of all apps.
  package func sharedFiles(
    ofApp app: String?, presence: (ConsentClient.Key) -> AppPresence
  ) throws(SealedRecordsError) -> [SharedFileListing] {
    try sharedFiles().filter { app == nil || $0.client.identifier == app }.map { file in
      let condition: SharedFileListing.Condition =
        switch presence(file.client.key) {
        case .gone: .vanished
        case .present(let requirement) where requirement == file.client.requirement: .counts
        case .present, .unknown: .needsApprovalAgain
        }
      return SharedFileListing(
        app: file.client.identifier, path: file.path, right: file.right, condition: condition)
    }
  }
}
