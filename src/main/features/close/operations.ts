import { z } from "zod";
import { afterWork } from "#main/features/work/after-work.ts";
import { left, right } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { signPeriod } from "#main/store/close/close-signatures.ts";
import { closeStatus, gateSetting } from "#main/store/close/close-status.ts";
import { closedChanges, fieldsInWords } from "#main/store/close/closed-changes.ts";
import { acceptTieOut } from "#main/store/close/gates/figures.ts";
import { signedSummary } from "#main/store/close/signed-summary.ts";
import { sha256 } from "#main/store/database/hash.ts";
import {
  type ClosedChange,
  closeBoardRow,
  closedChange,
  closeTemplateView,
  closeStatus as statusShape,
} from "#shared/contract/close/close.ts";
import { clientId, done, shortId, signingRole, why } from "#shared/contract/fields.ts";
import { negateDecimal } from "#shared/kernel/decimal.ts";
import { ok } from "#shared/kernel/result.ts";
import { calendarDateString } from "#shared/model/books/money.ts";
import { period as periodShape } from "#shared/model/books/period.ts";
import { tieOutCheck } from "#shared/model/reports/tie-out.ts";
import { lookAtClose, readBoard, refreshBoard } from "./close-board.ts";
import { closeTemplate, withClose } from "./close-question.ts";
import { closeRules } from "./close-rules.ts";
import { disposalOf, moveOfClose, setOfPeriod } from "./moves.ts";
import { signedOff } from "./sign-off-proof.ts";
import { sendOverrides } from "./waiting-overrides.ts";

const period = shortId.describe("Period (ID, label or month, such as 2026-10)");
const ofPeriod = z.object({ clientId, period });
const status = periodShape.shape.status;
const newStatus = status.describe("New status of the period");

