import type { ReconciliationProgress } from "#shared/contract/close/reconciliation-progress.ts";
import { type StateFacts, stateName } from "#shared/contract/close/reconciliation-state.ts";
import type { ReconciliationRow, ReconciliationStateName, ReconcilingItem } from "#shared/contract/close/reconciliations.ts";
import { readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { amountProblem, readAmount } from "../../../format/amounts/typed-amount.ts";
import { formatDay } from "../../../format/dates/date.ts";
import type { Tone } from "../../../format/labels/sync-labels.ts";
import { t } from "../../../language/t.ts";
import type { SegmentOption } from "../../../ui/controls/segments.tsx";

interface StateWords {
  readonly word: string;
  readonly tone: Tone;
  readonly means: string;
}

const STATE_WORDS: Readonly<Record<ReconciliationStateName, StateWords>> = {
  reconciled: {
    word: t("Reconciled"),
    tone: "ok",
    means: t("Support plus reconciling items equal the closing balance, within the policy's tolerance."),
  },
  // The books agree with an aging whose contacts couldn't be compared with the ledger's.
  total_only: {
    word: t("Reconciled, total only"),
    tone: "partly",
    means: t(
      "The balance agrees with the aging's total. Contact balances weren't compared with the ledger, so the account can't be signed off automatically.",
    ),
  },
  difference: {
    word: t("Difference"),
    tone: "warning",
    means: t("Support plus reconciling items differ from the closing balance by more than the policy's tolerance."),
  },
  // Without a balance to compare with, the account isn't out of balance.
  no_closing_balance: {
    word: t("No closing balance"),
    tone: "warning",
    means: t("The bank statement has no closing balance to compare with the books."),
  },
  moved: {
    word: t("Balance changed"),
    tone: "warning",
    means: t("The closing balance has changed since support was entered. Check the support and save it again."),
  },
  to_match: { word: t("Lines to match"), tone: "current", means: t("Some bank statement lines aren't matched with the books.") },
  // Every line is matched, but the fees that payouts came less aren't in the books.
  fees_to_enter: {
    word: t("Fees to enter"),
    tone: "current",
    means: t("Every bank statement line is matched, but some fees aren't in the books yet."),
  },
  needs_file: {
    word: t("File required"),
    tone: "warning",
    means: t("The balance agrees, but the policy requires a file. Attach the statement or schedule."),
  },
  no_support: { word: t("No support"), tone: "neutral", means: t("There's no statement, schedule or other support for this balance yet.") },
  // What is reconciled with the bank lacks its statement, as Bank says, too. Only one in the currency of the books counts.
  no_statement: {
    word: t("No statement"),
    tone: "neutral",
    means: t("There's no bank statement or closing balance in the books' currency for this period yet."),
  },
  // There is support, but not of this balance.
  statement_ends_early: {
    word: t("Statement ends early"),
    tone: "neutral",
    means: t("The bank statements end before this period does. Import the next one or enter its closing balance."),
  },
  not_required: {
    word: t("Not required"),
    tone: "neutral",
    means: t("Support is optional for this account in this period."),
  },
};

/** Bank statements have to agree with the books exactly. */
const BANK_DIFFERENCE: StateWords = {
  ...STATE_WORDS.difference,
  means: t("The balance per statement plus reconciling items doesn't equal the closing balance per books."),
};

/** Why an account isn't required in this period although its policy requires it. */
const NOT_DUE: Readonly<Partial<Record<ReconciliationRow["policy"]["frequency"], StateWords>>> = {
  quarterly: {
    word: t("Required quarterly"),
    tone: "neutral",
    means: t(
      "The policy requires reconciliation only in the last period of each quarter of the fiscal year. Until then, support is optional.",
    ),
  },
  yearly: {
    word: t("Required yearly"),
    tone: "neutral",
    means: t("The policy requires reconciliation only in the last period of each fiscal year. Until then, support is optional."),
  },
};

export function stateWords(row: StateFacts): StateWords {
  const name = stateName(row);
  if (name === "not_required" && row.policy?.required === true) return NOT_DUE[row.policy.frequency ?? "monthly"] ?? STATE_WORDS[name];
  return name === "difference" && row.bank !== null ? BANK_DIFFERENCE : STATE_WORDS[name];
}

const VIEWS = [
  { value: "open", word: t("To do"), means: t("Accounts in the Required view that still need to be reconciled or reviewed") },
  {
    value: "required",
    word: t("Required"),
    means: t("Accounts that must be reconciled, and others with a difference or a changed balance"),
  },
  { value: "all", word: t("All"), means: t("Every balance-sheet account with a balance or activity") },
] as const;
export type ReconciliationView = (typeof VIEWS)[number]["value"];

/** The views with how many accounts each has: what isn't required is in sight beside what is. */
export function countedViews(rows: readonly ReconciliationRow[]): readonly SegmentOption<ReconciliationView>[] {
  const left = rows.filter(({ required }) => !required).length;
  return VIEWS.map(({ value, word, means }) => ({
    ...{ value, word, count: rowsInView(rows, value, null).length },
    means:
      value !== "all" || left === 0
        ? means
        : t(
            "Every balance-sheet account with a balance or activity. {left, plural, one {1 of them isn't required in this period.} other {# of them aren't required in this period.}}",
            { left },
          ),
  }));
}

/** The rows of a view; an unfinished row keeps its place while its panel is open. */
export function rowsInView(
  rows: readonly ReconciliationRow[],
  view: ReconciliationView,
  openId: string | null,
): readonly ReconciliationRow[] {
  if (view === "all") return rows;
  const asked = rows.filter((row) => row.accountId === openId || row.required || row.state === "moved" || row.state === "difference");
  return view === "required" ? asked : asked.filter((row) => row.accountId === openId || !isDone(row));
}

/** True if nothing is left to do. */
function isDone({ state, signed }: ReconciliationRow): boolean {
  return state === "reconciled" && signed === "reviewed";
}

/** How far the required accounts are, by people and automatically. `more` gives way where room is short. */
export function progressWords({ required, automatic, prepared, reviewed }: ReconciliationProgress): {
  readonly main: string;
  readonly more: string;
} {
  if (required === 0) return { main: t("No required accounts"), more: "" };
  if (automatic === required) {
    const main = t("{automatic, plural, one {1 account signed off automatically} other {All # signed off automatically}}", { automatic });
    return { main, more: "" };
  }
  const more = t(", {reviewed} reviewed", { reviewed });
  if (automatic === 0) return { main: t("{prepared} of {required} prepared", { prepared, required }), more };
  if (prepared + automatic === required)
    return { main: t("All {required} signed off, {automatic} automatically", { required, automatic }), more };
  return { main: t("{prepared} of {required} prepared, {automatic} automatic", { prepared, required, automatic }), more };
}

/** The account to open next: the first unfinished one after this one, starting over at the top; null if there is none. */
export function nextAccount(rows: readonly ReconciliationRow[], openId: string): string | null {
  const at = rows.findIndex(({ accountId }) => accountId === openId);
  const others = [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))];
  return others.find((row) => !isDone(row))?.accountId ?? null;
}

