// SPDX-License-Identifier: Apache-2.0
package import AccessModel
import BrokerMessages

extension BrokerClient {
  /// Whether what apps use is written down.
  package func accessLog() throws(BrokerClientError) -> AccessLogState {
    guard case .access(.state(let state)) = try exchange(.access(.state)) else { throw .unexpectedReply }
    return state
  }

  /// Turning it off erases what was written down.
  package func setAccessLog(isOn: Bool) throws(BrokerClientError) {
    guard case .done = try exchange(.access(.turn(isOn: isOn))) else { throw .unexpectedReply }
  }

  /// The events after a revision, in their order, and the revision to ask for more after. Where there is nothing yet,
  /// it is waited for so many seconds.
  package func accesses(
    after revision: UInt64 = 0, seconds: UInt16 = 0
  ) throws(BrokerClientError) -> (records: [AccessRecord], revision: UInt64) {
    var all: [AccessRecord] = []
    // Records that changed while they were asked for come again: the later one counts.
    let last = try accesses(after: revision, seconds: seconds) { all += $0 }
    return (all, last)
  }

  /// The same, handed over in parts, so that all of them never lie in memory at once.
  package func accesses(
    after revision: UInt64, seconds: UInt16 = 0, _ take: ([AccessRecord]) -> Void
  ) throws(BrokerClientError) -> UInt64 {
    var (last, seconds) = (revision, seconds)
    while true {
      let asked = AccessRequest.records(after: last, seconds: seconds)
      guard case .access(.records(let records, let next)) = try exchange(.access(asked)) else { throw .unexpectedReply }
      take(records)
      guard next > last else { return last }
      last = next
      seconds = 0
    }
  }

  /// Says what the app did that this process started, or an extension of an app that is named; or which programs read secrets. For
  /// `bailey-run`, `bailey-widgets` and `bailey-secrets` only.
  package func note(_ notes: [AccessNote], of app: String? = nil) throws(BrokerClientError) {
    guard case .done = try exchange(.access(.note(notes, of: app))) else { throw .unexpectedReply }
  }

  /// The location of this computer; nil where it is unknown. The person must have allowed it before, which
  /// `requestConsent` asks for.
  package func location() throws(BrokerClientError) -> LocationFix? {
    do throws(BrokerClientError) {
      guard case .access(.location(let fix)) = try exchange(.access(.location)) else { throw .unexpectedReply }
      return fix
    } catch .refused(.access(.noLocation)) { return nil }
  }

  package func locationSource() throws(BrokerClientError) -> LocationSource? {
    guard case .access(.locationSource(let source)) = try exchange(.access(.locationSource)) else {
      throw .unexpectedReply
    }
    return source
  }

  package func setLocationSource(_ source: LocationSource?) throws(BrokerClientError) {
    guard case .done = try exchange(.access(.setLocationSource(source))) else { throw .unexpectedReply }
  }
}
