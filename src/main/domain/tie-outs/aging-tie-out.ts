import type { Aging, UnappliedCashKind } from "#main/domain/aging/aging.ts";
import { type DecimalString, decimal, isZero, negateDecimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import type { Instant } from "#shared/kernel/instant.ts";
import { counted } from "#shared/kernel/readable.ts";
import type { Money } from "#shared/model/books/money.ts";
import type { LedgerReport } from "#shared/model/reports/ledger-report.ts";
import type { TieOut, TieOutDocument } from "#shared/model/reports/tie-out.ts";
import { outcomeOf, worst } from "./tie-out.ts";

/**
 * What a ledger's balance of a contact means: open documents, open documents less unapplied cash, or the control
 * accounts' balance, which excludes deposits and prepayments. Ledgers don't say which of the first two they report, so
 * the one that agrees for more contacts is used and named.
 */
export type BalanceBasis = "open_documents" | "open_documents_less_unapplied_cash" | "control_accounts";

/** What an aging can be compared with, strongest evidence first. */
export type AgingSource = "ledger_report" | "ledger_query" | "party_balances" | "control_accounts";

/** One party, or the control accounts as a whole, that does not agree. */
export interface AgingDifference {
  readonly against: AgingSource;
  readonly partyId: string;
  readonly currency: string;
  readonly ours: DecimalString;
  readonly ledgers: DecimalString;
  readonly difference: DecimalString;
  readonly outcome: "within_tolerance" | "variance";
  readonly documents: readonly TieOutDocument[];
}

/** Outcome of tying an aging to what the ledger says of it. Sums are of the compared parties only. */
export interface AgingTieOut {
  readonly outcome: Exclude<TieOut["outcome"], "not_run">;
  readonly source: AgingSource;
  readonly basis: BalanceBasis | null;
  readonly reason: string | null;
  /** When the ledger produced the other side; null for balances, which are synced with the records. */
  readonly ledgersAsOf: Instant | null;
  readonly compared: number;
  readonly currencies: readonly {
    readonly currency: string;
    readonly ours: DecimalString;
    readonly ledgers: DecimalString;
    readonly difference: DecimalString;
  }[];
  readonly differences: readonly AgingDifference[];
  /** The control accounts, where they were compared besides the source. */
  readonly control?: Pick<AgingDifference, "currency" | "ours" | "ledgers" | "difference"> | undefined;
  /** Parties with something open that could not be compared. */
  readonly notCompared: readonly string[];
  /** Parties that agree, those with nothing open on either side too. */
  readonly agreed?: readonly string[];
  /** Parties that agree on something, and on what. */
  readonly agreeing?: readonly Pick<AgingDifference, "partyId" | "currency" | "ours">[];
}

type Compared = Omit<AgingDifference, "outcome" | "documents">;

interface Comparison {
  readonly basis: BalanceBasis;
  readonly compared: readonly Compared[];
  readonly notCompared: readonly string[];
}

/**
 * Ties an aging to the balances that the ledger gives for parties (rule 16).
 * @param balances by party id
 * @param history true when the as-of date is before the day of the balances, which have no history
 */
export function tieAgingToBalances(
  aging: Aging,
  balances: ReadonlyMap<string, Money>,
  options: { readonly baseCurrency: string | null; readonly history: boolean },
): AgingTieOut {
  if (options.history) return cannotCheck("The ledger doesn't report contact balances as of past dates.");
  if (balances.size === 0)
    return cannotCheck("The ledger has no comparable contact balances: they're missing, out of date, or not split by legal entity.");
  const [gross, net] = (["open_documents", "open_documents_less_unapplied_cash"] as const).map((basis) =>
    compare(aging, balances, options.baseCurrency, basis, "party_balances"),
  ) as [Comparison, Comparison];
  const chosen = differing(net).length < differing(gross).length ? net : gross;
  return tieOutOf(chosen, "party_balances", null);
}

/**
 * Compares an aging with the ledger's own aging report or an equivalent query (rules 16, 19). A contact the report
 * doesn't list has nothing open there.
 */
export function tieAgingToReport(aging: Aging, report: LedgerReport, baseCurrency: string | null): AgingTieOut {
  const isQuery = report.method === "query";
  const basis: BalanceBasis = isQuery ? "control_accounts" : "open_documents_less_unapplied_cash";
  const balances = new Map<string, Money>();
  const nothing: Money = { amount: decimal("0"), currency: report.currency };
  for (const partyId of partsByParty(aging, basis).keys()) balances.set(partyId, nothing);
  for (const { subjectId, amount, currency } of report.amounts) balances.set(subjectId, { amount, currency });
  const compared = compare(aging, balances, baseCurrency, basis, isQuery ? "ledger_query" : "ledger_report");
  return tieOutOf(compared, isQuery ? "ledger_query" : "ledger_report", report.fetchedAt);
}

/**
 * Adds the differences a second source shows. A source that can't be compared adds nothing, and the first one counts. A party that
 * differs in one of them doesn't agree.
 */
export function withSecondSource(first: AgingTieOut, second: AgingTieOut): AgingTieOut {
  if (second.differences.length === 0) return first;
  const outcomes = [first.outcome, ...second.differences.map(({ outcome }) => outcome)];
  const parties = new Set(second.differences.filter(({ against }) => against !== "control_accounts").map(({ partyId }) => partyId));
  const known = new Set([...(first.agreed ?? []), ...first.notCompared, ...first.differences.map(({ partyId }) => partyId)]);
  return {
    ...first,
    outcome: worst(outcomes) as AgingTieOut["outcome"],
    compared: first.compared + [...parties].filter((id) => !known.has(id)).length,
    differences: [...first.differences, ...second.differences],
    agreed: (first.agreed ?? []).filter((id) => !parties.has(id)),
    agreeing: (first.agreeing ?? []).filter(({ partyId }) => !parties.has(partyId)),
  };
}

/** What the control accounts of a side hold by the ledger's trial balance, as an amount that is owed. */
export interface ControlBalance {
  readonly ledgers: DecimalString;
  readonly currency: string;
  readonly madeAt: Instant;
}

/**
 * Adds the control accounts (rule 16), compared with the aging's total less unapplied cash. If they agree, contacts
 * whose balance couldn't be compared don't affect the result. Without base amounts for every part the total is unknown
 * and nothing is added.
 */
export function withControlAccounts(tied: AgingTieOut, aging: Aging, { ledgers, currency, madeAt }: ControlBalance): AgingTieOut {
  const parts = [...partsByParty(aging, "open_documents_less_unapplied_cash").values()].flat();
  const ours = inCurrency(parts, currency, currency);
  if (ours === null) return tied;
  const compared: Compared = {
    against: "control_accounts",
    partyId: "",
    currency,
    ours,
    ledgers,
    difference: subtractDecimals(ours, ledgers),
  };
  const control = tieOutOf(
    { basis: "open_documents_less_unapplied_cash", compared: [compared], notCompared: [] },
    "control_accounts",
    madeAt,
  );
  if (tied.compared === 0) return { ...control, notCompared: tied.notCompared };
  const figures = { currency, ours, ledgers, difference: compared.difference };
  if (control.differences.length > 0) return { ...withSecondSource(tied, control), control: figures };
  const outcome = worst(tied.differences.map((difference) => difference.outcome)) as AgingTieOut["outcome"];
  return { ...tied, outcome, reason: null, control: figures };
}

/**
 * What an aging says a side's control accounts hold, in base currency: less unapplied cash of any kind, or less only what posts
 * to them, as ledgers differ in where deposits and prepayments go. None where a part has no base amount.
 */
export function controlTotals(aging: Aging, baseCurrency: string): DecimalString[] {
  return (["open_documents_less_unapplied_cash", "control_accounts"] as const).flatMap((basis) => {
    const total = inCurrency([...partsByParty(aging, basis).values()].flat(), baseCurrency, baseCurrency);
    return total === null ? [] : [total];
  });
}

function tieOutOf(chosen: Comparison, source: AgingSource, ledgersAsOf: Instant | null): AgingTieOut {
  const differences = differing(chosen).map((entry): AgingDifference => {
    const outcome = outcomeOf(entry.difference, entry.currency);
    return { ...entry, outcome: outcome === "variance" ? "variance" : "within_tolerance", documents: [] };
  });
  const outcomes = [...differences.map(({ outcome }) => outcome), ...(chosen.notCompared.length > 0 ? (["cannot_check"] as const) : [])];
  return {
    outcome: worst(outcomes) as AgingTieOut["outcome"],
    source,
    basis: chosen.basis,
    reason: chosen.notCompared.length === 0 ? null : notComparedReason(chosen.notCompared.length, source),
    ledgersAsOf,
    compared: chosen.compared.length,
    currencies: perCurrency(chosen.compared),
    differences,
    notCompared: chosen.notCompared,
    agreed: chosen.compared.filter(({ difference }) => isZero(difference)).map(({ partyId }) => partyId),
    agreeing: agreeing(chosen),
  };
}

/** Those that agree on an amount; that of the control accounts as a whole is not a party's. */
function agreeing({ compared }: Comparison): AgingTieOut["agreeing"] & object {
  return compared.flatMap(({ partyId, currency, ours, difference, against }) =>
    isZero(difference) && !isZero(ours) && against !== "control_accounts" ? [{ partyId, currency, ours }] : [],
  );
}

function notComparedReason(count: number, source: AgingSource): string {
  return source === "party_balances"
    ? `The ledger has no comparable balance for ${counted(count, "contact")} with open items: the balance is missing, in another currency, or older than the latest transactions.`
    : `For ${counted(count, "contact")} with open items, the ledger's balance is in base currency, but some of the items have no amount in that currency.`;
}

function cannotCheck(reason: string): AgingTieOut {
  return {
    outcome: "cannot_check",
    source: "party_balances",
    basis: null,
    reason,
    ledgersAsOf: null,
    compared: 0,
    currencies: [],
    differences: [],
    notCompared: [],
    agreed: [],
  };
}

/** One amount that counts towards a party's balance, with its sign. */
interface Part {
  readonly currency: string;
  readonly amount: DecimalString;
  readonly base: DecimalString | null;
}

function compare(
  aging: Aging,
  balances: ReadonlyMap<string, Money>,
  baseCurrency: string | null,
  basis: BalanceBasis,
  against: AgingSource,
): Comparison {
  const parts = partsByParty(aging, basis);
  const compared: Compared[] = [];
  const notCompared: string[] = [];
  for (const [partyId, { amount: ledgers, currency }] of balances) {
    const ours = inCurrency(parts.get(partyId) ?? [], currency, baseCurrency);
    if (ours === null) notCompared.push(partyId);
    else compared.push({ against, partyId, currency, ours, ledgers, difference: subtractDecimals(ours, ledgers) });
  }
  for (const partyId of parts.keys()) if (!balances.has(partyId)) notCompared.push(partyId);
  return { basis, compared, notCompared };
}

/** Unapplied cash posted to a control account; deposits and prepayments have separate accounts. */
const ON_CONTROL: readonly UnappliedCashKind[] = ["credit", "payment"];

function partsByParty(aging: Aging, basis: BalanceBasis): Map<string, Part[]> {
  const parts = new Map<string, Part[]>();
  const add = (partyId: string, part: Part) => parts.set(partyId, [...(parts.get(partyId) ?? []), part]);
  for (const { party, currency, outstanding, base } of aging.rows) add(party?.id ?? "", { currency, amount: outstanding, base });
  if (basis === "open_documents") return parts;
  for (const { party, currency, amount, base, kind } of aging.unappliedCash)
    if (basis !== "control_accounts" || ON_CONTROL.includes(kind))
      add(party?.id ?? "", { currency, amount: negateDecimal(amount), base: base === null ? null : negateDecimal(base) });
  return parts;
}

/** The parts in the balance's currency; null when one is foreign to it and the ledger gave no base amount. */
function inCurrency(parts: readonly Part[], currency: string, baseCurrency: string | null): DecimalString | null {
  const amounts = parts.map((part) => (part.currency === currency ? part.amount : currency === baseCurrency ? part.base : null));
  return amounts.includes(null) ? null : sumDecimals([decimal("0"), ...(amounts as DecimalString[])]);
}

function differing({ compared }: Comparison): Compared[] {
  return compared.filter(({ difference }) => !isZero(difference));
}

function perCurrency(compared: readonly Compared[]): AgingTieOut["currencies"] {
  return [...new Set(compared.map(({ currency }) => currency))].sort().map((currency) => {
    const own = compared.filter((entry) => entry.currency === currency);
    const sum = (field: "ours" | "ledgers" | "difference") => sumDecimals(own.map((entry) => entry[field]));
    return { currency, ours: sum("ours"), ledgers: sum("ledgers"), difference: sum("difference") };
  });
}
