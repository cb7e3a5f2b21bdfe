import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { dialog, shell } from "electron";
import { z } from "zod";
import { type ExternalHosts, hostOf, judgeExternal } from "./external-address.ts";

const profile = z.object({ oauth: z.object({ authorizeUrl: z.string() }).optional() });

/** The only way out: opens a sign-in page in the person's own browser, a host that no profile names only after a yes. */
export function openExternal(address: string, known: ExternalHosts): void {
  const verdict = judgeExternal(address, known);
  if (verdict.open === "no") return;
  if (verdict.open === "ask" && !isAllowed(verdict.url.hostname)) return;
  // Where no browser opens, the person copies the address from the window.
  shell.openExternal(verdict.url.href).catch(() => undefined);
}

/** The hosts where the ledgers of the profiles sign people in. */
export function signInHosts(resources: string): ExternalHosts {
  const folder = join(resources, "profiles");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => profile.safeParse(JSON.parse(readFileSync(join(folder, name), "utf8"))))
    .map(({ data }) => hostOf(data?.oauth?.authorizeUrl ?? ""))
    .filter((host) => host !== null);
}

function isAllowed(host: string): boolean {
  const answer = dialog.showMessageBoxSync({
    type: "question",
    title: "Open a page in the browser",
    message: `Sign in at ${host}?`,
    detail: "This address comes from the client's connection file. Open it only if it belongs to your ledger.",
    buttons: ["Cancel", "Open"],
    defaultId: 0,
    cancelId: 0,
  });
  return answer === 1;
}
