// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import CompilerPluginSupport
import Foundation
import PackageDescription

// The architecture in reading order: layers, their modules, tests. People write `NAME:` below a layer and area, and of tests the
// programs that they start; what stands behind it is what the sources import, written by `Scripts/check-layers --write`.
// An edge that the layers do not allow stops the manifest from loading, before the first file is compiled.

/// Lowest first, and what each may use. `Scripts/check-layers` allows frameworks and the command line less than this.
let layers = """
  C: C
  Platform: C Platform
  Secrets: C Platform Secrets
  Model: Secrets Model
  Engine: Platform Secrets Model Engine
  IPC: Platform Secrets Model IPC
  AppRuntime: Platform Secrets Model Engine IPC AppRuntime
  Identity: Platform Secrets Model Identity
  Macros:
  Frameworks: C Platform Secrets Model IPC Macros Frameworks
  Adapters: Platform Secrets Model IPC
  Services: Platform Secrets Model Engine IPC AppRuntime
  CommandLine: Platform Secrets Model Engine IPC AppRuntime Services CommandLine
  Programs: Platform Secrets Model Engine IPC AppRuntime Identity Adapters Services CommandLine
  Examples: Platform Identity Frameworks
  """

/// Below `[LAYER]` or `[LAYER/AREA]`: a module lies in `Sources/LAYER/[AREA/]MODULE`, an example in `Examples/NAME`.
let modules = """
  [C]
    CLinux:
    CFuseChannel: CFuse CRing
    CGatheredLog: CSQLite
    CTimingSafe:
    CConsolePages:
    CBrowserExtension:
    CFoundationObjects:
    CNameResolution:
    CCurl:
    CSystemd:
    CDeflate: CZlib
    CCompression: CBrotliDecoder CBrotliEncoder CLZ4 CLZMA CZlib
  [Platform]
    SystemCalls: CLinux
    Threads: CLinux SystemCalls
    Clocks:
    Files: CLinux SystemCalls
    Events: CLinux Clocks SystemCalls Threads
    OwnProcess: CLinux Clocks Events Files SystemCalls Threads
    Processes: CLinux Files SystemCalls
    Sockets: CLinux Events Files Processes SystemCalls Threads
    Mounts: Events Files OwnProcess Processes SystemCalls Threads
    ProcessIsolation: CLinux Clocks Events Files Processes Sockets SystemCalls
    FuseSession: CFuse CFuseChannel Events Files Mounts Processes Sockets SystemCalls Threads
    FolderChanges: Files SystemCalls Threads
    ConfinedFiles: CLinux Files SystemCalls
    SystemCallFilter: CLinux CSeccomp Files Sockets SystemCalls Threads
    StreamSockets: CLinux SystemCalls
    NameResolution: CNameResolution StreamSockets SystemCalls
    MessageBus: CSystemd Events SystemCalls Threads
    SocketOwners: Events SystemCalls
    WebServer: CMicroHTTPD SocketOwners StreamSockets Threads
    WebClient: CCurl
    ConsolePages: CConsolePages CZlib
    BrowserExtension: CBrowserExtension
    PublicSuffixes: CPublicSuffix
    SQLStatements:
    PostgreSQLDatabase: CPostgreSQL Events Files SQLStatements SystemCalls Threads
    SQLiteDatabase: CGatheredLog CSQLite Events Files SQLStatements SystemCalls Threads
    Deflate: CDeflate
    Drawing: CIgzip CPangoCairo
  [Secrets]
    SecretMemory: CLinux SystemCalls Threads
    WireFormat: SecretMemory
    CryptoPrimitives: CArgon2 CLinux COpenSSL SecretMemory SystemCalls Threads
    AsymmetricKeys: COpenSSL CryptoPrimitives SecretMemory
    CertificateTrust: COpenSSL CryptoPrimitives SecretMemory
    TrustedPlatformModule: CLinux CTPM2 CryptoPrimitives SecretMemory SystemCalls
    RootKey: CryptoPrimitives Files SecretMemory SystemCalls TrustedPlatformModule WireFormat
  [Model]
    PropertyLists:
    TerminalText:
    JSONCoding: TerminalText
    DERCoding: SecretMemory
    Base64Coding:
    CBORCoding:
    ProtectionModel: SecretMemory
    PromptModel:
    ProofModel: CryptoPrimitives PromptModel
    WidgetModel: ProtectionModel WireFormat
    AppModel: CryptoPrimitives PropertyLists
    ConsentModel: AppModel PromptModel ProofModel PropertyLists
    AppNames: AppModel PropertyLists
    AccessModel: ConsentModel WireFormat
    WidgetUpdates: ProtectionModel
    PrivacyReports: AccessModel ConsentModel JSONCoding
    InternetAddresses:
    ProxyRules: PropertyLists
    TunnelledPackets: ProxyRules
    PrivacyDeclarations: AppModel ConsentModel JSONCoding PrivacyReports PropertyLists
    InstanceLayout:
    KeychainModel: PromptModel ProtectionModel SecretMemory WireFormat
    SecretServiceModel: CryptoPrimitives KeychainModel ProtectionModel SecretMemory WireFormat
    PasskeyKeys: CryptoPrimitives ProtectionModel SecretMemory
    AppAttestKeys: Base64Coding CryptoPrimitives ProtectionModel
    SiteNames:
    PasskeyItems: CryptoPrimitives KeychainModel PasskeyKeys PromptModel WireFormat
    KeychainBackup: CryptoPrimitives KeychainModel PasskeyItems PasskeyKeys ProofModel SecretMemory WireFormat
    KeyFormats: AsymmetricKeys CryptoPrimitives DERCoding SecretMemory
    CredentialExchange: Base64Coding CryptoPrimitives JSONCoding KeyFormats PasskeyItems PasskeyKeys SecretMemory WireFormat
    WebForms: SecretMemory
    CredentialFormats: Base64Coding SecretMemory WireFormat
    JOSECoding: AsymmetricKeys Base64Coding CryptoPrimitives JSONCoding
    SignInRules: AsymmetricKeys Base64Coding CryptoPrimitives JOSECoding JSONCoding KeyFormats SecretMemory WebForms
    SignInSite: Base64Coding CryptoPrimitives JOSECoding JSONCoding WebForms
    IdentityModel: CryptoPrimitives JSONCoding SecretMemory
    X509Certificates: CryptoPrimitives DERCoding KeyFormats SecretMemory
    COSEKeys: AsymmetricKeys CBORCoding CryptoPrimitives KeyFormats
    TPMStructures: AsymmetricKeys CryptoPrimitives KeyFormats
    WebAuthn: Base64Coding CBORCoding COSEKeys CertificateTrust CryptoPrimitives DERCoding JSONCoding KeyFormats TPMStructures X509Certificates
    AppAttest: Base64Coding CBORCoding COSEKeys CertificateTrust CryptoPrimitives DERCoding JSONCoding KeyFormats SecretMemory WebAuthn X509Certificates
    MachineEnrolment: AppAttest AppAttestKeys AsymmetricKeys COSEKeys CryptoPrimitives JSONCoding KeyFormats SecretMemory TPMStructures WebAuthn
    PasskeyResponses: Base64Coding COSEKeys CryptoPrimitives JSONCoding KeyFormats PasskeyKeys SecretMemory WebAuthn
    KeychainObjects: AsymmetricKeys Base64Coding CertificateTrust CryptoPrimitives DERCoding KeyFormats KeychainModel SecretMemory WireFormat X509Certificates
  [Engine]
    Instance: Files InstanceLayout OwnProcess SystemCalls WidgetModel
    LockFollowing: Events ProtectionModel SystemCalls Threads
    SealedRecords: CryptoPrimitives ProtectionModel SQLiteDatabase SecretMemory
  [Engine/Enclave]
    Keybag: AppAttestKeys Clocks CryptoPrimitives PasskeyKeys ProtectionModel RootKey SecretMemory SystemCalls Threads WireFormat
    LockCoordinator: Clocks ProtectionModel
    KeyPrefetch: Events LockFollowing ProtectionModel SecretMemory SystemCalls Threads
  [Engine/Apps]
    AppRegistry: AppModel CryptoPrimitives Files PropertyLists ProtectionModel SystemCalls Threads WireFormat
    SealedSettings: CryptoPrimitives Files ProtectionModel SystemCalls Threads WidgetModel WireFormat
    AppBundles: AppModel ConfinedFiles CryptoPrimitives Files SystemCalls Threads
    AppStore: AppBundles AppModel ConfinedFiles CryptoPrimitives Files SystemCalls
    PromptQueue: Clocks Events LockFollowing PromptModel ProofModel SystemCalls Threads
    AttestedApps: AppAttest AppAttestKeys AppModel AsymmetricKeys COSEKeys CryptoPrimitives JSONCoding KeyFormats MachineEnrolment PropertyLists ProtectionModel SQLiteDatabase SealedRecords SecretMemory Threads X509Certificates
    ConsentStore: ConsentModel CryptoPrimitives ProtectionModel SQLiteDatabase SealedRecords Threads WireFormat
    AccessLog: AccessModel ConsentModel CryptoPrimitives Events ProtectionModel SQLiteDatabase SealedRecords SecretMemory SystemCalls Threads WireFormat
    ConsentAuthority: AppModel ConsentModel ConsentStore Events PromptModel PromptQueue PropertyLists SealedRecords Threads
  [Engine/Keychain]
    ItemSealing: CryptoPrimitives KeychainBackup KeychainModel PromptModel ProtectionModel SecretMemory SystemCalls WireFormat
    KeychainStore: CertificateTrust Clocks CryptoPrimitives Files ItemSealing KeychainBackup KeychainModel ProtectionModel SQLiteDatabase SecretMemory SystemCalls Threads WireFormat X509Certificates
    PasskeyVault: KeychainModel KeychainStore PasskeyItems PasskeyKeys PromptModel Threads
    FileKeychain: Clocks CryptoPrimitives DERCoding Events Files KeychainBackup KeychainModel KeychainStore LockFollowing ProtectionModel SQLiteDatabase SecretMemory SystemCalls Threads WireFormat
    KeychainAuthorization: Clocks CryptoPrimitives KeychainBackup KeychainModel LockFollowing PromptModel PromptQueue ProofModel Threads
  [Engine/Apps]
    AppDirectory: AppModel AppRegistry ConsentAuthority ConsentModel CryptoPrimitives Events KeychainModel KeychainStore ProcessIsolation Processes PropertyLists Sockets SystemCalls Threads
    ComputerLocation: AccessModel Clocks Files SystemCalls Threads
  [Engine/Files]
    ProtectedFiles: Base64Coding CryptoPrimitives Files ProtectionModel SecretMemory SystemCalls Threads
    FilesystemCheck: Files ProtectedFiles ProtectionModel SecretMemory SystemCalls
    ProtectedFilesystem: Events Files FuseSession KeyPrefetch OwnProcess Processes ProtectedFiles ProtectionModel SecretMemory SystemCalls Threads
  [Engine/Widgets]
    WidgetSymbols: WidgetModel
    WidgetLayout: TerminalText WidgetModel
    WidgetDrawing: Base64Coding Drawing TerminalText WidgetLayout WidgetModel WidgetSymbols
    WidgetPublishing: Clocks Events Files LockFollowing ProtectionModel SystemCalls Threads WidgetUpdates
    WidgetHost: AppModel Files Instance InstanceLayout PropertyLists ProtectionModel SystemCalls WidgetModel WireFormat
  [IPC]
    IPCTransport: Sockets SystemCalls Threads WireFormat
    EnclaveMessages: AppAttestKeys PasskeyKeys PromptModel ProofModel ProtectionModel SecretMemory WireFormat
    EnclaveClient: AppAttestKeys EnclaveMessages Events IPCTransport PasskeyKeys PromptModel ProofModel ProtectionModel SecretMemory Sockets SystemCalls Threads WireFormat
    EnclaveControl: AppAttestKeys EnclaveClient EnclaveMessages Events PasskeyKeys ProofModel ProtectionModel SecretMemory Sockets SystemCalls
    SupervisorMessages: IPCTransport KeychainModel Mounts Sockets SystemCalls Threads WireFormat
    ProxyMessages: ProxyRules Sockets StreamSockets SystemCalls Threads WireFormat
    KeychainCoding: KeychainModel ProtectionModel WireFormat
    QuestionCoding: ConsentModel KeychainCoding PromptModel WireFormat
    ServiceChannels: Events Sockets SystemCalls Threads WireFormat
    IssuerMessages: AppAttestKeys ServiceChannels WireFormat
    FingerprintMessages: PromptModel ServiceChannels WireFormat
    BrokerMessages: AccessModel AppAttestKeys AppModel ConsentModel KeychainBackup KeychainCoding KeychainModel PasskeyItems PasskeyKeys PromptModel PropertyLists ProtectionModel QuestionCoding Sockets SystemCalls Threads WidgetModel WidgetUpdates WireFormat
    CallerIdentity: AppModel BrokerMessages Clocks CryptoPrimitives Events Files OwnProcess ProcessIsolation Processes SecretMemory Sockets SystemCalls Threads
    BrokerServer: BrokerMessages CallerIdentity Clocks CryptoPrimitives Events IPCTransport KeychainCoding KeychainModel ProcessIsolation Processes Sockets SystemCalls Threads WireFormat
    BrokerClient: AccessModel AppAttestKeys AppModel BrokerMessages ConsentModel EnclaveClient EnclaveMessages Events Files IPCTransport InstanceLayout KeychainBackup KeychainModel OwnProcess PasskeyItems PasskeyKeys PromptModel ProtectionModel Sockets SystemCalls Threads WidgetModel WidgetUpdates WireFormat
    SecretAccess: Events Files KeychainModel MessageBus OwnProcess Processes SecretServiceModel SystemCalls Threads
  [AppRuntime]
    AppContainers: AppModel AppStore Files Instance InstanceLayout OwnProcess Processes PropertyLists ProtectionModel SystemCalls
    AppSandbox: AppModel Events Files JSONCoding OwnProcess ProcessIsolation Processes PropertyLists Sockets SystemCallFilter SystemCalls Threads TunnelledPackets
    EmptyDevices: Clocks Events Files FuseSession SystemCalls Threads
    DeviceAccess: AccessModel BrokerClient ConsentModel CryptoPrimitives EmptyDevices Events Files OwnProcess Processes Sockets SystemCallFilter SystemCalls Threads
    SharedFolders: ConfinedFiles ConsentModel Events Files FuseSession OwnProcess SystemCalls Threads
    FolderAccess: AccessModel AppContainers AppModel AppSandbox BrokerClient ConsentModel CryptoPrimitives Events Files FuseSession OwnProcess Processes SharedFolders SystemCalls Threads
    NetworkAccess: AccessModel AppBundles BrokerClient ConsentModel Events OwnProcess PrivacyDeclarations Processes PropertyLists ProxyMessages ProxyRules Sockets StreamSockets SystemCalls Threads TunnelledPackets
    PortalAccess: BrokerClient ConsentModel CryptoPrimitives Events Files FolderAccess MessageBus OwnProcess Processes PromptModel SystemCalls Threads
    ExtensionSandbox: AppModel AppSandbox BrokerMessages CryptoPrimitives Events Files NetworkAccess OwnProcess ProcessIsolation Processes Sockets SystemCalls Threads WidgetModel WireFormat
    AppStart: AppBundles AppContainers AppModel AppSandbox AppStore BrokerClient BrokerMessages ConsentModel CryptoPrimitives DeviceAccess Events Files FolderAccess Instance InstanceLayout Mounts NetworkAccess OwnProcess PortalAccess ProcessIsolation Processes PropertyLists ProxyRules Sockets StreamSockets SystemCallFilter SystemCalls Threads
  [Identity]
    AppAttestDatabase: AppAttest COSEKeys CryptoPrimitives SQLStatements SQLiteDatabase
    PasskeyDatabase: COSEKeys CryptoPrimitives SQLStatements SQLiteDatabase WebAuthn
    SignInPages: JSONCoding
    IdentityDatabase: CryptoPrimitives IdentityModel PasskeyDatabase SQLStatements SQLiteDatabase
    IdentityService: AppAttest AsymmetricKeys Base64Coding CertificateTrust Clocks CryptoPrimitives DERCoding IdentityModel JOSECoding JSONCoding KeyFormats MachineEnrolment SecretMemory SignInPages SignInRules SystemCalls Threads WebAuthn WebForms WebServer X509Certificates
    NotificationSending: Clocks CryptoPrimitives Events IdentityModel IdentityService InternetAddresses JOSECoding JSONCoding SignInRules SystemCalls Threads WebClient
    IdentityServer: AppAttest AsymmetricKeys Base64Coding Clocks CryptoPrimitives Events Files IdentityDatabase IdentityModel IdentityService JOSECoding JSONCoding KeyFormats NotificationSending PasskeyDatabase PostgreSQLDatabase RootKey SQLStatements SQLiteDatabase SecretMemory SignInRules Sockets StreamSockets SystemCalls Threads WebAuthn WebServer X509Certificates
    SignInWithApple: Base64Coding Clocks CryptoPrimitives InternetAddresses JOSECoding SQLiteDatabase SignInRules SignInSite SystemCalls Threads WebClient WebForms WireFormat
  [Macros]
    ViewMacros:
  [Frameworks]
    CommonCrypto: COpenSSL
    Compression: CCompression
    CoreFoundation: CFoundationObjects
    BundleResources: OwnProcess Threads WidgetModel
    AppleFoundation: BundleResources CTimingSafe CoreFoundation Files OwnProcess ProtectionModel SystemCalls
    SecurityConstants: CoreFoundation KeychainModel
    Security: AppleFoundation AsymmetricKeys BrokerClient CertificateTrust CoreFoundation CryptoPrimitives KeyFormats KeychainModel KeychainObjects PromptModel ProtectionModel SecretMemory SecurityConstants SystemCalls Threads X509Certificates
    LocalAuthentication: AppleFoundation BrokerClient CryptoPrimitives KeychainModel PromptModel Security Threads
    CryptoKit: AsymmetricKeys CryptoPrimitives DERCoding KeyFormats KeychainModel LocalAuthentication ProtectionModel SecretMemory Security
    GraphicsColors:
    UIKitDrawing: BundleResources Compression GraphicsColors Threads WidgetModel
    ImageIO: CoreFoundation UIKitDrawing
    UIKit: AppleFoundation BrokerClient ConsentModel Events MessageBus ProtectionModel Security Threads UIKitDrawing
    ConsentRequests: AccessModel BrokerClient ConsentModel Threads
    AVFAudio: ConsentModel ConsentRequests Threads
    AVFoundation: AVFAudio ConsentModel ConsentRequests
    AppTrackingTransparency: ConsentModel ConsentRequests
    AdSupport: ConsentRequests
    DeviceCheck: AppAttestKeys BrokerClient Threads
    CoreLocation: AccessModel ConsentModel ConsentRequests Events SystemCalls Threads
    Photos: ConsentModel ConsentRequests
    Contacts: ConsentModel ConsentRequests
    EventKit: ConsentModel ConsentRequests GraphicsColors
    WeatherKit: CoreLocation
    UserNotifications: ConsentModel ConsentRequests
    Combine: Threads
    OSLog:
    os: OSLog
    ActivityKit:
    Intents: WidgetModel
    StoreKit:
    UniformTypeIdentifiers:
    AppIntents: BundleResources Threads WidgetModel
    ViewGeometry: WidgetModel
    ViewChanges: BundleResources ViewGeometry
    SwiftUI: AppIntents BundleResources Combine UIKitDrawing ViewChanges ViewGeometry ViewMacros WidgetModel
    Charts: SwiftUI WidgetModel
    WidgetKit: ActivityKit AppIntents BrokerClient BundleResources Intents OwnProcess SwiftUI SystemCalls Threads ViewMacros WidgetModel
    CoreLocationUI: ConsentModel ConsentRequests CoreLocation SwiftUI
  [Adapters]
    PromptAdapter: BrokerClient ConsentModel EnclaveClient EnclaveControl EnclaveMessages Events Files KeychainModel OwnProcess Processes PromptModel ProofModel ProtectionModel SecretMemory SiteNames SystemCalls Threads
    SettingsConsole: AccessModel AppModel BrokerClient BrokerMessages Clocks ConsentModel ConsolePages CryptoPrimitives EnclaveClient EnclaveControl EnclaveMessages Events Files FolderChanges InstanceLayout JSONCoding KeyFormats KeychainModel MessageBus OwnProcess PasskeyItems PrivacyDeclarations PrivacyReports Processes PromptModel ProofModel PropertyLists ProtectionModel SecretAccess SecretMemory SecretServiceModel SiteNames Sockets StreamSockets SupervisorMessages SystemCalls Threads WebServer WidgetModel X509Certificates
    SecretService: AccessModel BrokerClient CallerIdentity Clocks ConfinedFiles CryptoPrimitives Events Files KeychainModel MessageBus OwnProcess Processes PromptModel ProtectionModel SecretServiceModel SystemCalls Threads WireFormat
    BrowserBridge: Base64Coding BrokerClient BrokerMessages CryptoPrimitives Events JSONCoding KeychainModel PasskeyItems PasskeyKeys PasskeyResponses PromptModel ProofModel ProtectionModel SecretMemory SystemCalls Threads WebAuthn
    LoginSession: Events MessageBus Processes ProtectionModel SystemCalls Threads
  [Services]
    EnclaveService: AppAttestKeys Clocks CryptoPrimitives EnclaveMessages Events Files IPCTransport Keybag KeychainModel LockCoordinator OwnProcess PasskeyKeys PromptModel ProofModel ProtectionModel RootKey SecretMemory Sockets SystemCallFilter SystemCalls Threads TrustedPlatformModule WireFormat
    FileService: Clocks EnclaveClient EnclaveMessages Events Files FilesystemCheck FuseSession InstanceLayout Mounts ProtectedFiles ProtectedFilesystem ProtectionModel SecretMemory Sockets SupervisorMessages SystemCallFilter SystemCalls Threads
    BrokerService: AccessLog AccessModel AppAttestKeys AppDirectory AppModel AppRegistry AttestedApps BrokerMessages BrokerServer CallerIdentity CertificateTrust Clocks ComputerLocation ConsentAuthority ConsentModel ConsentStore CryptoPrimitives EnclaveClient EnclaveMessages Events FileKeychain Files FingerprintMessages Instance IssuerMessages KeyPrefetch KeychainAuthorization KeychainBackup KeychainModel KeychainStore LockFollowing PasskeyItems PasskeyKeys PasskeyVault Processes PromptModel PromptQueue ProofModel ProtectionModel SealedRecords SealedSettings SecretMemory ServiceChannels Sockets SystemCallFilter SystemCalls Threads WidgetModel WidgetPublishing WidgetUpdates X509Certificates
    IssuerService: AppAttest AppAttestKeys Events Files InternetAddresses IssuerMessages JSONCoding NameResolution OwnProcess ServiceChannels Sockets SystemCallFilter SystemCalls Threads WebAuthn WebClient
    FingerprintService: CryptoPrimitives Events FingerprintMessages MessageBus PromptModel ServiceChannels Sockets SystemCalls Threads
    LocationService: AccessModel Clocks Events Files MessageBus SystemCalls Threads
    ProxyService: Events InternetAddresses NameResolution OwnProcess ProxyMessages ProxyRules Sockets StreamSockets SystemCallFilter SystemCalls Threads TunnelledPackets
    WidgetService: AppBundles AppContainers AppModel AppNames AppSandbox AppStore BrokerClient BrokerMessages Clocks CryptoPrimitives Drawing EnclaveClient EnclaveControl EnclaveMessages ExtensionSandbox Files Instance InstanceLayout NetworkAccess OwnProcess Processes PropertyLists ProtectionModel ProxyRules SystemCalls WidgetDrawing WidgetHost WidgetLayout WidgetModel WidgetUpdates
    Supervision: Clocks EnclaveClient EnclaveControl EnclaveMessages Events Files FingerprintMessages Instance InstanceLayout IssuerMessages KeychainModel Mounts OwnProcess Processes ProtectionModel ServiceChannels Sockets StreamSockets SupervisorMessages SystemCalls Threads
  [CommandLine]
    TerminalConsole: Events Files JSONCoding KeychainModel OwnProcess SecretMemory SystemCalls WireFormat
    CommandLineParsing:
    Advice: AppAttestKeys AppBundles AppContainers AppModel AppNames BrokerClient BrokerMessages CommandLineParsing ConsentModel EnclaveClient EnclaveMessages KeychainModel PrivacyDeclarations ProcessIsolation PropertyLists ProtectionModel SystemCalls TerminalConsole WireFormat
    InstanceAccess: Advice AppModel AppNames BrokerClient BrokerMessages CommandLineParsing EnclaveClient EnclaveControl EnclaveMessages Files Instance InstanceLayout JSONCoding KeychainModel OwnProcess PromptModel ProofModel ProtectionModel SecretMemory SystemCalls TerminalConsole
    QueryDiagnosis: JSONCoding KeychainModel PropertyLists
    MenuEntries: AppModel CryptoPrimitives Files OwnProcess SystemCalls
    InstanceCommands: Advice AppModel BrokerClient BrokerMessages CommandLineParsing EnclaveClient EnclaveControl EnclaveMessages Events Files Instance InstanceLayout JSONCoding KeychainModel MenuEntries Mounts OwnProcess Processes ProtectionModel SecretMemory Sockets SupervisorMessages SystemCalls TerminalConsole Threads WidgetModel
    PasskeyCommands: Advice Base64Coding BrokerClient COSEKeys Clocks CommandLineParsing CredentialExchange CryptoPrimitives Deflate EnclaveClient EnclaveControl Files InstanceAccess JSONCoding KeychainModel KeychainObjects PasskeyItems PasskeyKeys PromptModel ProofModel SecretMemory SiteNames SystemCalls TerminalConsole WebAuthn WireFormat
    KeychainCommands: Advice AppModel AppNames BrokerClient BrokerMessages CommandLineParsing CryptoPrimitives EnclaveClient EnclaveMessages Files InstanceAccess InstanceLayout JSONCoding KeychainBackup KeychainModel OwnProcess PasskeyCommands PasskeyItems PasskeyKeys ProofModel PropertyLists ProtectionModel QueryDiagnosis SecretMemory SystemCalls TerminalConsole
    CredentialPrograms: Advice CredentialFormats CryptoPrimitives Instance InstanceAccess JSONCoding KeychainModel SecretMemory SystemCalls TerminalConsole WireFormat
    SecretCommands: Advice CommandLineParsing CredentialFormats CredentialPrograms CryptoPrimitives Events Files Instance InstanceAccess InstanceLayout JSONCoding KeychainModel MessageBus OwnProcess Processes ProtectionModel SecretAccess SecretServiceModel SupervisorMessages SystemCalls TerminalConsole WireFormat
    PrivacyCommands: AccessModel Advice AppBundles AppModel AppNames BrokerClient BrokerMessages Clocks CommandLineParsing ConsentModel InstanceAccess JSONCoding OwnProcess PrivacyDeclarations PrivacyReports PromptModel ProofModel PropertyLists SecretAccess SecretCommands SecretMemory SystemCalls TerminalConsole
    AppCommands: Advice AppBundles AppContainers AppModel AppNames AppStore BrokerClient BrokerMessages CertificateTrust Clocks CommandLineParsing ConsentModel CryptoPrimitives DERCoding Events Files Instance InstanceAccess InstanceLayout JSONCoding KeyFormats KeychainModel MenuEntries OwnProcess ProcessIsolation Processes PromptModel ProofModel PropertyLists ProtectionModel SecretMemory SystemCalls TerminalConsole X509Certificates
    SecurityTool: Advice Base64Coding BrokerMessages CertificateTrust Clocks CryptoPrimitives DERCoding Files InstanceAccess JSONCoding KeyFormats KeychainCommands KeychainModel KeychainObjects ProtectionModel SecretMemory SystemCalls TerminalConsole Threads WireFormat X509Certificates
    Benchmarks: AccessLog AccessModel AppAttest AppAttestKeys Base64Coding BrokerClient COSEKeys Clocks CommandLineParsing ConsentModel CryptoPrimitives Events Files FuseSession InstanceLayout JOSECoding JSONCoding KeyFormats Keybag KeychainModel OwnProcess PasskeyKeys PasskeyResponses PrivacyReports Processes PropertyLists ProtectionModel ProxyMessages ProxyRules ProxyService RootKey SecretMemory SharedFolders SignInSite Sockets StreamSockets SystemCallFilter SystemCalls TerminalConsole Threads WebAuthn
    SetupCommands: Advice CommandLineParsing Files InstanceAccess InstanceLayout JSONCoding OwnProcess Processes SystemCalls TerminalConsole
    BrowserCommands: Advice BrowserExtension CommandLineParsing Events Files InstanceAccess JSONCoding OwnProcess Processes SystemCalls TerminalConsole
    AttestCommands: Advice AppAttest AppAttestKeys AppModel AppNames AsymmetricKeys BrokerClient COSEKeys Clocks CommandLineParsing CryptoPrimitives EnclaveClient EnclaveControl EnclaveMessages Files InstanceAccess InternetAddresses JSONCoding KeyFormats MachineEnrolment OwnProcess PasskeyCommands PromptModel ProofModel ProtectionModel SecretMemory SystemCalls TerminalConsole TrustedPlatformModule WebAuthn WebClient WireFormat X509Certificates
    RunCommand: Advice AppBundles AppContainers AppModel AppStart BrokerClient Files InstanceAccess InstanceLayout MessageBus OwnProcess PortalAccess ProcessIsolation SecretServiceModel SystemCalls TerminalConsole
    WidgetCommands: Advice BrokerClient CommandLineParsing Instance InstanceAccess JSONCoding OwnProcess Processes PromptModel ProofModel ProtectionModel SecretMemory SystemCalls TerminalConsole WidgetModel
    WidgetTool: Advice AppNames BrokerClient Clocks Events Files Instance InstanceAccess InstanceLayout JSONCoding OwnProcess Processes ProtectionModel SystemCalls TerminalConsole WidgetCommands WidgetModel WidgetService WidgetUpdates
    SignInCommands: Advice Clocks CommandLineParsing CryptoPrimitives Files InternetAddresses JOSECoding JSONCoding SignInRules SignInSite SystemCalls TerminalConsole TerminalText WebClient WebForms WireFormat
    BaileyCommandLine: AppCommands AttestCommands Benchmarks BrowserCommands CommandLineParsing Instance InstanceCommands JSONCoding KeychainCommands PasskeyCommands PrivacyCommands SecretCommands SetupCommands SignInCommands TerminalConsole WidgetCommands
    IdentityCommandLine: Base64Coding CommandLineParsing CryptoPrimitives Files IdentityModel JOSECoding JSONCoding PostgreSQLDatabase SQLStatements SecretMemory SignInRules SystemCalls TerminalConsole TerminalText
  [Programs]
    bailey-identity: CommandLineParsing Events Files IdentityCommandLine IdentityModel IdentityServer IdentityService JSONCoding OwnProcess SignInRules SystemCalls TerminalConsole
    bailey-widgets: CommandLineParsing TerminalConsole WidgetCommands WidgetTool
    bailey-run: FuseSession OwnProcess RunCommand TerminalConsole
    bailey-proxy: ProxyService
    bailey-fingerprint: Events FingerprintService OwnProcess Sockets SupervisorMessages SystemCalls
    bailey-issuer: Events IssuerService OwnProcess Sockets SupervisorMessages SystemCalls
    bailey-location: Events LocationService OwnProcess Sockets SupervisorMessages SystemCalls Threads
    bailey-session: EnclaveClient EnclaveControl EnclaveMessages Events LoginSession OwnProcess Sockets SupervisorMessages SystemCalls Threads
    bailey-secrets: BrokerClient Events InstanceLayout MessageBus OwnProcess SecretService SystemCalls
    bailey-browser: BrokerClient BrowserBridge InstanceLayout OwnProcess PublicSuffixes SystemCalls
    bailey-fs: Events FileService FuseSession OwnProcess SecretMemory Sockets SupervisorMessages SystemCallFilter SystemCalls
    baileyd: BrokerService EnclaveMessages Events KeychainModel OwnProcess SecretMemory Sockets SupervisorMessages SystemCalls
    bailey-enclave: EnclaveService
    bailey-console: BrokerClient Events Files InstanceLayout OwnProcess Processes SettingsConsole SystemCalls
    bailey: AppCommands AttestCommands BaileyCommandLine Benchmarks BrokerClient BrokerMessages BrowserCommands CommandLineParsing CredentialPrograms EnclaveClient EnclaveControl EnclaveMessages Events Instance InstanceCommands InstanceLayout KeychainCommands KeychainModel LoginSession OwnProcess PasskeyCommands PrivacyCommands PromptAdapter PromptModel ProofModel SecretCommands SecretMemory SecurityTool SetupCommands SignInCommands Sockets Supervision SystemCalls TerminalConsole WidgetCommands
  [Examples]
    Ledger: Security
    guarded-notes: CryptoKit DeviceCheck
    keychain-timing: Security
    sample-app: CryptoKit LocalAuthentication Security
    secret-keeper: Security
    shop: SignInWithApple StreamSockets Threads WebServer
    BankWidget: Charts SwiftUI WidgetKit
    DayWidgets: AppIntents Charts SwiftUI WidgetKit
    Viewfinder: AVFoundation AdSupport AppTrackingTransparency Contacts CoreLocation CoreLocationUI EventKit Photos UserNotifications
  """

