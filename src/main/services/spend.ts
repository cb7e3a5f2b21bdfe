import {
  isCommitted,
  openRemainder,
  SPEND_CONTAINS,
  type SpendBySeries,
  type SpendEntry,
  type SpendGroup,
  type SpendGrouping,
  spendSeries,
} from "#main/domain/spend.ts";
import { unpackAmount } from "#main/store/amounts.ts";
import { documentStatusCode, documentTypeCode } from "#main/store/codes.ts";
import type { MirrorReader } from "#main/store/mirror-reader.ts";
import { prepared } from "#main/store/query.ts";
import { type CalendarDate, dayNumber, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, fromTenThousandths, isZero, negateDecimal } from "#shared/kernel/decimal.ts";
import type { Instant } from "#shared/kernel/instant.ts";
import type { Dimension, LineDimension } from "#shared/model/dimension.ts";
import type { DocumentType } from "#shared/model/document.ts";
import type { PurchaseOrder } from "#shared/model/purchase-order.ts";
import { mirrorAsOf } from "./aging.ts";

export interface SpendInput {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly by: SpendGrouping;
}

export interface SpendReport extends SpendInput {
  readonly asOf: Instant | null;
  readonly series: SpendBySeries;
}

/** The three spend series of a mirror, dates inclusive (rule 5). */
export function spendReport(reader: MirrorReader, input: SpendInput): SpendReport {
  const groups = groupsOf(reader, input.by);
  const documents = documentEntries(reader, input, groups);
  const { entries, billedUnknown } = orderEntries(reader, input, groups);
  return {
    asOf: mirrorAsOf(reader),
    ...input,
    series: {
      accrued: spendSeries(SPEND_CONTAINS.accrued, documents.accrued),
      booked: spendSeries(SPEND_CONTAINS.booked, documents.booked),
      committed: { ...spendSeries(SPEND_CONTAINS.committed, entries), billedUnknown },
    },
  };
}

/** What a line is filed under, before it is named. */
interface LineKeys {
  readonly accountId: string | undefined;
  readonly partyId: string | undefined;
  readonly partyName: string | undefined;
  readonly dimensions: readonly LineDimension[];
}

/** The groups that a line belongs to: one, or one a dimension. */
type GroupsOf = (keys: LineKeys) => readonly SpendGroup[];

function groupsOf(reader: MirrorReader, by: SpendGrouping): GroupsOf {
  if (by === "total") return () => [{}];
  if (by === "account") {
    const names = namesOf(reader, "account");
    return ({ accountId: id }) => [{ account: id === undefined ? null : { id, name: names.get(id) ?? id } }];
  }
  if (by === "party") {
    const names = namesOf(reader, "party");
    return ({ partyId: id, partyName }) => [{ party: id === undefined ? null : { id, name: names.get(id) ?? partyName ?? id } }];
  }
  // Rule 20: from the dimensions that the ledger's metadata tells, each of which splits the same spend.
  const dimensions = bodiesOf<Dimension>(reader, "dimension");
  return (keys) =>
    dimensions.map(({ id, name, values }) => {
      const valueId = keys.dimensions.find(({ dimensionId }) => dimensionId === id)?.valueId;
      const value = valueId === undefined ? null : { id: valueId, name: values.find((known) => known.id === valueId)?.name ?? valueId };
      return { dimension: { id, name }, value };
    });
}

/** Columns that lines are summed by, so that a million of them become a few thousand sums. */
const SUMMED_BY: Readonly<Record<SpendGrouping, string>> = {
  total: "NULL",
  account: "line.account_word",
  party: "document.party_word",
  dimension: "line.dimensions_word",
};

// Bits of `net`, the third of a line's amounts; a spelling that is kept as text has at most four decimals here.
const NET_SCALE = "CASE (line.scales >> 6) & 7 WHEN 6 THEN 4 WHEN 7 THEN 0 ELSE (line.scales >> 6) & 7 END";

interface SumRow {
  readonly type: number;
  readonly issue_day: number;
  readonly currency_word: number;
  readonly key_word: number | null;
  readonly party_name: string | null;
}

