import type { PartyRow } from "#shared/contract/books/records.ts";
import { type DecimalString, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { t } from "../../language/t.ts";

export const PARTY_FIGURES = ["receivable", "payable", "unappliedIn", "unappliedOut"] as const;
export type PartyFigure = (typeof PARTY_FIGURES)[number];

/** A line of the list: a contact in one currency. Values of the contact as a whole are on its first line. */
export interface PartyLine {
  readonly key: string;
  /** Null for the totals. */
  readonly party: PartyRow | null;
  readonly label: string;
  readonly first: boolean;
  /** Null where nothing is open. */
  readonly currency: string | null;
  /** As they are shown: see `shownAmounts`. */
  readonly amounts: Readonly<Record<PartyFigure, DecimalString>> | null;
}

export interface PartyFilter {
  readonly role: "all" | "customers" | "vendors";
  readonly untaxed: boolean;
  readonly open: boolean;
}

/** The roles of a contact as text. */
export function roleLabel({ isCustomer, isVendor, isEmployee }: Pick<PartyRow, "isCustomer" | "isVendor" | "isEmployee">): string {
  const trade = isCustomer && isVendor ? t("Customer and vendor") : isCustomer ? t("Customer") : isVendor ? t("Vendor") : null;
  const roles = [...(trade === null ? [] : [trade]), ...(isEmployee ? [t("Employee")] : [])];
  return roles.length === 0 ? t("None") : roles.join(", ");
}

/** True when the contact matches the filter. */
export function matchesParty(party: PartyRow, { role, untaxed, open }: PartyFilter): boolean {
  if (role === "customers" && !party.isCustomer) return false;
  if (role === "vendors" && !party.isVendor) return false;
  if (untaxed && party.taxIdentifier !== null) return false;
  return !open || party.amounts.length > 0;
}

/** The lines of contacts, in their order. */
export function partyLines(parties: readonly PartyRow[]): PartyLine[] {
  return parties.flatMap(linesOf);
}

/** One line of totals for each currency. */
export function partyTotals(parties: readonly PartyRow[]): PartyLine[] {
  const amounts = parties.flatMap((party) => party.amounts);
  const currencies = [...new Set(amounts.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const own = amounts.filter((amount) => amount.currency === currency);
    const sum = (figure: PartyFigure) => sumDecimals(own.map((amount) => amount[figure] as DecimalString));
    return {
      key: `total ${currency}`,
      party: null,
      label: t("Total"),
      first: true,
      currency,
      amounts: shownAmounts({
        receivable: sum("receivable"),
        payable: sum("payable"),
        unappliedIn: sum("unappliedIn"),
        unappliedOut: sum("unappliedOut"),
      }),
    };
  });
}

/** What is unapplied lowers what is owed, so that it's shown as a negative amount here as well as in an aging. */
export function shownAmounts(amounts: Readonly<Record<PartyFigure, DecimalString>>): Readonly<Record<PartyFigure, DecimalString>> {
  return { ...amounts, unappliedIn: negateDecimal(amounts.unappliedIn), unappliedOut: negateDecimal(amounts.unappliedOut) };
}

function linesOf(party: PartyRow): PartyLine[] {
  const line = { party, label: party.name };
  if (party.amounts.length === 0) return [{ ...line, key: party.id, first: true, currency: null, amounts: null }];
  return party.amounts.map(({ currency, ...amounts }, place) => ({
    ...line,
    key: place === 0 ? party.id : `${party.id} ${currency}`,
    first: place === 0,
    currency,
    amounts: shownAmounts(amounts),
  }));
}
