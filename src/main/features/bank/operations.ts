import { z } from "zod";
import { findPeriod } from "#main/features/periods/find-period.ts";
import type { ClientWork } from "#main/operations/client-work.ts";
import { left, right } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { findBankAccount } from "#main/store/bank/bank-accounts.ts";
import { bankRules, keepRule } from "#main/store/bank/bank-decisions.ts";
import { type AccountFacts, accountFacts, bankAccountRows, bankReconciliation, bankWork } from "#main/store/bank/bank-work.ts";
import { acceptExact, makeMatches, tryRule } from "#main/store/bank/make-matches.ts";
import { listDecisions } from "#main/store/records/decision-store.ts";
import { revertDecision } from "#main/store/work/undo-decision.ts";
import {
  bankAccountRow,
  bankReconciliation as bankReconciliationView,
  bankRule,
  bankWork as bankWorkView,
  matchToMake,
  ruleTrial,
  storedBankRule,
} from "#shared/contract/close/bank.ts";
import { clientId, done, shortId } from "#shared/contract/fields.ts";
import { counted } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Period } from "#shared/model/books/period.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { lineRows, reconciliationLines, suggestionRows } from "./bank-tables.ts";

const ofPeriod = z.object({ clientId, period: shortId.describe("Period (ID, label or month, such as 2026-10)") });
const accountId = shortId.describe("Bank or card account (ID, code or name)");
const ofAccount = ofPeriod.extend({ accountId });
const ACCOUNT = { accountId: "account" } as const;
const made = z.object({ decisionNos: z.array(z.number().int()).readonly() });

/** Every line is matched, and only fees aren't in the books. */
const isFeesOnly = ({ state, toMatch }: Readonly<Record<string, unknown>>) => state === "to_match" && toMatch === 0;

