import type { CloseBoardRow } from "#shared/contract/close.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import { readBoard, rememberClose } from "../close-board.ts";
import { type ClosePeriod, closeQuestion, closeTouched } from "../close-question.ts";
import type { ApiContext } from "../context.ts";
import { clientBooks, ordinaryPeriods } from "../period-facts.ts";
import { actOf, closeMoved, inner } from "./acts.ts";
import type { Handlers } from "./handlers.ts";

/** The close of a client's periods: its checklist, its signatures, and what changes after it. */
export function closeHandlers(context: ApiContext) {
  return { ...reading(context), ...onPeriods(context), ...onTasks(context), ...afterwards(context) };
}

function reading(context: ApiContext) {
  const refreshing = new Set<string>();
  return {
    "close.templates": async () =>
      ok((context.closeTemplates ?? []).map(({ id, version, title, tasks }) => ({ id, version, title, tasks: tasks.length }))),
    "close.status": async ({ clientId, period }) => {
      const asked = await closeQuestion(context, clientId, period);
      if (!asked.ok) return asked;
      const status = await context.pool.perform("close.status", { ...asked.value.source, question: asked.value.question });
      if (!status.ok) return status;
      const view = { clientId, ...status.value };
      await rememberClose(context, view, asked.value.question.nowMs);
      return ok(view);
    },
    "close.board": async ({ refresh }) => {
      const today = instantFromMs(context.clock.nowMs()).slice(0, 10) as CalendarDate;
      const rows = await readBoard(context);
      if (!rows.ok || refresh === "none") return rows.ok ? ok({ rows: rows.value, today }) : rows;
      const outdated = rows.value.filter((row) => row.outdated && !refreshing.has(row.clientId));
      const looked = lookAgain(context, outdated, refreshing);
      if (refresh === "now") {
        await looked;
        const fresh = await readBoard(context);
        return fresh.ok ? ok({ rows: fresh.value, today }) : fresh;
      }
      looked.catch((error: unknown) => context.log.error("close.defect", error));
      return ok({ rows: rows.value, today });
    },
  } satisfies Partial<Handlers>;
}

function onPeriods(context: ApiContext) {
  const { pool } = context;
  return {
    "close.move": async ({ clientId, period, status, why, template }) => {
      const asked = await closeQuestion(context, clientId, period, template);
      if (!asked.ok) return asked;
      const { source, question } = asked.value;
      return closeTouched(
        context,
        asked.value,
        inner(await pool.perform("close.move", { ...source, ...actOf(context), question, status, why: why ?? null })),
      );
    },
    "close.acceptTieOut": ({ check, why, ...of }) =>
      decided(context, of, (act) => pool.perform("close.acceptTieOut", { ...act, check, why })),
    "close.sign": ({ role, note, ...of }) =>
      decided(context, of, (act) => pool.perform("close.sign", { ...act, role, note: note ?? null })),
  } satisfies Partial<Handlers>;
}

function onTasks(context: ApiContext) {
  const { pool } = context;
  return {
    "close.tick": ({ taskId, why, ...of }) => decided(context, of, (act) => pool.perform("close.tick", { ...act, taskId, why })),
    "close.untick": ({ taskId, ...of }) => decided(context, of, (act) => pool.perform("close.untick", { ...act, taskId })),
    "close.editTask": ({ clientId, period, taskId, ...changes }) => {
      const edit = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      return decided(context, { clientId, period }, (act) => pool.perform("close.editTask", { ...act, taskId, edit }));
    },
    "close.removeTask": ({ taskId, ...of }) => decided(context, of, (act) => pool.perform("close.removeTask", { ...act, taskId })),
  } satisfies Partial<Handlers>;
}

function afterwards(context: ApiContext) {
  const { pool } = context;
  return {
    "close.changes": async ({ clientId, period, open }) => {
      const found = await clientBooks(context, clientId);
      if (!found.ok) return found;
      const changes = await pool.perform("close.changes", { ...found.value.source, books: found.value.books });
      if (!changes.ok) return changes;
      const wanted = changes.value.filter(
        ({ periodId, periodLabel, disposition }) =>
          (period === undefined || periodId === period || periodLabel === period) && (open !== true || disposition?.stands !== true),
      );
      return ok(wanted.map(({ periodEnd: _periodEnd, ...change }) => change));
    },
    "close.dispose": async ({ clientId, changeId, verdict, why }) => {
      const found = await clientBooks(context, clientId);
      if (!found.ok) return found;
      const { source, books } = found.value;
      const disposed = inner(await pool.perform("close.dispose", { ...source, ...actOf(context), books, changeId, verdict, why }));
      if (!disposed.ok) return disposed;
      const { decisionNo, periodId } = disposed.value;
      if (verdict !== "reopen") return ok({ decisionNo, reopened: false });
      const asked = await closeQuestion(context, clientId, periodId);
      if (!asked.ok) return asked;
      const moved = inner(
        await pool.perform("close.move", { ...source, ...actOf(context), question: asked.value.question, status: "reopened", why }),
      );
      return moved.ok ? closeTouched(context, asked.value, ok({ decisionNo, reopened: true })) : moved;
    },
  } satisfies Partial<Handlers>;
}

/** An act on one period: asked with the close as it stands, noted with who and when, and told to the board and the windows. */
async function decided<T>(
  context: ApiContext,
  { clientId, period }: { readonly clientId: string; readonly period: string },
  perform: (
    act: ClosePeriod["source"] & ReturnType<typeof actOf> & Pick<ClosePeriod, "question">,
  ) => Promise<Result<Result<T, Failure>, Failure>>,
): Promise<Result<T, Failure>> {
  const asked = await closeQuestion(context, clientId, period);
  if (!asked.ok) return asked;
  const { source, question } = asked.value;
  return closeMoved(context, clientId, inner(await perform({ ...source, ...actOf(context), question })));
}

/** Looks at closes whose clients were read since, or were never looked at, one after the other, and tells the windows. */
async function lookAgain(context: ApiContext, outdated: readonly CloseBoardRow[], refreshing: Set<string>): Promise<void> {
  for (const { clientId } of outdated) refreshing.add(clientId);
  try {
    for (const { clientId, period } of outdated) {
      const named = period ?? (await lastEnded(context, clientId));
      if (named === null) continue;
      const asked = await closeQuestion(context, clientId, named);
      if (!asked.ok) continue;
      const status = await context.pool.perform("close.status", { ...asked.value.source, question: asked.value.question });
      if (!status.ok) continue;
      if (await rememberClose(context, { clientId, ...status.value }, asked.value.question.nowMs))
        context.publish("clients.changed", { clientIds: [clientId] });
    }
  } finally {
    for (const { clientId } of outdated) refreshing.delete(clientId);
  }
}

/** The period of a client that ended last, whatever its calendar; null where there is none. */
async function lastEnded(context: ApiContext, clientId: string): Promise<string | null> {
  const books = await clientBooks(context, clientId);
  const periods = books.ok ? await ordinaryPeriods(context, books.value) : books;
  const today = instantFromMs(context.clock.nowMs()).slice(0, 10);
  return periods.ok ? (periods.value.findLast(({ end }) => end < today)?.id ?? null) : null;
}
