import { z } from "zod";
import { left, right } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { sha256 } from "#main/store/database/hash.ts";
import { explainAndSign, explainRow, returnRow, signBelow, signRow } from "#main/store/flux/flux-acts.ts";
import { fluxDrivers } from "#main/store/flux/flux-drivers.ts";
import { fluxFigures } from "#main/store/flux/flux-figures.ts";
import { fluxReview } from "#main/store/flux/flux-review.ts";
import { listThresholds, namedThresholds, setThreshold, standardLimits } from "#main/store/flux/flux-thresholds.ts";
import { revertDecision } from "#main/store/work/undo-decision.ts";
import { decided } from "#shared/contract/close/reviews.ts";
import { clientId, day, done, shortId, signingRole, why } from "#shared/contract/fields.ts";
import {
  fluxDrivers as driversView,
  type FluxDriver,
  type FluxDrivers,
  type FluxReview,
  type FluxRow,
  fluxReview as reviewView,
} from "#shared/contract/reports/flux.ts";
import { dayName } from "#shared/kernel/readable.ts";
import { fail, ok } from "#shared/kernel/result.ts";
import { FLUX_STATUS_LABELS, fluxTrendLabel } from "#shared/model/labels/status-labels.ts";
import { accountRisk, type FluxComparison, fluxSection, fluxThreshold } from "#shared/model/reports/flux.ts";
import { actOf, ofReview, ofRow, reviewOptions, rowOptions, withQuestion } from "./flux-question.ts";
import { comparisonWords, scopeWords } from "./threshold-words.ts";

/** Whether a contact is on one side of the comparison only. */
const PRESENCE = { both: "", new: " (not in the comparison period)", absent: " (only in the comparison period)" } as const;

