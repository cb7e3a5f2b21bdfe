import {
  absoluteDecimal,
  compareDecimals,
  type DecimalString,
  multiplyDecimals,
  negateDecimal,
  scaleOf,
  subtractDecimals,
} from "#shared/kernel/decimal.ts";
import type { Item } from "#shared/model/books/item.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { LineDraft } from "#shared/model/ledger/write.ts";
import { numeral, type WireObject } from "../../wire-json.ts";
import type { WriteContext } from "../../writing.ts";
import { dimensionMembers, type Held } from "./dimensions.ts";
import type { DocumentShape } from "./entities.ts";
import { integrationItemFor } from "./integration-item.ts";
import { partyWord, refTo, requireAccount, requireItem } from "./lookups.ts";
import { refuseInput } from "./refused.ts";

/** What the lines of one document share. */
export interface LineFrame {
  readonly context: WriteContext;
  readonly side: DocumentShape["side"];
  readonly currency: string;
  /** Refunds are stored with positive amounts that count the other way. */
  readonly flip: boolean;
  /** The party of a journal: its lines on control accounts must name it. */
  readonly party: Party | undefined;
}

/** A line that the ledger does not have yet. @throws WriteRefused naming the field */
export function newLine(frame: LineFrame, draft: LineDraft, index: number, held: Held): WireObject {
  checkDraft(frame, draft, index);
  const amount = storedAmount(frame, draft);
  const description = draft.description === undefined || draft.description === "" ? {} : { Description: draft.description };
  if (frame.side === "journal") {
    const { PostingType, Amount } = entryAmount(draft.net.amount);
    const detail = { PostingType, ...entryAccount(frame, draft, index), ...dimensionMembers(held) };
    return { ...description, Amount, DetailType: "JournalEntryLineDetail", JournalEntryLineDetail: detail };
  }
  const { DetailType, target } = lineTarget(frame, draft, index);
  const detail = { ...target, ...quantityMembers(draft), ...billableMembers(draft, index), ...dimensionMembers(held), ...taxMember(draft) };
  return { ...description, Amount: numeral(amount), DetailType, [DetailType]: detail };
}

/** Rule 9: sales lines name an item, purchase lines an item or an account. @throws WriteRefused */
export function lineTarget(
  frame: LineFrame,
  draft: LineDraft,
  index: number,
): { readonly DetailType: string; readonly target: WireObject } {
  const { context, side } = frame;
  const field = `lines[${index}]`;
  if (draft.kind === "account" && side === "purchases") {
    const account = requireAccount(context, draft.accountId, `${field}.accountId`);
    if (draft.quantity !== undefined || draft.unitAmount !== undefined)
      refuseInput(`${field}.quantity`, "Account lines in this ledger can't have a quantity or price.");
    return { DetailType: "AccountBasedExpenseLineDetail", target: { AccountRef: refTo(account.id) } };
  }
  const item =
    draft.kind === "item"
      ? requireItem(context, draft.itemId, `${field}.itemId`)
      : integrationItemFor(context, requireAccount(context, draft.accountId, `${field}.accountId`), `${field}.accountId`);
  if (draft.kind === "item") checkItemAccount(context, item, draft.accountId, side, `${field}.accountId`);
  const DetailType = side === "sales" ? "SalesItemLineDetail" : "ItemBasedExpenseLineDetail";
  return { DetailType, target: { ItemRef: refTo(item.id) } };
}

/** The account of an item line follows from its item. @throws WriteRefused when another is asked for */
export function checkItemAccount(
  context: WriteContext,
  item: Item,
  accountId: string | undefined,
  side: LineFrame["side"],
  field: string,
): void {
  const own = side === "sales" ? item.incomeAccountId : item.expenseAccountId;
  const named = (id: string) => context.account(id)?.name ?? `account ${id}`;
  if (accountId === undefined || accountId === own) return;
  const why =
    own === undefined
      ? `The item “${item.name}” has no ${side === "sales" ? "income" : "expense"} account, so it can't post to ${named(accountId)}.`
      : `The item “${item.name}” posts to ${named(own)}, not to ${named(accountId)}.`;
  refuseInput(field, why);
}

