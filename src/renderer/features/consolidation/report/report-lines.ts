import type { GroupReport } from "#shared/model/consolidation/consolidation.ts";
import type { LineKind } from "../../../ui/grid/grid-sections.ts";

type Row = GroupReport["rows"][number];
type Place = Pick<Row, "kind" | "section" | "key">;

/** The result of the year is one of the amounts that total equity adds up. */
export function kindOf({ kind, section, key }: Place): LineKind {
  if (kind === "section") return "head";
  return kind === "account" || (section === "equity" && key === "result") ? "row" : "total";
}

/** The result in the equity of a balance sheet is a row, but no account. */
export function accountsOf(rows: readonly Place[]): number {
  return rows.filter(({ kind }) => kind === "account").length;
}

/** The total below a trial balance. */
export function isTotal({ key }: Pick<Row, "key">): boolean {
  return key === "total";
}

/** The net result, both sides of a balance sheet, and the total of a trial balance. */
export function endsStatement({ kind, section, key }: Place): boolean {
  if (kind === "computed") return section === "result" && ["result", "liabilities_and_equity", "total"].includes(key);
  return kind === "section_total" && section === "asset";
}

/** Whether the last line is what the statement comes to, or whose that is. Sorted or filtered, it may be any other. */
export function endsWithResult(rows: readonly Place[]): boolean {
  const last = rows.at(-1);
  return last?.kind === "computed" && last.section === "result";
}
