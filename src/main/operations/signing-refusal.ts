import type { ApiContext } from "#main/api/context.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** Why the current user can't sign now. A computer that joined a firm is one person's, which the invitation proved. */
export async function signingRefusal({ firm, people }: Pick<ApiContext, "firm" | "people">): Promise<Failure | null> {
  return firm.session === null ? people.signingRefusal() : null;
}
