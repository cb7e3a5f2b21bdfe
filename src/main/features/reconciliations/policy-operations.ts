import { z } from "zod";
import { left, type OptionForm, right } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { clearItem, keepItemOpen } from "#main/store/reconciliations/items.ts";
import { listPolicies, setPolicies, setPolicy } from "#main/store/reconciliations/policies.ts";
import { type AppliedPolicy, policyRow, type ReconciliationPolicy, reconciliationPolicy } from "#shared/contract/close/reconciliations.ts";
import { clientId, day, done, shortId } from "#shared/contract/fields.ts";
import { fail, ok } from "#shared/kernel/result.ts";
import { actOf, ofAccount, ofPeriod, withPeriod } from "./period-setting.ts";

const itemOf = z.object({ clientId, accountId: shortId.describe("Account ID"), itemId: shortId.describe("ID of the reconciling item") });
const itemOptions = { accountId: "account", itemId: "item" } as const;
const policyOptions = {
  ...{ required: yesOrNo("required"), evidence: yesOrNo("evidence"), automatic: yesOrNo("automatic") },
  ...{ preparer: { read: nameOrNobody }, reviewer: { read: nameOrNobody } },
} as const;
const policyOf = (row: object) => (row as { readonly policy: AppliedPolicy }).policy;

/** How accounts are reconciled, and what becomes of items that are open. */
export const reconciliationPolicyOperations = [
  query("reconciliations.policies", {
    summary: "List the reconciliation policy of every balance-sheet account in a period",
    input: ofPeriod,
    output: z.array(policyRow),
    runs: "reader",
    perform: (work, { period }) => withPeriod(work, period, (setting) => ok(listPolicies(setting, setting.period.end))),
    command: {
      verb: "reconciliation policies",
      table: {
        rows: (accounts) => accounts,
        columns: [
          left("account", 34, (row) => row.label),
          left("required", 8, (row) => (policyOf(row).required ? "yes" : "no")),
          left("type", 13, (row) => policyOf(row).type.replaceAll("_", " ")),
          left("risk", 7, (row) => policyOf(row).risk),
          left("frequency", 10, (row) => policyOf(row).frequency),
          right("tolerance", 10, (row) => policyOf(row).tolerance),
          left("file", 5, (row) => (policyOf(row).evidence ? "yes" : "no")),
          left("automatic", 9, (row) => (policyOf(row).automatic ? "yes" : "no")),
          left("preparer", 16, (row) => policyOf(row).preparer),
          left("reviewer", 16, (row) => policyOf(row).reviewer),
          left("set by", 20, (row) => policyOf(row).set?.person ?? "default"),
        ],
      },
    },
  }),

  // What isn't named stays as it is.
  command("reconciliations.setPolicy", {
    summary: "Set an account's reconciliation policy, starting with a period. Settings you leave out don't change",
    input: ofAccount.extend(reconciliationPolicy.partial().shape),
    output: done,
    runs: "writer",
    allowed: "reviewer",
    outdates: ["close"],
    perform: (work, { clientId: _client, period, accountId, ...given }) =>
      withPeriod(work, period, (setting) =>
        setPolicy(setting, { ...actOf(work), accountId, from: setting.period.start, change: changeOf(given) }),
      ),
    command: {
      verb: "reconciliation set-policy",
      options: { accountId: "account", ...policyOptions },
      lines: ({ decisionNo }) => [`Policy set (decision ${decisionNo}).`],
    },
  }),

  command("reconciliations.setPolicies", {
    summary: "Set the reconciliation policy of several accounts, starting with a period. Settings you leave out don't change",
    input: ofPeriod
      .extend({ accountIds: z.array(shortId).min(1).max(1000).describe("Account (ID or code); may be repeated") })
      .extend(reconciliationPolicy.partial().shape),
    output: z.object({ decisionNos: z.array(z.number().int()) }),
    runs: "writer",
    allowed: "reviewer",
    outdates: ["close"],
    perform: (work, { clientId: _client, period, accountIds, ...given }) =>
      withPeriod(work, period, (setting) =>
        setPolicies(setting, { ...actOf(work), accountIds, from: setting.period.start, change: changeOf(given) }),
      ),
    command: {
      verb: "reconciliation set-policies",
      options: { accountIds: "account", ...policyOptions },
      lines: ({ decisionNos }) => [decisionNos.length === 1 ? "1 policy set." : `${decisionNos.length} policies set.`],
    },
  }),

  command("reconciliations.clearItem", {
    summary: "Clear a reconciling item",
    input: itemOf.extend({
      on: day.describe("Date on which the item cleared"),
      recordId: shortId.optional().describe("ID of the transaction that settled the item"),
      note: z.string().trim().max(2000).optional().describe("Note"),
    }),
    output: done,
    runs: "writer",
    outdates: ["close"],
    perform: (work, { accountId, itemId, on, recordId, note }) =>
      clearItem(work.mirror, { ...actOf(work), accountId, itemId, on, recordId: recordId ?? null, note: note ?? null }),
    command: {
      verb: "reconciliation clear-item",
      options: { ...itemOptions, recordId: "transaction" },
      lines: ({ decisionNo }) => [`Item cleared (decision ${decisionNo}).`],
    },
  }),

  command("reconciliations.keepItem", {
    summary: "Keep a reconciling item open if Tieout cleared it with the wrong transaction",
    input: itemOf.extend({ recordId: shortId.describe("ID of the transaction that doesn't settle the item") }),
    output: done,
    runs: "writer",
    outdates: ["close"],
    perform: (work, { accountId, itemId, recordId }) => keepItemOpen(work.mirror, { ...actOf(work), accountId, itemId, recordId }),
    command: {
      verb: "reconciliation keep-item",
      options: { ...itemOptions, recordId: "transaction" },
      lines: ({ decisionNo }) => [`Tieout won't clear the item with this transaction (decision ${decisionNo}).`],
    },
  }),
] as const;

/** What was named of a policy. */
function changeOf(
  given: { readonly [Key in keyof ReconciliationPolicy]?: ReconciliationPolicy[Key] | undefined },
): Partial<ReconciliationPolicy> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<ReconciliationPolicy>;
}

function yesOrNo(option: string): OptionForm {
  const read: OptionForm["read"] = (text) =>
    text === "yes" || text === "no"
      ? ok(text === "yes")
      : fail({ code: "invalid_input", message: `--${option} must be yes or no.`, field: option });
  return { option, read };
}

function nameOrNobody(text: string) {
  return ok(text.trim() === "" ? null : text);
}
