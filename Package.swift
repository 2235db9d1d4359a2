// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// The architecture, in reading order. Each module names its layer and what it uses; an edge the layers do not
// allow stops the manifest from loading, so a wrong dependency is found before the first file is compiled.

// MARK: - Layers, lowest first

enum Layer: String {
  case c = "C"
  case platform = "Platform"
  case secrets = "Secrets"
  case model = "Model"
  case engine = "Engine"
  case ipc = "IPC"
  case framework = "Frameworks"
  case adapter = "Adapters"
  case service = "Services"
  case program = "Programs"

  var mayUse: Set<Layer> {
    switch self {
    case .c: []
    case .platform: [.c, .platform]
    case .secrets: [.c, .platform, .secrets]
    case .model: [.secrets, .model]
    case .engine: [.platform, .secrets, .model, .engine]
    case .ipc: [.platform, .secrets, .model, .ipc]
    case .framework: [.c, .platform, .secrets, .model, .ipc, .framework]
    case .adapter: [.platform, .secrets, .model, .ipc]
    case .service: [.platform, .secrets, .model, .engine, .ipc]
    case .program: [.platform, .secrets, .model, .engine, .ipc, .adapter, .service]
    }
  }
}

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// For `Scripts/sdk`: an app's compiler must not need what is inside a framework. Foundation itself is not built so on
/// Linux, which the compiler would warn of; both come with the toolchain and the SDK of one version.
let buildsSDK = Context.environment["BAILEY_SDK"] != nil
let frameworkSettings =
  settings
  + (buildsSDK
    ? [
      .unsafeFlags([
        "-enable-library-evolution", "-no-verify-emitted-module-interface", "-no-warnings-as-errors",
        "-suppress-warnings",
      ])
    ] : [])

nonisolated(unsafe) var layers: [String: Layer] = [:]
/// What each module says it uses.
nonisolated(unsafe) var uses: [String: Set<String>] = [:]

func module(_ name: String, _ layer: Layer, uses used: String...) -> Target {
  for used in used {
    guard let below = layers[used] else { fatalError("\(name) uses \(used), which is not declared above it") }
    guard layer.mayUse.contains(below) else {
      fatalError("\(name) is in \(layer.rawValue) and may not use \(used), which is in \(below.rawValue)")
    }
  }
  (layers[name], uses[name]) = (layer, layer == .program ? [] : Set(used))
  let (path, dependencies) = ("Sources/\(layer.rawValue)/\(name)", targets(used))
  return layer == .program
    ? .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
    : .target(
      name: name, dependencies: dependencies, path: path,
      swiftSettings: layer == .framework ? frameworkSettings : settings)
}

/// A C library of the system, found by pkg-config.
func library(_ name: String, pkgConfig: String, apt: String) -> Target {
  layers[name] = .c
  return .systemLibrary(name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// C code of our own: what Swift cannot say.
func shims(_ name: String, uses used: String...) -> Target {
  (layers[name], uses[name]) = (.c, Set(used))
  return .target(
    name: name, dependencies: targets(used), path: "Sources/C/\(name)", cSettings: [.define("_GNU_SOURCE")])
}

/// Tests of the module of that name, or of several together. They see every layer: what they use, and all that stands
/// under it.
func tests(_ name: String, uses used: String..., flags: [String] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: targets(foundation(of: ownModule(name) + used)), path: "Tests/\(name)Tests",
    swiftSettings: settings + (flags.isEmpty ? [] : [.unsafeFlags(flags)]))
}

/// Tests written as an app's code is: of our settings only that for warnings, so what compiles here does for anyone.
func appTests(_ name: String, uses used: String...) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: targets(ownModule(name) + used), path: "Tests/\(name)Tests",
    swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
}

/// What several test targets share.
func support(_ name: String, uses used: String...) -> Target {
  uses[name] = Set(used)
  return .target(
    name: name, dependencies: targets(foundation(of: used)), path: "Tests/Support/\(name)", swiftSettings: settings)
}