/** Flux analysis: what changed, why, and who signed off. */
export const fluxOperations = [
  query("flux.list", {
    summary: "Compare a period with earlier figures or the budget, and show the changes, thresholds reached and review status",
    input: ofReview,
    output: reviewView,
    runs: "reader",
    perform: (work, input) =>
      withQuestion(work, input, (question) => ok({ clientId: input.clientId, ...fluxReview(work.mirror, question, sha256).review })),
    command: {
      verb: "flux list",
      options: reviewOptions,
      table: {
        rows: (review) => review.rows,
        whole: true,
        columns: [
          left("account", 34, (row) => `${(row.account as FluxRow["account"])?.code ?? ""} ${row.label}`.trim()),
          right("current", 16, (row) => row.current),
          right("compared", 16, (row) => row.comparative ?? "n/a"),
          right("change", 16, (row) => row.change ?? "n/a"),
          right("%", 8, (row) => (row.change === null ? "n/a" : (row.percent ?? "n/m"))),
          left("status", 26, (row) => FLUX_STATUS_LABELS[row.status as FluxRow["status"]]),
          left("trend", 24, (row) => fluxTrendLabel(row as unknown as FluxRow)),
          left("threshold", 70, (row) => ((row.rule as FluxRow["rule"]).fired ? (row.rule as FluxRow["rule"]).words : "")),
          left("changed since sign-off", 60, (row) => movedBy(row.stamps as FluxRow["stamps"])),
        ],
        after: ({ progress, unavailable }) =>
          unavailable ?? [
            `Accounts that need an explanation: ${progress.explained} of ${progress.material} explained, ${progress.signed} signed off.`,
            `Accounts to sign off again: ${progress.stale}.`,
          ],
      },
    },
  }),

  query("flux.drivers", {
    summary: "Show the transactions, contacts and dimensions behind one account's change",
    input: ofRow.extend({ limit: z.number().int().min(1).max(200).default(20).describe("Maximum number of rows in each list") }),
    output: driversView,
    runs: "reader",
    perform: (work, { accountId, limit, ...review }) =>
      withQuestion(work, review, (question) => {
        const drivers = fluxDrivers(work.mirror, { ...question, accountId, limit });
        return drivers === null
          ? fail({ code: "not_found", message: `Account ${accountId} isn't part of this comparison.`, field: "accountId" })
          : ok(drivers);
      }),
    command: {
      verb: "flux drivers",
      options: rowOptions,
      lines: driverLines,
    },
  }),

  command("flux.explain", {
    summary: "Explain an account's change, with transactions as evidence",
    input: ofRow.extend({
      text: z.string().trim().min(1, "write an explanation").max(5000).describe("Text of the explanation"),
      documentIds: z
        .array(shortId)
        .max(100)
        .default([])
        .describe("ID of a transaction that supports the explanation. For several, repeat the option"),
      sign: z.boolean().default(false).describe("Also sign off as preparer"),
    }),
    output: done.extend({ signedNo: z.number().int().nullable() }),
    runs: "writer",
    signs: ({ sign }) => sign,
    outdates: ["close"],
    prepare: async ({ people }) => ok({ withPin: people.pinEntered }),
    perform: (work, { sign, ...input }, { withPin }) =>
      withQuestion(work, input, (question) => {
        const act = { ...actOf(work), ...input, question, withPin };
        return sign ? explainAndSign(work.mirror, act, sha256) : withoutSignature(explainRow(work.mirror, act, sha256));
      }),
    command: {
      verb: "flux explain",
      options: { ...rowOptions, documentIds: "document" },
      lines: ({ decisionNo, signedNo }) => [
        `Explanation saved (decision ${decisionNo}).`,
        ...(signedNo === null ? [] : [`Signed off as preparer (decision ${signedNo}).`]),
      ],
    },
  }),

  // The preparer's sign-off makes a row ready for review, the reviewer's completes it. They are never one person.
  command("flux.sign", {
    summary: "Sign off on one account as preparer or reviewer",
    input: ofRow.extend({ role: signingRole }),
    output: done.extend({ hash: z.string() }),
    runs: "writer",
    allowed: ({ role }) => role,
    signs: true,
    outdates: ["close"],
    prepare: async ({ people }) => ok({ withPin: people.pinEntered }),
    perform: (work, { accountId, role, ...review }, { withPin }) =>
      withQuestion(work, review, (question) => signRow(work.mirror, { ...actOf(work), question, accountId, role, withPin }, sha256)),
    command: {
      verb: "flux sign",
      options: rowOptions,
      lines: ({ hash, decisionNo }) => [`Sign-off saved (decision ${decisionNo}). Hash of the figures: ${hash}`],
    },
  }),

  command("flux.signBelow", {
    summary: "Sign off on every account below its threshold",
    input: ofReview.extend({ role: signingRole }),
    output: z.object({ signed: z.number().int(), left: z.number().int() }),
    runs: "writer",
    allowed: ({ role }) => role,
    signs: true,
    outdates: ["close"],
    prepare: async ({ people }) => ok({ withPin: people.pinEntered }),
    perform: (work, { role, ...review }, { withPin }) =>
      withQuestion(work, review, (question) => signBelow(work.mirror, { ...actOf(work), question, role, withPin }, sha256)),
    command: {
      verb: "flux sign-below",
      options: reviewOptions,
      lines: ({ signed, left: skipped }, { role }) => [
        `Accounts below their thresholds: ${signed} signed off as ${role}, ${skipped} skipped.`,
        ...(skipped === 0
          ? []
          : [
              role === "preparer"
                ? "A skipped account already has this sign-off or was returned."
                : "A skipped account was returned, was explained or prepared by you, needs the preparer's sign-off first, or has a sign-off that hasn't reached the firm's server yet.",
            ]),
      ],
    },
  }),

  command("flux.return", {
    summary: "Return an account to its preparer, with the reason",
    input: ofRow.extend({ why }),
    output: done,
    runs: "writer",
    allowed: "reviewer",
    outdates: ["close"],
    perform: (work, { accountId, why: reason, ...review }) =>
      withQuestion(work, review, (question) => returnRow(work.mirror, { ...actOf(work), question, accountId, why: reason }, sha256)),
    command: { verb: "flux return", options: rowOptions, lines: ({ decisionNo }) => [`Returned to preparer (decision ${decisionNo}).`] },
  }),

  query("flux.thresholds", {
    summary: "List thresholds. If you name a period, also show its default threshold, for accounts that no other threshold covers",
    input: z.object({ clientId, period: shortId.optional().describe("Period whose default threshold is shown") }),
    output: z.object({
      // Of one account's threshold, `account` has the code and name; null for other scopes, and for an account that was deleted.
      rows: z.array(decided.extend({ ...fluxThreshold.shape, account: z.string().nullable() })),
      standard: fluxThreshold.pick({ amount: true, percent: true, join: true }).nullable(),
    }),
    runs: "reader",
    perform: (work, { clientId: id, period }) => {
      const rows = namedThresholds(work.mirror);
      if (period === undefined) return ok({ rows, standard: null });
      return withQuestion(work, { clientId: id, period, comparison: "prior_month", trailing: 6 }, (question) =>
        ok({ rows, standard: standardLimits(fluxFigures(work.mirror, question), question.books.baseCurrency) }),
      );
    },
    command: {
      verb: "flux thresholds",
      table: {
        rows: ({ rows }) => rows,
        whole: true,
        columns: [
          right("number", 6, (row) => row.decisionNo),
          left("applies to", 40, (row) => scopeWords(row as Parameters<typeof scopeWords>[0])),
          right("amount", 14, (row) => row.amount),
          right("percent", 8, (row) => row.percent),
          left("join", 4, (row) => row.join),
          left("compared with", 26, (row) => comparisonWords(row.comparison as FluxComparison | null)),
          left("from", 10, (row) => row.effectiveFrom),
          left("set by", 24, (row) => row.person),
        ],
        after: ({ standard }) => (standard === null ? null : `Default threshold: ${standard.percent}% ${standard.join} ${standard.amount}`),
      },
    },
  }),

  command("flux.setThreshold", {
    summary: "Set a threshold: how large a change must be to need an explanation",
    input: z.object({
      clientId,
      ...fluxThreshold.shape,
      scope: fluxThreshold.shape.scope.describe(
        "What the threshold applies to: profit_and_loss, balance_sheet, a section (such as operating_expenses), a risk (such as risk:high), an account type (type:TYPE) or an account (ID or code)",
      ),
      // Each may be left out: the other one then decides alone.
      amount: fluxThreshold.shape.amount.default(null).describe("Smallest amount of change that needs an explanation, such as 1250.00"),
      percent: fluxThreshold.shape.percent.default(null).describe("Smallest percentage of change that needs an explanation, such as 10"),
      join: fluxThreshold.shape.join
        .default("and")
        .describe("“and” if a change must reach both the amount and the percentage, “or” if either is enough"),
      comparison: fluxThreshold.shape.comparison.describe("Comparison that the threshold applies to. By default, all comparisons"),
      effectiveFrom: day.describe("The threshold applies to periods that end on or after this day"),
    }),
    output: done,
    runs: "writer",
    outdates: ["close"],
    perform: (work, { clientId: _client, ...threshold }) => setThreshold(work.mirror, { ...actOf(work), threshold }),
    command: {
      verb: "flux set-threshold",
      options: { scope: { option: "for", read: readScope }, comparison: "against", effectiveFrom: "from" },
      lines: ({ decisionNo }) => [`Threshold ${decisionNo} set.`],
    },
  }),

  command("flux.removeThreshold", {
    summary: "Remove a threshold",
    input: z.object({ clientId, decisionNo: z.number().int().describe("Threshold number") }),
    output: done,
    runs: "writer",
    outdates: ["close"],
    perform: (work, { decisionNo }) => {
      if (!listThresholds(work.mirror).some((row) => row.decisionNo === decisionNo))
        return fail({ code: "not_found", message: `No threshold has the number ${decisionNo}.`, field: "decisionNo" });
      revertDecision(work.mirror.db, { ...actOf(work), decisionNo, outright: true });
      return ok({ decisionNo });
    },
    command: { verb: "flux remove-threshold", options: { decisionNo: "threshold" }, lines: () => ["Threshold removed."] },
  }),
] as const;

