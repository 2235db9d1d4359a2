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

func module(_ name: String, _ layer: Layer, uses: [String] = []) -> Target {
  for used in uses {
    guard let below = layers[used] else { fatalError("\(name) uses \(used), which is not declared above it") }
    guard layer.mayUse.contains(below) else {
      fatalError("\(name) is in \(layer.rawValue) and may not use \(used), which is in \(below.rawValue)")
    }
  }
  layers[name] = layer
  let path = "Sources/\(layer.rawValue)/\(name)"
  let dependencies = uses.map { Target.Dependency.target(name: $0) }
  switch layer {
  case .program:
    return .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
  case .framework:
    return .target(name: name, dependencies: dependencies, path: path, swiftSettings: frameworkSettings)
  default:
    return .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
  }
}

/// A C library of the system, found by pkg-config.
func library(_ name: String, pkgConfig: String, apt: String) -> Target {
  layers[name] = .c
  return .systemLibrary(name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// C code of our own: what Swift cannot say.
func shims(_ name: String, uses: [String] = []) -> Target {
  layers[name] = .c
  return .target(
    name: name, dependencies: uses.map { .target(name: $0) }, path: "Sources/C/\(name)",
    cSettings: [.define("_GNU_SOURCE")])
}

/// Tests see every layer: they are where the pieces meet.
func tests(_ name: String, uses: [String]) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: uses.map { .target(name: $0) }, path: "Tests/\(name)Tests",
    exclude: [], swiftSettings: settings)
}

/// Tests written as an app's code is: none of our compiler settings, so that what compiles here compiles for anyone.
func appTests(_ name: String, uses: [String], language: SwiftLanguageMode = .v6) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: uses.map { .target(name: $0) }, path: "Tests/\(name)Tests",
    swiftSettings: [.swiftLanguageMode(language)])
}

/// What several test targets share.
func support(_ name: String, uses: [String]) -> Target {
  .target(
    name: name, dependencies: uses.map { .target(name: $0) }, path: "Tests/Support/\(name)", swiftSettings: settings)
}

