import { z } from "zod";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { Sha256 } from "#main/store/flux/flux-review.ts";
import { contributions } from "#main/store/postings/contributions.ts";
import { readSignedInput, saveSignedInput } from "#main/store/records/signed-input-store.ts";
import { canonicalDecimal, isZero } from "#shared/kernel/decimal.ts";
import { compareText } from "#shared/kernel/lists.ts";
import { decimalString } from "#shared/model/books/money.ts";
import type { Period } from "#shared/model/books/period.ts";

/** What stood in a period: every record with what it posted to each account, debits positive. */
const closedSnapshot = z.object({
  v: z.literal(1),
  period: z.string(),
  inputs: z.array(z.tuple([z.string(), z.string().nullable(), decimalString])),
});
export type ClosedInputs = z.infer<typeof closedSnapshot>["inputs"];

type Span = Pick<Period, "id" | "start" | "end">;

/** Saves a period's current postings. @returns their hash */
export function saveClosedSnapshot(reader: MirrorReader, period: Span, nowMs: number, sha256: Sha256): string {
  const text = JSON.stringify({ v: 1, period: period.id, inputs: periodInputs(reader, period) });
  const hash = sha256(text);
  saveSignedInput(reader.db, hash, text, nowMs);
  return hash;
}

/** What was kept; null when nothing was. */
export function readClosedSnapshot(reader: MirrorReader, hash: string): ClosedInputs | null {
  const text = readSignedInput(reader.db, hash);
  return text === null ? null : closedSnapshot.parse(JSON.parse(text)).inputs;
}

/** A period's current postings, in a fixed order. */
export function periodInputs(reader: MirrorReader, { start, end }: Span): ClosedInputs {
  return contributions(reader, { from: start, to: end })
    .filter(({ amount }) => !isZero(amount))
    .map(({ recordId, accountId, amount }): ClosedInputs[number] => [recordId, accountId, canonicalDecimal(amount)])
    .sort(([a, x], [b, y]) => compareText(a, b) || compareText(x ?? "", y ?? ""));
}
