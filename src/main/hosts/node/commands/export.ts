import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { type ListKind, listRecords } from "#main/api/listing.ts";
import { type CsvColumn, csvHeader, csvLine } from "../csv.ts";
import { type Command, EXIT, exitOf, textOption } from "./command.ts";

type Row = Readonly<Record<string, unknown>>;

interface Table {
  readonly kind: ListKind;
  readonly columns: readonly CsvColumn[];
  /** Rows of one record; itself when left out. */
  readonly rows?: (record: Row) => readonly Row[];
}

const at = (row: Row, path: string): string | undefined => {
  let value: unknown = row;
  for (const key of path.split(".")) value = (value as Row | null | undefined)?.[key];
  return value === undefined || value === null ? undefined : typeof value === "object" ? JSON.stringify(value) : String(value);
};
const column =
  (kind: CsvColumn["kind"]) =>
  (name: string, path = name): CsvColumn => ({ name, kind, of: (row) => at(row, path) });
const text = column("text");
const amount = column("amount");
const date = column("date");
const provenance = [
  text("entityType", "source.entityType"),
  text("ledgerId", "source.id"),
  text("fetchedAt", "source.fetchedAt"),
  text("asOf"),
  text("removedDetectedAt"),
  text("changeHash"),
];

const DOCUMENT = [
  text("id"),
  text("type"),
  text("number"),
  text("reference"),
  text("partyId", "party.id"),
  text("party", "party.name"),
  date("issueDate"),
  date("dueDate"),
  text("currency"),
  amount("exchangeRate"),
  amount("total", "total.amount"),
  amount("totalBase", "totalBase.amount"),
  text("baseCurrency", "totalBase.currency"),
  amount("outstanding", "outstanding.amount"),
  amount("tax", "tax.amount.amount"),
  text("status"),
  text("statusIsDerived"),
  text("sourceStatus"),
  text("periodId"),
  text("totalAccountId"),
  ...provenance,
];
const LINE = [
  text("documentId"),
  text("id"),
  text("kind"),
  text("description"),
  amount("quantity"),
  amount("unitAmount", "unitAmount.amount"),
  text("accountId"),
  text("itemId"),
  amount("net", "net.amount"),
  text("currency", "net.currency"),
  amount("tax", "tax.amount.amount"),
  text("dimensions"),
  date("issueDate"),
  text("type"),
  text("status"),
  text("asOf"),
  text("removedDetectedAt"),
];
const ALLOCATION = [
  text("fromKind"),
  text("fromId"),
  text("toId"),
  amount("amount", "amount.amount"),
  text("currency", "amount.currency"),
  date("date"),
  text("asOf"),
];

const TABLES: Readonly<Record<string, Table>> = {
  documents: { kind: "document", columns: DOCUMENT },
  lines: {
    kind: "document",
    columns: LINE,
    rows: (record) =>
      (record.lines as Row[]).map((line) => {
        const { id: documentId, issueDate, type, status, asOf, removedDetectedAt } = record;
        return { ...line, documentId, issueDate, type, status, asOf, removedDetectedAt };
      }),
  },
  allocations: { kind: "payment", columns: ALLOCATION, rows: (record) => record.allocations as Row[] },
  payments: {
    kind: "payment",
    columns: [
      text("id"),
      text("direction"),
      text("partyId", "party.id"),
      text("party", "party.name"),
      date("date"),
      text("currency"),
      amount("amount", "amount.amount"),
      amount("unapplied", "unapplied.amount"),
      text("accountId"),
      text("reference"),
      text("status"),
      ...provenance,
    ],
  },
  parties: {
    kind: "party",
    columns: [
      text("id"),
      text("name"),
      text("isCustomer"),
      text("isVendor"),
      text("active"),
      text("email"),
      text("taxIdentifier"),
      text("currency"),
      amount("receivable", "receivable.amount"),
      amount("payable", "payable.amount"),
      text("asOf"),
      text("changeHash"),
    ],
  },
  accounts: {
    kind: "account",
    columns: [
      text("id"),
      text("code"),
      text("name"),
      text("type"),
      text("class"),
      text("role"),
      text("currency"),
      text("active"),
      ...provenance,
    ],
  },
  items: {
    kind: "item",
    columns: [
      text("id"),
      text("code"),
      text("name"),
      text("type"),
      text("incomeAccountId"),
      text("expenseAccountId"),
      text("active"),
      ...provenance,
    ],
  },
  dimensions: {
    kind: "dimension",
    columns: [text("id"), text("name"), text("fieldKey"), text("level"), text("valueId"), text("valueName"), text("valueActive")],
    rows: (record) =>
      (record.values as Row[]).map((value) => ({ ...record, valueId: value.id, valueName: value.name, valueActive: value.active })),
  },
  orders: {
    kind: "order",
    columns: [
      text("id"),
      text("number"),
      text("partyId", "party.id"),
      text("party", "party.name"),
      date("date"),
      text("currency"),
      amount("total", "total.amount"),
      text("status"),
      ...provenance,
    ],
  },
  journals: {
    kind: "journal",
    columns: [
      text("journalId"),
      text("number"),
      date("date"),
      text("documentId"),
      text("id"),
      text("accountId"),
      amount("amount", "amount.amount"),
      text("currency", "amount.currency"),
      text("description"),
    ],
    rows: (record) =>
      (record.postings as Row[]).map((posting) => ({
        ...posting,
        journalId: record.id,
        number: record.number,
        date: record.date,
        documentId: record.documentId,
      })),
  },
  periods: { kind: "period", columns: [text("id"), text("label"), date("start"), date("end"), text("status"), text("ownedBy")] },
  locks: {
    kind: "lock",
    columns: [text("id"), text("module", "scope.module"), text("entityId", "scope.entityId"), date("lockedThrough"), text("asOf")],
  },
};

