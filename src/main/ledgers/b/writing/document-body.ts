import { absoluteDecimal, addDecimals, compareDecimals, type DecimalString, isZero, sumDecimals } from "#shared/kernel/decimal.ts";
import { moneyName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { DocumentDraft } from "#shared/model/ledger/write.ts";
import { numeral, type WireObject } from "../../wire-json.ts";
import type { WriteContext } from "../../writing.ts";
import { dimensionMembers, placeDimensions } from "./dimensions.ts";
import { type DocumentShape, labelOf, shapeOf, splitId, type WrittenEntity } from "./entities.ts";
import { newLine } from "./line-body.ts";
import { currencyMembers, docNumber, isCard, refTo, requireAccount, requireParty } from "./lookups.ts";
import { noteWith } from "./reference.ts";
import { refuseInput } from "./refused.ts";

/** What a write says of numbers that the ledger may replace (rule 21). */
export interface Promised {
  readonly number?: string;
  readonly tax?: string;
  readonly total?: string;
}

export interface NewRecord {
  readonly entity: WrittenEntity;
  readonly body: WireObject;
  readonly title: string;
  readonly promised: Promised;
}

const partyKinds = { CustomerRef: ["Customer"], VendorRef: ["Vendor"], EntityRef: ["Vendor", "Customer", "Employee"] } as const;

/** The body that creates a document. @throws WriteRefused naming the field that the ledger could not keep */
export function newDocument(context: WriteContext, draft: DocumentDraft, reference: string): NewRecord {
  const shape = shapeOf(draft.type);
  checkHeader(shape, draft);
  const party = partyOf(context, shape, draft);
  const placed = placeDimensions(context, shape.side, draft.lines);
  const frame = { context, side: shape.side, currency: draft.currency, flip: false, party };
  const number = docNumber(draft.number, "number");
  const lines = draft.lines.map((line, index) => newLine(frame, line, index, placed.lines[index] ?? {}));
  const total = checkTotal(context, shape, draft);
  const body: WireObject = {
    ...(number === undefined ? {} : { DocNumber: number }),
    TxnDate: draft.issueDate,
    ...(draft.dueDate === undefined ? {} : { DueDate: draft.dueDate }),
    ...currencyMembers(context, draft.currency),
    ...exchangeRate(context, draft),
    PrivateNote: noteWith(draft.memo, reference),
    ...partyMember(shape, party),
    ...totalAccountMembers(context, shape, draft.totalAccountId),
    ...dimensionMembers(placed.header),
    ...taxMembers(context, shape, draft),
    Line: lines,
  };
  const tax = draft.tax?.amount?.amount;
  return {
    entity: shape.entity,
    body,
    title: titleOf(shape.entity, number, party, total, draft.currency),
    promised: {
      ...(number === undefined ? {} : { number }),
      ...(tax === undefined || shape.side === "journal" ? {} : { tax }),
      ...(total === undefined || shape.side === "journal" ? {} : { total }),
    },
  };
}

/** What goes to a contact; everything else comes from one. */
const OUTWARD: ReadonlySet<WrittenEntity> = new Set(["Invoice", "CreditMemo", "SalesReceipt", "RefundReceipt", "BillPayment"]);

/** "Bill OP-771 from Oak Paper, 1,170.00 NZD". */
export function titleOf(
  entity: WrittenEntity,
  number: string | undefined,
  party: Pick<Party, "name"> | undefined,
  total: string | undefined,
  currency: string,
): string {
  const name = [labelOf(entity), number].filter((part) => part !== undefined).join(" ");
  const whose = party === undefined ? "" : ` ${OUTWARD.has(entity) ? "to" : "from"} ${party.name}`;
  return `${name}${whose}${total === undefined ? "" : `, ${moneyName({ amount: total, currency })}`}`;
}

/** The account of the total, and how direct spend was paid. @throws WriteRefused */
export function totalAccountMembers(context: WriteContext, shape: DocumentShape, accountId: string | undefined): WireObject {
  if (accountId === undefined) {
    if (shape.totalAccount === "AccountRef") refuseInput("totalAccountId", "Choose the account that the expense is paid from.");
    return {};
  }
  if (shape.totalAccount === null) return refuseInput("totalAccountId", "A journal entry has accounts only on its lines.");
  const account = requireAccount(context, accountId, "totalAccountId");
  const method = shape.totalAccount === "AccountRef" ? { PaymentType: isCard(account) ? "CreditCard" : "Cash" } : {};
  return { ...method, [shape.totalAccount]: refTo(account.id) };
}

type HeaderFields = { readonly [K in "status" | "entityId" | "reference" | "dueDate"]?: DocumentDraft[K] | undefined };

/** Fields that this ledger has no place for are named, not dropped. @throws WriteRefused */
export function checkHeader(shape: DocumentShape, draft: HeaderFields): void {
  if (draft.status !== undefined && draft.status !== "open")
    refuseInput("status", "This ledger has no drafts or approvals: transactions are posted immediately.");
  if (draft.entityId !== undefined) refuseInput("entityId", "This ledger has no separate legal entities.");
  if (draft.reference !== undefined && draft.reference !== "")
    refuseInput("reference", "This ledger has no separate reference.", "Use the number or the memo.");
  if (draft.dueDate !== undefined && !shape.hasDueDate) refuseInput("dueDate", "Only invoices and bills have a due date in this ledger.");
}

/** The party member of a header. */
export function partyMember(shape: DocumentShape, party: Party | undefined): WireObject {
  if (shape.party === null || party === undefined) return {};
  const ref = refTo(party.id);
  return { [shape.party]: shape.party === "EntityRef" ? { ...ref, type: splitId(party.id).entity } : ref };
}

/** The party of a draft; money can be spent without one, and journals need none. @throws WriteRefused */
export function partyOf(context: WriteContext, shape: DocumentShape, draft: Pick<DocumentDraft, "party" | "currency">): Party | undefined {
  const isNeeded = shape.party === "CustomerRef" || shape.party === "VendorRef";
  if (draft.party === undefined && !isNeeded) return undefined;
  return requireParty(context, draft.party?.id, partyKinds[shape.party ?? "EntityRef"], draft.currency);
}

function exchangeRate(context: WriteContext, { currency, exchangeRate: rate }: DocumentDraft): WireObject {
  const isForeign = currency !== context.discovery.organisation.baseCurrency;
  if (rate === undefined) return {};
  return isForeign
    ? { ExchangeRate: numeral(rate) }
    : refuseInput("exchangeRate", "A transaction in the base currency can't have an exchange rate.");
}

/** Rule 21: an amount of tax is stated only where the ledger does not work it out itself. */
function taxMembers(context: WriteContext, shape: DocumentShape, draft: DocumentDraft): WireObject {
  if (shape.side === "journal") return {};
  const { automatedSalesTax } = context.discovery.adapterFacts;
  const amount = automatedSalesTax === true ? undefined : draft.tax?.amount?.amount;
  const isGlobal = (context.discovery.organisation.country ?? "US") !== "US";
  const basis = draft.tax?.basis;
  // Line amounts are always written without tax, whatever the basis was elsewhere.
  const calculation = basis === undefined || basis === "unknown" ? undefined : basis === "none" ? "NotApplicable" : "TaxExcluded";
  return {
    ...(isGlobal && calculation !== undefined ? { GlobalTaxCalculation: calculation } : {}),
    ...(amount === undefined ? {} : { TxnTaxDetail: { TotalTax: numeral(amount) } }),
  };
}

/** Why a journal whose lines come to this sum is refused. */
export function unbalanced(sum: DecimalString, currency: string): string {
  return `The journal doesn't balance. Its debits and credits differ by ${moneyName({ amount: absoluteDecimal(sum), currency })}.`;
}

/** What to enter in place of a transaction with a negative total. */
function creditInstead(type: DocumentDraft["type"]): string | undefined {
  if (type === "purchase_bill") return t("Enter the transaction as a vendor credit.");
  return type === "sales_invoice" ? "Enter the transaction as a credit note." : undefined;
}

/** The total that the lines and the stated tax come to; undefined where only the ledger can tell. @throws WriteRefused */
function checkTotal(context: WriteContext, shape: DocumentShape, draft: DocumentDraft): DecimalString | undefined {
  const nets = draft.lines.map((line) => line.net.amount);
  const sum = sumDecimals(nets);
  if (shape.side === "journal") {
    if (!isZero(sum)) refuseInput("lines", unbalanced(sum, draft.currency));
    return sumDecimals(nets.filter((net) => !net.startsWith("-")));
  }
  if (sum.startsWith("-")) refuseInput("lines", "The lines add up to a negative total.", creditInstead(draft.type));
  const hasCodes = draft.lines.some((line) => line.tax?.components?.[0]?.code !== undefined);
  const tax = draft.tax?.amount?.amount;
  const computed = tax !== undefined ? addDecimals(sum, tax) : hasCodes ? undefined : sum;
  const stated = draft.total?.amount;
  const isOpen = context.discovery.adapterFacts.automatedSalesTax === true || computed === undefined;
  if (stated !== undefined && computed !== undefined && !isOpen && compareDecimals(stated, computed) !== 0)
    refuseInput("total", `Lines and tax add up to ${computed}, but the total is ${stated}.`);
  return stated ?? computed;
}
