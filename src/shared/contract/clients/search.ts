import { z } from "zod";
import { documentType, unappliedKind } from "#shared/model/books/document.ts";
import { calendarDateString, decimalString } from "#shared/model/books/money.ts";

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
    unappliedKind: unappliedKind.nullable(),
    date: calendarDateString,
    amount: decimalString,
    currency: z.string(),
    removed: z.boolean(),
  }),
  z.object({ kind: z.enum(["party", "account"]), id: z.string(), label: z.string(), detail: z.string().nullable() }),
]);
export type SearchHit = z.infer<typeof searchHit>;
