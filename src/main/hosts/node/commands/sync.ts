import { clientSource } from "#main/api/client-source.ts";
import { findClient } from "#main/api/context.ts";
import { syncStatus } from "#main/api/handlers/sync.ts";
import type { ClientSync, SyncPlan, SyncState } from "#shared/contract/sync.ts";
import { readCalendarDate } from "#shared/kernel/calendar-date.ts";
import type { Failure } from "#shared/model/failure.ts";
import { type Command, type CommandRun, EXIT, type ExitStatus, exitOf, listOption, textOption } from "./command.ts";

/** The states of the contract; what else a window may show is one of these for a script. */
const CONTRACT_STATES: Readonly<Record<SyncState, string>> = {
  never_synced: "incomplete",
  syncing: "incomplete",
  queued: "queued",
  up_to_date: "up_to_date",
  incomplete: "incomplete",
  failed: "failed",
  needs_sign_in: "needs_sign_in",
  offline: "failed",
  paused: "incomplete",
};

export const syncRun: Command = {
  noun: "sync",
  verb: "run",
  summary: "reads what changed (or everything, the first time); safe to interrupt and to run again",
  options: { client: "list", all: "flag", stream: "list", full: "flag", "max-wait": "text" },
  required: [],
  sends: true,
  run: async (run) => {
    const chosen = await chooseClients(run);
    if ("code" in chosen) return refuse(run, chosen);
    const seconds = textOption(run.options, "max-wait");
    if (seconds !== undefined && !/^\d{1,7}$/.test(seconds))
      return refuse(run, { code: "invalid_input", message: "--max-wait takes a number of seconds.", field: "max-wait" });
    const clients = await readAll(run, chosen, seconds === undefined ? null : Number(seconds));
    const refused = clients.find((client) => client.failure?.code === "invalid_input")?.failure;
    if (refused) return refuse(run, refused);
    // Whoever works by schedule alone never opens a window that would take the day's snapshots.
    if (!run.signal.aborted) await run.context.safety.snapshotDue();
    run.output.result(
      { clients: clients.map(contractSync) },
      clients.flatMap((client) => resultLines(client, chosen)),
    );
    return syncExit(clients);
  },
};

/** Reads the chosen clients side by side until they are done, Ctrl-C, or the end of the wait. */
async function readAll(
  { context, core, options, output, signal }: CommandRun,
  chosen: ReadonlyMap<string, string>,
  seconds: number | null,
): Promise<ClientSync[]> {
  const stop = new AbortController();
  const ended = new AbortController();
  let waitIsOver = false;
  signal.addEventListener("abort", () => stop.abort(), { once: true });
  const endWait = () => {
    waitIsOver = true;
    stop.abort();
  };
  if (seconds !== null) void context.clock.sleep(seconds * 1000, ended.signal).then(endWait, () => undefined);
  const told = new Map<string, string>();
  const unsubscribe = core.runtime.subscribe(({ topic, payload }) => {
    if (topic !== "sync.progress") return;
    const line = progressLine(payload as ClientSync, chosen);
    const { clientId } = payload as ClientSync;
    if (told.get(clientId) !== line) output.progress(line);
    told.set(clientId, line);
  });
  const only = listOption(options, "stream");
  const request = { full: options.full === true, urgent: chosen.size === 1, ...(only.length === 0 ? {} : { only }) };
  const results = await Promise.all([...chosen.keys()].map((id) => context.engine.sync(id, request, stop.signal)));
  ended.abort();
  unsubscribe();
  const clients = results.filter((result) => result !== null);
  // The contract: what the end of the wait cut off is still queued, and goes on with the next call.
  return waitIsOver
    ? clients.map((client) => (client.state === "incomplete" && client.failure === null ? { ...client, state: "queued" } : client))
    : clients;
}

export const syncStatusCommand: Command = {
  noun: "sync",
  verb: "status",
  summary: "shows how a client's sync stands; sends nothing",
  options: { client: "text" },
  required: ["client"],
  run: async (run) => {
    const status = await syncStatus(run.context, textOption(run.options, "client") as string);
    if (!status.ok) return refuse(run, status.failure);
    const lines = status.value.streams.map(
      (stream) => `  ${stream.stream.padEnd(32)} ${stream.state.padEnd(12)} ${String(stream.seen).padStart(8)} seen  ${stream.asOf ?? "-"}`,
    );
    run.output.result({ clients: [contractSync(status.value)] }, [
      `${status.value.state}, as of ${status.value.asOf ?? "never"}`,
      ...lines,
    ]);
    return EXIT.done;
  },
};

export const syncPlan: Command = {
  noun: "sync",
  verb: "plan",
  summary: "says what the first read will cost, before it starts",
  options: { client: "text" },
  required: ["client"],
  sends: true,
  run: async (run) => {
    const clientId = textOption(run.options, "client") as string;
    const client = await findClient(run.context, clientId);
    if (!client.ok) return refuse(run, client.failure);
    const plan = await run.context.engine.plan(clientId, run.signal);
    if (!plan.ok) return refuse(run, plan.failure);
    run.output.result(plan.value, planLines(plan.value));
    return EXIT.done;
  },
};

