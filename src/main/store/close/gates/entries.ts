import { type HeldKind, tellsDeferrals, tellsFixedAssets } from "#main/domain/schedules/account-kinds.ts";
import { repeatingRows } from "#main/store/documents/repeating.ts";
import { type Held, type Holdings, ledgerHoldings, type Release, releasesOf } from "#main/store/schedules/ledger-holdings.ts";
import type { GateEvidence } from "#shared/contract/close/close.ts";
import { addDays } from "#shared/kernel/calendar-date.ts";
import { isZero } from "#shared/kernel/decimal.ts";
import { counted, insideSentence, moneyName, periodName } from "#shared/kernel/readable.ts";
import type { AdjustingEntry } from "#shared/model/close/adjusting-entry.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { JOB_STATE_LABELS } from "#shared/model/labels/status-labels.ts";
import { type DueAdjustment, dueAdjustments } from "../adjusting-entries.ts";
import { evidence, type GateOf, type GateSetting, type Item, item } from "./gate.ts";

type EntryKind = AdjustingEntry["kind"];

/** Which task of the checklist the entries of a schedule belong to. */
const ENTRY_KINDS: Readonly<Record<DueAdjustment["kind"], EntryKind>> = {
  ...{ accrual: "accrual", prepayment: "prepayment", depreciation: "depreciation", recurring: "recurring" },
  ...{ prepaid: "prepayment", deferred_revenue: "prepayment", fixed_asset: "depreciation", loan: "accrual" },
};

const ENTRY_WORDS: Readonly<Record<EntryKind, string>> = {
  accrual: "accrual or loan",
  prepayment: "prepaid expense or deferred revenue",
  depreciation: "depreciation",
  recurring: "recurring",
};

function entryLabel(state: DueAdjustment["state"]): string {
  if (state === "confirmed" || state === "voided") return state === "confirmed" ? "posted" : "voided or deleted";
  return state === "due" ? state : JOB_STATE_LABELS[state];
}

/** Every entry of these kinds that is due in the period is posted, and so is its reversal. Where none is due, the ledger is looked at. */
export function entriesConfirmed(setting: GateSetting, { entries: kinds }: GateOf<"entries_confirmed">): Omit<GateEvidence, "kind"> {
  const { reader, period, periods, books } = setting;
  const due = dueAdjustments(reader, { period, periods, currency: books.baseCurrency, definitionId: null }).filter(({ kind }) =>
    kinds.includes(ENTRY_KINDS[kind]),
  );
  const repeating = kinds.includes("recurring") ? repeatingDue(setting) : [];
  if (due.length === 0 && repeating.length === 0) return noneDue(setting, kinds);
  const items = due.map(({ title, part, date, state, definitionId }) =>
    item(`${title}${part === "reversal" ? ", reversal" : ""}, ${date}: ${entryLabel(state)}`, "entry", definitionId),
  );
  const open = due.filter(({ state }) => state !== "confirmed").length;
  const posted = due.length === 0 ? [] : [`${due.length - open} of ${counted(due.length, "entry", "entries")} posted.`];
  const left = repeating.length === 0 ? [] : [repeatingText(setting, repeating.length)];
  return evidence(open === 0 && repeating.length === 0, [...posted, ...left].join(" "), [...items, ...repeating]);
}

/** Dates of recurring transactions in the period that were neither drafted nor skipped. What was drafted is a ledger update to resolve. */
function repeatingDue({ reader, period }: GateSetting): Item[] {
  return repeatingRows(reader, period.end, period.start).flatMap(({ template, contact, due }) => {
    const name = `${codeLabel(template.document.type)}${contact === null ? "" : `, ${contact}`}`;
    return due.map((date) => item(`${name}, ${date}: not drafted`));
  });
}

function repeatingText({ period }: GateSetting, count: number): string {
  return `${counted(count, "recurring transaction")} for ${periodName(period.label)} not drafted yet.`;
}

interface Found {
  readonly passed: boolean;
  /** Something was left unchecked, which the summary names. */
  readonly partly?: boolean;
  readonly summary: string;
  readonly items: readonly Item[];
}

/** Nothing set up in Tieout isn't a failed check: the entry may be in the ledger, or not needed. */
function noneDue(setting: GateSetting, kinds: readonly EntryKind[]): Omit<GateEvidence, "kind"> {
  const found = kinds.map((kind) => inLedger(setting, kind));
  const passed = found.every((one) => one.passed);
  const summary = found.map((one) => one.summary).join(" ");
  const items = found.flatMap((one) => one.items);
  const all = evidence(passed, summary, items);
  const partly = found.some((one) => one.partly === true) ? { partly: true } : {};
  return passed ? { ...all, automatic: true, ...partly } : all;
}

