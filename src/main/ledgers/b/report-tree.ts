import type { ExactJson } from "#shared/kernel/json-exact.ts";
import { lookUp } from "#shared/kernel/look-up.ts";
import type { LedgerReportKind, ReportRow } from "#shared/model/reports/ledger-report.ts";
import { AnswerUnreadable } from "../adapter.ts";
import { asObject, asObjects, asText, cellOf, type Side } from "../report-parts.ts";

type JsonObject = Readonly<Record<string, ExactJson>>;

/** A report's layout in the ledger's order; `sides[i]` is the side that the sections around `rows[i]` tell. */
export interface ReportTree {
  readonly title: string;
  readonly currency: string;
  /** Last day, as the report says of itself; empty where it does not. */
  readonly end: string;
  readonly columns: string[];
  readonly rows: ReportRow[];
  readonly sides: readonly (Side | null)[];
}

/** Sections that tell which way round their rows are shown, by the ledger's name of the group. */
const GROUP_SIDES: Readonly<Record<string, Side>> = {
  Income: "credit",
  OtherIncome: "credit",
  COGS: "debit",
  Expenses: "debit",
  OtherExpenses: "debit",
  TotalAssets: "debit",
  TotalLiabilitiesAndEquity: "credit",
  Liabilities: "credit",
  Equity: "credit",
};

/** What a row names, by report. */
const ENTITIES: Readonly<Record<LedgerReportKind, string>> = {
  trial_balance: "Account",
  profit_and_loss: "Account",
  balance_sheet: "Account",
  bank_summary: "Account",
  aged_receivable: "Customer",
  aged_payable: "Vendor",
};

/** Reads a report as presentation rows (rule 19). @throws AnswerUnreadable */
export function readReportTree(body: JsonObject, kind: LedgerReportKind): ReportTree {
  const header = asObject(body.Header);
  const columns = asObject(body.Columns);
  const rows = asObject(body.Rows);
  if (header === null || columns === null || rows === null) throw new AnswerUnreadable("The ledger's report is incomplete.");
  const [, ...titles] = asObjects(columns.Column, "Column").map((column) => asText(column.ColTitle));
  const found: { row: ReportRow; side: Side | null }[] = [];
  collect(asObjects(rows.Row, "Row"), { depth: 0, side: null, entity: ENTITIES[kind] }, found);
  return {
    title: asText(header.ReportName),
    currency: asText(header.Currency),
    end: asText(header.EndPeriod),
    columns: titles,
    rows: found.map(({ row }) => row),
    sides: found.map(({ side }) => side),
  };
}

interface Place {
  readonly depth: number;
  readonly side: Side | null;
  readonly entity: string;
}

function collect(rows: readonly JsonObject[], place: Place, found: { row: ReportRow; side: Side | null }[]): void {
  for (const row of rows) {
    const side = lookUp(GROUP_SIDES, asText(row.group)) ?? place.side;
    const add = (role: ReportRow["role"], cells: ExactJson | undefined, group = "") => {
      if (cells === undefined) return;
      const made = rowOf(role, asObjects(cells, "ColData"), place);
      found.push({ row: made.label === "" && group !== "" ? { ...made, label: group } : made, side });
    };
    const header = asObject(row.Header);
    // An account with accounts below it is a section whose header has the account's own amount.
    if (header !== null) add("section", header.ColData, asText(row.group));
    add("data", row.ColData);
    const below = asObject(row.Rows);
    if (below !== null) collect(asObjects(below.Row, "Row"), { ...place, depth: place.depth + 1, side }, found);
    const summary = asObject(row.Summary);
    if (summary !== null) add("summary", summary.ColData, asText(row.group));
  }
}

function rowOf(role: ReportRow["role"], cells: readonly JsonObject[], { depth, entity }: Place): ReportRow {
  const [label, ...rest] = cells;
  const id = asText(label?.id);
  return {
    role,
    depth,
    label: asText(label?.value),
    ...(id === "" || role === "summary" ? {} : { recordId: `${entity}:${id}` }),
    cells: rest.map((cell) => cellOf(cell.value)),
  };
}