export const exportTable: Command = {
  noun: "export",
  verb: "",
  summary: `writes a table of a client to a file: ${Object.keys(TABLES).join(", ")}`,
  options: { client: "text", what: "text", format: "text", out: "text" },
  required: ["client", "what", "format", "out"],
  run: async ({ context, options, output, signal }) => {
    const what = textOption(options, "what") as string;
    const format = textOption(options, "format") as string;
    const table = Object.hasOwn(TABLES, what) ? TABLES[what] : undefined;
    if (table === undefined) {
      output.failure({
        code: "invalid_input",
        message: `--what: there is no table ${what}.`,
        field: "what",
        next: `Choose one of ${Object.keys(TABLES).join(", ")}.`,
      });
      return EXIT.usage;
    }
    if (format !== "csv" && format !== "ndjson") {
      output.failure({
        code: "invalid_input",
        message: `--format: ${format} is not offered.`,
        field: "format",
        next: "Choose csv or ndjson.",
      });
      return EXIT.usage;
    }
    const listed = await listRecords(context, textOption(options, "client") as string, table.kind);
    if (!listed.ok) {
      output.failure(listed.failure);
      return exitOf(listed.failure);
    }
    const out = textOption(options, "out") as string;
    try {
      const rows = await writeWhole(out, signal, async function* () {
        if (format === "csv") yield { text: csvHeader(table.columns), rows: 0 };
        for await (const records of listed.value) {
          const flat = records.flatMap((record) => table.rows?.(record as Row) ?? [record as Row]);
          yield {
            text: flat.map((row) => (format === "csv" ? csvLine(table.columns, row) : `${JSON.stringify(row)}\n`)).join(""),
            rows: flat.length,
          };
        }
      });
      output.result({ path: out, rows }, [`${rows} rows written to ${out}.`]);
      return EXIT.done;
    } catch (error) {
      output.failure({ code: "storage", message: `${out} can not be written: ${(error as Error).message}.`, field: "out" });
      return EXIT.failed;
    }
  },
};

/** Writes beside the target, syncs and renames: a reader sees the old file or the whole new one. */
async function writeWhole(
  path: string,
  signal: AbortSignal,
  chunks: () => AsyncGenerator<{ readonly text: string; readonly rows: number }>,
): Promise<number> {
  const temporary = `${path}.part`;
  try {
    const stream = createWriteStream(temporary, { mode: 0o600 });
    await once(stream, "open");
    let rows = 0;
    for await (const chunk of chunks()) {
      if (signal.aborted) throw new Error("it was cancelled");
      rows += chunk.rows;
      if (!stream.write(chunk.text)) await once(stream, "drain");
    }
    stream.end();
    await once(stream, "close");
    await syncPath(temporary);
    await rename(temporary, path);
    await syncPath(dirname(path));
    return rows;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
