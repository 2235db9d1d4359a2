// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
package import ConsentModel
package import PromptModel

// Files that the person hands over.

extension BrokerClient {
  /// Shares the files or folders at these paths with the app, whether it runs or not. For `bailey` only, as all here.
  package func share(
    _ paths: [String], withApp identifier: String, _ right: SharedFile.Right, provedAs number: QuestionNumber?
  ) throws(BrokerClientError) {
    let request = SharedFilesRequest.share(paths, app: identifier, right, number)
    guard case .done = try exchange(.sharedFiles(request)) else { throw .unexpectedReply }
  }

  /// Takes a path back from an app; nil: all of the app's. Returns how many there were.
  package func unshare(_ path: String?, withApp identifier: String) throws(BrokerClientError) -> Int {
    guard case .sharedFiles(.removed(let count)) = try exchange(.sharedFiles(.unshare(path, app: identifier))) else {
      throw .unexpectedReply
    }
    return Int(count)
  }

  /// Lists what is shared; nil: with all apps.
  package func sharedFiles(ofApp identifier: String?) throws(BrokerClientError) -> [SharedFileListing] {
    guard case .sharedFiles(.files(let files, _)) = try exchange(.sharedFiles(.list(app: identifier))) else {
      throw .unexpectedReply
    }
    return files
  }
}