/// Systems' libraries: how pkg-config calls them, and Debian's package.
let libraries = """
  COpenSSL: libcrypto libssl-dev
  CArgon2: libargon2 libargon2-dev
  CFuse: fuse3 libfuse3-dev
  CRing: liburing liburing-dev
  CTPM2: tss2-esys libtss2-dev
  CSQLite: sqlite3 libsqlite3-dev
  CPostgreSQL: libpq libpq-dev
  CMicroHTTPD: libmicrohttpd libmicrohttpd-dev
  CSeccomp: libseccomp libseccomp-dev
  CPangoCairo: pangocairo libpango1.0-dev
  CZlib: zlib zlib1g-dev
  CPublicSuffix: libpsl libpsl-dev
  CIgzip: libisal libisal-dev
  CLZ4: liblz4 liblz4-dev
  CLZMA: liblzma liblzma-dev
  CBrotliDecoder: libbrotlidec libbrotli-dev
  CBrotliEncoder: libbrotlienc libbrotli-dev
  """

/// What tests share, in `Tests/Support`; in small letters: programs that tests start. Others there use nothing.
let support = """
  keychain-client: AppModel BrokerClient BrokerMessages KeychainBackup KeychainModel OwnProcess SystemCalls Threads
  hostile-widget: OwnProcess SystemCalls WidgetModel
  reloading-app: WidgetKit
  sample-widget: AppIntents Intents Security SwiftUI WidgetKit
  CrashSimulator: Files SystemCalls Threads
  ProcessMemory: SystemCalls
  lock-observer: SystemCalls UIKit
  MemorySearch: SecretMemory SystemCalls
  SoftwareTPM: SystemCalls
  RunningInstance: Events EventualConditions Files MessageBus OwnProcess Processes RepositoryFolder SystemCalls TemporaryFolder Threads
  ProtectionModelTesting: CryptoPrimitives ProtectionModel SecretMemory Threads
  PlainFilesystems: CLinux Files FuseSession SystemCalls Threads
  FileSystemContract: CLinux Files OwnProcess Processes SystemCalls mapping-client
  DirectFiles: Files FuseSession ProtectedFiles ProtectedFilesystem ProtectionModel ProtectionModelTesting SecretMemory SystemCalls
  SampleStore: CrashSimulator DirectFiles Files ProtectedFiles ProtectedFilesystem ProtectionModel SystemCalls
  IdentityStoreContract: CryptoPrimitives IdentityModel SystemCalls Threads
  KeychainContract: KeychainModel ProtectionModel ProtectionModelTesting Threads
  attest-writer: AppAttestKeys AppModel AttestedApps Keybag ProtectionModel ProtectionModelTesting
  keychain-writer: KeychainContract KeychainModel KeychainStore ProtectionModelTesting
  InProcessKeychain: CryptoPrimitives FileKeychain KeychainModel KeychainStore ProtectionModelTesting
  AskedPerson: Clocks Events PromptModel PromptQueue ProofModel SystemCalls Threads
  BrokerTesting: BrokerClient BrokerMessages BrokerServer CallerIdentity Events KeychainModel OwnProcess Sockets SystemCalls Threads
  ToolHarness: Advice BrokerMessages CryptoPrimitives FileKeychain Files KeychainCommands KeychainModel KeychainStore ProtectionModel ProtectionModelTesting SecurityTool SystemCalls TemporaryFolder TerminalConsole
  FuzzTargets: AccessModel AppAttest AppAttestKeys AppModel AppRegistry AsymmetricKeys BaileyCommandLine Base64Coding BrokerMessages BrowserBridge CBORCoding COSEKeys CallerIdentity CertificateTrust CommandLineParsing ConsentModel ConsentStore CredentialExchange CredentialFormats CryptoPrimitives DERCoding Deflate EmptyDevices EnclaveMessages FileKeychain Files FingerprintService FolderAccess FuseSession IdentityModel Instance InternetAddresses IssuerMessages ItemSealing JOSECoding JSONCoding KeyFormats KeychainBackup KeychainCommands KeychainModel KeychainObjects KeychainStore LocationService LoginSession MachineEnrolment MessageBus PasskeyItems PasskeyResponses PortalAccess PrivacyDeclarations PrivacyReports PromptModel PropertyLists ProtectedFiles ProtectionModel ProxyMessages ProxyRules QueryDiagnosis SQLiteDatabase SecretMemory SecretService SecretServiceModel SecurityTool ServiceChannels SharedFolders SignInRules SignInSite SocketOwners SupervisorMessages SystemCalls TPMStructures TunnelledPackets WebAuthn WebForms WidgetCommands WidgetHost WidgetLayout WidgetModel WireFormat X509Certificates
  AppAttestObjects: AppAttest COSEKeys CertificateTrust CryptoPrimitives DERCoding KeyFormats RepositoryFolder SecretMemory X509Certificates
  PythonPeers: RepositoryFolder
  AppAttestStoreContract: AppAttest AppAttestObjects COSEKeys CryptoPrimitives
  PasskeyStoreContract: PublishedCeremonies WebAuthn
  PostgreSQLServer: EventualConditions Files Processes RunningInstance SystemCalls
  PublishedCeremonies: Base64Coding COSEKeys RepositoryFolder WebAuthn
  BrowserHost: CredentialExchange CryptoPrimitives Deflate PasskeyKeys RunningInstance SecretMemory WireFormat
  """

