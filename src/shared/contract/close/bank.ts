import { z } from "zod";
import { calendarDateString, decimalString, enteredDecimal } from "#shared/model/books/money.ts";
import { jobState } from "#shared/model/ledger/write.ts";
import { choice } from "../books/choices.ts";
import { shortId } from "../fields.ts";
import { decided } from "./reviews.ts";

const column = z.number().int().min(0).max(200).nullable().default(null);

/** How a bank's CSV file is read. Columns are counted from 0; a file has one signed amount, or money out and money in. */
export const csvMapping = z.strictObject({
  delimiter: z.enum([",", ";", "\t", "|"]),
  /** Rows above the first transaction. */
  headerRows: z.number().int().min(0).max(50),
  dateOrder: z.enum(["ymd", "dmy", "mdy"]),
  decimalMark: z.enum([".", ","]),
  date: z.number().int().min(0).max(200),
  amount: column,
  moneyOut: column,
  moneyIn: column,
  balance: column,
  payee: column,
  reference: column,
  description: column,
  bankId: column,
  /** A card's file that shows charges as positive amounts. */
  chargesPositive: z.boolean().default(false),
});
export type CsvMapping = z.infer<typeof csvMapping>;

/** `pdf`: a balance that a person read from the bank's paper; it has no lines. */
export const statementFormat = z.enum(["ofx", "camt053", "mt940", "csv", "pdf"]);
export type StatementFormat = z.infer<typeof statementFormat>;

/** One line of a bank statement; money in is positive. `lineId` names it by the file's hash and its place, on every machine. */
export const bankLine = z.object({
  lineId: z.string(),
  date: calendarDateString,
  amount: decimalString,
  payee: z.string().nullable(),
  reference: z.string().nullable(),
  description: z.string().nullable(),
  /** The bank's own id: FITID, AcctSvcrRef. */
  bankId: z.string().nullable(),
});
export type BankLine = z.infer<typeof bankLine>;

/** What one record of the ledger posts to a bank account, money in positive, in the account's currency. */
export const bankPosting = z.object({
  recordId: z.string(),
  /** It has a panel of its own, unlike a payment. */
  isDocument: z.boolean(),
  date: calendarDateString,
  amount: decimalString,
  contact: z.string().nullable(),
  number: z.string().nullable(),
  reference: z.string().nullable(),
  description: z.string().nullable(),
  batchId: z.string().nullable(),
  /** The ledger's own reconciled flag; null where the local copy has none. */
  ledgerReconciled: z.boolean().nullable(),
});
export type BankPosting = z.infer<typeof bankPosting>;

export const matchReason = z.discriminatedUnion("code", [
  z.object({ code: z.literal("same_amount") }),
  z.object({ code: z.literal("days_apart"), days: z.number().int() }),
  z.object({ code: z.literal("reference"), text: z.string() }),
  z.object({ code: z.literal("contact"), text: z.string() }),
  z.object({ code: z.literal("batch") }),
  z.object({ code: z.literal("adds_up"), count: z.number().int(), of: z.number().int() }),
  z.object({ code: z.literal("rule"), text: z.string() }),
  z.object({ code: z.literal("only_one") }),
  /** `transactions`: how many are possible for the line, the proposed one included, where that is known. */
  z.object({ code: z.literal("several"), count: z.number().int(), transactions: z.number().int().optional() }),
  /** Others have the amount too, but weeks earlier: likely, though never clear. */
  z.object({ code: z.literal("others_older") }),
  z.object({ code: z.literal("drafted") }),
]);
export type MatchReason = z.infer<typeof matchReason>;

/** `exact`: may be accepted without a look. `likely`, `possible`: a person decides. */
export const matchLevel = z.enum(["exact", "likely", "possible"]);

export const matchSuggestion = z.object({
  lineIds: z.array(z.string()).readonly(),
  recordIds: z.array(z.string()).readonly(),
  score: z.number().int(),
  level: matchLevel,
  reasons: z.array(matchReason).readonly(),
  /** What the statement lines are short of the transactions: a fee that a rule allows. Zero for every other match. */
  fee: decimalString,
  ruleId: z.string().nullable(),
});
export type MatchSuggestion = z.infer<typeof matchSuggestion>;

/** A saved rule: lines that contain `lineContains` pay out transactions that contain `bookContains`, less a fee. */
export const bankRule = z.object({
  name: z.string().trim().min(1, "enter a name").max(120),
  lineContains: z.string().trim().min(2, "enter at least 2 characters").max(120).describe("Text on the statement line"),
  bookContains: z.string().trim().max(120).default("").describe("Text on the transactions (default: any text)"),
  feePercent: enteredDecimal
    .refine((value) => Number(value) >= 0 && Number(value) <= 25, "enter 0 to 25 percent")
    .describe("Maximum fee, as a percentage of the transactions' total"),
  days: z.number().int().min(0).max(60).default(10).describe("Match transactions dated up to this many days before the statement line"),
});
export type BankRule = z.infer<typeof bankRule>;
export const storedBankRule = decided.extend({ ruleId: z.string(), accountId: z.string() }).extend(bankRule.shape);
export type StoredBankRule = z.infer<typeof storedBankRule>;

