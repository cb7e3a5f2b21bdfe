import { type DecimalString, isZero, subtractDecimals } from "#shared/kernel/decimal.ts";
import type { DocumentLine } from "#shared/model/books/document.ts";
import type { Money } from "#shared/model/books/money.ts";
import type { TaxBreakdown } from "#shared/model/books/tax.ts";
import { type MappingFinding, type ReadContext, RecordMalformed } from "../../adapter.ts";
import type { LineRow } from "../schemas.ts";
import { resolveAccount } from "./account-of.ts";
import { lineDimensions } from "./line-dimensions.ts";
import { sourceRef } from "./source.ts";

type TaxBasis = TaxBreakdown["basis"];

/** How the line amounts of a document were written. */
export const taxBases: Readonly<Record<string, TaxBasis>> = { Exclusive: "exclusive", Inclusive: "inclusive", NoTax: "none" };

/** The document that lines belong to. `side` says which account of an item its lines post to. */
interface LineOwner {
  readonly id: string;
  readonly entityType: string;
  readonly currency: string;
  readonly basis: TaxBasis;
  readonly side: "income" | "expense" | undefined;
  /** True where the ledger's line amount is the net even when tax is included (manual journals). */
  readonly amountsAreNet?: boolean;
}

interface MappedLines {
  readonly lines: DocumentLine[];
  readonly findings: readonly MappingFinding[];
}

/** Maps the lines of a document in their order; line ids are the ledger's, else positions from 1. */
export function mapLines(context: ReadContext, owner: LineOwner, rows: readonly LineRow[]): MappedLines {
  const findings: MappingFinding[] = [];
  const lines = new Array<DocumentLine>(rows.length);
  for (let index = 0; index < rows.length; index++) lines[index] = mapLine(context, owner, rows[index] as LineRow, index + 1, findings);
  return { lines, findings };
}

/** Every line of a first read passes here: fields that are absent are left out by hand, which costs a tenth of a general way. */
function mapLine(context: ReadContext, owner: LineOwner, row: LineRow, lineNo: number, findings: MappingFinding[]): DocumentLine {
  const lineId = row.LineItemID ?? `#${lineNo}`;
  const net = netOf(owner, row, lineId);
  const accountId = resolveAccount(context, row, owner.side);
  if (accountId === undefined && needsAccount(row, net)) findings.push(unresolvedAccount(owner, row, lineId));
  const line: Writable<DocumentLine> = {
    id: `${owner.id}/${lineId}`,
    kind: row.ItemCode === undefined ? "account" : "item",
    net: { amount: net, currency: owner.currency },
    tax: lineTax(owner, row),
    dimensions: lineDimensions(context, row.Tracking),
    source: sourceRef(context, owner.entityType, lineId),
  };
  if (row.Description !== undefined) line.description = row.Description;
  if (row.Quantity !== undefined) line.quantity = row.Quantity;
  if (row.UnitAmount !== undefined) line.unitAmount = { amount: row.UnitAmount, currency: owner.currency };
  if (accountId !== undefined) line.accountId = accountId;
  const itemId = row.ItemCode === undefined ? undefined : context.itemIdByCode(row.ItemCode);
  if (itemId !== undefined) line.itemId = itemId;
  return line;
}

type Writable<Value> = { -readonly [Name in keyof Value]: Value[Name] };

/** An amount in a currency, when it was sent. */
export function moneyOf(amount: DecimalString | undefined, currency: string): Money | undefined {
  return amount === undefined ? undefined : { amount, currency };
}

function netOf(owner: LineOwner, row: LineRow, lineId: string): DecimalString {
  if (row.LineAmount === undefined) {
    // A line that is only text carries no amounts at all.
    if (row.UnitAmount === undefined && row.Quantity === undefined) return "0.00" as DecimalString;
    throw new RecordMalformed(`${owner.entityType}, line ${lineId}: “LineAmount” is missing.`, "LineItems.LineAmount");
  }
  const includesTax = owner.basis === "inclusive" && owner.amountsAreNet !== true && row.TaxAmount !== undefined;
  return includesTax ? subtractDecimals(row.LineAmount, row.TaxAmount as DecimalString) : row.LineAmount;
}

function lineTax(owner: LineOwner, row: LineRow): TaxBreakdown {
  const components = row.TaxType === undefined ? [] : [{ code: row.TaxType }];
  if (row.TaxAmount === undefined) return { basis: owner.basis, components };
  return { basis: owner.basis, components, amount: { amount: row.TaxAmount, currency: owner.currency } };
}

/** Text lines have no account and miss none. */
function needsAccount(row: LineRow, net: DecimalString): boolean {
  return !isZero(net) || row.AccountCode !== undefined || row.ItemCode !== undefined;
}

function unresolvedAccount(owner: LineOwner, row: LineRow, lineId: string): MappingFinding {
  const { AccountCode, ItemCode } = row;
  const why =
    AccountCode !== undefined
      ? `no account has the code ${AccountCode}`
      : ItemCode !== undefined
        ? `no account was found for item ${ItemCode}`
        : "the line has neither an account nor an item";
  return {
    code: "unresolved_account",
    message: `${owner.id}, line ${lineId}: ${why}.`,
    field: AccountCode === undefined && ItemCode !== undefined ? "ItemCode" : "AccountCode",
  };
}
