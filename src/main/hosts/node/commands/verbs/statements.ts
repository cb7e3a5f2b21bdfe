import { aligned } from "#main/hosts/node/output.ts";
import type { OperationInput } from "#main/operations/collection.ts";
import { asOfName, rangeName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { message } from "#shared/language/t.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type {
  Comparison,
  LedgerDetail,
  LedgerDetailRow,
  Statement,
  StatementFacts,
  TrialBalance,
} from "#shared/model/reports/statement.ts";
import type { LaidOutStatement } from "#shared/model/reports/statement-layout.ts";
import { refused, reply } from "../ask.ts";
import { type Command, type CommandRun, EXIT, type ExitStatus, listOption, type OptionValues, textOption } from "../command.ts";
import { dates, oneOf } from "../report-options.ts";

const OPTIONS = { client: "text", from: "text", to: "text", basis: "text", entity: "text" } as const;
const REQUIRED = ["client", "from", "to"] as const;
const ROWS_AT_ONCE = 1000;
const GAP_IDS_MAX = 5;

export const trialBalance: Command = {
  noun: "report",
  verb: "trial-balance",
  summary: "List each account with a balance or activity: opening balance, debits, credits and closing balance",
  asks: ["reports.trialBalance"],
  options: OPTIONS,
  required: REQUIRED,
  run: async (run) => {
    const question = books(run.options);
    if (!question.ok) return refused(run, question.failure);
    const report = await reply(run, "reports.trialBalance", { ...client(run), ...question.value });
    if (!report.ok) return refused(run, report.failure);
    run.output.result(report.value, trialBalanceLines(report.value));
    return EXIT.done;
  },
};

export const profitAndLoss = statement(
  "profit_and_loss",
  "profit-and-loss",
  message("Show income, expenses and net income by account type, with comparisons"),
);
export const balanceSheet = statement(
  "balance_sheet",
  "balance-sheet",
  "Show assets, liabilities and equity as of the date in --to, with current year earnings",
);

export const generalLedger: Command = {
  noun: "report",
  verb: "general-ledger",
  summary: "Show one account's postings, with their transactions and a running balance",
  asks: ["reports.ledgerDetail"],
  options: { ...OPTIONS, account: "text" },
  required: [...REQUIRED, "account"],
  run: async (run) => {
    const question = books(run.options);
    if (!question.ok) return refused(run, question.failure);
    const whole = await wholeLedger(run, { ...question.value, accountId: textOption(run.options, "account") as string });
    if (!whole.ok) return refused(run, whole.failure);
    run.output.result(whole.value, ledgerLines(whole.value));
    return EXIT.done;
  },
};

function statement(kind: Statement["kind"], verb: string, summary: string): Command {
  return {
    noun: "report",
    verb,
    summary,
    asks: ["reports.statement"],
    options: { ...OPTIONS, compare: "list", months: "text" },
    required: REQUIRED,
    help: { compare: "prior-month, prior-year, year-to-date or budget; may be repeated" },
    run: async (run): Promise<ExitStatus> => {
      const question = books(run.options);
      if (!question.ok) return refused(run, question.failure);
      const compare = comparisons(run.options);
      if (!compare.ok) return refused(run, compare.failure);
      const months = monthsAcross(run.options);
      if (!months.ok) return refused(run, months.failure);
      const asked = { ...question.value, kind, compare: compare.value, months: months.value };
      const report = await reply(run, "reports.statement", { ...client(run), ...asked });
      if (!report.ok) return refused(run, report.failure);
      run.output.result(report.value, statementLines(report.value));
      return EXIT.done;
    },
  };
}

type BooksQuestion = Omit<OperationInput<"reports.trialBalance">, "clientId">;

function books(options: OptionValues): Result<BooksQuestion, Failure> {
  const span = dates(options);
  if (!span.ok) return span;
  const basis = oneOf({ basis: "accrual", ...options }, "basis", ["accrual", "cash"]);
  if (!basis.ok) return basis;
  return ok({ ...span.value, basis: basis.value, entityId: textOption(options, "entity") });
}

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  "prior-month": "prior_month",
  "prior-year": "prior_year",
  "year-to-date": "year_to_date",
  budget: "budget",
};

