import type { Connections } from "#main/api/context.ts";
import { signInFor } from "#main/ledgers/registry.ts";
import type { Clock } from "#main/ports/index.ts";
import { refuseNewOAuth1 } from "#main/signin/oauth1.ts";
import type { StoredConnection } from "#main/store/clients/firm.ts";
import { discover, notContinued } from "#main/sync/discover.ts";
import type { LedgerLink } from "#main/sync/ledger-link.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import type { VerifiedLimitsView } from "#shared/contract/app/settings.ts";
import type { ConnectionView } from "#shared/contract/clients/clients.ts";
import type { CapabilityReport } from "#shared/contract/connections/capabilities.ts";
import type { LimitsView } from "#shared/contract/connections/connections.ts";
import type { TokenStateView } from "#shared/contract/connections/token-state.ts";
import type { QueueView } from "#shared/contract/sync/sync.ts";
import { assert } from "#shared/kernel/assert.ts";
import { instantFromMs, localDay } from "#shared/kernel/instant.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { t, tEach } from "#shared/language/t.ts";
import type { LedgerSystem } from "#shared/model/books/source-ref.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { ledgerLabel } from "#shared/model/ledger/ledger-label.ts";
import { readConnectionFile, type StoredFile, storedFile } from "./connection-file.ts";
import type { LedgerLinks } from "./ledger-links.ts";
import { checkOwnLimits, limitsView, verifiedLimitsViews } from "./limits-view.ts";
import type { Grants } from "./sign-in/grants.ts";
import { mirrorOfOther } from "./sign-in/left-mirrors.ts";
import type { TokenSources } from "./token-sources.ts";

/** The firm's connections: stored in the firm file, and turned into links when a request is to be sent. */
export class ConnectionBook implements Connections {
  readonly #pool: WorkerPool;
  readonly #links: LedgerLinks;
  readonly #tokens: TokenSources;
  readonly #grants: Grants;
  /** Sign-ins in progress with the connections that they are for, so that they can be cancelled. */
  readonly #signIns = new Map<AbortController, string>();
  readonly #clock: Clock;
  readonly #uuid: () => string;

  readonly #limitsJson: unknown;

  constructor(options: {
    readonly pool: WorkerPool;
    readonly links: LedgerLinks;
    readonly tokens: TokenSources;
    readonly grants: Grants;
    readonly clock: Clock;
    readonly uuid: () => string;
    readonly limitsJson: unknown;
  }) {
    this.#limitsJson = options.limitsJson;
    this.#pool = options.pool;
    this.#links = options.links;
    this.#tokens = options.tokens;
    this.#grants = options.grants;
    this.#clock = options.clock;
    this.#uuid = options.uuid;
  }

  all(): Promise<readonly StoredConnection[]> {
    return this.#pool.must("firm.connections", {});
  }

  find(clientId: string): Promise<StoredConnection | null> {
    return this.#pool.must("firm.connection", { clientId });
  }

  async linkFor(clientId: string): Promise<LedgerLink | null> {
    const stored = await this.find(clientId);
    if (stored === null) return null;
    const link = this.#links.link(stored, storedFile(stored));
    // The file was checked when it was added, so what fails now is a profile or limits file of this machine.
    if (!link.ok) throw new Error(`connection of client ${clientId}: ${link.failure.message}`);
    return link.value;
  }

