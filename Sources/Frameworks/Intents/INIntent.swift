// SPDX-License-Identifier: Apache-2.0
public import Foundation

// SiriKit's intents as far as widgets are configured by them: a definition that Xcode edits names the parameters, and the SDK's compiler
// makes a class of it. Who asks by voice, and extensions that handle intents, are not here.

/// The choices of a widget's owner, as a definition names them. Source: `Intents.INIntent`.
open class INIntent: NSObject {
  /// An intent for which nobody has chosen anything.
  public required override init() { super.init() }

  /// The parameters that the definition names. The class that the SDK makes of it overrides this.
  open var definedParameters: [DefinedIntentParameter] { [] }
}

/// A value of an app's own, which an intent names. Source: `Intents.INObject`.
open class INObject: NSObject {
  /// The name of the object in its app.
  public let identifier: String?
  /// The name of the object for people.
  public let displayString: String
  /// The way in which its name is said.
  public let pronunciationHint: String?
  /// The words below its name.
  public var subtitleString: String?

  /// An object by its names.
  ///
  /// - Parameters:
  ///   - identifier: What its app calls it.
  ///   - display: What people call it.
  ///   - pronunciationHint: How that is said.
  public required init(identifier: String?, display: String, pronunciationHint: String? = nil) {
    (self.identifier, self.displayString, self.pronunciationHint) = (identifier, display, pronunciationHint)
    super.init()
  }

  /// Whether both have the same names.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? INObject, type(of: other) == type(of: self) else { return false }
    return other.identifier == identifier && other.displayString == displayString
  }
  /// The number that equal objects share.
  open override var hash: Int { identifier.hashValue ^ displayString.hashValue }
}

/// The entry point of an extension that handles SiriKit intents, unavailable here. Source: `Intents.INExtension`.
@available(
  *, unavailable,
  message: "SiriKit's extensions are not here: use AppIntents, whose queries are the widget extension's own"
)
open class INExtension {}
