import { z } from "zod";
import { documentType } from "#shared/model/document.ts";
import { calendarDateString, decimalString } from "#shared/model/money.ts";
import { query } from "./define.ts";

/** One thing that a search found in a client's mirror. */
export const searchHit = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("document"),
    id: z.string(),
    /** The number, else the reference, else the id. */
    label: z.string(),
    /** The party's name. */
    detail: z.string().nullable(),
    type: documentType,
    date: calendarDateString,
    amount: decimalString,
    currency: z.string(),
    removed: z.boolean(),
  }),
  z.object({ kind: z.enum(["party", "account"]), id: z.string(), label: z.string(), detail: z.string().nullable() }),
]);
export type SearchHit = z.infer<typeof searchHit>;

export const searchContract = {
  /** Looks through the mirrors of a few clients; a window asks for the next few while it shows what came. */
  "search.find": query(
    z.object({
      clientIds: z.array(z.string()).min(1).max(50),
      text: z.string().min(2).max(200),
      /** Hits of each kind and client. */
      limit: z.number().int().min(1).max(50),
    }),
    z.object({
      clients: z.array(
        z.object({
          clientId: z.string(),
          /** False until the first read has ended: documents can not be found by their words before. */
          indexed: z.boolean(),
          hits: z.array(searchHit),
        }),
      ),
    }),
  ),
};
