import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import type { Write } from "#main/pack/archive/zip-writer.ts";
import { type ControlPlan, ControlTally } from "#main/pack/control-tally.ts";
import type { PackFacts } from "#main/pack/pack-facts.ts";
import { listAllocations } from "#main/store/aging/allocation-rows.ts";
import { listParties } from "#main/store/contacts/parties.ts";
import { recordOrder } from "#main/store/documents/record-order.ts";
import { listEntities } from "#main/store/documents/records.ts";
import { ledgerPostings } from "#main/store/postings/posting-entries.ts";
import { assert } from "#shared/kernel/assert.ts";
import { absoluteDecimal } from "#shared/kernel/decimal.ts";
import type { ControlTotal } from "#shared/model/close/pack.ts";
import { type CsvColumn, cellText, csvHeader, quotedLine } from "./csv.ts";
import { type Row, TABLES, type Table } from "./tables.ts";

/** An extract that was written: its rows, and its sums for the manifest. */
export interface WrittenExtract {
  readonly rows: number;
  readonly totals: readonly ControlTotal[];
}

/** A CSV of the pack. `write` fills it; `tick` is told of progress and throws when the work is to stop. */
export interface Extract {
  readonly name: string;
  /** What people read while it is written. */
  readonly doing: string;
  readonly write: (write: Write, tick: () => Promise<void>) => Promise<WrittenExtract>;
}

/** Each batch reads its contacts again, so a batch has more documents than most clients have contacts. */
const BATCH = 2000;
const PARTIES_AT_ONCE = 1000;

/**
 * The CSVs from which figures can be made again: all records of the client, the postings of the period and
 * the trial balance. Documents are read once; their lines wait in a file `spool` until their turn.
 */
export function extractsOf(facts: PackFacts, spool: string): Extract[] {
  const table = (name: string) => TABLES[name] as Table;
  const aside: Aside = { spool, written: null };
  return [
    { name: "04_extract/documents.csv", doing: "Writing transactions…", write: (write, tick) => documents(facts, write, tick, aside) },
    { name: "04_extract/lines.csv", doing: "Writing transaction lines…", write: (write, tick) => lines(write, tick, aside) },
    {
      name: "04_extract/allocations.csv",
      doing: "Writing allocations…",
      write: (write, tick) =>
        csv(write, tick, "allocations", table("allocations").columns, allocationRows(facts), { sums: ["amount"], by: ["currency"] }),
    },
    {
      name: "04_extract/payments.csv",
      doing: "Writing payments…",
      write: (write, tick) =>
        csv(write, tick, "payments", table("payments").columns, paymentRows(facts), {
          sums: ["amount", "unapplied"],
          by: ["direction", "currency"],
        }),
    },
    {
      name: "04_extract/parties.csv",
      doing: "Writing contacts…",
      write: (write, tick) => csv(write, tick, "parties", table("parties").columns, partyRows(facts), { sums: [], by: [] }),
    },
    {
      name: "04_extract/accounts.csv",
      doing: "Writing accounts…",
      write: (write, tick) => csv(write, tick, "accounts", table("accounts").columns, accountRows(facts), { sums: [], by: [] }),
    },
    {
      name: "04_extract/trial_balance.csv",
      doing: "Writing the trial balance…",
      write: (write, tick) =>
        csv(write, tick, "trial_balance", TRIAL_BALANCE, trialBalanceRows(facts), {
          sums: ["opening", "debit", "credit", "balance"],
          by: [],
        }),
    },
    {
      name: "04_extract/gl.csv",
      doing: "Writing postings…",
      write: (write, tick) => csv(write, tick, "gl", GENERAL_LEDGER, glRows(facts), { sums: ["debit", "credit"], by: [] }),
    },
  ];
}

async function csv(
  write: Write,
  tick: () => Promise<void>,
  name: string,
  columns: readonly CsvColumn[],
  rows: Iterable<Row>,
  plan: ControlPlan,
): Promise<WrittenExtract> {
  const tally = new ControlTally(
    `04_extract/${name}.csv`,
    columns.map((column) => column.name),
    plan,
  );
  await write(csvHeader(columns));
  for (const row of rows) {
    const cells = columns.map((column) => cellText(column, row));
    tally.add(cells);
    await write(quotedLine(cells));
    if (tally.rows % BATCH === 0) await tick();
  }
  return { rows: tally.rows, totals: tally.totals() };
}

/** The lines of documents while they wait, and what they came to. */
interface Aside {
  readonly spool: string;
  written: WrittenExtract | null;
}

