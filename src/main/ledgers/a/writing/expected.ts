import { z } from "zod";

const promised = z.record(z.string(), z.string());

/** What a look compares with, kept with the stored call. */
const expectedSchema = z.discriminatedUnion("look", [
  /** A new record, found by the text of one of its fields. */
  z.object({
    look: z.literal("made"),
    endpoint: z.enum(["Invoices", "CreditNotes", "BankTransactions", "ManualJournals", "Payments"]),
    typeWord: z.string().optional(),
    idField: z.string(),
    field: z.string(),
    text: z.string(),
    /** Facts by which the same record can be told from another one: field to value. */
    facts: z.record(z.string(), z.string()),
    /** What people were shown, by the model's field: compared with what the ledger stored (rule 21). */
    promised,
  }),
  /** A changed record: its content before, and the fields that were sent, as JSON text. */
  z.object({
    look: z.literal("changed"),
    endpoint: z.enum(["Invoices", "CreditNotes", "BankTransactions", "ManualJournals"]),
    typeWord: z.string().optional(),
    stream: z.string(),
    before: z.string(),
    sent: z.string(),
    promised,
  }),
  /** A deleted payment. */
  z.object({ look: z.literal("payment_deleted") }),
  /** A part of a credit: how many allocations like it the credit has once it is there. */
  z.object({
    look: z.literal("allocated"),
    endpoint: z.enum(["CreditNotes", "Overpayments", "Prepayments"]),
    invoiceId: z.string(),
    amount: z.string(),
    count: z.number(),
  }),
]);
export type Expected = z.infer<typeof expectedSchema>;

/** Reads what an earlier preparation stored. @throws ZodError when it is not ours */
export function expectedOf(stored: unknown): Expected {
  return expectedSchema.parse(stored);
}
