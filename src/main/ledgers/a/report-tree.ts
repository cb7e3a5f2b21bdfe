import type { ExactJson } from "#shared/kernel/json-exact.ts";
import { lookUp } from "#shared/kernel/look-up.ts";
import type { ReportRow } from "#shared/model/reports/ledger-report.ts";
import { AnswerUnreadable } from "../adapter.ts";
import { asObject, asObjects, asText, cellOf } from "../report-parts.ts";

type JsonObject = Readonly<Record<string, ExactJson>>;

/** A report's layout, in the ledger's order. `columns` are titles of the cells behind the label. */
export interface ReportTree {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: ReportRow[];
}

/** Reads the first report of an answer as presentation rows (rule 19). @throws AnswerUnreadable */
export function readReportTree(body: JsonObject): ReportTree & { columns: string[] } {
  const report = asObjects(body.Reports, "Reports")[0];
  if (report === undefined) throw new AnswerUnreadable("The ledger's answer is incomplete: the report is missing.");
  const rows = rowsAt(asObjects(report.Rows, "Rows"), 0);
  const header = asObjects(report.Rows, "Rows").find((row) => row.RowType === "Header");
  if (header === undefined) throw new AnswerUnreadable("The report has no header row, so its columns are unknown.");
  const [, ...columns] = asObjects(header.Cells, "Cells").map((cell) => asText(cell.Value));
  return { title: asText(report.ReportName) || asText(report.ReportID), columns, rows };
}

function rowsAt(rows: readonly JsonObject[], depth: number): ReportRow[] {
  return rows.flatMap((row): ReportRow[] => {
    if (row.RowType !== "Section") return [leafOf(row, depth)];
    const title: ReportRow = { role: "section", depth, label: asText(row.Title), cells: [] };
    return [title, ...rowsAt(asObjects(row.Rows, "Rows"), depth + 1)];
  });
}

const ROLES: Readonly<Record<string, ReportRow["role"]>> = { Header: "header", Row: "data", SummaryRow: "summary" };

function leafOf(row: JsonObject, depth: number): ReportRow {
  const role = lookUp(ROLES, asText(row.RowType));
  if (role === undefined) throw new AnswerUnreadable(`The report has a row of the unknown type ${asText(row.RowType).slice(0, 40)}.`);
  const [label, ...cells] = asObjects(row.Cells, "Cells");
  const id = recordIdOf(label);
  return {
    role,
    depth,
    label: asText(label?.Value),
    ...(id === undefined ? {} : { recordId: id }),
    cells: cells.map((cell) => cellOf(cell.Value)),
  };
}

/** Every cell of a record's row repeats which record it is; rows that the ledger computes name none. */
function recordIdOf(cell: JsonObject | undefined): string | undefined {
  for (const attribute of asObjects(cell?.Attributes, "Attributes")) {
    const id = asText(asObject(attribute)?.Value);
    if (/^account(?:ID)?$/i.test(asText(attribute.Id)) && id !== "") return `Account:${id}`;
  }
  return undefined;
}
