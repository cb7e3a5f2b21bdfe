import { z } from "zod";
import { firmPolicy } from "#main/features/close/close-rules.ts";
import { left } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { periodReconciliations } from "#main/store/close/reconciliation-standing.ts";
import { returnReconciliation, signReconciliation, signReconciliations } from "#main/store/close/sign-reconciliations.ts";
import { reconciliationStanding, type SignOffBlock, signOffBlock } from "#shared/contract/close/reconciliations.ts";
import { done, shortId, signingRole, why } from "#shared/contract/fields.ts";
import { counted } from "#shared/kernel/readable.ts";
import { ok } from "#shared/kernel/result.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { actOf, ofAccount, ofPeriod, progressLine, withPeriod } from "./period-setting.ts";

const count = z.number().int();

/** As the totals below count: nobody prepared or reviewed what Tieout signed off. */
function signedText(row: Readonly<Record<string, unknown>>, act: "prepared" | "reviewed"): string {
  if (row.automatic === true) return "automatic";
  return row[act] === true ? "yes" : "no";
}

/** Why an account was left out of a bulk sign-off. */
const NOT_SIGNED: Readonly<Record<SignOffBlock, string>> = {
  no_support: "no balance per support, or no bank statement that covers the end of the period",
  difference: "unreconciled difference, or no closing balance on the bank statement",
  needs_file: "file required",
  moved: "balance changed after its support was entered",
  to_match: "bank statement lines or fees to reconcile",
  needs_preparer: "the preparer must sign off first",
  same_person: "you prepared it, so someone else must review it",
  named_person: "the account's policy names someone else to sign off",
  already: "already signed off",
  waiting: "the firm's server hasn't accepted an earlier sign-off yet",
};

/** Sign-offs of reconciliations: the preparer's, then the reviewer's, each bound to what it was given on. */
export const reconciliationSignOperations = [
  query("reconciliations.standing", {
    summary:
      "List a period's balance-sheet accounts: whether each must be reconciled, is prepared or reviewed, or must be signed off again",
    input: ofPeriod,
    output: z.object({
      ...{ required: count, automatic: count, prepared: count, reviewed: count, stale: count },
      accounts: z.array(reconciliationStanding),
    }),
    runs: "reader",
    perform: (work, { period }) =>
      withPeriod(work, period, (setting) => {
        const found = periodReconciliations(setting);
        return ok({ ...found, accounts: [...found.accounts] });
      }),
    command: {
      verb: "reconciliation progress",
      table: {
        rows: ({ accounts }) => accounts,
        whole: true,
        columns: [
          left("account", 34, (row) => row.label),
          left("required", 8, (row) => (row.required ? "yes" : "no")),
          left("state", 23, (row) => codeLabel(String(row.stateName)).toLowerCase()),
          left("prepared", 9, (row) => signedText(row, "prepared")),
          left("reviewed", 9, (row) => signedText(row, "reviewed")),
          left("changed", 7, (row) => (row.stale ? "yes" : "no")),
        ],
        after: progressLine,
      },
    },
  }),

  command("reconciliations.sign", {
    summary: "Sign off on one account's reconciliation as preparer or reviewer",
    input: ofAccount.extend({
      role: signingRole,
      why: why.optional().describe("Reason for signing off in place of the person named in the account's policy"),
    }),
    output: done.extend({ hash: z.string() }),
    runs: "writer",
    allowed: ({ role }) => role,
    signs: true,
    outdates: ["close"],
    prepare: async (context) => {
      const policy = await firmPolicy(context);
      return ok({ policy, personRole: context.people.role, withPin: context.people.pinEntered });
    },
    perform: (work, { period, accountId, role, why: reason }, { withPin, ...rules }) =>
      withPeriod(work, period, (setting) =>
        signReconciliation(setting, { ...actOf(work), accountId, role, withPin, inPlace: { ...rules, why: reason ?? null } }),
      ),
    command: {
      verb: "reconciliation sign",
      options: { accountId: "account" },
      lines: ({ hash, decisionNo }) => [`Sign-off saved (decision ${decisionNo}). Hash of the figures: ${hash}`],
    },
  }),

  command("reconciliations.signAll", {
    summary: "Sign off on several accounts' reconciliations. Accounts that can't be signed off are listed with the reason",
    input: ofPeriod.extend({
      accountIds: z.array(shortId).min(1).max(1000).describe("Account (ID or code); may be repeated"),
      role: signingRole,
    }),
    output: z.object({
      signed: z.array(z.object({ accountId: z.string(), decisionNo: count })),
      left: z.array(z.object({ accountId: z.string(), label: z.string(), why: signOffBlock })),
    }),
    runs: "writer",
    allowed: ({ role }) => role,
    signs: true,
    outdates: ["close"],
    prepare: async ({ people }) => ok({ withPin: people.pinEntered }),
    perform: (work, { period, accountIds, role }, { withPin }) =>
      withPeriod(work, period, (setting) => {
        const done = signReconciliations(setting, { ...actOf(work), accountIds, role, withPin });
        return done.ok ? ok({ signed: [...done.value.signed], left: [...done.value.left] }) : done;
      }),
    command: {
      verb: "reconciliation sign-all",
      options: { accountIds: "account" },
      lines: ({ signed, left: open }) => [
        `${counted(signed.length, "account")} signed off, ${open.length} not signed off.`,
        ...open.map(({ label, why: reason }) => `${label}: ${NOT_SIGNED[reason]}`),
      ],
    },
  }),

  command("reconciliations.return", {
    summary: "Return an account's reconciliation to its preparer, with the reason",
    input: ofAccount.extend({ why }),
    output: done,
    runs: "writer",
    allowed: "reviewer",
    outdates: ["close"],
    perform: (work, { period, accountId, why: reason }) =>
      withPeriod(work, period, (setting) => returnReconciliation(setting, { ...actOf(work), accountId, why: reason })),
    command: {
      verb: "reconciliation return",
      options: { accountId: "account" },
      lines: ({ decisionNo }) => [`Returned to preparer (decision ${decisionNo}).`],
    },
  }),
] as const;
