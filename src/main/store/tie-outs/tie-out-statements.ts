import type { AgingSide } from "#main/domain/aging/aging.ts";
import { gapBrief } from "#main/domain/postings/posting-gaps.ts";
import { compareFigures, type Figure, profitIn, type TieOutQuestion, unchecked } from "#main/domain/tie-outs/tie-out.ts";
import { documentsBehind } from "#main/domain/tie-outs/tie-out-documents.ts";
import type { SumsSetting } from "#main/store/accounts/account-sums.ts";
import { mirrorAsOf } from "#main/store/aging/aging.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { statementReport } from "#main/store/statements/statements.ts";
import { type DecimalString, decimal, isZero, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { instantMs } from "#shared/kernel/instant.ts";
import { t } from "#shared/language/t.ts";
import { isCard } from "#shared/model/reports/is-cash.ts";
import type { LedgerReport, LedgerReportKind } from "#shared/model/reports/ledger-report.ts";
import type { Statement, StatementAccount, StatementFacts, TrialBalance } from "#shared/model/reports/statement.ts";
import type { TieOut, TieOutCheck, TieOutDocument, TieOutLine } from "#shared/model/reports/tie-out.ts";
import { accountSuspects, changedSince, firstDay } from "./account-suspects.ts";
import { controlAccounts } from "./aging-tie-out.ts";
import type { CheckSetting, TieOutInput } from "./tie-out-setting.ts";

type Headline = TieOutQuestion["headline"];

/** The trial balance, account by account. The totals shown are the debit balances. */
export function trialBalanceCheck(reader: MirrorReader, setting: CheckSetting): TieOut {
  const statement = setting.trialBalance();
  const debits: Headline = (figures) => sumOf(figures.flatMap(({ amount }) => (amount === null || amount.startsWith("-") ? [] : [amount])));
  return againstReport(reader, setting, "trial_balance", "trial_balance", statement, trialBalanceFigures(statement), debits);
}

/** Income and expenses of the month to date, account by account, and the net income, which is the total shown. */
export function profitAndLossCheck(reader: MirrorReader, setting: CheckSetting): TieOut {
  const statement = statementOf(reader, setting, "profit_and_loss");
  return againstReport(reader, setting, "profit_and_loss", "profit_and_loss", statement, statementFigures(statement), profitIn);
}

/** Assets, liabilities and equity, account by account. The totals shown are the assets. */
export function balanceSheetCheck(reader: MirrorReader, setting: CheckSetting): TieOut {
  const statement = statementOf(reader, setting, "balance_sheet");
  const chart = setting.chart();
  const assets: Headline = (figures) =>
    sumOf(figures.flatMap(({ subjectId, amount }) => (amount !== null && chart.get(subjectId)?.class === "asset" ? [amount] : [])));
  return againstReport(reader, setting, "balance_sheet", "balance_sheet", statement, statementFigures(statement), assets);
}

/** The control accounts of a side, from the ledger's trial balance. */
export function controlCheck(reader: MirrorReader, setting: CheckSetting, side: AgingSide): TieOut {
  const accounts = controlAccounts(reader, side);
  return ofAccounts(
    reader,
    setting,
    `${side}_control`,
    accounts,
    `The ledger doesn't have a control account for ${side === "receivable" ? t("receivables") : t("payables")}.`,
  );
}

/** The bank accounts, from the ledger's bank summary where it has one, else from its trial balance. */
export function bankCheck(reader: MirrorReader, setting: CheckSetting): TieOut {
  const banks = [...setting.chart().values()].filter(({ role }) => role === "bank").map(({ id }) => id);
  const check = ofAccounts(reader, setting, "bank_balances", banks, "These books have no bank account.");
  const { rows } = setting.trialBalance();
  const cards = rows.filter(({ account, balance }) => account?.role === "bank" && isCard(account) && !isZero(balance)).length;
  return cards === 0 ? check : { ...check, cards };
}

function ofAccounts(reader: MirrorReader, setting: CheckSetting, check: TieOutCheck, accounts: readonly string[], none: string): TieOut {
  const statement = setting.trialBalance();
  const facts = { check, from: setting.asOfDate, to: setting.asOfDate, currency: setting.baseCurrency, source: statement.source };
  if (accounts.length === 0) return unchecked("cannot_check", none, { ...facts, asOf: { ours: statement.asOf, ledgers: null } });
  const wanted = new Set(accounts);
  const figures = trialBalanceFigures(statement).filter(({ subjectId }) => wanted.has(subjectId));
  const summary = check === "bank_balances" ? setting.report("bank_summary") : null;
  const total: Headline = (all) => sumOf(all.flatMap(({ amount }) => (amount === null ? [] : [amount])));
  const kind = summary === null ? "trial_balance" : "bank_summary";
  return againstReport(reader, setting, check, kind, statement, figures, total, (id) => wanted.has(id));
}

function againstReport(
  reader: MirrorReader,
  setting: CheckSetting,
  check: TieOutCheck,
  kind: LedgerReportKind,
  statement: StatementFacts,
  ours: readonly Figure[],
  headline: Headline,
  wanted: (subjectId: string) => boolean = () => true,
): TieOut {
  const isSpan = check === "profit_and_loss";
  const facts = { check, from: isSpan ? setting.from : setting.asOfDate, to: setting.asOfDate, currency: setting.baseCurrency };
  const provenance = { ...facts, source: statement.source };
  const asOf = { ours: mirrorAsOf(reader), ledgers: null };
  const report = setting.report(kind);
  const obstacle = missing(setting, kind, report) ?? cannotCompare(statement);
  if (obstacle !== null || report === null)
    return unchecked(obstacle?.outcome ?? "not_run", obstacle?.reason ?? "", { ...provenance, asOf });
  const chart = setting.chart();
  const ledgers = report.amounts
    .filter(({ subjectId, amount }) => wanted(subjectId) && !/^-?0(?:\.0*)?$/.test(amount))
    .map(({ subject, subjectId, amount, currency }): Figure => {
      return { subject, subjectId, label: chart.get(subjectId)?.name ?? subjectId.replaceAll("_", " "), amount, currency };
    });
  return compareFigures({
    ...provenance,
    against: report.method,
    report: kind,
    asOf: { ours: statement.asOf, ledgers: report.fetchedAt },
    ours,
    ledgers,
    headline,
    roundings: sumCounts(statement.gaps.filter(({ code }) => code === "rounding_difference" || code === "currency_difference")),
    lacks: statement.gaps
      .filter(({ code, count }) => code === "not_offered" || (count > 0 && GAPS[code] !== undefined))
      .map((gap) => {
        const brief = gapBrief(gap);
        const { message, count, recordIds } = gap;
        return { message, count, recordIds: recordIds.slice(0, GAP_RECORDS), ...(brief === null ? {} : { brief }) };
      }),
    hasUnplaced: setting.trialBalance().rows.some(({ kind, balance }) => kind === "unknown" && !isZero(balance)),
    explain: explainer(reader, setting, statement, report),
  });
}

function missing(
  { refusals }: CheckSetting,
  kind: LedgerReportKind,
  report: LedgerReport | null,
): { readonly outcome: "cannot_check" | "not_run"; readonly reason: string } | null {
  if (report !== null) return null;
  const refusal = refusals.find((candidate) => candidate.kind === kind);
  if (refusal !== undefined) return { outcome: "cannot_check", reason: refusal.reason };
  return { outcome: "not_run", reason: `Not synced yet: the ledger's ${kind.replaceAll("_", " ")} for this date.` };
}

const UNCOMPARABLE: readonly StatementFacts["gaps"][number]["code"][] = [
  "not_read",
  "basis_not_possible",
  "entity_unknown",
  "entity_not_possible",
];

/** Figures with known gaps aren't compared: the difference would say nothing. */
function cannotCompare({ gaps }: StatementFacts): { readonly outcome: "cannot_check"; readonly reason: string } | null {
  const gap = gaps.find(({ code }) => UNCOMPARABLE.includes(code));
  return gap === undefined ? null : { outcome: "cannot_check", reason: gap.message };
}

/** How many records of a gap are stored with a run; their total count is stored as well. */
const GAP_RECORDS = 50;

/** Gaps that leave out an amount or its account. Rounding and valuation at a rate leave neither out. */
const GAPS: Partial<Record<StatementFacts["gaps"][number]["code"], "no_base_amount" | "reconstruction_gap">> = {
  no_base_amount: "no_base_amount",
  account_unknown: "reconstruction_gap",
};

function explainer(
  reader: MirrorReader,
  setting: CheckSetting,
  { gaps }: StatementFacts,
  { fetchedAt, kind }: LedgerReport,
): (line: TieOutLine) => TieOutDocument[] {
  const ledgersMs = instantMs(fetchedAt);
  let changed: ReadonlySet<string> | null = null;
  const lacking = new Map(
    gaps.flatMap(({ code, recordIds }) => recordIds.flatMap((id) => (GAPS[code] === undefined ? [] : [[id, GAPS[code]]]))),
  );
  return ({ subject, subjectId, difference }) => {
    if (difference === null) return [];
    changed ??= changedSince(reader, ledgersMs);
    const from = kind === "profit_and_loss" ? setting.from : (firstDay(reader) ?? setting.from);
    const accountId = subject === "account" ? subjectId : null;
    const isPosted = accountId !== null || !COMPUTED.includes(subjectId);
    const key = `${accountId} ${isPosted} ${from} ${ledgersMs}`;
    // The same accounts differ in several checks, and searching their postings is expensive.
    const question = { accountId, from, to: setting.asOfDate, setting: sumsSetting(setting), isPosted, lacking, changed };
    const suspects = setting.suspects.get(key) ?? accountSuspects(reader, question, setting.books);
    setting.suspects.set(key, suspects);
    return documentsBehind(suspects, difference, ledgersMs);
  };
}

function sumCounts(gaps: StatementFacts["gaps"]): number {
  return gaps.reduce((sum, { count }) => sum + count, 0);
}

/** Lines calculated from many accounts. */
const COMPUTED: readonly string[] = ["current_earnings", "net_profit", "retained_earnings", "currency_differences"];

function statementOf(reader: MirrorReader, setting: CheckSetting, kind: Statement["kind"]): Statement {
  const { from, asOfDate: to, yearEnd } = setting;
  return statementReport(reader, { ...sumsSetting(setting), kind, from, to, yearEnd, compare: [] });
}

/** The books as every check reads them, on the accrual basis. */
export function sumsSetting(setting: TieOutInput & Pick<CheckSetting, "entityId">): SumsSetting {
  const { baseCurrency, unlistedPostings, entityId } = setting;
  return { basis: "accrual", baseCurrency, unlistedPostings, ...(entityId === undefined ? {} : { entityId }) };
}

function trialBalanceFigures({ rows, currency }: TrialBalance): Figure[] {
  return rows.map(({ account, kind, label, balance }) => figure(account, kind, label, balance, currency));
}

/** Statement rows show income, liabilities and equity as credits; figures are debits positive. */
function statementFigures({ rows, currency, kind }: Statement): Figure[] {
  return rows.flatMap((row) => {
    const amount = row.amounts[0] ?? decimal("0");
    const isCredit = row.section === "revenue" || row.section === "liability" || row.section === "equity" || row.section === "result";
    const net = isCredit ? negateDecimal(amount) : amount;
    if (row.kind === "account") {
      const unnamed = row.section === "equity" ? "retained_earnings" : "unknown";
      return [figure(row.account, unnamed, row.label, net, currency)];
    }
    if (row.kind !== "computed") return [];
    if (kind === "profit_and_loss" && row.section === "result") return [figure(null, "net_profit", row.label, net, currency)];
    return kind === "balance_sheet" && row.section === "equity" ? [figure(null, "current_earnings", row.label, net, currency)] : [];
  });
}

const GATHERING: readonly (string | undefined)[] = ["retained_earnings", "rounding", "exchange_difference"];

function figure(account: StatementAccount, unnamed: string, label: string, amount: DecimalString, currency: string): Figure {
  if (account === null) return { subject: "computed", subjectId: unnamed === "unknown" ? label : unnamed, label, amount, currency };
  const gathers = GATHERING.includes(account.role) ? { gathers: true } : {};
  return { subject: "account", subjectId: account.id, label, amount, currency, ...gathers };
}

function sumOf(amounts: readonly DecimalString[]): DecimalString {
  return sumDecimals([decimal("0"), ...amounts]);
}
