import { systemClock } from "#main/hosts/node/clock.ts";
import type { ClientSync, SyncState } from "#shared/contract/sync/sync.ts";
import { asOfName, counted, minuteName } from "#shared/kernel/readable.ts";
import { ok } from "#shared/kernel/result.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { failureWords, refused, reply } from "../ask.ts";
import { type Command, type CommandRun, EXIT, type ExitStatus, listOption, secondsOption, textOption } from "../command.ts";
import { optionalDay } from "../report-options.ts";

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
  summary: "Sync clients with their ledgers. You can interrupt a sync and run it again at any time",
  asks: ["clients.list", "sync.run", "backups.takeDue"],
  options: { client: "list", all: "flag", stream: "list", full: "flag", "max-wait": "seconds" },
  required: [],
  sends: true,
  wholeBooks: true,
  help: {
    client: "Client ID; may be repeated",
    all: "Sync every connected client",
    stream: "Sync only this data set, as shown by “sync status”; may be repeated",
    full: "Do a full resync instead of reading only changes",
  },
  run: async (run) => {
    const chosen = await chooseClients(run);
    if ("code" in chosen) return refused(run, chosen);
    const { clients, failures } = await readAll(run, chosen, secondsOption(run.options, "max-wait"));
    const wrong = clients.find((client) => client.failure?.code === "invalid_input")?.failure;
    if (wrong) return refused(run, wrong);
    const [failed, ...others] = failures;
    if (failed !== undefined && clients.length === 0) return refused(run, failed);
    // A firm that only uses scheduled commands has no window to take the daily snapshots.
    const kept = run.signal.aborted ? ok(null) : await reply(run, "backups.takeDue", {});
    run.output.result(
      { clients: clients.map(contractSync) },
      clients.flatMap((client) => resultLines(client, chosen)),
    );
    if (!kept.ok) return refused(run, kept.failure);
    if (failed === undefined) return syncExit(clients);
    for (const failure of [failed, ...others]) run.output.failure(failure);
    return EXIT.partly;
  },
};

/** Reads the chosen clients side by side until they are done, Ctrl-C, or the end of the wait. */
async function readAll(
  { door, options, output, signal }: CommandRun,
  chosen: ReadonlyMap<string, string>,
  seconds: number | null,
): Promise<{ readonly clients: readonly ClientSync[]; readonly failures: readonly Failure[] }> {
  const stop = new AbortController();
  const ended = new AbortController();
  let waitIsOver = false;
  signal.addEventListener("abort", () => stop.abort(), { once: true });
  const endWait = () => {
    waitIsOver = true;
    stop.abort();
  };
  if (seconds !== null) void systemClock.sleep(seconds * 1000, ended.signal).then(endWait, () => undefined);
  const lines = new Map<string, string>();
  const unsubscribe = door.subscribe(({ topic, payload }) => {
    if (topic !== "sync.progress") return;
    const line = progressLine(payload as ClientSync, chosen);
    const { clientId } = payload as ClientSync;
    if (lines.get(clientId) !== line) output.progress(line);
    lines.set(clientId, line);
  });
  const only = listOption(options, "stream");
  const request = { full: options.full === true, urgent: chosen.size === 1, ...(only.length === 0 ? {} : { streams: [...only] }) };
  const caller = { door, signal: stop.signal };
  const results = await Promise.all([...chosen.keys()].map((clientId) => reply(caller, "sync.run", { clientId, ...request })));
  ended.abort();
  unsubscribe();
  // The contract: what the end of the wait cut off is still queued, and goes on with the next call.
  const told = (client: ClientSync): ClientSync =>
    waitIsOver && client.state === "incomplete" && client.failure === null ? { ...client, state: "queued" } : client;
  return {
    clients: results.flatMap((result) => (result.ok ? [told(result.value)] : [])),
    failures: results.flatMap((result) => (result.ok ? [] : [result.failure])),
  };
}

export const syncStatusCommand: Command = {
  noun: "sync",
  verb: "status",
  summary: "Show a client's sync status without asking the ledger",
  asks: ["sync.status"],
  options: { client: "text" },
  required: ["client"],
  run: async (run) => {
    const status = await reply(run, "sync.status", { clientId: textOption(run.options, "client") as string });
    if (!status.ok) return refused(run, status.failure);
    const { failure } = status.value;
    const lines = status.value.streams.flatMap((stream) => [
      `  ${stream.stream.padEnd(32)} ${codeLabel(stream.state).padEnd(24)} ${String(stream.seen).padStart(8)} read  ${stream.asOf === null ? "-" : minuteName(stream.asOf)}`,
      // What stopped all of them is said once, above.
      ...(stream.failure === null || stream.failure.message === failure?.message ? [] : failureWords(stream.failure, "    ")),
    ]);
    run.output.result({ clients: [contractSync(status.value)] }, [
      `${codeLabel(status.value.state)}, as of ${asOfName(status.value.asOf)}`,
      ...(failure === null ? [] : failureWords(failure, "  ")),
      ...lines,
    ]);
    return EXIT.done;
  },
};

