import { z } from "zod";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { readSignedInput } from "#main/store/records/signed-input-store.ts";
import { ownDecisions } from "#main/store/work/own-decisions.ts";
import { signedSummary } from "#shared/contract/close/close-gates.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { decimalString } from "#shared/model/books/money.ts";
import { signOffProof } from "#shared/model/close/signature.ts";

/** A signature of a whole period. Its inputs are kept under `hash`. */
export const closeSignBody = z.object({
  periodId: z.string(),
  role: z.enum(["preparer", "reviewer"]),
  hash: z.string(),
  note: z.string().nullable(),
  /** The people whom the note asks to look; none in what an earlier release signed. */
  mentions: z.array(z.string()).default([]),
  /** Null where no key could be used. */
  proof: signOffProof.nullable().default(null),
  /** The summary that the signer saw. */
  shown: signedSummary.nullable().default(null),
  /** Only where the signer had entered their PIN. */
  withPin: z.literal(true).optional(),
});

const figure = z.tuple([z.enum(["profit_and_loss", "balance_sheet"]), z.string(), decimalString]);
/** What a period is signed on: every figure of its statements. */
export const closeInput = z.object({
  v: z.literal(1),
  period: z.object({ id: z.string(), start: z.string(), end: z.string() }),
  currency: z.string(),
  figures: z.array(figure),
});
export type CloseInput = z.infer<typeof closeInput>;

export interface SignedFigures {
  readonly periodId: string;
  /** By `<statement> <account id>`. */
  readonly amounts: ReadonlyMap<string, DecimalString>;
}

/** The figures that a reviewer signed last: of this period, else of the latest one before it; null when none was signed. */
export function signedFigures(reader: MirrorReader, period: { readonly id: string; readonly start: CalendarDate }): SignedFigures | null {
  const inputs = ownDecisions(reader.db, "close_sign", closeSignBody)
    .filter(({ body }) => body.role === "reviewer")
    .flatMap(({ body }) => inputOf(reader, body.hash) ?? [])
    .filter(({ period: signed }) => signed.id === period.id || signed.end < period.start)
    .sort((a, b) => (a.period.end < b.period.end ? -1 : 1));
  const last = inputs.findLast(({ period: signed }) => signed.id === period.id) ?? inputs.at(-1);
  if (last === undefined) return null;
  return { periodId: last.period.id, amounts: new Map(last.figures.map(([kind, id, amount]) => [`${kind} ${id}`, amount])) };
}

function inputOf(reader: MirrorReader, hash: string): CloseInput | null {
  const text = readSignedInput(reader.db, hash);
  return text === null ? null : closeInput.parse(JSON.parse(text));
}
