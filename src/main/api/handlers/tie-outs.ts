import type { VarianceRow } from "#shared/contract/tie-outs.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { ok } from "#shared/kernel/result.ts";
import type { TieOut, TieOutRun } from "#shared/model/tie-out.ts";
import { mirroredClient } from "../client-source.ts";
import type { ApiContext } from "../context.ts";
import type { Handlers } from "./handlers.ts";

/** Tie-outs against the ledger's own reports (rules 16 to 19). */
export function tieOutHandlers(context: ApiContext) {
  const last = async (clientId: string, asOfDate?: CalendarDate) => {
    const source = await mirroredClient(context, clientId);
    return source.ok ? context.pool.perform("tieOuts.last", { ...source.value, ...(asOfDate === undefined ? {} : { asOfDate }) }) : source;
  };
  return {
    "tieOuts.run": async ({ clientId, asOfDate }) => {
      const source = await mirroredClient(context, clientId);
      if (!source.ok) return source;
      const run = await context.engine.tieOut(clientId, asOfDate);
      if (run.ok) context.publish("clients.changed", { clientIds: [clientId] });
      return run;
    },
    "tieOuts.last": ({ clientId, asOfDate }) => last(clientId, asOfDate),
    "variances.list": async ({ clientId }) => {
      const run = await last(clientId);
      return run.ok ? ok({ rows: run.value === null ? [] : varianceRows(run.value), ranAt: run.value?.ranAt ?? null }) : run;
    },
  } satisfies Partial<Handlers>;
}

function varianceRows({ checks, asOfDate }: TieOutRun): VarianceRow[] {
  return checks.flatMap((check): VarianceRow[] => {
    const { source, against, asOf } = check;
    const facts = { check: check.check, asOfDate, source, against, asOf };
    const lines = check.lines.filter(({ outcome }) => outcome === "variance" || outcome === "cannot_check");
    if (lines.length > 0) return lines.map((line) => ({ ...facts, ...line }));
    return check.outcome === "cannot_check" ? [{ ...facts, ...wholeCheck(check) }] : [];
  });
}

function wholeCheck({ check, ours, ledgers, difference, currency, outcome, reason, documents }: TieOut) {
  const label = check.replaceAll("_", " ");
  return { subject: null, subjectId: null, label, ours, ledgers, difference, currency, outcome, reason, documents };
}
