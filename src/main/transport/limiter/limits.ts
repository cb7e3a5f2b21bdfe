import { z } from "zod";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { LedgerSystem } from "#shared/model/books/source-ref.ts";
import { readGiven, wrongField } from "#shared/model/labels/given-input.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const count = z.number().int().positive();
const none = count.nullable().default(null);

const ledgerLimits = z.strictObject({
  /** Calls per tenant in any window of `windowMs`; null: not limited by rate. */
  requestsPerWindow: count.nullable(),
  windowMs: count,
  concurrency: count,
  /** Calls per tenant in any 24 hours. */
  requestsPerDay: none,
  /** Calls of all tenants together in any window. */
  appRequestsPerWindow: none,
  /** Batch calls per tenant in any window; they count as calls as well. */
  batchPerWindow: none,
  pageSize: count,
  objectsPerWrite: count.optional(),
  operationsPerBatch: count.optional(),
  egressBytesPerMonth: none,
  readsPerMonth: none,
  /** How long to wait after a refusal that names no time. */
  throttleWaitMs: none,
  /** How long the ledger is believed to remember an idempotency value; 0: it knows none (rule 28). */
  keyTrustMs: z.number().int().nonnegative().default(0),
  /** The longest that a write is believed to be on its way before it is applied or lost. */
  settleMs: count.default(300_000),
});

/** What one ledger allows, as data: numbers are volatile and never live in code. */
export type LedgerLimits = z.infer<typeof ledgerLimits>;

/** The day on which a person last compared the numbers with the vendor's page is stored beside them. */
const verifiedLimits = ledgerLimits.extend({ verifiedOn: z.iso.date() });

const limitsFile = z.strictObject({ ledger_a: verifiedLimits, ledger_b: verifiedLimits, ledger_c: verifiedLimits });

/** The `limits` of a connection file: partial, and only what the contract names. */
export const limitsOverride = z.strictObject({
  requestsPerWindow: count.nullable().optional(),
  windowMs: count.optional(),
  concurrency: count.optional(),
  requestsPerDay: count.nullable().optional(),
  appRequestsPerWindow: count.nullable().optional(),
  batchPerWindow: count.nullable().optional(),
  pageSize: count.optional(),
});

/**
 * The limits of a connection: resources/ledger-limits.json, then the connection's own values.
 * @param json the parsed content of the limits file
 * @param override the `limits` member of a connection file, unchecked, or undefined
 * @returns a failure with code `invalid_input` whose `field` names the key
 */
export function readLimits(json: unknown, system: LedgerSystem, override: unknown): Result<LedgerLimits, Failure> {
  const file = limitsFile.safeParse(json);
  if (!file.success) return fail(refusal("ledger-limits", file.error));
  const own = readGiven(limitsOverride, override ?? {});
  if (!own.ok) {
    const field = ["limits", ...own.failure.path].join(".");
    return fail({ code: "invalid_input", message: wrongField(field, own.failure.message), field });
  }
  const given = Object.fromEntries(Object.entries(own.value).filter(([, value]) => value !== undefined));
  const { verifiedOn: _, ...verified } = file.data[system];
  return ok({ ...verified, ...given });
}

/** The numbers of the file for one ledger, with the day on which they were verified. */
export function verifiedLimitsOf(json: unknown, system: LedgerSystem): Result<z.infer<typeof verifiedLimits>, Failure> {
  const file = limitsFile.safeParse(json);
  return file.success ? ok(file.data[system]) : fail(refusal("ledger-limits", file.error));
}

function refusal(where: string, error: z.ZodError): Failure {
  const issue = error.issues[0];
  const path = issue === undefined ? [] : [...issue.path, ...(issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [])];
  const field = [where, ...path].join(".");
  return { code: "invalid_input", message: `${field}: ${issue?.message ?? "not readable"}.`, field };
}