/// Tests that use more than `forAllTests`, what they test, and all that stands under it. The others are found by their
/// folders. `[AsApps]`: compiled as an app's code is, with no setting of ours but that for warnings.
let forAllTests = [
  "EventualConditions", "ForkedProcess", "MemorySearch", "ProtectionModelTesting", "RepositoryFolder",
  "RunningInstance", "SoftwareTPM", "TemporaryFolder", "TestCertificates",
]
let tests = """
  AppNames: InstanceAccess
  Events: Sockets
  SecretMemory: Sockets
  WebAuthn: PublishedCeremonies
  PasskeyPeers: Base64Coding CBORCoding COSEKeys JSONCoding Keybag PasskeyKeys PasskeyResponses PublishedCeremonies PythonPeers WebAuthn
  PasskeyDatabase: PasskeyStoreContract PublishedCeremonies
  AppAttest: AppAttestObjects
  AppAttestDatabase: AppAttestObjects AppAttestStoreContract
  AttestedApps: Keybag attest-writer
  TrustedPlatformModule: AsymmetricKeys MachineEnrolment X509Certificates
  AttestCommands:
  AppAttestPeers: AppAttest AppAttestObjects KeyFormats PythonPeers
  FuseSession: FileSystemContract PlainFilesystems
  IdentityDatabase: IdentityStoreContract
  PostgreSQLStores: AppAttestDatabase AppAttestStoreContract IdentityDatabase IdentityModel IdentityStoreContract PasskeyDatabase PasskeyStoreContract PostgreSQLDatabase PostgreSQLServer SQLStatements WebAuthn
  NotificationSending: IdentityDatabase SignInSite SignInWithApple
  IdentityService: IdentityCommandLine IdentityDatabase IdentityServer Keybag PasskeyKeys PasskeyResponses SQLiteDatabase TrustedPlatformModule
  FileKeychain: KeychainContract
  KeychainStore: KeychainContract keychain-writer
  PasskeyVault: KeychainContract
  KeychainAuthorization: AskedPerson
  PromptQueue: AskedPerson
  FilesystemCheck: CrashSimulator DirectFiles FuseSession ProtectedFilesystem SampleStore
  SharedFolders: FileSystemContract
  WebClient: InternetAddresses StreamSockets WebServer
  SignIn: JOSECoding JSONCoding PostgreSQLServer SignInRules SignInWithApple WebForms bailey bailey-identity shop
  ProtectedFilesystem: CrashSimulator DirectFiles FileSystemContract FilesystemCheck PlainFilesystems
  FileFormat: CrashSimulator DirectFiles ProtectedFiles ProtectedFilesystem SampleStore
  FileCrash: CrashSimulator ProtectedFiles
  BrokerServer: BrokerTesting
  BrokerClient: BrokerServer BrokerTesting CallerIdentity KeychainContract KeychainStore
  BrowserBridge: PublicSuffixes
  SecretService: InProcessKeychain
  Security: CryptoKit FileKeychain InProcessKeychain Keybag LocalAuthentication
  SwiftUI: AppleFoundation Charts ImageIO WidgetKit
  SettingsConsole: BrowserHost BankWidget bailey bailey-console bailey-secrets bailey-widgets sample-app
  UIKit: BrokerTesting
  ConsentModel: Drawing
  FileProtection: AppleFoundation bailey lock-observer
  EnclaveClient: EnclaveControl
  EnclaveService: COSEKeys EnclaveClient EnclaveControl KeyFormats MachineEnrolment WebAuthn
  IssuerService: WebServer
  Supervision: FuseSession PlainFilesystems bailey
  Attack: BrokerMessages ConsentModel EnclaveControl EnclaveMessages FileSystemContract FuseSession IPCTransport Instance KeychainModel PlainFilesystems PromptModel ProofModel ProxyMessages ProxyRules Sockets StreamSockets WireFormat bailey bailey-enclave bailey-fs bailey-proxy bailey-run baileyd keychain-client bailey-secrets
  QueryDiagnosis: KeychainStore Security
  CredentialExchange: Deflate
  KeychainCommands: SQLiteDatabase ToolHarness
  SecurityTool: ToolHarness
  CommandLine: bailey bailey-run
  RealPrograms: bailey bailey-run
  Durability: bailey
  Memory: BrowserHost FileKeychain FileSystemContract FuseSession Keybag PlainFilesystems ProcessMemory ProtectedFiles RootKey bailey bailey-browser baileyd keychain-client sample-app
  Scenario: ProcessIsolation ProcessMemory StreamSockets bailey-fingerprint bailey-identity bailey-issuer bailey-location bailey-proxy bailey-run BankWidget Ledger Viewfinder hostile-widget keychain-client keychain-timing reloading-app sample-app sample-widget secret-keeper guarded-notes
  Enrolment: PythonPeers StreamSockets WebClient WebServer bailey bailey-enclave bailey-fs bailey-identity bailey-issuer bailey-run baileyd guarded-notes
  SecretPrograms: SecretAccess bailey bailey-secrets sample-app
  Session: Sockets bailey bailey-enclave bailey-fs bailey-session baileyd
  PasskeyBrowser: Base64Coding JSONCoding WebAuthn bailey bailey-browser bailey-run sample-app
  PasskeyMoves: BrowserHost bailey bailey-browser sample-app
  CredentialPrograms: ToolHarness
  [AsApps]
    CommonCrypto:
    Compression:
    ConsentFrameworks: AVFoundation AccessModel AdSupport AppTrackingTransparency BrokerClient BrokerMessages ConsentModel ConsentRequests Contacts CoreLocation CoreLocationUI EventKit Events Photos Threads UserNotifications WeatherKit
    LocalAuthentication: BrokerClient PromptModel Threads
    DeviceCheck: AppAttestKeys BrokerClient BrokerMessages CryptoKit SystemCalls Threads
    CryptoKit:
    SecurityKeys: CryptoKit Security
    SecurityCertificates: CryptoKit Security TestCertificates
    KeychainIdioms: InProcessKeychain Security TestCertificates
  """

