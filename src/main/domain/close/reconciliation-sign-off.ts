import { samePerson } from "#main/domain/contacts/same-person.ts";
import { fluxStatusOf, stampRefusal } from "#main/domain/flux/flux-status.ts";
import type { ChangedInput, ReconciliationRow, SignOffBlock } from "#shared/contract/close/reconciliations.ts";
import { canonicalDecimal, compareDecimals, type DecimalString, decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { compareText } from "#shared/kernel/lists.ts";

export interface Signed {
  readonly decisionNo: number;
  readonly person: string;
  readonly stale: boolean;
  readonly waiting: boolean;
}

/** The sign-offs that somebody gave, and whether the reviewer returned the account. */
export interface SignActs {
  readonly preparer: Signed | null;
  readonly reviewer: Signed | null;
  readonly returned: { readonly decisionNo: number; readonly person: string } | null;
}

/** How far the sign-offs are, by the rules of flux: one person never signs twice, and what changed since counts no more. */
export function signedState(acts: SignActs): ReconciliationRow["signed"] {
  const status = fluxStatusOf(false, { ...acts, explanation: null });
  if (status === "ready_for_review") return "prepared";
  if (status === "signed") return "reviewed";
  return status === "stale" || status === "returned" ? status : "open";
}

const UNREADY: Partial<Readonly<Record<ReconciliationRow["state"], SignOffBlock>>> = {
  difference: "difference",
  moved: "moved",
  needs_file: "needs_file",
  no_support: "no_support",
  not_required: "no_support",
  to_match: "to_match",
};

/** Who signs off, and whom the account's policy names for each role; null: anyone. */
export interface Signing {
  readonly person: string;
  readonly named: Readonly<Record<"preparer" | "reviewer", string | null>>;
}

/** Why a person can't sign off a reconciliation in a role; null when they can. */
export function signOffBlockOf(
  role: "preparer" | "reviewer",
  { person, named }: Signing,
  state: ReconciliationRow["state"],
  acts: SignActs,
): SignOffBlock | null {
  const unready = UNREADY[state];
  if (unready !== undefined) return unready;
  // Signing again answers a return: there is no explanation to write here.
  const asked = role === "preparer" && signedState(acts) === "returned" ? { ...acts, preparer: null, returned: null } : acts;
  const refusal = stampRefusal(role, person, false, { ...asked, explanation: null });
  if (refusal !== null && refusal !== "needs_explanation") return refusal;
  const other = named[role];
  return other === null || samePerson(other, person) ? null : "named_person";
}

/** What a sign-off is given on. Amounts in their shortest form, lists in order: the same reconciliation gives the same text. */
export interface SignedInput {
  readonly v: 1;
  readonly period: string;
  readonly account: string;
  readonly type: string;
  readonly books: DecimalString;
  readonly support: DecimalString | null;
  readonly items: readonly (readonly [key: string, text: string, amount: DecimalString, date: string])[];
  readonly files: readonly string[];
}

export function signedInputOf(row: SignableRow, periodId: string, statementFiles: readonly string[]): SignedInput {
  return {
    v: 1,
    period: periodId,
    account: row.accountId,
    type: row.support?.source ?? row.policy.type,
    books: canonicalDecimal(row.closing),
    support: row.support === null ? null : canonicalDecimal(row.support.amount),
    items: row.items
      .map(({ itemId, documentId, text, amount, date }) => [itemId ?? documentId ?? "", text, canonicalDecimal(amount), date] as const)
      .sort((a, b) => compareText(a.join(" "), b.join(" "))),
    files: [...new Set([...row.attachments.map(({ sha256 }) => sha256), ...statementFiles])].sort(compareText),
  };
}

type SignableRow = Pick<ReconciliationRow, "accountId" | "policy" | "closing" | "support" | "items" | "attachments">;

/** What is different from what was signed, each with what it was and is. */
export function changedInputs(before: SignedInput, after: SignedInput): ChangedInput[] {
  const changed: ChangedInput[] = [];
  const compare = (what: ChangedInput["what"], was: string | null, is: string | null, same = was === is) => {
    if (!same) changed.push({ what, before: was, after: is });
  };
  compare("type", before.type, after.type);
  compare("books", before.books, after.books, compareDecimals(before.books, after.books) === 0);
  compare("support", before.support, after.support);
  compare("items", totalOf(before), totalOf(after), JSON.stringify(before.items) === JSON.stringify(after.items));
  compare("files", String(before.files.length), String(after.files.length), before.files.join() === after.files.join());
  return changed;
}

function totalOf({ items }: SignedInput): DecimalString {
  return sumDecimals([decimal("0"), ...items.map(([, , amount]) => amount)]);
}
