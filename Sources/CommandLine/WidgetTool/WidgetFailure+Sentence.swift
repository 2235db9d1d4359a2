// SPDX-License-Identifier: Apache-2.0
import Advice
import AppNames
import SystemCalls
import TerminalConsole
import WidgetService

extension WidgetFailure {
  var sentence: String {
    switch self {
    case .notRunning: "it is not running, so nobody knows what may be seen.\nTry: bailey up"
    case .noState: "the lock state cannot be had.\nTry: bailey status"
    case .noProgram(let folder):
      "there is no single built program in \(folder == "." ? "this folder" : Printable.oneLine(folder)).\n"
        + "Try: swift build --package-path \(Printable.oneLine(folder)) --toolset $(bailey sdk path)/toolset-SwiftUI.json"
    case .file(let path, let error): "\(Printable.oneLine(path)): \(error.reason)."
    case .entitlements(let path): "\(Printable.oneLine(path)) holds no entitlements that can be read: nothing is drawn."
    case .noSandbox: "extensions run in a sandbox, and its program is not installed.\nTry: apt install bubblewrap"
    case .notStarted(let error): "the extension could not be started: \(error.reason)."
    case .notConfined: "the extension's sandbox cannot be made, so it was not started."
    case .changed(let path):
      "\(Printable.oneLine(path)) is not what was installed.\nTry: bailey app install, with the bundle that it came from"
    case .overdue: "the extension took longer than 10 seconds, and was ended."
    case .ended: "the extension ended without an answer."
    case .malformed: "the extension's answer is none, or holds too many views."
    case .full: "the extension was ended: its folder holds more than 64 MiB, and can only be read from now on."
    case .said(let reason): "the extension says: \(Printable.oneLine(reason))."
    case .toldNothing:
      "it ended before it told of its widgets: it crashed, or has none. What has some begins with a WidgetBundle (@main)."
    case .empty: "the extension's timeline is empty."
    case .unpublished:
      "the picture was not written: baileyd, which sees to it that a lock hides it, does not take it.\nTry: bailey status"
    case .noWidget(nil): "the extension has no widget."
    case .noWidget(let kind?): "the extension has no widget '\(Printable.oneLine(kind))'.\nTry: bailey widget list"
    case .noFamily(let family, let kind):
      "'\(Printable.oneLine(kind))' does not come as \(Printable.oneLine(family)).\nTry: bailey widget list"
    case .noParameter(let name, let kind):
      "'\(Printable.oneLine(kind))' has no parameter '\(Printable.oneLine(name))'.\nTry: bailey widget choose"
    case .noChoice(let text, let name):
      "'\(Printable.oneLine(text))' cannot be chosen for '\(Printable.oneLine(name))'.\nTry: bailey widget choose, which shows what can"
    case .notKept: "nothing was chosen: it could not be kept.\nTry: bailey status"
    case .app(let error): error.sentence
    case .noExtension(let app): "\(Printable.oneLine(app)) has no widgets.\nTry: bailey widget list"
    case .notOffered: "the widget's data is protected: it is not offered on another device."
    case .unstable: "the lock state kept changing while the widget was drawn: the file is empty."
    case .lockedScreen: "the screen is locked: nothing is performed.\nTry: bailey unlock"
    case .lockedSamples:
      "the screen is locked: an extension is asked for its placeholder and nothing else.\nTry: bailey unlock"
    case .nothingToTap(let place):
      "nothing is seen \(Printable.oneLine(place)) that a tap would do.\nTry: bailey widget tap, which shows what there is"
    case .place(let text): "'\(Printable.oneLine(text))' says no place: give one of --at X,Y and --control CONTROL."
    case .noOpener(let error):
      "xdg-open, which opens links, cannot be started: \(error.reason).\nTry: apt install xdg-utils"
    case .unsafeLink: "the link is of a kind that is not opened."
    }
  }
}