function documentEntries(
  reader: MirrorReader,
  { from, to, by }: SpendInput,
  groups: GroupsOf,
): Readonly<Record<"accrued" | "booked", readonly SpendEntry[]>> {
  const types = (["purchase_bill", "purchase_credit", "cash_purchase"] as const).map(documentTypeCode.encode).join(",");
  const live = (["open", "part_paid", "paid"] as const).map(documentStatusCode.encode).join(",");
  const source = `FROM document JOIN source_record USING (rec_no) JOIN document_line line ON line.rec_no = document.rec_no
    WHERE type IN (${types}) AND status IN (${live}) AND removed_ms IS NULL AND issue_day BETWEEN ? AND ?`;
  const columns = `type, issue_day, currency_word, ${SUMMED_BY[by]} AS key_word`;
  const days = [dayNumber(from), dayNumber(to)];
  const summed = prepared(
    reader.db,
    `SELECT ${columns}, MAX(party_name) AS party_name, CAST(SUM(net) AS TEXT) AS net, MAX(${NET_SCALE}) AS scale ${source} AND net IS NOT NULL GROUP BY 1, 2, 3, 4`,
  ).all(...days) as (SumRow & { readonly net: string; readonly scale: number })[];
  // What does not fit a number of ten-thousandths is kept as text, and joins the sums as text.
  const oversize = prepared(reader.db, `SELECT ${columns}, party_name, line.scales, line.exact ${source} AND net IS NULL`).all(
    ...days,
  ) as (SumRow & { readonly scales: number; readonly exact: string | null })[];
  const entries: Record<"accrued" | "booked", SpendEntry[]> = { accrued: [], booked: [] };
  const add = (row: SumRow, net: DecimalString) => {
    const type: DocumentType = documentTypeCode.decode(row.type);
    const signed = type === "purchase_credit" ? negateDecimal(net) : net;
    for (const group of groups(keysOf(reader, by, row)))
      entries[type === "cash_purchase" ? "booked" : "accrued"].push({
        date: fromDayNumber(row.issue_day),
        currency: reader.words.text(row.currency_word),
        group,
        net: signed,
      });
  };
  for (const row of summed) add(row, fromTenThousandths(BigInt(row.net), row.scale));
  for (const row of oversize) add(row, unpackAmount(null, row.scales, 2, "net", row.exact) as DecimalString);
  return entries;
}

function keysOf(reader: MirrorReader, by: SpendGrouping, row: SumRow): LineKeys {
  const text = reader.words.textOptional(row.key_word);
  return {
    accountId: by === "account" ? text : undefined,
    partyId: by === "party" ? text : undefined,
    partyName: row.party_name ?? undefined,
    dimensions: by === "dimension" && text !== undefined ? (JSON.parse(text) as LineDimension[]) : [],
  };
}

/** An order as it is stored: its party by id, and the name that its payload gave. */
type StoredOrder = Omit<PurchaseOrder, "party"> & { readonly partyId?: string; readonly partyName?: string };

function orderEntries(
  reader: MirrorReader,
  { from, to }: SpendInput,
  groups: GroupsOf,
): { readonly entries: readonly SpendEntry[]; readonly billedUnknown: readonly string[] } {
  const entries: SpendEntry[] = [];
  const billedUnknown: string[] = [];
  for (const order of bodiesOf<StoredOrder>(reader, "order")) {
    if (!isCommitted(order) || order.date < from || order.date > to) continue;
    const remainders = order.lines.map((line) => ({ line, ...openRemainder(line) }));
    if (remainders.some(({ known }) => !known)) billedUnknown.push(order.id);
    for (const { line, net } of remainders) {
      if (isZero(net)) continue;
      const keys = { accountId: line.accountId, partyId: order.partyId, partyName: order.partyName, dimensions: line.dimensions };
      for (const group of groups(keys)) entries.push({ date: order.date, currency: order.currency, group, net });
    }
  }
  return { entries, billedUnknown };
}

function namesOf(reader: MirrorReader, kind: "account" | "party"): ReadonlyMap<string, string> {
  return new Map(bodiesOf<{ readonly id: string; readonly name: string }>(reader, kind, "").map(({ id, name }) => [id, name]));
}

/** Every stored record of a small kind; by default without those that the ledger no longer has. */
function bodiesOf<T>(reader: MirrorReader, kind: string, where = "AND removed_ms IS NULL"): T[] {
  const bodies = prepared(reader.db, `SELECT body FROM entity JOIN source_record USING (rec_no) WHERE kind = ? ${where} ORDER BY id`).all(
    kind,
  ) as { readonly body: string }[];
  return bodies.map(({ body }) => JSON.parse(body) as T);
}
