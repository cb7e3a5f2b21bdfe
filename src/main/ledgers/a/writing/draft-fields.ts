import { compareDecimals, type DecimalString, sumDecimals } from "#shared/kernel/decimal.ts";
import { notInBooks } from "#shared/kernel/readable.ts";
import type { DocumentChanges, DocumentDraft } from "#shared/model/ledger/write.ts";
import type { WriteContext } from "../../writing.ts";
import { type Json, type JsonObject, numeral } from "./json.ts";
import { accountNames, type Basis } from "./line-body.ts";
import { idWithin, labelOf, type Noun } from "./nouns.ts";
import { type At, badInput } from "./refused.ts";

type Stated = Omit<DocumentDraft, "type" | "status" | "lines" | "total">;
/** What a draft or a change says of the header. */
type Fields = { readonly [Name in keyof Stated]?: Stated[Name] | undefined };

const REFERENCE_LENGTH_MAX = 255;

/** "invoices", "journals". */
function pluralOf(noun: Noun): string {
  return `${labelOf(noun).toLowerCase()}s`;
}

/** Refuses what this type of document can't hold: a field is never dropped in silence. @throws Refused */
export function refuseUnsupportedFields(context: WriteContext, noun: Noun, draft: Fields, at: At): void {
  const plural = pluralOf(noun);
  const refuse = (field: keyof Fields, why: string) => {
    if (draft[field] !== undefined) throw badInput(at(field), why);
  };
  refuse("entityId", "This ledger has no separate legal entities.");
  if (noun.numberField === undefined)
    refuse("number", `This ledger has no numbers for ${plural}. Use the ${noun.typeWord ? "reference" : "memo"}.`);
  if (!noun.hasDueDate) refuse("dueDate", `This ledger has no due date for ${plural}.`);
  if (noun.typeWord !== undefined) refuse("memo", `This ledger has no memo for ${plural}. Use the reference or a line's description.`);
  if (noun.endpoint !== "BankTransactions") refuse("totalAccountId", "The ledger chooses the account that the total posts to.");
  if (noun.typeWord === undefined) {
    refuse("party", "Journals in this ledger have no contact.");
    refuse("reference", "This ledger has no reference for journals. Use the memo.");
    const base = context.discovery.organisation.baseCurrency;
    if (draft.currency !== undefined && draft.currency !== base)
      throw badInput(at("currency"), `Journals in this ledger are always in ${base}.`);
  }
}

/** Members that are sent empty, because a person emptied their fields. @throws Refused for a field that this ledger keeps filled */
export function clearedFields(noun: Noun, status: string | undefined, cleared: DocumentChanges["cleared"] = [], at: At): JsonObject {
  const kind = labelOf(noun).toLowerCase();
  const isDraft = status === "DRAFT" || status === "SUBMITTED";
  const members: { [name: string]: Json } = {};
  for (const field of cleared) {
    // A journal has no contact to clear.
    if (field === "party" && noun.typeWord === undefined) continue;
    if (field === "party") throw badInput(at("party.id"), `This ledger needs a contact for every ${kind}.`);
    if (field === "entityId") throw badInput(at(field), "This ledger has no separate legal entities.");
    if (field === "exchangeRate")
      throw badInput(at(field), "In this ledger, a foreign-currency transaction's exchange rate can be changed but not removed.");
    if (field === "number") {
      if (noun.numberField === undefined) continue;
      if (noun.numberIsUnique) throw badInput(at(field), `Every ${kind} in this ledger has a number, so the number can't be removed.`);
      members[noun.numberField] = "";
    } else if (noun.hasDueDate) {
      if (!isDraft)
        throw badInput(at(field), "This ledger needs a due date once a transaction is approved, so the due date can't be removed.");
      members.DueDate = "";
    }
  }
  return members;
}

/** The members of the header that the draft states; what it leaves out is left out. @throws Refused */
export function headerFields(context: WriteContext, noun: Noun, draft: Fields, at: At): JsonObject {
  const { baseCurrency } = context.discovery.organisation;
  const isForeign = draft.currency !== undefined && draft.currency !== baseCurrency;
  return {
    Contact: draft.party === undefined ? undefined : { ContactID: contactId(context, draft.party.id, at("party.id")) },
    Date: draft.issueDate,
    DueDate: draft.dueDate,
    ...(noun.numberField === undefined ? {} : { [noun.numberField]: draft.number }),
    BankAccount: draft.totalAccountId === undefined ? undefined : accountNames(context, draft.totalAccountId, at("totalAccountId"), "Code"),
    // Journals are always in base currency and have no field for it.
    CurrencyCode: noun.typeWord === undefined ? undefined : draft.currency,
    CurrencyRate: isForeign && draft.exchangeRate !== undefined ? numeral(draft.exchangeRate) : undefined,
  };
}

/** The ledger's word for a wanted status. @throws Refused */
export function statusWord(noun: Noun, status: DocumentDraft["status"], at: At): string {
  const word = noun.statuses[status];
  if (word === undefined) throw badInput(at("status"), `This ledger has no “${status.replace("_", " ")}” status for ${pluralOf(noun)}.`);
  return word;
}

/** The basis that the document states, else that of its first line; without any, tax comes on top. */
export function draftBasis(noun: Noun, draft: Pick<Partial<DocumentDraft>, "tax" | "lines">): Basis {
  const stated = [draft.tax?.basis, draft.lines?.find(({ tax }) => tax?.basis !== undefined)?.tax?.basis].find(
    (basis) => basis !== undefined && basis !== "unknown",
  );
  if (stated !== undefined) return stated;
  return noun.typeWord === undefined ? "none" : "exclusive";
}

/** The user's own reference with our mark behind it: neither is lost. @throws Refused */
export function marked(own: string | undefined, mark: string, field: string): string {
  const text = own === undefined || own === "" ? mark : `${own} ${mark}`;
  if (text.length > REFERENCE_LENGTH_MAX)
    throw badInput(
      field,
      `This text is too long. It can have up to ${REFERENCE_LENGTH_MAX - mark.length - 1} characters, because Tieout adds its own reference.`,
    );
  return text;
}

export function contactId(context: WriteContext, partyId: string, field: string): string {
  const id = idWithin(partyId, "Contact");
  if (id === undefined || context.party(partyId) === undefined) throw badInput(field, notInBooks("contact", partyId));
  return id;
}

/** The total shown to people: the stated total, else the lines with their stated tax; a journal's debits. */
export function statedTotal(draft: Pick<DocumentDraft, "type" | "total" | "tax" | "lines">): DecimalString {
  if (draft.total !== undefined) return draft.total.amount;
  const nets = draft.lines.map(({ net }) => net.amount);
  if (draft.type === "journal") return sumDecimals(nets.filter((net) => compareDecimals(net, "0" as DecimalString) > 0));
  const lineTaxes = draft.lines.flatMap(({ tax }) => (tax?.amount === undefined ? [] : [tax.amount.amount]));
  return sumDecimals([...nets, ...(draft.tax?.amount === undefined ? lineTaxes : [draft.tax.amount.amount])]);
}
