import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { FluxReview, FluxRow } from "#shared/contract/flux.ts";
import type { MethodInput } from "#shared/contract/index.ts";
import { readDecimal } from "#shared/kernel/decimal.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import { type FluxComparison, fluxComparison } from "#shared/model/flux.ts";
import type { Column } from "../output.ts";
import { ask, given, must } from "./ask.ts";
import { type Command, type CommandRun, listOption, textOption } from "./command.ts";
import { day, oneOf, refused } from "./report-options.ts";

type Row = Readonly<Record<string, unknown>>;
const plain = (title: string, width: number, of: (row: Row) => unknown): Column => ({ title, width, of: (row) => String(of(row) ?? "") });
const right = (title: string, width: number, of: (row: Row) => unknown): Column => ({ ...plain(title, width, of), right: true });

const OF_REVIEW = { client: "text", period: "text", against: "text", trailing: "text" } as const;
const REQUIRED = ["client", "period"] as const;
const OF_ROW = { ...OF_REVIEW, account: "text" } as const;
const ROLES = ["preparer", "reviewer"] as const;

const ROW_COLUMNS: readonly Column[] = [
  plain("account", 34, (row) => `${(row.account as FluxRow["account"])?.code ?? ""} ${row.label}`.trim()),
  right("current", 16, (row) => row.current),
  right("compared", 16, (row) => row.comparative ?? "n/a"),
  right("change", 16, (row) => row.change ?? "n/a"),
  right("%", 8, (row) => (row.change === null ? "n/a" : (row.percent ?? "n/m"))),
  plain("status", 16, (row) => String(row.status).replaceAll("_", " ")),
  plain("flags", 16, (row) => (row.flags as readonly string[]).join(", ")),
  plain("rule", 70, (row) => ((row.rule as FluxRow["rule"]).fired ? (row.rule as FluxRow["rule"]).words : "")),
  plain("moved by", 60, (row) => movedWords(row.stamps as FluxRow["stamps"])),
];
const BUDGET_COLUMNS: readonly Column[] = [
  right("no", 4, (row) => row.budgetNo),
  plain("name", 24, (row) => row.name),
  plain("file", 30, (row) => row.fileName),
  plain("months", 18, (row) => `${row.from ?? ""} to ${row.to ?? ""}`),
  right("accounts", 8, (row) => row.accounts),
  plain("by", 24, (row) => row.person),
];
const THRESHOLD_COLUMNS: readonly Column[] = [
  right("no", 5, (row) => row.decisionNo),
  plain("for", 40, (row) => Object.values(row.scope as object).join(" ")),
  right("amount", 14, (row) => row.amount ?? ""),
  right("percent", 8, (row) => row.percent ?? ""),
  plain("join", 4, (row) => row.join),
  plain("from", 10, (row) => row.effectiveFrom),
  plain("by", 24, (row) => row.person),
];

const looking: readonly Command[] = [
  {
    noun: "flux",
    verb: "list",
    summary: `a period against what --against names (${fluxComparison.options.join(", ")}): changes, rules that fired, status`,
    options: { ...OF_REVIEW, needed: "flag" },
    required: REQUIRED,
    run: (run) =>
      onReview(run, (review) =>
        ask(run, "flux.list", review, (found) => {
          const rows = run.options.needed === true ? found.rows.filter(({ material }) => material) : found.rows;
          if (run.output.json) run.output.result({ ...found, rows }, []);
          else {
            run.output.rows(rows, ROW_COLUMNS);
            run.output.progress(progressWords(found));
          }
        }),
      ),
  },
  {
    noun: "flux",
    verb: "drivers",
    summary: "what the change of one account (--account id or code) is made of, with documents",
    options: { ...OF_ROW, limit: "text" },
    required: [...REQUIRED, "account"],
    run: (run) => {
      const limit = textOption(run.options, "limit");
      return onReview(run, (review) =>
        ask(
          run,
          "flux.drivers",
          { ...review, accountId: must(run.options, "account"), ...(limit === undefined ? {} : { limit: Number(limit) }) },
          (found) => {
            const parties = found.parties.map(
              ({ label, change, presence, documentIds }) => `${label}: ${change} (${presence}) ${documentIds.join(" ")}`,
            );
            const documents = found.documents.map(({ label, amount, side }) => `${side}: ${label} ${amount}`);
            const { byCount, byAverage } = found.countAndPrice;
            run.output.result(found, ["parties", ...parties, "documents", ...documents, `by count ${byCount}, by average ${byAverage}`]);
          },
        ),
      );
    },
  },
];

