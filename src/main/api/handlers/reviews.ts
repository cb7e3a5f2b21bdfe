import type { OpResult } from "#main/workers/protocol.ts";
import type { MethodOutput } from "#shared/contract/index.ts";
import { decisionKind } from "#shared/contract/reviews.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import { mirroredClient } from "../client-source.ts";
import { closeQuestion, closeTouched } from "../close-question.ts";
import type { ApiContext } from "../context.ts";
import { fiscalYearEnd, hasApprovalWorkflow } from "../review-facts.ts";
import { undoRefusal } from "../undo-role.ts";
import { actOf, inner } from "./acts.ts";
import type { Handlers } from "./handlers.ts";

/** What people review and decide: duplicates, orders, parties, periods, approvals. */
export function reviewHandlers(context: ApiContext) {
  return { ...documentReviews(context), ...ownRecords(context) };
}

/** What is said of documents: bills entered twice, orders and their bills, approvals. */
function documentReviews(context: ApiContext) {
  const { pool } = context;
  const act = () => actOf(context);
  return {
    "duplicates.list": async ({ clientId, dismissed, within, offset, limit }) => {
      const source = await mirroredClient(context, clientId);
      if (!source.ok) return source;
      return pool.perform("duplicates.list", {
        ...source.value,
        ...(dismissed === undefined ? {} : { dismissed }),
        ...(within === undefined ? {} : { within }),
        ...(offset === undefined ? {} : { offset }),
        ...(limit === undefined ? {} : { limit }),
      });
    },
    "duplicates.dismiss": async ({ clientId, a, b, note }) => {
      const source = await mirroredClient(context, clientId);
      return source.ok ? inner(await pool.perform("duplicates.dismiss", { ...source.value, ...act(), a, b, note: note ?? null })) : source;
    },
    "duplicates.restore": async ({ clientId, a, b }) => {
      const source = await mirroredClient(context, clientId);
      return source.ok ? inner(await pool.perform("duplicates.restore", { ...source.value, ...act(), a, b })) : source;
    },
    "findings.acknowledge": async ({ clientId, findingNo, note }) => {
      const source = await mirroredClient(context, clientId);
      return source.ok
        ? inner(await pool.perform("findings.acknowledge", { ...source.value, ...act(), findingNo, note: note ?? null }))
        : source;
    },
    "matches.list": async ({ clientId }) => {
      const source = await mirroredClient(context, clientId);
      return source.ok ? pool.perform("matches.list", source.value) : source;
    },
    "matches.confirm": (input) => decideMatch(context, input, "confirmed"),
    "matches.refuse": (input) => decideMatch(context, input, "refused"),
    "matches.undo": async ({ clientId, orderId, billId }) => {
      const source = await mirroredClient(context, clientId);
      return source.ok ? inner(await pool.perform("matches.undo", { ...source.value, ...act(), orderId, billId })) : source;
    },
    "approvals.set": async ({ clientId, documentId, verdict, note }) => {
      const source = await mirroredClient(context, clientId);
      if (!source.ok) return source;
      const workflow = await hasApprovalWorkflow(context, clientId);
      const input = { ...source.value, ...act(), documentId, verdict, note: note ?? null, hasApprovalWorkflow: workflow };
      return inner(await pool.perform("approvals.set", input));
    },
  } satisfies Partial<Handlers>;
}

/** What the service keeps of its own: parties that stand for one, states of periods, the decisions themselves. */
function ownRecords(context: ApiContext) {
  const { pool } = context;
  const act = () => actOf(context);
  return {
    "parties.suggestions": async ({ clientId }) => {
      const source = await mirroredClient(context, clientId);
      return source.ok ? pool.perform("parties.suggestions", source.value) : source;
    },
    "parties.merged": async ({ clientId }) => {
      const source = await mirroredClient(context, clientId);
      return source.ok ? pool.perform("parties.merged", source.value) : source;
    },
    "parties.merge": async ({ clientId, keepId, absorbId }) => {
      const source = await mirroredClient(context, clientId);
      return source.ok ? inner(await pool.perform("parties.merge", { ...source.value, ...act(), keepId, absorbId })) : source;
    },
    "parties.unmerge": async ({ clientId, absorbId }) => {
      const source = await mirroredClient(context, clientId);
      return source.ok ? inner(await pool.perform("parties.unmerge", { ...source.value, ...act(), absorbId })) : source;
    },
    "periods.set": async ({ clientId, period, status, why }) => {
      const source = await mirroredClient(context, clientId);
      if (!source.ok) return source;
      const own = await closeQuestion(context, clientId, period);
      // What the ledger owns, and what is no period, is refused in the words of periods.
      if (!own.ok || own.value.question.period.ownedBy === "source") {
        const yearEnd = await fiscalYearEnd(context, clientId);
        return inner(await pool.perform("periods.set", { ...source.value, ...act(), period, status, fiscalYearEnd: yearEnd }));
      }
      const input = { ...source.value, ...act(), question: own.value.question, status, why: why ?? null, asTold: true };
      const moved = await closeTouched(context, own.value, inner(await pool.perform("close.move", input)));
      return moved.ok ? ok(withoutLock(moved.value)) : moved;
    },
    "decisions.list": async ({ clientId, kind, undone }) => {
      const source = await mirroredClient(context, clientId);
      if (!source.ok) return source;
      const rows: MethodOutput<"decisions.list"> = [];
      for (const one of kind === undefined ? decisionKind.options : [kind]) {
        const found = await pool.perform("decisions.list", { ...source.value, kind: one, undone: undone ?? false });
        if (!found.ok) return found;
        rows.push(...found.value.map(decisionView));
      }
      return ok(rows.sort((a, b) => a.decisionNo - b.decisionNo));
    },
    "decisions.undo": async ({ clientId, decisionNo }) => {
      const source = await mirroredClient(context, clientId);
      if (!source.ok) return source;
      const refused = await undoRefusal(context, source.value, decisionNo);
      if (refused !== null) return fail(refused);
      const done = await pool.perform("decisions.undo", { ...source.value, ...act(), decisionNo });
      if (done.ok) context.publish("clients.changed", { clientIds: [clientId] });
      if (!done.ok || done.value.undone) return done;
      return fail({ code: "not_found", message: `There is no decision ${decisionNo} that still stands.`, field: "decisionNo" });
    },
  } satisfies Partial<Handlers>;
}

function withoutLock({ decisionNo, periodId, from, status }: MethodOutput<"close.move">): MethodOutput<"periods.set"> {
  return { decisionNo, periodId, from, status };
}

async function decideMatch(
  context: ApiContext,
  { clientId, orderId, billId }: { readonly clientId: string; readonly orderId: string; readonly billId: string },
  verdict: "confirmed" | "refused",
): Promise<Result<{ readonly decisionNo: number }, Failure>> {
  const source = await mirroredClient(context, clientId);
  if (!source.ok) return source;
  return inner(await context.pool.perform("matches.decide", { ...source.value, ...actOf(context), orderId, billId, verdict }));
}

function decisionView({ decisionNo, kind, subject, body, person, madeMs, undoneMs, undoneBy }: OpResult<"decisions.list">[number]) {
  const undoneAt = undoneMs === null ? null : instantFromMs(undoneMs);
  return { decisionNo, kind, subject, body, person, at: instantFromMs(madeMs), undoneAt, undoneBy };
}
