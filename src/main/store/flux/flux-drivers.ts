import { countAndPrice, type DriverInput, driverRows } from "#main/domain/flux/flux-drivers.ts";
import type { DaySpan } from "#main/domain/flux/flux-spans.ts";
import { amountWriter, currencyDigits } from "#main/domain/postings/account-sum.ts";
import { ledgerPeriods } from "#main/store/accounts/chart.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { documentNameOf, entityLabel } from "#main/store/documents/record-names.ts";
import { isDocument, recordNumber } from "#main/store/documents/record-number.ts";
import { ownDecisions } from "#main/store/work/own-decisions.ts";
import type { FluxDrivers } from "#shared/contract/reports/flux.ts";
import { absoluteDecimal, compareDecimals, type DecimalString, isZero } from "#shared/kernel/decimal.ts";
import { explanationBody } from "./flux-acts-read.ts";
import { type FluxFigure, type FluxFigures, type FluxQuestion, fluxFigures, historySpans } from "./flux-figures.ts";
import { shown, spanReader, spansOf } from "./flux-inputs.ts";

/** The drivers of one account's change; null for an account that isn't in the review. */
export function fluxDrivers(
  reader: MirrorReader,
  question: FluxQuestion & { readonly accountId: string; readonly limit: number },
): FluxDrivers | null {
  const figures = fluxFigures(reader, question, TREND_PERIODS);
  const row = figures.rows.find(({ accountId, account }) => accountId === question.accountId || account.code === question.accountId);
  if (row === undefined) return null;
  const { current, comparative } = sidesOf(reader, figures, row);
  const inputs = [...current, ...comparative];
  const write = amountWriter(question.books.baseCurrency);
  const label = (id: string | null) => (id === null ? "(none)" : (entityLabel(reader, id) ?? id));
  const sides = {
    spans: Math.max(1, figures.comparatives.length),
    movement: row.statement === "balance_sheet",
    write,
    digits: currencyDigits(question.books.baseCurrency),
  };
  const { limit } = question;
  const documents = [...inputs].sort((a, b) => compareDecimals(absoluteDecimal(b.amount), absoluteDecimal(a.amount)));
  const parties = driverRows(inputs, ({ partyId }) => [partyId], label, sides);
  return {
    accountId: row.accountId,
    currency: question.books.baseCurrency,
    documents: documents.slice(0, limit).map(({ recordId, date, partyId, amount, side }) => ({
      documentId: recordId,
      isDocument: isDocument(reader, recordId),
      label: documentNameOf(reader, recordId, "short") ?? recordId,
      date,
      party: partyId === null ? null : label(partyId),
      amount: write(amount),
      side,
    })),
    documentCount: documents.length,
    parties: parties.slice(0, limit),
    partyCount: parties.length,
    dimensions: dimensionDrivers(reader, inputs, sides).map(({ values, ...dimension }) => ({
      ...dimension,
      values: values.slice(0, limit),
      valueCount: values.length,
    })),
    countAndPrice: countAndPrice(current, comparative, sides.spans, write, sides.digits),
    earlier: earlierExplanations(reader, row.accountId, question),
    trend: trendOf(reader, question, row),
  };
}

const TREND_PERIODS = 24;

/** The figures of every account in successive periods, oldest first: 24, or as many as the books have. */
export interface FluxTrend {
  readonly spans: readonly DaySpan[];
  readonly rows: readonly (Pick<FluxFigure, "accountId" | "account" | "label"> & { readonly amounts: readonly DecimalString[] })[];
}

/** What each account's figure is the last of; accounts without any figure are left out. */
export function fluxTrend(reader: MirrorReader, question: Omit<FluxQuestion, "comparison" | "trailing">): FluxTrend {
  const { period } = question;
  const { rows } = fluxFigures(reader, { ...question, comparison: "prior_month", trailing: 1 }, TREND_PERIODS);
  const spans = historySpans({ from: period.start, to: period.end }, TREND_PERIODS, ledgerPeriods(reader));
  const moved = rows.filter(({ history }) => !history.every(isZero));
  const first = Math.min(...moved.map(({ history }) => history.findIndex((amount) => !isZero(amount))), TREND_PERIODS - 1);
  return {
    spans: spans.slice(first),
    rows: moved.map(({ accountId, account, label, history }) => ({ accountId, account, label, amounts: history.slice(first) })),
  };
}