export const syncReconcile: Command = {
  noun: "sync",
  verb: "reconcile",
  summary: "Compare Tieout's record IDs with the ledger's. Records missing from the ledger are marked “Deleted in ledger”",
  asks: ["sync.reconcile"],
  options: { client: "text", from: "text", to: "text" },
  required: ["client"],
  sends: true,
  wholeBooks: true,
  run: async (run) => {
    const clientId = textOption(run.options, "client") as string;
    const from = optionalDay(run.options, "from");
    if (!from.ok) return refused(run, from.failure);
    const to = optionalDay(run.options, "to");
    if (!to.ok) return refused(run, to.failure);
    const done = await reply(run, "sync.reconcile", { clientId, from: from.value, to: to.value });
    if (!done.ok) return refused(run, done.failure);
    const { sync, missing } = done.value;
    const checked = sync.streams.reduce((sum, stream) => sum + stream.seen, 0);
    if (checked === 0 && sync.state === "up_to_date" && missing.length === 0) {
      const reason = "No record IDs were compared. Either this ledger reports deletions itself, or it has no records yet.";
      run.output.result({ checked, missing, reason }, [reason]);
      return EXIT.done;
    }
    const isRange = from.value !== undefined || to.value !== undefined;
    const dated = isRange ? " and dated in the range" : "";
    run.output.result({ checked, missing }, [
      `${counted(checked, "record")} compared. Deleted in the ledger${dated}: ${missing.length}.`,
      ...missing.map((id) => `  ${id}`),
    ]);
    return sync.state === "up_to_date" ? EXIT.done : syncExit([sync]);
  },
};

/** Ids and names of the clients that are meant, or what is wrong with the choice. */
async function chooseClients(run: CommandRun): Promise<Map<string, string> | Failure> {
  const ids = listOption(run.options, "client");
  const listed = await reply(run, "clients.list", {});
  if (!listed.ok) return listed.failure;
  const clients = listed.value.rows;
  if (run.options.all === true)
    return new Map(clients.filter((client) => client.ledger !== null).map((client) => [client.clientId, client.name]));
  if (ids.length === 0) return { code: "usage", message: "Add --client ID (repeat it for several clients) or --all.", field: "client" };
  const chosen = new Map<string, string>();
  for (const id of ids) {
    const client = clients.find((candidate) => candidate.clientId === id);
    if (client === undefined)
      return {
        code: "not_found",
        message: `No client has the ID ${id}.`,
        field: "client",
        next: "Run “tieout client list” to see the IDs.",
      };
    if (client.ledger === null)
      return {
        code: "not_found",
        message: `${client.name} isn't connected to a ledger.`,
        field: "client",
        next: `To connect it, run: tieout connection add --client ${id} --file FILE.json`,
      };
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
  const line = `${names.get(client.clientId) ?? client.clientId}: ${codeLabel(client.state).toLowerCase()}, ${sum("seen")} read, ${sum("changed")} changed, ${sum("unchanged")} unchanged, ${sum("removed")} deleted, ${counted(client.requests.sent, "request")}`;
  return client.failure === null ? [line] : [line, ...failureWords(client.failure, "  ")];
}

const WAITING: Readonly<Record<NonNullable<ClientSync["queue"]>["reason"], string>> = {
  minute: "waiting for the rate limit",
  day: "waiting for the daily limit",
  month: "waiting for the monthly limit",
  concurrency: "waiting for other requests to finish",
  batch: "waiting for the limit on batch requests",
  app: "waiting for the rate limit shared by all clients",
  server_asked: "waiting because the ledger asked Tieout to wait",
  offline: "waiting until the ledger can be reached",
  turn: "waiting for other clients",
  colleague: "being updated by a colleague",
};

function progressLine(client: ClientSync, names: ReadonlyMap<string, string>): string {
  const done = client.streams.filter((stream) => stream.state === "up_to_date").length;
  const waiting =
    client.queue === null
      ? ""
      : `, ${WAITING[client.queue.reason]}${client.queue.resumeAt === null ? "" : `, resumes ${minuteName(client.queue.resumeAt)}`}`;
  return `${names.get(client.clientId) ?? client.clientId}: ${codeLabel(client.state).toLowerCase()}, ${done} of ${client.streams.length} data sets synced${waiting}`;
}
