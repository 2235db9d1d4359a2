// SPDX-License-Identifier: Apache-2.0
import FuseSession

/// The empty devices: each behaves as the device whose place it takes, and gives nothing.
package enum EmptyDevice: UInt64, Sendable, CaseIterable {
  case camera = 2
  case microphone = 3
  /// The control device of the microphone's sound card.
  case soundCard = 4

  package var name: String {
    switch self {
    case .camera: "camera"
    case .microphone: "microphone"
    case .soundCard: "card"
    }
  }

  init?(_ node: NodeID) { self.init(rawValue: node.rawValue) }

  var node: NodeID { NodeID(rawValue: rawValue) }

  /// A camera's pictures are mapped; what is heard is fetched.
  var size: Int { self == .camera ? BlackCamera.mostBuffers * BlackCamera.slot : 0 }
}
