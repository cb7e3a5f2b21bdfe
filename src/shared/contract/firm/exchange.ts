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
  /** Clients whose log can't be trusted; "" is the firm's own. */
  broken: z.array(z.object({ clientId: z.string(), failure })),
  /** Records that were left out because their sender may not make them. */
  forged: z.array(z.object({ clientId: z.string(), factNo: z.number().int(), person: z.string() })),
});
export type FirmExchange = z.infer<typeof firmExchange>;

export const firmTopics = {
  /** Records of colleagues came in for a client ("" for the firm's own); null: who works where, or whether the server is there. */
  "colleagues.changed": topic(z.object({ clientId: z.string().nullable() })),
};
