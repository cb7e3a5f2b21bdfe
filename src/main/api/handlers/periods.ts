import type { OpResult } from "#main/workers/protocol.ts";
import type { PeriodRow } from "#shared/contract/periods.ts";
import { ok } from "#shared/kernel/result.ts";
import { mirroredClient } from "../client-source.ts";
import type { ApiContext } from "../context.ts";
import { fiscalYearEnd } from "../review-facts.ts";
import type { Handlers } from "./handlers.ts";

/** Periods, the locks that stand, and whether something can be posted. */
export function periodHandlers(context: ApiContext) {
  const { pool } = context;
  return {
    "periods.list": async ({ clientId }) => {
      const source = await mirroredClient(context, clientId);
      if (!source.ok) return source;
      const listed = await pool.perform("periods.book", { ...source.value, fiscalYearEnd: await fiscalYearEnd(context, clientId) });
      return listed.ok ? ok(listed.value.map(periodRow)) : listed;
    },
    "locks.list": async ({ clientId }) => {
      const source = await mirroredClient(context, clientId);
      if (!source.ok) return source;
      const book = await pool.perform("locks.book", source.value);
      return book.ok ? ok({ asOf: book.value.asOf, rows: [...book.value.rows] }) : book;
    },
    "posting.check": async ({ clientId, date, module, entityId, isAdjustment }) => {
      const source = await mirroredClient(context, clientId);
      if (!source.ok) return source;
      const question = { date, module, ...(entityId === undefined ? {} : { entityId }), isAdjustment: isAdjustment ?? false };
      const checked = await pool.perform("posting.check", { ...source.value, question });
      if (!checked.ok) return checked;
      const book = await pool.perform("locks.book", source.value);
      if (!book.ok) return book;
      const { canPost, blockedBy, firstPostableDate, asOf } = checked.value;
      const rows = new Map(book.value.rows.map((row) => [row.id, row]));
      const blocking = blockedBy.flatMap((lock) => {
        const row = rows.get(lock.id);
        return row === undefined ? [] : [{ ...lock, ...row }];
      });
      return ok({ canPost, blockedBy: blocking, firstPostableDate, asOf });
    },
  } satisfies Partial<Handlers>;
}

function periodRow({ locks, decided, mayBecome, ...row }: OpResult<"periods.book">[number]): PeriodRow {
  const { id, label, start, end, status, ownedBy, isAdjustment } = row;
  const own = { id, label, start, end, status, ownedBy, isAdjustment, decided: decided ?? null };
  return { ...own, locks: locks.map((lock) => lock.id), mayBecome: [...mayBecome] };
}
