import { z } from "zod";
import { findClient } from "#main/operations/client-source.ts";
import { left } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { connectionView } from "#shared/contract/clients/clients.ts";
import { capabilityReport } from "#shared/contract/connections/capabilities.ts";
import { limitsView } from "#shared/contract/connections/connections.ts";
import { disconnectOutcome } from "#shared/contract/connections/sign-in.ts";
import { tokenStateView } from "#shared/contract/connections/token-state.ts";
import { clientId } from "#shared/contract/fields.ts";
import { fail, ok } from "#shared/kernel/result.ts";

const ofClient = z.object({ clientId });

/** What connects a client to its ledger: capabilities, limits, and how it is signed in. */
export const connectionOperations = [
  command("connections.add", {
    summary: "Connect a client to its ledger with a connection file",
    input: ofClient.extend({ file: z.string().max(100_000).describe("Text of the connection file") }),
    output: connectionView,
    runs: "core",
    outdates: ["clients"],
    perform: async (context, { clientId: id, file }) => {
      const client = await findClient(context, id);
      return client.ok ? context.connections.add(id, file) : client;
    },
  }),

  command("connections.signIn", {
    summary: "Sign in to a client's ledger again in your browser, or reconnect a client that was disconnected",
    input: ofClient,
    output: z.object({ connectionId: z.string() }),
    runs: "core",
    outdates: ["clients"],
    perform: ({ connections }, { clientId: id }) => connections.signIn(id),
  }),

  command("connections.cancelSignIn", {
    summary: "Cancel every sign-in that is waiting for the browser",
    input: z.object({}),
    output: z.object({}),
    runs: "core",
    allowed: "viewer",
    perform: async ({ connections }) => {
      connections.cancelSignIn();
      return ok({});
    },
  }),

  query("connections.show", {
    summary: "Show a client's connection, or null if the client has none",
    input: ofClient,
    output: connectionView.nullable(),
    runs: "core",
    perform: async ({ connections }, { clientId: id }) => {
      const stored = await connections.find(id);
      return ok(stored === null ? null : connections.view(stored));
    },
  }),

  query("connections.list", {
    summary: "List every connection",
    input: z.object({}),
    output: z.array(connectionView),
    runs: "core",
    perform: async ({ connections }) => ok((await connections.all()).map((stored) => connections.view(stored))),
    command: {
      verb: "connection list",
      table: {
        rows: (connections) => connections,
        columns: [
          left("connection", 36, (row) => row.connectionId),
          left("ledger", 8, (row) => row.ledger),
          left("name", 30, (row) => row.name),
          left("company", 40, (row) => row.tenantId),
        ],
      },
    },
  }),

  query("connections.limits", {
    summary: "Show the limits of a client's connection and the source of each limit, or null if the client has no connection",
    input: ofClient,
    output: limitsView.nullable(),
    runs: "core",
    perform: async (context, { clientId: id }) => {
      const client = await findClient(context, id);
      if (!client.ok) return client;
      const stored = await context.connections.find(id);
      return stored === null ? ok(null) : context.connections.limits(stored);
    },
  }),

  command("connections.setLimits", {
    summary: "Replace the limits set for a connection. The new limits apply the next time Tieout starts",
    input: ofClient.extend({
      limits: z.unknown(),
      yes: z.boolean().default(false).describe("Allow limits that are less strict than the verified ones"),
    }),
    output: limitsView,
    runs: "core",
    allowed: "admin",
    perform: async (context, { clientId: id, limits, yes }) => {
      const client = await findClient(context, id);
      if (!client.ok) return client;
      const stored = await context.connections.find(id);
      if (stored === null) return fail({ code: "not_found", message: "This client isn't connected to a ledger.", field: "client" });
      return context.connections.setLimits(stored, limits, yes);
    },
  }),

  query("connections.capabilities", {
    summary:
      "Show a connection's capabilities, with how and when each was found, or null if the client has no connection or the connection hasn't been checked yet",
    input: ofClient,
    output: capabilityReport.nullable(),
    runs: "core",
    perform: async ({ connections }, { clientId: id }) => {
      const stored = await connections.find(id);
      return ok(stored === null ? null : await connections.capabilities(stored));
    },
  }),

  command("connections.rediscover", {
    summary: "Check now which ledger features a client's connection supports",
    input: ofClient,
    output: capabilityReport,
    runs: "core",
    allowed: "viewer",
    outdates: ["clients"],
    perform: ({ connections }, { clientId: id }) => connections.rediscover(id),
  }),

  query("connections.tokenState", {
    summary: "Show the state of a client's sign-in to the ledger, or null if the client has no connection",
    input: ofClient,
    output: tokenStateView.nullable(),
    runs: "core",
    perform: async ({ connections }, { clientId: id }) => {
      const stored = await connections.find(id);
      return ok(stored === null ? null : await connections.tokenState(stored));
    },
  }),

  // The mirror and its cursors stay readable; signing in again takes the connection up.
  command("connections.disconnect", {
    summary: "Disconnect a client: if possible, revoke Tieout's access at the ledger and delete the tokens",
    input: ofClient.extend({ forget: z.boolean().default(false).describe("Also remove the connection") }),
    output: disconnectOutcome,
    runs: "core",
    allowed: "admin",
    perform: async (context, { clientId: id, forget }) => {
      const client = await findClient(context, id);
      if (!client.ok) return client;
      const ended = await context.signIns.disconnect(id, forget);
      if (!ended.ok || forget) return ended;
      // The dashboard says so at once, and not only when the next reading finds no token.
      await context.pool.must("firm.saveRollup", {
        clientId: id,
        change: { state: "needs_sign_in" },
        nowMs: context.clock.nowMs(),
      });
      context.publish("clients.changed", { clientIds: [id] });
      return ended;
    },
  }),
] as const;
