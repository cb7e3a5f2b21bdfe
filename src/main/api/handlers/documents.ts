import type { DocumentView } from "#shared/contract/documents.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import { auditOf, hasAuditTrail } from "../audit-words.ts";
import { clientSource } from "../client-source.ts";
import type { ApiContext } from "../context.ts";
import { hasApprovalWorkflow } from "../review-facts.ts";
import type { Handlers } from "./handlers.ts";

/** A client's documents: pages, totals, one document, its raw payload. */
export function documentHandlers(context: ApiContext) {
  const { pool } = context;
  return {
    "documents.list": async ({ clientId, filter, after, offset, limit }) => {
      const source = await clientSource(context, clientId);
      if (source === null) return ok({ rows: [], next: null });
      return pool.perform("documents.list", {
        ...source,
        filter,
        limit,
        ...(after === undefined ? {} : { after }),
        ...(offset === undefined ? {} : { offset }),
      });
    },
    "documents.totals": async ({ clientId, filter }) => {
      const source = await clientSource(context, clientId);
      return source === null ? ok({ count: 0, rows: [] }) : pool.perform("documents.totals", { ...source, filter });
    },
    "documents.show": async ({ clientId, id }) => {
      const source = await clientSource(context, clientId);
      const view = found(source === null ? ok(null) : await pool.perform("documents.view", { ...source, id }), id);
      if (!view.ok || source === null) return view;
      const workflow = await hasApprovalWorkflow(context, clientId);
      const approval = await pool.perform("approvals.of", { ...source, documentId: id, hasApprovalWorkflow: workflow });
      if (!approval.ok) return approval;
      const audit = auditOf(await hasAuditTrail(context, clientId));
      const names = await withEntity(context, clientId, view.value);
      return ok({ ...view.value, names, audit, ...(approval.value === null ? {} : { approval: approval.value }) });
    },
    "documents.raw": async ({ clientId, id }) => {
      const source = await clientSource(context, clientId);
      const raw = found(source === null ? ok(null) : await pool.perform("documents.raw", { ...source, id }), id);
      return raw.ok ? ok({ raw: raw.value.raw, fetchedAt: instantFromMs(raw.value.fetchedMs) }) : raw;
    },
  } satisfies Partial<Handlers>;
}

/** The names of a document with that of its legal entity, which is known from the connection and not from a record. */
async function withEntity(context: ApiContext, clientId: string, { document, names }: DocumentView): Promise<DocumentView["names"]> {
  const { entityId } = document;
  if (entityId === undefined) return names;
  const entities = (await context.connections.find(clientId))?.discovery?.organisation.entities ?? [];
  const entity = entities.find(({ id }) => id === entityId);
  return entity === undefined ? names : { ...names, [entityId]: entity.name };
}

function found<T>(result: Result<T | null, Failure>, id: string): Result<T, Failure> {
  if (!result.ok) return result;
  if (result.value === null) return fail({ code: "not_found", message: `There is no record ${id} in this client's mirror.`, field: "id" });
  return ok(result.value);
}
