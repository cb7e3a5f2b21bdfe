import type { StoredClient } from "#main/services/firm.ts";
import type { ClientRow } from "#shared/contract/clients.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { type Instant, instantFromMs } from "#shared/kernel/instant.ts";
import { fail, ok } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import { readBoard } from "../close-board.ts";
import { type ApiContext, findClient } from "../context.ts";
import { dashboardRow } from "../dashboard-row.ts";
import { InsightDesk } from "../insight-desk.ts";
import { actOf } from "./acts.ts";
import type { Handlers } from "./handlers.ts";

/** Clients, connections and the demo firm. */
export function clientHandlers(context: ApiContext) {
  return { ...registryHandlers(context), ...insightHandlers(context), ...connectionHandlers(context) };
}

function registryHandlers(context: ApiContext) {
  return {
    "clients.list": async () => {
      const clients = await context.pool.must("firm.clients", {});
      const rows = await dashboardRows(context, clients);
      rows.sort((a, b) => a.rank - b.rank || compareNames(a, b));
      return ok({ rows, asOf: oldest(rows) });
    },
    "clients.add": async ({ name }) => {
      const clientId = context.uuid();
      const { added } = await context.pool.must("firm.addClient", { clientId, name, demo: false, nowMs: context.clock.nowMs() });
      if (!added)
        return {
          ok: false,
          failure: {
            code: "already_exists",
            message: `There is already a client named ${name}.`,
            field: "name",
            next: "Choose another name.",
          },
        };
      context.publish("clients.changed", { clientIds: [clientId] });
      return ok({ clientId });
    },
    "clients.findings": async ({ clientId }) => {
      const connection = await context.connections.find(clientId);
      if (connection === null) return ok([]);
      return context.pool.perform("findings.list", { clientId, system: connection.system, tenantId: connection.tenantId });
    },
  } satisfies Partial<Handlers>;
}

/** What the dashboard shows beside its rows, and whose clients they are. */
function insightHandlers(context: ApiContext) {
  const desk = new InsightDesk(context);
  return {
    "clients.insights": async ({ refresh }) => ok(await desk.list(refresh)),
    "clients.assign": async ({ clientIds, role, person }) => {
      const people = await context.people.list();
      const assignee = people.find(({ name, active }) => active && name.toLowerCase() === person?.toLowerCase())?.name ?? null;
      if (person !== null && assignee === null)
        return { ok: false, failure: { code: "not_found", message: `Nobody here is named ${person}.`, field: "person" } };
      const before = await context.pool.must("firm.assign", { clientIds, role, assignee, ...actOf(context) });
      context.publish("clients.changed", { clientIds });
      return ok({ before });
    },
  } satisfies Partial<Handlers>;
}

const NO_DEMO: Failure = { code: "not_supported", message: "This host has no simulated ledgers." };

function connectionHandlers(context: ApiContext) {
  return {
    "connections.add": async ({ clientId, file }) => {
      const client = await findClient(context, clientId);
      if (!client.ok) return client;
      const added = await context.connections.add(clientId, file);
      if (added.ok) context.publish("clients.changed", { clientIds: [clientId] });
      return added;
    },
    "connections.signIn": async ({ clientId }) => {
      const signedIn = await context.connections.signIn(clientId);
      if (signedIn.ok) context.publish("clients.changed", { clientIds: [clientId] });
      return signedIn;
    },
    "connections.cancelSignIn": async () => {
      context.connections.cancelSignIn();
      return ok({});
    },
    "connections.show": async ({ clientId }) => {
      const stored = await context.connections.find(clientId);
      return ok(stored === null ? null : context.connections.view(stored));
    },
    "connections.list": async () => ok((await context.connections.all()).map((stored) => context.connections.view(stored))),
    "connections.limits": async ({ clientId }) => {
      const stored = await context.connections.find(clientId);
      return stored === null ? ok(null) : context.connections.limits(stored);
    },
    "connections.setLimits": async ({ clientId, limits, yes }) => {
      const stored = await context.connections.find(clientId);
      if (stored === null)
        return { ok: false, failure: { code: "not_found", message: "The client has no connection yet.", field: "client" } };
      return context.connections.setLimits(stored, limits, yes);
    },
    "demo.start": async () => {
      const { demo } = context;
      return demo === null ? fail(NO_DEMO) : demo.start();
    },
    "demo.make": async () => {
      const { demo } = context;
      return demo === null ? fail(NO_DEMO) : demo.make();
    },
    "demo.playLater": async () => {
      const { demo } = context;
      return demo === null ? fail(NO_DEMO) : ok(await demo.playLater());
    },
    "demo.stop": async () => {
      const { demo } = context;
      return demo === null ? fail(NO_DEMO) : ok({ removed: await demo.remove() });
    },
  } satisfies Partial<Handlers>;
}

/** Every client's row: what is stored, what is live, what waits there for a person, and how late its close is. */
async function dashboardRows(context: ApiContext, clients: readonly StoredClient[]): Promise<ClientRow[]> {
  const nowMs = context.clock.nowMs();
  const day = { nowMs, today: instantFromMs(nowMs).slice(0, 10) as CalendarDate };
  const board = await readBoard(context);
  const late = new Map((board.ok ? board.value : []).map(({ clientId, daysLate }) => [clientId, daysLate]));
  const writes = Map.groupBy(
    (await context.notices.list()).filter(({ kind }) => kind === "write"),
    ({ clientId }) => clientId,
  );
  const assigned = await context.pool.must("firm.assigned", {});
  const whose = new Map(assigned.map(({ clientId, role, person }) => [`${role}/${clientId}`, person]));
  return clients.map((client) => {
    const { clientId } = client;
    const people = { preparer: whose.get(`preparer/${clientId}`) ?? null, reviewer: whose.get(`reviewer/${clientId}`) ?? null };
    const own = writes.get(clientId) ?? [];
    const conflicts = own.filter(({ key }) => key.endsWith("/conflict")).length;
    const matters = { rejections: own.length - conflicts, conflicts, daysLate: late.get(clientId) ?? 0, ...people };
    return dashboardRow(client, context.engine.snapshot(clientId), day, matters);
  });
}

/** What the whole list is true for: the oldest as-of among the clients that were read. */
function oldest(rows: readonly ClientRow[]): Instant | null {
  let found: Instant | null = null;
  for (const row of rows) if (row.asOf !== null && (found === null || row.asOf < found)) found = row.asOf;
  return found;
}

function compareNames(a: ClientRow, b: ClientRow): number {
  return a.name.localeCompare(b.name);
}