/// A program that tests start.
func supportProgram(_ name: String, uses: [String] = []) -> Target {
  .executableTarget(
    name: name, dependencies: uses.map { .target(name: $0) }, path: "Tests/Support/\(name)",
    swiftSettings: settings)
}

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
    shims("CFuseChannel", uses: ["CFuse"]),
    library("CTPM2", pkgConfig: "tss2-esys", apt: "libtss2-dev"),
    library("CSeccomp", pkgConfig: "libseccomp", apt: "libseccomp-dev"),
    shims("CTimingSafe"),
    shims("CommonCrypto", uses: ["COpenSSL"]),
    library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    // Platform
    module("LinuxSystem", .platform, uses: ["CLinux"]),
    module("FuseSession", .platform, uses: ["LinuxSystem", "CLinux", "CFuse", "CFuseChannel"]),
    module("Sandbox", .platform, uses: ["CSeccomp"]),
    module("SQLiteDatabase", .platform, uses: ["LinuxSystem", "CSQLite"]),
    // Secrets
    module("SecretMemory", .secrets, uses: ["LinuxSystem", "CLinux"]),
    module("CryptoPrimitives", .secrets, uses: ["SecretMemory", "LinuxSystem", "CLinux", "COpenSSL", "CArgon2"]),
    module("CertificateTrust", .secrets, uses: ["SecretMemory", "CryptoPrimitives", "COpenSSL"]),
    module(
      "TrustedPlatformModule", .secrets, uses: ["SecretMemory", "CryptoPrimitives", "LinuxSystem", "CLinux", "CTPM2"]),
    // Model
    module("ProtectionModel", .model, uses: ["SecretMemory"]),
    module("AuthenticationModel", .model),
    module("WireFormat", .model, uses: ["SecretMemory"]),
    module("CommandLineParsing", .model),
    module("KeychainModel", .model, uses: ["ProtectionModel", "SecretMemory", "WireFormat"]),
    module("DERCoding", .model, uses: ["SecretMemory"]),
    module("KeyFormats", .model, uses: ["DERCoding", "CryptoPrimitives", "SecretMemory"]),
    module("AppModel", .model),
    module("InstanceLayout", .model),
    module("X509Certificates", .model, uses: ["KeyFormats", "DERCoding"]),
    module("KeychainCommandLine", .model, uses: ["CommandLineParsing", "KeychainModel"]),
    module("SecurityCommandLine", .model, uses: ["KeychainModel"]),
    // Engine: the enclave
    module(
      "RootKey", .engine,
      uses: ["CryptoPrimitives", "LinuxSystem", "SecretMemory", "TrustedPlatformModule", "WireFormat"]),
    module(
      "Keybag", .engine,
      uses: ["CryptoPrimitives", "LinuxSystem", "ProtectionModel", "RootKey", "SecretMemory", "WireFormat"]),
    module("LockCoordinator", .engine, uses: ["LinuxSystem", "ProtectionModel"]),
    module("EnclaveKeyring", .engine, uses: ["CryptoPrimitives", "LinuxSystem", "ProtectionModel", "SecretMemory"]),
    // Engine
    module("TerminalConsole", .engine, uses: ["LinuxSystem", "SecretMemory", "WireFormat"]),
    module("Instance", .engine, uses: ["InstanceLayout", "LinuxSystem"]),
    // Engine: the person
    module(
      "PersonAuthentication", .engine,
      uses: ["AuthenticationModel", "CryptoPrimitives", "KeychainModel", "LinuxSystem", "ProtectionModel"]),
    // Engine: the apps
    module("AppRegistry", .engine, uses: ["AppModel", "CryptoPrimitives", "LinuxSystem", "WireFormat"]),
    // Engine: the keychain
    module(
      "KeychainStore", .engine,
      uses: [
        "KeychainModel", "SQLiteDatabase", "CryptoPrimitives", "LinuxSystem", "ProtectionModel", "SecretMemory",
        "WireFormat",
      ]),
    // Engine: the files
    module(
      "ProtectedFiles", .engine, uses: ["LinuxSystem", "SecretMemory", "CryptoPrimitives", "ProtectionModel"]),
    module(
      "FilesystemCheck", .engine,
      uses: ["ProtectedFiles", "LinuxSystem", "SecretMemory", "ProtectionModel"]),
    module(
      "ProtectedFilesystem", .engine,
      uses: ["ProtectedFiles", "FuseSession", "LinuxSystem", "SecretMemory", "ProtectionModel"]),
    // IPC
    module("EnclaveMessages", .ipc, uses: ["AuthenticationModel", "WireFormat", "ProtectionModel", "SecretMemory"]),
    module("IPCTransport", .ipc, uses: ["LinuxSystem", "WireFormat"]),
    module(
      "EnclaveClient", .ipc,
      uses: [
        "AuthenticationModel", "EnclaveMessages", "IPCTransport", "LinuxSystem", "ProtectionModel", "SecretMemory",
        "WireFormat",
      ]),
    module("SupervisorMessages", .ipc, uses: ["IPCTransport", "LinuxSystem", "WireFormat"]),
    module(
      "BrokerMessages", .ipc,
      uses: ["AppModel", "AuthenticationModel", "KeychainModel", "ProtectionModel", "SecretMemory", "WireFormat"]),
    module(
      "IPCServer", .ipc,
      uses: [
        "AppModel", "BrokerMessages", "CryptoPrimitives", "IPCTransport", "KeychainModel", "LinuxSystem", "WireFormat",
      ]),
    module(
      "BrokerClient", .ipc,
      uses: [
        "AppModel", "AuthenticationModel", "BrokerMessages", "IPCTransport", "InstanceLayout", "KeychainModel",
        "LinuxSystem", "ProtectionModel", "WireFormat",
      ]),
    // Frameworks: Apple's names
    module("CoreFoundation", .framework),
    module(
      "AppleFoundation", .framework, uses: ["CoreFoundation", "CTimingSafe", "LinuxSystem", "ProtectionModel"]),
    module("SecurityConstants", .framework, uses: ["CoreFoundation"]),
    module(
      "Security", .framework,
      uses: [
        "AppleFoundation", "BrokerClient", "CertificateTrust", "CoreFoundation", "CryptoPrimitives", "KeyFormats",
        "KeychainModel", "LinuxSystem", "ProtectionModel", "SecretMemory", "SecurityConstants", "X509Certificates",
      ]),
    module(
      "LocalAuthentication", .framework,
      uses: [
        "AppleFoundation", "AuthenticationModel", "BrokerClient", "CoreFoundation", "CryptoPrimitives", "KeychainModel",
        "LinuxSystem",
        "Security",
      ]),
    module(
      "CryptoKit", .framework,
      uses: [
        "CryptoPrimitives", "DERCoding", "KeyFormats", "KeychainModel", "LocalAuthentication", "ProtectionModel",
        "SecretMemory", "Security",
      ]),
    module(
      "UIKit", .framework,
      uses: ["AppleFoundation", "BrokerClient", "LinuxSystem", "ProtectionModel", "Security"]),
    // Adapters
    module("PromptAdapter", .adapter, uses: ["AuthenticationModel", "LinuxSystem", "SecretMemory"]),
    // Services: the enclave
    module(
      "EnclaveService", .service,
      uses: [
        "AuthenticationModel", "CryptoPrimitives", "EnclaveKeyring", "EnclaveMessages", "IPCTransport", "Keybag",
        "LinuxSystem",
        "LockCoordinator", "ProtectionModel", "RootKey", "Sandbox", "SecretMemory", "TrustedPlatformModule",
        "WireFormat",
      ]),
    // Services
    module(
      "Supervision", .service,
      uses: ["Instance", "InstanceLayout", "EnclaveClient", "EnclaveMessages", "SupervisorMessages", "LinuxSystem"]),
    module(
      "ControlCommands", .service,
      uses: [
        "CommandLineParsing", "EnclaveClient", "EnclaveMessages", "Instance", "InstanceLayout", "LinuxSystem",
        "KeychainCommandLine", "ProtectionModel", "SecretMemory", "SupervisorMessages", "TerminalConsole",
      ]),
    module(
      "KeychainTools", .service,
      uses: [
        "AppModel", "BrokerClient", "BrokerMessages", "InstanceLayout", "KeychainCommandLine", "KeychainModel",
        "LinuxSystem", "SecretMemory", "SecurityCommandLine", "TerminalConsole",
      ]),
    module(
      "FileService", .service,
      uses: [
        "ProtectedFilesystem", "ProtectedFiles", "FilesystemCheck", "FuseSession", "EnclaveClient", "EnclaveMessages",
        "SupervisorMessages", "LinuxSystem", "ProtectionModel", "SecretMemory",
      ]),
    module(
      "BrokerService", .service,
      uses: [
        "AppModel", "AppRegistry", "AuthenticationModel", "BrokerMessages", "CertificateTrust", "CryptoPrimitives",
        "DERCoding", "EnclaveClient", "EnclaveMessages", "IPCServer", "KeychainModel", "KeychainStore", "LinuxSystem",
        "PersonAuthentication", "ProtectionModel", "Sandbox", "X509Certificates",
      ]),
    module(
      "Benchmarks", .service,
      uses: ["BrokerClient", "CryptoPrimitives", "Keybag", "KeychainModel", "LinuxSystem", "RootKey"]),
    // Programs
    module("bailey-fs", .program, uses: ["FileService", "LinuxSystem"]),
    module("baileyd", .program, uses: ["BrokerService", "EnclaveMessages", "LinuxSystem"]),
    module("bailey-enclave", .program, uses: ["EnclaveService"]),
    module(
      "bailey", .program,
      uses: [
        "AuthenticationModel", "Benchmarks", "BrokerClient", "CommandLineParsing", "ControlCommands", "EnclaveClient",
        "EnclaveMessages", "Instance", "InstanceLayout", "KeychainTools", "LinuxSystem", "PromptAdapter",
        "SecretMemory",
        "Supervision", "TerminalConsole",
      ]),
    // Tests
    support("MemorySearch", uses: ["SecretMemory", "LinuxSystem"]),
    support("SoftwareTPM", uses: ["LinuxSystem"]),
    tests(
      "TrustedPlatformModule",
      uses: [
        "TrustedPlatformModule", "CryptoPrimitives", "SecretMemory", "LinuxSystem", "SoftwareTPM", "MemorySearch",
      ]),
    tests(
      "RootKey",
      uses: [
        "RootKey", "CryptoPrimitives", "LinuxSystem", "SecretMemory", "SoftwareTPM", "TrustedPlatformModule",
        "WireFormat",
      ]),
    support("ProtectionModelTesting", uses: ["ProtectionModel", "CryptoPrimitives", "SecretMemory", "LinuxSystem"]),
    support("PlainFilesystems", uses: ["FuseSession", "LinuxSystem", "CLinux"]),
    supportProgram("mapping-client"),
    supportProgram("keychain-client", uses: ["AppModel", "BrokerClient", "KeychainModel", "LinuxSystem"]),
    support("FileSystemContract", uses: ["LinuxSystem", "CLinux", "mapping-client"]),
    tests(
      "FuseSession", uses: ["FuseSession", "FileSystemContract", "PlainFilesystems", "LinuxSystem", "CLinux"]),
    support("CrashSimulator", uses: ["LinuxSystem"]),
    tests("CrashSimulator", uses: ["CrashSimulator", "LinuxSystem"]),
    support("TemporaryFolder", uses: []),
    support("InProcessKeychain", uses: ["KeychainStore", "KeychainModel", "ProtectionModelTesting"]),
    support("BrokerTesting", uses: ["BrokerClient", "BrokerMessages", "IPCServer", "KeychainModel", "LinuxSystem"]),
    support("RunningInstance", uses: ["LinuxSystem"]),
    support("ProcessMemory", uses: ["LinuxSystem"]),
    tests("CommandLine", uses: ["RunningInstance", "bailey"]),
    tests("RealPrograms", uses: ["RunningInstance", "bailey"]),
    tests("Durability", uses: ["RunningInstance", "LinuxSystem", "bailey"]),
    tests(
      "Memory",
      uses: [
        "Keybag", "ProtectedFiles", "RootKey", "CryptoPrimitives", "ProtectionModel", "SecretMemory", "LinuxSystem",
        "FileSystemContract", "FuseSession", "PlainFilesystems", "ProcessMemory", "RunningInstance", "bailey",
      ]),
    tests("Scenario", uses: ["keychain-client", "RunningInstance", "SoftwareTPM", "LinuxSystem"]),
    support(
      "DirectFiles",
      uses: [
        "ProtectedFilesystem", "ProtectedFiles", "ProtectionModelTesting", "FuseSession", "LinuxSystem",
        "ProtectionModel", "SecretMemory",
      ]),
    support(
      "SampleStore",
      uses: [
        "DirectFiles", "CrashSimulator", "ProtectedFilesystem", "ProtectedFiles", "ProtectionModel", "FuseSession",
        "LinuxSystem",
      ]),
    tests(
      "FileFormat",
      uses: [
        "SampleStore", "DirectFiles", "CrashSimulator", "ProtectedFilesystem", "ProtectedFiles", "CryptoPrimitives",
        "ProtectionModelTesting", "FuseSession", "LinuxSystem", "ProtectionModel", "SecretMemory",
      ]),
    tests(
      "FilesystemCheck",
      uses: [
        "FilesystemCheck", "SampleStore", "DirectFiles", "CrashSimulator", "ProtectedFilesystem", "ProtectedFiles",
        "ProtectionModelTesting", "FuseSession", "LinuxSystem", "ProtectionModel", "SecretMemory",
      ]),
    tests(
      "FileCrash",
      uses: ["CrashSimulator", "ProtectedFiles", "ProtectionModel", "SecretMemory", "LinuxSystem"]),
    tests("WireFormat", uses: ["WireFormat", "SecretMemory"]),
    tests("ProtectionModel", uses: ["ProtectionModel", "ProtectionModelTesting", "SecretMemory"]),
    tests("SQLiteDatabase", uses: ["SQLiteDatabase", "LinuxSystem", "TemporaryFolder"]),
    support(
      "KeychainContract", uses: ["KeychainModel", "LinuxSystem", "ProtectionModel", "ProtectionModelTesting"]),
    tests(
      "KeychainStore",
      uses: [
        "KeychainStore", "KeychainContract", "KeychainModel", "SQLiteDatabase", "CryptoPrimitives", "LinuxSystem",
        "ProtectionModel", "ProtectionModelTesting", "SecretMemory", "TemporaryFolder",
      ]),
    tests("KeychainModel", uses: ["KeychainModel", "ProtectionModel", "SecretMemory"]),
    tests("Sandbox", uses: ["Sandbox"]),
    support(
      "FuzzTargets",
      uses: [
        "AppModel", "AppRegistry", "BrokerMessages", "CertificateTrust", "CommandLineParsing", "ControlCommands",
        "CryptoPrimitives", "DERCoding", "EnclaveMessages", "Instance", "KeyFormats", "LinuxSystem", "ProtectedFiles",
        "KeychainCommandLine", "ProtectionModel", "SecretMemory", "SecurityCommandLine", "SupervisorMessages",
        "WireFormat", "X509Certificates",
      ]),
    tests("FuzzTargets", uses: ["FuzzTargets"]),
    tests(
      "EnclaveService",
      uses: [
        "AuthenticationModel",
        "EnclaveService", "CryptoPrimitives", "EnclaveClient", "EnclaveMessages", "IPCTransport", "Keybag",
        "LinuxSystem", "ProtectionModel", "ProtectionModelTesting", "RootKey", "Sandbox", "SecretMemory", "SoftwareTPM",
        "WireFormat",
      ]),
    tests(
      "Keybag",
      uses: [
        "Keybag", "CryptoPrimitives", "LinuxSystem", "ProtectionModel", "ProtectionModelTesting", "RootKey",
        "SecretMemory",
      ]),
    tests(
      "EnclaveKeyring",
      uses: ["EnclaveKeyring", "CryptoPrimitives", "ProtectionModel", "ProtectionModelTesting", "SecretMemory"]),
    tests("LockCoordinator", uses: ["LockCoordinator", "LinuxSystem", "ProtectionModel"]),
    tests(
      "EnclaveClient",
      uses: [
        "EnclaveClient", "EnclaveMessages", "IPCTransport", "LinuxSystem", "ProtectionModel", "SecretMemory",
        "WireFormat",
      ]),
    tests(
      "EnclaveMessages",
      uses: ["AuthenticationModel", "EnclaveMessages", "WireFormat", "ProtectionModel", "SecretMemory"]),
    tests("LinuxSystem", uses: ["TemporaryFolder", "LinuxSystem"]),
    tests("SecretMemory", uses: ["SecretMemory", "LinuxSystem"]),
    tests("CommandLineParsing", uses: ["CommandLineParsing"]),
    tests("DERCoding", uses: ["DERCoding", "SecretMemory"]),
    tests("KeyFormats", uses: ["KeyFormats", "DERCoding", "CryptoPrimitives", "SecretMemory"]),
    support("TestCertificates", uses: []),
    tests(
      "X509Certificates", uses: ["X509Certificates", "KeyFormats", "DERCoding", "CryptoPrimitives", "TestCertificates"]),
    tests("CertificateTrust", uses: ["CertificateTrust", "SecretMemory", "TestCertificates"]),
    appTests("SecurityKeys", uses: ["Security", "CryptoKit"]),
    appTests("SecurityCertificates", uses: ["Security", "CryptoKit", "TestCertificates"]),
    tests("SupervisorMessages", uses: ["SupervisorMessages", "WireFormat", "LinuxSystem"]),
    tests(
      "ControlCommands",
      uses: [
        "ControlCommands", "CommandLineParsing", "EnclaveClient", "EnclaveMessages", "Instance", "LinuxSystem",
        "ProtectionModel", "SecretMemory", "SupervisorMessages", "TerminalConsole",
      ]),
    tests("TerminalConsole", uses: ["TerminalConsole", "SecretMemory"]),
    tests("SecurityCommandLine", uses: ["SecurityCommandLine", "KeychainModel"]),
    tests(
      "KeychainTools",
      uses: [
        "KeychainTools", "KeychainCommandLine", "KeychainModel", "KeychainStore", "LinuxSystem", "ProtectionModel",
        "ProtectionModelTesting", "TemporaryFolder", "TerminalConsole",
      ]),
    tests("BrokerService", uses: ["BrokerService", "LinuxSystem", "Sandbox"]),
    tests(
      "Supervision",
      uses: [
        "Supervision", "FuseSession", "PlainFilesystems", "LinuxSystem", "RunningInstance", "TemporaryFolder", "bailey",
      ]),
    tests(
      "BrokerMessages",
      uses: [
        "BrokerMessages", "AppModel", "AuthenticationModel", "ProtectionModel", "KeychainModel", "SecretMemory",
        "WireFormat",
      ]),
    tests(
      "IPCServer",
      uses: [
        "IPCServer", "AppModel", "BrokerMessages", "BrokerTesting", "CryptoPrimitives", "IPCTransport", "KeychainModel",
        "LinuxSystem", "TemporaryFolder", "WireFormat",
      ]),
    tests(
      "BrokerClient",
      uses: [
        "BrokerClient", "AppModel", "BrokerMessages", "BrokerTesting", "IPCServer", "KeychainContract", "KeychainModel",
        "KeychainStore", "LinuxSystem", "ProtectionModelTesting", "TemporaryFolder",
      ]),
    tests("AppModel", uses: ["AppModel"]),
    tests("AppRegistry", uses: ["AppRegistry", "AppModel", "LinuxSystem", "TemporaryFolder"]),
    tests("Instance", uses: ["Instance", "InstanceLayout", "LinuxSystem", "TemporaryFolder"]),
    tests(
      "ProtectedFiles",
      uses: ["ProtectedFiles", "LinuxSystem", "SecretMemory", "CryptoPrimitives", "ProtectionModel"]),
    tests(
      "ProtectedFilesystem",
      uses: [
        "ProtectedFilesystem", "ProtectedFiles", "FilesystemCheck", "ProtectionModelTesting", "CrashSimulator",
        "DirectFiles", "PlainFilesystems", "FileSystemContract", "FuseSession", "LinuxSystem", "ProtectionModel",
        "SecretMemory",
      ]),
    tests("Benchmarks", uses: ["Benchmarks"]),
    tests("SecurityConstants", uses: ["SecurityConstants", "CoreFoundation"]),
    appTests("CommonCrypto", uses: ["CommonCrypto"]),
    appTests("CryptoKit", uses: ["CryptoKit"]),
    appTests("KeychainIdioms", uses: ["Security", "InProcessKeychain", "TestCertificates"]),
    tests(
      "PersonAuthentication",
      uses: ["PersonAuthentication", "AuthenticationModel", "KeychainModel", "LinuxSystem", "ProtectionModel"]),
    tests(
      "PromptAdapter",
      uses: ["PromptAdapter", "AuthenticationModel", "LinuxSystem", "SecretMemory", "TemporaryFolder"]),
    tests("FileProtection", uses: ["AppleFoundation", "RunningInstance", "bailey"]),
    .testTarget(
      name: "UIKitTests",
      dependencies: ["UIKit", "BrokerClient", "BrokerMessages", "BrokerTesting", "LinuxSystem", "ProtectionModel"],
      path: "Tests/UIKitTests",
      // Testing has an overlay for a UIKit with pictures, which Linux's toolchain names and does not hold.
      swiftSettings: settings + [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]),
    appTests(
      "LocalAuthentication", uses: ["LocalAuthentication", "AuthenticationModel", "BrokerClient", "LinuxSystem"]),
    tests(
      "Security",
      uses: [
        "Security", "BrokerClient", "CoreFoundation", "CryptoKit", "EnclaveKeyring", "KeychainModel", "LinuxSystem",
        "ProtectionModel", "ProtectionModelTesting", "SecretMemory", "TestCertificates",
      ]),
    tests("CryptoPrimitives", uses: ["CryptoPrimitives", "SecretMemory", "MemorySearch"]),
  ]
)
