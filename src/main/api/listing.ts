import type { EntityKind } from "#main/services/records.ts";
import type { ClientSource } from "#main/workers/protocol.ts";
import type { DocumentFilter } from "#shared/contract/documents.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import { mirroredClient } from "./client-source.ts";
import type { ApiContext } from "./context.ts";
import { fiscalYearEnd } from "./review-facts.ts";

/** What can be listed or exported whole. */
export type ListKind = "document" | "payment" | "journal" | "period" | EntityKind;

const ROWS_AT_ONCE = 500;

/**
 * Every record of one kind, in pages, so that any number of rows passes through little memory.
 * @returns a failure when there is no such client; no pages when nothing has been read yet
 */
export async function listRecords(
  context: ApiContext,
  clientId: string,
  kind: ListKind,
  filter: DocumentFilter = {},
): Promise<Result<AsyncGenerator<readonly object[]>, Failure>> {
  const mirrored = await mirroredClient(context, clientId);
  if (!mirrored.ok) return mirrored;
  const source = mirrored.value;
  return ok(kind === "period" ? periods(context, source) : pages(context, source, kind, filter));
}

async function* periods(context: ApiContext, source: ClientSource): AsyncGenerator<readonly object[]> {
  yield await value(context.pool.perform("periods.list", { ...source, fiscalYearEnd: await fiscalYearEnd(context, source.clientId) }));
}

async function* pages(
  context: ApiContext,
  source: ClientSource,
  kind: Exclude<ListKind, "period">,
  filter: DocumentFilter,
): AsyncGenerator<readonly object[]> {
  const { pool } = context;
  if (kind === "document" || kind === "payment" || kind === "journal") {
    for (let after: number | null = 0; after !== null; ) {
      const at = { ...source, after, limit: ROWS_AT_ONCE };
      const page: { readonly rows: readonly object[]; readonly last: number | null } =
        kind === "document"
          ? await value(pool.perform("documents.full", { ...at, filter }))
          : await value(pool.perform(kind === "payment" ? "payments.full" : "journals.full", at));
      if (page.rows.length > 0) yield page.rows;
      after = page.last;
    }
    return;
  }
  if (kind === "party") return yield* parties(context, source);
  for (let after: string | undefined = ""; after !== undefined; ) {
    const rows: Record<string, unknown>[] = await value(
      pool.perform("entities.list", { ...source, entity: kind, after, limit: ROWS_AT_ONCE }),
    );
    if (rows.length > 0) yield rows;
    after = rows.length === ROWS_AT_ONCE ? String(rows.at(-1)?.id) : undefined;
  }
  // Rule 20: those kept here stand beside the ledger's, and say so.
  if (kind === "dimension") yield await value(pool.perform("dimensions.own", source));
}

/** Parties as they stand after merges (rule 22): whoever was absorbed is with the party that was kept. */
async function* parties(context: ApiContext, source: ClientSource): AsyncGenerator<readonly object[]> {
  for (let after: string | null = ""; after !== null; ) {
    const page: { readonly rows: readonly object[]; readonly last: string | null } = await value(
      context.pool.perform("parties.list", { ...source, after, limit: ROWS_AT_ONCE }),
    );
    if (page.rows.length > 0) yield page.rows;
    after = page.last;
  }
}

/** A read that fails in the middle of a listing ends it; the caller reports the failure. */
export class ListingStopped extends Error {
  override readonly name = "ListingStopped";
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

async function value<T>(asked: Promise<Result<T, Failure>>): Promise<T> {
  const result = await asked;
  if (!result.ok) throw new ListingStopped(result.failure);
  return result.value;
}
