import { z } from "zod";

/** What a ledger answered, kept byte for byte for the operator (rule 30). */
export const ledgerError = z.object({
  status: z.number().int(),
  body: z.string(),
  request: z.string(),
  /** The words of `body` alone, where a message of ours goes before them. */
  said: z.string().optional(),
});
export type LedgerError = z.infer<typeof ledgerError>;

/** Codes of expected failures; each has one meaning everywhere. */
export const failureCode = z.enum([
  "invalid_input",
  "not_found",
  "already_exists",
  "busy",
  "usage",
  "needs_sign_in",
  "secret_missing",
  "keychain_unavailable",
  "ledger_rejected",
  "ledger_unreadable",
  "ledger_unreachable",
  "conflict",
  "not_supported",
  "not_allowed",
  "storage",
  "disk_full",
  "damaged",
  "cancelled",
  // The firm's server, where several people share one set of books.
  "server_unreachable",
  "server_refused",
  "server_certificate",
  "server_outdated",
  "app_outdated",
  "lease_lost",
  // The background process, which a window asks for everything.
  "core_unreachable",
  // The place that new versions of Tieout come from.
  "updates_unreachable",
  "defect",
]);

/** An expected failure: a value, never thrown across a boundary. `next` says what to do. */
export const failure = z.object({
  code: failureCode,
  message: z.string(),
  field: z.string().optional(),
  next: z.string().optional(),
  /** The same where a list has room for a few words. */
  brief: z.string().optional(),
  /** For those who look into it, under *Technical details*: a code of the system, or a status. */
  detail: z.string().optional(),
  ledgerError: ledgerError.optional(),
});
export type Failure = z.infer<typeof failure>;
