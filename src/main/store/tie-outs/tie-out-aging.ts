import type { AgingSide } from "#main/domain/aging/aging.ts";
import type { AgingDifference, AgingTieOut } from "#main/domain/tie-outs/aging-tie-out.ts";
import { tolerance } from "#main/domain/tie-outs/tie-out.ts";
import { agingReport } from "#main/store/aging/aging.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { type DecimalString, decimal } from "#shared/kernel/decimal.ts";
import type { TieOut, TieOutDocument, TieOutLine } from "#shared/model/reports/tie-out.ts";
import type { CheckSetting } from "./tie-out-setting.ts";

const AGAINST: Readonly<Record<AgingTieOut["source"], TieOut["against"]>> = {
  ledger_report: "report",
  ledger_query: "query",
  party_balances: "party_balances",
  control_accounts: "report",
};

/** The line of what is in the control accounts without a contact. */
export const NO_CONTACT = "";
const NO_CONTACT_NAME = "No contact";

/** The tie-out of an aging (rule 16) in the form of the others: a line for every party that does not agree. */
export function agingCheck(reader: MirrorReader, { asOfDate, baseCurrency, entityId, refusals }: CheckSetting, side: AgingSide): TieOut {
  const report = agingReport(reader, { side, asOfDate, baseCurrency, entityId });
  const { tieOut } = report;
  const parties = [...report.rows, ...report.unappliedCash].flatMap(({ party }) => party ?? []);
  const names = new Map([[NO_CONTACT, NO_CONTACT_NAME], ...parties.map(({ id, name }) => [id, name] as const)]);
  const lines = [
    ...tieOut.differences.map((difference) => differenceLine(difference, names)),
    ...(tieOut.outcome === "ties" || tieOut.outcome === "within_tolerance" ? [] : tieOut.notCompared).map((partyId) =>
      notComparedLine(partyId, names, tieOut),
    ),
  ];
  const isChecked = tieOut.compared > 0 || lines.length > 0 || tieOut.outcome !== "cannot_check";
  const refusal = refusals.find(({ kind }) => kind === `aged_${side}`);
  const inBase = tieOut.currencies.find(({ currency }) => currency === baseCurrency);
  const sum = (pick: "ours" | "ledgers" | "difference"): DecimalString | null => (isChecked ? (inBase?.[pick] ?? decimal("0")) : null);
  return {
    check: `aging_${side}`,
    from: asOfDate,
    to: asOfDate,
    ours: sum("ours"),
    ledgers: sum("ledgers"),
    difference: sum("difference"),
    currency: baseCurrency,
    outcome: tieOut.outcome,
    reason: tieOut.outcome !== "cannot_check" ? null : isChecked ? tieOut.reason : (refusal?.reason ?? tieOut.reason),
    source: "mirror",
    against: isChecked ? AGAINST[tieOut.source] : "none",
    ...(isChecked && tieOut.source === CONTROL ? { report: "trial_balance" as const } : {}),
    ...(isChecked && tieOut.source === "ledger_report" ? { report: `aged_${side}` as const } : {}),
    asOf: { ours: report.asOf, ledgers: tieOut.ledgersAsOf ?? (isChecked ? report.asOf : null) },
    // Control accounts that differ are a line besides the contacts'.
    compared: tieOut.compared + (tieOut.source !== CONTROL && tieOut.differences.some(isControl) ? 1 : 0),
    agreed: tieOut.agreed?.length ?? 0,
    lines,
    documents: distinct(lines.flatMap(({ documents }) => documents)),
    tied: (tieOut.agreeing ?? []).map(({ partyId, currency, ours }) => ({
      subject: "party",
      subjectId: partyId,
      label: names.get(partyId) ?? partyId,
      currency,
      amount: ours,
    })),
  };
}

const CONTROL = "control_accounts";

function isControl({ against }: Pick<AgingDifference, "against">): boolean {
  return against === CONTROL;
}

function differenceLine(difference: AgingDifference, names: ReadonlyMap<string, string>): TieOutLine {
  const { against, partyId, documents, ...amounts } = difference;
  const ofControl = isControl(difference);
  return {
    subject: ofControl ? "computed" : "party",
    subjectId: ofControl ? CONTROL : partyId,
    label: ofControl ? "Control accounts" : (names.get(partyId) ?? partyId),
    ...amounts,
    tolerance: tolerance(amounts.currency),
    reason: against === "party_balances" ? "Compared with the contact's balance in the ledger." : null,
    documents: [...documents],
  };
}

function notComparedLine(partyId: string, names: ReadonlyMap<string, string>, { reason }: AgingTieOut): TieOutLine {
  return {
    subject: "party",
    subjectId: partyId,
    label: names.get(partyId) ?? partyId,
    ours: null,
    ledgers: null,
    difference: null,
    currency: null,
    outcome: "cannot_check",
    reason,
    documents: [],
  };
}

function distinct(documents: readonly TieOutDocument[]): TieOutDocument[] {
  return [...new Map(documents.map((document) => [document.id, document])).values()];
}
