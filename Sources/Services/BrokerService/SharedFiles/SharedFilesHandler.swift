// SPDX-License-Identifier: Apache-2.0
import AppDirectory
import BrokerMessages
import CallerIdentity
import ConsentAuthority
import ConsentModel
import PromptModel
import PromptQueue
import ProofModel
import SealedRecords

/// Takes what the person says of the files that they hand to apps.
struct SharedFilesHandler {
  let answers: PersonalAnswers
  let apps: KnownApps
  let launches: LaunchedApps
  let authenticator: PersonAuthenticator

  func answer(_ request: SharedFilesRequest, _ session: BrokerSession) throws(BrokerRefusal) -> BrokerReply {
    _ = try answers.authority()
    switch request {
    case .share(let paths, let app, let right, let proof):
      try authenticator.checkProof(proof, .share(paths, withApp: app, right), of: session)
      guard let known = apps.client(Self.key(app)), paths.allSatisfy(SharedFile.isPath) else {
        throw .consent(.unknownApp)
      }
      try answers.asking { (stored) throws(SealedRecordsError) in try stored.share(paths, with: known.client, right) }
      return .done
    case .unshare(let path, let app):
      return .sharedFiles(
        .removed(
          UInt32(
            try answers.asking { (stored) throws(SealedRecordsError) in try stored.unshare(path, with: Self.key(app)) })
        ))
    case .list(let app):
      // Whoever started an app hears of what that one was handed, whichever it names.
      let isRuntime = session.caller.role == .runtime
      let named = isRuntime ? launches.run(startedBy: session.caller.process)?.identifier ?? "" : app
      return .sharedFiles(
        .files(
          try answers.asking { (stored) throws(SealedRecordsError) in
            try stored.sharedFiles(ofApp: named, presence: apps.presence)
          }, .last))
    }
  }

  private static func key(_ app: String) -> ConsentClient.Key { ConsentClient.Key(kind: .bundle, identifier: app) }
}
