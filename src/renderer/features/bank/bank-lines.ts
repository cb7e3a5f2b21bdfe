import type {
  BankAccountRow,
  BankDraft,
  BankLine,
  BankMatch,
  BankPosting,
  BankWork,
  MatchReason,
  MatchSuggestion,
} from "#shared/contract/close/bank.ts";
import { type DecimalString, isZero, sumDecimals } from "#shared/kernel/decimal.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { kindWords } from "../../format/labels/record-labels.ts";
import type { Tone } from "../../format/labels/sync-labels.ts";
import { capitalized } from "../../format/text/capitalized.ts";
import { t } from "../../language/t.ts";

/** The account that is open, in a period. */
export interface AccountProps {
  readonly clientId: string;
  readonly period: string;
  readonly account: BankAccountRow;
}

/** Lines that belong together on the left, and what they are matched with, or may be, on the right. */
export interface BankRow {
  readonly key: string;
  readonly lines: readonly BankLine[];
  readonly postings: readonly BankPosting[];
  readonly match: BankMatch | null;
  readonly suggestion: MatchSuggestion | null;
  /** The transaction that was drafted from the line and isn't in the books yet. */
  readonly draft: BankDraft | null;
  /** The fee that was drafted for its match and hasn't joined it yet. */
  readonly feeDraft: BankDraft | null;
}

export type BankView = "open" | "matched" | "all" | "summary";

/** A row for each match, each suggestion and each line that has neither, in order of the first line's day. */
export function bankRows({ lines, postings, matches, suggestions, drafts }: BankWork): BankRow[] {
  const postingOf = new Map(postings.map((posting) => [posting.recordId, posting]));
  const lineOf = new Map(lines.map((line) => [line.lineId, line]));
  const matchOf = new Map(
    matches.filter(({ broken }) => broken === null).flatMap((match) => match.lineIds.map((id) => [id, match] as const)),
  );
  const suggestionOf = new Map(suggestions.flatMap((one) => one.lineIds.map((id) => [id, one] as const)));
  const draftOf = new Map(drafts.filter(({ isFee }) => !isFee).map((draft) => [draft.lineId, draft]));
  const feeOf = new Map(drafts.filter(({ isFee }) => isFee).map((draft) => [draft.lineId, draft]));
  const seen = new Set<string>();
  return lines.flatMap((line) => {
    if (seen.has(line.lineId)) return [];
    const match = matchOf.get(line.lineId) ?? null;
    const suggestion = match === null ? (suggestionOf.get(line.lineId) ?? null) : null;
    const together = match ?? suggestion;
    const own = together === null ? [line] : together.lineIds.flatMap((id) => lineOf.get(id) ?? []);
    for (const { lineId } of own) seen.add(lineId);
    const found = (together?.recordIds ?? []).flatMap((id) => postingOf.get(id) ?? []);
    const [first] = together?.lineIds ?? [];
    const feeDraft = first === undefined ? null : (feeOf.get(first) ?? null);
    return [{ key: line.lineId, lines: own, postings: found, match, suggestion, draft: draftOf.get(line.lineId) ?? null, feeDraft }];
  });
}

/** The rows of a view: those without a match or with a fee to enter, those with a match, or all. */
export function rowsOf(rows: readonly BankRow[], view: BankView): readonly BankRow[] {
  if (view === "open") return rows.filter((row) => row.match === null || hasFee(row));
  return view === "matched" ? rows.filter(({ match }) => match !== null) : rows;
}

/** Rows with one thing in common. `matched`: those of a view that has nothing to decide. */
export interface RowGroup {
  readonly id: "decide" | "drafted" | "ledger" | "exact" | "matched";
  /** How many rows are above. */
  readonly start: number;
  readonly rows: readonly BankRow[];
}

const OPEN_GROUPS = ["decide", "drafted", "ledger", "exact"] as const;

/** The rows of a view by what is to be done with them: first what somebody decides one by one, last what can be accepted together. */
export function rowGroups(rows: readonly BankRow[], view: BankView): readonly RowGroup[] {
  if (view !== "open") return [{ id: "matched", start: 0, rows }];
  const groups: RowGroup[] = [];
  for (const id of OPEN_GROUPS) {
    const own = rows.filter((row) => groupOf(row) === id);
    const last = groups.at(-1);
    if (own.length > 0) groups.push({ id, start: last === undefined ? 0 : last.start + last.rows.length, rows: own });
  }
  return groups;
}

