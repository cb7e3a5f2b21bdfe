import { compareFigures, type Figure } from "#main/domain/tie-outs/tie-out.ts";
import { mirrorAsOf } from "#main/store/aging/aging.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { type DecimalString, decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import type { TieOut } from "#shared/model/reports/tie-out.ts";
import type { CountedStream } from "./tie-out-setting.ts";

/** Holds the number of records of every stream against the ledger's own count; removed ones are not counted. */
export function countCheck(
  reader: MirrorReader,
  facts: Pick<TieOut, "check" | "from" | "to">,
  streams: readonly CountedStream[],
  countedMs: number,
): TieOut {
  const live = liveCounts(reader);
  const figure = ({ stream, label }: CountedStream, count: number | null): Figure => ({
    subject: "stream",
    subjectId: stream,
    label,
    amount: count === null ? null : decimal(String(count)),
    currency: null,
    reason: "The ledger gave no count of these records.",
  });
  return compareFigures({
    ...facts,
    currency: null,
    source: "mirror",
    against: "count",
    asOf: { ours: mirrorAsOf(reader), ledgers: instantFromMs(countedMs) },
    ours: streams.map((stream) => figure(stream, live.get(stream.stream) ?? 0)),
    ledgers: streams.map((stream) => figure(stream, stream.ledgers)),
    headline: total,
  });
}

function total(figures: readonly Figure[]): DecimalString | null {
  const known = figures.flatMap(({ amount }) => (amount === null ? [] : [amount]));
  return known.length < figures.length ? null : sumDecimals([decimal("0"), ...known]);
}

function liveCounts(reader: MirrorReader): Map<string, number> {
  const rows = prepared(
    reader.db,
    "SELECT name, (SELECT COUNT(*) FROM source_record r WHERE r.stream_no = stream.stream_no AND removed_ms IS NULL) AS live FROM stream",
  ).all() as { readonly name: string; readonly live: number }[];
  return new Map(rows.map(({ name, live }) => [name, live]));
}
