import { type DecimalString, decimal, isZero, negateDecimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import type { Money } from "#shared/model/money.ts";
import type { Aging } from "./aging.ts";

/**
 * What a ledger's balance of a party means: some ledgers state what is open, others take unapplied
 * cash off it. Which of the two is not told, so the one that more parties agree with is taken and named.
 */
export type BalanceBasis = "open_documents" | "open_documents_less_unapplied_cash";

export interface TieOutDifference {
  readonly partyId: string;
  readonly currency: string;
  readonly ours: DecimalString;
  readonly ledgers: DecimalString;
  readonly difference: DecimalString;
}

/** Outcome of tying an aging to the parties' own balances. Sums are of the compared parties only. */
export interface AgingTieOut {
  readonly outcome: "ties" | "variance" | "cannot_check";
  readonly source: "party_balances";
  readonly basis: BalanceBasis | null;
  readonly reason: string | null;
  readonly compared: number;
  readonly currencies: readonly {
    readonly currency: string;
    readonly ours: DecimalString;
    readonly ledgers: DecimalString;
    readonly difference: DecimalString;
  }[];
  readonly differences: readonly TieOutDifference[];
  /** Parties with something open that could not be compared. */
  readonly notCompared: readonly string[];
}

interface Comparison {
  readonly basis: BalanceBasis;
  readonly compared: readonly TieOutDifference[];
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
  if (options.history) return cannotCheck("The ledger gives parties' balances as they are now, not as they were at that date.");
  if (balances.size === 0) return cannotCheck("The ledger gives no balances of parties.");
  const [gross, net] = (["open_documents", "open_documents_less_unapplied_cash"] as const).map((basis) =>
    compare(aging, balances, options.baseCurrency, basis),
  ) as [Comparison, Comparison];
  const chosen = differing(net).length < differing(gross).length ? net : gross;
  const differences = differing(chosen);
  const outcome = differences.length > 0 ? "variance" : chosen.notCompared.length > 0 ? "cannot_check" : "ties";
  return {
    outcome,
    source: "party_balances",
    basis: chosen.basis,
    reason:
      chosen.notCompared.length === 0
        ? null
        : `The ledger gives no balance that can be compared for ${chosen.notCompared.length} of the parties with something open: none at all, or one in another currency.`,
    compared: chosen.compared.length,
    currencies: perCurrency(chosen.compared),
    differences,
    notCompared: chosen.notCompared,
  };
}

function cannotCheck(reason: string): AgingTieOut {
  return {
    outcome: "cannot_check",
    source: "party_balances",
    basis: null,
    reason,
    compared: 0,
    currencies: [],
    differences: [],
    notCompared: [],
  };
}

/** One amount that counts towards a party's balance, with its sign. */
interface Part {
  readonly currency: string;
  readonly amount: DecimalString;
  readonly base: DecimalString | null;
}

function compare(aging: Aging, balances: ReadonlyMap<string, Money>, baseCurrency: string | null, basis: BalanceBasis): Comparison {
  const parts = partsByParty(aging, basis);
  const compared: TieOutDifference[] = [];
  const notCompared: string[] = [];
  for (const [partyId, { amount: ledgers, currency }] of balances) {
    const ours = inCurrency(parts.get(partyId) ?? [], currency, baseCurrency);
    if (ours === null) notCompared.push(partyId);
    else compared.push({ partyId, currency, ours, ledgers, difference: subtractDecimals(ours, ledgers) });
  }
  for (const partyId of parts.keys()) if (!balances.has(partyId)) notCompared.push(partyId);
  return { basis, compared, notCompared };
}

function partsByParty(aging: Aging, basis: BalanceBasis): Map<string, Part[]> {
  const parts = new Map<string, Part[]>();
  const add = (partyId: string, part: Part) => parts.set(partyId, [...(parts.get(partyId) ?? []), part]);
  for (const { party, currency, outstanding, base } of aging.rows) add(party?.id ?? "", { currency, amount: outstanding, base });
  if (basis === "open_documents") return parts;
  for (const { party, currency, amount, base } of aging.unappliedCash)
    add(party?.id ?? "", { currency, amount: negateDecimal(amount), base: base === null ? null : negateDecimal(base) });
  return parts;
}

/** The parts in the balance's currency; null when one is foreign to it and the ledger gave no base amount. */
function inCurrency(parts: readonly Part[], currency: string, baseCurrency: string | null): DecimalString | null {
  const amounts = parts.map((part) => (part.currency === currency ? part.amount : currency === baseCurrency ? part.base : null));
  return amounts.includes(null) ? null : sumDecimals([decimal("0"), ...(amounts as DecimalString[])]);
}

function differing({ compared }: Comparison): TieOutDifference[] {
  return compared.filter(({ difference }) => !isZero(difference));
}

function perCurrency(compared: readonly TieOutDifference[]): AgingTieOut["currencies"] {
  return [...new Set(compared.map(({ currency }) => currency))].sort().map((currency) => {
    const own = compared.filter((entry) => entry.currency === currency);
    const sum = (field: "ours" | "ledgers" | "difference") => sumDecimals(own.map((entry) => entry[field]));
    return { currency, ours: sum("ours"), ledgers: sum("ledgers"), difference: sum("difference") };
  });
}