/** The account's figures of the last 24 periods, oldest first; without those before the first that has one. */
function trendOf(reader: MirrorReader, { period }: FluxQuestion, { history }: FluxFigure): FluxDrivers["trend"] {
  const spans = historySpans({ from: period.start, to: period.end }, TREND_PERIODS, ledgerPeriods(reader));
  const trend = history.map((amount, at) => ({ ...(spans[at] as DaySpan), amount }));
  const first = trend.findIndex(({ amount }) => !isZero(amount));
  return first < 0 ? [] : trend.slice(first);
}

/** For a result, both sides are records; for a balance, its movement is compared with that of the previous span. */
function sidesOf(reader: MirrorReader, figures: FluxFigures, row: FluxFigure) {
  const read = spanReader(reader, [row]);
  const partyOf = parties(reader);
  const of = (span: DaySpan, side: DriverInput["side"]): DriverInput[] =>
    (read(span).get(row.accountId) ?? []).map(({ recordId, date, amount }) => ({
      ...{ recordId, date, side, amount: shown(row, amount), partyId: partyOf(recordId) },
    }));
  const [first, ...others] = spansOf(row, figures);
  return {
    current: first === undefined ? [] : of(first, "current"),
    comparative: others.flatMap((span) => of(span, "comparative")),
  };
}

function parties(reader: MirrorReader): (recordId: string) => string | null {
  const known = new Map<string, string | null>();
  const find = (recordId: string): string | null => {
    for (const table of ["document", "payment"] as const) {
      const recNo = recordNumber(reader, recordId, table);
      if (recNo === null) continue;
      const word = prepared(reader.db, `SELECT party_word FROM ${table} WHERE rec_no = ?`).pluck().get(recNo) as number | null;
      return word === null ? null : reader.words.text(word);
    }
    return null;
  };
  return (recordId) => {
    if (!known.has(recordId)) known.set(recordId, find(recordId));
    return known.get(recordId) ?? null;
  };
}

/** A record with several values of a dimension counts in full under each of them, so the values aren't added up. */
function dimensionDrivers(
  reader: MirrorReader,
  inputs: readonly DriverInput[],
  sides: Parameters<typeof driverRows>[3],
): Omit<FluxDrivers["dimensions"][number], "valueCount">[] {
  const names = new Map<string, { readonly name: string; readonly values: ReadonlyMap<string, string> }>();
  const bodies = prepared(reader.db, "SELECT body FROM entity WHERE kind = 'dimension'").pluck().all() as string[];
  for (const body of bodies) {
    const { id, name, values } = JSON.parse(body) as { id: string; name: string; values: { id: string; name: string }[] };
    names.set(id, { name, values: new Map(values.map((value) => [value.id, value.name])) });
  }
  const valuesOf = dimensionsOfRecords(reader);
  return [...names].flatMap(([dimensionId, { name, values }]) => {
    const rows = driverRows(
      inputs,
      ({ recordId }) => valuesOf(recordId).get(dimensionId) ?? [null],
      (id) => (id === null ? "(none)" : (values.get(id) ?? id)),
      sides,
    );
    return rows.every(({ id }) => id === null) ? [] : [{ dimensionId, dimension: name, values: rows }];
  });
}

function dimensionsOfRecords(reader: MirrorReader): (recordId: string) => ReadonlyMap<string, readonly string[]> {
  const known = new Map<string, ReadonlyMap<string, readonly string[]>>();
  return (recordId) => {
    const found = known.get(recordId) ?? readDimensions(reader, recordId);
    known.set(recordId, found);
    return found;
  };
}

function readDimensions(reader: MirrorReader, recordId: string): ReadonlyMap<string, readonly string[]> {
  const recNo = recordNumber(reader, recordId, "document");
  const values = new Map<string, string[]>();
  if (recNo === null) return values;
  const [document] = reader.documents([recNo]);
  for (const { dimensions } of document?.lines ?? [])
    for (const { dimensionId, valueId } of dimensions) {
      const list = values.get(dimensionId) ?? [];
      values.set(dimensionId, list);
      if (!list.includes(valueId)) list.push(valueId);
    }
  return values;
}

const EARLIER_MAX = 12;

/** Explanations of the account in other reviews, newest first. */
function earlierExplanations(reader: MirrorReader, accountId: string, { period }: FluxQuestion): FluxDrivers["earlier"] {
  return ownDecisions(reader.db, "flux_explanation", explanationBody)
    .filter(({ subject }) => subject.endsWith(`|${accountId}`) && !subject.startsWith(`${period.id}|`))
    .map(({ subject, body, person, at }) => ({ period: subject.slice(0, subject.indexOf("|")), text: body.text, person, at }))
    .reverse()
    .slice(0, EARLIER_MAX);
}