const acting: readonly Command[] = [
  {
    noun: "flux",
    verb: "explain",
    summary: "explains the change of an account; --document pins one as evidence and may be repeated",
    options: { ...OF_ROW, text: "text", document: "list" },
    required: [...REQUIRED, "account", "text"],
    run: (run) =>
      onReview(run, (review) => {
        const input = {
          ...review,
          accountId: must(run.options, "account"),
          text: must(run.options, "text"),
          documentIds: [...listOption(run.options, "document")],
        };
        return ask(run, "flux.explain", input, (done) => run.output.result(done, [`Explained, decision ${done.decisionNo}.`]));
      }),
  },
  {
    noun: "flux",
    verb: "sign",
    summary: "signs a row as preparer or as reviewer, bound to what it is made of; --below signs all rows below their threshold",
    options: { ...OF_ROW, role: "text", below: "flag" },
    required: [...REQUIRED, "role"],
    run: (run) => {
      const role = oneOf(run.options, "role", ROLES);
      if (!role.ok) return Promise.resolve(refused(run, role.failure));
      return onReview(run, (review) => {
        if (run.options.below === true)
          return ask(run, "flux.signBelow", { ...review, role: role.value }, (done) =>
            run.output.result(done, [`${done.signed} rows signed, ${done.left} left.`]),
          );
        const accountId = textOption(run.options, "account");
        if (accountId === undefined)
          return Promise.resolve(
            refused(run, {
              code: "usage",
              message: "--account is missing, or --below for all rows below their threshold.",
              field: "account",
            }),
          );
        return ask(run, "flux.sign", { ...review, role: role.value, accountId }, (done) =>
          run.output.result(done, [`Signed on ${done.hash}, decision ${done.decisionNo}.`]),
        );
      });
    },
  },
  {
    noun: "flux",
    verb: "return",
    summary: "gives a row back to its preparer, with the reason",
    options: { ...OF_ROW, why: "text" },
    required: [...REQUIRED, "account", "why"],
    run: (run) =>
      onReview(run, (review) =>
        ask(run, "flux.return", { ...review, accountId: must(run.options, "account"), why: must(run.options, "why") }, (done) =>
          run.output.result(done, [`Returned, decision ${done.decisionNo}.`]),
        ),
      ),
  },
];

const thresholds: readonly Command[] = [
  {
    noun: "flux",
    verb: "thresholds",
    summary: "the thresholds that were set, and with --period the default as it comes out",
    options: { client: "text", period: "text" },
    required: ["client"],
    run: (run) =>
      ask(run, "flux.thresholds", { clientId: must(run.options, "client"), ...given(run.options, { period: "period" }) }, (found) => {
        if (run.output.json) return run.output.result(found, []);
        run.output.rows(found.rows, THRESHOLD_COLUMNS);
        run.output.endRows(found.rows.length);
        const { standard } = found;
        if (standard !== null) run.output.progress(`Where none is set: ${standard.percent} % ${standard.join} ${standard.amount}.`);
      }),
  },
  {
    noun: "flux",
    verb: "threshold",
    summary:
      "sets from when a change is material: --for profit_and_loss, balance_sheet, type:NAME or an account; --remove NO takes one back",
    options: { client: "text", for: "text", amount: "text", percent: "text", join: "text", from: "text", remove: "text" },
    required: ["client"],
    run: (run) => {
      const clientId = must(run.options, "client");
      const removed = textOption(run.options, "remove");
      if (removed !== undefined)
        return ask(run, "flux.removeThreshold", { clientId, decisionNo: Number(removed) }, (done) =>
          run.output.result(done, ["Taken back."]),
        );
      const threshold = readThreshold(run);
      if (!threshold.ok) return Promise.resolve(refused(run, threshold.failure));
      return ask(run, "flux.setThreshold", { clientId, ...threshold.value }, (done) =>
        run.output.result(done, [`Set, decision ${done.decisionNo}.`]),
      );
    },
  },
];

