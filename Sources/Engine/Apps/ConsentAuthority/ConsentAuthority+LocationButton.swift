// SPDX-License-Identifier: Apache-2.0
package import ConsentModel
import PromptModel
package import PromptQueue
package import SealedRecords

// MARK: - The location button

extension ConsentAuthority {
  /// The app says that the person tapped its location button.
  ///
  /// The person is asked once whether taps count; from then on a tap gives the location until the app ends, as Allow Once
  /// does. An app that has the location, or was refused it, stays as it is. The app draws the button, so its look and the
  /// tap are stated by the app alone: the answer of the person, the code that it was given to, and the run of the app are not.
  package func tapLocationButton(
    _ look: LocationButtonLook, of subject: ConsentSubject, since moment: QuestionQueue.Moment
  ) throws(SealedRecordsError) -> ConsentOutcome {
    // LB05: the tap does what the app does with it, and no more.
    guard look.givesLocation else { return .failed(.unfitButton) }
    let location = try consentCase(.location, .usual, subject)
    switch location.decision {
    case .stands(let standing, _): return .stands(standing)
    case .ignored: return .ignored
    case .fails(let failure): return .failed(failure)
    case .endsProcess: return .endsProcess
    case .ask, .store: break
    }
    let outcome = try request(.locationButton, .usual, for: subject, since: moment)
    guard case .stands(.answered(let answer)) = outcome, answer.givesAccess else { return outcome }
    return try giveOnce(to: subject)
  }

  /// Gives the location once. An answer of the person's about the location meanwhile counts, and so does that they
  /// withdrew the button.
  private func giveOnce(to subject: ConsentSubject) throws(SealedRecordsError) -> ConsentOutcome {
    let location = try consentCase(.location, .usual, subject)
    guard case .ask = location.decision else { return .stands(location.standing.0) }
    guard try standing(.locationButton, of: subject).givesAccess,
      let row = location.row(for: .allowOnce, subject.client, name: subject.visibleName)
    else { return .stands(.notDetermined) }
    try put(row)
    return .stands(.answered(row.answer))
  }

  /// Ends the grants of taps, together with the permission for them.
  func endTaps(of client: ConsentClient.Key) throws(SealedRecordsError) {
    _ = try remove { $0.isForOneRunOfLocation && $0.client.key == client }
  }
}

extension ConsentRow {
  var isForOneRunOfLocation: Bool { service == .location && instance != nil }
}