/** Bank and card accounts: statement lines, what they belong to, and the reconciliation that follows. */
export const bankOperations = [
  query("bank.accounts", {
    summary: "List bank and card accounts with the progress of their reconciliation",
    input: ofPeriod,
    output: z.array(bankAccountRow),
    runs: "reader",
    perform: (work, { period }) => inPeriod(work, period, (found) => ok(bankAccountRows(settingOf(work, found)))),
    command: {
      verb: "bank accounts",
      table: {
        rows: (accounts) => accounts,
        columns: [
          left("code", 8, (row) => row.code),
          left("account", 30, (row) => row.name),
          left("currency", 8, (row) => row.currency),
          right("books", 14, (row) => row.books),
          right("statement", 14, (row) => row.statement),
          right("difference", 12, (row) => row.difference),
          right("matched", 8, (row) => row.matched),
          right("lines", 6, (row) => row.lines),
          left("state", 20, (row) => (isFeesOnly(row) ? "fees to enter" : String(row.state).replaceAll("_", " "))),
        ],
      },
    },
  }),

  query("bank.work", {
    summary: "Show a bank account's statement lines, transactions, matches and suggestions for a period",
    input: ofAccount,
    output: bankWorkView,
    runs: "reader",
    perform: (work, input) => withAccount(work, input, (facts, period) => ok(bankWork(settingOf(work, period), facts))),
    command: {
      verb: "bank lines",
      options: ACCOUNT,
      table: {
        rows: lineRows,
        whole: true,
        columns: [
          left("line", 22, (row) => row.lineId),
          left("date", 10, (row) => row.date),
          right("amount", 14, (row) => row.amount),
          left("text", 40, (row) => row.text),
          left("state", 22, (row) => row.state),
        ],
      },
    },
  }),

  query("bank.suggest", {
    summary: "Suggest which statement lines and transactions belong together, with scores and reasons",
    input: ofAccount,
    output: bankWorkView.shape.suggestions,
    runs: "reader",
    perform: (work, input) => withAccount(work, input, (facts, period) => ok(bankWork(settingOf(work, period), facts).suggestions)),
    command: {
      verb: "bank suggest",
      options: ACCOUNT,
      table: {
        rows: suggestionRows,
        columns: [
          right("score", 5, (row) => row.score),
          left("level", 8, (row) => row.level),
          left("lines", 44, (row) => row.lines),
          left("transactions", 60, (row) => row.records),
          left("why", 60, (row) => row.why),
        ],
      },
    },
  }),

  command("bank.match", {
    summary:
      "Match statement lines with transactions that add up to the same amount, or that exceed it by a fee that a matching rule allows",
    input: z.object({ clientId, accountId, matches: z.array(matchToMake).min(1).max(1000) }),
    output: made,
    runs: "writer",
    outdates: ["close"],
    perform: (work, input) =>
      withFacts(work, input.accountId, (facts) => {
        const matched = makeMatches(work.mirror, facts, input.matches, actOf(work));
        return matched.ok ? ok({ decisionNos: matched.value }) : matched;
      }),
  }),

  // The command line has one match a call; the window sends several.
  command("bank.matchOne", {
    summary:
      "Match statement lines with transactions that add up to the same amount, or that exceed it by a fee that a matching rule allows",
    input: z.object({
      clientId,
      accountId,
      lines: matchToMake.shape.lineIds.describe("ID of a statement line; may be repeated"),
      transactions: matchToMake.shape.recordIds.describe("ID of a transaction or payment; may be repeated"),
      rule: z.string().max(120).optional().describe("Name of the matching rule that allows a fee"),
      note: z.string().trim().max(2000).optional().describe("Note"),
    }),
    output: done,
    runs: "writer",
    outdates: ["close"],
    perform: (work, input) =>
      withFacts(work, input.accountId, (facts) => {
        const { lines, transactions, note, rule } = input;
        const match = { lineIds: lines, recordIds: transactions, ...(note === undefined ? {} : { note }) };
        const matched = makeMatches(
          work.mirror,
          facts,
          [{ ...match, ...(rule === undefined ? {} : { ruleId: rule.toLowerCase() }) }],
          actOf(work),
        );
        return matched.ok ? ok({ decisionNo: matched.value[0] as number }) : matched;
      }),
    command: {
      verb: "bank match",
      options: { ...ACCOUNT, lines: "line", transactions: "transaction" },
      lines: ({ decisionNo }, { clientId: client }) => [
        `Matched. To undo it: tieout bank unmatch --client ${client} --match ${decisionNo}`,
      ],
    },
  }),

  command("bank.accept", {
    summary: "Accept all of an account's clear matches through the end of a period: same amount, and no other fits equally well",
    input: ofAccount,
    output: made,
    runs: "writer",
    outdates: ["close"],
    perform: (work, input) =>
      withAccount(work, input, (facts, period) => {
        const accepted = acceptExact(work.mirror, facts, period.end, actOf(work));
        return accepted.ok ? ok({ decisionNos: accepted.value }) : accepted;
      }),
    command: {
      verb: "bank accept",
      options: ACCOUNT,
      lines: ({ decisionNos }) => [`${counted(decisionNos.length, "clear match", "clear matches")} accepted.`],
    },
  }),

  command("bank.unmatch", {
    summary: "Undo matches, so that their statement lines and transactions are open again",
    input: z.object({
      clientId,
      decisionNos: z.array(z.number().int().positive()).min(1).max(100_000).describe("Match number; may be repeated"),
    }),
    output: z.object({ undone: z.number().int() }),
    runs: "writer",
    outdates: ["close"],
    perform: (work, { decisionNos }) => {
      const standing = new Set(listDecisions(work.mirror.db, "bank_match").map(({ decisionNo }) => decisionNo));
      const unknown = decisionNos.find((decisionNo) => !standing.has(decisionNo));
      if (unknown !== undefined)
        return fail({ code: "not_found", message: `Match ${unknown} doesn't exist or was already undone.`, field: "decisionNos" });
      for (const decisionNo of decisionNos) revertDecision(work.mirror.db, { ...actOf(work), decisionNo });
      return ok({ undone: new Set(decisionNos).size });
    },
    command: {
      verb: "bank unmatch",
      options: { decisionNos: { option: "match", read: numberOf } },
      lines: ({ undone }) => [undone === 1 ? "1 match undone." : `${undone} matches undone.`],
    },
  }),

  query("bank.statement", {
    summary: "Show an account's bank reconciliation: balance per books, outstanding items, balance per statement and difference",
    input: ofAccount,
    output: bankReconciliationView,
    runs: "reader",
    perform: (work, input) => withAccount(work, input, (facts, period) => ok(bankReconciliation(facts, period.end))),
    command: { verb: "bank statement", options: ACCOUNT, lines: reconciliationLines },
  }),

  query("bank.rules", {
    summary: "List an account's matching rules",
    input: z.object({ clientId, accountId }),
    output: z.array(storedBankRule),
    runs: "reader",
    perform: (work, input) => withFacts(work, input.accountId, ({ account }) => ok(bankRules(work.mirror, account.accountId))),
    command: {
      verb: "bank rules",
      options: ACCOUNT,
      table: {
        rows: (rules) => rules,
        columns: [
          right("number", 6, (row) => row.decisionNo),
          left("name", 24, (row) => row.name),
          left("line contains", 24, (row) => row.lineContains),
          left("transaction contains", 24, (row) => row.bookContains),
          right("fee %", 6, (row) => row.feePercent),
          right("days", 5, (row) => row.days),
        ],
      },
    },
  }),

  query("bank.tryRule", {
    summary: "Try a matching rule on the statement lines that are open at the end of a period, without saving the rule",
    input: ofAccount.extend(bankRule.shape),
    output: ruleTrial,
    runs: "reader",
    perform: (work, { clientId: _client, period, accountId: named, ...rule }) =>
      withAccount(work, { period, accountId: named }, (facts, found) => ok(tryRule(facts, rule, found.end))),
    command: { verb: "bank try-rule", options: { ...ACCOUNT, days: { read: numberOf } } },
  }),

  command("bank.saveRule", {
    summary: "Save a matching rule, such as a rule for Stripe payouts less fees",
    input: z.object({ clientId, accountId }).extend(bankRule.shape),
    output: done,
    runs: "writer",
    perform: (work, { accountId: named, clientId: _client, ...rule }) =>
      withFacts(work, named, ({ account }) => ok({ decisionNo: keepRule(work.mirror, account.accountId, rule, actOf(work)) })),
    command: {
      verb: "bank rule",
      options: { ...ACCOUNT, days: { read: numberOf } },
      lines: ({ decisionNo }, { clientId: client }) => [
        `Rule saved. To remove it: tieout decision undo --client ${client} --decision ${decisionNo} --outright`,
      ],
    },
  }),
] as const;