// MARK: - Settings

/// A module is compiled at once, which takes three quarters of the time of many parts at once.
let whole: SwiftSetting = .unsafeFlags(
  ["-wmo", "-disable-batch-mode", "-num-threads", "1", "-no-emit-module-separately-wmo"], .when(configuration: .debug))
let settings: [SwiftSetting] = [
  whole, .swiftLanguageMode(.v6), .strictMemorySafety(), .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
let appSettings: [SwiftSetting] = [whole, .swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
/// For `Scripts/sdk`: an app's compiler must not need what is inside a framework. Foundation itself is not built so on
/// Linux, which the compiler would warn of; both come with the toolchain and the SDK of one version.
let buildsSDK = Context.environment["BAILEY_SDK"] != nil
let evolution: SwiftSetting = .unsafeFlags([
  "-enable-library-evolution", "-no-verify-emitted-module-interface", "-no-warnings-as-errors", "-suppress-warnings",
])
/// Testing has an overlay for a UIKit with pictures, which Linux's toolchain names and does not hold.
let withoutOverlays: SwiftSetting = .unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])

// MARK: - Tables

struct Entry {
  var heading = ""
  let name: String
  var uses: [String] = []
  var layer: String { String(heading.prefix { $0 != "/" }) }
}

/// A line without a colon goes on with the one before.
func entries(_ table: String) -> [Entry] {
  table.split(separator: "\n").reduce(into: []) { entries, line in
    let words = line.split(separator: " ").map(String.init)
    switch words[0].last {
    case "]": entries.append(Entry(heading: String(words[0].dropFirst().dropLast()), name: "["))
    case ":":
      let heading = entries.last?.heading ?? ""
      entries.append(Entry(heading: heading, name: String(words[0].dropLast()), uses: Array(words.dropFirst())))
    default: entries[entries.count - 1].uses += words
    }
  }.filter { $0.name != "[" }
}

