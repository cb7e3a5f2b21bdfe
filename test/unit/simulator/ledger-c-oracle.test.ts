import { describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, decimal, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { playEvents } from "#simulator/books/play-events.ts";
import { trialBalance } from "#simulator/books/postings.ts";
import type { Books } from "#simulator/books/types.ts";
import { createLedgerC, type SimLedgerC } from "#simulator/ledger-c/create-ledger-c.ts";
import { oracleC } from "#simulator/ledger-c/oracle/oracle.ts";
import { NOW, rows, type SentRow, smallBooks } from "#test/support/ledger-c-client.ts";

type Fields = Record<string, unknown>;
interface Line {
  id: string;
  kind: string;
  net: { amount: string };
  quantity?: string;
  accountId: string;
  dimensions: unknown[];
  billable?: { customerId: string };
}

const NEGATED = ["CustInvc", "CashSale", "CashRfnd", "VendCred"];
const SEEDS = [21, 22, 23];

describe.each(SEEDS)("the oracle of the simulated Ledger C, seed %i", (seed) => {
  const books = smallBooks({ seed, months: 3, invoicesPerMonth: 10 });
  const ledger = createLedgerC(books);
  rows(ledger, "SELECT id FROM transaction ORDER BY id");
  playEvents(books, seed, 40, NOW);
  const oracle = oracleC(books);

  it("agrees with what the server sends about documents", () => {
    const sent = readDocuments(books, ledger);
    expect(oracle.documents.length).toBeGreaterThan(80);
    for (const document of oracle.documents) {
      const { party, source: _source, lines, ...rest } = document as unknown as Fields & { party?: { id: string }; lines: Line[] };
      const seen = sent.get(String(document.id));
      expect(seen, String(document.id)).toBeDefined();
      expect({ ...pickFrom(rest, Object.keys(seen?.header ?? {})), partyId: party?.id }).toEqual({
        ...seen?.header,
        partyId: seen?.partyId,
      });
      expect(
        lines.map(({ id, kind, net, quantity, accountId, dimensions, billable }) => ({
          id,
          kind,
          net: net.amount,
          quantity,
          accountId,
          dimensions,
          billTo: billable?.customerId,
        })),
      ).toEqual(seen?.lines);
    }
  });

  it("holds a journal for each posting transaction, balanced, that adds up to the trial balance", () => {
    const sums = new Map<string, string[]>();
    for (const journal of oracle.journals) {
      const postings = journal.postings as { id: string; accountId: string; amount: { amount: string } }[];
      expect(canonicalDecimal(sumDecimals(postings.map((posting) => decimal(posting.amount.amount)))), journal.id).toBe("0");
      for (const posting of postings) sums.set(posting.accountId, [...(sums.get(posting.accountId) ?? []), posting.amount.amount]);
    }
    for (const [account, balance] of trialBalance(books, "2027-01-31" as CalendarDate)) {
      expect(canonicalDecimal(sumDecimals((sums.get(`account:${account}`) ?? []).map(decimal))), account).toBe(canonicalDecimal(balance));
    }
    const posted = rows(
      ledger,
      "SELECT transaction, transactionline, account, amount FROM transactionaccountingline WHERE posting = 'T' AND accountingbook = 1 ORDER BY transaction, transactionline",
    );
    const flat = oracle.journals.flatMap((journal) =>
      (journal.postings as { id: string; accountId: string; amount: { amount: string } }[]).map(
        (posting) => `${posting.id} ${posting.accountId} ${posting.amount.amount}`,
      ),
    );
    expect(flat.sort()).toEqual(
      posted.map((row) => `gl:${row.transaction}/${row.transactionline} account:${row.account} ${row.amount}`).sort(),
    );
  });

  it("agrees about payments and orders", () => {
    for (const payment of oracle.payments) {
      const [type, id] = payment.id.split(":");
      const [row] = rows(
        ledger,
        `SELECT t.type, t.status, t.tranid, ABS(t.foreigntotal) AS total, l.foreignamountunpaid FROM transaction t INNER JOIN transactionline l ON l.transaction = t.id AND l.mainline = 'T' WHERE t.id = ${id} ORDER BY t.id`,
      );
      expect(row?.type).toBe(type);
      expect(payment).toMatchObject({
        amount: { amount: row?.total },
        unapplied: { amount: row?.foreignamountunpaid ?? "0.00" },
        status: row?.status === "V" ? "voided" : "posted",
      });
      const links = rows(
        ledger,
        `SELECT previoustype, previousdoc, foreignamount FROM nexttransactionlinelink WHERE nextdoc = ${id} ORDER BY previousdoc`,
      );
      const allocations = payment.allocations as { toId: string; amount: { amount: string } }[];
      expect(allocations.map((a) => `${a.toId} ${a.amount.amount}`).sort()).toEqual(
        links.map((l) => `${l.previoustype}:${l.previousdoc} ${l.foreignamount}`).sort(),
      );
    }
    for (const order of oracle.orders) {
      const id = order.id.split(":")[1];
      const bills = rows(
        ledger,
        `SELECT DISTINCT nextdoc FROM nexttransactionlinelink WHERE previousdoc = ${id} AND nexttype = 'VendBill' ORDER BY nextdoc`,
      );
      expect(order.billIds).toEqual(bills.map((row) => `VendBill:${row.nextdoc}`).sort());
    }
    expect(oracle.payments.length).toBe(
      rows(ledger, "SELECT id FROM transaction WHERE type IN ('CustPymt', 'VendPymt') ORDER BY id").length,
    );
  });

  it("agrees about parties, accounts, items and periods", () => {
    const parties = [
      ...rows(ledger, "SELECT 'customer' AS kind, id, entityid, companyname, altname, email, isinactive FROM customer ORDER BY id"),
      ...rows(ledger, "SELECT 'vendor' AS kind, id, entityid, companyname, altname, email, isinactive FROM vendor ORDER BY id"),
    ];
    const named = parties.map((row) => ({
      id: `${row.kind}:${row.id}`,
      name: row.companyname ?? row.altname ?? row.entityid,
      email: row.email,
      active: row.isinactive === "F",
    }));
    expect(oracle.parties.map(({ id, name, email, active }) => ({ id, name, email, active })).sort(byId)).toEqual(named.sort(byId));
    const accounts = rows(ledger, "SELECT id, acctnumber, accountsearchdisplayname, accttype, isinactive FROM account ORDER BY id");
    expect(oracle.accounts.map(({ id, code, name, type, active }) => [id, code, name, type, active])).toEqual(
      accounts.map((row) => [`account:${row.id}`, row.acctnumber, row.accountsearchdisplayname, row.accttype, row.isinactive === "F"]),
    );
    const items = rows(ledger, "SELECT id, itemid, assetaccount FROM item ORDER BY id");
    expect(oracle.items.map(({ id, name, tracked }) => [id, name, tracked]).sort()).toEqual(
      items.map((row) => [`item:${row.id}`, row.itemid, row.assetaccount !== undefined]).sort(),
    );
    expect(oracle.periods.every((period) => ["open", "closed"].includes(String(period.status)))).toBe(true);
    expect(oracle.periods.length).toBe(
      rows(ledger, "SELECT id FROM accountingperiod WHERE isyear = 'F' AND isquarter = 'F' ORDER BY id").length,
    );
    expect(oracle.dimensions.map((dimension) => dimension.id)).toEqual([
      "department",
      "class",
      "location",
      ...rows(ledger, "SELECT scriptid FROM customsegment ORDER BY scriptid").map((row) => row.scriptid),
    ]);
  });
});

interface Seen {
  header: Fields;
  partyId: string | undefined;
  lines: Fields[];
}

/** A reader of its own, for the parts of a document in which signs and fallbacks can go wrong. */
function readDocuments(books: Books, ledger: SimLedgerC): Map<string, Seen> {
  const currencies = new Map(rows(ledger, "SELECT id, symbol FROM currency ORDER BY id").map((row) => [row.id, row.symbol]));
  const headers = rows(
    ledger,
    "SELECT t.*, TO_CHAR(t.trandate, 'YYYY-MM-DD') AS d, TO_CHAR(t.duedate, 'YYYY-MM-DD') AS due FROM transaction t ORDER BY t.id",
  );
  const lines = rows(
    ledger,
    "SELECT l.*, a.account FROM transactionline l LEFT JOIN transactionaccountingline a ON a.transaction = l.transaction AND a.transactionline = l.id AND a.accountingbook = 1 ORDER BY l.transaction, l.linesequencenumber",
  );
  const byTransaction = Map.groupBy(lines, (line) => line.transaction ?? "");
  const keys = [
    "department",
    "class",
    "location",
    ...rows(ledger, "SELECT scriptid FROM customsegment ORDER BY scriptid").map((row) => row.scriptid ?? ""),
  ];
  return new Map(
    headers.map((row) => [
      `${row.type}:${row.id}`,
      readDocument(books, row, byTransaction.get(row.id ?? "") ?? [], keys, currencies.get(row.currency) ?? ""),
    ]),
  );
}

function readDocument(books: Books, row: SentRow, lines: readonly SentRow[], keys: readonly string[], currency: string): Seen {
  const type = row.type ?? "";
  const main = lines.find((line) => line.mainline === "T");
  const isRefund = type === "CashRfnd" || type === "CardRfnd";
  const directed = (text: string) => (isRefund ? negateDecimal(decimal(text.replace("-", ""))) : text.replace("-", ""));
  const flipped = (text: string) => (NEGATED.includes(type) ? negateDecimal(decimal(text)) : text);
  // A difference of exchange or rounding is of nothing in the document's currency.
  const isDifference = (line: SentRow) => line.item === undefined && line.foreignamount === "0" && line.netamount !== "0";
  const own = lines.filter((line) => line.mainline === "F" && line.taxline === "F" && line.iscogs === "F" && !isDifference(line));
  const taxes = lines.filter((line) => line.taxline === "T").map((line) => decimal(line.foreignamount ?? ""));
  const debits = own.map((line) => decimal(line.foreignamount ?? "")).filter((amount) => !amount.startsWith("-"));
  const total = type === "Journal" ? sumDecimals(debits) : directed(row.foreigntotal ?? "");
  const isCash = !["CustInvc", "VendBill", "CustCred", "VendCred", "CustDep", "VPrep"].includes(type);
  const isVoid = row.voided === "T";
  const seller = ["CustInvc", "CustCred", "CashSale", "CashRfnd", "CustDep"].includes(type);
  return {
    header: {
      id: `${type}:${row.id}`,
      number: row.tranid,
      reference: row.otherrefnum,
      issueDate: row.d,
      dueDate: row.due,
      currency,
      exchangeRate: currency === books.baseCurrency ? undefined : row.exchangerate,
      total: { amount: total, currency },
      totalBase: main
        ? { amount: directed(main.netamount ?? ""), currency: books.baseCurrency }
        : currency === books.baseCurrency
          ? { amount: total, currency }
          : undefined,
      outstanding: { amount: isCash || isVoid ? "0.00" : main?.foreignamountunpaid, currency },
      tax: {
        basis: "exclusive",
        ...(taxes.length === 0 ? {} : { amount: { amount: canonicalDecimal(decimal(directed(sumDecimals(taxes)))), currency } }),
        components: [],
      },
      sourceStatus: row.status,
      approvalStatus: row.approvalstatus,
      entityId: `subsidiary:${(main ?? lines[0])?.subsidiary}`,
      memo: row.memo,
      periodId: `accountingperiod:${row.postingperiod}`,
    },
    partyId: row.entity === undefined ? undefined : `${type === "ExpRept" ? "employee" : seller ? "customer" : "vendor"}:${row.entity}`,
    lines: ["CustDep", "VPrep"].includes(type)
      ? []
      : own.map((line) => ({
          id: `${type}:${row.id}/${line.id}`,
          kind: line.item === undefined ? "account" : "item",
          net: flipped(line.foreignamount ?? ""),
          quantity: line.quantity === undefined ? undefined : flipped(line.quantity),
          accountId: `account:${line.account}`,
          dimensions: keys.flatMap((key) => {
            const valueId = line[key] ?? main?.[key];
            return valueId === undefined ? [] : [{ dimensionId: key, valueId, fannedFromHeader: line[key] === undefined }];
          }),
          billTo: line.isbillable === "T" ? `customer:${line.entity}` : undefined,
        })),
  };
}

function pickFrom(record: Fields, keys: readonly string[]): Fields {
  const tax = record.tax as { amount?: { amount: string } } | undefined;
  const canonical = tax?.amount ? { ...tax, amount: { ...tax.amount, amount: canonicalDecimal(decimal(tax.amount.amount)) } } : tax;
  return Object.fromEntries(keys.map((key) => [key, key === "tax" ? canonical : record[key]]));
}

function byId(a: { id: unknown }, b: { id: unknown }): number {
  return String(a.id) < String(b.id) ? -1 : 1;
}
