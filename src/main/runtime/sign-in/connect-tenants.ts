import type { ConnectTarget } from "#main/api/sign-ins.ts";
import type { FoundTenant } from "#main/ledgers/sign-in.ts";
import { OperationFailed } from "#main/workers/pool.ts";
import { assert } from "#shared/kernel/assert.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { DisconnectTools } from "./disconnect.ts";
import type { SignInSession } from "./sign-in-session.ts";

/** What connecting and ending share. */
export type SignInTools = DisconnectTools;

interface Wanted {
  readonly tenantId: string;
  readonly client: ConnectTarget;
}

/**
 * Connects chosen tenants with the grant of a sign-in that waits for the choice. The grant is kept once,
 * before the first connection uses it; each tenant succeeds or fails alone, and what failed can be tried again.
 * @returns the clients that were touched. Failures: `busy`, `invalid_input`, `keychain_unavailable` (nothing was done)
 */
export async function connectTenants(
  tools: SignInTools,
  session: SignInSession,
  wanted: readonly Wanted[],
): Promise<Result<readonly string[], Failure>> {
  if (session.state !== "choose") return fail({ code: "busy", ...notChoosing(session.state), field: "signInId" });
  const chosen: { readonly tenant: FoundTenant; readonly client: ConnectTarget }[] = [];
  for (const { tenantId, client } of wanted) {
    const tenant = session.tenants.find((one) => one.tenantId === tenantId);
    if (tenant === undefined || chosen.some((one) => one.tenant === tenant))
      return fail({
        code: "invalid_input",
        message: `The company ${tenantId} isn't part of this sign-in, or it was chosen twice.`,
        field: "tenants",
      });
    chosen.push({ tenant, client });
  }
  session.move("connecting");
  const [first] = chosen;
  assert(first !== undefined && session.grant !== null, "a sign-in that waits for a choice holds a grant");
  const kept = await tools.tokens.adopt("", session.fileFor(first.tenant), session.grant);
  if (!kept.ok) {
    session.move("choose", kept.failure);
    return kept;
  }
  const clients = await Promise.all(chosen.map(({ tenant, client }) => connectOne(tools, session, tenant, client)));
  await forgetUnused(tools, session);
  const isDone = [...session.outcomes.values()].every(({ state }) => state === "connected");
  // From here on the secret store is the only place that holds it.
  if (isDone) session.grant = null;
  session.move(isDone ? "done" : "choose");
  return ok(clients.filter((clientId) => clientId !== null));
}

function notChoosing(state: SignInSession["state"]): Pick<Failure, "message" | "next"> {
  if (state === "connecting")
    return { message: "The books from this sign-in are already being connected.", next: "Wait until they're connected." };
  if (state === "browser" || state === "looking")
    return { message: "This sign-in isn't complete yet.", next: "Finish it in the browser, then wait until Tieout lists the books." };
  return { message: "This sign-in is over.", next: "Sign in again." };
}

/** @returns the client, when one was found or made */
async function connectOne(tools: SignInTools, session: SignInSession, tenant: FoundTenant, target: ConnectTarget): Promise<string | null> {
  const { tenantId } = tenant;
  const note = (change: {
    readonly state: "connecting" | "connected" | "failed";
    readonly clientId: string | null;
    readonly connectionId?: string;
    readonly failure?: Failure;
  }) => {
    const { state, clientId, connectionId = null, failure = null } = change;
    session.outcomes.set(tenantId, { tenantId, state, clientId, connectionId, failure });
    session.changed();
  };
  note({ state: "connecting", clientId: null });
  let clientId: string | null = null;
  try {
    const client = await clientFor(tools, target, session.madeClients);
    clientId = client.ok ? client.value : null;
    // The grant is there already: nobody has to sign in for each of them.
    const added = client.ok ? await tools.connections.addWith(client.value, session.fileFor(tenant), async () => ok(null)) : client;
    if (added.ok) note({ state: "connected", clientId, connectionId: added.value.connectionId });
    else note({ state: "failed", clientId, failure: added.failure });
  } catch (error) {
    // A sign-in that never ends could be neither tried again nor canceled.
    note({ state: "failed", clientId, failure: unforeseen(tools, error) });
  }
  return clientId;
}

function unforeseen({ ports }: SignInTools, error: unknown): Failure {
  if (error instanceof OperationFailed) return error.failure;
  ports.log.error("signin.defect", error);
  return { code: "defect", message: "Tieout ran into a problem while connecting.", next: "Try again. The log has the details." };
}

/** While no connection uses a kept grant it must not lie in the keychain; the session still holds it for another try. */
async function forgetUnused(tools: SignInTools, session: SignInSession): Promise<void> {
  const [tenant] = session.tenants;
  const isUsed = [...session.outcomes.values()].some(({ state }) => state === "connected");
  if (!isUsed && tenant !== undefined) await tools.tokens.forget("", session.fileFor(tenant));
}

/** The client of a target: the named one, one of that name without a connection, or a new one. */
export async function clientFor(
  { pool, connections, ports }: Pick<SignInTools, "pool" | "connections" | "ports">,
  target: ConnectTarget,
  made: Map<string, string> = new Map(),
): Promise<Result<string, Failure>> {
  const clients = await pool.must("firm.clients", {});
  if ("clientId" in target) {
    if (clients.some(({ clientId }) => clientId === target.clientId)) return ok(target.clientId);
    return fail({ code: "not_found", message: "This client doesn't exist.", field: "client" });
  }
  const name = target.newClient;
  const known = made.get(name) ?? clients.find((client) => client.name.toLowerCase() === name.toLowerCase())?.clientId;
  if (known !== undefined) {
    if ((await connections.find(known)) === null) return ok(known);
    return fail({
      code: "already_exists",
      message: `There is already a client named ${name}.`,
      field: "client",
      next: "Choose another name.",
    });
  }
  const clientId = ports.uuid();
  const { added } = await pool.must("firm.addClient", { clientId, name, demo: false, nowMs: ports.clock.nowMs() });
  if (!added)
    return fail({
      code: "already_exists",
      message: `There is already a client named ${name}.`,
      field: "client",
      next: "Choose another name.",
    });
  made.set(name, clientId);
  return ok(clientId);
}
