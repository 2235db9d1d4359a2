// SPDX-License-Identifier: Apache-2.0
import SignInRules

extension RuleFinding {
  /// The evidence in words.
  var evidence: String {
    switch rule {
    case .secret(let rule): evidence(rule)
    case .request(let rule): evidence(rule)
    case .site(let rule): evidence(rule)
    }
  }

  /// The remedy in words.
  var remedy: String {
    switch rule {
    case .secret(let rule): rule.remedy
    case .request(let rule): rule.remedy
    case .site(let rule): rule.remedy
    }
  }

  private func seen(_ name: String) -> String { fact(name) ?? "" }

  private var listed: String { facts.map { "\($0.name) is \($0.value)" }.joined(separator: ", ") }

  private func evidence(_ rule: SecretRule) -> String {
    switch rule {
    case .notThreeParts: "the secret has \(seen("parts")) parts between full stops; a signed token has three"
    case .notJSON: "the \(fact("part") ?? "token") cannot be read: \(seen("reason"))"
    case .algorithmNotES256: "the header says alg \(seen("alg"))"
    case .keyIdMissing: "the header has no kid"
    case .keyIdUnknown: "the kid is \(seen("kid")); known are \(seen("known"))"
    case .keyRevoked, .keyOfAnotherApp: "the kid is \(seen("kid"))"
    case .issuerNotTeam: "iss is \(seen("iss")); the team is \(seen("expected"))"
    case .subjectNotClient: "sub is \(seen("sub")); client_id is \(seen("expected"))"
    case .audienceNotProvider: "aud is \(seen("aud")); the provider is \(seen("expected"))"
    case .claimMissing: "there is no \(seen("claim"))"
    case .claimNotNumber: "\(seen("claim")) is \(seen("value"))"
    case .issuedInFuture: "iat is \(seen("iat")), \(seen("secondsAhead")) seconds ahead of the clock"
    case .expired: "exp is \(seen("exp")), \(seen("secondsAgo")) seconds ago"
    case .livesTooLong: "it lives \(seen("seconds")) seconds; \(seen("longest")) are allowed"
    case .signatureDER: "the signature is \(seen("bytes")) bytes of DER; the two numbers alone are 64"
    case .signatureWrong: listed
    case .signedByOtherKey: "the kid is \(seen("kid")), and the key in \(seen("signer")) signed it"
    }
  }

  private func evidence(_ rule: RequestRule) -> String {
    switch rule {
    case .parameterMissing: "\(seen("parameter")) is missing or empty"
    case .parameterTwice: "\(seen("parameter")) is there more than once"
    case .parameterUnknown: "\(seen("parameter")) does not belong there"
    case .codeUnknown: "the code is none of this provider’s"
    default: listed
    }
  }
}

extension RuleFinding {
  private func evidence(_ rule: SiteRule) -> String {
    switch rule {
    case .sessionCookieLax:
      "the cookie \(seen("cookie")) has SameSite \(seen("sameSite")), and the answer is posted by another site; "
        + "the return address: \(seen("callback"))"
    case .returnFiltered: "the return address answers \(seen("status")) to a form from elsewhere"
    case .spacesAsPlus: "there is \(seen("parameter"))"
    case .userDropped where fact("goesTo") != nil: "the code goes on to \(seen("goesTo")) without user"
    case .nonceUnchecked, .stateUnchecked:
      seen("reason") == "absent" ? "there is none" : "another browser is given the same"
    default: listed
    }
  }
}

extension SiteRule {
  fileprivate var remedy: String {
    switch self {
    case .sessionCookieLax:
      "Answer the provider’s form with a redirect (303) to a page of yours, which gets all cookies, and look for the session there."
    case .returnFiltered:
      "Take the form from any address: they change, and prove nothing. Check state, and the token’s signature with the provider’s published keys."
    case .spacesAsPlus: "Write a space in an address as %20."
    case .userDropped: "Take user along and store it with the account: the provider says it once."
    case .nonceUnchecked:
      "Send a new nonce each time, keep it in the session, and compare it with the one in the token."
    case .stateUnchecked:
      "Send a new state each time, keep it in the session, and compare it with the one that comes back."
    case .secretRefused:
      "Check the Key ID, the team and the client, and that the key was not revoked and belongs to this app."
    }
  }
}

