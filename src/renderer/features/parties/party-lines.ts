import type { PartyRow } from "#shared/contract/records.ts";
import { compareDecimals, type DecimalString, decimal, isZero, sumDecimals } from "#shared/kernel/decimal.ts";
import { t } from "../../language/t.ts";

export const PARTY_FIGURES = ["receivable", "payable", "unappliedIn", "unappliedOut"] as const;
export type PartyFigure = (typeof PARTY_FIGURES)[number];

/** A line of the list: a party in one currency. What belongs to the party as a whole stands on its first line. */
export interface PartyLine {
  readonly key: string;
  /** Null for the totals. */
  readonly party: PartyRow | null;
  readonly label: string;
  readonly first: boolean;
  /** Null where nothing is open. */
  readonly currency: string | null;
  readonly amounts: Readonly<Record<PartyFigure, DecimalString>> | null;
}

export interface PartyFilter {
  readonly text: string;
  readonly role: "all" | "customers" | "vendors";
  readonly untaxed: boolean;
  readonly open: boolean;
}

export type PartySort = "name" | "lastDocument" | "documents" | PartyFigure;

/** What a party is to the client, in words. */
export function roleWords({ isCustomer, isVendor, isEmployee }: Pick<PartyRow, "isCustomer" | "isVendor" | "isEmployee">): string {
  const roles = [...(isCustomer ? [t("Customer")] : []), ...(isVendor ? [t("Vendor")] : []), ...(isEmployee ? [t("Employee")] : [])];
  return roles.length === 0 ? "none" : roles.join(", ");
}

/** True when every typed word is in the name, tax identifier or e-mail address, and the other filters hold. */
export function matchesParty(party: PartyRow, { text, role, untaxed, open }: PartyFilter): boolean {
  if (role === "customers" && !party.isCustomer) return false;
  if (role === "vendors" && !party.isVendor) return false;
  if (untaxed && party.taxIdentifier !== null) return false;
  if (open && party.amounts.length === 0) return false;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const all = [party.name, party.taxIdentifier ?? "", party.email ?? ""].join(" ").toLowerCase();
  return words.every((word) => all.includes(word));
}

/** The lines of parties, sorted; equal ones by name. Amounts sort by each party's largest, whatever the currency. */
export function partyLines(parties: readonly PartyRow[], sort: PartySort, descending: boolean): PartyLine[] {
  const sorted = sort === "name" ? [...parties] : parties.toSorted((a, b) => compareBy(sort, a, b));
  if (descending) sorted.reverse();
  return sorted.flatMap(linesOf);
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
      amounts: {
        receivable: sum("receivable"),
        payable: sum("payable"),
        unappliedIn: sum("unappliedIn"),
        unappliedOut: sum("unappliedOut"),
      },
    };
  });
}

function linesOf(party: PartyRow): PartyLine[] {
  const line = { party, label: party.name };
  if (party.amounts.length === 0) return [{ ...line, key: party.id, first: true, currency: null, amounts: null }];
  return party.amounts.map(({ currency, ...amounts }, place) => ({
    ...line,
    key: place === 0 ? party.id : `${party.id} ${currency}`,
    first: place === 0,
    currency,
    amounts: amounts as Readonly<Record<PartyFigure, DecimalString>>,
  }));
}

function compareBy(sort: Exclude<PartySort, "name">, a: PartyRow, b: PartyRow): number {
  if (sort === "documents") return a.documents - b.documents;
  if (sort === "lastDocument") return (a.lastDocument ?? "").localeCompare(b.lastDocument ?? "");
  return compareDecimals(largest(a, sort), largest(b, sort));
}

function largest(party: PartyRow, figure: PartyFigure): DecimalString {
  let found = decimal("0");
  for (const amount of party.amounts) {
    const own = amount[figure] as DecimalString;
    if (isZero(found) || compareDecimals(own, found) > 0) found = own;
  }
  return found;
}