export const syncReconcile: Command = {
  noun: "sync",
  verb: "reconcile",
  summary: "compares ids with the ledger; missing ones are marked removed",
  options: { client: "text", from: "text", to: "text" },
  required: ["client"],
  sends: true,
  run: async (run) => {
    const clientId = textOption(run.options, "client") as string;
    const client = await findClient(run.context, clientId);
    if (!client.ok) return refuse(run, client.failure);
    for (const name of ["from", "to"]) {
      const text = textOption(run.options, name);
      if (text !== undefined && readCalendarDate(text) === null)
        return refuse(run, { code: "invalid_input", message: `--${name} takes a date, YYYY-MM-DD.`, field: name });
    }
    const source = await clientSource(run.context, clientId);
    if (source === null)
      return refuse(run, {
        code: "not_found",
        message: "The client has nothing to compare yet.",
        field: "client",
        next: "Run a sync first.",
      });
    const startedMs = run.context.clock.nowMs();
    const sync = await run.context.engine.sync(clientId, { reconcileOnly: true, urgent: true }, run.signal);
    if (sync === null) return refuse(run, { code: "not_found", message: "The client has no connection.", field: "client" });
    const missing = await run.context.pool.must("removed.since", { ...source, sinceMs: startedMs, ...dateRange(run) });
    const checked = sync.streams.reduce((sum, stream) => sum + stream.seen, 0);
    if (checked === 0 && sync.failure === null && missing.length === 0) {
      const reason = "This ledger keeps what was deleted and says so, or lists its records whole: there are no ids to compare.";
      run.output.result({ checked, missing, reason }, [reason]);
      return EXIT.done;
    }
    run.output.result({ checked, missing }, [
      `${checked} ids compared, ${missing.length} missing in the ledger.`,
      ...missing.map((id) => `  ${id}`),
    ]);
    return sync.state === "up_to_date" ? EXIT.done : syncExit([sync]);
  },
};

function dateRange({ options }: CommandRun): { readonly from?: string; readonly to?: string } {
  const from = textOption(options, "from");
  const to = textOption(options, "to");
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** Ids and names of the clients that are meant, or what is wrong with the choice. */
async function chooseClients({ context, options }: CommandRun): Promise<Map<string, string> | Failure> {
  const ids = listOption(options, "client");
  const clients = await context.pool.must("firm.clients", {});
  if (options.all === true)
    return new Map(clients.filter((client) => client.system !== null).map((client) => [client.clientId, client.name]));
  if (ids.length === 0) return { code: "usage", message: "Say which clients: --client ID (more than once) or --all.", field: "client" };
  const chosen = new Map<string, string>();
  for (const id of ids) {
    const client = clients.find((candidate) => candidate.clientId === id);
    if (client === undefined)
      return { code: "not_found", message: `There is no client ${id}.`, field: "client", next: "Use client list to see the ids." };
    if (client.system === null)
      return { code: "not_found", message: `${client.name} has no connection yet.`, field: "client", next: "Use connection add." };
    chosen.set(id, client.name);
  }
  return chosen;
}

/** The contract's shape: absent members instead of nulls, names and states as documented. */
function contractSync(client: ClientSync): object {
  return {
    clientId: client.clientId,
    state: CONTRACT_STATES[client.state],
    asOf: client.asOf,
    streams: client.streams.map((stream) => ({
      stream: stream.stream,
      state: stream.state,
      seen: stream.seen,
      changed: stream.changed,
      unchanged: stream.unchanged,
      removed: stream.removed,
      cursor: stream.cursor,
      ...(stream.resumeAt === null ? {} : { resumeAt: stream.resumeAt }),
      ...(stream.failure === null ? {} : { failure: stream.failure }),
    })),
    requests: client.requests,
    ...(client.failure === null ? {} : { failure: client.failure }),
    ...(client.queue === null ? {} : { queue: client.queue }),
  };
}

function syncExit(clients: readonly ClientSync[]): ExitStatus {
  const states = clients.map((client) => CONTRACT_STATES[client.state]);
  if (states.every((state) => state === "up_to_date")) return EXIT.done;
  if (states.some((state) => state === "failed" || state === "needs_sign_in"))
    return states.some((state) => state === "up_to_date") ? EXIT.partly : EXIT.failed;
  return states.includes("queued") ? EXIT.queued : EXIT.partly;
}

function resultLines(client: ClientSync, names: ReadonlyMap<string, string>): string[] {
  const sum = (key: "seen" | "changed" | "unchanged" | "removed") => client.streams.reduce((total, stream) => total + stream[key], 0);
  const line = `${names.get(client.clientId) ?? client.clientId}: ${client.state}, ${sum("seen")} read, ${sum("changed")} changed, ${sum("unchanged")} unchanged, ${sum("removed")} removed, ${client.requests.sent} requests`;
  return client.failure === null ? [line] : [line, `  ${client.failure.message}`];
}

function progressLine(client: ClientSync, names: ReadonlyMap<string, string>): string {
  const done = client.streams.filter((stream) => stream.state === "up_to_date").length;
  const waiting =
    client.queue === null
      ? ""
      : `, queued (${client.queue.reason.replaceAll("_", " ")}${client.queue.resumeAt === null ? "" : `, goes on at ${client.queue.resumeAt}`})`;
  return `${names.get(client.clientId) ?? client.clientId}: ${client.state}, ${done} of ${client.streams.length} streams${waiting}`;
}

function planLines(plan: SyncPlan): string[] {
  return [
    `${plan.calls} calls for ${plan.pages} pages, about ${plan.estimateSeconds} seconds, ${plan.dayBudgets} day ${plan.dayBudgets === 1 ? "budget" : "budgets"}.`,
  ];
}

function refuse({ output }: CommandRun, failure: Failure): ExitStatus {
  output.failure(failure);
  return exitOf(failure);
}
