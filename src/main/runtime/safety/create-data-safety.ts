import type { ApiContext } from "#main/api/context.ts";
import type { FirmGrants } from "#main/firm/grants.ts";
import type { Ports } from "#main/ports/index.ts";
import type { ConnectionBook } from "#main/runtime/connection-book.ts";
import type { StoredFile } from "#main/runtime/connection-file.ts";
import type { LiveFirm } from "#main/runtime/live-firm.ts";
import { refreshTokenName } from "#main/signin/token-store.ts";
import type { HealthCheck } from "#shared/contract/app/data-safety.ts";
import { DataSafety } from "./data-safety.ts";

/** Wires what looks after the data folder. */
export function createDataSafety({
  ports,
  connections,
  live,
  about,
  ...others
}: Pick<ApiContext, "pool" | "engine" | "publish"> & {
  readonly ports: Ports;
  readonly connections: ConnectionBook;
  readonly live: Pick<LiveFirm, "firm">;
  readonly about: ApiContext["about"] | undefined;
  readonly isChecking: (clientId: string) => boolean;
}): DataSafety {
  return new DataSafety({
    ...others,
    ports,
    app: about?.version ?? "unknown",
    hasGrant: grantCheck(ports, () => live.firm.session?.grants ?? null),
    limitWarnings: async () => [...(await limitChecks(connections)), ...(await signInChecks(connections))],
  });
}

/** Whether a connection goes on without a new sign-in: the token is in this computer's keychain, or the firm's server has it. */
export function grantCheck(
  ports: Pick<Ports, "secrets">,
  firmGrants: () => Pick<FirmGrants, "read"> | null,
): (connectionId: string, file: StoredFile) => Promise<boolean> {
  const isShared = async (grantKey: string) => {
    const found = await firmGrants()?.read(grantKey);
    // One that can't be read now is still the firm's: it needs the server or an administrator, and no new sign-in.
    return found !== undefined && (!found.ok || found.value !== null);
  };
  return async (connectionId, file) => {
    const grantKey = file.held?.grant ?? connectionId;
    return !isGranted(file) || (await isShared(grantKey)) || (await inEitherSlot(ports, grantKey));
  };
}

async function inEitherSlot({ secrets }: Pick<Ports, "secrets">, grantKey: string): Promise<boolean> {
  const held = await Promise.all([secrets.get(refreshTokenName(grantKey, "a")), secrets.get(refreshTokenName(grantKey, "b"))]);
  return held.some((token) => token !== null);
}

/** Grants from a browser sign-in are in the keychain; other ways to sign in need nothing from it. */
function isGranted({ auth }: StoredFile): boolean {
  return auth.type === "oauth2_authorization_code" || auth.type === "oauth2_refresh";
}

/** Checks that each connection's sign-in is where it should be. The keychain itself has a separate line. */
async function signInChecks(connections: ConnectionBook): Promise<HealthCheck[]> {
  const checks: HealthCheck[] = [];
  for (const stored of await connections.all()) {
    const { state, words, next, keychain } = await connections.tokenState(stored);
    if (keychain.problem !== null || ["signed_in", "unknown", "ended"].includes(state)) continue;
    const isBad = state !== "not_signed_in" && state !== "needs_sign_in";
    const what = `sign-in of ${connections.view(stored).name}`;
    checks.push({ what, ok: !isBad, state: isBad ? "bad" : "warning", detail: words, next, clientId: stored.clientId });
  }
  return checks;
}

/** Old numbers are a warning: they make nothing wrong yet. */
async function limitChecks(connections: ConnectionBook): Promise<HealthCheck[]> {
  return (await connections.all()).flatMap((stored): HealthCheck[] => {
    const limits = connections.limits(stored);
    const { clientId } = stored;
    const what = `rate limits of ${connections.view(stored).name}`;
    if (!limits.ok) return [{ what, ok: false, state: "bad", detail: limits.failure.message, next: limits.failure.next ?? null, clientId }];
    if (limits.value.warning === null) return [];
    return [
      {
        what,
        ok: true,
        state: "warning",
        detail: limits.value.warning,
        next: "Look up the ledger's current limits. If they differ from Tieout's, enter them on the client's Connection screen, or run: tieout limits set --client ID --file FILE.",
        clientId,
      },
    ];
  });
}
