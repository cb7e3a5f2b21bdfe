import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { readTable } from "#main/hosts/node/tables.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { createLedgerB } from "#simulator/ledger-b/create-ledger-b.ts";
import { createLedgerC } from "#simulator/ledger-c/create-ledger-c.ts";
import { type HeadlessClient, headlessClient } from "#test/support/headless-client.ts";

const LEDGERS = { b: createLedgerB, c: createLedgerC } as const;
const RANGE = { from: "2026-08-01", to: "2026-10-31" } as const;
const has = (program: string) => spawnSync(program, ["--version"]).status === 0;
const add = (amounts: readonly string[]) => canonicalDecimal(sumDecimals(amounts as DecimalString[]));

/** Reads Parquet with the library that the writer's own author keeps for that. */
const parquetRows = (path: string) => parquetReadObjects({ file: new Uint8Array(readFileSync(path)).buffer });

describe.each(["b", "c"] as const)("export of readable views, ledger %s", (style) => {
  let client: HeadlessClient;
  let folder: string;

  beforeAll(async () => {
    const books = generateBooks({
      seed: 83,
      style,
      tenantId: style === "b" ? "913034855120419" : "4821078",
      name: "Open Data Test Company",
      baseCurrency: "USD",
      country: "US",
      today: calendarDate("2026-10-31"),
      months: 3,
      invoicesPerMonth: 6,
      foreignCurrencies: ["EUR"],
    });
    client = await headlessClient(LEDGERS[style](books));
    folder = join(client.folder, "exports");
    mkdirSync(folder);
  });

  afterAll(() => client.close());

  const exported = async (format: string, to: string, ...views: readonly string[]) => {
    const answer = await client.ask("export", "--format", format, "--to", join(folder, to), ...views.flatMap((view) => ["--view", view]));
    expect([answer.status, answer.stderr]).toEqual([0, ""]);
    return (answer.json() as { files: { path: string; rows: number }[] }).files;
  };
  const inSql = async (sql: string) => (await client.ask("sql", sql)).rows()[0] as Record<string, number>;

  it("writes every view as CSV, NDJSON and Parquet with the same rows and sums", async () => {
    const views = (await client.ask("view", "list")).rows().map(({ name }) => String(name));
    const csv = await exported("csv", "csv");
    expect(csv.map(({ path }) => path).sort()).toEqual(views.map((view) => join(folder, "csv", `${view}.csv`)).sort());
    const ndjson = await exported("ndjson", "ndjson", "postings", "documents");
    await exported("parquet", "parquet", "postings", "documents");
    const { n, s } = await inSql("SELECT COUNT(*) AS n, SUM(abs(amount_scaled)) AS s FROM postings");
    expect(ndjson.map(({ path, rows }) => [path, rows])).toContainEqual([join(folder, "ndjson", "postings.ndjson"), n]);

    const lines = readFileSync(join(folder, "ndjson", "postings.ndjson"), "utf8")
      .trimEnd()
      .split("\n");
    const objects = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(objects.reduce((sum, row) => sum + Math.abs(row.amount_scaled as number), 0)).toBe(s);
    const table = await readTable(readFileSync(join(folder, "csv", "postings.csv")));
    const [head = [], ...cells] = table;
    expect(cells.length).toBe(n);
    expect(cells.map((row) => row[head.indexOf("amount")])).toEqual(objects.map((row) => row.amount));

    const rows = await parquetRows(join(folder, "parquet", "postings.parquet"));
    expect(
      rows.map((row) => [row.amount, row.amount_scaled, (row.date as Date).toISOString().slice(0, 10), row.account_id ?? null]),
    ).toEqual(objects.map((row) => [row.amount, BigInt(row.amount_scaled as number), row.date, row.account_id]));
  });

  it("writes a workbook with a sheet a view, and replaces what is there", async () => {
    const [file] = await exported("xlsx", "views.xlsx", "bills", "contacts");
    const { bills, contacts } = await inSql("SELECT (SELECT COUNT(*) FROM bills) AS bills, (SELECT COUNT(*) FROM contacts) AS contacts");
    expect(file?.rows).toBe((bills ?? 0) + (contacts ?? 0));
    const index = await readTable(readFileSync(join(folder, "views.xlsx")));
    expect(index.map((row) => row.slice(1, 3))).toContainEqual(["bills", String(bills)]);
    writeFileSync(join(folder, "one.csv"), "what was there");
    await exported("csv", "one.csv", "contacts");
    expect(readFileSync(join(folder, "one.csv"), "utf8")).toMatch(/^record,/);
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("refuses an unknown view, format and folder before it writes anything", async () => {
    const refusals = [
      [["--format", "csv", "--to", join(folder, "no.csv"), "--view", "source_record"], 2, "view"],
      [["--format", "pdf", "--to", join(folder, "no.pdf")], 2, "format"],
      [["--format", "csv", "--to", join(folder, "no", "no.csv"), "--view", "bills"], 1, "to"],
      [["--format", "csv", "--to", join(folder, "no.csv"), "--what", "documents"], 2, "what"],
      [["--format", "csv", "--what", "documents"], 2, "out"],
    ] as const;
    for (const [words, status, field] of refusals) {
      const answer = await client.ask("export", ...words);
      expect([answer.status, answer.error().field], words.join(" ")).toEqual([status, field]);
    }
    expect(existsSync(join(folder, "no.csv"))).toBe(false);
  });

  describe("as a journal of plain-text accounting", () => {
    it("each transaction balances to the last digit, in both formats, with the same amounts", async () => {
      await exported("hledger", "books.journal");
      await exported("beancount", "books.beancount");
      const { n } = await inSql("SELECT COUNT(*) AS n FROM postings WHERE deleted_at IS NULL");
      const found = [/^ {4}(\S.*?) {2}(-?[\d.]+) "[A-Z]{3}"/, /^ {2}([A-Z]\S*) {2}(-?[\d.]+) [A-Z]{3}$/].map((posting, at) => {
        const text = readFileSync(join(folder, at === 0 ? "books.journal" : "books.beancount"), "utf8");
        const entries = text.split("\n\n").filter((entry) => /^\d{4}-\d\d-\d\d (?!open )/.test(entry));
        return entries.map((entry) => entry.split("\n").flatMap((line) => posting.exec(line)?.[2] ?? []));
      });
      for (const entries of found) {
        expect(entries.flat().length).toBe(n);
        for (const amounts of entries) expect(add(amounts)).toBe("0");
      }
      expect(found[0]).toEqual(found[1]);
    });

    test.skipIf(!has("hledger"))("hledger accepts it, and its balances are those of the trial balance", async () => {
      await exported("hledger", "checked.journal");
      const hledger = (...words: readonly string[]) =>
        spawnSync("hledger", ["-f", join(folder, "checked.journal"), ...words], {
          encoding: "utf8",
          env: { ...process.env, LANG: "C.UTF-8" },
        });
      expect([hledger("check").stderr, hledger("check").status]).toEqual(["", 0]);
      const theirs = new Map<string, string>();
      for (const line of hledger("balance", "--flat", "-N", "-b", RANGE.from, "-e", "2026-11-01", "-O", "csv")
        .stdout.trim()
        .split("\n")
        .slice(1)) {
        const [, name = "", amount = ""] = /^"(.*)","(-?[\d.]+) .*"$/.exec(line) ?? [];
        theirs.set(lettersOf(name.slice(name.indexOf(":") + 1)), canonicalDecimal(amount as DecimalString));
      }
      const { rows } = (await client.ask("report", "trial-balance", "--from", RANGE.from, "--to", RANGE.to)).json() as {
        rows: { label: string; account: { code?: string; name: string } | null; debit: string; credit: string }[];
      };
      const ours = new Map(
        rows.flatMap(({ account, debit, credit }) => {
          const moved = canonicalDecimal(sumDecimals([debit as DecimalString, negateDecimal(credit as DecimalString)]));
          return moved === "0"
            ? []
            : [[lettersOf(account === null ? "No-account" : `${account.code ?? ""} ${account.name}`), moved] as const];
        }),
      );
      expect(ours.size).toBeGreaterThan(5);
      expect(Object.fromEntries([...theirs].sort())).toEqual(Object.fromEntries([...ours].sort()));
    });

    test.skipIf(!has("bean-check"))("beancount accepts it", async () => {
      await exported("beancount", "checked.beancount");
      const { status, stdout, stderr } = spawnSync("bean-check", [join(folder, "checked.beancount")], { encoding: "utf8" });
      expect([status, stdout, stderr]).toEqual([0, "", ""]);
    });
  });
});

for (const program of ["hledger", "bean-check"]) if (!has(program)) process.stdout.write(`NOT RUN: ${program} isn't installed here.\n`);

/** Names differ in the signs that a journal can't hold. */
function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
}