function groupOf(row: BankRow): (typeof OPEN_GROUPS)[number] {
  if (isSettled(row)) return row.suggestion?.level === "exact" ? "exact" : "ledger";
  if (row.suggestion !== null) return "decide";
  return mayDraft(row.match === null ? row.draft : row.feeDraft) ? "decide" : "drafted";
}

/** What the rows of a group have in common, and what that means; null where nothing sets them apart. */
export function groupWords({ id, rows }: RowGroup): { readonly title: string; readonly note: string | null } | null {
  const count = formatCount(rows.length);
  switch (id) {
    case "decide":
      return { title: decideWords(rows), note: null };
    case "drafted":
      return { title: t("{count} drafted", { count }), note: t("Matched once posted") };
    case "ledger":
      return {
        title: t("{count} reconciled in the ledger", { count }),
        note: t("Likely matches, and no other transaction fits equally well"),
      };
    case "exact":
      return {
        title: t("{count, plural, one {# clear match} other {# clear matches}}", { count: rows.length }),
        note: CLEAR_WORDS,
      };
    case "matched":
      return null;
  }
}

/** A line that is matched already isn't reviewed again: only its fee is still to be entered. */
function decideWords(rows: readonly BankRow[]): string {
  const fees = rows.filter(({ match }) => match !== null).length;
  const lines = rows.length - fees;
  const count = formatCount(lines);
  if (fees === 0) return t("{count} to review", { count });
  const toEnter = t("{fees, plural, one {1 fee} other {{count} fees}} to enter", { fees, count: formatCount(fees) });
  return lines === 0 ? toEnter : t("{count} to review, {fees}", { count, fees: toEnter });
}

export function sumOf(items: readonly { readonly amount: DecimalString }[]): DecimalString {
  return sumDecimals(items.map(({ amount }) => amount));
}

export function isMoneyOut({ amount }: Pick<BankLine, "amount">): boolean {
  return amount.startsWith("-");
}

/** The texts of lines in a sentence, which has a period of its own. */
export function namedInSentence(lines: readonly BankLine[]): string {
  return lines.map(lineText).join(", ").replace(/\.$/, "");
}

/** A bank line in words: who, then what. */
export function lineText({ payee, description }: Pick<BankLine, "payee" | "description">): string {
  return payee ?? description ?? t("No description");
}

export function lineDetail({ payee, description }: Pick<BankLine, "payee" | "description">): string {
  return payee === null ? "" : (description ?? "");
}

export function postingText({ contact, description, number, recordId }: BankPosting): string {
  return contact ?? description ?? number ?? kindWords(recordId);
}

/** What a posting is beside its contact. `isIn`: money came in, also where a card's amount is shown as what is owed. */
export function postingDetail(posting: BankPosting, isIn = !isMoneyOut(posting)): string {
  const { contact, number, reference, isDocument } = posting;
  // A payment isn't a document, and its number is that of the invoice or bill it pays.
  const settles = number === null ? (isIn ? t("Receipt") : t("Payment")) : t("For {number}", { number });
  return [contact === null ? null : isDocument ? number : settles, reference].filter((text) => text !== null && text !== "").join(" · ");
}

/** What makes a match clear: its level is `exact`, though the dates may differ. */
export const CLEAR_WORDS = t("Same amount, and no other transaction fits equally well");

/** How a fee that a rule found is cleared: nothing else says that a match leaves it open. */
export const FEE_WORDS = t(
  "A fee found by a rule stays open until it's in the books. Under “To reconcile,” accept the match and choose “Enter fee.” Once the fee is posted, Tieout adds it to the match.",
);

/** Whether a row's match lacks a fee that can be drafted. */
export function lacksFee({ match, feeDraft }: Pick<BankRow, "match" | "feeDraft">): boolean {
  return match !== null && !isZero(match.fee) && mayDraft(feeDraft);
}

/** Whether another draft may follow: nothing is under way, or the ledger rejected it. */
export function mayDraft(before: BankDraft | null): boolean {
  return before === null || before.state === "rejected";
}