  async add(clientId: string, fileText: string): Promise<Result<ConnectionView, Failure>> {
    const file = readConnectionFile(fileText);
    if (!file.ok) return file;
    const { system, auth, tenantId } = file.value;
    const refused = auth.type === "oauth1_token" ? refuseOAuth1(system, localDay(this.#clock.nowMs())) : null;
    if (refused !== null) return fail(refused);
    return this.addWith(clientId, file.value, (connectionId, signal) =>
      this.#grants.signIn({ connectionId, tenantId, file: file.value }, signal),
    );
  }

  /**
   * Adds a connection with the tokens from `sign`: asks the ledger what it can do, and only then stores it.
   * @param sign is called after everything that can be checked in advance; if it fails, nothing is kept
   */
  async addWith(
    clientId: string,
    file: StoredFile,
    sign: (connectionId: string, signal: AbortSignal) => Promise<Result<null, Failure>>,
  ): Promise<Result<ConnectionView, Failure>> {
    const stored: StoredConnection = {
      connectionId: this.#uuid(),
      clientId,
      system: file.system,
      tenantId: file.tenantId,
      body: JSON.stringify(file),
      discovery: null,
      discoveredMs: null,
    };
    const taken = (await this.all()).find(
      (other) => other.clientId === clientId || (other.system === stored.system && other.tenantId === stored.tenantId),
    );
    if (taken !== undefined) return fail(alreadyConnected(taken, clientId));
    const otherMirror = await mirrorOfOther(this.#pool, stored);
    if (otherMirror !== null) return fail(otherMirror);
    const link = this.#links.link(stored, file);
    if (!link.ok) return link;
    return this.#cancellable(stored.connectionId, async (signal) => {
      const signedIn = await sign(stored.connectionId, signal);
      if (!signedIn.ok) return signedIn;
      const added = await this.#discoverAndSave(stored, link.value, signal);
      // The tokens of a connection that isn't kept would never be used or revoked; a shared grant has other users.
      if (!added.ok && file.held?.grant === undefined) await this.#tokens.forget(stored.connectionId, file);
      return added;
    });
  }

  async signIn(clientId: string): Promise<Result<{ readonly connectionId: string }, Failure>> {
    const stored = await this.find(clientId);
    if (stored === null) return fail({ code: "not_found", message: "This client isn't connected to a ledger.", field: "client" });
    const file = storedFile(stored);
    const isEnded = file.held?.endedAt !== undefined;
    if (file.auth.type !== "oauth2_authorization_code" && !isEnded)
      return fail({
        code: "not_supported",
        message: "This client's connection doesn't sign in through the browser.",
        field: "client",
        next:
          file.auth.type === "oauth2_client_credentials"
            ? "To use another certificate, remove the client's connection, then connect the client again."
            : "Set the new token or keys in the connection's environment variables, then restart Tieout.",
      });
    const { connectionId, tenantId } = stored;
    const signedIn = await this.#cancellable(connectionId, (signal) => this.#grants.signIn({ connectionId, tenantId, file }, signal));
    if (!signedIn.ok) return signedIn;
    if (isEnded) await this.changeFile(stored, (now) => ({ ...now, held: { ...now.held, endedAt: undefined } }));
    return ok({ connectionId });
  }

  /**
   * Changes a connection's stored file. It starts from the newest version, which may differ from the one the
   * caller read, and the next link uses it. A connection that was removed in the meantime stays removed.
   */
  async changeFile({ connectionId, clientId, tenantId }: StoredConnection, change: (file: StoredFile) => StoredFile): Promise<void> {
    for (;;) {
      const now = await this.find(clientId);
      if (now?.connectionId !== connectionId) return;
      const file = change(storedFile(now));
      const { replaced } = await this.#pool.must("firm.updateConnection", { connectionId, was: now.body, body: JSON.stringify(file) });
      if (!replaced) continue;
      this.#tokens.authFor(connectionId, tenantId, file);
      return;
    }
  }

  /** The clients that a system's tenants are connected to, by tenant. */
  async connectedTenants(system: LedgerSystem): Promise<ReadonlyMap<string, { readonly clientId: string; readonly name: string }>> {
    const names = new Map((await this.#pool.must("firm.clients", {})).map(({ clientId, name }) => [clientId, name]));
    const ofSystem = (await this.all()).filter((stored) => stored.system === system);
    return new Map(ofSystem.map(({ tenantId, clientId }) => [tenantId, { clientId, name: names.get(clientId) ?? clientId }]));
  }

  /** The name of a client whose connection signs with a key on this machine, or null. */
  async usesKey(keyId: string): Promise<string | null> {
    const user = (await this.all()).find((stored) => storedFile(stored).held?.keyId === keyId);
    if (user === undefined) return null;
    const client = (await this.#pool.must("firm.clients", {})).find(({ clientId }) => clientId === user.clientId);
    return client?.name ?? storedFile(user).name;
  }

  /** @param connectionId only those for this connection */
  cancelSignIn(connectionId?: string): void {
    for (const [waiting, of] of this.#signIns) if (connectionId === undefined || of === connectionId) waiting.abort();
  }

  async #cancellable<T>(connectionId: string, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const waiting = new AbortController();
    this.#signIns.set(waiting, connectionId);
    try {
      return await act(waiting.signal);
    } finally {
      this.#signIns.delete(waiting);
    }
  }

  async #discoverAndSave(stored: StoredConnection, link: LedgerLink, signal: AbortSignal): Promise<Result<ConnectionView, Failure>> {
    const found = await discover(link, {
      lane: "person",
      fairKey: `${stored.clientId}/discovery`,
      signal,
      onQueued: () => undefined,
    });
    if (!found.ok)
      return notContinued(
        fail("failure" in found.failure ? found.failure.failure : { code: "cancelled", message: t("Connecting was canceled.") }),
      );
    const nowMs = this.#clock.nowMs();
    const saved = await this.#pool.must("firm.saveConnection", { ...stored, nowMs });
    if (!saved.saved)
      return fail({
        code: "already_exists",
        message: `${saved.conflict ?? "Another client"} already has a connection to these books.`,
        field: "tenantId",
      });
    await this.#pool.must("firm.saveDiscovery", { connectionId: stored.connectionId, discovery: found.value, nowMs });
    return ok(this.view({ ...stored, discovery: found.value, discoveredMs: nowMs }));
  }

  async rediscover(clientId: string): Promise<Result<CapabilityReport, Failure>> {
    const stored = await this.find(clientId);
    const link = await this.linkFor(clientId);
    if (stored === null || link === null)
      return fail({
        code: "not_found",
        message: "This client isn't connected to a ledger.",
        field: "client",
        next: "Connect a ledger first.",
      });
    return this.#cancellable(stored.connectionId, async (signal) => {
      const found = await discover(link, { lane: "person", fairKey: `${clientId}/discovery`, signal, onQueued: () => undefined });
      if (!found.ok)
        return notContinued(
          fail(
            "failure" in found.failure
              ? found.failure.failure
              : { code: "cancelled", message: t("The check of the connection was canceled.") },
          ),
        );
      const nowMs = this.#clock.nowMs();
      await this.#pool.must("firm.saveDiscovery", { connectionId: stored.connectionId, discovery: found.value, nowMs });
      const report = await this.capabilities(stored);
      assert(report !== null, "the discovery was stored");
      return ok(report);
    });
  }

  capabilities({ connectionId }: StoredConnection): Promise<CapabilityReport | null> {
    return this.#pool.must("firm.capabilityReport", { connectionId });
  }

  view(stored: StoredConnection): ConnectionView {
    const file = storedFile(stored);
    const { discovery } = stored;
    return {
      connectionId: stored.connectionId,
      clientId: stored.clientId,
      system: stored.system,
      ledger: ledgerLabel(stored.system),
      name: file.name,
      tenantId: stored.tenantId,
      baseUrl: file.baseUrl,
      profile: file.profile,
      authType: file.auth.type,
      keyFile: file.auth.type === "oauth2_client_credentials" && file.held?.keyId === undefined,
      journals: file.journals ?? false,
      limits: Object.fromEntries(Object.entries(file.limits ?? {}).map(([name, value]) => [name, value ?? null])),
      capabilities: discovery?.capabilities ?? null,
      evidence: discovery === null ? null : tEach(discovery.evidence),
      organisation: discovery?.organisation ?? null,
      discoveredAt: stored.discoveredMs === null ? null : instantFromMs(stored.discoveredMs),
    };
  }

  limits(stored: StoredConnection): Result<LimitsView, Failure> {
    const { limits } = storedFile(stored);
    return limitsView(this.#limitsJson, stored.system, limits, localDay(this.#clock.nowMs()));
  }

  verifiedLimits(): Result<VerifiedLimitsView[], Failure> {
    return verifiedLimitsViews(this.#limitsJson, localDay(this.#clock.nowMs()));
  }

  async setLimits(stored: StoredConnection, limits: unknown, yes: boolean): Promise<Result<LimitsView, Failure>> {
    const own = checkOwnLimits(this.#limitsJson, stored.system, limits, yes);
    if (!own.ok) return own;
    const withLimits = (file: StoredFile): StoredFile => ({ ...file, limits: own.value });
    await this.changeFile(stored, withLimits);
    return this.limits({ ...stored, body: JSON.stringify(withLimits(storedFile(stored))) });
  }

  tokenState(stored: StoredConnection): Promise<TokenStateView> {
    return this.#tokens.state(stored.connectionId, storedFile(stored));
  }

  waits(stored: StoredConnection): ReadonlyMap<string, QueueView> {
    return this.#links.waits(stored);
  }

  budget(stored: StoredConnection) {
    return this.#links.budget(stored);
  }
}

function refuseOAuth1(system: LedgerSystem, today: string): Failure | null {
  if (signInFor(system).oauth1) return refuseNewOAuth1(today);
  return { code: "not_supported", message: `${ledgerLabel(system)} doesn't accept OAuth 1.0 tokens.`, field: "auth.type" };
}

function alreadyConnected(other: StoredConnection, clientId: string): Failure {
  return other.clientId === clientId
    ? {
        code: "already_exists",
        message: "This client already has a connection.",
        field: "client",
        next: "To replace it, disconnect and remove it first. To connect other books, add another client.",
      }
    : {
        code: "already_exists",
        message: "Another client already has a connection to these books.",
        field: "tenantId",
        next: "Check that these are the right books.",
      };
}
