import type { DocumentFilter } from "#shared/contract/documents.ts";
import type { RecordKind } from "#shared/contract/records.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import { mirroredClient } from "./client-source.ts";
import type { ApiContext } from "./context.ts";
import { fiscalYearEnd } from "./review-facts.ts";

const ROWS_AT_ONCE = 500;

export interface RecordPage {
  readonly rows: readonly object[];
  /** For the page after this one; null at the end. */
  readonly next: string | null;
}

/**
 * One page of a client's records of a kind, whole and in the shapes of the model.
 * @param after the `next` of the page before
 */
export async function recordPage(
  context: ApiContext,
  {
    clientId,
    kind,
    filter,
    after,
  }: { readonly clientId: string; readonly kind: RecordKind; readonly filter: DocumentFilter; readonly after?: string | undefined },
): Promise<Result<RecordPage, Failure>> {
  const mirrored = await mirroredClient(context, clientId);
  if (!mirrored.ok) return mirrored;
  const source = mirrored.value;
  const { pool } = context;
  switch (kind) {
    case "period":
      return wholeList(await pool.perform("periods.list", { ...source, fiscalYearEnd: await fiscalYearEnd(context, clientId) }));
    case "document":
    case "payment":
    case "journal": {
      const at = { ...source, after: Number(after ?? 0), limit: ROWS_AT_ONCE };
      if (!Number.isSafeInteger(at.after))
        return fail({ code: "invalid_input", message: "after: the cursor of a page before.", field: "after" });
      if (kind === "document") return pageOf(await pool.perform("documents.full", { ...at, filter }));
      return pageOf(await pool.perform(kind === "payment" ? "payments.full" : "journals.full", at));
    }
    case "party":
      // Parties as they stand after merges (rule 22): whoever was absorbed is with the party that was kept.
      return pageOf(await pool.perform("parties.list", { ...source, after: after ?? "", limit: ROWS_AT_ONCE }));
    default: {
      const found = await pool.perform("entities.list", { ...source, entity: kind, after: after ?? "", limit: ROWS_AT_ONCE });
      if (!found.ok) return found;
      const rows: readonly object[] = found.value;
      if (rows.length === ROWS_AT_ONCE) return ok({ rows, next: String(found.value.at(-1)?.id) });
      if (kind !== "dimension") return ok({ rows, next: null });
      // Rule 20: those kept here stand beside the ledger's, and say so.
      const own = await pool.perform("dimensions.own", source);
      return own.ok ? ok({ rows: [...rows, ...own.value], next: null }) : own;
    }
  }
}

function wholeList(listed: Result<readonly object[], Failure>): Result<RecordPage, Failure> {
  return listed.ok ? ok({ rows: listed.value, next: null }) : listed;
}

function pageOf(
  page: Result<{ readonly rows: readonly object[]; readonly last: string | number | null }, Failure>,
): Result<RecordPage, Failure> {
  return page.ok ? ok({ rows: page.value.rows, next: page.value.last === null ? null : String(page.value.last) }) : page;
}
