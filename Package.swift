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
  Examples: Frameworks
  """

/// Below `[LAYER]` or `[LAYER/AREA]`: a module lies in `Sources/LAYER/[AREA/]MODULE`, an example in `Examples/NAME`.
let modules = """
  [C]
    CLinux:
    CFuseChannel: CFuse CRing
    CGatheredLog: CSQLite
    CTimingSafe:
    CConsolePages:
    CFoundationObjects:
    CNameResolution:
    CCompression: CBrotliDecoder CBrotliEncoder CLZ4 CLZMA CZlib
  [Platform]
    LinuxSystem: CLinux
    ProcessIsolation: CLinux LinuxSystem
    FuseSession: CFuse CFuseChannel LinuxSystem
    ConfinedFiles: CLinux LinuxSystem
    SystemCallFilter: CLinux CSeccomp LinuxSystem
    StreamSockets: CLinux LinuxSystem
    NameResolution: CNameResolution LinuxSystem StreamSockets
    MessageBus: CSystemd LinuxSystem
    SocketOwners: LinuxSystem
    WebServer: CMicroHTTPD LinuxSystem SocketOwners StreamSockets
    ConsolePages: CConsolePages CZlib
    SQLiteDatabase: CGatheredLog CSQLite LinuxSystem
    Drawing: CIgzip CPangoCairo
  [Secrets]
    SecretMemory: CLinux LinuxSystem
    WireFormat: SecretMemory
    CryptoPrimitives: CArgon2 CLinux COpenSSL LinuxSystem SecretMemory
    AsymmetricKeys: COpenSSL CryptoPrimitives SecretMemory
    CertificateTrust: COpenSSL CryptoPrimitives SecretMemory
    TrustedPlatformModule: CLinux CTPM2 CryptoPrimitives LinuxSystem SecretMemory
    RootKey: CryptoPrimitives LinuxSystem SecretMemory TrustedPlatformModule WireFormat
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
    ProxyRules: PropertyLists
    PrivacyDeclarations: AppModel ConsentModel JSONCoding PrivacyReports PropertyLists
    InstanceLayout:
    KeychainModel: PromptModel ProtectionModel SecretMemory WireFormat
    SecretServiceModel: CryptoPrimitives KeychainModel ProtectionModel SecretMemory WireFormat
    PasskeyKeys: ProtectionModel SecretMemory
    KeychainBackup: CryptoPrimitives KeychainModel ProofModel SecretMemory WireFormat
    KeyFormats: AsymmetricKeys CryptoPrimitives DERCoding SecretMemory
    WebForms: SecretMemory
    JOSECoding: AsymmetricKeys CryptoPrimitives JSONCoding
    SignInRules: AsymmetricKeys CryptoPrimitives JOSECoding JSONCoding KeyFormats SecretMemory WebForms
    IdentityModel: CryptoPrimitives JSONCoding SecretMemory
    X509Certificates: CryptoPrimitives DERCoding KeyFormats SecretMemory
    COSEKeys: AsymmetricKeys CBORCoding CryptoPrimitives KeyFormats
    WebAuthn: AsymmetricKeys Base64Coding CBORCoding COSEKeys CertificateTrust CryptoPrimitives DERCoding JSONCoding KeyFormats X509Certificates
    PasskeyResponses: Base64Coding COSEKeys CryptoPrimitives JSONCoding KeyFormats PasskeyKeys SecretMemory WebAuthn
    KeychainObjects: AsymmetricKeys CertificateTrust CryptoPrimitives DERCoding KeyFormats KeychainModel SecretMemory WireFormat X509Certificates
  [Engine]
    Instance: InstanceLayout LinuxSystem WidgetModel
    LockFollowing: LinuxSystem ProtectionModel
    SealedRecords: CryptoPrimitives ProtectionModel SQLiteDatabase SecretMemory
  [Engine/Enclave]
    Keybag: CryptoPrimitives LinuxSystem PasskeyKeys ProtectionModel RootKey SecretMemory WireFormat
    LockCoordinator: LinuxSystem ProtectionModel
    KeyPrefetch: LinuxSystem LockFollowing ProtectionModel SecretMemory
  [Engine/Apps]
    AppRegistry: AppModel CryptoPrimitives LinuxSystem PropertyLists ProtectionModel WireFormat
    SealedSettings: CryptoPrimitives LinuxSystem ProtectionModel WidgetModel WireFormat
    AppBundles: AppModel ConfinedFiles CryptoPrimitives LinuxSystem
    AppStore: AppBundles AppModel ConfinedFiles CryptoPrimitives LinuxSystem
    PromptQueue: LinuxSystem LockFollowing PromptModel ProofModel
    ConsentStore: ConsentModel CryptoPrimitives LinuxSystem ProtectionModel SQLiteDatabase SealedRecords WireFormat
    AccessLog: AccessModel ConsentModel CryptoPrimitives LinuxSystem ProtectionModel SQLiteDatabase SealedRecords SecretMemory WireFormat
    ConsentAuthority: AppModel ConsentModel ConsentStore LinuxSystem PromptModel PromptQueue PropertyLists SealedRecords
  [Engine/Keychain]
    ItemSealing: CryptoPrimitives KeychainBackup KeychainModel LinuxSystem ProtectionModel SecretMemory WireFormat
    KeychainStore: CertificateTrust CryptoPrimitives ItemSealing KeychainBackup KeychainModel LinuxSystem ProtectionModel SQLiteDatabase SecretMemory WireFormat X509Certificates
    FileKeychain: CryptoPrimitives DERCoding KeychainBackup KeychainModel KeychainStore LinuxSystem LockFollowing ProtectionModel SQLiteDatabase SecretMemory WireFormat
    KeychainAuthorization: CryptoPrimitives KeychainBackup KeychainModel LinuxSystem LockFollowing PromptModel PromptQueue ProofModel
  [Engine/Apps]
    AppDirectory: AppModel AppRegistry ConsentAuthority ConsentModel CryptoPrimitives KeychainModel KeychainStore LinuxSystem ProcessIsolation PropertyLists
    ComputerLocation: AccessModel LinuxSystem
  [Engine/Files]
    ProtectedFiles: CryptoPrimitives LinuxSystem ProtectionModel SecretMemory
    FilesystemCheck: LinuxSystem ProtectedFiles ProtectionModel SecretMemory
    ProtectedFilesystem: FuseSession KeyPrefetch LinuxSystem ProtectedFiles ProtectionModel SecretMemory
  [Engine/Widgets]
    WidgetSymbols: WidgetModel
    WidgetLayout: TerminalText WidgetModel
    WidgetDrawing: Drawing TerminalText WidgetLayout WidgetModel WidgetSymbols
    WidgetPublishing: LinuxSystem LockFollowing ProtectionModel WidgetUpdates
    WidgetHost: AppModel Instance InstanceLayout LinuxSystem PropertyLists ProtectionModel WidgetModel WireFormat
  [IPC]
    IPCTransport: LinuxSystem WireFormat
    EnclaveMessages: PasskeyKeys PromptModel ProofModel ProtectionModel SecretMemory WireFormat
    EnclaveClient: EnclaveMessages IPCTransport LinuxSystem PasskeyKeys PromptModel ProofModel ProtectionModel SecretMemory WireFormat
    EnclaveControl: EnclaveClient EnclaveMessages LinuxSystem ProtectionModel SecretMemory
    SupervisorMessages: IPCTransport KeychainModel LinuxSystem WireFormat
    ProxyMessages: LinuxSystem ProxyRules StreamSockets WireFormat
    KeychainCoding: KeychainModel ProtectionModel WireFormat
    QuestionCoding: ConsentModel KeychainCoding PromptModel WireFormat
    BrokerMessages: AccessModel AppModel ConsentModel KeychainBackup KeychainCoding KeychainModel LinuxSystem PromptModel PropertyLists ProtectionModel QuestionCoding WidgetModel WidgetUpdates WireFormat
    CallerIdentity: AppModel BrokerMessages CryptoPrimitives LinuxSystem ProcessIsolation SecretMemory
    BrokerServer: BrokerMessages CallerIdentity CryptoPrimitives IPCTransport KeychainCoding KeychainModel LinuxSystem ProcessIsolation WireFormat
    BrokerClient: AccessModel AppModel BrokerMessages ConsentModel EnclaveClient EnclaveMessages IPCTransport InstanceLayout KeychainBackup KeychainModel LinuxSystem PromptModel ProtectionModel WidgetModel WidgetUpdates WireFormat
  [AppRuntime]
    AppContainers: AppModel AppStore Instance InstanceLayout LinuxSystem PropertyLists ProtectionModel
    AppSandbox: AppModel LinuxSystem ProcessIsolation PropertyLists SystemCallFilter
    EmptyDevices: FuseSession LinuxSystem
    DeviceAccess: AccessModel BrokerClient ConsentModel CryptoPrimitives EmptyDevices LinuxSystem SystemCallFilter
    SharedFolders: ConfinedFiles ConsentModel FuseSession LinuxSystem
    FolderAccess: AccessModel AppContainers AppModel AppSandbox BrokerClient ConsentModel CryptoPrimitives FuseSession LinuxSystem SharedFolders
    NetworkAccess: AccessModel AppBundles BrokerClient ConsentModel LinuxSystem PrivacyDeclarations PropertyLists ProxyMessages ProxyRules StreamSockets
    PortalAccess: BrokerClient ConsentModel FolderAccess LinuxSystem MessageBus PromptModel
    ExtensionSandbox: AppSandbox LinuxSystem NetworkAccess ProcessIsolation WidgetModel WireFormat
    AppStart: AppBundles AppContainers AppModel AppSandbox AppStore BrokerClient BrokerMessages ConsentModel CryptoPrimitives DeviceAccess FolderAccess Instance InstanceLayout LinuxSystem NetworkAccess PortalAccess ProcessIsolation PropertyLists ProxyRules StreamSockets SystemCallFilter
  [Identity]
    PasskeyDatabase: COSEKeys CryptoPrimitives SQLiteDatabase WebAuthn
    SignInPages:
    IdentityDatabase: CryptoPrimitives IdentityModel SQLiteDatabase
    IdentityService: AsymmetricKeys CryptoPrimitives IdentityModel JOSECoding JSONCoding KeyFormats LinuxSystem SecretMemory SignInPages SignInRules WebForms WebServer
    IdentityServer: AsymmetricKeys CryptoPrimitives IdentityDatabase IdentityModel IdentityService JOSECoding JSONCoding KeyFormats LinuxSystem RootKey SQLiteDatabase SecretMemory SignInRules StreamSockets WebServer
  [Macros]
    ViewMacros:
  [Frameworks]
    CommonCrypto: COpenSSL
    Compression: CCompression
    CoreFoundation: CFoundationObjects
    BundleResources: LinuxSystem WidgetModel
    AppleFoundation: BundleResources CTimingSafe CoreFoundation LinuxSystem ProtectionModel
    SecurityConstants: CoreFoundation KeychainModel
    Security: AppleFoundation AsymmetricKeys BrokerClient CertificateTrust CoreFoundation CryptoPrimitives KeyFormats KeychainModel KeychainObjects LinuxSystem PromptModel ProtectionModel SecretMemory SecurityConstants X509Certificates
    LocalAuthentication: AppleFoundation BrokerClient CryptoPrimitives KeychainModel LinuxSystem PromptModel Security
    CryptoKit: AsymmetricKeys CryptoPrimitives DERCoding KeyFormats KeychainModel LocalAuthentication ProtectionModel SecretMemory Security
    UIKitDrawing: BundleResources WidgetModel
    UIKit: AppleFoundation BrokerClient LinuxSystem ProtectionModel Security UIKitDrawing
    ConsentRequests: AccessModel BrokerClient ConsentModel LinuxSystem
    AVFAudio: ConsentModel ConsentRequests LinuxSystem
    AVFoundation: AVFAudio ConsentModel ConsentRequests
    AppTrackingTransparency: ConsentModel ConsentRequests
    AdSupport: ConsentRequests
    CoreLocation: AccessModel ConsentModel ConsentRequests LinuxSystem
    Photos: ConsentModel ConsentRequests
    Contacts: ConsentModel ConsentRequests
    EventKit: ConsentModel ConsentRequests
    UserNotifications: ConsentModel ConsentRequests
    Combine: LinuxSystem
    OSLog:
    os: OSLog
    ActivityKit:
    Intents:
    AppIntents: BundleResources LinuxSystem WidgetModel
    SwiftUI: AppIntents BundleResources Combine UIKitDrawing ViewMacros WidgetModel
    Charts: SwiftUI WidgetModel
    WidgetKit: AppIntents BrokerClient BundleResources LinuxSystem SwiftUI ViewMacros WidgetModel
    CoreLocationUI: ConsentModel ConsentRequests CoreLocation SwiftUI
  [Adapters]
    PromptAdapter: BrokerClient ConsentModel KeychainModel LinuxSystem PromptModel SecretMemory
    SettingsConsole: AccessModel AppModel BrokerClient BrokerMessages ConsentModel ConsolePages CryptoPrimitives EnclaveClient EnclaveControl EnclaveMessages InstanceLayout JSONCoding KeyFormats KeychainModel LinuxSystem MessageBus PrivacyDeclarations PrivacyReports PromptModel ProofModel PropertyLists ProtectionModel SecretMemory StreamSockets SupervisorMessages WebServer WidgetModel X509Certificates
    SecretService: BrokerClient CryptoPrimitives KeychainModel LinuxSystem MessageBus PromptModel ProtectionModel SecretServiceModel WireFormat
  [Services]
    EnclaveService: CryptoPrimitives EnclaveMessages IPCTransport Keybag KeychainModel LinuxSystem LockCoordinator PasskeyKeys PromptModel ProofModel ProtectionModel RootKey SecretMemory SystemCallFilter TrustedPlatformModule WireFormat
    FileService: EnclaveClient EnclaveMessages FilesystemCheck FuseSession InstanceLayout LinuxSystem ProtectedFiles ProtectedFilesystem ProtectionModel SecretMemory SupervisorMessages SystemCallFilter
    BrokerService: AccessLog AccessModel AppDirectory AppModel AppRegistry BrokerMessages BrokerServer CallerIdentity CertificateTrust ComputerLocation ConsentAuthority ConsentModel ConsentStore CryptoPrimitives EnclaveClient EnclaveMessages FileKeychain KeyPrefetch KeychainAuthorization KeychainBackup KeychainModel KeychainStore LinuxSystem LockFollowing PromptModel PromptQueue ProofModel ProtectionModel SealedRecords SealedSettings SecretMemory SystemCallFilter WidgetModel WidgetPublishing WidgetUpdates X509Certificates
    LocationService: AccessModel LinuxSystem MessageBus
    ProxyService: LinuxSystem NameResolution ProxyMessages ProxyRules StreamSockets SystemCallFilter
    WidgetService: AppBundles AppContainers AppModel AppNames AppSandbox AppStore BrokerClient BrokerMessages CryptoPrimitives Drawing EnclaveClient EnclaveControl EnclaveMessages ExtensionSandbox Instance InstanceLayout LinuxSystem NetworkAccess PropertyLists ProtectionModel ProxyRules WidgetDrawing WidgetHost WidgetLayout WidgetModel WidgetUpdates
    Supervision: EnclaveClient EnclaveControl EnclaveMessages Instance InstanceLayout KeychainModel LinuxSystem ProtectionModel StreamSockets SupervisorMessages
  [CommandLine]
    TerminalConsole: JSONCoding LinuxSystem SecretMemory WireFormat
    CommandLineParsing:
    KeychainCommandLine: CommandLineParsing KeychainModel
    WidgetCommandLine: CommandLineParsing WidgetModel
    SecurityCommandLine: CertificateTrust DERCoding KeychainModel KeychainObjects X509Certificates
    QueryDiagnosis: JSONCoding KeychainModel PropertyLists
    MenuEntries: AppModel CryptoPrimitives LinuxSystem
    SignInCommandLine: CommandLineParsing
    ControlCommands: AppModel BrokerClient BrokerMessages CommandLineParsing EnclaveClient EnclaveControl EnclaveMessages Instance InstanceLayout JSONCoding KeychainCommandLine KeychainModel LinuxSystem MenuEntries ProtectionModel SecretMemory SignInCommandLine SupervisorMessages TerminalConsole WidgetCommandLine WidgetModel
    CommandExecution: AppBundles AppContainers AppModel AppNames BrokerClient BrokerMessages CommandLineParsing ConsentModel EnclaveClient EnclaveControl EnclaveMessages Instance InstanceLayout JSONCoding KeychainCommandLine KeychainModel LinuxSystem PrivacyDeclarations ProcessIsolation PromptModel ProofModel PropertyLists ProtectionModel SecretMemory TerminalConsole WireFormat
    KeychainCommands: AppModel AppNames BrokerClient BrokerMessages CommandExecution CryptoPrimitives JSONCoding KeychainBackup KeychainCommandLine KeychainModel LinuxSystem ProofModel PropertyLists ProtectionModel QueryDiagnosis SecretMemory TerminalConsole
    PrivacyCommands: AccessModel AppModel AppNames BrokerClient BrokerMessages CommandExecution ConsentModel Instance JSONCoding KeychainCommandLine LinuxSystem PrivacyReports PromptModel ProofModel PropertyLists ProtectionModel SecretMemory TerminalConsole WidgetModel
    DeclarationCommands: AppBundles AppModel CommandExecution JSONCoding KeychainCommandLine LinuxSystem PrivacyDeclarations PropertyLists TerminalConsole
    AppCommands: AppBundles AppContainers AppModel AppNames AppStore BrokerClient BrokerMessages CertificateTrust CommandExecution ConsentModel CryptoPrimitives DERCoding Instance InstanceLayout JSONCoding KeyFormats KeychainCommandLine KeychainModel LinuxSystem MenuEntries ProcessIsolation PromptModel ProofModel PropertyLists ProtectionModel SecretMemory TerminalConsole X509Certificates
    SecurityTool: BrokerMessages CertificateTrust CommandExecution CryptoPrimitives JSONCoding KeyFormats KeychainCommandLine KeychainModel KeychainObjects LinuxSystem ProtectionModel SecretMemory SecurityCommandLine TerminalConsole WireFormat X509Certificates
    Benchmarks: AccessModel BrokerClient ConsentModel ControlCommands CryptoPrimitives FuseSession InstanceLayout JSONCoding Keybag KeychainModel LinuxSystem PrivacyReports PropertyLists ProtectionModel ProxyMessages ProxyRules ProxyService RootKey SharedFolders StreamSockets SystemCallFilter TerminalConsole
    SecretCommands: CommandExecution ControlCommands JSONCoding LinuxSystem MessageBus TerminalConsole
    PasskeyCommands: Base64Coding COSEKeys CommandExecution JSONCoding KeychainCommandLine KeychainObjects LinuxSystem TerminalConsole WebAuthn
    RunCommand: AppBundles AppContainers AppModel AppStart BrokerClient CommandExecution InstanceLayout KeychainCommandLine LinuxSystem MessageBus PortalAccess ProcessIsolation TerminalConsole
    WidgetCommands: AppNames BrokerClient CommandExecution Instance InstanceLayout JSONCoding KeychainCommandLine LinuxSystem ProtectionModel TerminalConsole WidgetCommandLine WidgetModel WidgetService WidgetUpdates
    SignInCommands: CommandExecution CryptoPrimitives JSONCoding LinuxSystem SignInCommandLine SignInRules TerminalConsole TerminalText WebForms WireFormat
    IdentityCommandLine: CommandLineParsing IdentityModel JSONCoding TerminalText
  [Programs]
    bailey-identity: CommandLineParsing CryptoPrimitives IdentityCommandLine IdentityModel IdentityServer IdentityService JOSECoding JSONCoding LinuxSystem SecretMemory SignInRules TerminalConsole
    bailey-widgets: CommandLineParsing TerminalConsole WidgetCommandLine WidgetCommands
    bailey-run: LinuxSystem RunCommand TerminalConsole
    bailey-proxy: ProxyService
    bailey-location: LinuxSystem LocationService SupervisorMessages
    bailey-secrets: BrokerClient InstanceLayout LinuxSystem MessageBus SecretService
    bailey-fs: FileService FuseSession LinuxSystem SecretMemory SupervisorMessages SystemCallFilter
    baileyd: BrokerService EnclaveMessages KeychainModel LinuxSystem SecretMemory SupervisorMessages
    bailey-enclave: EnclaveService
    bailey-console: BrokerClient InstanceLayout LinuxSystem SettingsConsole
    bailey: AppCommands Benchmarks BrokerClient BrokerMessages CommandLineParsing ControlCommands DeclarationCommands EnclaveClient EnclaveControl EnclaveMessages Instance InstanceLayout KeychainCommandLine KeychainCommands KeychainModel LinuxSystem PasskeyCommands PrivacyCommands PromptAdapter PromptModel ProofModel SecretCommands SecretMemory SecurityTool SignInCommands Supervision TerminalConsole WidgetCommandLine
  [Examples]
    Ledger: Security
    keychain-timing: Security
    sample-app: CryptoKit LocalAuthentication Security
    secret-keeper: Security
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
  CMicroHTTPD: libmicrohttpd libmicrohttpd-dev
  CSeccomp: libseccomp libseccomp-dev
  CSystemd: libsystemd libsystemd-dev
  CPangoCairo: pangocairo libpango1.0-dev
  CZlib: zlib zlib1g-dev
  CIgzip: libisal libisal-dev
  CLZ4: liblz4 liblz4-dev
  CLZMA: liblzma liblzma-dev
  CBrotliDecoder: libbrotlidec libbrotli-dev
  CBrotliEncoder: libbrotlienc libbrotli-dev
  """

/// What tests share, in `Tests/Support`; in small letters: programs that tests start. Others there use nothing.
let support = """
  keychain-client: AppModel BrokerClient BrokerMessages KeychainBackup KeychainModel LinuxSystem
  hostile-widget: LinuxSystem WidgetModel
  reloading-app: WidgetKit
  sample-widget: AppIntents SwiftUI WidgetKit
  CrashSimulator: LinuxSystem
  ProcessMemory: LinuxSystem
  lock-observer: LinuxSystem UIKit
  MemorySearch: LinuxSystem SecretMemory
  SoftwareTPM: LinuxSystem
  RunningInstance: EventualConditions LinuxSystem MessageBus RepositoryFolder TemporaryFolder
  ProtectionModelTesting: CryptoPrimitives LinuxSystem ProtectionModel SecretMemory
  PlainFilesystems: CLinux FuseSession LinuxSystem
  FileSystemContract: CLinux LinuxSystem mapping-client
  DirectFiles: FuseSession LinuxSystem ProtectedFiles ProtectedFilesystem ProtectionModel ProtectionModelTesting SecretMemory
  SampleStore: CrashSimulator DirectFiles LinuxSystem ProtectedFiles ProtectedFilesystem ProtectionModel
  IdentityStoreContract: CryptoPrimitives IdentityModel LinuxSystem
  KeychainContract: KeychainModel LinuxSystem ProtectionModel ProtectionModelTesting
  keychain-writer: KeychainContract KeychainModel KeychainStore ProtectionModelTesting
  InProcessKeychain: CryptoPrimitives FileKeychain KeychainModel KeychainStore ProtectionModelTesting
  AskedPerson: LinuxSystem PromptModel PromptQueue ProofModel
  BrokerTesting: BrokerClient BrokerMessages BrokerServer CallerIdentity KeychainModel LinuxSystem
  ToolHarness: BrokerMessages CommandExecution CryptoPrimitives FileKeychain KeychainCommandLine KeychainModel KeychainStore LinuxSystem ProtectionModel ProtectionModelTesting SecurityTool TemporaryFolder TerminalConsole
  FuzzTargets: AccessModel AppModel AppRegistry AsymmetricKeys BrokerMessages CBORCoding COSEKeys CallerIdentity CertificateTrust CommandLineParsing ConsentModel ConsentStore ControlCommands CryptoPrimitives DERCoding EmptyDevices EnclaveMessages FileKeychain FolderAccess FuseSession IdentityModel Instance ItemSealing JOSECoding JSONCoding KeyFormats KeychainBackup KeychainCommandLine KeychainModel KeychainObjects KeychainStore LinuxSystem LocationService MessageBus PortalAccess PrivacyDeclarations PrivacyReports PropertyLists ProtectedFiles ProtectionModel ProxyMessages ProxyRules QueryDiagnosis SQLiteDatabase SecretMemory SecretService SecretServiceModel SecurityCommandLine SharedFolders SignInRules SocketOwners SupervisorMessages WebAuthn WebForms WidgetHost WidgetLayout WidgetModel WireFormat X509Certificates
  PasskeyStoreContract: PublishedCeremonies WebAuthn
  PublishedCeremonies: Base64Coding COSEKeys RepositoryFolder WebAuthn
  """

/// Tests that use more than `forAllTests`, what they test, and all that stands under it. The others are found by their
/// folders. `[AsApps]`: compiled as an app's code is, with no setting of ours but that for warnings.
let forAllTests = [
  "EventualConditions", "ForkedProcess", "MemorySearch", "ProtectionModelTesting", "RepositoryFolder",
  "RunningInstance", "SoftwareTPM", "TemporaryFolder", "TestCertificates",
]
let tests = """
  AppNames: CommandExecution
  WebAuthn: PublishedCeremonies
  PasskeyPeers: Base64Coding CBORCoding COSEKeys JSONCoding Keybag PasskeyKeys PasskeyResponses PublishedCeremonies WebAuthn
  PasskeyDatabase: PasskeyStoreContract PublishedCeremonies
  FuseSession: FileSystemContract PlainFilesystems
  IdentityDatabase: IdentityStoreContract
  IdentityService: IdentityDatabase
  FileKeychain: KeychainContract
  KeychainStore: KeychainContract keychain-writer
  KeychainAuthorization: AskedPerson
  PromptQueue: AskedPerson
  FilesystemCheck: CrashSimulator DirectFiles FuseSession ProtectedFilesystem SampleStore
  SharedFolders: FileSystemContract
  SignIn: JOSECoding JSONCoding SignInRules WebForms bailey bailey-identity
  ProtectedFilesystem: CrashSimulator DirectFiles FileSystemContract FilesystemCheck PlainFilesystems
  FileFormat: CrashSimulator DirectFiles ProtectedFiles ProtectedFilesystem SampleStore
  FileCrash: CrashSimulator ProtectedFiles
  BrokerServer: BrokerTesting
  BrokerClient: BrokerServer BrokerTesting CallerIdentity KeychainContract KeychainStore
  SecretService: InProcessKeychain
  Security: CryptoKit FileKeychain InProcessKeychain Keybag LocalAuthentication
  SwiftUI: AppleFoundation Charts
  SettingsConsole: BankWidget bailey bailey-console bailey-widgets sample-app
  UIKit: BrokerTesting
  ConsentModel: Drawing
  FileProtection: AppleFoundation bailey lock-observer
  EnclaveClient: EnclaveControl
  EnclaveService: Base64Coding COSEKeys EnclaveClient EnclaveControl KeyFormats WebAuthn
  Supervision: FuseSession PlainFilesystems bailey
  Attack: BrokerMessages ConsentModel EnclaveControl EnclaveMessages FileSystemContract FuseSession IPCTransport Instance KeychainModel PlainFilesystems PromptModel ProofModel ProxyMessages ProxyRules StreamSockets WireFormat bailey bailey-enclave bailey-fs bailey-proxy bailey-run baileyd keychain-client bailey-secrets
  QueryDiagnosis: KeychainStore Security
  KeychainCommands: SQLiteDatabase ToolHarness
  SecurityTool: ToolHarness
  CommandLine: bailey bailey-run
  RealPrograms: bailey bailey-run
  Durability: bailey
  Memory: FileKeychain FileSystemContract FuseSession Keybag PlainFilesystems ProcessMemory ProtectedFiles RootKey bailey baileyd keychain-client sample-app
  Scenario: ProcessIsolation ProcessMemory StreamSockets bailey-location bailey-proxy bailey-run BankWidget Ledger Viewfinder hostile-widget keychain-client keychain-timing reloading-app sample-app sample-widget secret-keeper
  SecretPrograms: bailey bailey-secrets sample-app
  [AsApps]
    CommonCrypto:
    Compression:
    ConsentFrameworks: AVFoundation AccessModel AdSupport AppTrackingTransparency BrokerClient BrokerMessages ConsentModel ConsentRequests Contacts CoreLocation CoreLocationUI EventKit LinuxSystem Photos UserNotifications
    LocalAuthentication: BrokerClient LinuxSystem PromptModel
    CryptoKit:
    SecurityKeys: CryptoKit Security
    SecurityCertificates: CryptoKit Security TestCertificates
    KeychainIdioms: InProcessKeychain Security TestCertificates
  """

// MARK: - Settings

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .strictMemorySafety(), .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
let appSettings: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
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

/// A name in small letters is a program's.
func target(
  _ name: String, at path: String, uses used: [Target.Dependency], _ settings: [SwiftSetting] = settings
) -> Target {
  name.first?.isLowercase == true && !path.hasPrefix("Sources/Frameworks")
    ? .executableTarget(name: name, dependencies: used, path: path, swiftSettings: settings)
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
    return .executableTarget(name: name, dependencies: used, path: path, exclude: others)
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
/// For `make build`: programs and examples alone.
if Context.environment["BAILEY_PROGRAMS"] == nil {
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
    guard let target = byName[name] else { fatalError("there is no \(name)") }
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
    "AppTrackingTransparency", "AdSupport", "Contacts", "CoreLocation", "CoreLocationUI", "EventKit", "Photos",
    "UserNotifications", "os", "ActivityKit", "Intents",
  ])
let package = Package(name: "bailey", products: buildsSDK ? [frameworks] : [], targets: targets)