/** Whether the ledger itself has reconciled all the transactions that are proposed for a row, or matched with it. */
export function isThereReconciled({ postings }: Pick<BankRow, "postings">): boolean {
  return postings.length > 0 && postings.every(({ ledgerReconciled }) => ledgerReconciled === true);
}

/**
 * Whether the ledger confirms a proposal that isn't exact. Where others fit as well, that one of them is reconciled doesn't say with
 * which line, so a person decides. A fee is never in the ledger yet.
 */
function isConfirmedByLedger({ suggestion, postings }: Pick<BankRow, "suggestion" | "postings">): boolean {
  if (suggestion?.level !== "likely" || !isZero(suggestion.fee) || postings.length < suggestion.recordIds.length) return false;
  return suggestion.reasons.some(({ code }) => code === "only_one") && isThereReconciled({ postings });
}

/** Whether a row's proposal needs nobody's decision: it's exact, or likely, the only one, and reconciled in the ledger already. */
export function isSettled(row: Pick<BankRow, "suggestion" | "postings">): boolean {
  return row.suggestion?.level === "exact" || isConfirmedByLedger(row);
}

/** Whether a proposal is too weak to accept as it is, or others fit as well: a person chooses among the candidates. */
export function isToChoose(row: Pick<BankRow, "suggestion" | "postings">): boolean {
  const { suggestion } = row;
  if (suggestion === null || isSettled(row)) return false;
  return suggestion.level === "possible" || suggestion.reasons.some(({ code }) => code === "several");
}

/** Whether a row's lines came less a fee that isn't in the books. */
export function hasFee({ match, suggestion }: Pick<BankRow, "match" | "suggestion">): boolean {
  const together = match ?? suggestion;
  return together !== null && !isZero(together.fee);
}

/**
 * Why lines and transactions are thought to belong together, the telling reasons only; what speaks against it comes last. Sentences, or
 * behind what else is said of a transaction (`before`) short parts without a period.
 */
export function reasonWords(
  { reasons, fee, lineIds }: Pick<MatchSuggestion, "reasons" | "fee" | "lineIds">,
  before: string | null = null,
  isThereReconciled = false,
): string {
  const sum = lineIds.length > 1 ? linesWords : isZero(fee) ? transactionsWords : lessFeeWords;
  const isPair = reasons.some(({ code }) => code === "same_amount");
  const rest = reasons.filter((reason) => !isPair || !agrees(reason));
  const words = rest.flatMap((reason) => (reason.code === "adds_up" ? sum(reason) : (wordsOf(reason, before !== null) ?? [])));
  const agreeing = isPair ? agreeingWords(reasons.filter(agrees)) : null;
  // How far the dates are apart belongs to what agrees, and is the first of the others.
  const [apart, ...more] = rest[0]?.code === "days_apart" ? words : [null, ...words];
  const same = [agreeing, apart].filter((part) => part != null).join(", ");
  const said = [same, ...more].flatMap((part) => (part === null || part === "" ? [] : part));
  const there = isThereReconciled ? t("reconciled in the ledger") : "";
  if (before === null)
    return [said.join(" · "), there, rivalWords(reasons)].flatMap((one) => (one === "" ? [] : `${capitalized(one)}.`)).join(" ");
  // How many others fit is on the button that chooses among them. Each part may begin a line.
  const rivals = (possibleMatches({ reasons }) ?? 1) > 1 ? "" : rivalWords(reasons);
  return [before, ...[...said, there, rivals].map(capitalized)].filter((part) => part !== "").join(" · ");
}

/** How many transactions a line may belong to; null where that isn't known, or only this one fits. */
export function possibleMatches({ reasons }: Pick<MatchSuggestion, "reasons">): number | null {
  return reasons.find((reason) => reason.code === "several")?.transactions ?? null;
}

/** What speaks against a match: how many others fit as well, or may, or would but for their age; nothing otherwise. */
function rivalWords(reasons: readonly MatchReason[]): string {
  const rival = reasons.find(({ code }) => code === "several" || code === "others_older");
  if (rival?.code === "others_older") return t("other matches are weeks older");
  if (rival?.code !== "several") return "";
  const { count, transactions } = rival;
  if (transactions !== undefined) return t("{transactions, plural, =1 {other lines fit too} other {# possible matches}}", { transactions });
  // A search that found one and wasn't finished may have missed another; one that found two stops there, so nobody knows how many.
  return count === 1 ? t("other matches may fit") : t("other matches fit too");
}

