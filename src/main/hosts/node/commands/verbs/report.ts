import { aligned } from "#main/hosts/node/output.ts";
import type { OperationOutput } from "#main/operations/collection.ts";
import type { AgedDocument } from "#shared/contract/reports/analysis.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { negateDecimal } from "#shared/kernel/decimal.ts";
import { asOfName, dayName, rangeName } from "#shared/kernel/readable.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import { message, t } from "#shared/language/t.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { SPEND_TITLES } from "#shared/model/labels/spend-titles.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { refused, reply } from "../ask.ts";
import { type Command, type CommandRun, EXIT, textOption } from "../command.ts";
import { dates, day, oneOf } from "../report-options.ts";

type AgingReport = OperationOutput<"reports.aging">;
type SpendReport = OperationOutput<"reports.spend">;

const AGING_BUCKETS = ["current", "1-30", "31-60", "61-90", "90+"] as const;
const SIDES = ["receivable", "payable"] as const;
const GROUPINGS = ["total", "account", "party", "dimension"] as const;

export const reportAging: Command = {
  noun: "report",
  verb: "aging",
  summary: message("Show aged receivables or payables as of a date, with their tie-out"),
  asks: ["reports.aging", "reports.agingDocuments"],
  options: {
    client: "text",
    side: "text",
    "as-of": "text",
    entity: "text",
    merged: "flag",
    details: "flag",
    party: "text",
    bucket: "text",
  },
  required: ["client", "side", "as-of"],
  help: {
    details: "Also list the transactions",
    party: message("With --details: only transactions of this customer or vendor (contact ID)"),
    bucket: "With --details: only transactions in this bucket (current, 1-30, 31-60, 61-90 or 90+)",
  },
  run: async (run) => {
    const side = oneOf(run.options, "side", SIDES);
    const asOfDate = day(run.options, "as-of");
    if (!side.ok) return refused(run, side.failure);
    if (!asOfDate.ok) return refused(run, asOfDate.failure);
    const question = { side: side.value, asOfDate: asOfDate.value, merged: run.options.merged === true };
    const entityId = textOption(run.options, "entity");
    if (entityId !== undefined && (question.merged || run.options.details === true)) return refused(run, NOT_OF_ENTITY);
    const asked = { clientId: textOption(run.options, "client") as string, ...question, ...(entityId === undefined ? {} : { entityId }) };
    const report = await reply(run, "reports.aging", asked);
    if (!report.ok) return refused(run, report.failure);
    const details = run.options.details === true ? await agedDocuments(run, question) : ok(null);
    if (!details.ok) return refused(run, details.failure);
    if (details.value === null) run.output.result(report.value, agingLines(report.value));
    else run.output.result({ ...report.value, details: details.value }, [...agingLines(report.value), ...detailLines(details.value)]);
    return EXIT.done;
  },
};

const NOT_OF_ENTITY: Failure = {
  code: "invalid_input",
  message: "--entity can't be combined with --merged or --details.",
  field: "entity",
};

export const reportSpend: Command = {
  noun: "report",
  verb: "spend",
  summary: "Show spend by month: on bills, without a bill, and on purchase orders. Tieout never adds the three together",
  asks: ["reports.spend"],
  options: { client: "text", from: "text", to: "text", by: "text", merged: "flag" },
  required: ["client", "from", "to"],
  help: {
    by: `${GROUPINGS.join(", ")}. The default is total`,
  },
  run: async (run) => {
    const span = dates(run.options);
    const by = oneOf({ by: "total", ...run.options }, "by", GROUPINGS);
    if (!span.ok) return refused(run, span.failure);
    if (!by.ok) return refused(run, by.failure);
    const question = { ...span.value, by: by.value, merged: run.options.merged === true };
    const report = await reply(run, "reports.spend", { clientId: textOption(run.options, "client") as string, ...question });
    if (!report.ok) return refused(run, report.failure);
    run.output.result(report.value, spendLines(report.value));
    return EXIT.done;
  },
};

const DOCUMENTS_AT_ONCE = 1000;

