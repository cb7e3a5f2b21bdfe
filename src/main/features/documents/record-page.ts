import type { ClientWork } from "#main/operations/client-work.ts";
import { listParties } from "#main/store/contacts/parties.ts";
import { digest } from "#main/store/database/hash.ts";
import { ownDimensions } from "#main/store/dimensions/own-dimensions.ts";
import { documentNumbers } from "#main/store/documents/documents.ts";
import { listEntities, listJournals, listPayments } from "#main/store/documents/records.ts";
import { listPeriods } from "#main/store/periods/periods.ts";
import type { DocumentFilter } from "#shared/contract/books/documents.ts";
import type { RecordKind } from "#shared/contract/books/records.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const ROWS_AT_ONCE = 500;

interface RecordPage {
  readonly rows: readonly object[];
  /** For the page after this one; null at the end. */
  readonly next: string | null;
}

interface PageQuestion {
  readonly kind: RecordKind;
  readonly filter: DocumentFilter;
  /** The `next` of the page before. */
  readonly after?: string | undefined;
}

/** One page of a client's records of a kind, whole and in the shapes of the model. */
export function recordPage({ mirror, yearEnd }: ClientWork, { kind, filter, after }: PageQuestion): Result<RecordPage, Failure> {
  switch (kind) {
    case "period":
      return ok({ rows: listPeriods(mirror, yearEnd, digest), next: null });
    case "document":
    case "payment":
    case "journal": {
      const from = Number(after ?? 0);
      if (!Number.isSafeInteger(from))
        return fail({
          code: "invalid_input",
          message: "The value of “after” isn't valid. Use the value of “next” from the previous answer.",
          field: "after",
        });
      if (kind === "payment") return pageOf(listPayments(mirror, from, ROWS_AT_ONCE));
      if (kind === "journal") return pageOf(listJournals(mirror, from, ROWS_AT_ONCE));
      const numbers = documentNumbers(mirror, filter, from, ROWS_AT_ONCE);
      return pageOf({ rows: mirror.documents(numbers), last: numbers.at(-1) ?? null });
    }
    case "party":
      // Contacts after merges (rule 22): an absorbed contact is listed with the one it was merged into.
      return pageOf(listParties(mirror, { after: after ?? "", limit: ROWS_AT_ONCE }));
    default: {
      const rows = listEntities(mirror, kind, { after: after ?? "", limit: ROWS_AT_ONCE });
      if (rows.length === ROWS_AT_ONCE) return ok({ rows, next: String(rows.at(-1)?.id) });
      if (kind !== "dimension") return ok({ rows, next: null });
      // Rule 20: Tieout's own dimensions are listed with the ledger's and marked as its own.
      const own = ownDimensions(mirror).map((dimension) => ({
        ...dimension,
        ...{ removedDetectedAt: null, changeHash: digest(JSON.stringify(dimension)), asOf: null },
      }));
      return ok({ rows: [...rows, ...own], next: null });
    }
  }
}

function pageOf({ rows, last }: { readonly rows: readonly object[]; readonly last: string | number | null }): Result<RecordPage, Failure> {
  return ok({ rows, next: last === null ? null : String(last) });
}
