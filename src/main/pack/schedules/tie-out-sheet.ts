import type { Sheet, SheetCell, SheetRow } from "#main/pack/workbook/sheet.ts";
import { openChecks } from "#main/store/close/gates/figures.ts";
import { differenceAnswers } from "#main/store/tie-outs/difference-answers.ts";
import { runNeedsRecheck } from "#main/store/tie-outs/recheck.ts";
import { dayName, minuteName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { tieOutLabel } from "#shared/model/labels/tie-out-label.ts";
import { asShown, isOwed, isTotalOnly, shownOutcome, type TieOut } from "#shared/model/reports/tie-out.ts";
import type { DifferenceAnswer } from "#shared/model/reports/tie-out-causes.ts";
import type { PackFacts } from "../pack-facts.ts";
import { byTotalOnly, openStatus } from "./labels.ts";

/** Schedule E: each check with both figures, and below it the lines that are out of balance. */
export function tieOutSheet({ tieOuts, currency, order, closing, reader, books }: PackFacts): Sheet {
  const checks = tieOuts?.checks ?? [];
  const recheck = tieOuts !== null && runNeedsRecheck(reader, tieOuts);
  const day = dayName(order.period.end);
  const command = `tieout tie-out run --client ${order.clientId} --as-of ${order.period.end}`;
  const run = `set “As of” to ${day} on the client's Tie-outs screen and choose “Tie out now” (or run: ${command}). Then make the pack again.`;
  const open = openChecks(
    closing,
    checks.map(({ check }) => check),
  ).length;
  return {
    ref: "E",
    title: "Tie-out register",
    source:
      tieOuts === null
        ? "No tie-out was run for the end of this period"
        : `Tie-outs as of ${dayName(tieOuts.asOfDate)}. Run no. ${tieOuts.runNo}, on ${minuteName(tieOuts.ranAt)}`,
    notes: [
      "Each tie-out compares Tieout's figure with the ledger's. Ledger reports for the end of the period, if any, are in 03_evidence/reports.",
      ...(checks.some(({ check }) => check === "profit_and_loss")
        ? ["The profit and loss is compared with its total, but “compared” counts its accounts only."]
        : []),
      ...(checks.some(({ check, ours }) => isOwed(check) && ours !== null)
        ? [t("In payables control accounts, what is owed is positive.")]
        : []),
      ...(tieOuts === null ? [`To run a tie-out, ${run}`] : []),
      ...(recheck
        ? [`Figures for this date may have changed since this run, so these results may be out of date. To recheck, ${run}`]
        : []),
    ],
    currency,
    columns: [
      { title: "Tie-out", kind: "text", width: 24 },
      { title: "Account or contact", kind: "text", width: 32 },
      { title: "Tieout", kind: "amount" },
      { title: "Ledger", kind: "amount" },
      { title: "Difference", kind: "amount" },
      { title: "Currency", kind: "text", width: 9 },
      { title: "Result", kind: "text", width: 20 },
      { title: "Compared with", kind: "text", width: 16 },
      { title: "Books synced", kind: "text", width: 24 },
      { title: "Ledger read", kind: "text", width: 24 },
      { title: "Note on the result", kind: "text", width: 40 },
      { title: "Transactions", kind: "text", width: 48 },
      { title: "Why it doesn't tie", kind: "text", width: 70 },
    ],
    rows: () =>
      checks.flatMap((check) =>
        rowsOf(asShown(check), recheck, answersOf(tieOuts === null ? [] : differenceAnswers(reader, check, tieOuts.ranAt, books))),
      ),
    ...(tieOuts === null
      ? { status: "Not checked", open: 1 }
      : open > 0
        ? openStatus(open, recheck ? "to recheck" : "out of balance or not checked")
        : { status: `${checks.every(ties) ? "Tied out" : "Tied out or accepted"}${byTotalOnly(checks)}`, open }),
  };
}

function momentOf(instant: string | null): string | null {
  return instant === null ? null : minuteName(instant);
}

function ties({ outcome }: TieOut): boolean {
  return outcome === "ties" || outcome === "within_tolerance";
}

/** The answer to why a line doesn't tie, by account or contact. */
function answersOf(answers: readonly DifferenceAnswer[]): ReadonlyMap<string, DifferenceAnswer> {
  return new Map(answers.map((answer) => [`${answer.subjectId} ${answer.currency}`, answer]));
}

function comparedWith(check: TieOut): string {
  if (isTotalOnly(check)) return "Trial balance, total only";
  return check.against === "party_balances" ? "Contact balances" : codeLabel(check.against);
}

function rowsOf(check: TieOut, recheck: boolean, answers: ReadonlyMap<string, DifferenceAnswer>): SheetRow[] {
  const facts = (result: string): SheetCell[] => [result, comparedWith(check), momentOf(check.asOf.ours), momentOf(check.asOf.ledgers)];
  const whole: SheetRow = {
    look: "strong",
    ...(check.currency === null ? { currency: "count" } : { currency: check.currency }),
    cells: [
      codeLabel(check.check),
      `${check.compared} compared`,
      check.ours,
      check.ledgers,
      difference(check),
      check.currency,
      ...facts(tieOutLabel(check, recheck)),
      check.reason,
      null,
      null,
    ],
  };
  const lines = check.lines.map(
    (line): SheetRow => ({
      currency: line.currency ?? "count",
      cells: [
        codeLabel(check.check),
        line.label,
        line.ours,
        line.ledgers,
        difference(line),
        line.currency,
        ...facts(codeLabel(shownOutcome(line.outcome, recheck))),
        line.reason,
        line.documents
          .map(({ id, number, reasons }) => `${number ?? id} (${reasons.map((reason) => codeLabel(reason)).join(", ")})`)
          .join("; "),
        answers.get(`${line.subjectId} ${line.currency}`)?.sentence ?? null,
      ],
    }),
  );
  return [whole, ...lines];
}

function difference({ ours, ledgers, difference: value }: Pick<TieOut, "ours" | "ledgers" | "difference">): SheetCell {
  if (ours === null || ledgers === null || value === null) return value;
  return { value, formula: (row) => `ROUND(C${row}-D${row},4)` };
}
