// SPDX-License-Identifier: Apache-2.0
// In the page's own world, before any script of the page: passes requests for passkeys on, and gives the page what it would get
// from the browser. Whatever Bailey does not answer goes to the browser's own dialogue, by the original functions.
(() => {
  if (typeof CredentialsContainer === "undefined" || typeof PublicKeyCredential === "undefined") return;
  const originals = { create: CredentialsContainer.prototype.create, get: CredentialsContainer.prototype.get };
  const own = PublicKeyCredential;
  const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const [parse, stringify] = [JSON.parse, JSON.stringify];
  const [toText, fromText] = [btoa, atob];
  const dispatch = EventTarget.prototype.dispatchEvent;
  const Custom = CustomEvent;
  const detailOf = getOwnPropertyDescriptor(CustomEvent.prototype, "detail").get;
  const waiting = new Map();
  let count = 0;

  // MARK: The forms of WebAuthn Level 3, 5.1.8 to 5.1.10

  const encode = (source) => {
    const bytes = source instanceof ArrayBuffer ? new Uint8Array(source)
      : new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return toText(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  };
  const decode = (text) => {
    const binary = fromText(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0)).buffer;
  };
  const descriptors = (list) => Array.from(list ?? [], ({ type, id, transports }) => ({
    type, id: encode(id), ...(transports ? { transports: Array.from(transports) } : {}),
  }));
  const salts = ({ first, second }) => ({ first: encode(first), ...(second ? { second: encode(second) } : {}) });
  const extensions = (given) => {
    const made = {};
    for (const [name, value] of Object.entries(given ?? {})) {
      if (name === "prf") {
        made.prf = {};
        if (value.eval) made.prf.eval = salts(value.eval);
        if (value.evalByCredential) {
          made.prf.evalByCredential = Object.fromEntries(
            Object.entries(value.evalByCredential).map(([id, inputs]) => [id, salts(inputs)]));
        }
      } else if (name === "largeBlob") {
        made.largeBlob = { ...value, ...(value.write ? { write: encode(value.write) } : {}) };
      } else if (value === null || typeof value !== "object") {
        made[name] = value;
      }
    }
    return made;
  };
  const creationForm = (options) => ({
    rp: { name: String(options.rp.name), ...(options.rp.id === undefined ? {} : { id: String(options.rp.id) }) },
    user: {
      id: encode(options.user.id), name: String(options.user.name), displayName: String(options.user.displayName),
    },
    challenge: encode(options.challenge),
    pubKeyCredParams: Array.from(options.pubKeyCredParams, ({ type, alg }) => ({ type, alg })),
    excludeCredentials: descriptors(options.excludeCredentials),
    authenticatorSelection: { ...options.authenticatorSelection },
    attestation: options.attestation ?? "none",
    hints: Array.from(options.hints ?? []),
    extensions: extensions(options.extensions),
    ...(options.timeout === undefined ? {} : { timeout: Number(options.timeout) }),
  });
  const requestForm = (options) => ({
    challenge: encode(options.challenge),
    ...(options.rpId === undefined ? {} : { rpId: String(options.rpId) }),
    allowCredentials: descriptors(options.allowCredentials),
    userVerification: options.userVerification ?? "preferred",
    hints: Array.from(options.hints ?? []),
    extensions: extensions(options.extensions),
    ...(options.timeout === undefined ? {} : { timeout: Number(options.timeout) }),
  });

  // MARK: What the page gets

  const give = (target, members) => {
    for (const [name, value] of Object.entries(members)) {
      defineProperty(target, name, { value, enumerable: true, configurable: true, writable: false });
    }
    return target;
  };
  const results = (given) => {
    const made = { ...given };
    if (made.prf?.results) {
      made.prf = { ...made.prf, results: Object.fromEntries(
        Object.entries(made.prf.results).map(([name, text]) => [name, decode(text)])) };
    }
    if (made.largeBlob?.blob) made.largeBlob = { ...made.largeBlob, blob: decode(made.largeBlob.blob) };
    return made;
  };
  const credential = (form) => {
    const { response } = form;
    const isNew = response.attestationObject !== undefined;
    const type = isNew ? AuthenticatorAttestationResponse : AuthenticatorAssertionResponse;
    const inner = give(Object.create(type.prototype), isNew ? {
      clientDataJSON: decode(response.clientDataJSON), attestationObject: decode(response.attestationObject),
      getTransports: () => [...response.transports],
      getAuthenticatorData: () => decode(response.authenticatorData),
      getPublicKey: () => response.publicKey === undefined ? null : decode(response.publicKey),
      getPublicKeyAlgorithm: () => response.publicKeyAlgorithm,
    } : {
      clientDataJSON: decode(response.clientDataJSON), authenticatorData: decode(response.authenticatorData),
      signature: decode(response.signature), userHandle: response.userHandle ? decode(response.userHandle) : null,
    });
    return give(Object.create(PublicKeyCredential.prototype), {
      id: form.id, rawId: decode(form.rawId), type: form.type, response: inner,
      authenticatorAttachment: form.authenticatorAttachment ?? null,
      getClientExtensionResults: () => results(form.clientExtensionResults),
      toJSON: () => parse(stringify(form)),
    });
  };

  // MARK: Asking

  document.addEventListener("bailey-passkey-answer", (event) => {
    const answer = parse(apply(detailOf, event, []));
    if (answer.lost) {
      // Nobody answers any more: the browser's own dialogue does.
      for (const { handBack } of waiting.values()) handBack();
      waiting.clear();
      return;
    }
    const request = waiting.get(answer.number);
    if (!request) return;
    waiting.delete(answer.number);
    if (answer.browser) request.handBack();
    else if (answer.error) request.reject(new DOMException(answer.message ?? "", answer.error));
    else request.resolve(credential(answer.credential));
  });

  const send = (request) => {
    apply(dispatch, document, [new Custom("bailey-passkey-request", { detail: stringify(request) })]);
  };

  const ask = (kind, container, given, form, manner) => new Promise((resolve, reject) => {
    const { signal } = given;
    if (signal?.aborted) return reject(signal.reason);
    const number = ++count;
    const end = (body) => (value) => {
      signal?.removeEventListener("abort", abort);
      body(value);
    };
    const abort = () => {
      if (!waiting.delete(number)) return;
      send({ kind: "cancel", number });
      reject(signal.reason);
    };
    waiting.set(number, {
      resolve: end(resolve), reject: end(reject),
      // Where the browser was asked at the same time it goes on with that.
      handBack: manner === "conditional" ? () => {}
        : end(() => apply(originals[kind], container, [given]).then(resolve, reject)),
    });
    signal?.addEventListener("abort", abort);
    send({ kind, number, options: form, immediate: manner === "immediate", conditional: manner === "conditional" });
  });

  // Beside Bailey the browser offers what it knows itself: what the person takes first counts, and the other is given up.
  const askBoth = (container, given, form) => new Promise((resolve, reject) => {
    const [ours, theirs] = [new Controller(), new Controller()];
    const { signal } = given;
    const abort = () => { abortBy(ours, signal.reason); abortBy(theirs, signal.reason); reject(signal.reason); };
    if (signal?.aborted) return reject(signal.reason);
    signal?.addEventListener("abort", abort);
    const end = (other, body) => (value) => {
      signal?.removeEventListener("abort", abort);
      abortBy(other);
      body(value);
    };
    ask("get", container, { ...given, signal: ours.signal, mediation: "conditional" }, form, "conditional")
      .then(end(theirs, resolve), (error) => { if (error?.name !== "NotAllowedError") end(theirs, reject)(error); });
    // Where the browser has none of its own it says so, and Bailey's offer stays.
    apply(originals.get, container, [{ ...given, signal: theirs.signal }])
      .then(end(ours, resolve), (error) => { if (isFault(error)) end(ours, reject)(error); });
  });
  const Controller = AbortController;
  const abortOf = AbortController.prototype.abort;
  const abortBy = (controller, reason) => apply(abortOf, controller, [reason]);
  const isFault = (error) => error?.name === "SecurityError" || error?.name === "SyntaxError" || error instanceof TypeError;

  /// How a request is made: null for what the browser alone answers.
  const manner = (kind, { mediation, uiMode }) => {
    if (mediation === "immediate" || uiMode === "immediate") return kind === "get" ? "immediate" : null;
    if (uiMode !== undefined) return null;
    if (mediation === undefined || mediation === "optional" || mediation === "required") return "asked";
    // A passkey that nobody is asked about is none of Bailey's.
    return mediation === "conditional" && kind === "get" ? "conditional" : null;
  };
  const wantsOther = (options) => {
    const hint = options.hints?.[0];
    return hint === "security-key" || hint === "hybrid" || options.authenticatorSelection?.authenticatorAttachment === "cross-platform";
  };

  const replace = (kind, toForm) => {
    const original = originals[kind];
    const replacement = { [kind](options) {
      const wanted = options?.publicKey;
      const how = wanted ? manner(kind, options) : null;
      if (how === null) return apply(original, this, arguments);
      let form;
      try {
        if (wantsOther(wanted)) return apply(original, this, arguments);
        form = toForm(wanted);
      } catch {
        // The browser says what is wrong with it.
        return apply(original, this, arguments);
      }
      return how === "conditional" ? askBoth(this, options, form) : ask(kind, this, options, form, how);
    } }[kind];
    defineProperty(CredentialsContainer.prototype, kind, {
      ...getOwnPropertyDescriptor(CredentialsContainer.prototype, kind), value: replacement,
    });
  };
  replace("create", creationForm);
  replace("get", requestForm);

  // MARK: What a page may ask about, and tell

  const replaceStatic = (name, body) => {
    const there = getOwnPropertyDescriptor(own, name);
    const value = { async [name](...words) { return body(there?.value, ...words); } }[name];
    defineProperty(own, name, { enumerable: true, configurable: true, writable: true, ...there, value });
  };
  replaceStatic("isUserVerifyingPlatformAuthenticatorAvailable", () => true);
  replaceStatic("isConditionalMediationAvailable", () => true);
  // What the browser can do by itself stays said by it.
  replaceStatic("getClientCapabilities", async (original) => ({
    ...(original ? await apply(original, own, []) : {}),
    conditionalGet: true, immediateGet: true, passkeyPlatformAuthenticator: true,
    userVerifyingPlatformAuthenticator: true, relatedOrigins: true, signalAllAcceptedCredentials: true,
    signalCurrentUserDetails: true, signalUnknownCredential: true, "extension:credProps": true,
    "extension:largeBlob": true, "extension:prf": true,
  }));

  // Nothing of what becomes of it is told.
  const tell = (what, form) => send({ kind: "signal", number: ++count, options: { what, ...form } });
  const text = (value) => {
    if (value === undefined) throw new TypeError("a member is missing");
    return String(value);
  };
  const passOn = (original, words) => original ? apply(original, own, words) : undefined;
  replaceStatic("signalUnknownCredential", (original, options) => {
    tell("unknown", { rpId: text(options?.rpId), credential: text(options.credentialId) });
    return passOn(original, [options]);
  });
  replaceStatic("signalAllAcceptedCredentials", (original, options) => {
    const credentials = Array.from(options?.allAcceptedCredentialIds, String);
    tell("accepted", { rpId: text(options.rpId), user: text(options.userId), credentials });
    return passOn(original, [options]);
  });
  replaceStatic("signalCurrentUserDetails", (original, options) => {
    tell("details", {
      rpId: text(options?.rpId), user: text(options.userId), name: text(options.name), displayName: text(options.displayName),
    });
    return passOn(original, [options]);
  });
})();
