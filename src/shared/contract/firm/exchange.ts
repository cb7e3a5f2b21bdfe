import { z } from "zod";
import { instantString } from "../../model/books/money.ts";
import { failure } from "../../model/ledger/failure.ts";
import { topic } from "../define.ts";

/** How the exchange of records with the firm's server goes. */
export const firmExchange = z.object({
  online: z.boolean(),
  /** Why the last attempt failed; what people record is kept and sent later. */
  failure: failure.nullable(),
  lastAt: instantString.nullable(),
  /** Clients whose books or records aren't exchanged completely yet. */
  left: z.number().int(),
  /** Clients whose log can't be trusted; "" is the firm's own. */
  broken: z.array(z.object({ clientId: z.string(), failure })),
  /** Own records that the server refused, each with why and who could make it. They don't count. */
  refused: z.array(z.object({ clientId: z.string(), itemKey: z.string(), title: z.string(), message: z.string(), at: instantString })),
  /** Records that were left out because their sender may not make them. */
  forged: z.array(z.object({ clientId: z.string(), factNo: z.number().int(), person: z.string() })),
});
export type FirmExchange = z.infer<typeof firmExchange>;

/** What was applied here, compared again with the firm's logs. */
export const firmCheck = z.object({
  /** Records that were compared. */
  records: z.number().int(),
  /** Logs that were changed at the server since; "" is the firm's own. */
  broken: z.array(z.object({ clientId: z.string(), failure })),
});
export type FirmCheck = z.infer<typeof firmCheck>;

export const firmTopics = {
  /** Records of colleagues came in for a client ("" for the firm's own); null: who works where, or whether the server is there. */
  "colleagues.changed": topic(z.object({ clientId: z.string().nullable() })),
};
