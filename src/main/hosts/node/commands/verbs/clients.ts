import { readNamedFile } from "#main/files/named-file.ts";
import type { ConnectionView } from "#shared/contract/clients/clients.ts";
import type { CapabilityReport } from "#shared/contract/connections/capabilities.ts";
import type { LimitsView } from "#shared/contract/connections/connections.ts";
import type { TokenStateView } from "#shared/contract/connections/token-state.ts";
import { dayName, minuteName, withDays } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import { ask, failureWords, refused, reply } from "../ask.ts";
import { type Command, type CommandRun, EXIT, textOption } from "../command.ts";

const CONNECTION_BYTES_MAX = 1024 * 1024;

const clientColumns = [
  { title: "client", width: 36, of: (row: Readonly<Record<string, unknown>>) => String(row.clientId) },
  { title: "name", width: 30, of: (row: Readonly<Record<string, unknown>>) => String(row.name) },
  { title: "ledger", width: 8, of: (row: Readonly<Record<string, unknown>>) => String(row.ledger ?? "-") },
  { title: "state", width: 13, of: (row: Readonly<Record<string, unknown>>) => String(row.state) },
  { title: "as of", width: 24, of: (row: Readonly<Record<string, unknown>>) => String(row.asOf ?? "-") },
  { title: "transactions", width: 12, right: true, of: (row: Readonly<Record<string, unknown>>) => String(row.documents) },
] as const;

export const clientList: Command = {
  noun: "client",
  verb: "list",
  summary: "List clients with their ledger, sync status and as-of time",
  asks: ["clients.list", "connections.list"],
  options: {},
  required: [],
  run: async (run) => {
    const { output } = run;
    const clients = await reply(run, "clients.list", {});
    if (!clients.ok) return refused(run, clients.failure);
    const connected = await reply(run, "connections.list", {});
    if (!connected.ok) return refused(run, connected.failure);
    const connections = new Map(connected.value.map(({ clientId, connectionId }) => [clientId, connectionId]));
    const rows = clients.value.rows.map((row) => ({
      ...row,
      connectionId: connections.get(row.clientId) ?? null,
    }));
    output.rows(rows, clientColumns);
    output.endRows(rows.length);
    return EXIT.done;
  },
};

export const connectionAdd: Command = {
  noun: "connection",
  verb: "add",
  summary: "Connect a client to its ledger with a connection file",
  asks: ["connections.add", "connections.cancelSignIn"],
  options: { client: "text", file: "text" },
  required: ["client", "file"],
  help: { file: "Connection file (JSON)" },
  sends: true,
  run: async (run) => {
    const { options, output } = run;
    cancelledByCtrlC(run);
    const file = readNamedFile(textOption(options, "file") as string, "file", CONNECTION_BYTES_MAX);
    if (!file.ok) return refused(run, file.failure);
    const text = file.value.toString("utf8");
    return ask(run, "connections.add", { clientId: textOption(options, "client") as string, file: text }, (view) =>
      output.result({ connectionId: view.connectionId, capabilities: view.capabilities }, [
        `Connected to ${view.organisation?.name ?? view.name} on ${view.ledger}.`,
        ...capabilityLines(view),
      ]),
    );
  },
};

export const connectionSignIn: Command = {
  noun: "connection",
  verb: "sign-in",
  summary: "Sign in to a client's ledger again in your browser, or reconnect a client that was disconnected",
  asks: ["connections.signIn", "connections.cancelSignIn"],
  options: { client: "text" },
  required: ["client"],
  sends: true,
  run: (run) => {
    cancelledByCtrlC(run);
    return ask(run, "connections.signIn", { clientId: textOption(run.options, "client") as string }, (done) =>
      run.output.result(done, ["Connected again. The next sync reads everything that Tieout hasn't read yet."]),
    );
  },
};

