// SPDX-License-Identifier: Apache-2.0

/// What pages run so that a passkey can be made or used: browsers give passkeys to scripts alone.
package enum PasskeyScript {
  /// The script that asks the browser, and sends what the browser answers with the form around the button. Where it
  /// does not run, the button stays hidden.
  package static let text = """
    "use strict";
    for (const box of document.querySelectorAll("[data-passkey]")) {
      const kind = box.dataset.passkey;
      const reader = kind === "get" ? "parseRequestOptionsFromJSON" : "parseCreationOptionsFromJSON";
      if (!window.PublicKeyCredential || !PublicKeyCredential[reader]) continue;
      const form = box.closest("form");
      const button = box.querySelector("button");
      const problem = box.querySelector(".problem");
      box.hidden = false;
      button.addEventListener("click", async () => {
        button.disabled = true;
        problem.hidden = true;
        try {
          const publicKey = PublicKeyCredential[reader](JSON.parse(box.dataset.options));
          const credential = await navigator.credentials[kind]({ publicKey });
          for (const typed of form.querySelectorAll("input[type=password]")) typed.disabled = true;
          const field = document.createElement("input");
          field.type = "hidden";
          field.name = "response";
          field.value = JSON.stringify(credential.toJSON());
          form.append(field);
          form.action = box.dataset.action;
          form.submit();
        } catch (error) {
          console.info(error.name);
          problem.hidden = false;
          button.disabled = false;
        }
      });
    }

    """
}
