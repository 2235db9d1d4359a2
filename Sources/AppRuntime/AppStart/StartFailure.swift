// SPDX-License-Identifier: Apache-2.0
package import AppBundles
package import AppModel
package import AppSandbox
package import BrokerClient
package import SystemCallFilter
package import SystemCalls

/// Why an app was not started, or its folders are not there. Nothing of the app runs then.
package enum StartFailure: Error, Sendable {
  case notRunning
  /// The protected files are not mounted.
  case noMount
  /// The lock state keeps the app's folders closed.
  case locked
  case broker(BrokerClientError)
  /// Of what lies at this path.
  case file(String, SystemError)
  case bundle(String, BundleDefect)
  /// The machine forbids namespaces by this setting.
  case noNamespaces(setting: String, allowing: String)
  case noSandbox(SystemError)
  case noFilter(SystemCallFilterError)
  case noFolders(SystemError)
  case noPortals(SystemError)
  case badBusName(SandboxEntitlement, String)
  case refusedBusName(SandboxEntitlement, String)
  case noSessionBus
  case busNotFiltered(SystemError)
  /// A program that a sandbox is made with.
  case noProgram(String, SystemError)
  case notStarted(SystemError)
  /// Of a folder that was to be removed.
  case notAllRemoved(String)
}

/// What whoever started an app is told while it runs.
package enum StartNote: Sendable {
  /// A call that the sandbox refused, as it was named by the trace.
  case refused(String)
  /// Not all that the app wrote is in the file that its output went to.
  case outputLost(SystemError)
  /// Of the container of the app with this name.
  case setAside(String, Container.Replacement)
  /// No control group can be had: each process of the app is limited by itself.
  case limitsByProcess
  /// Of the app with this name.
  case app(String, String)
}