export const connectionShow: Command = {
  noun: "connection",
  verb: "show",
  summary: "Show a client's connection, sign-in, limits and ledger features",
  asks: ["sync.status", "connections.show", "connections.capabilities", "connections.tokenState", "connections.limits"],
  options: { client: "text" },
  required: ["client"],
  run: async (run) => {
    const ofClient = { clientId: textOption(run.options, "client") as string };
    // It fails for a client that does not exist; `connections.show` is null for one without a connection.
    const client = await reply(run, "sync.status", ofClient);
    if (!client.ok) return refused(run, client.failure);
    const shown = await reply(run, "connections.show", ofClient);
    if (!shown.ok) return refused(run, shown.failure);
    const view = shown.value;
    if (view === null)
      return refused(run, {
        code: "not_found",
        message: "This client isn't connected to a ledger.",
        field: "client",
        next: `To connect it, run: tieout connection add --client ${ofClient.clientId} --file FILE.json`,
      });
    const found = await reply(run, "connections.capabilities", ofClient);
    if (!found.ok) return refused(run, found.failure);
    const signIn = await reply(run, "connections.tokenState", ofClient);
    if (!signIn.ok) return refused(run, signIn.failure);
    const limits = await reply(run, "connections.limits", ofClient);
    const lines = found.value === null ? capabilityLines(view) : reportLines(found.value);
    run.output.result({ ...view, found: found.value, signIn: signIn.value, effectiveLimits: limits.ok ? limits.value : null }, [
      t("{client}: {ledger}, organization {id}", { client: view.name, ledger: view.ledger, id: view.tenantId }),
      ...(signIn.value === null ? [] : signInLines(signIn.value)),
      ...(!limits.ok ? [`Limits: ${failureWords(limits.failure).join(" ")}`] : limits.value === null ? [] : limitLines(limits.value)),
      ...lines,
    ]);
    return EXIT.done;
  },
};

/** Asks the ledger now what a connection can do. */
export const connectionDiscover: Command = {
  noun: "connection",
  verb: "discover",
  summary: "Check again which ledger features a client's connection supports",
  asks: ["connections.rediscover", "connections.cancelSignIn"],
  options: { client: "text" },
  required: ["client"],
  sends: true,
  run: (run) => {
    cancelledByCtrlC(run);
    return ask(run, "connections.rediscover", { clientId: textOption(run.options, "client") as string }, (report) =>
      run.output.result(report, reportLines(report)),
    );
  },
};

function cancelledByCtrlC(run: CommandRun): void {
  run.signal.addEventListener("abort", () => void reply(run, "connections.cancelSignIn", {}), { once: true });
}

function signInLines({ words, next, keychain, renewedAt, accessUntil, generation }: TokenStateView): string[] {
  const times = [
    ...(renewedAt === null ? [] : [`renewed ${minuteName(renewedAt)}`]),
    ...(accessUntil === null ? [] : [`access token valid until ${minuteName(accessUntil)}`]),
    ...(generation === null ? [] : [`refresh token no. ${generation}`]),
  ];
  const usable = keychain.kind === "memory" ? "not used (--secrets memory)" : (keychain.problem?.message ?? "available");
  return [
    `Sign-in: ${withDays(words)}${times.length === 0 ? "" : ` (${times.join(", ")})`}`,
    ...(next === null ? [] : [`  ${next}`]),
    `Keychain: ${usable}`,
  ];
}

function limitLines({ verifiedOn, warning, values }: LimitsView): string[] {
  return [
    `Limits, verified on ${dayName(verifiedOn)}:`,
    ...values.map(({ name, value, from, inFile }) => {
      const own = from === "file" ? "" : `  (set for this connection; verified limit: ${inFile ?? "none"})`;
      return `  ${name.padEnd(28)} ${value ?? "none"}${own}`;
    }),
    ...(warning === null ? [] : [`  ${withDays(warning)}`]),
  ];
}

function reportLines({ checkedAt, nextCheckAt, rows, changes }: CapabilityReport): string[] {
  return [
    `Ledger features, checked ${minuteName(checkedAt)}, next check after ${minuteName(nextCheckAt)}:`,
    ...rows.flatMap(({ title, value, how, probe, since, usedInstead, commands }) => [
      `  ${title.padEnd(30)} ${value}`,
      `      since ${minuteName(since)}${probe === null ? "" : `, checked with ${probe}`}: ${withDays(how)}`,
      ...(usedInstead === null ? [] : [`      instead: ${usedInstead}`]),
      ...(commands.length === 0 ? [] : [`      commands: ${commands.join(", ")}`]),
    ]),
    ...(changes.length === 0
      ? []
      : ["Changes:", ...changes.map(({ at, title, from, to }) => `  ${minuteName(at)}  ${title}: ${from} -> ${to}`)]),
  ];
}

function capabilityLines(view: ConnectionView): string[] {
  return Object.entries(view.evidence ?? {}).map(([name, words]) => `  ${name}: ${withDays(words)}`);
}
