import type { Intent, PostedRecord } from "#main/domain/documents/posted-differences.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { MappedDocument } from "#shared/model/books/mapped-record.ts";
import type { DocumentDraft } from "#shared/model/ledger/write.ts";

export const usd = (amount: string) => ({ amount: decimal(amount), currency: "USD" });

export const draft = {
  type: "purchase_bill",
  party: { id: "Vendor:1" },
  reference: "PO 7",
  issueDate: "2026-11-18",
  currency: "USD",
  status: "open",
  lines: [
    { kind: "account", accountId: "Account:1", description: "Paper", net: usd("100.00"), dimensions: [] },
    { kind: "account", accountId: "Account:2", net: usd("31.17"), dimensions: [{ dimensionId: "Class", valueId: "9" }] },
  ],
} as unknown as DocumentDraft;

export const stored = {
  id: "Bill:7",
  type: "purchase_bill",
  number: "4711",
  reference: "PO 7 tieout-abc-0-0",
  partyId: "Vendor:1",
  issueDate: "2026-11-18",
  currency: "USD",
  total: usd("144.29"),
  status: "open",
  tax: { basis: "exclusive", amount: usd("13.12"), components: [] },
  lines: [
    {
      id: "1",
      kind: "account",
      accountId: "Account:2",
      net: usd("31.170"),
      dimensions: [{ dimensionId: "Class", valueId: "9", fannedFromHeader: true }],
    },
    { id: "2", kind: "account", accountId: "Account:1", description: "Paper", quantity: "1", net: usd("100"), dimensions: [] },
  ],
  allocations: [],
} as unknown as MappedDocument;

export const document = (change: Partial<MappedDocument>): PostedRecord[] => [
  { id: "Bill:7", exists: true, mapped: [{ kind: "document", value: { ...stored, ...change } }] },
];
export const line = (at: number, change: object) => stored.lines.map((one, index) => (index === at ? { ...one, ...change } : one));
export const intent = (change: Partial<Intent>): Intent => ({
  operation: { kind: "create_document", document: draft },
  allocation: null,
  recordId: "Bill:7",
  before: undefined,
  applied: new Map(),
  promisesTax: true,
  ...change,
});
