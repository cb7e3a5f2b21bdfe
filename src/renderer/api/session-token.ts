const KEY = "tieout.token";
const CODE = /^#code=([\w-]+)/;

/**
 * The token of this tab's session with the browser host. The one-time code in the printed address is
 * exchanged for it; it is kept for this tab and the tabs opened from it, so that a reload works.
 * @returns an empty text when this tab has no session
 */
export async function openSession(): Promise<string> {
  // A new address pasted into this tab changes only its fragment, which loads nothing.
  window.addEventListener("hashchange", () => {
    if (CODE.test(window.location.hash)) window.location.reload();
  });
  const code = CODE.exec(window.location.hash)?.[1];
  if (code !== undefined) {
    window.history.replaceState(null, "", `${window.location.pathname}#/`);
    const token = await exchange(code);
    if (token !== null) window.sessionStorage.setItem(KEY, token);
  }
  return window.sessionStorage.getItem(KEY) ?? "";
}

async function exchange(code: string): Promise<string | null> {
  const answer = await fetch("/api/session", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code }),
  });
  if (!answer.ok) return null;
  const { value } = (await answer.json()) as { readonly value: { readonly token: string } };
  return value.token;
}
