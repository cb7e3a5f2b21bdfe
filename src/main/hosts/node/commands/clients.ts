import { findClient } from "#main/api/context.ts";
import { readNamedFile } from "#main/files/named-file.ts";
import type { CapabilityReport } from "#shared/contract/capabilities.ts";
import type { ClientRow, ConnectionView } from "#shared/contract/clients.ts";
import type { LimitsView } from "#shared/contract/connections-extra.ts";
import type { TokenStateView } from "#shared/contract/token-state.ts";
import { type Command, EXIT, exitOf, textOption } from "./command.ts";

const CONNECTION_BYTES_MAX = 1024 * 1024;

const clientColumns = [
  { title: "client", width: 36, of: (row: Readonly<Record<string, unknown>>) => String(row.clientId) },
  { title: "name", width: 30, of: (row: Readonly<Record<string, unknown>>) => String(row.name) },
  { title: "ledger", width: 8, of: (row: Readonly<Record<string, unknown>>) => String(row.ledger ?? "-") },
  { title: "state", width: 13, of: (row: Readonly<Record<string, unknown>>) => String(row.state) },
  { title: "as of", width: 24, of: (row: Readonly<Record<string, unknown>>) => String(row.asOf ?? "-") },
  { title: "documents", width: 9, right: true, of: (row: Readonly<Record<string, unknown>>) => String(row.documents) },
] as const;

export const clientAdd: Command = {
  noun: "client",
  verb: "add",
  summary: "adds a client of the firm",
  options: { name: "text" },
  required: ["name"],
  run: async ({ core, options, output }) => {
    const reply = await core.runtime.route("clients.add", { name: textOption(options, "name") });
    if (!reply.ok) {
      output.failure(reply.failure);
      return exitOf(reply.failure);
    }
    const { clientId } = reply.value as { clientId: string };
    output.result({ clientId }, [`Added. Its id is ${clientId}.`]);
    return EXIT.done;
  },
};

