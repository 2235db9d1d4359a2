// SPDX-License-Identifier: Apache-2.0

/// The types of data and the purposes that a manifest may name, as a label shows them.
package enum DataTypes {
  package static let groups: [(title: String, types: KeyValuePairs<String, String>)] = [
    (
      "Contact Info",
      [
        "Name": "Name", "EmailAddress": "Email Address", "PhoneNumber": "Phone Number",
        "PhysicalAddress": "Physical Address", "OtherUserContactInfo": "Other User Contact Info",
      ]
    ),
    ("Health & Fitness", ["Health": "Health", "Fitness": "Fitness"]),
    (
      "Financial Info",
      ["PaymentInfo": "Payment Info", "CreditInfo": "Credit Info", "OtherFinancialInfo": "Other Financial Info"]
    ),
    ("Location", ["PreciseLocation": "Precise Location", "CoarseLocation": "Coarse Location"]),
    ("Sensitive Info", ["SensitiveInfo": "Sensitive Info"]),
    ("Contacts", ["Contacts": "Contacts"]),
    (
      "User Content",
      [
        "EmailsOrTextMessages": "Emails or Text Messages", "PhotosorVideos": "Photos or Videos",
        "AudioData": "Audio Data", "GameplayContent": "Gameplay Content", "CustomerSupport": "Customer Support",
        "OtherUserContent": "Other User Content",
      ]
    ),
    ("Browsing History", ["BrowsingHistory": "Browsing History"]),
    ("Search History", ["SearchHistory": "Search History"]),
    ("Identifiers", ["UserID": "User ID", "DeviceID": "Device ID"]),
    ("Purchases", ["PurchaseHistory": "Purchase History"]),
    (
      "Usage Data",
      [
        "ProductInteraction": "Product Interaction", "AdvertisingData": "Advertising Data",
        "OtherUsageData": "Other Usage Data",
      ]
    ),
    (
      "Diagnostics",
      [
        "CrashData": "Crash Data", "PerformanceData": "Performance Data",
        "OtherDiagnosticData": "Other Diagnostic Data",
      ]
    ),
    ("Surroundings", ["EnvironmentScanning": "Environment Scanning"]),
    ("Body", ["Hands": "Hands", "Head": "Head"]),
    ("Other Data", ["OtherDataTypes": "Other Data Types"]),
  ]

  package static let purposes: [String: String] = [
    "ThirdPartyAdvertising": "Third-Party Advertising", "DeveloperAdvertising": "Developer’s Advertising or Marketing",
    "Analytics": "Analytics", "ProductPersonalization": "Product Personalization",
    "AppFunctionality": "App Functionality", "Other": "Other Purposes",
  ]

  package static func title(of type: String) -> String? {
    groups.lazy.compactMap { group in group.types.first { $0.key == type }?.value }.first
  }

  package static func group(of type: String) -> String {
    groups.first { $0.types.contains { $0.key == type } }?.title ?? "Other Data"
  }
}

/// Categories of calls that a program must give a reason for.
package enum RequiredReason: String, Sendable, CaseIterable {
  case fileTimestamp = "FileTimestamp"
  case systemBootTime = "SystemBootTime"
  case diskSpace = "DiskSpace"
  case activeKeyboards = "ActiveKeyboards"
  case userDefaults = "UserDefaults"

  package var reasons: [String] {
    switch self {
    case .fileTimestamp: ["DDA9.1", "C617.1", "3B52.1", "0A2A.1"]
    case .systemBootTime: ["35F9.1", "8FFB.1", "3D61.1"]
    case .diskSpace: ["85F4.1", "E174.1", "7D9E.1", "B728.1"]
    case .activeKeyboards: ["3EC4.1", "54BD.1"]
    case .userDefaults: ["CA92.1", "1C8F.1", "C56D.1", "AC6B.1"]
    }
  }

  /// The reasons for libraries alone, which call on behalf of whoever uses them.
  var reasonsOfLibraries: Set<String> {
    switch self {
    case .fileTimestamp: ["0A2A.1"]
    case .userDefaults: ["C56D.1"]
    default: []
    }
  }

  /// The calls of the category in a Linux program: these functions, and Swift symbols with these parts.
  private var functions: Set<String> {
    switch self {
    case .fileTimestamp:
      [
        "stat", "stat64", "lstat", "lstat64", "fstat", "fstat64", "fstatat", "fstatat64", "statx", "__xstat",
        "__xstat64", "__lxstat", "__lxstat64", "__fxstat", "__fxstat64", "__fxstatat", "__fxstatat64",
      ]
    case .systemBootTime: ["sysinfo", "times"]
    case .diskSpace: ["statfs", "statfs64", "fstatfs", "fstatfs64", "statvfs", "statvfs64", "fstatvfs", "fstatvfs64"]
    case .activeKeyboards:
      [
        "XkbGetState", "XkbGetKeyboard", "XkbGetNames", "xkb_state_serialize_layout", "xkb_keymap_layout_get_name",
        "ibus_bus_get_global_engine", "ibus_bus_list_active_engines",
      ]
    case .userDefaults: ["g_settings_new", "g_settings_new_with_path", "dconf_client_new", "dconf_client_read"]
    }
  }

  private var parts: [String] {
    switch self {
    case .fileTimestamp: ["contentModificationDate", "creationDate", "modificationDateKey"]
    case .systemBootTime: ["systemUptime", "mach_absolute_time"]
    case .diskSpace: ["volumeAvailableCapacity", "systemFreeSize", "volumeTotalCapacity"]
    case .activeKeyboards: ["activeInputModes"]
    case .userDefaults: ["Foundation12UserDefaults"]
    }
  }

  /// The category of a symbol; nil for one that needs no reason.
  package static func category(of symbol: String) -> RequiredReason? {
    allCases.first { category in
      category.functions.contains(symbol) || (symbol.hasPrefix("$s") && category.parts.contains { symbol.contains($0) })
    }
  }
}