func folders(in folder: String) -> [String] {
  ((try? FileManager.default.contentsOfDirectory(atPath: "\(Context.packageDirectory)/\(folder)")) ?? []).sorted()
}

func dependencies(_ names: some Collection<String>) -> [Target.Dependency] { names.sorted().map { .target(name: $0) } }

let mayUse = Dictionary(uniqueKeysWithValues: entries(layers).map { ($0.name, $0.uses) })
nonisolated(unsafe) var layerOf = Dictionary(uniqueKeysWithValues: entries(libraries).map { ($0.name, "C") })
/// What each module says it uses; nothing is built upon a program.
nonisolated(unsafe) var uses: [String: [String]] = [:]

/// The named and all that they use, whatever the depth. Macros are the compiler's to load, and not a test's to link.
func foundation(of names: [String]) -> [Target.Dependency] {
  var (found, rest): (Set<String>, [String]) = ([], names)
  while let name = rest.popLast() {
    if layerOf[name] != "Macros", found.insert(name).inserted { rest += uses[name] ?? [] }
  }
  return dependencies(found)
}

// MARK: - Targets

/// For `make build`: programs and examples alone, linked so that they start quickly. Names the folder of the libraries
/// of GCC that they hold in themselves; no symbol of theirs is looked up by name, and a bitmap says which addresses are
/// set at the start.
let librariesInside = Context.environment["BAILEY_PROGRAMS"]
let linking: [LinkerSetting] =
  librariesInside.map {
    [
      .unsafeFlags([
        "-use-ld=lld", "-L\($0)", "-Xclang-linker", "-static-libgcc",
        "-Xlinker", "--no-export-dynamic", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
      ])
    ]
  } ?? []

