import { z } from "zod";
import { draftOperation } from "#main/domain/bank-matching/draft-operation.ts";
import { type ClientWork, clientStep } from "#main/operations/client-work.ts";
import { command, query } from "#main/operations/operation.ts";
import { findBankAccount } from "#main/store/bank/bank-accounts.ts";
import { keepDraft, lineDrafts } from "#main/store/bank/bank-drafts.ts";
import { feeLine } from "#main/store/bank/bank-fees.ts";
import { type AccountFacts, accountFacts, openItems } from "#main/store/bank/bank-work.ts";
import { draftOptions, settledDocuments } from "#main/store/bank/draft-options.ts";
import { type BankLine, type DraftChoice, draftChoice, draftOptions as draftOptionsView } from "#shared/contract/close/bank.ts";
import { clientId, shortId } from "#shared/contract/fields.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { type JobState, writeJob } from "#shared/model/ledger/write.ts";
import { actOf } from "./operations.ts";

const ofLine = z.object({
  clientId,
  accountId: shortId.describe("Bank or card account (ID, code or name)"),
  lineId: z.string().min(1).max(100).describe("ID of a statement line without a match, or of a matched line with a fee to enter"),
});
type OfLine = z.output<typeof ofLine>;
type Drafting = OfLine & { readonly choice: DraftChoice };

const build = clientStep("bank.buildDraft", "reader", (work: ClientWork, input: Drafting) =>
  withLine(work, input, ({ facts, line, isFee }) => {
    if (isFee && input.choice.kind !== "money")
      return fail({ code: "invalid_input", message: "A fee can only be entered as money spent.", field: "kind" });
    const place = { lineId: line.lineId, isFee };
    const { waiting, actionId } = lineDrafts(work.mirror, facts.account.accountId, place, facts.matches);
    if (waiting !== null)
      return fail({
        code: "already_exists",
        message: `${waiting.title} was already drafted from this statement line.`,
        field: "lineId",
        next: UNSENT.has(waiting.state)
          ? waiting.state === "queued"
            ? "That ledger update is waiting to be sent. To draft another, cancel it."
            : "Send that ledger update, or cancel it to draft another."
          : "Check the result in Ledger updates. Once the transaction is posted, the next sync matches it with the line.",
      });
    const { accountId, currency } = facts.account;
    const settles = settledDocuments(work.mirror, input.choice.documentIds);
    const operation = draftOperation(line, input.choice, { accountId, currency, settles, entityId: entityOf(work, currency) });
    return operation.ok ? ok({ actionId, operation: operation.value }) : operation;
  }),
);

const link = clientStep(
  "bank.linkDraft",
  "writer",
  (work: ClientWork, { jobId, choice, ...input }: Drafting & { readonly jobId: string }) =>
    withLine(work, input, ({ facts, line, isFee }) =>
      ok({ decisionNo: keepDraft(work.mirror, facts.account.accountId, { line, isFee, jobId, choice }, actOf(work)) }),
    ),
);

export const bankDraftSteps = [build, link] as const;

/** Transactions that statement lines show and the books lack, drafted for the write queue. */
export const bankDraftOperations = [
  query("bank.draftOptions", {
    summary: "Show ways to record a statement line: open bills or invoices, transfers, and what was last chosen for the payee",
    input: ofLine,
    output: draftOptionsView,
    runs: "reader",
    perform: (work, input) =>
      withLine(work, input, ({ facts, ...found }) => ok(draftOptions(work.mirror, facts, found, work.books.baseCurrency))),
    command: { verb: "bank options", options: { accountId: "account", lineId: "line" } },
  }),

  // A line has one action id until its draft ends, so that two who draft it at once make one draft. Nothing is sent: the draft is
  // reviewed and posted like any other write, and matches its line once it is in the books.
  command("bank.create", {
    summary:
      "Draft a transaction for a statement line that isn't in the books, or for the fee of a matched line. Once the transaction is posted, Tieout matches it with the line",
    input: ofLine.extend(draftChoice.shape),
    output: writeJob,
    runs: "core",
    perform: async (context, { clientId: client, accountId, lineId, ...choice }, _prepared, { signal }) => {
      const asked = { clientId: client, accountId, lineId, choice };
      const built = await context.perform(build, asked);
      if (!built.ok) return built;
      const { actionId, operation } = built.value;
      const job = await context.writes.submit({ clientId: client, operations: [operation], actionId, draft: true }, signal);
      if (!job.ok) return job;
      const linked = await context.perform(link, { ...asked, jobId: job.value.jobId });
      if (!linked.ok) return linked;
      context.publish("writes.changed", { clientId: client, jobId: job.value.jobId, state: job.value.state });
      return job;
    },
    command: {
      verb: "bank create",
      options: {
        ...{ accountId: "account", lineId: "line", contactId: "contact", targetId: "for" },
        ...{ targetKind: "for-kind", documentIds: "pays" },
      },
      sends: true,
      lines: ({ title, jobId }, { clientId: client }) => [`${title} drafted. To post it: tieout job send --client ${client} --id ${jobId}`],
    },
  }),
] as const;

interface Found {
  readonly facts: AccountFacts;
  /** A line that isn't in the books, or the fee of a matched one as a line. */
  readonly line: BankLine;
  readonly isFee: boolean;
}

function withLine<T>(
  { mirror, books }: ClientWork,
  { accountId, lineId }: Pick<OfLine, "accountId" | "lineId">,
  act: (found: Found) => Result<T, Failure>,
): Result<T, Failure> {
  const account = findBankAccount(mirror, accountId, books.baseCurrency);
  if (!account.ok) return account;
  const facts = accountFacts(mirror, account.value, books.baseCurrency);
  const line = openItems(facts, END).lines.find((one) => one.lineId === lineId);
  if (line !== undefined) return act({ facts, line, isFee: false });
  const fee = feeLine(facts.lines, facts.matches, lineId);
  if (fee !== null) return act({ facts, line: fee, isFee: true });
  return fail({ code: "not_found", message: "This statement line doesn't exist or is already matched.", field: "lineId" });
}

const END = calendarDate("9998-12-31");

/** The ledger hasn't been asked for these yet, so that they can be cancelled. */
const UNSENT: ReadonlySet<JobState> = new Set(["draft", "ready", "queued", "blocked"]);

/** The legal entity that a transaction in a currency is most likely of; undefined where the ledger has only one. */
function entityOf({ organisation }: ClientWork, currency: string): string | undefined {
  const own = organisation.entities.filter(({ active, isElimination }) => active && !isElimination);
  return (own.find((one) => one.currency === currency) ?? own[0])?.id;
}
