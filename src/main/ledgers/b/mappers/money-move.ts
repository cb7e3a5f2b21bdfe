import { type DecimalString, decimal, isZero, negateDecimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { DocumentLine } from "#shared/model/books/document.ts";
import type { MappedDocument, MappedSource, ReadContext } from "../../adapter.ts";
import { deriveStatus } from "../derive-status.ts";
import { type DepositPayload, depositPayload, type LinePayload, type ReferencePayload, transferPayload } from "../schemas.ts";
import { linkedRecordId } from "./applied-lines.ts";
import {
  compact,
  deletedSource,
  mapped,
  money,
  readRecord,
  refValue,
  requiredDay,
  requiredDecimal,
  sentDecimal,
  sentText,
  sourceRef,
} from "./fields.ts";
import { type LineFrame, mapLines } from "./lines.ts";

const NOTHING = decimal("0.00");
/** Adds nothing, not even decimals. */
const NONE = decimal("0");

/** What every record that only moves money says of itself. */
interface Move {
  readonly Id: string;
  readonly TxnDate: string;
  readonly DocNumber?: string | null | undefined;
  readonly PrivateNote?: string | null | undefined;
  readonly CurrencyRef?: ReferencePayload;
  readonly ExchangeRate?: string | null | undefined;
  readonly HomeTotalAmt?: string | null | undefined;
  readonly ClassRef?: ReferencePayload;
  readonly DepartmentRef?: ReferencePayload;
}

/** A transfer as a journal: the account that gets the money is debited. @throws RecordMalformed */
export function mapTransfer(context: ReadContext, record: ExactJson): MappedSource {
  const deleted = deletedSource("Transfer", record);
  if (deleted !== null) return deleted;
  const payload = readRecord(transferPayload, record);
  return moved("Transfer", context, payload, betweenAccounts(payload.Amount, payload.ToAccountRef, payload.FromAccountRef));
}

/** A card paid from the bank, as a journal. @throws RecordMalformed */
export function mapCardPayment(context: ReadContext, record: ExactJson): MappedSource {
  const deleted = deletedSource("CreditCardPayment", record);
  if (deleted !== null) return deleted;
  const { CheckNum: DocNumber, ...payload } = readRecord(transferPayload, record);
  const sides = betweenAccounts(payload.Amount, payload.CreditCardAccountRef, payload.BankAccountRef);
  return moved("CreditCardPayment", context, { ...payload, DocNumber }, sides);
}

function betweenAccounts(sent: string | null | undefined, to: ReferencePayload, from: ReferencePayload): LinePayload[] {
  const amount = requiredDecimal(sent, "Amount");
  return [side("Debit", amount, to), side("Credit", amount, from)];
}

/**
 * A deposit as a journal: the bank gets what its lines bring, less cash that was kept back. A line that
 * brings a receipt names no account: it takes the money from where the receipt is. @throws RecordMalformed
 */
export function mapDeposit(context: ReadContext, record: ExactJson): MappedSource {
  const deleted = deletedSource("Deposit", record);
  if (deleted !== null) return deleted;
  const payload = readRecord(depositPayload, record);
  const came = (payload.Line ?? []).map((line) => sourceSide(context, line));
  const back = payload.CashBack;
  const kept = back == null ? [] : [side("Debit", requiredDecimal(back.Amount, "CashBack.Amount"), back.AccountRef, back.Memo)];
  const tax = sentDecimal(payload.TxnTaxDetail?.TotalTax, "TxnTaxDetail.TotalTax") ?? NONE;
  const gross = sumDecimals([tax, ...came.map((line) => requiredDecimal(line.Amount, "Line.Amount"))]);
  const bank = subtractDecimals(gross, sumDecimals([NONE, ...kept.map((line) => requiredDecimal(line.Amount, "CashBack.Amount"))]));
  return moved("Deposit", context, payload, [side("Debit", bank, payload.DepositToAccountRef), ...came, ...kept], tax);
}

function sourceSide(context: ReadContext, line: NonNullable<DepositPayload["Line"]>[number]): LinePayload {
  const { AccountRef, ...detail } = line.DepositLineDetail ?? {};
  const [link] = line.LinkedTxn ?? [];
  const receipt = linkedRecordId(link);
  const waiting = receipt === undefined ? undefined : context.moneyAccountOf(receipt, sentText(link?.TxnLineId));
  const account =
    refValue(AccountRef) === undefined && waiting !== undefined ? { value: waiting.slice(waiting.indexOf(":") + 1) } : AccountRef;
  const { Id, Description, Amount } = line;
  return { ...side("Credit", requiredDecimal(Amount, "Line.Amount"), account, Description, detail), Id };
}

/** One side of a move in the shape of a journal entry's line, which is how it is mapped. */
function side(
  PostingType: "Debit" | "Credit",
  Amount: DecimalString,
  AccountRef: ReferencePayload,
  Description?: string | null,
  detail: object = {},
): LinePayload {
  return { Description, Amount, DetailType: "JournalEntryLineDetail", JournalEntryLineDetail: { ...detail, PostingType, AccountRef } };
}

function moved(
  entityType: "Transfer" | "Deposit" | "CreditCardPayment",
  context: ReadContext,
  payload: Move,
  sides: readonly LinePayload[],
  tax: DecimalString = NONE,
): MappedSource {
  const base = context.discovery.organisation.baseCurrency;
  const currency = refValue(payload.CurrencyRef) ?? base;
  const frame: LineFrame = {
    ...{ context, entityType, sourceId: payload.Id, currency, basis: "exclusive", side: "purchases", flip: false },
    headerClass: refValue(payload.ClassRef),
    headerDepartment: refValue(payload.DepartmentRef),
  };
  const { lines, findings } = mapLines(frame, sides);
  const value = journalOf(entityType, context, payload, isZero(tax) ? lines : withTax(lines, money(negateDecimal(tax), currency)));
  return mapped(entityType, payload.Id, [{ kind: "document", value }], findings);
}

/** A journal states tax on its lines alone; the deposit's is on the first line that brings money. */
function withTax(lines: readonly DocumentLine[], amount: DocumentLine["net"]): DocumentLine[] {
  return lines.map((line, index) => (index === 1 ? { ...line, tax: { ...line.tax, amount } } : line));
}

function journalOf(entityType: string, context: ReadContext, payload: Move, lines: readonly DocumentLine[]): MappedDocument {
  const base = context.discovery.organisation.baseCurrency;
  const currency = refValue(payload.CurrencyRef) ?? base;
  const debits = lines.map(({ net }) => net.amount).filter((net) => !net.startsWith("-"));
  const total = sumDecimals([NONE, ...debits]);
  const home = currency === base ? total : sentDecimal(payload.HomeTotalAmt, "HomeTotalAmt");
  const memo = sentText(payload.PrivateNote);
  return compact({
    id: `${entityType}:${payload.Id}`,
    type: "journal" as const,
    number: sentText(payload.DocNumber),
    partyId: undefined,
    partyName: undefined,
    issueDate: requiredDay(payload.TxnDate, "TxnDate"),
    currency,
    exchangeRate: currency === base ? undefined : sentDecimal(payload.ExchangeRate, "ExchangeRate"),
    total: money(total, currency),
    totalBase: home === undefined ? undefined : money(home, base),
    outstanding: money(NOTHING, currency),
    tax: { basis: "exclusive" as const, components: [] },
    status: deriveStatus({ privateNote: memo, total: null, balance: NOTHING }),
    statusIsDerived: true,
    memo,
    lines: [...lines],
    allocations: [],
    source: sourceRef(context, entityType, payload.Id),
  });
}