/// A name in small letters is a program's.
func target(
  _ name: String, at path: String, uses used: [Target.Dependency], _ settings: [SwiftSetting] = settings
) -> Target {
  name.first?.isLowercase == true && !path.hasPrefix("Sources/Frameworks")
    ? .executableTarget(
      name: name, dependencies: used, path: path, swiftSettings: settings, linkerSettings: linking)
    : .target(name: name, dependencies: used, path: path, swiftSettings: settings)
}

func target(of module: Entry) -> Target {
  let (name, layer, used) = (module.name, module.layer, dependencies(module.uses))
  for used in module.uses {
    guard let below = layerOf[used] else { fatalError("\(name) uses \(used), which is not declared above it") }
    guard mayUse[layer]?.contains(below) == true else {
      fatalError("\(name) is in \(layer) and may not use \(used), which is in \(below)")
    }
  }
  (layerOf[name], uses[name]) = (layer, layer == "Programs" ? [] : module.uses)
  if layer == "Examples" {
    // An app's bundle has more in it than its code. Some examples are packages of their own too, as others write them.
    let isPackage = folders(in: "Examples/\(name)").contains("Package.swift")
    let path = isPackage ? "Examples/\(name)/Sources/\(name)" : "Examples/\(name)"
    let others = folders(in: path).filter { !$0.hasSuffix(".swift") }
    return .executableTarget(
      name: name, dependencies: used, path: path, exclude: others, linkerSettings: linking)
  }
  let path = "Sources/\(module.heading)/\(name)"
  if layer == "Macros" { return .macro(name: name, path: path, swiftSettings: settings) }
  if folders(in: path).contains("include") {
    return .target(name: name, dependencies: used, path: path, cSettings: [.define("_GNU_SOURCE")])
  }
  return target(name, at: path, uses: used, settings + (layer == "Frameworks" && buildsSDK ? [evolution] : []))
}

