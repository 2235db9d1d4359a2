// SPDX-License-Identifier: Apache-2.0
package import AppBundles
package import AppContainers
package import AppModel
package import BrokerClient
package import ProcessIsolation
package import SystemCallFilter
package import SystemCalls

/// Why an app was not started. Nothing of the app runs then.
package enum StartFailure: Error, Sendable {
  case notRunning
  case containers(ContainerFailure)
  case broker(BrokerClientError)
  /// Something failed with what lies at this path.
  case file(String, SystemError)
  case bundle(String, BundleDefect)
  case noNamespaces(UserNamespaces.Forbidden)
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
}

/// The notes to whoever started an app while it runs.
package enum StartNote: Sendable {
  /// A call that the sandbox refused, as it was named by the trace.
  case refused(String)
  /// Part of what the app wrote is missing in the file that its output went to.
  case outputLost(SystemError)
  /// Something in the container of the app with this name was set aside.
  case setAside(String, Container.Replacement)
  /// Bailey stops, and the app with this name is told to end.
  case stopped(String)
  /// No control group can be had: each process of the app is limited by itself.
  case limitsByProcess
  /// The proxy of the app with this name has ended, and the app runs.
  case networkLost(String)
  /// The app with this name refused or failed.
  case app(String, String)
}
