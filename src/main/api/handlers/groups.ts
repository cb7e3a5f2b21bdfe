import { fail, ok } from "#shared/kernel/result.ts";
import type { ApiContext } from "../context.ts";
import { groupRates, groupReport } from "../group-report.ts";
import { enterRate, findGroup, groupCandidates, saveGroup, suggestGroup, undoGroup } from "../groups.ts";
import type { Handlers } from "./handlers.ts";

/** Entity trees, consolidated statements and exchange rates of the firm. */
export function groupHandlers(context: ApiContext) {
  const { pool } = context;
  return {
    "groups.list": async () => ok({ trees: await pool.must("firm.trees", {}) }),
    "groups.show": ({ treeId }) => findGroup(context, treeId),
    "groups.history": async ({ treeId }) => ok({ versions: await pool.must("firm.treeHistory", { treeId }) }),
    "groups.suggest": async () => ok(await suggestGroup(context)),
    "groups.candidates": async () => ok({ candidates: await groupCandidates(context) }),
    "groups.save": ({ tree, basedOn }) => saveGroup(context, tree, basedOn),
    "groups.undo": ({ treeId }) => undoGroup(context, treeId),
    "groups.report": (question) => groupReport(context, question),
    "groups.rates": ({ treeId, period }) => groupRates(context, treeId, period),
    "rates.list": async () => ok({ rates: await pool.must("firm.rates", {}) }),
    "rates.save": (rate) => enterRate(context, rate),
    "rates.undo": async ({ rateNo }) => {
      const { undone } = await pool.must("firm.undoRate", { rateNo, person: context.person, nowMs: context.clock.nowMs() });
      if (undone) return ok({ undone });
      return fail({ code: "not_found", message: `There is no rate ${rateNo} that still stands.`, field: "rateNo" });
    },
  } satisfies Partial<Handlers>;
}
