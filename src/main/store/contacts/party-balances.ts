import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { directionCode, documentStatusCode, documentTypeCode, paymentStatusCode } from "#main/store/records/codes.ts";
import { type DecimalString, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import type { DocumentType } from "#shared/model/books/document.ts";
import type { Money } from "#shared/model/books/money.ts";
import type { Party } from "#shared/model/books/party.ts";

/** What a party owes and is owed: the ledger's own word where it gives one, and our sum of open documents. */
export interface PartyBalances {
  readonly partyId: string;
  readonly name: string;
  readonly isCustomer: boolean;
  readonly isVendor: boolean;
  readonly taxIdentifier: string | null;
  /** The ledger's own balances; null where it states none. */
  readonly receivable: Money | null;
  readonly payable: Money | null;
  /** Open documents less credits and unapplied payments, per currency, from the mirror. */
  readonly open: readonly OpenBalance[];
}

export interface OpenBalance {
  readonly currency: string;
  readonly receivable: DecimalString;
  readonly payable: DecimalString;
}

interface AmountRow {
  readonly type: number;
  readonly currency_word: number;
  readonly amount: number | null;
  readonly scales: number;
  readonly exact: string | null;
}

const LIVE = (["open", "part_paid"] as const).map(documentStatusCode.encode).join(", ");
const DOCUMENTS = `SELECT type, currency_word, outstanding AS amount, scales, exact FROM document JOIN source_record USING (rec_no)
  WHERE party_word = ? AND status IN (${LIVE}) AND removed_ms IS NULL AND (outstanding IS NULL OR outstanding <> 0)`;
const PAYMENTS = `SELECT direction AS type, currency_word, unapplied AS amount, scales, exact FROM payment JOIN source_record USING (rec_no)
  WHERE party_word = ? AND status = ${paymentStatusCode.encode("posted")} AND removed_ms IS NULL AND (unapplied IS NULL OR unapplied <> 0)`;

const SIDES: Partial<Record<DocumentType, readonly ["receivable" | "payable", 1 | -1]>> = {
  sales_invoice: ["receivable", 1],
  sales_credit: ["receivable", -1],
  purchase_bill: ["payable", 1],
  purchase_credit: ["payable", -1],
};

/** Both balances of one ledger record. */
export function balancesOf(reader: MirrorReader, party: Party): PartyBalances {
  const { id, name, isCustomer, isVendor, taxIdentifier, receivable, payable } = party;
  return {
    partyId: id,
    name,
    isCustomer,
    isVendor,
    taxIdentifier: taxIdentifier ?? null,
    receivable: receivable ?? null,
    payable: payable ?? null,
    open: openBalances(reader, id),
  };
}

/** Balances of several records as one party. Amounts of different currencies stay apart, so a mixed ledger balance is null. */
export function combinedBalances(kept: Party, members: readonly PartyBalances[]): PartyBalances {
  return {
    partyId: kept.id,
    name: kept.name,
    isCustomer: members.some(({ isCustomer }) => isCustomer),
    isVendor: members.some(({ isVendor }) => isVendor),
    taxIdentifier: kept.taxIdentifier ?? members.find(({ taxIdentifier }) => taxIdentifier !== null)?.taxIdentifier ?? null,
    receivable: sumOfOneCurrency(members.flatMap(({ receivable }) => receivable ?? [])),
    payable: sumOfOneCurrency(members.flatMap(({ payable }) => payable ?? [])),
    open: perCurrency(members.flatMap(({ open }) => open)),
  };
}

/** The sum of amounts in one currency; null when there is none, or more than one currency. */
export function sumOfOneCurrency(amounts: readonly Money[]): Money | null {
  const [first] = amounts;
  if (first === undefined || amounts.some(({ currency }) => currency !== first.currency)) return null;
  return { amount: sumDecimals(amounts.map(({ amount }) => amount)), currency: first.currency };
}

function openBalances(reader: MirrorReader, partyId: string): readonly OpenBalance[] {
  const word = reader.words.find(partyId);
  if (word === null) return [];
  const found: OpenBalance[] = [];
  const add = (row: AmountRow, side: "receivable" | "payable", amount: DecimalString): void => {
    const zero = "0" as DecimalString;
    found.push({ currency: reader.words.text(row.currency_word), receivable: zero, payable: zero, [side]: amount });
  };
  for (const row of prepared(reader.db, DOCUMENTS).all(word) as AmountRow[]) {
    const side = SIDES[documentTypeCode.decode(row.type)];
    const amount = unpackAmount(row.amount, row.scales, 2, "outstanding", row.exact) as DecimalString;
    if (side !== undefined) add(row, side[0], side[1] === 1 ? amount : negateDecimal(amount));
  }
  for (const row of prepared(reader.db, PAYMENTS).all(word) as AmountRow[]) {
    const amount = unpackAmount(row.amount, row.scales, 1, "unapplied", row.exact) as DecimalString;
    add(row, directionCode.decode(row.type) === "received" ? "receivable" : "payable", negateDecimal(amount));
  }
  return perCurrency(found);
}

function perCurrency(balances: readonly OpenBalance[]): readonly OpenBalance[] {
  const currencies = [...new Set(balances.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const own = balances.filter((balance) => balance.currency === currency);
    return {
      currency,
      receivable: sumDecimals(own.map(({ receivable }) => receivable)),
      payable: sumDecimals(own.map(({ payable }) => payable)),
    };
  });
}
