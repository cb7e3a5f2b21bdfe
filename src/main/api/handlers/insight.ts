import { dayNumber } from "#shared/kernel/calendar-date.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import { mirroredClient } from "../client-source.ts";
import type { ApiContext } from "../context.ts";
import type { Handlers } from "./handlers.ts";

const DAY_MS = 86_400_000;

/** What stands behind figures, what changed, and the dimensions kept here. */
export function insightHandlers(context: ApiContext) {
  const { pool } = context;
  const act = () => ({ person: context.person, nowMs: context.clock.nowMs() });
  return {
    "reports.agingDocuments": async ({ clientId, asOf, party, ...question }) => {
      const source = await mirroredClient(context, clientId);
      if (!source.ok) return source;
      const baseCurrency = (await context.connections.find(clientId))?.discovery?.organisation.baseCurrency ?? null;
      const { currency, bucket, kind, after, side, limit } = question;
      const page = await pool.perform("aging.documents", {
        ...source.value,
        side,
        limit,
        asOfDate: asOf,
        baseCurrency,
        ...(party === undefined ? {} : { partyId: party }),
        ...(currency === undefined ? {} : { currency }),
        ...(bucket === undefined ? {} : { bucket }),
        ...(kind === undefined ? {} : { kind }),
        ...(after === undefined ? {} : { after }),
      });
      return page.ok ? ok({ ...page.value, rows: page.value.rows.map((row) => ({ ...row, gaps: [...row.gaps] })) }) : page;
    },
    "changes.list": async ({ clientId, since, closedOnly, newestFirst, after, limit }) => {
      const source = await mirroredClient(context, clientId);
      if (!source.ok) return source;
      const sinceMs = since === undefined ? 0 : dayNumber(since) * DAY_MS;
      const page = await pool.perform("changes.page", {
        ...source.value,
        sinceMs,
        closedOnly: closedOnly ?? false,
        newestFirst: newestFirst ?? false,
        after: after ?? 0,
        limit,
      });
      return page.ok ? ok({ ...page.value, rows: page.value.rows.map((row) => ({ ...row, closedBy: [...row.closedBy] })) }) : page;
    },
    "dimensions.list": async ({ clientId }) => {
      const source = await mirroredClient(context, clientId);
      return source.ok ? pool.perform("dimensions.book", source.value) : source;
    },
    "dimensions.save": async ({ clientId, dimensionId, name, values }) => {
      const source = await mirroredClient(context, clientId);
      if (!source.ok) return source;
      const input = { ...source.value, ...act(), dimensionId: dimensionId ?? null, newId: context.uuid(), name, values };
      return inner(await pool.perform("dimensions.save", input));
    },
    "dimensions.assign": async ({ clientId, dimensionId, value, target }) => {
      const source = await mirroredClient(context, clientId);
      return source.ok ? inner(await pool.perform("dimensions.assign", { ...source.value, ...act(), dimensionId, value, target })) : source;
    },
    "dimensions.remove": async ({ clientId, dimensionId, target }) => {
      const source = await mirroredClient(context, clientId);
      const input = { dimensionId, target: target ?? null };
      return source.ok ? inner(await pool.perform("dimensions.remove", { ...source.value, ...act(), ...input })) : source;
    },
  } satisfies Partial<Handlers>;
}

/** A refusal of the operation itself is as good as a failure to perform it. */
function inner<T>(result: Result<Result<T, Failure>, Failure>): Result<T, Failure> {
  return result.ok ? result.value : result;
}