function comparisons(options: OptionValues): Result<Comparison[], Failure> {
  const names: Comparison[] = [];
  for (const word of listOption(options, "compare")
    .flatMap((given) => given.split(","))
    .filter((part) => part !== "")) {
    const name = COMPARISONS[word.trim()];
    if (name === undefined)
      return fail({ code: "invalid_input", message: `--compare takes any of ${Object.keys(COMPARISONS).join(", ")}.`, field: "compare" });
    names.push(name);
  }
  return ok(names);
}

/** Months side by side, or undefined where none were asked for. */
function monthsAcross(options: OptionValues): Result<number | undefined, Failure> {
  const text = textOption(options, "months");
  if (text === undefined) return ok(undefined);
  if (/^([1-9]|1[0-2])$/.test(text)) return ok(Number(text));
  return fail({ code: "invalid_input", message: "--months takes a number from 1 to 12.", field: "months" });
}

function client({ options }: CommandRun) {
  return { clientId: textOption(options, "client") as string };
}

/** Every page of the account's ledger as one. */
async function wholeLedger(
  run: CommandRun,
  question: BooksQuestion & { readonly accountId: string },
): Promise<Result<LedgerDetail, Failure>> {
  const rows: LedgerDetailRow[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await reply(run, "reports.ledgerDetail", { ...client(run), ...question, limit: ROWS_AT_ONCE, after });
    if (!page.ok) return page;
    rows.push(...page.value.rows);
    if (page.value.next === null) return ok({ ...page.value, rows });
    after = page.value.next;
  }
}

const SOURCES: Readonly<Record<StatementFacts["source"], string>> = {
  gl_feed: "from the general ledger",
  query: "from the ledger's own totals",
  report: "from the ledger's own report",
  mirror: "from synced transactions",
  reconstructed: "reconstructed from synced transactions",
};

function heading(title: string, { from, to, basis, currency, source, asOf }: StatementFacts): string {
  return `${title}, ${rangeName(from, to)}, ${basis} basis, ${currency}, ${SOURCES[source]}, as of ${asOfName(asOf)}`;
}

function gapLines({ gaps }: StatementFacts): string[] {
  if (gaps.length === 0) return [];
  return ["", "Known gaps in these figures:", ...gaps.map(({ message, recordIds }) => `${message}${idsText(recordIds)}`)];
}

/** The first records of a gap, and how many there are beside them. */
function idsText(recordIds: readonly string[]): string {
  if (recordIds.length === 0) return "";
  const left = recordIds.length - GAP_IDS_MAX;
  return ` ${recordIds.slice(0, GAP_IDS_MAX).join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
}

function trialBalanceLines(report: TrialBalance): string[] {
  const { rows, totals } = report;
  return [
    heading("Trial balance", report),
    ...aligned(
      [
        ["code", "account", "type", "opening", "debit", "credit", "balance"],
        ...rows.map((row) => [
          row.account?.code ?? "",
          row.label,
          row.account?.type ?? "",
          row.opening,
          row.debit,
          row.credit,
          row.balance,
        ]),
        ["", "total", "", "", totals.debit, totals.credit, totals.balance],
      ],
      3,
    ),
    ...gapLines(report),
  ];
}

function statementLines(report: LaidOutStatement): string[] {
  return [
    heading(report.kind === "profit_and_loss" ? "Profit and loss" : "Balance sheet", report),
    ...aligned(
      [
        ["code", "", ...report.columns.map(({ name }) => name.replaceAll("_", " "))],
        ["", "", ...report.columns.map(({ from, to }) => (report.kind === "balance_sheet" ? to : `${from}..${to}`))],
        // A heading without figures still needs its cells.
        ...report.lines.map(({ account, label, amounts }) => [
          account?.code ?? "",
          label,
          ...report.columns.map((_, at) => amounts[at] ?? ""),
        ]),
      ],
      2,
    ),
    ...gapLines(report),
  ];
}

function ledgerLines(report: LedgerDetail): string[] {
  const { account, opening, closing, rows } = report;
  return [
    heading(`General ledger for ${account?.code ?? ""} ${account?.name ?? ""}`, report),
    ...aligned(
      [
        ["date", "transaction", "number", "contact", "description", "debit", "credit", "balance"],
        [report.from, "", "", "", "opening", "", "", opening],
        ...rows.map((row) => [
          row.date,
          row.documentId ?? "",
          row.number ?? "",
          row.contact ?? "",
          (row.description ?? "").slice(0, 60),
          row.debit,
          row.credit,
          row.balance,
        ]),
        [report.to, "", "", "", "closing", "", "", closing],
      ],
      5,
    ),
    ...gapLines(report),
  ];
}