extension SecretRule {
  fileprivate var remedy: String {
    switch self {
    case .notThreeParts: "Send the signed token itself: not the .p8 file, not a placeholder, nothing cut off."
    case .notJSON: "Encode header and claims as JSON in base64url without padding, each member once."
    case .algorithmNotES256: "Sign with ES256 and the key of the .p8 file, and say so in the header."
    case .keyIdMissing: "Put the Key ID into the header as kid."
    case .keyIdUnknown: "Use the Key ID of a key that was made for this team; it is in the name of its file."
    case .keyRevoked: "Make a new key: a revoked one never counts again."
    case .keyOfAnotherApp: "Use a key of the primary app that this client is grouped with."
    case .issuerNotTeam: "iss is the Team ID: ten characters, not the Key ID and not the client."
    case .subjectNotClient: "sub and client_id are the same: a site’s Services ID, or an app’s bundle identifier."
    case .audienceNotProvider: "aud is the provider’s issuer, with https:// and without a slash at the end."
    case .claimMissing: "Add it: iss, sub, aud, iat and exp must all be there."
    case .claimNotNumber: "Write times as whole seconds since 1970, as a number and not as text."
    case .issuedInFuture: "Set this computer’s clock (NTP), or date the secret half a minute back."
    case .expired: "Make a new secret; make it when it is needed, or renew it in time."
    case .livesTooLong: "Let exp be at most 15,777,000 seconds, about six months, after iat."
    case .signatureDER: "Sign in the form of JOSE: both numbers with 32 bytes each, one after the other, without DER."
    case .signatureWrong: "Sign exactly the header and claims that are sent, with the key that kid names."
    case .signedByOtherKey: "Use the key and the Key ID that belong together: the file is named after its own."
    }
  }
}

extension RequestRule {
  fileprivate var remedy: String {
    switch self {
    case .bodyNotForm: "Send Content-Type: application/x-www-form-urlencoded, and the parameters in the body; not JSON."
    case .bodyNotEncoded: "Encode every value with percent signs, white space and what is not ASCII above all."
    case .parameterMissing: "Add it."
    case .parameterTwice: "Send it once."
    case .parameterUnknown: "Leave it out."
    case .clientUnknown: "Use the identifier exactly as it is registered; capital letters count."
    case .clientIsTeamPrefixed: "Leave the Team ID and the full stop at the beginning out."
    case .codeUnknown: "Send the code as it came, to the provider that gave it."
    case .codeExpired: "Redeem a code at once: it is good for five minutes."
    case .codeUsed: "Redeem a code once; do not repeat the request, and see that no page is loaded twice."
    case .codeOfAnotherClient:
      "Redeem with the client that asked: the app’s codes with its bundle identifier, the site’s with its Services ID."
    case .redirectDiffers: "Send the same redirect_uri as in the request to /auth/authorize, byte for byte."
    case .redirectNotRegistered: "Register this address, or use one that is registered, byte for byte."
    case .redirectNotAllowed: "Use https and a domain name: no number, no localhost, no fragment."
    case .scopeUnknown: "Ask for name, email or both, with a space (%20) between."
    case .responseTypeUnknown: "Ask for response_type=code, or code%20id_token."
    case .responseModeForbidden:
      "Use response_mode=form_post with scopes (in a popup web_message), and never query with an id_token."
    case .refreshRevoked: "Have the person sign in again: a token that was revoked does not come back."
    case .refreshOfAnotherClient: "Use the client that the refresh token was given to."
    case .consentRevoked: "Have the person sign in again: they took the consent back, or the app revoked it."
    case .grantUnknown: "Use grant_type=authorization_code or refresh_token."
    }
  }
}