/** What a rule would do with the open lines of a period. */
export const ruleTrial = z.object({
  /** Open lines that contain its text. */
  named: z.number().int(),
  matches: z
    .array(
      z.object({
        lineId: z.string(),
        date: calendarDateString,
        text: z.string(),
        amount: decimalString,
        transactions: z.number().int(),
        fee: decimalString,
      }),
    )
    .readonly(),
});
export type RuleTrial = z.infer<typeof ruleTrial>;

/** A match that somebody accepted. `broken` says why it no longer counts. */
export const bankMatch = decided.extend({
  lineIds: z.array(z.string()).readonly(),
  recordIds: z.array(z.string()).readonly(),
  fee: decimalString,
  score: z.number().int().nullable(),
  reasons: z.array(matchReason).readonly(),
  note: z.string().nullable(),
  broken: z.enum(["line_removed", "posting_changed", "matched_again"]).nullable(),
});
export type BankMatch = z.infer<typeof bankMatch>;

export const bankStatementView = z.object({
  statementNo: z.number().int(),
  /** What undoes a balance that a person typed; null for a file. */
  decisionNo: z.number().int().nullable(),
  accountId: z.string(),
  format: statementFormat,
  fileName: z.string(),
  /** Empty for a typed balance without a PDF. */
  sha256: z.string(),
  bankAccount: z.string().nullable(),
  currency: z.string(),
  from: calendarDateString,
  to: calendarDateString,
  opening: decimalString.nullable(),
  closing: decimalString.nullable(),
  lines: z.number().int(),
  person: z.string(),
  at: z.string(),
});
export type BankStatementView = z.infer<typeof bankStatementView>;

/** What removing a statement changes: nothing of it is lost, and all of it counts again when the statement comes back. */
export const statementRemoval = z.object({
  lines: z.number().int(),
  /** Matches that its lines are part of. */
  matches: z.number().int(),
  /** Transactions drafted from its lines that aren't matched yet. */
  drafts: z.number().int(),
  /** Sign-offs that were given on it, and then must be given again. */
  signOffs: z.array(z.object({ period: z.string(), role: z.enum(["preparer", "reviewer"]), person: z.string() })).readonly(),
});
export type StatementRemoval = z.infer<typeof statementRemoval>;

/** What a file holds, before it is imported. */
export const statementPreview = z.object({
  format: statementFormat,
  statements: z
    .array(
      z.object({
        bankAccount: z.string().nullable(),
        currency: z.string().nullable(),
        from: calendarDateString,
        to: calendarDateString,
        opening: decimalString.nullable(),
        closing: decimalString.nullable(),
        lines: z.number().int(),
        first: z.array(bankLine.omit({ lineId: true })),
        /** The account that this bank account was imported for before. */
        knownAccountId: z.string().nullable(),
      }),
    )
    .readonly(),
  /** Of a CSV file: its first rows, and how they were read; null mapping: a person has to say. */
  csv: z
    .object({
      rows: z.array(z.array(z.string()).readonly()).readonly(),
      delimiter: csvMapping.shape.delimiter,
      mapping: csvMapping.nullable(),
      remembered: z.boolean(),
    })
    .nullable(),
});
export type StatementPreview = z.infer<typeof statementPreview>;

export const bankAccountState = z.enum(["no_statement", "statement_ends_early", "to_match", "difference", "reconciled"]);

export const bankAccountRow = z.object({
  accountId: z.string(),
  code: z.string().nullable(),
  name: z.string(),
  isCard: z.boolean(),
  isLiability: z.boolean(),
  currency: z.string(),
  state: bankAccountState,
  /** Lines of the period, and how many of them are matched. */
  lines: z.number().int(),
  matched: z.number().int(),
  /** Lines that nothing is matched with yet, those of earlier periods included. */
  toMatch: z.number().int(),
  statementTo: calendarDateString.nullable(),
  /** Money in is positive, so what is owed on a card is negative. */
  books: decimalString,
  statement: decimalString.nullable(),
  /** As a reconciliation has it: books less statement. */
  difference: decimalString.nullable(),
});
export type BankAccountRow = z.infer<typeof bankAccountRow>;

const outstandingItem = bankPosting.extend({ ageDays: z.number().int() });
const openLine = bankLine.extend({ ageDays: z.number().int() });

/**
 * The reconciliation of an account at a day: balance per books, less receipts and plus payments that the bank does not show
 * yet, plus lines and fees that the books do not show yet, is the balance per statement; what is left is the difference.
 * Everything is as the bank has it: money in is positive.
 */
