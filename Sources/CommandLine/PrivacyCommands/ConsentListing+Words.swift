// SPDX-License-Identifier: Apache-2.0
import ConsentModel

extension ConsentListing.Condition {
  var remark: String {
    switch self {
    case .counts: ""
    case .once: ", until it ends"
    case .over: "  (was for one run, which is over)"
    case .needsApprovalAgain: "  (has changed: needs approval again)"
    case .vanished: "  (the app is gone: bailey privacy prune)"
    case .expired: "  (its time is over)"
    case .overruled: "  (a policy decides instead)"
    case .notEntitled: "  (is not entitled to it any more)"
    case .otherCode: "  (for other code than what is there)"
    }
  }
}

extension NameLook {
  /// The remark behind the name of an app.
  var remark: String {
    switch self {
    case .plain: ""
    case .mixed: " (letters of several scripts)"
    case .imitates: " (not in Latin letters, and looks like it)"
    }
  }
}

extension Enforcement {
  /// The remark behind an answer that does not bind the app.
  var remark: String {
    switch self {
    case .device, .folder, .proxy, .told, .portal, .absent: ""
    case .frameworks: ", not enforced (binds what it asks for)"
    case .bypassed: ", not enforced (its entitlements open another way)"
    case .outside: ", not enforced"
    }
  }

  var sentence: String {
    switch self {
    case .device: "Enforced: there are no devices in its sandbox; Bailey opens this one for it, or does not."
    case .folder: "Enforced: Bailey shows it the folder call by call, or does not."
    case .proxy: "Enforced: its network has nothing but Bailey's proxy."
    case .told: "Enforced: Bailey alone tells it, or does not."
    case .portal: "Enforced: its bus has nothing but Bailey's portals, which look at the answer."
    case .absent: "Enforced: nothing of it is in its sandbox, also where it is allowed."
    case .frameworks:
      "Not enforced: Bailey holds none of this. The answer binds what the app asks for, and nothing else."
    case .bypassed:
      "Not enforced: its entitlements open another way to this, where nobody looks at the answer (bailey app inspect)."
    case .outside: "Not enforced: it does not run in Bailey's sandbox. What it does without asking is not prevented."
    }
  }
}