async function documents({ reader }: PackFacts, write: Write, tick: () => Promise<void>, aside: Aside): Promise<WrittenExtract> {
  const [own, ofLines] = [TABLES.documents as Table, TABLES.lines as Table];
  const names = (table: Table) => table.columns.map(({ name }) => name);
  const tally = new ControlTally("04_extract/documents.csv", names(own), { sums: ["total", "outstanding"], by: ["type", "currency"] });
  const lineTally = new ControlTally("04_extract/lines.csv", names(ofLines), { sums: ["net"], by: ["currency"] });
  const file = createWriteStream(aside.spool, { mode: 0o600, flags: "wx" });
  await once(file, "open");
  const put = async (text: string): Promise<void> => {
    if (!file.write(text)) await once(file, "drain");
  };
  try {
    await write(csvHeader(own.columns));
    await put(csvHeader(ofLines.columns));
    const order = recordOrder(reader, "document");
    for (let at = 0; at < order.length; at += BATCH) {
      let text = "";
      let lineText = "";
      for (const document of reader.documents(order.slice(at, at + BATCH), "without_allocations") as unknown as readonly Row[]) {
        const cells = own.columns.map((column) => cellText(column, document));
        tally.add(cells);
        text += quotedLine(cells);
        for (const line of ofLines.rows?.(document) ?? []) {
          const lineCells = ofLines.columns.map((column) => cellText(column, line));
          lineTally.add(lineCells);
          lineText += quotedLine(lineCells);
        }
      }
      await write(text);
      await put(lineText);
      await tick();
    }
  } finally {
    file.end();
    await once(file, "close");
  }
  aside.written = { rows: lineTally.rows, totals: lineTally.totals() };
  return { rows: tally.rows, totals: tally.totals() };
}

async function lines(write: Write, tick: () => Promise<void>, aside: Aside): Promise<WrittenExtract> {
  for await (const piece of createReadStream(aside.spool)) {
    await write(piece as Uint8Array);
    await tick();
  }
  assert(aside.written !== null, "lines are written after their documents");
  return aside.written;
}

function* allocationRows({ reader }: PackFacts): Generator<Row> {
  for (const allocation of listAllocations(reader)) yield allocation as unknown as Row;
}

function* paymentRows({ reader }: PackFacts): Generator<Row> {
  const order = recordOrder(reader, "payment");
  for (let at = 0; at < order.length; at += BATCH)
    yield* reader.payments(order.slice(at, at + BATCH), "without_allocations") as unknown as readonly Row[];
}

function* partyRows({ reader }: PackFacts): Generator<Row> {
  for (let after: string | null = ""; after !== null; ) {
    const page: ReturnType<typeof listParties> = listParties(reader, { after, limit: PARTIES_AT_ONCE });
    yield* page.rows as unknown as readonly Row[];
    after = page.last;
  }
}

function* accountRows({ reader }: PackFacts): Generator<Row> {
  yield* listEntities(reader, "account", { limit: 1_000_000 });
}

const text = (name: string): CsvColumn => ({ name, kind: "text", of: (row) => row[name] as string | null });
const amount = (name: string): CsvColumn => ({ name, kind: "amount", of: (row) => row[name] as string | null });

const TRIAL_BALANCE = [
  text("kind"),
  text("accountId"),
  text("code"),
  text("account"),
  text("type"),
  text("class"),
  amount("opening"),
  amount("debit"),
  amount("credit"),
  amount("balance"),
  text("currency"),
];

function* trialBalanceRows({ trialBalance }: PackFacts): Generator<Row> {
  for (const { kind, label, account, opening, debit, credit, balance } of trialBalance.rows)
    yield {
      kind,
      accountId: account?.id ?? null,
      code: account?.code ?? null,
      account: label,
      type: account?.type ?? null,
      class: account?.class ?? null,
      ...{ opening, debit, credit, balance, currency: trialBalance.currency },
    };
}

const GENERAL_LEDGER: readonly CsvColumn[] = [
  text("accountId"),
  { ...text("date"), kind: "date" },
  text("documentId"),
  text("number"),
  text("description"),
  amount("debit"),
  amount("credit"),
  text("currency"),
];

function* glRows({ reader, order, currency }: PackFacts): Generator<Row> {
  for (const { amount: posted, ...entry } of ledgerPostings(reader, { from: order.period.start, to: order.period.end })) {
    const isCredit = posted.startsWith("-");
    yield { ...entry, debit: isCredit ? null : posted, credit: isCredit ? absoluteDecimal(posted) : null, currency };
  }
}