function inLedger(setting: GateSetting, kind: EntryKind): Found {
  const none = `No ${ENTRY_WORDS[kind]} entries are set up for ${periodName(setting.period.label)}`;
  if (kind === "recurring") {
    const summary = `${none}, and no recurring transactions are left to draft. Recurring entries in the ledger aren't checked.`;
    return { passed: true, partly: true, summary, items: [] };
  }
  const open = (why: string): Found => ({ passed: false, summary: `${none}. ${why}`, items: [] });
  // What should be accrued isn't in the books: only a person knows.
  if (kind === "accrual") return open("The books can't show whether any are needed.");
  const holdings = holdingsOf(setting);
  return holdings === null ? open("Tieout looks in the ledger once all data is synced.") : ofHoldings(setting, kind, holdings);
}

const HOLDINGS = new WeakMap<GateSetting, { readonly found: Holdings | null }>();

/** Looked up once for all gates that need it. */
function holdingsOf(setting: GateSetting): Holdings | null {
  const known = HOLDINGS.get(setting) ?? { found: ledgerHoldings(setting) };
  HOLDINGS.set(setting, known);
  return known.found;
}

type HeldEntryKind = "depreciation" | "prepayment";

interface HeldWords {
  readonly kinds: readonly HeldKind[];
  readonly tells: (accounts: Holdings["accounts"]) => boolean;
  readonly none: string;
  readonly entry: string;
  readonly unclear: string;
  /** What else there may be where the types don't tell; null where a journal of one is one of all. */
  readonly rest: string | null;
}

const LOOK = "Check the balance sheet, and add any to Schedules.";

const HELD: Readonly<Record<HeldEntryKind, HeldWords>> = {
  depreciation: {
    kinds: ["fixed_asset"],
    tells: tellsFixedAssets,
    none: "No fixed assets",
    entry: "depreciation",
    unclear: `Tieout can't tell from the ledger's data whether there are fixed assets to depreciate. ${LOOK}`,
    rest: null,
  },
  prepayment: {
    kinds: ["prepaid", "deferred_revenue"],
    tells: tellsDeferrals,
    none: "No prepaid expenses or deferred revenue",
    entry: "entry",
    unclear: `Tieout can't tell from the ledger's data whether there are prepaid expenses or deferred revenue. ${LOOK}`,
    rest: "The ledger's account types may not show all prepaid expenses and deferred revenue.",
  },
};

const HELD_WORDS: Readonly<Record<HeldKind, string>> = {
  fixed_asset: "Fixed assets",
  prepaid: "Prepaid expenses",
  deferred_revenue: "Deferred revenue",
};

/** What is held needs a journal of the period that reduces it, each kind its own. */
function ofHoldings(setting: GateSetting, kind: HeldEntryKind, { held, accounts }: Holdings): Found {
  const { kinds, tells, none, entry, unclear, rest } = HELD[kind];
  const { period } = setting;
  const failed = (summary: string): Found => ({ passed: false, summary, items: [] });
  const own = held.filter((one) => kinds.includes(one.kind));
  const open = own
    .filter(({ opening, closing }) => !isZero(opening) || !isZero(closing))
    .map((one) => ({ ...one, releases: releasesOf(setting, one) }));
  const missing = open.filter(({ releases }) => releases.length === 0);
  if (missing.length > 0) {
    const amounts = missing.map((one, at) => balanceText(setting, one, at > 0)).join(" and ");
    return failed(`${amounts}, but no ${entry} for ${periodName(period.label)} in the ledger or in Tieout.`);
  }
  const isTold = tells(accounts);
  if (open.length > 0) {
    const summary = `Posted in the ledger: ${open.map(releasesText).join(", ")}. Amounts aren't checked.`;
    const items = open.flatMap(({ releases }) => releases.map((one) => releaseItem(setting, one)));
    return { passed: true, partly: true, summary: isTold || rest === null ? summary : `${summary} ${rest}`, items };
  }
  if (!isTold) return failed(unclear);
  // Cost and accumulated depreciation may add up to nothing.
  const isDepreciated = kind === "depreciation" && own.some(({ hasBalance }) => hasBalance);
  const summary = isDepreciated ? "Fixed assets are fully depreciated" : `${none} on the balance sheet`;
  return { passed: true, summary: `${summary} as of ${period.end}.`, items: [] };
}

function balanceText({ period, books }: GateSetting, { kind, opening, closing }: Held, isInside: boolean): string {
  const words = isInside ? insideSentence(HELD_WORDS[kind]) : HELD_WORDS[kind];
  const [amount, day] = isZero(closing) ? [opening, addDays(period.start, -1)] : [closing, period.end];
  return `${words} of ${moneyName({ amount, currency: books.baseCurrency })} as of ${day}`;
}

function releasesText({ kind, releases }: Held & { readonly releases: readonly Release[] }): string {
  return `${counted(releases.length, "journal")} ${releases.length === 1 ? "reduces" : "reduce"} ${insideSentence(HELD_WORDS[kind])}`;
}

function releaseItem({ books }: GateSetting, { name, documentId, date, amount }: Release): Item {
  const text = `${name}, ${date}, ${moneyName({ amount, currency: books.baseCurrency })}`;
  return item(text, documentId === null ? null : "document", documentId);
}