export const clientList: Command = {
  noun: "client",
  verb: "list",
  summary: "lists the clients with connection, period, sync state and as-of",
  options: {},
  required: [],
  run: async ({ core, context, output }) => {
    const reply = await core.runtime.route("clients.list", {});
    if (!reply.ok) {
      output.failure(reply.failure);
      return exitOf(reply.failure);
    }
    const connections = new Map((await context.connections.all()).map((stored) => [stored.clientId, stored.connectionId]));
    const rows = (reply.value as { rows: ClientRow[] }).rows.map((row) => ({
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
  summary: "connects a client to its ledger with a connection file",
  options: { client: "text", file: "text" },
  required: ["client", "file"],
  sends: true,
  run: async ({ core, context, options, output, signal }) => {
    signal.addEventListener("abort", () => context.connections.cancelSignIn());
    const file = readNamedFile(textOption(options, "file") as string, "file", CONNECTION_BYTES_MAX);
    if (!file.ok) {
      output.failure(file.failure);
      return EXIT.usage;
    }
    const reply = await core.runtime.route("connections.add", {
      clientId: textOption(options, "client"),
      file: file.value.toString("utf8"),
    });
    if (!reply.ok) {
      output.failure(reply.failure);
      return exitOf(reply.failure);
    }
    const view = reply.value as ConnectionView;
    output.result({ connectionId: view.connectionId, capabilities: view.capabilities }, [
      `Connected to ${view.organisation?.name ?? view.name} on ${view.ledger}.`,
      ...capabilityLines(view),
    ]);
    return EXIT.done;
  },
};

export const connectionSignIn: Command = {
  noun: "connection",
  verb: "sign-in",
  summary: "signs in to a client's ledger again, in the browser",
  options: { client: "text" },
  required: ["client"],
  sends: true,
  run: async ({ core, context, options, output, signal }) => {
    signal.addEventListener("abort", () => context.connections.cancelSignIn());
    const reply = await core.runtime.route("connections.signIn", { clientId: textOption(options, "client") });
    if (!reply.ok) {
      output.failure(reply.failure);
      return exitOf(reply.failure);
    }
    output.result(reply.value, ["Signed in. The next reading goes on where the last one ended."]);
    return EXIT.done;
  },
};

export const connectionList: Command = {
  noun: "connection",
  verb: "list",
  summary: "lists the connections",
  options: {},
  required: [],
  run: async ({ context, output }) => {
    const rows = (await context.connections.all()).map((stored) => context.connections.view(stored));
    output.rows(rows, [
      { title: "connection", width: 36, of: (row) => String(row.connectionId) },
      { title: "ledger", width: 8, of: (row) => String(row.ledger) },
      { title: "name", width: 30, of: (row) => String(row.name) },
      { title: "tenant", width: 40, of: (row) => String(row.tenantId) },
    ]);
    output.endRows(rows.length);
    return EXIT.done;
  },
};

export const connectionShow: Command = {
  noun: "connection",
  verb: "show",
  summary: "shows a client's connection and what was discovered",
  options: { client: "text" },
  required: ["client"],
  run: async ({ context, options, output }) => {
    const clientId = textOption(options, "client") as string;
    const client = await findClient(context, clientId);
    const stored = client.ok ? await context.connections.find(clientId) : null;
    if (stored === null) {
      const failure = client.ok
        ? { code: "not_found" as const, message: "The client has no connection yet.", field: "client", next: "Use connection add." }
        : client.failure;
      output.failure(failure);
      return exitOf(failure);
    }
    const view = context.connections.view(stored);
    const report = await context.connections.capabilities(stored);
    const lines = report === null ? capabilityLines(view) : reportLines(report);
    const signIn = await context.connections.tokenState(stored);
    const limits = context.connections.limits(stored);
    output.result({ ...view, found: report, signIn, effectiveLimits: limits.ok ? limits.value : null }, [
      `${view.name}: ${view.ledger}, tenant ${view.tenantId}`,
      ...signInLines(signIn),
      ...(limits.ok ? limitLines(limits.value) : [`Limits: ${limits.failure.message}`]),
      ...lines,
    ]);
    return EXIT.done;
  },
};

/** Asks the ledger now what a connection can do. */
export const connectionDiscover: Command = {
  noun: "connection",
  verb: "discover",
  summary: "asks the ledger again what a client's connection can do",
  options: { client: "text" },
  required: ["client"],
  sends: true,
  run: async ({ core, context, options, output, signal }) => {
    signal.addEventListener("abort", () => context.connections.cancelSignIn());
    const reply = await core.runtime.route("connections.rediscover", { clientId: textOption(options, "client") });
    if (!reply.ok) {
      output.failure(reply.failure);
      return exitOf(reply.failure);
    }
    const report = reply.value as CapabilityReport;
    output.result(report, reportLines(report));
    return EXIT.done;
  },
};

function signInLines({ words, next, keychain, renewedAt, accessUntil, generation }: TokenStateView): string[] {
  const times = [
    ...(renewedAt === null ? [] : [`renewed ${renewedAt}`]),
    ...(accessUntil === null ? [] : [`access token until ${accessUntil}`]),
    ...(generation === null ? [] : [`generation ${generation}`]),
  ];
  const usable = keychain.kind === "memory" ? "not used (--secrets memory)" : (keychain.problem?.message ?? "can be used");
  return [
    `Sign-in: ${words}${times.length === 0 ? "" : ` (${times.join(", ")})`}`,
    ...(next === null ? [] : [`  ${next}`]),
    `Keychain: ${usable}`,
  ];
}

function limitLines({ verifiedOn, warning, values }: LimitsView): string[] {
  return [
    `Limits that hold, verified ${verifiedOn}:`,
    ...values.map(({ name, value, from, inFile }) => {
      const own = from === "file" ? "" : `  (set for this connection; verified: ${inFile ?? "none"})`;
      return `  ${name.padEnd(28)} ${value ?? "none"}${own}`;
    }),
    ...(warning === null ? [] : [`  ${warning}`]),
  ];
}

function reportLines({ checkedAt, nextCheckAt, rows, changes }: CapabilityReport): string[] {
  return [
    `Capabilities, found ${checkedAt}; asked again from ${nextCheckAt} on:`,
    ...rows.flatMap(({ title, value, how, probe, since, usedInstead }) => [
      `  ${title.padEnd(30)} ${value}`,
      `      since ${since}${probe === null ? "" : `, asked with ${probe}`}: ${how}`,
      ...(usedInstead === null ? [] : [`      used instead: ${usedInstead}`]),
    ]),
    ...(changes.length === 0 ? [] : ["Changes:", ...changes.map(({ at, title, from, to }) => `  ${at}  ${title}: ${from} -> ${to}`)]),
  ];
}

function capabilityLines(view: ConnectionView): string[] {
  return Object.entries(view.evidence ?? {}).map(([name, words]) => `  ${name}: ${words}`);
}
