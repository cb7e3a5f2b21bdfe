/** One tenant that a person may let an app into. */
export interface OfferedTenant {
  readonly tenantId: string;
  readonly name: string;
}

export interface ConsentQuestion {
  readonly ledger: string;
  readonly app: string;
  readonly scopes: readonly string[];
  readonly tenants: readonly OfferedTenant[];
  /** Several may be ticked, or one is chosen. */
  readonly several: boolean;
}

const STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem;color:#1c1c1c;background:#fff}" +
  "fieldset{border:1px solid #bbb;border-radius:8px;padding:1rem;margin:1rem 0}label{display:block;padding:.3rem 0}" +
  "button{font:inherit;padding:.5rem 1.2rem;border-radius:6px;border:1px solid #444;background:#fff;margin-right:.5rem}" +
  "button.yes{background:#14532d;color:#fff;border-color:#14532d}:focus-visible{outline:3px solid #1d4ed8;outline-offset:2px}";

/** A plain form that a keyboard can confirm: ticked and focused so that Enter consents. It runs nothing. */
export function consentPage({ ledger, app, scopes, tenants, several }: ConsentQuestion): string {
  const kind = several ? "checkbox" : "radio";
  const rows = tenants.map(
    ({ tenantId, name }, index) =>
      `<label><input type="${kind}" name="tenant" value="${escaped(tenantId)}"${several || index === 0 ? " checked" : ""}> ${escaped(name)}</label>`,
  );
  return page(
    `Sign in to ${ledger}`,
    `<p>This is a practice ledger on your own machine. No account is needed and nothing leaves it.</p>
<p><strong>${escaped(app)}</strong> asks to read and write the books of:</p>
<form method="post">
<fieldset><legend>${several ? "Companies" : "Company"}</legend>${rows.join("\n")}</fieldset>
<p>What it asks for: ${escaped(scopes.join(", ") || "everything")}</p>
<button class="yes" name="decision" value="allow" autofocus>Allow access</button>
<button name="decision" value="deny">Cancel</button>
</form>`,
  );
}

/** Where a person gives a practice ledger the public part of a key. */
export function uploadPage(certificateId: string | null, failure: string | null): string {
  const answer =
    certificateId !== null
      ? `<p role="status">The certificate is uploaded. Its ID is <code>${escaped(certificateId)}</code>. Enter this ID in Tieout.</p>`
      : failure === null
        ? ""
        : `<p role="alert">${escaped(failure)}</p>`;
  return page(
    "Upload a certificate",
    `${answer}<p>Paste the certificate that Tieout shows (the public part, PEM text), as you would at a real ledger.</p>
<form method="post">
<label>Client ID of the app <input name="app" value="tieout-practice" required></label>
<label>Certificate<br><textarea name="certificate" rows="14" cols="64" required autofocus></textarea></label>
<button class="yes">Upload</button>
</form>`,
  );
}

/** What a person sees when an app asked in a way that no redirect may answer. */
export function refusalPage(words: string): string {
  return page("Not possible", `<p role="alert">${escaped(words)}</p>`);
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title><style>${STYLE}</style></head><body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