export const actOf = ({ person, nowMs }: ClientWork) => ({ person, nowMs });

type FoundPeriod = Pick<Period, "start" | "end">;

function settingOf({ mirror, books }: ClientWork, { start, end }: FoundPeriod) {
  return { reader: mirror, baseCurrency: books.baseCurrency, from: start, asOf: end };
}

function inPeriod<T>({ mirror, yearEnd }: ClientWork, named: string, act: (period: FoundPeriod) => Result<T, Failure>): Result<T, Failure> {
  const period = findPeriod({ mirror, yearEnd }, named);
  return period.ok ? act(period.value) : period;
}

function withAccount<T>(
  work: ClientWork,
  { period, accountId: named }: { readonly period: string; readonly accountId: string },
  act: (facts: AccountFacts, period: FoundPeriod) => Result<T, Failure>,
): Result<T, Failure> {
  return inPeriod(work, period, (found) => withFacts(work, named, (facts) => act(facts, found)));
}

function withFacts<T>({ mirror, books }: ClientWork, named: string, act: (facts: AccountFacts) => Result<T, Failure>): Result<T, Failure> {
  const account = findBankAccount(mirror, named, books.baseCurrency);
  return account.ok ? act(accountFacts(mirror, account.value, books.baseCurrency)) : account;
}

function numberOf(text: string): Result<number, Failure> {
  const value = Number(text);
  return Number.isSafeInteger(value) ? ok(value) : fail({ code: "usage", message: `${text} isn't a whole number.` });
}
