import { signInFor } from "#main/ledgers/registry.ts";
import type { Ports } from "#main/ports/index.ts";
import type { StoredConnection } from "#main/store/clients/firm.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import type { DisconnectOutcome } from "#shared/contract/connections/sign-in.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { ledgerLabel } from "#shared/model/ledger/ledger-label.ts";
import type { ConnectionBook } from "../connection-book.ts";
import { type StoredFile, storedFile } from "../connection-file.ts";
import type { TokenSources } from "../token-sources.ts";
import type { Grants } from "./grants.ts";
import { noteLeftMirror } from "./left-mirrors.ts";
import { leaveTenant } from "./tenant-lookup.ts";

export interface DisconnectTools {
  readonly ports: Ports;
  readonly pool: WorkerPool;
  readonly tokens: TokenSources;
  readonly grants: Grants;
  readonly connections: ConnectionBook;
}

type Revoked = DisconnectOutcome["revoked"];

/**
 * Ends a connection: first the use of its tokens here, then at the ledger, then the tokens themselves.
 * The mirror and its cursors stay. A ledger that can't be reached does not keep the tokens here alive.
 * Failures: `not_found`, `keychain_unavailable` (nothing was deleted; the connection is ended all the same).
 */
export async function disconnect(tools: DisconnectTools, clientId: string, forget: boolean): Promise<Result<DisconnectOutcome, Failure>> {
  const { connections, tokens, ports, pool } = tools;
  const stored = await connections.find(clientId);
  if (stored === null) return fail({ code: "not_found", message: "This client isn't connected.", field: "client" });
  const file = storedFile(stored);
  // What a person grants in the browser after this would be kept for a client that is disconnected.
  connections.cancelSignIn(stored.connectionId);
  const others = (await connections.all()).filter(({ connectionId }) => connectionId !== stored.connectionId);
  const live = others.map(storedFile).filter(({ held }) => held?.endedAt === undefined);
  const shares = file.held?.grant !== undefined && live.some(({ held }) => held?.grant === file.held?.grant);
  const atLedger = await endAtLedger(
    tools,
    stored,
    file,
    shares,
    live.some((other) => sameApp(other, file)),
  );
  tokens.end(stored.connectionId);
  const forgotten = shares || !atLedger.ok ? ok(null) : await tokens.forget(stored.connectionId, file);
  const failed = [atLedger, forgotten].find((result) => !result.ok);
  if (failed !== undefined || !atLedger.ok) {
    await connections.changeFile(stored, (now) => ended(now, ports));
    const { failure } = failed as { readonly failure: Failure };
    return fail({
      ...failure,
      next: [
        "Tieout no longer sends anything for this client, but the client's sign-in tokens couldn't be deleted.",
        ...(failure.next === undefined ? [] : [failure.next]),
        "To delete the tokens, disconnect again.",
      ].join(" "),
    });
  }
  const revoked = atLedger.value;
  if (forget) {
    await noteLeftMirror(pool, stored);
    await pool.must("firm.removeConnection", { connectionId: stored.connectionId });
  } else await connections.changeFile(stored, (now) => ended(now, ports));
  return ok({ revoked, words: words(file, revoked, shares, forget) });
}

async function endAtLedger(
  { tokens, grants, ports }: DisconnectTools,
  stored: StoredConnection,
  file: StoredFile,
  shares: boolean,
  otherGrants: boolean,
): Promise<Result<Revoked, Failure>> {
  const { auth } = file;
  if (auth.type !== "oauth2_authorization_code" && auth.type !== "oauth2_refresh") return ok("not_needed");
  const takesOthers = shares || (otherGrants && signInFor(file.system).revocation === "consent");
  if (takesOthers) {
    const tenantsUrl = "tenantsUrl" in auth ? (auth.tenantsUrl ?? null) : null;
    const { source } = tokens.authFor(stored.connectionId, stored.tenantId, file);
    const access = tenantsUrl === null ? null : await source.token();
    if (access?.ok !== true) return ok(shares ? "not_needed" : "not_offered");
    const grant = { accessToken: access.value, ports, signal: new AbortController().signal };
    return ok((await leaveTenant(file.system, { tenantsUrl }, stored.tenantId, grant)) ? "revoked" : "unreachable");
  }
  const token = await tokens.refreshToken(stored.connectionId, file);
  if (!token.ok) return token;
  return ok(token.value === null ? "not_needed" : await grants.revoke(file, token.value));
}

function sameApp(other: StoredFile, file: StoredFile): boolean {
  const key = ({ auth }: StoredFile) => ("tokenUrl" in auth ? `${auth.tokenUrl} ${auth.clientId}` : "");
  return key(other) === key(file);
}

function ended(file: StoredFile, { clock }: Pick<Ports, "clock">): StoredFile {
  return { ...file, held: { ...file.held, endedAt: clock.now() } };
}

function words(file: StoredFile, revoked: Revoked, shares: boolean, forget: boolean): string[] {
  const label = ledgerLabel(file.system);
  return [
    atLedger(file, revoked, shares, label),
    forget
      ? "The client is disconnected. Its local copy stays on this computer. If you reconnect the same books, Tieout uses this copy again."
      : "The local copy stays available. Reconnect to continue syncing where it stopped.",
  ];
}

function atLedger({ auth }: StoredFile, revoked: Revoked, shares: boolean, label: string): string {
  if (shares) return sharedWords(revoked, label);
  if (revoked === "revoked") return `${label} ended Tieout's access to this client's books, and the stored tokens were deleted.`;
  if (revoked === "unreachable")
    return `The stored tokens were deleted, but ${label} didn't confirm that Tieout's access has ended. Also end Tieout's access to this client's books in ${label}.`;
  if (revoked === "not_offered")
    return `Tieout no longer has tokens for this client. If ${label} still gives Tieout access to this client's books, end it there; Tieout can't do that for you.`;
  if (auth.type === "bearer_env")
    return `Tieout stores no token for this connection. The token set up on this computer (${auth.variable}) works until it expires or you revoke it in the ledger.`;
  if (auth.type === "oauth1_token")
    return `Tieout stores no token for this connection. The token set up on this computer (${auth.tokenEnv}) works until you revoke it in the ledger.`;
  if (auth.type === "oauth2_client_credentials")
    return "Tieout sends nothing more for this client. Revoke the certificate in the ledger if nothing else uses it.";
  return "There was no token to delete.";
}

/** Tokens that other clients use are kept, whatever the ledger said about this one's books. */
function sharedWords(revoked: Revoked, label: string): string {
  const stays = "Another client uses the same sign-in, so Tieout keeps it.";
  if (revoked === "revoked") return `${label} ended Tieout's access to this client's books. ${stays}`;
  if (revoked === "unreachable")
    return `${stays} Tieout sends nothing more for this client. ${label} didn't confirm that Tieout's access to this client's books has ended, so end it in ${label}, too.`;
  return `${stays} Tieout sends nothing more for this client.`;
}
