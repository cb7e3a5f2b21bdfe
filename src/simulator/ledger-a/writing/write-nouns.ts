import type { NewDocument } from "../../books/events.ts";
import type { SimTransaction, TransactionKind } from "../../books/types.ts";

type State = NonNullable<NewDocument["state"]>;

/** How one collection of documents takes writes. */
export interface WriteNoun {
  readonly key: "Invoices" | "CreditNotes" | "BankTransactions";
  readonly idField: string;
  readonly kinds: Readonly<Record<string, TransactionKind>>;
  readonly numberField: string | null;
  /** Kinds of which no two records share a number. */
  readonly uniqueKinds: readonly TransactionKind[];
  readonly prefix: string;
  readonly states: Readonly<Record<string, State>>;
  readonly defaultStatus: string;
  /** The status that withdraws a record in a given state. */
  readonly ends: Partial<Record<SimTransaction["state"], "VOIDED" | "DELETED">>;
  /** In the ledger's messages. */
  readonly word: string;
}

const APPROVAL: Pick<WriteNoun, "states" | "defaultStatus" | "ends"> = {
  states: { DRAFT: "draft", SUBMITTED: "submitted", AUTHORISED: "approved" },
  defaultStatus: "DRAFT",
  ends: { draft: "DELETED", submitted: "DELETED", approved: "VOIDED" },
};

export const WRITE_NOUNS: readonly WriteNoun[] = [
  {
    ...APPROVAL,
    key: "Invoices",
    idField: "InvoiceID",
    kinds: { ACCREC: "sales_invoice", ACCPAY: "purchase_bill" },
    numberField: "InvoiceNumber",
    uniqueKinds: ["sales_invoice"],
    prefix: "INV",
    word: "Invoice",
  },
  {
    ...APPROVAL,
    key: "CreditNotes",
    idField: "CreditNoteID",
    kinds: { ACCRECCREDIT: "sales_credit", ACCPAYCREDIT: "purchase_credit" },
    numberField: "CreditNoteNumber",
    uniqueKinds: ["sales_credit"],
    prefix: "CN",
    word: "Credit note",
  },
  {
    key: "BankTransactions",
    idField: "BankTransactionID",
    kinds: { RECEIVE: "cash_sale", SPEND: "cash_purchase" },
    numberField: null,
    uniqueKinds: [],
    prefix: "",
    states: { AUTHORISED: "approved" },
    defaultStatus: "AUTHORISED",
    ends: { approved: "DELETED" },
    word: "Bank transaction",
  },
];