/** Whether a reason is that a line and a transaction say the same. */
function agrees(reason: MatchReason): boolean {
  if (reason.code === "days_apart") return reason.days === 0;
  return reason.code === "same_amount" || reason.code === "reference" || reason.code === "contact";
}

/** What a line and a transaction have in common, in one sentence: the amount always, and what speaks for it. */
function agreeingWords(reasons: readonly MatchReason[]): string {
  const [first, second, third] = reasons.flatMap((reason) => {
    if (reason.code === "days_apart") return [t("date")];
    if (reason.code === "reference") return [t("reference {text}", { text: reason.text })];
    return reason.code === "contact" ? [t("name")] : [];
  });
  if (first === undefined) return t("amount matches");
  if (second === undefined) return t("amount and {first} match", { first });
  if (third === undefined) return t("amount, {first} and {second} match", { first, second });
  return t("amount, {first}, {second} and {third} match", { first, second, third });
}

type AddsUp = Extract<MatchReason, { readonly code: "adds_up" }>;

/** Several transactions are one line: all of a batch or a day, or some of those nearby. */
function transactionsWords({ count, of }: AddsUp): string {
  return count === of
    ? t("{count, plural, one {1 transaction equals this line} other {# transactions add up to this line}}", { count })
    : t(
        "{count, plural, one {1 of {of} possible transactions equals this line} other {# of {of} possible transactions add up to this line}}",
        { count, of },
      );
}

/** A payout: the transactions are the line and the fee that was kept. */
function lessFeeWords({ count, of }: AddsUp): string {
  return count === of
    ? t("{count, plural, one {1 transaction equals this line plus the fee} other {# transactions add up to this line plus the fee}}", {
        count,
      })
    : t(
        "{count, plural, one {1 of {of} possible transactions equals this line plus the fee} other {# of {of} possible transactions add up to this line plus the fee}}",
        { count, of },
      );
}

/** Several lines are one transaction. */
function linesWords({ count, of }: AddsUp): string {
  return count === of
    ? t("{count, plural, one {1 line equals this transaction} other {# lines add up to this transaction}}", { count })
    : t(
        "{count, plural, one {1 of {of} possible lines equals this transaction} other {# of {of} possible lines add up to this transaction}}",
        { count, of },
      );
}

function wordsOf(reason: Exclude<MatchReason, { readonly code: "adds_up" }>, isShort: boolean): string | null {
  switch (reason.code) {
    case "days_apart":
      if (reason.days === 0) return t("same day");
      if (isShort) return t("{days, plural, one {# day} other {# days}} apart", { days: Math.abs(reason.days) });
      return reason.days > 0
        ? t("bank date {days, plural, one {# day} other {# days}} later", { days: reason.days })
        : t("bank date {days, plural, one {# day} other {# days}} earlier", { days: -reason.days });
    case "reference":
      return t("reference {text} matches", { text: reason.text });
    case "contact":
      return t("name matches");
    case "batch":
      return t("batch payment in the ledger");
    case "rule":
      return t("found by rule “{text}”", { text: reason.text });
    case "drafted":
      return t("created from this line");
    default:
      return null;
  }
}

interface StateWord {
  readonly word: string;
  readonly tone: Tone;
}

/** How far an account's reconciliation is. Without a balance to compare with, it isn't out of balance. */
export function stateWord({ state, difference, toMatch }: Pick<BankAccountRow, "state" | "difference" | "toMatch">): StateWord {
  if (state === "difference" && difference === null) return { word: t("No closing balance"), tone: "warning" };
  // Every line is matched, but the fees that payouts came less aren't in the books.
  return state === "to_match" && toMatch === 0 ? { word: t("Fees to enter"), tone: "current" } : STATE_WORDS[state];
}

const STATE_WORDS: Readonly<Record<BankWork["reconciliation"]["state"], StateWord>> = {
  no_statement: { word: t("No statement"), tone: "neutral" },
  statement_ends_early: { word: t("Statement ends early"), tone: "warning" },
  to_match: { word: t("Lines to match"), tone: "current" },
  difference: { word: t("Out of balance"), tone: "warning" },
  reconciled: { word: t("Reconciled"), tone: "ok" },
};
