import { z } from "zod";
import type { ApiContext } from "#main/api/context.ts";
import { command, query } from "#main/operations/operation.ts";
import { candidates, consolidateGroup, planGroup, saveCheckedTree, suggestTree } from "#main/store/consolidation/group-books.ts";
import { listRates, listTrees, saveRate, treeHistory, undoRate, undoTree } from "#main/store/consolidation/groups.ts";
import { compareDecimals, decimal } from "#shared/kernel/decimal.ts";
import { fail, ok } from "#shared/kernel/result.ts";
import { calendarDateString } from "#shared/model/books/money.ts";
import {
  type ConsolidatedStatementKind,
  type Consolidation,
  consolidatedStatementKind,
  type GroupReport,
  groupReport,
} from "#shared/model/consolidation/consolidation.ts";
import {
  type ExchangeRate,
  enteredRate,
  entityTreeDraft,
  entityTreeVersion,
  exchangeRate,
  neededRate,
} from "#shared/model/consolidation/entity-tree.ts";
import { groupBooks, lastDay } from "./group-report.ts";
import { findTree, noTree, tradesBetween } from "./trees.ts";

const ofTree = z.object({ treeId: z.string().describe("ID or name of the group. Use the ID if several groups have the same name") });
/** Versions are kept by the ID alone. */
const ofVersions = z.object({ treeId: z.string().describe("ID of the group") });
const ofPeriod = ofTree.extend({ period: z.string().describe("A month, such as 2026-10, or the ID of an entity's period") });
const suggested = z.object({ tree: entityTreeDraft, notes: z.array(z.string()) });

/** Other windows show the same groups. */
const toldToWindows = {
  after: async ({ publish }: ApiContext) => publish("groups.changed", {}),
} as const;

const showTree = query("groups.show", {
  summary: "Show a group's structure",
  input: ofTree,
  output: entityTreeVersion,
  runs: "firmReader",
  perform: ({ firm }, { treeId }) => findTree(firm, treeId),
});

/** The tree and the last day of a period that one of its members' ledgers may name. */
async function treeAt(context: ApiContext, { treeId, period }: z.output<typeof ofPeriod>) {
  const found = await context.ask(showTree, { treeId });
  if (!found.ok) return found;
  const to = await lastDay(context, found.value.tree, period);
  return to.ok ? ok({ tree: found.value.tree, version: found.value.version, to: to.value }) : to;
}

/** Entity trees and their consolidated statements (rule 24). */
export const groupOperations = [
  showTree,

  query("groups.list", {
    summary: "List the groups",
    input: z.object({}),
    output: z.object({ trees: z.array(entityTreeVersion) }),
    runs: "firmReader",
    perform: ({ firm }) => ok({ trees: listTrees(firm) }),
  }),

  query("groups.history", {
    summary: "List every version of a group's structure, including undone versions, newest first",
    input: ofVersions,
    output: z.object({ versions: z.array(entityTreeVersion) }),
    runs: "firmReader",
    perform: ({ firm }, { treeId }) => ok({ versions: treeHistory(firm, treeId) }),
  }),

  query("groups.suggest", {
    summary: "Suggest a group structure that includes all connected clients and the subsidiaries in their ledgers. Nothing is saved",
    input: z.object({}),
    output: suggested,
    runs: "firmReader",
    perform: ({ firm }) => {
      const { tree, notes } = suggestTree(firm);
      return ok({ tree, notes: [...notes] });
    },
  }),

  query("groups.candidates", {
    summary: "Suggest clients that seem to form a group, with the evidence from their ledgers",
    input: z.object({}),
    output: z.object({ candidates: z.array(suggested.extend({ evidence: z.array(z.string()) })) }),
    runs: "firmReader",
    prepare: async (context) => ok(await tradesBetween(context)),
    perform: ({ firm }, _input, trades) =>
      ok({
        candidates: candidates(firm, trades).map(({ tree, notes, evidence }) => ({ tree, notes: [...notes], evidence: [...evidence] })),
      }),
  }),

  command("groups.save", {
    ...toldToWindows,
    summary: "Save a group's structure as a new version",
    input: z.object({
      tree: entityTreeDraft,
      basedOn: z.number().int().optional().describe("Version that you changed. If a newer version exists, nothing is saved"),
    }),
    output: z.object({ treeId: z.string(), version: z.number().int() }),
    runs: "firmWriter",
    prepare: async ({ uuid }) => ok(uuid()),
    perform: ({ firm, person, nowMs }, { tree: draft, basedOn }, newId) => {
      const tree = { ...draft, treeId: draft.treeId ?? newId };
      const saved = saveCheckedTree(firm, { tree, basedOn, person, nowMs });
      return saved.ok ? ok({ treeId: tree.treeId, version: saved.value.version }) : saved;
    },
  }),

  command("groups.undo", {
    ...toldToWindows,
    summary: "Undo the newest version of a group's structure",
    input: ofVersions.extend({
      version: z.number().int().optional().describe("Version to undo. If a newer version exists, nothing is undone"),
    }),
    output: z.object({ standing: entityTreeVersion.nullable() }),
    runs: "firmWriter",
    perform: ({ firm, person, nowMs }, { treeId, version }) => {
      const { undone, standing } = undoTree(firm, { treeId, version, person, nowMs });
      if (undone) return ok({ standing });
      return fail(
        standing === null
          ? { ...noTree(treeId), message: `No group has the ID ${treeId}.` }
          : {
              code: "conflict",
              message: `${standing.tree.name} has changed since version ${version}, so nothing was undone.`,
              field: "version",
              next: "Look at the current version first.",
            },
      );
    },
  }),

  query("groups.report", {
    summary: "Show a group's consolidated trial balance, profit and loss or balance sheet",
    input: ofPeriod.extend({ statement: consolidatedStatementKind }),
    output: groupReport,
    runs: "firmReader",
    prepare: async (context, question) => {
      const at = await treeAt(context, question);
      if (!at.ok) return at;
      const members = await groupBooks(context, at.value.tree, at.value.to);
      return members.ok ? ok({ ...at.value, ...members.value }) : members;
    },
    perform: ({ firm }, { statement }, group) => {
      const added = consolidateGroup(firm, group);
      return added.ok ? ok(oneStatement(added.value, statement)) : added;
    },
  }),

  query("groups.rates", {
    summary: "List the exchange rates that a group needs for a period, and show which are already entered",
    input: ofPeriod,
    output: z.object({ to: calendarDateString, needed: z.array(neededRate.extend({ entered: enteredRate.nullable() })) }),
    runs: "firmReader",
    prepare: treeAt,
    perform: ({ firm }, _input, { tree, to }) => {
      const rates = listRates(firm);
      const needed = planGroup(tree, to).rates.map((one) => ({
        ...one,
        entered:
          rates.find((rate) => rate.from === one.from && rate.to === one.to && rate.kind === one.kind && rate.day === one.day) ?? null,
      }));
      return ok({ to, needed });
    },
  }),
] as const;

