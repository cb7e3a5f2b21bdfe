import { z } from "zod";
import { afterWork } from "#main/features/work/after-work.ts";
import { left, right } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { readSetting, saveSetting } from "#main/store/clients/firm-settings.ts";
import { closeStatus, gateSetting } from "#main/store/close/close-status.ts";
import { overrideGates } from "#main/store/close/gates/gate-overrides.ts";
import { signedSummary } from "#main/store/close/signed-summary.ts";
import { sha256 } from "#main/store/database/hash.ts";
import { closeGates, closePolicyView, signingPreview } from "#shared/contract/close/close-gates.ts";
import { clientId, shortId, why } from "#shared/contract/fields.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { fail, ok } from "#shared/kernel/result.ts";
import {
  type ClosePolicy,
  closePolicy,
  DEFAULT_CLOSE_POLICY,
  GATE_NOUNS,
  overrideRule,
  signGate,
} from "#shared/model/close/close-gates.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { withClose } from "./close-question.ts";
import { closeRules, POLICY_SETTING, savedPolicy } from "./close-rules.ts";

const ofPeriod = z.object({ clientId, period: shortId.describe("Period (ID, label or month, such as 2026-10)") });

/** What a period's sign-off and closing wait for, and who may answer for it. */
export const closeGateOperations = [
  query("close.gates", {
    summary: "Show the open work that keeps a period from being signed off and closed",
    input: ofPeriod,
    output: closeGates,
    runs: "reader",
    prepare: async (context) => closeRules(context),
    perform: (work, { period }, { template, policy }) =>
      withClose(work, period, template, (question) => ok(closeStatus(gateSetting(question, work.mirror, sha256), template, policy).gates)),
    command: {
      verb: "close gates",
      table: {
        rows: ({ close }) =>
          close.map((row) => ({
            ...row,
            open: row.open.map(({ text, overridden }) => (overridden ? `${text} (overridden)` : text)).join("; "),
            gate: GATE_NOUNS[row.gate][1],
          })),
        columns: [
          left("requirement", 16, (row) => row.gate),
          right("required", 9, (row) => row.required),
          right("done", 6, (row) => row.done),
          right("blocking", 9, (row) => row.blocking),
          left("open", 90, (row) => row.open),
        ],
      },
    },
  }),

  query("close.signing", {
    summary: "Show the figures and open work that a sign-off of the period would cover",
    input: ofPeriod,
    output: signingPreview,
    runs: "reader",
    prepare: async (context) => closeRules(context),
    perform: (work, { period: named }, { template, policy }) =>
      withClose(work, named, template, (question) => {
        const setting = gateSetting(question, work.mirror, sha256);
        const { id, label, end } = question.period;
        return ok({ period: { id, label, end }, summary: signedSummary(setting, closeStatus(setting, template, policy)) });
      }),
    command: { verb: "close signing" },
  }),

  // Covers what is open now, and nothing that opens later.
  command("close.override", {
    summary: "Allow sign-off of a period despite one kind of open work, if the firm's policy permits it",
    input: ofPeriod.extend({ gate: signGate.describe("Requirement to override"), why }),
    output: z.object({ decisionNo: z.number().int() }),
    runs: "writer",
    allowed: "reviewer",
    signs: true,
    outdates: ["close", "clients"],
    after: afterWork,
    prepare: async (context) => closeRules(context),
    perform: (work, { period, gate, why: reason }, { template, policy, role, people }) =>
      withClose(work, period, template, (question) => {
        const { gates } = closeStatus(gateSetting(question, work.mirror, sha256), template, policy);
        const { person, nowMs } = work;
        const asked = gates.sign.filter((one) => one.gate === gate);
        const answer = { why: reason, role, policy, people, person, nowMs };
        const done = overrideGates(work.mirror.db, asked, { periodId: question.period.id, ...answer });
        if (!done.ok) return done;
        const decisionNo = done.value.decisionNos[0];
        if (decisionNo !== undefined) return ok({ decisionNo });
        return fail({ code: "conflict", message: `No open ${GATE_NOUNS[gate][1]} prevent the sign-off.`, field: "gate" });
      }),
    command: { verb: "close override", lines: ({ decisionNo }) => [`Override saved (decision ${decisionNo}).`] },
  }),

  query("close.policy", {
    summary: "Show who may override open work in a close",
    input: z.object({}),
    output: closePolicyView,
    runs: "firmReader",
    perform: ({ firm }) => {
      const saved = savedPolicy.safeParse(readSetting(firm, POLICY_SETTING));
      return ok(saved.success ? closePolicyView.parse(saved.data) : { policy: DEFAULT_CLOSE_POLICY, person: null, at: null });
    },
    command: { verb: "close policy", lines: ({ policy }) => policyLines(policy) },
  }),

  // `before` is what an undo gives back. Gates that aren't named keep their rule.
  command("close.setPolicy", {
    summary:
      "Choose who may override open work in a close, and who may sign off on a reconciliation in place of the preparer or reviewer named in its policy",
    input: z.object({
      tasks: overrideRule.optional().describe("Who may override open checklist tasks"),
      reconciliations: overrideRule.optional().describe("Who may override open reconciliations"),
      flux: overrideRule.optional().describe("Who may override open material changes"),
      reviewNotes: overrideRule.optional().describe("Who may override open review notes"),
      namedPerson: overrideRule.optional().describe("Who may sign off in place of the person named in a reconciliation policy"),
    }),
    output: z.object({ policy: closePolicy, before: closePolicy }),
    runs: "firmWriter",
    allowed: "admin",
    perform: ({ firm, person, nowMs }, { reviewNotes, namedPerson, ...asked }) => {
      const saved = savedPolicy.safeParse(readSetting(firm, POLICY_SETTING));
      const before: ClosePolicy = saved.success ? saved.data.policy : DEFAULT_CLOSE_POLICY;
      const chosen = { ...asked, review_notes: reviewNotes, named_person: namedPerson };
      const policy = closePolicy.parse({
        ...before,
        ...Object.fromEntries(Object.entries(chosen).filter(([, rule]) => rule !== undefined)),
      });
      saveSetting(firm, POLICY_SETTING, { policy, person, at: instantFromMs(nowMs) });
      return ok({ policy, before });
    },
    command: { verb: "close set-policy", lines: ({ policy }) => policyLines(policy) },
  }),
] as const;

const IN_PLACE = "Sign-off in place of a named preparer or reviewer";

function policyLines(policy: ClosePolicy): string[] {
  return Object.entries(policy).map(([gate, rule]) => `${gate === "named_person" ? IN_PLACE : codeLabel(gate)}: ${rule}`);
}