/** An account of a client's period. */
export interface OneAccount {
  readonly clientId: string;
  readonly period: string;
  readonly row: ReconciliationRow;
}

/** A reconciling item as typed. */
export interface ItemForm {
  readonly key: number;
  /** Left out for an item that isn't saved yet. */
  readonly itemId?: string;
  readonly owner: string;
  readonly expected: string;
  /** From an earlier period: it is cleared, not removed. */
  readonly carried: boolean;
  readonly text: string;
  readonly date: string;
  readonly amount: string;
  readonly documentId: string | null;
}

export interface SupportForm {
  readonly support: string;
  readonly note: string;
  readonly items: readonly ItemForm[];
}

/** The form as last saved; empty if it never was. */
export function supportForm({ support, items }: Pick<ReconciliationRow, "support" | "items">): SupportForm {
  return {
    support: support?.amount ?? "",
    note: support?.note ?? "",
    items: items.map(({ itemId, text, date, amount, documentId, owner, expected, carried }, key) => ({
      ...{ key, text, date, amount, documentId, owner: owner ?? "", expected: expected ?? "", carried },
      ...(itemId === null ? {} : { itemId }),
    })),
  };
}

export interface SupportToSave {
  /** Null where the balance comes from the aging, a schedule or is zero. */
  readonly support: DecimalString | null;
  readonly note?: string;
  readonly items: ReconcilingItem[];
}

/** The values to save, or a message for the field that prevents saving: `support`, or the key of an item. */
export function readSupport(
  form: SupportForm,
  lastDay: string,
  isTyped = true,
  decimals = 2,
): { readonly value: SupportToSave } | { readonly errors: ReadonlyMap<string, string> } {
  const errors = new Map<string, string>();
  const support = isTyped ? readAmount(form.support, decimals) : null;
  if (isTyped && support === null)
    errors.set(
      "support",
      form.support.trim() === "" ? t("Enter the balance per support.") : amountProblem(form.support, t("Enter an amount.")),
    );
  const items = form.items
    .filter((item) => !isBlank(item))
    .flatMap((item): ReconcilingItem[] => {
      const amount = readAmount(item.amount, decimals);
      const date = readCalendarDate(item.date);
      const expected = readCalendarDate(item.expected);
      const wrong = itemError(item, amount !== null, date, lastDay);
      if (wrong !== null) errors.set(String(item.key), wrong);
      const rest = { documentId: item.documentId, owner: item.owner === "" ? null : item.owner, expected };
      const named = item.itemId === undefined ? rest : { ...rest, itemId: item.itemId };
      return amount === null || date === null ? [] : [{ text: item.text.trim(), amount, date, ...named }];
    });
  if (errors.size > 0) return { errors };
  const note = form.note.trim();
  return { value: { support, ...(note === "" ? {} : { note }), items } };
}

/** Closing balance less support and items; null while one of them isn't an amount. */
export function differenceOf(closing: DecimalString, form: SupportForm): DecimalString | null {
  const amounts = [form.support, ...form.items.filter((item) => !isBlank(item)).map(({ amount }) => amount)].map((text) =>
    readAmount(text),
  );
  const known = amounts.filter((amount) => amount !== null);
  return known.length < amounts.length ? null : subtractDecimals(closing, sumDecimals(known));
}

function isBlank({ text, amount }: ItemForm): boolean {
  return text.trim() === "" && amount.trim() === "";
}

function itemError(item: ItemForm, hasAmount: boolean, date: string | null, lastDay: string): string | null {
  if (item.text.trim() === "") return t("Enter a description.");
  if (!hasAmount) return amountProblem(item.amount, t("Enter an amount."));
  if (date === null) return t("Enter a date.");
  if (item.expected !== "" && readCalendarDate(item.expected) === null)
    return t("Enter a date under “Clears by” or leave the field empty.");
  return date > lastDay ? t("This item is dated after {lastDay}, so it belongs to a later period.", { lastDay: formatDay(lastDay) }) : null;
}

/** The age of an item at the end of the period. */
export function ageWords(days: number | null): string {
  if (days === null) return "";
  return t("{days, plural, one {1 day} other {{days} days}}", { days });
}