/** The close of a client's periods: checklist, state, sign-offs and post-close changes. */
export const closeOperations = [
  query("close.templates", {
    summary: "List the checklist templates; the first is the default",
    input: z.object({}),
    output: z.array(closeTemplateView),
    runs: "core",
    perform: async ({ closeTemplates }) =>
      ok((closeTemplates ?? []).map(({ id, version, title, tasks }) => ({ id, version, title, tasks: tasks.length }))),
  }),

  query("close.status", {
    summary: "Show a period's checklist with the evidence for each task",
    input: ofPeriod,
    output: statusShape,
    runs: "core",
    perform: async (context, input) => {
      const looked = await lookAtClose(context, input);
      if (!looked.ok) return looked;
      // The dashboard and the inbox count the same tasks: they must not say anything else beside this.
      if (looked.value.board === "changed") context.publish("clients.changed", { clientIds: [input.clientId] });
      return ok(looked.value.status);
    },
  }),

  // What was read since is looked at again afterwards (`later`, told by `clients.changed`), before the answer (`now`), or not at all.
  query("close.board", {
    summary: "Show every client's close, most urgent first",
    input: z.object({ refresh: z.enum(["none", "later", "now"]).default("later") }),
    output: z.object({ rows: z.array(closeBoardRow), today: calendarDateString }),
    runs: "core",
    perform: async (context, { refresh }) => {
      const board = await readBoard(context);
      if (!board.ok || refresh === "none") return board;
      const refreshed = refreshBoard(context, board.value.rows);
      if (refresh === "later") refreshed.catch((error: unknown) => context.log.error("close.defect", error));
      else await refreshed;
      return refresh === "later" ? board : readBoard(context);
    },
  }),

  // A period of the ledger keeps its own state; the close has one beside it. A closed period is a lock of Tieout's either way.
  command("close.move", {
    summary: "Start, cancel or finish a period's close, or reopen the period. Reopening needs a reason, and so does closing with open work",
    input: ofPeriod.extend({
      status: newStatus,
      why: why.optional(),
      template: shortId.optional().describe("ID of the checklist template to use"),
    }),
    output: done.extend({ periodId: z.string(), from: status, status, ledgerLock: statusShape.shape.ledgerLock }),
    runs: "core",
    signs: ({ status: to }) => to === "closed" || to === "reopened",
    perform: moveOfClose,
    command: {
      verb: "close set",
      lines: ({ periodId, from, status: to, ledgerLock }) => [
        `${periodId}: ${from.replace("_", " ")} → ${to.replace("_", " ")}`,
        ...(to === "closed" ? [ledgerLock.message] : []),
      ],
    },
  }),

  command("periods.set", {
    summary: "Set the status of a period: start, cancel or finish its close, or reopen the period",
    input: ofPeriod.extend({ status: newStatus, why: z.string().trim().max(2000).optional().describe("Reason") }),
    output: done.extend({ periodId: z.string(), from: status, status }),
    runs: "core",
    signs: ({ status: to }) => to === "closed" || to === "reopened",
    perform: setOfPeriod,
    command: {
      verb: "period set",
      lines: ({ periodId, from, status: to }) => [`${periodId}: ${from.replace("_", " ")} → ${to.replace("_", " ")}`],
    },
  }),

  command("close.acceptTieOut", {
    summary: "Accept the result of a tie-out check as of a period's end. If the result changes, it must be accepted again",
    input: ofPeriod.extend({ check: tieOutCheck.describe("Tie-out check"), why }),
    output: done,
    runs: "writer",
    allowed: "reviewer",
    signs: true,
    outdates: ["close", "clients"],
    prepare: async (context) => closeTemplate(context),
    perform: (work, input, template) =>
      withClose(work, input.period, template, (question) =>
        acceptTieOut(work.mirror, {
          ...{ period: question.period, check: input.check, why: input.why },
          ...{ person: work.person, nowMs: work.nowMs },
        }),
      ),
    command: { verb: "close accept", lines: ({ decisionNo }) => [`Accepted (decision ${decisionNo}).`] },
  }),

  // The reviewer is never the preparer.
  command("close.sign", {
    summary: "Sign off on a period as preparer or reviewer",
    input: ofPeriod.extend({ role: signingRole, note: z.string().max(2000).optional().describe("Note") }),
    output: done.extend({ hash: z.string() }),
    runs: "writer",
    allowed: ({ role }) => role,
    signs: true,
    outdates: ["close", "clients"],
    after: afterWork,
    prepare: async (context, { clientId: client, period: named, role }) => {
      const rules = await closeRules(context);
      if (!rules.ok) return rules;
      const signing = { clientId: client, period: named, role, template: rules.value.template };
      if (role === "reviewer") await sendOverrides(context, signing);
      return ok({ ...rules.value, signed: await signedOff(context, signing), withPin: context.people.pinEntered });
    },
    perform: (work, { period: named, role, note }, { template, policy, people, signed, withPin }) =>
      withClose(work, named, template, (question) => {
        const setting = gateSetting(question, work.mirror, sha256);
        const status = closeStatus(setting, template, policy);
        const shown = signedSummary(setting, status);
        const { person, nowMs } = work;
        return signPeriod(setting, { role, note: note ?? null, people, gates: status.gates, shown, person, nowMs, signed, withPin });
      }),
    command: {
      verb: "close sign",
      lines: ({ decisionNo, hash }) => [`Sign-off saved (decision ${decisionNo}). Hash of the figures: ${hash}`],
    },
  }),

  // Oldest period first, then what was found behind the ledger's locks.
  query("close.changes", {
    summary: "List post-close changes with their effect on profit",
    input: z.object({
      clientId,
      period: period.optional(),
      open: z.boolean().optional().describe("Only changes without a decision, or whose transaction changed again after the decision"),
    }),
    output: z.array(closedChange),
    runs: "reader",
    perform: ({ mirror, books, organisation: { entities } }, { period: named, open }) =>
      ok(
        closedChanges(mirror, books)
          .filter(
            ({ periodId, periodLabel, disposition }) =>
              (named === undefined || periodId === named || periodLabel === named) && (open !== true || disposition?.stands !== true),
          )
          .map(({ periodEnd: _periodEnd, ...change }) => ({ ...change, fields: fieldsInWords(mirror, change, entities) })),
      ),
    command: {
      verb: "close changes",
      table: {
        rows: (changes) => changes,
        columns: [
          left("period", 10, (row) => row.periodLabel),
          left("kind", 8, (row) => row.kind),
          left("what", 60, (row) => row.label),
          right("effect on profit", 16, (row) => (row.valued ? negateDecimal(row.result as ClosedChange["result"]) : "not known")),
          left("decision", 30, (row) => decisionText(row.disposition as ClosedChange["disposition"])),
          left("id", 60, (row) => row.id),
        ],
      },
    },
  }),

  command("close.dispose", {
    summary: "Decide on a post-close change: accept it, reopen the period, or mark the change for adjustment",
    input: z.object({
      clientId,
      changeId: z.string().min(1).max(500).describe("ID of the change"),
      verdict: z.enum(["accept", "reopen", "adjust"]).describe("Decision"),
      why,
    }),
    output: done.extend({ reopened: z.boolean() }),
    runs: "core",
    signs: true,
    perform: disposalOf,
    command: {
      verb: "close dispose",
      options: { changeId: "id" },
      lines: ({ decisionNo, reopened }) => [`Saved (decision ${decisionNo})${reopened ? "; the period is reopened" : ""}.`],
    },
  }),
] as const;

function decisionText(disposition: ClosedChange["disposition"]): string {
  return disposition === null ? "" : `${disposition.verdict}${disposition.stands ? "" : " (changed again)"}`;
}
