import { notInBooks } from "#shared/kernel/readable.ts";
import { message, t } from "#shared/language/t.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { Item } from "#shared/model/books/item.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { WireObject } from "../../wire-json.ts";
import type { WriteContext } from "../../writing.ts";
import { splitId } from "./entities.ts";
import { refuseInput } from "./refused.ts";

const DOC_NUMBER_MAX = 21;

/** The mirrored account. @throws WriteRefused naming the field */
export function requireAccount(context: WriteContext, id: string | undefined, field: string): Account {
  if (id === undefined) return refuseInput(field, "Choose an account.");
  return context.account(id) ?? refuseInput(field, notInBooks("account", id));
}

/** The mirrored item. @throws WriteRefused naming the field */
export function requireItem(context: WriteContext, id: string | undefined, field: string): Item {
  if (id === undefined) return refuseInput(field, "Choose an item.");
  return context.item(id) ?? refuseInput(field, notInBooks("product or service", id));
}

const PARTY_WORDS = { Customer: "customer", Vendor: message("vendor"), Employee: "employee" } as const;
export type PartyKind = keyof typeof PARTY_WORDS;

/** A kind of contact inside a sentence, in the firm's English. */
export function partyWord(kind: PartyKind): string {
  return t(PARTY_WORDS[kind]);
}

/** The mirrored party, of one of the kinds, in the currency. @throws WriteRefused naming the field */
export function requireParty(context: WriteContext, id: string | undefined, kinds: readonly PartyKind[], currency: string): Party {
  const words = kinds
    .map(partyWord)
    .join(", ")
    .replace(/, (?!.*, )/, " or ");
  if (id === undefined) return refuseInput("party", `Choose a ${words}.`);
  if (!kinds.some((kind) => kind === splitId(id).entity)) refuseInput("party.id", `Contact ${id} isn't a ${words}.`);
  const party = context.party(id) ?? refuseInput("party.id", notInBooks("contact", id));
  // A party of this ledger has one currency for good.
  if (party.currency !== undefined && party.currency !== currency)
    refuseInput("currency", `${party.name} is set up in ${party.currency}, so its transactions can't be in ${currency}.`);
  return party;
}

/** A reference to a mirrored record: `{ "value": "63" }`. */
export function refTo(id: string): WireObject {
  return { value: splitId(id).ledgerId };
}

/** The currency, where the company keeps several. @throws WriteRefused for a foreign one where it does not */
export function currencyMembers(context: WriteContext, currency: string): WireObject {
  if (context.discovery.adapterFacts.multiCurrency === true) return { CurrencyRef: { value: currency } };
  const { baseCurrency } = context.discovery.organisation;
  if (currency !== baseCurrency) refuseInput("currency", `This company only uses ${baseCurrency}.`);
  return {};
}

/** A number or reference as this ledger can keep it. @throws WriteRefused when it is too long */
export function docNumber(number: string | undefined, field: string): string | undefined {
  if (number === undefined || number === "") return undefined;
  if (number.length > DOC_NUMBER_MAX) refuseInput(field, `The ledger allows up to ${DOC_NUMBER_MAX} characters here.`);
  return number;
}

/** True for accounts that are paid with, not from. */
export function isCard(account: Account): boolean {
  return account.type === "Credit Card";
}