func testTarget(_ folder: String, in kind: String) -> Target {
  let name = String(folder.dropLast("Tests".count))
  let path = "Tests/\(kind)/\(folder)"
  let test = entries(tests).first { $0.name == name } ?? Entry(name: name)
  let (own, isApp) = (uses[name] == nil ? [] : [name], test.heading == "AsApps")
  let used = isApp ? dependencies(own + test.uses) : foundation(of: own + forAllTests + test.uses)
  let overlays = name == "UIKit" ? [withoutOverlays] : []
  return .testTarget(
    name: folder, dependencies: used, path: path,
    exclude: folders(in: path).filter { $0.hasSuffix(".py") || $0.hasSuffix(".c") },
    swiftSettings: (isApp ? appSettings : settings) + overlays)
}

var targets: [Target] = entries(libraries).map {
  .systemLibrary(name: $0.name, path: "Sources/C/\($0.name)", pkgConfig: $0.uses[0], providers: [.apt([$0.uses[1]])])
}
targets += entries(modules).map(target)
if librariesInside == nil {
  for shared in entries(support) { uses[shared.name] = shared.uses }
  targets += folders(in: "Tests/Support").map {
    target($0, at: "Tests/Support/\($0)", uses: foundation(of: uses[$0] ?? []))
  }
  targets += ["Unit", "Contracts", "Scenarios", "Attacks"].flatMap { kind in
    folders(in: "Tests/\(kind)").map { testTarget($0, in: kind) }
  }
}

