// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import AppDirectory
import AttestedApps
import AppRegistry
import BrokerMessages
import CallerIdentity
import Clocks
import EnclaveClient
import KeychainModel
import KeychainStore
import PasskeyVault

extension BrokerHandler {
  /// The handlers of the families, each with what it needs of all there is.
  init(
    _ memory: BrokerMemory, _ stores: BrokerStores, _ launches: LaunchedApps, _ files: ProgramFiles,
    _ enclave: SharedClassKeys, _ issuer: IssuerChannel
  ) {
    let (authenticator, gate) = (memory.authenticator, OperationGate(enclave: enclave))
    let (store, registry, answers) = (stores.keychain, stores.registry, stores.answers)
    let known = KnownApps(
      installed: stores.installed, digest: { path in (try? files.file(at: path))?.digest },
      description: { try? files.contents(of: $0, beside: $1, atMost: $2) },
      registration: { registry?.registration(at: $0) })
    self.init(
      keychain: KeychainHandler(
        store: store, fileKeychains: stores.fileKeychains, barrier: memory.barrier, authenticator: authenticator,
        permits: memory.backupPermits, ownerPermits: memory.ownerPermits, ownersChanges: memory.ownersChanges,
        attested: stores.attested),
      apps: AppsHandler(
        registry: registry, files: files, authenticator: authenticator, hasItems: stores.isUsed,
        // On an error the enclave is gone, and its channels with it.
        dismissSigners: { try? enclave.dismissSigners() }),
      person: PersonHandler(
        authenticator: authenticator, lockStates: memory.lockStates, gate: gate, fingers: stores.fingers),
      consent: ConsentHandler(answers: answers, apps: known, launches: launches, authenticator: authenticator),
      privacySettings: PrivacySettingsHandler(
        answers: answers, apps: known, data: AppData(store, launches, known), authenticator: authenticator),
      sharedFiles: SharedFilesHandler(answers: answers, apps: known, launches: launches, authenticator: authenticator),
      portal: PortalHandler(answers: answers, apps: known, launches: launches, authenticator: authenticator),
      bundles: BundlesHandler(
        installed: stores.installed, launches: launches, authenticator: authenticator, lockStates: memory.lockStates,
        removeItems: { (group) throws(BrokerRefusal) in
          do throws(KeychainStatus) { try store.removeItems(of: group) } catch { throw .keychain(error) }
        }, hasAnswers: answers.areThere,
        removeAnswers: { (app) throws(BrokerRefusal) in try answers.remove(to: app, gate) },
        removeAttestedKeys: { (appID) throws(BrokerRefusal) in
          do throws(AppAttestFailure) { try stores.attested?.forgetKeys(of: appID) } catch { throw .attest(error) }
        }),
      access: AccessHandler(
        log: stores.accesses, launches: launches, answers: answers, apps: known, place: stores.place),
      widgets: WidgetsHandler(
        pictures: memory.pictures, followed: memory.widgets,
        surfaces: SurfacesHandler(surfaces: stores.surfaces, gate: gate, authenticator: authenticator)),
      passkeys: PasskeysHandler(
        vault: PasskeyVault(store, clock: { UInt64(clamping: WallClock.milliseconds) }), enclave: enclave,
        authenticator: authenticator,
        barrier: memory.barrier,
        questions: PasskeyQuestions(authenticator: authenticator, lockStates: memory.lockStates, files: files)),
      attest: AttestHandler(
        apps: stores.attested, installed: stores.installed, barrier: memory.barrier, enrolment: stores.enrolment,
        issuer: issuer, machine: enclave, authenticator: authenticator),
      gate: gate, open: stores.views(enclave, authenticator))
  }
}