/** An amount of a journal line: without a sign, with a side. */
export function entryAmount(net: DecimalString): { readonly PostingType: "Debit" | "Credit"; readonly Amount: WireObject["Amount"] } {
  return { PostingType: net.startsWith("-") ? "Credit" : "Debit", Amount: numeral(absoluteDecimal(net)) };
}

/** Account and, on control accounts, the party of a journal line. @throws WriteRefused */
function entryAccount({ context, party }: LineFrame, draft: LineDraft, index: number): WireObject {
  if (draft.kind === "item") refuseInput(`lines[${index}].kind`, "Journal lines need accounts, not products or services.");
  const account = requireAccount(context, draft.accountId, `lines[${index}].accountId`);
  const type = account.role === "receivable" ? "Customer" : account.role === "payable" ? "Vendor" : null;
  if (type === null) return { AccountRef: refTo(account.id) };
  if (party === undefined || !party.id.startsWith(`${type}:`))
    return refuseInput("party", `A journal line on ${account.name} needs a ${partyWord(type)}.`);
  return { AccountRef: refTo(account.id), Entity: { Type: type, EntityRef: refTo(party.id) } };
}

/** Quantity and price where they are stated. */
export function quantityMembers({ quantity, unitAmount }: LineDraft): WireObject {
  return {
    ...(unitAmount === undefined ? {} : { UnitPrice: numeral(unitAmount.amount) }),
    ...(quantity === undefined ? {} : { Qty: numeral(quantity) }),
  };
}

/** Rule 21: the code alone; what it comes to is the ledger's to say. */
export function taxMember(draft: LineDraft): WireObject {
  const code = draft.tax?.components?.[0]?.code;
  return code === undefined ? {} : { TaxCodeRef: { value: code } };
}

const BILLABLE_CODES = { billable: "Billable", not_billable: "NotBillable" } as const;

/** @throws WriteRefused for a mark that only the ledger sets */
export function billableMembers({ billable }: LineDraft, index: number): WireObject {
  if (billable === undefined) return {};
  if (billable.status === "billed")
    return refuseInput(`lines[${index}].billable.status`, "Only the ledger can mark a cost as billed. Choose billable or not billable.");
  return { CustomerRef: refTo(billable.customerId), BillableStatus: BILLABLE_CODES[billable.status] };
}

/** What must hold for any line. @throws WriteRefused naming the field */
export function checkDraft(frame: LineFrame, draft: LineDraft, index: number): void {
  const field = `lines[${index}]`;
  for (const [name, money] of [["net", draft.net] as const, ["unitAmount", draft.unitAmount] as const])
    if (money !== undefined && money.currency !== frame.currency)
      refuseInput(`${field}.${name}.currency`, `The transaction is in ${frame.currency}, but this amount is in ${money.currency}.`);
  if (draft.billable !== undefined && frame.side !== "purchases") refuseInput(`${field}.billable`, "Only purchase lines can be billable.");
  if ((draft.tax?.components?.length ?? 0) > 1) refuseInput(`${field}.tax`, "Lines in this ledger can only have one tax code.");
  if (frame.side === "journal") {
    if (draft.tax?.components?.[0]?.code !== undefined) refuseInput(`${field}.tax`, "Journal lines in this ledger can't have a tax code.");
    if (draft.quantity !== undefined || draft.unitAmount !== undefined)
      refuseInput(`${field}.quantity`, "Journal lines can't have a quantity or price.");
  }
  if (draft.quantity !== undefined && draft.unitAmount !== undefined)
    checkProduct(draft.quantity, draft.unitAmount.amount, storedAmount(frame, draft), `${field}.net`);
}

/** A line's amount as the ledger holds it: those of a refund are positive there. */
export function storedAmount({ flip }: LineFrame, { net }: LineDraft): DecimalString {
  return flip ? negateDecimal(net.amount) : net.amount;
}

/** The ledger refuses an amount that is not quantity times price; a unit of the last digit is left for rounding. */
export function checkProduct(quantity: DecimalString, price: DecimalString, net: DecimalString, field: string): void {
  const scale = scaleOf(net);
  const unit = (scale === 0 ? "1" : `0.${"1".padStart(scale, "0")}`) as DecimalString;
  const difference = absoluteDecimal(subtractDecimals(multiplyDecimals(quantity, price), net));
  if (compareDecimals(difference, unit) > 0)
    refuseInput(field, `Quantity times price (${quantity} × ${price}) isn't the line amount (${net}).`);
}
