import type { DifferencePart, ScheduleItemRow, ScheduleMonthView, ScheduleSuggestion } from "#shared/contract/close/schedules.ts";
import type { ScheduleKind } from "#shared/model/close/schedule-item.ts";
import type { Tone } from "../../format/labels/sync-labels.ts";
import { WRITE_WORDS } from "../../format/labels/write-labels.ts";
import { t } from "../../language/t.ts";
import type { SegmentOption } from "../../ui/controls/segments.tsx";

export const SECTIONS = ["items", "balances", "roll-forward"] as const;
export type Section = (typeof SECTIONS)[number];

export const SECTION_WORDS: Readonly<Record<Section, string>> = {
  items: t("Items"),
  balances: t("Balances"),
  "roll-forward": t("Roll-forward"),
};

/** The section that an address names, and what is open in it. */
export function placeOf(part: string | null): { readonly section: Section; readonly item: string | null } {
  const [name, item] = (part ?? "").split(/:(.*)/s);
  return { section: SECTIONS.find((section) => section === name) ?? "items", item: item === undefined || item === "" ? null : item };
}

export const KINDS: readonly { readonly value: ScheduleKind; readonly word: string; readonly means: string }[] = [
  { value: "prepaid", word: t("Prepaid expense"), means: t("Paid in advance and expensed over several months") },
  { value: "fixed_asset", word: t("Fixed asset"), means: t("Depreciated over its useful life, down to its salvage value") },
  { value: "deferred_revenue", word: t("Deferred revenue"), means: t("Invoiced in advance and earned over several months") },
  {
    value: "accrual",
    word: t("Accrual"),
    means: t("Accrued on the last day of the month, then reversed the next day or kept until settled"),
  },
  { value: "loan", word: t("Loan"), means: t("Repaid monthly; each payment is split into interest and principal") },
];
export const KIND_WORDS = Object.fromEntries(KINDS.map(({ value, word }) => [value, word])) as Readonly<Record<ScheduleKind, string>>;

/** What the accounts of an item are called: the one that its balance is in, and the income or expense account that it's charged to. */
export const ACCOUNT_WORDS: Readonly<Record<ScheduleKind, readonly [balance: string, other: string]>> = {
  prepaid: [t("Prepaid account"), t("Expense account")],
  deferred_revenue: [t("Deferred revenue account"), t("Income account")],
  fixed_asset: [t("Asset account"), t("Depreciation expense account")],
  accrual: [t("Accrued liability account"), t("Expense account")],
  loan: [t("Loan account"), t("Interest expense account")],
};

interface StateWords {
  readonly word: string;
  readonly tone: Tone;
  readonly means: string;
}

/** The entry of a month in words; null where the month has none, or where it is due only later. @param isLater than the month on screen */
export function stateWords(state: ScheduleMonthView["state"], isLater = false): StateWords | null {
  if (state === "none" || (state === "due" && isLater)) return null;
  if (state === "due") return { word: t("Due"), tone: "neutral", means: t("A journal for this month hasn't been drafted or posted yet.") };
  if (state === "booked")
    return {
      word: t("Already booked"),
      tone: "neutral",
      means: t("The schedule item says that this entry is already in the ledger, so Tieout doesn't post it."),
    };
  if (state === "confirmed") return { word: t("Posted"), tone: "ok", means: t("Posted to the ledger.") };
  if (state === "voided")
    return {
      word: t("Voided or deleted"),
      tone: "warning",
      means: t("The journal was voided or deleted in the ledger. To post the entry again, create a new draft."),
    };
  return WRITE_WORDS[state];
}

export const PART_WORDS: Readonly<Record<DifferencePart["kind"], string>> = {
  brought_forward: t("Difference brought forward"),
  earlier_not_posted: t("Unposted entries for earlier months"),
  not_posted: t("Unposted entries for this month"),
  posted_differently: t("Differences between posted and scheduled amounts"),
  without_item: t("Transactions without a schedule item this month"),
  without_transaction: t("Schedule items without a transaction this month"),
};

export type KindFilter = ScheduleKind | "all";

/** The kinds that have items, and all of them together. */
export function kindFilters(items: readonly ScheduleItemRow[]): readonly SegmentOption<KindFilter>[] {
  const used = KINDS.filter(({ value }) => items.some(({ item }) => item.kind === value));
  return [
    { value: "all" as const, word: t("All"), count: items.length },
    ...used.map(({ value, word }) => ({ value, word, count: items.filter(({ item }) => item.kind === value).length })),
  ];
}

const SHOWN_AT_FIRST = 3;

/** How many transactions are suggested, and the rows of the first few: a transaction on two such accounts has a row for each. */
export function firstSuggestions<S extends Pick<ScheduleSuggestion, "recordId">>(suggestions: readonly S[]) {
  const transactions = [...new Set(suggestions.map(({ recordId }) => recordId))];
  const first = transactions.slice(0, SHOWN_AT_FIRST);
  return { count: transactions.length, rows: suggestions.filter(({ recordId }) => first.includes(recordId)) };
}
