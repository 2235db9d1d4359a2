// SPDX-License-Identifier: Apache-2.0
package import BrokerMessages
package import CallerIdentity

/// A handler of requests. Called from many threads; a session is used by one at a time.
package protocol RequestHandler: Sendable {
  associatedtype Session

  /// Makes the session of one connection. Before an answer is made that may be large, its room is claimed.
  func session(for caller: VerifiedCaller, _ claim: AnswerClaim) -> Session
  /// Never `hello`. Lists may be of any length: they are cut where they are sent.
  func answer(_ request: BrokerRequest, in session: Session) -> BrokerReply
  /// The next part of an answer that says that there is more.
  func rest(in session: Session) -> BrokerReply
  /// A process has ended that had a session.
  func isGone(_ process: Int32)
}
