// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import CallerIdentity
import PromptModel
import PromptQueue
import ProofModel
import ProtectionModel
import SealedSettings
import WidgetModel

/// Tells what surfaces may show while the screen is locked, and takes what the owner says of it.
struct SurfacesHandler {
  let surfaces: SealedSurfaces
  let gate: OperationGate
  let authenticator: PersonAuthenticator

  var current: BrokerReply { .widgets(.surfaces(surfaces.settings.changes, isInForce: surfaces.defect == nil)) }

  func change(
    _ changes: [SurfaceChange], _ proof: QuestionNumber?, of caller: VerifiedCaller
  ) throws(BrokerRefusal) -> BrokerReply {
    try surfaces.change(
      changes,
      permit: { (operation) throws(BrokerRefusal) in
        try gate.permit(operation)
        guard operation.rule.passcode == .wanted, authenticator.mayHavePasscode else { return }
        let purpose = ProofPurpose.showSurfaces(changes.map(\.line))
        guard let proof, authenticator.takeProof(of: proof, for: purpose, in: caller.process) else {
          throw .authentication(.failed)
        }
      },
      failing: { error in
        switch error {
        case .storage(let code): .storage(code: code)
        case .refused, .unavailable: .registryDamaged
        }
      })
    return current
  }
}