function withoutSignature(explained: ReturnType<typeof explainRow>) {
  return explained.ok ? ok({ ...explained.value, signedNo: null }) : explained;
}

/** `profit_and_loss`, `balance_sheet`, a section such as `operating_expenses`, `risk:high`, `type:NAME`, or an account. */
function readScope(text: string) {
  if (text === "profit_and_loss" || text === "balance_sheet") return ok({ kind: "statement", statement: text });
  const section = fluxSection.safeParse(text);
  if (section.success) return ok({ kind: "section", section: section.data });
  const risk = accountRisk.safeParse(text.replace(/^risk:/, ""));
  if (risk.success) return ok({ kind: "risk", risk: risk.data });
  return ok(text.startsWith("type:") ? { kind: "account_type", accountType: text.slice(5) } : { kind: "account", accountId: text });
}

function movedBy(stamps: FluxReview["rows"][number]["stamps"]): string {
  const stale = stamps.find((stamp) => stamp.stale);
  if (stale === undefined) return "";
  return `was ${stale.current}: ${stale.movedBy.map(({ label, difference }) => `${label} ${difference ?? ""}`.trim()).join("; ")}`;
}

function driverLines({ parties, partyCount, dimensions, documents, documentCount, countAndPrice }: FluxDrivers): string[] {
  const { byCount, byAverage, comparativeCount } = countAndPrice;
  // A budget or a balance has no transactions to compare with.
  const isOneSided = comparativeCount === 0;
  const words = ({ label, change, presence }: FluxDriver) => `${label}: ${change}${isOneSided ? "" : PRESENCE[presence]}`;
  return [
    largestOf("Contacts", parties.length, partyCount),
    ...parties.map((party) => `${words(party)} ${party.documentIds.join(" ")}`),
    ...dimensions.flatMap(({ dimension, values, valueCount }) => [largestOf(dimension, values.length, valueCount), ...values.map(words)]),
    largestOf("Transactions", documents.length, documentCount),
    ...documents.map(({ label, date, amount, side }) => `${side}: ${label}, ${dayName(date)}: ${amount}`),
    ...(isOneSided ? [] : [`Of the change, ${byCount} comes from the number of transactions, and ${byAverage} from their average amount`]),
  ];
}

/** A heading, which says so where only the largest entries are listed. */
function largestOf(heading: string, shown: number, count: number): string {
  return shown < count ? `${heading} (largest ${shown} of ${count})` : heading;
}
