// SPDX-License-Identifier: Apache-2.0
import JSONCoding

/// What pages of sites load: a page that was written for Apple's script runs with this one, since names, configuration, events and
/// errors are the same. The button is drawn here and says the provider's name.
package enum SitesScript {
  package static func text(provider: String, address: String) -> String {
    let facts = JSONValue.members(["name": .string(provider), "address": .string(address)])
    return "\"use strict\";\n(() => {\nconst provider = \(facts.text);\n\(body)})();\n"
  }

  private static let body = """
    const words = {
      en: { "sign-in": "Sign in with %", "sign-up": "Sign up with %", "continue": "Continue with %" },
      it: { "sign-in": "Accedi con %", "sign-up": "Iscriviti con %", "continue": "Continua con %" },
      zh: { "sign-in": "通过 % 登录", "sign-up": "通过 % 注册", "continue": "通过 % 继续" },
    };
    const names = { clientId: "client-id", scope: "scope", redirectURI: "redirect-uri", state: "state", nonce: "nonce",
      usePopup: "use-popup" };
    let settings = {};
    let open = null;

    function fromPage() {
      const found = {};
      for (const [key, name] of Object.entries(names)) {
        const tag = document.querySelector(`meta[name="appleid-signin-${name}"]`);
        if (tag) found[key] = key === "usePopup" ? tag.content === "true" : tag.content;
      }
      return found;
    }

    function address(wish, mode) {
      const fields = [["client_id", wish.clientId], ["redirect_uri", wish.redirectURI],
        ["response_type", "code id_token"], ["response_mode", mode], ["scope", wish.scope], ["state", wish.state],
        ["nonce", wish.nonce]];
      const encode = ([name, value]) => `${name}=${encodeURIComponent(value)}`;
      return `${provider.address}/auth/authorize?` + fields.filter(([, value]) => value).map(encode).join("&");
    }

    function tell(name, detail) { document.dispatchEvent(new CustomEvent(name, { detail })); }

    // One popup: a second attempt takes the place of the first.
    function popup(wish) {
      if (open) open.end({ error: "user_trigger_new_signin_flow" });
      const [width, height] = [Math.min(600, screen.availWidth), Math.min(760, screen.availHeight)];
      const [left, top] = [(screen.availWidth - width) / 2, (screen.availHeight - height) / 2].map(Math.round);
      const view = window.open(
        address(wish, "web_message"), "_blank", `popup,width=${width},height=${height},left=${left},top=${top}`);
      return new Promise((resolve, reject) => {
        const attempt = { end(error, answer) {
          clearInterval(watch);
          removeEventListener("message", hear);
          if (open === attempt) open = null;
          if (view && !view.closed) view.close();
          if (error) reject(error); else resolve(answer);
        } };
        function hear(event) {
          if (event.source !== view || event.origin !== provider.address || !event.data) return;
          if (event.data.error) attempt.end({ error: event.data.error });
          else if (event.data.authorization) attempt.end(null, event.data);
        }
        addEventListener("message", hear);
        const watch = setInterval(() => { if (view && view.closed) attempt.end({ error: "popup_closed_by_user" }); }, 200);
        open = attempt;
        if (!view) attempt.end({ error: "popup_blocked_by_browser" });
      });
    }

    async function signIn(changes) {
      const wish = { ...settings, ...changes };
      try {
        if (!wish.clientId || !wish.redirectURI) throw { error: "configuration_missing" };
        if (!wish.usePopup) {
          location.assign(address(wish, "form_post"));
          return await new Promise(() => {});
        }
        if (new URL(wish.redirectURI).origin !== location.origin) throw { error: "redirect_uri_origin_differs" };
        const answer = await popup(wish);
        tell("AppleIDSignInOnSuccess", answer);
        return answer;
      } catch (failure) {
        const detail = failure && failure.error ? failure : { error: String(failure) };
        tell("AppleIDSignInOnFailure", detail);
        throw detail;
      }
    }

    function label(type) {
      const language = document.documentElement.lang.slice(0, 2);
      const texts = words[language] || words.en;
      return (texts[type] || texts["sign-in"]).replace("%", () => provider.name);
    }

    function renderButton() {
      const place = document.getElementById("appleid-signin");
      if (!place) return;
      const wish = place.dataset;
      const button = document.createElement("button");
      button.type = "button";
      const text = label(wish.type);
      button.textContent = wish.mode === "logo-only" ? [...provider.name][0] : text;
      button.setAttribute("aria-label", text);
      const isLight = wish.color === "white";
      Object.assign(button.style, {
        font: "600 1rem/1.25 system-ui, sans-serif", boxSizing: "border-box", minHeight: "44px", minWidth: "44px",
        padding: ".5rem 1.25rem", cursor: "pointer", maxWidth: "100%", overflowWrap: "anywhere",
        color: isLight ? "#000" : "#fff", background: isLight ? "#fff" : "#000",
        border: wish.border === "false" ? "1px solid transparent" : `1px solid ${isLight ? "#000" : "#fff"}`,
        borderRadius: `${Number(wish.borderRadius) || 6}px`, textAlign: wish.mode === "left-align" ? "left" : "center",
      });
      for (const side of ["width", "height"]) {
        if (Number(wish[side]) > 44) button.style[side] = `${Number(wish[side])}px`;
        if (wish[side] === "100%") button.style[side] = "100%";
      }
      button.addEventListener("click", () => { signIn().catch(() => {}); });
      place.replaceChildren(button);
    }

    function init(wish) {
      settings = { ...fromPage(), ...wish };
      renderButton();
    }

    window.AppleID = { auth: { init, signIn, renderButton } };
    function begin() { if (!settings.clientId && fromPage().clientId) init({}); else renderButton(); }
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin); else begin();

    """
}
