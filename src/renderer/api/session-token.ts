const KEY = "tieout.token";
const CODE = /^#code=([\w-]+)/;

/**
 * The token of this tab's session with the browser host, as often as it is asked for. The one-time code in the printed
 * address is exchanged for it; it is kept for this tab and the tabs opened from it, so that a reload works.
 * It is an empty text when this tab has no session; an exchange that reached nobody is tried again when it is asked for next.
 */
export function openSession(): () => Promise<string> {
  // A new address pasted into this tab changes only its fragment, which loads nothing.
  window.addEventListener("hashchange", () => {
    if (CODE.test(window.location.hash)) window.location.reload();
  });
  const code = CODE.exec(window.location.hash)?.[1];
  if (code !== undefined) window.history.replaceState(null, "", `${window.location.pathname}#/`);
  let exchanged: Promise<void> | null = code === undefined ? Promise.resolve() : null;
  return async () => {
    exchanged ??= exchange(code ?? "").catch((error: unknown) => {
      exchanged = null;
      throw error;
    });
    await exchanged;
    return window.sessionStorage.getItem(KEY) ?? "";
  };
}

async function exchange(code: string): Promise<void> {
  const answer = await fetch("/api/session", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code }),
  });
  if (!answer.ok) return;
  const { value } = (await answer.json()) as { readonly value: { readonly token: string } };
  window.sessionStorage.setItem(KEY, value.token);
}
