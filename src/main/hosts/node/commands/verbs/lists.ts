import type { Column } from "#main/operations/command-form.ts";
import { type DocumentFilter, type DocumentView, documentFilter } from "#shared/contract/books/documents.ts";
import type { RecordKind } from "#shared/contract/books/records.ts";
import { minuteName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import { readGiven, wrongField } from "#shared/model/labels/given-input.ts";
import { ask, refused, reply } from "../ask.ts";
import { type Command, type CommandRun, EXIT, type ExitStatus, textOption } from "../command.ts";
import { recordPages } from "../record-pages.ts";

type Row = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
const amount = (value: unknown): string => {
  const money = value as { amount: string; currency: string } | undefined;
  return money === undefined ? "" : `${money.amount} ${money.currency}`;
};
const decidedBy = (value: unknown): string => {
  const decided = value as { person: string; at: string } | undefined;
  return decided === undefined ? "" : `${decided.person}, ${minuteName(decided.at)}`;
};
const partyName = (row: Row): string => text((row.party as { name?: string } | undefined)?.name);
const plain = (title: string, width: number, key = title): Column => ({ title, width, of: (row) => text(row[key]) });
const money = (title: string, key = title): Column => ({ title, width: 18, right: true, of: (row) => amount(row[key]) });

const COLUMNS: Readonly<Record<RecordKind, readonly Column[]>> = {
  document: [
    plain("id", 40),
    plain("type", 15),
    plain("number", 14),
    plain("date", 10, "issueDate"),
    { title: "contact", width: 26, of: partyName },
    money("total"),
    money("outstanding"),
    plain("status", 17),
  ],
  payment: [
    plain("id", 40),
    plain("direction", 9),
    plain("date", 10),
    { title: "contact", width: 26, of: partyName },
    money("amount"),
    money("unapplied"),
    plain("status", 8),
  ],
  journal: [
    plain("id", 40),
    plain("number", 14),
    plain("date", 10),
    { title: "postings", width: 8, right: true, of: (row) => String((row.postings as unknown[]).length) },
  ],
  party: [
    plain("id", 40),
    plain("name", 32),
    {
      title: "roles",
      width: 16,
      of: (row) => [row.isCustomer ? "customer" : "", row.isVendor ? t("vendor") : ""].filter(Boolean).join(" "),
    },
    plain("currency", 8),
    { title: "records", width: 7, right: true, of: (row) => String((row.sources as unknown[]).length) },
  ],
  account: [plain("id", 40), plain("code", 8), plain("name", 32), plain("type", 20), plain("class", 12)],
  item: [plain("id", 40), plain("code", 12), plain("name", 32), plain("type", 14)],
  dimension: [
    plain("id", 40),
    plain("name", 24),
    plain("level", 16),
    { title: "values", width: 6, right: true, of: (row) => String((row.values as unknown[]).length) },
  ],
  order: [
    plain("id", 40),
    plain("number", 12),
    plain("date", 10),
    { title: "contact", width: 26, of: partyName },
    money("total"),
    plain("status", 12),
  ],
  period: [
    plain("id", 24),
    plain("label", 16),
    plain("start", 10),
    plain("end", 10),
    plain("status", 9),
    { title: "kind", width: 10, of: (row) => (row.isAdjustment === true ? "adjustment" : "") },
    { title: "kept in", width: 10, of: (row) => (row.ownedBy === "us" ? "Tieout" : "the ledger") },
    { title: "set by", width: 46, of: (row) => decidedBy(row.decided) },
  ],
  lock: [
    plain("id", 32),
    { title: "module", width: 6, of: (row) => text((row.scope as { module?: string }).module) },
    plain("locked through", 14, "lockedThrough"),
  ],
  tax_rate: [plain("id", 24), plain("name", 32), plain("rate", 8)],
  batch_payment: [plain("id", 52), plain("date", 10), money("total")],
  linked_transaction: [plain("id", 52), plain("status", 10)],
};

const NOUNS: readonly (readonly [noun: string, kind: RecordKind])[] = [
  ["party", "party"],
  ["account", "account"],
  ["dimension", "dimension"],
  ["item", "item"],
  ["period", "period"],
  ["lock", "lock"],
  ["payment", "payment"],
  ["journal", "journal"],
  ["order", "order"],
];

const LISTED: Readonly<Record<string, string>> = { party: "contacts", order: "purchase orders" };

/** One `list` per noun. */
export const lists: readonly Command[] = NOUNS.map(([noun, kind]) => ({
  noun,
  verb: "list",
  summary: `List a client's ${LISTED[noun] ?? `${noun}s`}`,
  asks: ["records.list"],
  options: { client: "text" },
  required: ["client"],
  run: (run) => list(run, kind, {}),
}));

export const documentList: Command = {
  noun: "document",
  verb: "list",
  summary: "List a client's transactions",
  asks: ["records.list"],
  options: {
    client: "text",
    type: "text",
    status: "text",
    from: "text",
    to: "text",
    party: "text",
    text: "text",
    removed: "flag",
    dimension: "text",
  },
  required: ["client"],
  help: {
    type: "Transaction type, such as purchase_bill",
    status: "Status, such as open",
    text: "Part of the number, reference, memo or contact name",
    dimension: "Dimension value, as DIMENSION_ID=VALUE_ID",
    removed: "Only transactions deleted in the ledger",
  },
  run: async (run) => {
    const filter = readFilter(run);
    return filter === null ? EXIT.usage : list(run, "document", filter);
  },
};

export const documentShow: Command = {
  noun: "document",
  verb: "show",
  summary: "Show a transaction, its raw payload (--raw) or its history (--history)",
  asks: ["documents.raw", "documents.show"],
  options: { client: "text", id: "text", raw: "flag", history: "flag" },
  required: ["client", "id"],
  help: {
    id: "Transaction ID, as shown by “document list”",
    raw: "Show the payload exactly as the ledger sent it",
    history: "Show what changed between syncs",
  },
  run: async (run) => {
    const { options, output } = run;
    const input = { clientId: textOption(options, "client") as string, id: textOption(options, "id") as string };
    if (options.raw === true) return ask(run, "documents.raw", input, ({ raw }) => output.text(raw));
    const found = await reply(run, "documents.show", input);
    if (!found.ok) return refused(run, found.failure);
    const view = found.value;
    if (options.history === true) showHistory(output, view);
    else {
      // Rule 12: the approval and who gave it are shown with the record.
      const shown = { ...view.document, ...(view.approval === undefined ? {} : { approval: view.approval }) };
      output.result(shown, JSON.stringify(shown, null, 2).split("\n"));
    }
    return EXIT.done;
  },
};

/** Rule 25: Tieout's own record, labeled as such, and what is known of the ledger's. */
function showHistory(output: CommandRun["output"], { history, audit }: DocumentView): void {
  const rows = history.map((row) => ({ ...row, recordedBy: "us" as const }));
  output.result(rows, [
    audit?.ownRecord ?? "",
    ...rows.map(({ detectedAt, field, before, after }) => `${detectedAt}  ${field}: ${before ?? "empty"} -> ${after ?? "empty"}`),
    "",
    audit?.ledgerTrail.message ?? "",
  ]);
  // As JSON, the rows have no place for it.
  if (audit !== undefined && output.json) output.progress(audit.ledgerTrail.message);
}

/** Reads `DIMENSION_ID=VALUE_ID`. */
function dimensionOf(given: string | undefined): { readonly dimensionId: string; readonly valueId: string } | null {
  const cut = given?.lastIndexOf("=") ?? -1;
  return given === undefined || cut <= 0 || cut === given.length - 1
    ? null
    : { dimensionId: given.slice(0, cut), valueId: given.slice(cut + 1) };
}

async function list(run: CommandRun, kind: RecordKind, filter: DocumentFilter): Promise<ExitStatus> {
  let count = 0;
  for await (const rows of recordPages(run, kind, filter)) {
    if (run.signal.aborted) return EXIT.failed;
    run.output.rows(rows, COLUMNS[kind]);
    count += rows.length;
  }
  run.output.endRows(count);
  return EXIT.done;
}

/** The filter in the options, or null after reporting the wrong option. */
function readFilter({ options, output }: CommandRun): DocumentFilter | null {
  const given = (name: string) => textOption(options, name);
  const dimension = dimensionOf(given("dimension"));
  if (given("dimension") !== undefined && dimension === null) {
    output.failure({ code: "invalid_input", message: "--dimension takes DIMENSION_ID=VALUE_ID.", field: "dimension" });
    return null;
  }
  const read = readGiven(documentFilter, {
    ...(given("type") === undefined ? {} : { types: [given("type")] }),
    ...(given("status") === undefined ? {} : { statuses: [given("status")] }),
    ...(given("from") === undefined ? {} : { from: given("from") }),
    ...(given("to") === undefined ? {} : { to: given("to") }),
    ...(given("party") === undefined ? {} : { partyId: given("party") }),
    ...(given("text") === undefined ? {} : { text: given("text") }),
    ...(dimension === null ? {} : { dimension }),
    ...(options.removed === true ? { removed: true } : {}),
  });
  if (read.ok) return read.value;
  const names: Readonly<Record<string, string>> = { types: "type", statuses: "status" };
  const key = read.failure.path[0] ?? "";
  const field = names[key] ?? key;
  output.failure({ code: "invalid_input", message: wrongField(`--${field}`, read.failure.message), field });
  return null;
}