/** Every document behind the figures, narrowed by --party and --bucket. */
async function agedDocuments(
  run: CommandRun,
  { side, asOfDate }: { readonly side: (typeof SIDES)[number]; readonly asOfDate: CalendarDate },
): Promise<Result<AgedDocument[], Failure>> {
  const { options, signal } = run;
  const bucket = options.bucket === undefined ? ok(undefined) : oneOf(options, "bucket", AGING_BUCKETS);
  if (!bucket.ok) return bucket;
  const party = textOption(options, "party");
  const question = {
    clientId: textOption(options, "client") as string,
    side,
    asOf: asOfDate,
    limit: DOCUMENTS_AT_ONCE,
    ...(bucket.value === undefined ? {} : { bucket: bucket.value }),
    ...(party === undefined ? {} : { party }),
  };
  const found: AgedDocument[] = [];
  for (let after: string | null | undefined; after !== null && !signal.aborted; ) {
    const page: Result<OperationOutput<"reports.agingDocuments">, Failure> = await reply(run, "reports.agingDocuments", {
      ...question,
      after,
    });
    if (!page.ok) return page;
    found.push(...page.value.rows);
    after = page.value.next;
  }
  return ok(found);
}

function detailLines(details: readonly AgedDocument[]): string[] {
  const rows = details.map(({ number, reference, id, party, currency, date, dueDate, bucket, unapplied, open }) => [
    number ?? reference ?? id,
    name(party),
    date,
    dueDate ?? "",
    unapplied ?? bucket,
    currency,
    unapplied === null ? open : negateDecimal(open),
  ]);
  return ["", "Transactions:", ...aligned([["transaction", "contact", "date", "due", "bucket", "currency", "open"], ...rows], 6)];
}

const name = (value: { readonly name: string } | null) => value?.name ?? "(none)";

function agingLines(report: AgingReport): string[] {
  const { buckets, rows, unappliedCash, totals, gaps, tieOut } = report;
  const contact = (id: string) => [...rows, ...unappliedCash].find(({ party }) => party?.id === id)?.party?.name ?? id;
  const amounts = (row: AgingReport["totals"][number] | AgingReport["rows"][number]) => [
    ...buckets.map((bucket) => row[bucket]),
    row.outstanding,
  ];
  return [
    `${report.side === "receivable" ? t("Aged receivables") : t("Aged payables")} on ${dayName(report.asOfDate)}, from books as of ${asOfName(report.asOf)}`,
    ...aligned(
      [
        ["contact", "currency", ...buckets, "outstanding"],
        ...rows.map((row) => [name(row.party), row.currency, ...amounts(row)]),
        ...totals.map((row) => ["total", row.currency, ...amounts(row)]),
      ],
      2,
    ),
    "",
    unappliedCash.length === 0 ? "No unapplied credits or payments." : "Unapplied credits and payments, not in the buckets:",
    ...aligned(
      unappliedCash.map((row) => [name(row.party), row.kind, row.currency, negateDecimal(row.amount)]),
      3,
    ),
    ...(gaps.length === 0 ? [] : ["", "Transactions to check:"]),
    ...gaps.map(({ documentId, reason }) => `${documentId}: ${reason.replaceAll("_", " ")}`),
    "",
    `Comparison with ${codeLabel(tieOut.source)}: ${codeLabel(tieOut.outcome).toLowerCase()}${tieOut.reason === null ? "" : `. ${tieOut.reason}`}`,
    ...tieOut.differences.map(
      ({ against, partyId, currency, ours, ledgers, difference, documents }) =>
        `${partyId === "" ? codeLabel(against) : contact(partyId)} ${currency}: Tieout ${ours}, ledger ${ledgers}, difference ${difference}${
          documents.length === 0 ? "" : `; see ${documents.map(({ id }) => id).join(", ")}`
        }`,
    ),
  ];
}

function spendLines({ series, from, to, asOf }: SpendReport): string[] {
  const group = (row: SpendReport["series"]["accrued"]["rows"][number]): string[] => {
    if (row.account !== undefined) return [name(row.account)];
    if (row.party !== undefined) return [name(row.party)];
    return row.dimension === undefined ? [] : [row.dimension.name, name(row.value ?? null)];
  };
  return [
    `Spend, ${rangeName(from, to)}, as of ${asOfName(asOf)}`,
    ...(["accrued", "booked", "committed"] as const).flatMap((one) => {
      const { contains, rows } = series[one];
      const lines = rows.map((row) => [row.month, ...group(row), row.currency, row.net]);
      return ["", `${SPEND_TITLES[one]}: ${contains}`, ...aligned(lines, (lines[0]?.length ?? 1) - 1)];
    }),
    ...series.committed.billedUnknown.map(
      (id) => `${id}: the ledger doesn't report how much of one or more lines of this order is billed, so those lines are included in full`,
    ),
  ];
}