/** Exchange rates that people enter, each with its source. */
export const rateOperations = [
  query("rates.list", {
    summary: "List the entered exchange rates, without undone or replaced rates",
    input: z.object({}),
    output: z.object({ rates: z.array(enteredRate) }),
    runs: "firmReader",
    perform: ({ firm }) => ok({ rates: listRates(firm) }),
  }),

  command("rates.save", {
    ...toldToWindows,
    summary: "Enter an exchange rate. It replaces an earlier rate of the same kind for the same two currencies and day",
    input: exchangeRate,
    output: z.object({ rateNo: z.number().int() }),
    runs: "firmWriter",
    perform: ({ firm, person, nowMs }, rate) => {
      if (compareDecimals(rate.rate, decimal("0")) <= 0)
        return fail({ code: "invalid_input", message: "Enter a rate greater than zero.", field: "rate" });
      if (rate.from === rate.to) return fail({ code: "invalid_input", message: "The two currencies must be different.", field: "to" });
      return ok(saveRate(firm, { rate, person, nowMs }));
    },
  }),

  command("rates.undo", {
    ...toldToWindows,
    summary: "Undo an exchange rate. If there is an earlier rate of the same kind for the same two currencies and day, it applies again",
    input: z.object({ rateNo: z.number().int() }),
    // `again` is the earlier rate that applies now; null where there is none.
    output: z.object({ undone: z.literal(true), again: enteredRate.nullable() }),
    runs: "firmWriter",
    perform: ({ firm, person, nowMs }, { rateNo }) => {
      const before = listRates(firm).find((rate) => rate.rateNo === rateNo);
      if (undoRate(firm, { rateNo, person, nowMs })) {
        const again = before === undefined ? undefined : listRates(firm).find((rate) => isSameRate(rate, before));
        return ok({ undone: true as const, again: again ?? null });
      }
      return fail({ code: "not_found", message: "This exchange rate doesn't exist or was already undone.", field: "rateNo" });
    },
  }),
] as const;

/** Whether two rates are of the same currencies, kind and day, so that only the later one is used. */
function isSameRate(a: ExchangeRate, b: ExchangeRate): boolean {
  return a.from === b.from && a.to === b.to && a.kind === b.kind && a.day === b.day;
}

function oneStatement(whole: Consolidation, statement: ConsolidatedStatementKind): GroupReport {
  const { trialBalance, profitAndLoss, balanceSheet, ...facts } = whole;
  const rows = { "trial-balance": trialBalance, "profit-and-loss": profitAndLoss, "balance-sheet": balanceSheet }[statement];
  return { ...facts, statement, rows };
}
