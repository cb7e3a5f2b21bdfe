import { reconciliationState } from "#main/domain/close/reconciliation.ts";
import { type Identified, identified } from "#main/pack/pins.ts";
import { whyNotCounting } from "#main/pack/sign-off-words.ts";
import type { Sheet, SheetRow } from "#main/pack/workbook/sheet.ts";
import { standingsOf } from "#main/store/close/reconciliation-standing.ts";
import { reconciliations } from "#main/store/close/reconciliations.ts";
import { stateName } from "#shared/contract/close/reconciliation-state.ts";
import type { ClearedItem, OpenItem, ReconciliationRow } from "#shared/contract/close/reconciliations.ts";
import { decimal, isZero, sumDecimals } from "#shared/kernel/decimal.ts";
import { counted, dayName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import type { PackFacts } from "../pack-facts.ts";
import { openStatus, signedBy } from "./labels.ts";

/** Schedule H: every balance sheet account with its roll-forward, support and reconciling items. */
export function reconciliationSheet({ closing, currency }: PackFacts): Sheet {
  const accounts = reconciliations(closing);
  const { required, automatic, prepared, reviewed, stale } = standingsOf(accounts);
  const pins = identified(accounts.flatMap(({ signOffs }) => signOffs.filter(({ person }) => person !== null)));
  return {
    ref: "H",
    title: "Reconciliations",
    source: `${prepared} of ${counted(required, "required account")} prepared, ${reviewed} reviewed${automatic === 0 ? "" : `, ${automatic} automatic`}${stale === 0 ? "" : `, ${stale} changed since sign-off`}`,
    notes: [
      "Balance per books = opening + increases - decreases. Change = balance per books - opening. Unreconciled difference = balance per books - balance per support - reconciling items. Files are in 03_evidence/support, under names that begin with their SHA-256 hashes. If a file is missing or was changed, a note is there in its place.",
      t(
        "Support is a bank statement, the aging, a schedule, an expected balance of zero, or a figure entered in Tieout. Bank reconciliations, if any, are in schedule H2.",
      ),
      t(
        "A sign-off covers the balance, the support, the reconciling items and the attached files. If any of these changes, the sign-off no longer counts. “Automatic” in place of a name means that Tieout signed off because the control account agrees exactly with its aging.",
      ),
      ...(accounts.some((row) => stateName(row) === "total_only")
        ? ["“Reconciled, total only” means that the total was compared with the ledger, but the balances by contact weren't."]
        : []),
      "A reconciling item is carried forward until a transaction reverses it or someone clears it.",
      ...(pins.note === null ? [] : [pins.note]),
    ],
    currency,
    columns: [
      { title: "Code", kind: "text", width: 10 },
      { title: "Account and reconciling items", kind: "text", width: 36 },
      { title: "Opening", kind: "amount" },
      { title: "Increases", kind: "amount" },
      { title: "Decreases", kind: "amount" },
      { title: "Balance per books", kind: "amount", width: 18 },
      { title: "Change", kind: "amount", width: 15 },
      { title: "%", kind: "percent", width: 9 },
      { title: "Balance per support", kind: "amount", width: 18 },
      { title: "Reconciling items", kind: "amount", width: 18 },
      { title: "Unreconciled difference", kind: "amount", width: 20 },
      { title: "Status", kind: "text", width: 22 },
      { title: "Oldest item (days)", kind: "count", width: 16 },
      { title: "Policy", kind: "text", width: 40 },
      { title: "Prepared by", kind: "text", width: 34 },
      { title: "Reviewed by", kind: "text", width: 34 },
      { title: "Support entered by, or item details", kind: "text", width: 40 },
      { title: "Note", kind: "text", width: 40 },
      { title: "Files", kind: "text", width: 50 },
    ],
    rows: () => accounts.flatMap((row) => reconciliationRows(row, pins)),
    ...openStatus(
      required - automatic - reviewed,
      "open",
      required === 0 ? "None required" : automatic === 0 ? "All reviewed" : "All reviewed or automatic",
    ),
  };
}

function reconciliationRows(row: ReconciliationRow, pins: Identified): SheetRow[] {
  const items = sumDecimals([decimal("0.00"), ...row.items.map(({ amount }) => amount)]);
  const { support, difference } = row;
  const head: SheetRow = {
    look: "strong",
    cells: [
      row.account?.code ?? null,
      row.label,
      row.opening,
      row.increases,
      row.decreases,
      { value: row.closing, formula: (at) => `ROUND(C${at}+D${at}-E${at},4)` },
      { value: row.change, formula: (at) => `ROUND(F${at}-C${at},4)` },
      row.percent ?? "n/m",
      support?.amount ?? null,
      items,
      support === null || difference === null ? null : { value: difference, formula: (at) => `ROUND(F${at}-I${at}-J${at},4)` },
      reconciliationState(row),
      row.oldestDays === null ? null : String(row.oldestDays),
      policyText(row),
      signOffText(row, "preparer", pins),
      signOffText(row, "reviewer", pins),
      support === null || support.person === null || support.at === null
        ? null
        : `${signedBy({ person: support.person, at: support.at })}${row.moved ? " (the balance has changed since then)" : ""}`,
      support?.note ?? null,
      row.attachments.map(({ fileName, sha256 }) => `${fileName} (${sha256.slice(0, 12)})`).join("; "),
    ],
  };
  return [head, ...row.items.map(itemRow), ...row.cleared.map(clearedRow)];
}

const COLUMNS_BEFORE_ITEMS = 9;
const blank = (count: number): null[] => Array.from({ length: count }, () => null);

function itemRow({ text, amount, date, ageDays, owner, expected, carried, documentId }: OpenItem): SheetRow {
  const told = [
    ...(carried ? ["carried forward"] : []),
    ...(owner === null ? [] : [`owner ${owner}`]),
    ...(expected === null ? [] : [`expected to clear by ${dayName(expected)}`]),
  ].join(", ");
  return {
    cells: [
      ...[null, text, ...blank(COLUMNS_BEFORE_ITEMS - 2), amount, null, `dated ${dayName(date)}`, String(ageDays)],
      ...[null, null, null, told === "" ? null : told, documentId],
    ],
  };
}

function clearedRow({ text, on, record, note, set }: ClearedItem): SheetRow {
  const by = set === null ? "automatically" : `by ${signedBy(set)}`;
  return {
    cells: [
      ...[null, `Cleared: ${text}`, ...blank(COLUMNS_BEFORE_ITEMS), null, `cleared ${dayName(on)}`, null],
      ...[null, null, null, by, record ?? note],
    ],
  };
}

function policyText({ required, policy }: ReconciliationRow): string {
  const { type, risk, frequency, tolerance, evidence } = policy;
  return [
    required ? "Required" : policy.required ? "Not required in this period" : "Not required",
    ...[codeLabel(frequency), codeLabel(type), `${codeLabel(risk)} risk`],
    ...(isZero(tolerance) ? [] : [`tolerance ${tolerance}`]),
    ...(evidence ? ["file required"] : []),
  ].join(", ");
}

function signOffText({ signOffs, signed }: ReconciliationRow, role: "preparer" | "reviewer", { mark }: Identified): string | null {
  const found = signOffs.find((one) => one.role === role);
  if (found === undefined) return null;
  if (found.person === null || found.at === null) return "Automatic";
  const instead = found.instead === null ? "" : ` (in place of ${found.instead.named}: ${found.instead.why})`;
  return `${signedBy({ person: found.person, at: found.at })}${mark(found)}${instead}${whyNotCounting(found, signed)}`;
}
