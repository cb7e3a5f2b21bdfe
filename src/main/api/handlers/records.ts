import { fail, ok } from "#shared/kernel/result.ts";
import { auditOf, hasAuditTrail } from "../audit-words.ts";
import { mirroredClient } from "../client-source.ts";
import type { ApiContext } from "../context.ts";
import { recordPage } from "../listing.ts";
import type { Handlers } from "./handlers.ts";

/** A client's parties, accounts, and our own record of what happened. */
export function recordHandlers(context: ApiContext) {
  const { pool } = context;
  return {
    "records.list": (question) => recordPage(context, question),
    "parties.list": async ({ clientId }) => {
      const source = await mirroredClient(context, clientId);
      return source.ok ? pool.perform("records.parties", source.value) : source;
    },
    "parties.show": async ({ clientId, id }) => {
      const source = await mirroredClient(context, clientId);
      if (!source.ok) return source;
      const found = await pool.perform("records.party", { ...source.value, id });
      if (!found.ok) return found;
      if (found.value !== null) return ok(found.value);
      return fail({
        code: "not_found" as const,
        message: "There is no such party in this client's mirror.",
        field: "id",
        next: "It may have been merged, or be gone from the ledger.",
      });
    },
    "accounts.list": async ({ clientId }) => {
      const source = await mirroredClient(context, clientId);
      return source.ok ? pool.perform("records.accounts", source.value) : source;
    },
    "figures.sources": async ({ clientId, ...question }) => {
      const source = await mirroredClient(context, clientId);
      return source.ok ? pool.perform("figures.sources", { ...source.value, ...question }) : source;
    },
    "activity.list": async ({ clientId, kinds, person, after, limit }) => {
      const source = await mirroredClient(context, clientId);
      if (!source.ok) return source;
      const page = await pool.perform("records.activity", {
        ...source.value,
        limit,
        ...(kinds === undefined ? {} : { kinds }),
        ...(person === undefined ? {} : { person }),
        ...(after === undefined ? {} : { after }),
      });
      if (!page.ok) return page;
      const { ownRecord, ledgerTrail } = auditOf(await hasAuditTrail(context, clientId));
      return ok({ ...page.value, whose: ownRecord, ledgerTrail: ledgerTrail.message });
    },
  } satisfies Partial<Handlers>;
}
