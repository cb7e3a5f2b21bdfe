import type { OperationOutput } from "#main/operations/collection.ts";
import { addDecimals, type DecimalString, isZero, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { t } from "../../language/t.ts";
import { type Bucket, UNAPPLIED_LABELS, type UnappliedKind } from "./aging-labels.ts";

type Aging = OperationOutput<"reports.aging">;
export type AgingFigures = Pick<Aging, "rows" | "unappliedCash" | "totals" | "buckets">;

/**
 * A line as it is shown. `party`: what a party owes in one currency; `unapplied`: cash that settles nothing
 * yet, in its own row (rule 16) and negative, as it lowers what is owed; `total`: one currency's. Amounts by column, absent where
 * the column doesn't apply to the line.
 */
export interface AgingLine {
  readonly key: string;
  readonly kind: "party" | "head" | "unapplied" | "total";
  readonly label: string;
  /** The kind of unapplied cash in words, and itself; null for other lines. */
  readonly note: string | null;
  readonly unapplied: UnappliedKind | null;
  readonly currency: string;
  readonly documents: number | null;
  readonly amounts: Readonly<Partial<Record<AgingColumn, DecimalString | null>>>;
  /** The party whose figures the line opens; null where there is none. */
  readonly party: string | null;
  readonly opens: boolean;
}
export type AgingColumn = Bucket | "outstanding" | "overdue" | "base" | "unapplied";

const NOBODY = t("No contact");

/** Parties with what they owe, then what is unapplied under its own heading. */
export function agingLines({ rows, unappliedCash }: AgingFigures): AgingLine[] {
  const parties = rows.map(({ party, currency, documents, base, outstanding, ...buckets }): AgingLine => {
    const amounts = { ...buckets, outstanding, overdue: overdueOf(buckets), base };
    return {
      key: lineKey(party?.id ?? null, currency),
      kind: "party",
      label: party?.name ?? NOBODY,
      note: null,
      unapplied: null,
      currency,
      documents,
      amounts,
      party: party?.id ?? null,
      opens: true,
    };
  });
  const unapplied = unappliedCash.map(
    ({ party, currency, kind, amount, base, documents }): AgingLine => ({
      key: lineKey(party?.id ?? null, currency, kind),
      kind: "unapplied",
      label: party?.name ?? NOBODY,
      note: UNAPPLIED_LABELS[kind],
      unapplied: kind,
      currency,
      documents,
      amounts: { unapplied: negateDecimal(amount), base: base === null ? null : negateDecimal(base) },
      party: party?.id ?? null,
      opens: true,
    }),
  );
  return unapplied.length === 0 ? parties : [...parties, UNAPPLIED_HEAD, ...unapplied];
}

const UNAPPLIED_HEAD: AgingLine = {
  key: "unapplied",
  kind: "head",
  label: t("Unapplied credits and payments"),
  note: null,
  unapplied: null,
  currency: "",
  documents: null,
  amounts: {},
  party: null,
  opens: false,
};

/** One total per currency; there is none across currencies. */
export function agingTotals({ rows, unappliedCash: unapplied, totals }: AgingFigures): AgingLine[] {
  const counted = Map.groupBy([...rows, ...unapplied], ({ currency }) => currency);
  return totals.map(({ currency, documents: _open, base, outstanding, unappliedCash, ...buckets }) => ({
    key: `total|${currency}`,
    kind: "total",
    label: t("Total"),
    note: null,
    unapplied: null,
    currency,
    // A total of every row above it, those of unapplied cash too.
    documents: countOf(counted.get(currency) ?? []),
    amounts: { ...buckets, outstanding, overdue: overdueOf(buckets), base, unapplied: negateDecimal(unappliedCash) },
    party: null,
    opens: false,
  }));
}

/** What is owed less what is unapplied, below its total: what the control accounts hold. Null where nothing is unapplied. */
export function netOf({ currency, amounts: { outstanding, unapplied } }: AgingLine): AgingLine | null {
  if (outstanding == null || unapplied == null || isZero(unapplied)) return null;
  return {
    key: `net|${currency}`,
    kind: "total",
    label: t("Net of unapplied"),
    note: null,
    unapplied: null,
    currency,
    documents: null,
    amounts: { outstanding: addDecimals(outstanding, unapplied) },
    party: null,
    opens: false,
  };
}

/** What is past due, however late; unknown as soon as one of the ages is. */
function overdueOf(ages: Readonly<Record<Bucket, DecimalString | null>>): DecimalString | null {
  const late = [ages["1-30"], ages["31-60"], ages["61-90"], ages["90+"]];
  const known = late.filter((amount) => amount !== null);
  return known.length < late.length ? null : sumDecimals(known);
}

function countOf(lines: readonly { readonly documents: number | null }[]): number {
  return lines.reduce((sum, { documents }) => sum + (documents ?? 0), 0);
}

/** Totals of some lines, one per currency; unknown as soon as one of its amounts is. */
export function totalsOfLines(lines: readonly AgingLine[]): AgingLine[] {
  const rows = lines.filter(({ kind }) => kind !== "head");
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => {
    const columns = [...new Set(own.flatMap(({ amounts }) => Object.keys(amounts)))] as AgingColumn[];
    const sums = columns.flatMap((column) => {
      // What is unapplied is never offset against what is open, in the books' currency neither.
      const summed = column === "base" ? own.filter(({ kind }) => kind !== "unapplied") : own;
      const amounts = summed.flatMap(({ amounts: all }) => (column in all ? [all[column] ?? null] : []));
      if (amounts.length === 0) return [];
      return [[column, amounts.includes(null) ? null : sumDecimals(amounts.filter((amount) => amount !== null))] as const];
    });
    return {
      key: `total|${currency}`,
      kind: "total",
      label: t("Total shown"),
      note: null,
      unapplied: null,
      currency,
      documents: countOf(own),
      amounts: Object.fromEntries(sums),
      party: null,
      opens: false,
    };
  });
}

