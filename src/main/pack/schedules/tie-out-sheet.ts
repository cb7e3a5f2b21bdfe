import type { Sheet, SheetCell, SheetRow } from "#main/pack/workbook/sheet.ts";
import { openChecks } from "#main/store/close/gates/figures.ts";
import type { TieOut } from "#shared/model/reports/tie-out.ts";
import type { PackFacts } from "../pack-facts.ts";
import { openStatus, spoken } from "./labels.ts";

/** Schedule E: each check with both sides; below it the lines that do not tie. Differences are live. */
export function tieOutSheet({ tieOuts, currency, order, closing }: PackFacts): Sheet {
  const checks = tieOuts?.checks ?? [];
  const open = openChecks(
    closing,
    checks.map(({ check }) => check),
  ).length;
  return {
    ref: "E",
    title: "Tie-out register",
    source:
      tieOuts === null ? "no tie-out was run at the period's end" : `run ${tieOuts.runNo} at ${tieOuts.ranAt}, as of ${tieOuts.asOfDate}`,
    notes: [
      "Each check holds our figure against the ledger's own; the report that it was held against is in 03_evidence.",
      ...(tieOuts === null ? [`Run it with: tie-out run --as-of ${order.period.end}`] : []),
    ],
    currency,
    columns: [
      { title: "Check", kind: "text", width: 24 },
      { title: "Of", kind: "text", width: 32 },
      { title: "Ours", kind: "amount" },
      { title: "The ledger's", kind: "amount" },
      { title: "Difference", kind: "amount" },
      { title: "In", kind: "text", width: 6 },
      { title: "Outcome", kind: "text", width: 16 },
      { title: "Held against", kind: "text", width: 14 },
      { title: "Ours as of", kind: "text", width: 24 },
      { title: "The ledger's as of", kind: "text", width: 24 },
      { title: "Reason", kind: "text", width: 40 },
      { title: "Documents", kind: "text", width: 48 },
    ],
    rows: () => checks.flatMap(rowsOf),
    ...(tieOuts === null
      ? { status: "not run", open: 1 }
      : open > 0
        ? openStatus(open, "do not tie")
        : { status: checks.every(ties) ? "ties" : "ties or accepted", open }),
  };
}

function ties({ outcome }: TieOut): boolean {
  return outcome === "ties" || outcome === "within_tolerance";
}

function rowsOf(check: TieOut): SheetRow[] {
  const facts = (outcome: string): SheetCell[] => [spoken(outcome), spoken(check.against), check.asOf.ours, check.asOf.ledgers];
  const whole: SheetRow = {
    look: "strong",
    ...(check.currency === null ? { currency: "count" } : { currency: check.currency }),
    cells: [
      spoken(check.check),
      `${check.compared} compared`,
      check.ours,
      check.ledgers,
      difference(check),
      check.currency,
      ...facts(check.outcome),
      check.reason,
      null,
    ],
  };
  const lines = check.lines.map(
    (line): SheetRow => ({
      currency: line.currency ?? "count",
      cells: [
        spoken(check.check),
        line.label,
        line.ours,
        line.ledgers,
        difference(line),
        line.currency,
        ...facts(line.outcome),
        line.reason,
        line.documents.map(({ id, number, reasons }) => `${number ?? id} (${reasons.map(spoken).join(", ")})`).join("; "),
      ],
    }),
  );
  return [whole, ...lines];
}

function difference({ ours, ledgers, difference: value }: Pick<TieOut, "ours" | "ledgers" | "difference">): SheetCell {
  if (ours === null || ledgers === null || value === null) return value;
  return { value, formula: (row) => `ROUND(C${row}-D${row},4)` };
}