/// `BAILEY_TESTS="Keybag WireFormat" swift test` builds these tests and what they stand on, and nothing else.
if let wanted = Context.environment["BAILEY_TESTS"] {
  let byName = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
  var (kept, rest): (Set<String>, [String]) = ([], wanted.split(separator: " ").map { "\($0)Tests" })
  while let name = rest.popLast() {
    guard let target = byName[name] else {
      let sentence = "BAILEY_TESTS: there is no folder \(name) in Tests/Unit, Contracts, Scenarios or Attacks.\n"
      FileHandle.standardError.write(Data(sentence.utf8))
      exit(1)
    }
    guard kept.insert(name).inserted else { continue }
    rest += target.dependencies.compactMap {
      switch $0 {
      case .targetItem(let name, _), .byNameItem(let name, _): name
      default: nil
      }
    }
  }
  targets.removeAll { !kept.contains($0.name) }
}

let frameworks: Product = .library(
  name: "Bailey", type: .dynamic,
  targets: [
    "CommonCrypto", "Compression", "CryptoKit", "LocalAuthentication", "UIKit", "WidgetKit", "Charts", "AVFoundation",
    "AppTrackingTransparency", "AdSupport", "Contacts", "CoreLocation", "CoreLocationUI", "DeviceCheck", "EventKit",
    "Photos", "UserNotifications", "os", "ActivityKit", "Intents", "StoreKit",
    "UniformTypeIdentifiers", "ImageIO", "WeatherKit",
  ])
/// For the servers of sites; tests that were chosen may be built without it.
let site: [Product] =
  targets.contains { $0.name == "SignInWithApple" }
  ? [.library(name: "SignInWithApple", targets: ["SignInWithApple"])] : []
let package = Package(name: "bailey", products: buildsSDK ? [frameworks] : site, targets: targets)