/// A program that tests start.
func supportProgram(_ name: String, uses used: String...) -> Target {
  .executableTarget(
    name: name, dependencies: targets(foundation(of: used)), path: "Tests/Support/\(name)", swiftSettings: settings)
}

func ownModule(_ name: String) -> [String] { uses[name] == nil ? [] : [name] }

/// The named and all that they use, whatever the depth.
func foundation(of names: [String]) -> [String] {
  var found: Set<String> = []
  var rest = names
  while let name = rest.popLast() {
    if found.insert(name).inserted { rest += uses[name] ?? [] }
  }
  return found.sorted()
}

func targets(_ names: [String]) -> [Target.Dependency] { names.map { .target(name: $0) } }

// MARK: - Modules

let package = Package(
  name: "bailey",
  products: buildsSDK
    ? [
      .library(
        name: "Bailey", type: .dynamic, targets: ["CommonCrypto", "CryptoKit", "LocalAuthentication", "UIKit"])
    ] : [],
  targets: [
    // C
    shims("CLinux"),
    library("COpenSSL", pkgConfig: "libcrypto", apt: "libssl-dev"),
    library("CArgon2", pkgConfig: "libargon2", apt: "libargon2-dev"),
    library("CFuse", pkgConfig: "fuse3", apt: "libfuse3-dev"),
    library("CRing", pkgConfig: "liburing", apt: "liburing-dev"),
    shims("CFuseChannel", uses: "CFuse", "CRing"),
    library("CTPM2", pkgConfig: "tss2-esys", apt: "libtss2-dev"),
    library("CSeccomp", pkgConfig: "libseccomp", apt: "libseccomp-dev"),
    shims("CTimingSafe"),
    shims("CFoundationObjects"),
    shims("CommonCrypto", uses: "COpenSSL"),
    library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    shims("CGatheredLog", uses: "CSQLite"),
    // Platform
    module("LinuxSystem", .platform, uses: "CLinux"),
    module("FuseSession", .platform, uses: "LinuxSystem", "CLinux", "CFuse", "CFuseChannel"),
    module("Sandbox", .platform, uses: "CSeccomp"),
    module("SQLiteDatabase", .platform, uses: "LinuxSystem", "CGatheredLog", "CSQLite"),
    // Secrets
    module("SecretMemory", .secrets, uses: "LinuxSystem", "CLinux"),
    module("CryptoPrimitives", .secrets, uses: "SecretMemory", "LinuxSystem", "CLinux", "COpenSSL", "CArgon2"),
    module("CertificateTrust", .secrets, uses: "SecretMemory", "CryptoPrimitives", "COpenSSL"),
    module(
      "TrustedPlatformModule", .secrets, uses: "SecretMemory", "CryptoPrimitives", "LinuxSystem", "CLinux", "CTPM2"),
    // Model
    module("ProtectionModel", .model, uses: "SecretMemory"),
    module("AuthenticationModel", .model),
    module("WireFormat", .model, uses: "SecretMemory"),
    module("CommandLineParsing", .model),
    module("KeychainModel", .model, uses: "AuthenticationModel", "ProtectionModel", "SecretMemory", "WireFormat"),
    module("KeychainBackup", .model, uses: "CryptoPrimitives", "KeychainModel", "SecretMemory", "WireFormat"),
    module("DERCoding", .model, uses: "SecretMemory"),
    module("KeyFormats", .model, uses: "DERCoding", "CryptoPrimitives", "SecretMemory"),
    module("AppModel", .model),
    module("InstanceLayout", .model),
    module("X509Certificates", .model, uses: "KeyFormats", "DERCoding"),
    module("KeychainCommandLine", .model, uses: "CommandLineParsing", "KeychainModel"),
    module(
      "KeychainObjects", .model,
      uses: "CryptoPrimitives", "DERCoding", "KeyFormats", "KeychainModel", "SecretMemory", "WireFormat",
      "X509Certificates"),
    module(
      "SecurityCommandLine", .model,
      uses: "CertificateTrust", "DERCoding", "KeychainModel", "KeychainObjects", "X509Certificates"),
    module("QueryDiagnosis", .model, uses: "AppModel", "KeychainModel"),
    // Engine: the enclave
    module(
      "RootKey", .engine,
      uses: "CryptoPrimitives", "LinuxSystem", "SecretMemory", "TrustedPlatformModule", "WireFormat"),
    module(
      "Keybag", .engine,
      uses: "CryptoPrimitives", "LinuxSystem", "ProtectionModel", "RootKey", "SecretMemory", "WireFormat"),
    module("LockCoordinator", .engine, uses: "LinuxSystem", "ProtectionModel"),
    module("EnclaveKeyring", .engine, uses: "CryptoPrimitives", "LinuxSystem", "ProtectionModel", "SecretMemory"),
    // Engine
    module("KeysAhead", .engine, uses: "LinuxSystem", "ProtectionModel", "SecretMemory"),
    module("TerminalConsole", .engine, uses: "LinuxSystem", "SecretMemory", "WireFormat"),
    module("Instance", .engine, uses: "InstanceLayout", "LinuxSystem"),
    // Engine: the person, the apps
    module(
      "PersonAuthentication", .engine,
      uses: "AuthenticationModel", "CryptoPrimitives", "KeychainModel", "LinuxSystem", "ProtectionModel"),
    module("AppRegistry", .engine, uses: "AppModel", "CryptoPrimitives", "LinuxSystem", "WireFormat"),
    // Engine: the keychain
    module(
      "ItemSealing", .engine, uses: "KeychainBackup", "KeychainModel", "CryptoPrimitives", "LinuxSystem",
      "ProtectionModel", "SecretMemory", "WireFormat"),
    module(
      "KeychainStore", .engine,
      uses: "ItemSealing", "KeychainBackup", "KeychainModel", "SQLiteDatabase", "CryptoPrimitives", "LinuxSystem",
      "ProtectionModel", "SecretMemory", "WireFormat", "X509Certificates"),
    module(
      "FileKeychain", .engine,
      uses: "CryptoPrimitives", "DERCoding", "KeychainBackup", "KeychainModel", "KeychainStore", "LinuxSystem",
      "ProtectionModel", "SQLiteDatabase", "SecretMemory", "WireFormat"),
    // Engine: the files
    module("ProtectedFiles", .engine, uses: "LinuxSystem", "SecretMemory", "CryptoPrimitives", "ProtectionModel"),
    module("FilesystemCheck", .engine, uses: "ProtectedFiles", "LinuxSystem", "SecretMemory", "ProtectionModel"),
    module(
      "ProtectedFilesystem", .engine,
      uses: "KeysAhead", "ProtectedFiles", "FuseSession", "LinuxSystem", "SecretMemory", "ProtectionModel"),
    // IPC
    module("EnclaveMessages", .ipc, uses: "AuthenticationModel", "WireFormat", "ProtectionModel", "SecretMemory"),
    module("IPCTransport", .ipc, uses: "LinuxSystem", "WireFormat"),
    module(
      "EnclaveClient", .ipc,
      uses: "AuthenticationModel", "EnclaveMessages", "IPCTransport", "LinuxSystem", "ProtectionModel", "SecretMemory",
      "WireFormat"),
    module("SupervisorMessages", .ipc, uses: "IPCTransport", "KeychainModel", "LinuxSystem", "WireFormat"),
    module(
      "BrokerMessages", .ipc, uses: "AppModel", "AuthenticationModel", "KeychainBackup", "KeychainModel",
      "LinuxSystem", "ProtectionModel", "SecretMemory", "WireFormat"),
    module(
      "IPCServer", .ipc,
      uses: "AppModel", "BrokerMessages", "CryptoPrimitives", "IPCTransport", "KeychainModel", "LinuxSystem",
      "WireFormat"),
    module(
      "BrokerClient", .ipc,
      uses: "AppModel", "AuthenticationModel", "BrokerMessages", "EnclaveClient", "EnclaveMessages", "IPCTransport",
      "InstanceLayout", "KeychainBackup", "KeychainModel", "LinuxSystem", "ProtectionModel", "WireFormat"),
    // Frameworks: Apple's names
    module("CoreFoundation", .framework, uses: "CFoundationObjects"),
    module("AppleFoundation", .framework, uses: "CoreFoundation", "CTimingSafe", "LinuxSystem", "ProtectionModel"),
    module("SecurityConstants", .framework, uses: "CoreFoundation"),
    module(
      "Security", .framework,
      uses: "AppleFoundation", "AuthenticationModel", "BrokerClient", "CertificateTrust", "CoreFoundation",
      "CryptoPrimitives", "KeyFormats", "KeychainModel", "KeychainObjects", "LinuxSystem", "ProtectionModel",
      "SecretMemory", "SecurityConstants", "X509Certificates"),
    module(
      "LocalAuthentication", .framework,
      uses: "AppleFoundation", "AuthenticationModel", "BrokerClient", "CoreFoundation", "CryptoPrimitives",
      "KeychainModel", "LinuxSystem", "Security"),
    module(
      "CryptoKit", .framework,
      uses: "CryptoPrimitives", "DERCoding", "KeyFormats", "KeychainModel", "LocalAuthentication", "ProtectionModel",
      "SecretMemory", "Security"),
    module("UIKit", .framework, uses: "AppleFoundation", "BrokerClient", "LinuxSystem", "ProtectionModel", "Security"),
    // Adapters
    module("PromptAdapter", .adapter, uses: "AuthenticationModel", "KeychainModel", "LinuxSystem", "SecretMemory"),
    // Services: the enclave
    module(
      "EnclaveService", .service,
      uses: "AuthenticationModel", "CryptoPrimitives", "EnclaveKeyring", "EnclaveMessages", "IPCTransport", "Keybag",
      "LinuxSystem", "LockCoordinator", "ProtectionModel", "RootKey", "Sandbox", "SecretMemory",
      "TrustedPlatformModule", "WireFormat"),
    // Services
    module(
      "Supervision", .service, uses: "Instance", "InstanceLayout", "EnclaveClient", "EnclaveMessages", "KeychainModel",
      "SupervisorMessages", "LinuxSystem"),
    module(
      "ControlCommands", .service, uses: "CommandLineParsing", "EnclaveClient", "EnclaveMessages", "Instance",
      "InstanceLayout", "LinuxSystem", "KeychainCommandLine", "KeychainModel", "ProtectionModel", "SecretMemory",
      "SupervisorMessages", "TerminalConsole"),
    module(
      "KeychainTools", .service,
      uses: "AppModel", "AuthenticationModel", "BrokerClient", "BrokerMessages", "CertificateTrust", "CryptoPrimitives",
      "EnclaveClient", "EnclaveMessages", "Instance", "InstanceLayout", "KeyFormats", "KeychainCommandLine",
      "KeychainModel", "KeychainObjects", "LinuxSystem", "ProtectionModel", "QueryDiagnosis", "SecretMemory",
      "SecurityCommandLine", "TerminalConsole", "WireFormat", "X509Certificates", "KeychainBackup"),
    module(
      "FileService", .service,
      uses: "ProtectedFilesystem", "ProtectedFiles", "FilesystemCheck", "FuseSession", "EnclaveClient",
      "EnclaveMessages", "SupervisorMessages", "LinuxSystem", "ProtectionModel", "SecretMemory"),
    module(
      "BrokerService", .service,
      uses: "AppModel", "AppRegistry", "AuthenticationModel", "BrokerMessages", "CertificateTrust", "CryptoPrimitives",
      "EnclaveClient", "EnclaveMessages", "FileKeychain", "IPCServer", "KeychainBackup", "KeychainModel",
      "KeychainStore", "KeysAhead", "LinuxSystem", "PersonAuthentication", "ProtectionModel", "Sandbox",
      "X509Certificates"),
    module(
      "Benchmarks", .service,
      uses: "BrokerClient", "CryptoPrimitives", "Keybag", "KeychainModel", "LinuxSystem", "ProtectionModel", "RootKey"),
    // Programs
    module("bailey-fs", .program, uses: "FileService", "LinuxSystem", "SecretMemory", "SupervisorMessages"),
    module(
      "baileyd", .program,
      uses: "BrokerService", "EnclaveMessages", "KeychainModel", "LinuxSystem", "SecretMemory", "SupervisorMessages"),
    module("bailey-enclave", .program, uses: "EnclaveService"),
    module(
      "bailey", .program,
      uses: "AuthenticationModel", "Benchmarks", "BrokerClient", "CommandLineParsing", "ControlCommands",
      "EnclaveClient", "EnclaveMessages", "Instance", "InstanceLayout", "KeychainModel", "KeychainTools", "LinuxSystem",
      "PromptAdapter", "SecretMemory", "Supervision", "TerminalConsole"),
    // Examples: as someone else's programs would be, with none of our compiler settings
    .executableTarget(name: "secret-keeper", dependencies: ["Security"], path: "Examples/secret-keeper"),
    .executableTarget(name: "keychain-timing", dependencies: ["Security"], path: "Examples/keychain-timing"),
    .executableTarget(
      name: "sample-app", dependencies: ["CryptoKit", "LocalAuthentication", "Security"], path: "Examples/sample-app"),
    // What tests share
    support("TemporaryFolder"), support("ForkedProcess"), support("TestCertificates"),
    supportProgram("mapping-client"), supportProgram("keychain-client", uses: "BrokerClient"),
    support("CrashSimulator", uses: "LinuxSystem"), support("ProcessMemory", uses: "LinuxSystem"),
    supportProgram("lock-observer", uses: "UIKit"), support("MemorySearch", uses: "SecretMemory"),
    support("SoftwareTPM", uses: "LinuxSystem"), support("RunningInstance", uses: "LinuxSystem"),
    support("ProtectionModelTesting", uses: "ProtectionModel", "CryptoPrimitives"),
    support("PlainFilesystems", uses: "FuseSession"),
    support("FileSystemContract", uses: "LinuxSystem", "mapping-client"),
    support("DirectFiles", uses: "ProtectedFilesystem", "ProtectionModelTesting"),
    support("SampleStore", uses: "DirectFiles", "CrashSimulator"),
    support("KeychainContract", uses: "KeychainModel", "ProtectionModelTesting"),
    supportProgram("keychain-writer", uses: "KeychainContract", "KeychainStore"),
    support("InProcessKeychain", uses: "FileKeychain", "ProtectionModelTesting"),
    support("BrokerTesting", uses: "BrokerClient", "IPCServer"),
    support(
      "FuzzTargets", uses: "AppRegistry", "BrokerMessages", "CertificateTrust", "ControlCommands", "ProtectedFiles",
      "FileKeychain", "QueryDiagnosis", "SecurityCommandLine", "X509Certificates"),
    // Tests: Platform
    tests("LinuxSystem", uses: "TemporaryFolder"),
    tests("FuseSession", uses: "FileSystemContract", "PlainFilesystems"),
    tests("SQLiteDatabase", uses: "TemporaryFolder"), tests("Sandbox", uses: "ForkedProcess"),
    // Tests: Secrets
    tests("SecretMemory", uses: "ForkedProcess"),
    tests("CryptoPrimitives", uses: "MemorySearch"),
    tests("CertificateTrust", uses: "TestCertificates"),
    tests("TrustedPlatformModule", uses: "SoftwareTPM", "MemorySearch"),
    // Tests: Model
    tests("ProtectionModel", uses: "ProtectionModelTesting"),
    tests("X509Certificates", uses: "TestCertificates"),
    // Tests: Engine
    tests("RootKey", uses: "SoftwareTPM"),
    tests("Keybag", uses: "ProtectionModelTesting"),
    tests("KeysAhead", uses: "ProtectionModelTesting"),
    tests("EnclaveKeyring", uses: "ProtectionModelTesting"),
    tests("Instance", uses: "TemporaryFolder"),
    tests("AppRegistry", uses: "TemporaryFolder"),
    tests("FileKeychain", uses: "KeychainContract", "TemporaryFolder"),
    tests("BrokerService", uses: "ForkedProcess", "TestCertificates"),
    tests("KeychainStore", uses: "KeychainContract", "RunningInstance", "TemporaryFolder", "keychain-writer"),
    tests("FilesystemCheck", uses: "SampleStore"),
    tests(
      "ProtectedFilesystem", uses: "FilesystemCheck", "CrashSimulator", "DirectFiles", "PlainFilesystems",
      "FileSystemContract", "TemporaryFolder"),
    tests("FileFormat", uses: "SampleStore"),
    tests("FileCrash", uses: "CrashSimulator", "ProtectedFiles"),
    // Tests: IPC
    tests("IPCServer", uses: "BrokerTesting", "TemporaryFolder"),
    tests("BrokerClient", uses: "BrokerTesting", "KeychainContract", "KeychainStore", "TemporaryFolder"),
    // Tests: Frameworks
    appTests("CommonCrypto"),
    tests("Security", uses: "CryptoKit", "EnclaveKeyring", "InProcessKeychain", "TestCertificates"),
    appTests("LocalAuthentication", uses: "AuthenticationModel", "BrokerClient", "LinuxSystem"),
    appTests("CryptoKit"),
    // Testing has an overlay for a UIKit with pictures, which Linux's toolchain names and does not hold.
    tests("UIKit", uses: "BrokerTesting", flags: ["-Xfrontend", "-disable-cross-import-overlays"]),
    appTests("SecurityKeys", uses: "Security", "CryptoKit"),
    appTests("SecurityCertificates", uses: "Security", "CryptoKit", "TestCertificates"),
    appTests("KeychainIdioms", uses: "Security", "InProcessKeychain", "TestCertificates"),
    tests("FileProtection", uses: "AppleFoundation", "RunningInstance", "bailey", "lock-observer"),
    // Tests: Adapters, Services
    tests("PromptAdapter", uses: "TemporaryFolder"),
    tests("EnclaveService", uses: "EnclaveClient", "ForkedProcess", "ProtectionModelTesting", "SoftwareTPM"),
    tests("Supervision", uses: "PlainFilesystems", "RunningInstance", "TemporaryFolder", "bailey"),
    tests("QueryDiagnosis", uses: "KeychainStore", "ProtectionModelTesting", "Security", "TemporaryFolder"),
    tests("ControlCommands", uses: "TemporaryFolder"),
    tests("KeychainTools", uses: "FileKeychain", "ProtectionModelTesting", "TemporaryFolder", "TestCertificates"),
    // Tests: all together
    tests("CommandLine", uses: "RunningInstance", "bailey"),
    tests("RealPrograms", uses: "RunningInstance", "bailey"),
    tests("Durability", uses: "RunningInstance", "bailey"),
    tests(
      "Memory", uses: "EnclaveKeyring", "FileKeychain", "Keybag", "ProtectedFiles", "FileSystemContract",
      "PlainFilesystems", "ProcessMemory", "RunningInstance", "bailey", "baileyd", "keychain-client", "sample-app"),
    tests(
      "Scenario", uses: "keychain-client", "keychain-timing", "sample-app", "secret-keeper", "RunningInstance",
      "SoftwareTPM"),
  ]
    // Tests that need nothing but what they test
    + [
      "WireFormat", "CommandLineParsing", "KeychainModel", "DERCoding", "KeyFormats", "AppModel", "SecurityCommandLine",
      "LockCoordinator", "TerminalConsole", "PersonAuthentication", "ProtectedFiles", "EnclaveMessages",
      "EnclaveClient", "SupervisorMessages", "BrokerMessages", "SecurityConstants", "Benchmarks", "CrashSimulator",
      "FuzzTargets",
    ].map { tests($0) }
)
