// SPDX-License-Identifier: Apache-2.0
// In the page's own world, before any script of the page: passes requests for passkeys on, and gives the page what it would get
// from the browser. Whatever Bailey does not answer goes to the browser's own dialogue, by the original functions.
(() => {
  if (typeof CredentialsContainer === "undefined" || typeof PublicKeyCredential === "undefined") return;
  const originals = { create: CredentialsContainer.prototype.create, get: CredentialsContainer.prototype.get };
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

  const own = (target, members) => {
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
    const inner = own(Object.create(type.prototype), isNew ? {
      clientDataJSON: decode(response.clientDataJSON), attestationObject: decode(response.attestationObject),
      getTransports: () => [...response.transports],
      getAuthenticatorData: () => decode(response.authenticatorData),
      getPublicKey: () => response.publicKey === undefined ? null : decode(response.publicKey),
      getPublicKeyAlgorithm: () => response.publicKeyAlgorithm,
    } : {
      clientDataJSON: decode(response.clientDataJSON), authenticatorData: decode(response.authenticatorData),
      signature: decode(response.signature), userHandle: response.userHandle ? decode(response.userHandle) : null,
    });
    return own(Object.create(PublicKeyCredential.prototype), {
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

  const ask = (kind, container, given, form) => new Promise((resolve, reject) => {
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
      handBack: end(() => apply(originals[kind], container, [given]).then(resolve, reject)),
    });
    signal?.addEventListener("abort", abort);
    send({ kind, number, options: form });
  });

  // Requests that are told apart by how they are made are the browser's.
  const isPlain = ({ mediation, uiMode }) =>
    (mediation === undefined || mediation === "optional" || mediation === "required") && uiMode === undefined;
  const wantsOther = (options) => {
    const hint = options.hints?.[0];
    return hint === "security-key" || hint === "hybrid" || options.authenticatorSelection?.authenticatorAttachment === "cross-platform";
  };

  const replace = (kind, toForm) => {
    const original = originals[kind];
    const replacement = { [kind](options) {
      const wanted = options?.publicKey;
      if (!wanted || !isPlain(options)) return apply(original, this, arguments);
      let form;
      try {
        if (wantsOther(wanted)) return apply(original, this, arguments);
        form = toForm(wanted);
      } catch {
        // The browser says what is wrong with it.
        return apply(original, this, arguments);
      }
      return ask(kind, this, options, form);
    } }[kind];
    defineProperty(CredentialsContainer.prototype, kind, {
      ...getOwnPropertyDescriptor(CredentialsContainer.prototype, kind), value: replacement,
    });
  };
  replace("create", creationForm);
  replace("get", requestForm);

  defineProperty(PublicKeyCredential, "isUserVerifyingPlatformAuthenticatorAvailable", {
    ...getOwnPropertyDescriptor(PublicKeyCredential, "isUserVerifyingPlatformAuthenticatorAvailable"),
    value: async function isUserVerifyingPlatformAuthenticatorAvailable() { return true; },
  });
})();