export const bankReconciliation = z.object({
  account: z.object({
    accountId: z.string(),
    code: z.string().nullable(),
    name: z.string(),
    isCard: z.boolean(),
    /** People see its balances with the sign of the balance sheet, where what is owed is positive. */
    isLiability: z.boolean(),
  }),
  currency: z.string(),
  asOf: calendarDateString,
  state: bankAccountState,
  books: decimalString,
  outstandingPayments: z.array(outstandingItem).readonly(),
  outstandingReceipts: z.array(outstandingItem).readonly(),
  unreconciledLines: z.array(openLine).readonly(),
  fees: z
    .array(
      z.object({ decisionNo: z.number().int(), lineId: z.string(), date: calendarDateString, text: z.string(), amount: decimalString }),
    )
    .readonly(),
  totals: z.object({ payments: decimalString, receipts: decimalString, lines: decimalString, fees: decimalString }),
  /** What is dated through this day counts as cleared: it's before the first imported statement, or in a typed balance. Null: no statement. */
  cleared: z.object({ through: calendarDateString, by: z.enum(["statement", "balance"]) }).nullable(),
  /** What the statement's balance should be by the books. */
  expected: decimalString,
  statement: decimalString.nullable(),
  statementDate: calendarDateString.nullable(),
  /** Expected less statement: books less support, as in every reconciliation. */
  difference: decimalString.nullable(),
  /** Gaps between statements, and a first statement that does not begin where the books do; amounts are parts of the difference. */
  reasons: z
    .array(
      z.discriminatedUnion("code", [
        z.object({ code: z.literal("opening"), date: calendarDateString, amount: decimalString }),
        z.object({ code: z.literal("gap"), from: calendarDateString, to: calendarDateString, amount: decimalString }),
      ]),
    )
    .readonly(),
  /** Days after which what is outstanding deserves a question. */
  oldestDays: z.number().int().nullable(),
  /** Where the ledger's own reconciled flag says something else: cleared here but not there, and the other way round. */
  ledgerDiffers: z.object({ clearedHere: z.array(outstandingItem).readonly(), clearedThere: z.array(outstandingItem).readonly() }),
});
export type BankReconciliation = z.infer<typeof bankReconciliation>;

/** What a person says of a line that isn't in the books: what the transaction is for. */
export const draftChoice = z.object({
  kind: z
    .enum(["money", "transfer", "payment"])
    .describe(
      "money (spent or received, including fees), transfer (between the client's own accounts) or payment (of open bills or invoices)",
    ),
  contactId: shortId.optional().describe("Contact that the money was paid to or received from (ID)"),
  targetId: shortId.optional().describe("Account or item that the money is for, or the other account of a transfer (ID)"),
  targetKind: z.enum(["account", "item"]).default("account").describe("Whether the money is for an account or an item"),
  documentIds: z.array(shortId).max(50).default([]).describe("Bill or invoice that was paid (ID); may be repeated"),
  note: z.string().trim().min(1).max(500).optional().describe("Description, by default the line's own text"),
});
export type DraftChoice = z.output<typeof draftChoice>;

/** What a line may become, with what was chosen for its payee last. */
export const draftOptions = z.object({
  line: bankLine,
  learned: z
    .object({
      kind: z.enum(["money", "transfer"]),
      contact: choice.nullable(),
      target: choice.nullable(),
      targetKind: z.enum(["account", "item"]),
    })
    .nullable(),
  /** Open bills or invoices of the line's day or before, the likeliest first. */
  payments: z
    .array(
      z.object({
        documentId: z.string(),
        number: z.string().nullable(),
        contactId: z.string().nullable(),
        contact: z.string().nullable(),
        date: calendarDateString,
        outstanding: decimalString,
        /** Whether the whole line is what is outstanding. */
        isExact: z.boolean(),
        /** Whether the line names its number or contact. */
        isNamed: z.boolean(),
      }),
    )
    .readonly(),
  /** The client's other bank and card accounts in the currency. */
  transfers: z.array(z.object({ accountId: z.string(), code: z.string().nullable(), name: z.string() })).readonly(),
});
export type DraftOptions = z.infer<typeof draftOptions>;

/** A transaction that was drafted from a line, or as its fee, and isn't in the books yet. */
export const bankDraft = decided.extend({
  lineId: z.string(),
  /** The fee that a matched line came less. */
  isFee: z.boolean(),
  jobId: z.string(),
  state: jobState,
  title: z.string(),
});
export type BankDraft = z.infer<typeof bankDraft>;

/** Everything that the screen of one account needs. */
export const bankWork = z.object({
  reconciliation: bankReconciliation,
  lines: z.array(bankLine.extend({ statementNo: z.number().int() })).readonly(),
  postings: z.array(bankPosting).readonly(),
  matches: z.array(bankMatch).readonly(),
  suggestions: z.array(matchSuggestion).readonly(),
  statements: z.array(bankStatementView).readonly(),
  drafts: z.array(bankDraft).readonly(),
  rules: z.array(storedBankRule).readonly(),
  /** Postings without an amount in the account's currency: they can't be matched. */
  withoutAmount: z.number().int(),
});
export type BankWork = z.infer<typeof bankWork>;

/** A person's match: what belongs together, and a note where it is not exact. */
export const matchToMake = z.object({
  lineIds: z.array(z.string().max(100)).min(1).max(200),
  recordIds: z.array(z.string().max(200)).min(1).max(200),
  note: z.string().trim().max(2000).optional(),
  ruleId: z.string().max(100).optional(),
});
export type MatchToMake = z.infer<typeof matchToMake>;
