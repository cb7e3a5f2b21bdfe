import {
  isCommitted,
  openRemainder,
  SPEND_CONTAINS,
  type SpendBySeries,
  type SpendEntry,
  type SpendGroup,
  type SpendGrouping,
  spendSeries,
} from "#main/domain/contacts/spend.ts";
import { mirrorAsOf } from "#main/store/aging/aging.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { assignedLines, type OwnAssignment, ownAssignments, ownDimensions, ownValuesOf } from "#main/store/dimensions/own-dimensions.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { documentStatusCode, documentTypeCode } from "#main/store/records/codes.ts";
import { type CalendarDate, dayNumber, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, fromTenThousandths, isZero, negateDecimal } from "#shared/kernel/decimal.ts";
import type { Instant } from "#shared/kernel/instant.ts";
import type { Dimension, LineDimension } from "#shared/model/books/dimension.ts";
import type { DocumentType } from "#shared/model/books/document.ts";
import type { PurchaseOrder } from "#shared/model/books/purchase-order.ts";

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
  // Only a grouping by dimension asks what the service itself assigned.
  const own = input.by === "dimension" ? ownAssignments(reader) : [];
  const groups = groupsOf(reader, input.by, own);
  const documents = documentEntries(reader, input, groups, own);
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
  readonly lineId?: string;
  readonly accountId: string | undefined;
  readonly partyId: string | undefined;
  readonly partyName: string | undefined;
  readonly dimensions: readonly LineDimension[];
}

/** The groups that a line belongs to: one, or one a dimension. */
type GroupsOf = (keys: LineKeys) => readonly SpendGroup[];

function groupsOf(reader: MirrorReader, by: SpendGrouping, own: readonly OwnAssignment[]): GroupsOf {
  if (by === "total") return () => [{}];
  if (by === "account") {
    const names = namesOf(reader, "account");
    return ({ accountId: id }) => [{ account: id === undefined ? null : { id, name: names.get(id) ?? id } }];
  }
  if (by === "party") {
    const names = namesOf(reader, "party");
    return ({ partyId: id, partyName }) => [{ party: id === undefined ? null : { id, name: names.get(id) ?? partyName ?? id } }];
  }
  // Rule 20: the dimensions of the ledger's metadata and those of the service; each of them splits the same spend.
  const dimensions = [...bodiesOf<Dimension>(reader, "dimension"), ...ownDimensions(reader)];
  const ownValues = ownValuesOf(own);
  return (keys) =>
    dimensions.map(({ id, name, values, ownedBy }) => {
      const held = ownedBy === "us" ? ownValues({ lineId: undefined, ...keys }) : keys.dimensions;
      const valueId = held.find(({ dimensionId }) => dimensionId === id)?.valueId;
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
  /** Only where the service's own dimensions need it. */
  readonly account_word: number | null;
  readonly own_party_word: number | null;
  readonly type: number;
  readonly issue_day: number;
  readonly currency_word: number;
  readonly key_word: number | null;
  readonly party_name: string | null;
}

type SingleRow = SumRow & {
  readonly rec_no: number;
  readonly line_no: number;
  readonly net: number | null;
  readonly scales: number;
  readonly exact: string | null;
};

function documentEntries(
  reader: MirrorReader,
  { from, to, by }: SpendInput,
  groups: GroupsOf,
  own: readonly OwnAssignment[],
): Readonly<Record<"accrued" | "booked", readonly SpendEntry[]>> {
  const types = (["purchase_bill", "purchase_credit", "cash_purchase"] as const).map(documentTypeCode.encode).join(",");
  const live = (["open", "part_paid", "paid"] as const).map(documentStatusCode.encode).join(",");
  const source = `FROM document JOIN source_record USING (rec_no) JOIN document_line line ON line.rec_no = document.rec_no
    WHERE type IN (${types}) AND status IN (${live}) AND removed_ms IS NULL AND issue_day BETWEEN ? AND ?`;
  const assigned = assignedLines(reader, own);
  const alone = JSON.stringify(assigned.map(({ recNo, lineNo }) => `${recNo}/${lineNo}`));
  const place = "(line.rec_no || '/' || line.line_no) IN (SELECT value FROM json_each(?))";
  const ownColumns = own.length === 0 ? "NULL, NULL" : "line.account_word, document.party_word";
  const [accountColumn, partyColumn] = ownColumns.split(", ");
  const columns = `type, issue_day, currency_word, ${SUMMED_BY[by]} AS key_word, ${accountColumn} AS account_word, ${partyColumn} AS own_party_word`;
  const days = [dayNumber(from), dayNumber(to)];
  const summed = prepared(
    reader.db,
    `SELECT ${columns}, MAX(party_name) AS party_name, CAST(SUM(net) AS TEXT) AS net, MAX(${NET_SCALE}) AS scale ${source} AND net IS NOT NULL AND NOT ${place} GROUP BY 1, 2, 3, 4, 5, 6`,
  ).all(...days, alone) as (SumRow & { readonly net: string; readonly scale: number })[];
  // What doesn't fit a number of ten-thousandths is kept as text and joins the sums as text; a line with its own value is a separate row.
  const single = prepared(
    reader.db,
    `SELECT ${columns}, party_name, line.rec_no, line.line_no, net, line.scales, line.exact ${source} AND (net IS NULL OR ${place})`,
  ).all(...days, alone) as SingleRow[];
  const entries: Record<"accrued" | "booked", SpendEntry[]> = { accrued: [], booked: [] };
  const lineIds = new Map(assigned.map(({ recNo, lineNo, id }) => [`${recNo}/${lineNo}`, id]));
  const add = (row: SumRow, net: DecimalString, lineId?: string) => {
    const type: DocumentType = documentTypeCode.decode(row.type);
    const signed = type === "purchase_credit" ? negateDecimal(net) : net;
    for (const group of groups({ ...keysOf(reader, by, row), ...(lineId === undefined ? {} : { lineId }) }))
      entries[type === "cash_purchase" ? "booked" : "accrued"].push({
        date: fromDayNumber(row.issue_day),
        currency: reader.words.text(row.currency_word),
        group,
        net: signed,
      });
  };
  for (const row of summed) add(row, fromTenThousandths(BigInt(row.net), row.scale));
  for (const row of single)
    add(row, unpackAmount(row.net, row.scales, 2, "net", row.exact) as DecimalString, lineIds.get(`${row.rec_no}/${row.line_no}`));
  return entries;
}

function keysOf(reader: MirrorReader, by: SpendGrouping, row: SumRow): LineKeys {
  const text = reader.words.textOptional(row.key_word);
  return {
    accountId: by === "account" ? text : reader.words.textOptional(row.account_word),
    partyId: by === "party" ? text : reader.words.textOptional(row.own_party_word),
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
      const keys = {
        lineId: line.id,
        accountId: line.accountId,
        partyId: order.partyId,
        partyName: order.partyName,
        dimensions: line.dimensions,
      };
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
