import { z } from "zod";
import { query } from "#main/operations/operation.ts";
import { clientId } from "#shared/contract/fields.ts";
import { firmExchange } from "#shared/contract/firm/exchange.ts";
import { ok } from "#shared/kernel/result.ts";

/** Working beside colleagues on the firm's server. */
export const exchangeOperations = [
  query("firm.exchange", {
    summary: "Show whether records are exchanged with the firm's server, and what can't be",
    input: z.object({}),
    output: firmExchange.nullable(),
    runs: "core",
    perform: async ({ colleagues }) => ok(colleagues?.view() ?? null),
  }),

  query("firm.presence", {
    summary: "Say that the current user works on a client, and show who else does",
    input: z.object({ clientId }),
    output: z.object({ people: z.array(z.string()) }),
    runs: "core",
    perform: async ({ colleagues }, { clientId: client }) => ok({ people: [...((await colleagues?.workOn(client)) ?? [])] }),
  }),
] as const;
