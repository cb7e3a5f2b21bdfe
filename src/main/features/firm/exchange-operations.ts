import { z } from "zod";
import type { ApiContext } from "#main/api/context.ts";
import { command, query } from "#main/operations/operation.ts";
import { clientId } from "#shared/contract/fields.ts";
import { firmCheck, firmExchange } from "#shared/contract/firm/exchange.ts";
import { counted } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const clientOrFirm = z.string().max(100).default("").describe("Client ID. For the firm's own records, leave this out");
const NO_SERVER: Failure = { code: "not_supported", message: "This firm is on this computer only and has no server." };

/** The exchange with the firm's server; null for a firm without one, a failure where the server can't be used. */
async function exchangeOf({ colleagues, firm }: ApiContext): Promise<Result<ApiContext["colleagues"], Failure>> {
  if (colleagues !== null) return ok(colleagues);
  const status = await firm.status();
  if (!status.ok) return status;
  return status.value.problem === null ? ok(null) : fail(status.value.problem);
}

/** Working beside colleagues on the firm's server. */
export const exchangeOperations = [
  query("firm.exchange", {
    summary: "Show the status of syncing with the firm's server, and the records that the server rejected",
    input: z.object({}),
    output: firmExchange.nullable(),
    runs: "core",
    perform: async ({ colleagues }) => ok(colleagues?.view() ?? null),
  }),

  query("firm.presence", {
    summary: "Tell colleagues whether the current user has a client open, and list colleagues who have the client open",
    input: z.object({ clientId, isOpen: z.boolean().default(true).describe("Whether the client is open here") }),
    output: z.object({ people: z.array(z.string()) }),
    runs: "core",
    perform: async ({ colleagues }, { clientId: client, isOpen }) =>
      ok({ people: [...((await colleagues?.workOn(client, isOpen)) ?? [])] }),
  }),

  query("firm.check", {
    summary: "Compare the shared records on this computer with the firm's server",
    input: z.object({}),
    output: firmCheck,
    runs: "core",
    perform: async (context) => {
      const exchange = await exchangeOf(context);
      if (!exchange.ok) return exchange;
      return exchange.value === null ? ok({ records: 0, broken: [] }) : exchange.value.check();
    },
    command: {
      verb: "firm check",
      lines: ({ records, broken }) => {
        if (broken.length > 0)
          return broken.flatMap(({ clientId: client, failure }) => [
            client === "" ? "Problem in the firm's own records:" : `Problem in the records of client ${client}:`,
            ...[failure.message, failure.next ?? ""].filter((said) => said !== ""),
          ]);
        return records === 0
          ? ["This computer has no records from a firm's server to compare."]
          : [`${counted(records, "record")} compared. ${records === 1 ? "It matches" : "They all match"} the firm's server.`];
      },
    },
  }),

  command("firm.retry", {
    summary: "Resend the records that the firm's server rejected, for a client or for the firm itself",
    input: z.object({ clientId: clientOrFirm }),
    output: z.object({ refused: z.number().int() }),
    runs: "core",
    allowed: "viewer",
    perform: async (context, { clientId: client }) => {
      const exchange = await exchangeOf(context);
      if (!exchange.ok) return exchange;
      if (exchange.value === null) return fail(NO_SERVER);
      await exchange.value.retry(client);
      const left = exchange.value.view().refused.filter((one) => one.clientId === client);
      return ok({ refused: left.length });
    },
    command: {
      verb: "firm retry",
      lines: ({ refused }) => [
        refused === 0
          ? "No rejected records are left. Any records still waiting are sent as soon as Tieout can reach the server."
          : `The server still rejects ${counted(refused, "record")}.`,
      ],
    },
  }),

  command("firm.discard", {
    summary:
      "Discard a record that the firm's server rejected. A decision or sign-off is undone. A note, task or file stays on this computer but isn't shared",
    input: z.object({ clientId: clientOrFirm, itemKey: z.string().min(1).max(2_000).describe("Key of the rejected record") }),
    output: z.object({}),
    runs: "core",
    allowed: "viewer",
    perform: async (context, { clientId: client, itemKey }) => {
      const exchange = await exchangeOf(context);
      if (!exchange.ok) return exchange;
      if (exchange.value === null) return fail(NO_SERVER);
      const discarded = await exchange.value.discard(client, itemKey, context.person);
      return discarded.ok ? ok({}) : discarded;
    },
    command: { verb: "firm discard", options: { itemKey: "record" }, lines: () => ["Discarded."] },
  }),
] as const;