const budgets: readonly Command[] = [
  {
    noun: "budget",
    verb: "import",
    summary: "imports a budget from a CSV file or workbook: an account column and a column a month, or month and amount columns",
    options: { client: "text", file: "text", name: "text" },
    required: ["client", "file"],
    run: (run) => {
      const file = must(run.options, "file");
      const read = bytesOf(file);
      if (!read.ok) return Promise.resolve(refused(run, read.failure));
      const fileName = basename(file);
      const input = {
        clientId: must(run.options, "client"),
        name: textOption(run.options, "name") ?? fileName,
        fileName,
        content: read.value,
      };
      return ask(run, "budgets.import", input, (budget) =>
        run.output.result(budget, [
          `Budget ${budget.budgetNo}: ${budget.amounts} amounts of ${budget.accounts} accounts, ${budget.from} to ${budget.to}.`,
        ]),
      );
    },
  },
  {
    noun: "budget",
    verb: "list",
    summary: "lists the budgets that count; for an account and month the latest one",
    options: { client: "text" },
    required: ["client"],
    run: (run) =>
      ask(run, "budgets.list", { clientId: must(run.options, "client") }, (rows) => {
        run.output.rows(rows, BUDGET_COLUMNS);
        run.output.endRows(rows.length);
      }),
  },
  {
    noun: "budget",
    verb: "remove",
    summary: "takes a budget out of every comparison; it stays on record",
    options: { client: "text", budget: "text" },
    required: ["client", "budget"],
    run: (run) =>
      ask(run, "budgets.remove", { clientId: must(run.options, "client"), budgetNo: Number(must(run.options, "budget")) }, (done) =>
        run.output.result(done, [done.removed ? "Removed." : "There is no such budget."]),
      ),
  },
];

/** The variance review and budgets, as commands. */
export const fluxCommands: readonly Command[] = [...looking, ...acting, ...thresholds, ...budgets];

function onReview(
  run: CommandRun,
  go: (review: { clientId: string; period: string; comparison: FluxComparison; trailing?: number }) => ReturnType<Command["run"]>,
) {
  const { options } = run;
  const against =
    textOption(options, "against") === undefined ? ok("prior_month" as const) : oneOf(options, "against", fluxComparison.options);
  if (!against.ok) return Promise.resolve(refused(run, against.failure));
  const trailing = textOption(options, "trailing");
  return go({
    ...{ clientId: must(options, "client"), period: must(options, "period"), comparison: against.value },
    ...(trailing === undefined ? {} : { trailing: Number(trailing) }),
  });
}

function readThreshold({ options }: CommandRun): Result<Omit<MethodInput<"flux.setThreshold">, "clientId">, Failure> {
  const named = textOption(options, "for");
  const effectiveFrom = day(options, "from");
  if (named === undefined) return fail({ code: "usage", message: "--for is missing.", field: "for" });
  if (!effectiveFrom.ok) return effectiveFrom;
  const [amount, percent] = [limitOf(options, "amount"), limitOf(options, "percent")];
  if (!amount.ok) return amount;
  if (!percent.ok) return percent;
  const join = textOption(options, "join") === undefined ? ok("and" as const) : oneOf(options, "join", ["and", "or"]);
  if (!join.ok) return join;
  return ok({ scope: scopeOf(named), amount: amount.value, percent: percent.value, join: join.value, effectiveFrom: effectiveFrom.value });
}

function limitOf(options: CommandRun["options"], name: "amount" | "percent") {
  const text = textOption(options, name);
  const value = text === undefined ? null : readDecimal(text);
  if (text !== undefined && value === null)
    return fail({ code: "invalid_input" as const, message: `--${name}: a decimal numeral.`, field: name });
  return ok(value);
}

function scopeOf(named: string): MethodInput<"flux.setThreshold">["scope"] {
  if (named === "profit_and_loss" || named === "balance_sheet") return { kind: "statement", statement: named };
  return named.startsWith("type:") ? { kind: "account_type", accountType: named.slice(5) } : { kind: "account", accountId: named };
}

function bytesOf(file: string): Result<string, Failure> {
  try {
    return ok(readFileSync(file).toString("base64"));
  } catch (error) {
    return fail({
      code: "invalid_input",
      message: `${file} can not be read: ${error instanceof Error ? error.message : String(error)}`,
      field: "file",
    });
  }
}

function movedWords(stamps: FluxRow["stamps"]): string {
  const stale = stamps.find((stamp) => stamp.stale);
  if (stale === undefined) return "";
  const moved = stale.movedBy.map(({ label, difference }) => `${label} ${difference ?? ""}`.trim());
  return `was ${stale.current}: ${moved.join("; ")}`;
}

function progressWords({ progress, unavailable }: FluxReview): string {
  if (unavailable !== null) return unavailable;
  return `${progress.explained} of ${progress.material} explained, ${progress.signed} signed, ${progress.stale} stale.`;
}