/** The open panel of an aging: the documents behind a figure, or its tie-out. */
export type AgingOpened =
  | { readonly kind: "tie-out" }
  | {
      readonly kind: "figure";
      readonly party: string | null;
      readonly currency: string;
      /** A kind of unapplied cash has a line of its own; `unapplied` are all of them, as older addresses have it. */
      readonly column: Bucket | "outstanding" | "unapplied" | UnappliedKind;
    };

const OWED: readonly (Bucket | "outstanding")[] = ["current", "1-30", "31-60", "61-90", "90+", "outstanding"];
const COLUMNS: readonly Extract<AgingOpened, { readonly kind: "figure" }>["column"][] = [
  ...OWED,
  "unapplied",
  ...(Object.keys(UNAPPLIED_LABELS) as UnappliedKind[]),
];
const SPLIT = "~";

/** The open panel, as a part of the address. */
export function openedAddress(opened: AgingOpened): string {
  return opened.kind === "tie-out" ? "tie-out" : ["figure", opened.column, opened.currency, opened.party ?? ""].join(SPLIT);
}

/** The inverse of `openedAddress`; null for anything else. */
export function readOpened(address: string | null): AgingOpened | null {
  if (address === null) return null;
  if (address === "tie-out") return { kind: "tie-out" };
  const [kind, columnName, currency, ...party] = address.split(SPLIT);
  const column = COLUMNS.find((name) => name === columnName);
  if (kind !== "figure" || column === undefined || currency === undefined) return null;
  return { kind: "figure", column, currency, party: party.join(SPLIT) === "" ? null : party.join(SPLIT) };
}

/** The key of the line with the open figure; null where it is one of several. */
export function openedLine(opened: AgingOpened | null): string | null {
  if (opened?.kind !== "figure" || opened.column === "unapplied") return null;
  return lineKey(opened.party, opened.currency, isOwed(opened.column) ? null : opened.column);
}

function lineKey(party: string | null, currency: string, unapplied: UnappliedKind | null = null): string {
  return [party ?? "", currency, ...(unapplied === null ? [] : [unapplied])].join("|");
}

/** Whether a column is of what is owed, and not of cash that settles nothing yet. */
export function isOwed(column: Extract<AgingOpened, { readonly kind: "figure" }>["column"]): column is Bucket | "outstanding" {
  return OWED.some((name) => name === column);
}

/** What a cell opens; null for nothing. */
export function openedBy(line: AgingLine, columnId: string): AgingOpened | null {
  if (!line.opens) return null;
  const { party, currency } = line;
  if (line.unapplied !== null) return { kind: "figure", party, currency, column: line.unapplied };
  const column = OWED.find((name) => name === columnId);
  return { kind: "figure", party, currency, column: column ?? "outstanding" };
}
