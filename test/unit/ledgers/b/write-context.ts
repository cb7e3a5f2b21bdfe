import type { WriteContext } from "#main/ledgers/writing.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { Item } from "#shared/model/books/item.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import { type WriteOperation, writeOperation } from "#shared/model/ledger/write.ts";
import { contextB, exact, only, streamB } from "./support.ts";

const accounts: Readonly<Record<string, Partial<Account>>> = {
  "Account:63": { name: "Job Materials", type: "Expense", class: "expense" },
  "Account:82": { name: "Design income", type: "Income", class: "revenue" },
  "Account:83": { name: "Other income", type: "Income", class: "revenue" },
  "Account:35": { name: "Checking", type: "Bank", class: "asset", role: "bank" },
  "Account:36": { name: "Visa", type: "Credit Card", class: "liability" },
  "Account:31": { name: "Receivable", type: "Accounts Receivable", class: "asset", role: "receivable" },
};
const items: Readonly<Record<string, Partial<Item>>> = {
  "Item:4": { name: "Design", incomeAccountId: "Account:82", expenseAccountId: "Account:63", active: true },
  "Item:9": { name: "Tieout - Other income", incomeAccountId: "Account:83", active: true },
};
const parties: Readonly<Record<string, Partial<Party>>> = {
  "Customer:24": { name: "Elm Stores", currency: "USD" },
  "Vendor:56": { name: "Oak Paper", currency: "USD" },
};

export interface MirrorFacts {
  readonly facts?: Discovery["adapterFacts"];
  /** Mirrored payloads by id, mapped by the adapter itself. */
  readonly records?: Readonly<Record<string, string>>;
  readonly country?: string;
}

const streams: Readonly<Record<string, string>> = {
  Bill: "bills",
  Invoice: "invoices",
  CreditMemo: "credit-memos",
  VendorCredit: "vendor-credits",
  RefundReceipt: "refund-receipts",
  Purchase: "purchases",
  JournalEntry: "journal-entries",
  Payment: "payments",
};

/** A write context over a small hand-made mirror. */
export function writeContext({ facts, records = {}, country }: MirrorFacts = {}): WriteContext {
  const reading = contextB();
  const { discovery } = reading;
  const everything = { classPerLine: true, classPerTransaction: true, trackDepartments: true, automatedSalesTax: false };
  const withId = <T>(list: Readonly<Record<string, Partial<T>>>, id: string): T | undefined =>
    list[id] === undefined ? undefined : ({ id, ...list[id] } as T);
  return {
    tenantId: reading.tenantId,
    profile: reading.profile,
    wantsJournals: false,
    pageSize: 1000,
    discovery: {
      ...discovery,
      organisation: { ...discovery.organisation, ...(country === undefined ? {} : { country }) },
      adapterFacts: facts ?? everything,
    },
    account: (id) => withId<Account>(accounts, id),
    item: (id) => withId<Item>(items, id),
    integrationItems: () => [withId<Item>(items, "Item:9") as Item],
    party: (id) => withId<Party>(parties, id),
    record: (id) => {
      const raw = records[id];
      if (raw === undefined) return undefined;
      const stream = streamB(streams[id.slice(0, id.indexOf(":"))] ?? "");
      const source = stream.map({ ...reading, item: (item) => withId<Item>(items, item) }, exact(raw));
      const base = { raw, changeHash: "seen" };
      return id.startsWith("Payment") ? { ...base, payment: only(source, "payment") } : { ...base, document: only(source, "document") };
    },
    reference: (operation, part) => `tieout-7c1e-${operation}${part}`,
    key: (call) => `key-${call}`,
  };
}

export function operation(input: object): WriteOperation {
  return writeOperation.parse(input);
}

export const usd = (amount: string) => ({ amount, currency: "USD" });
