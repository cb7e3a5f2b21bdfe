import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readXlsx } from "hucre";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { createLedgerB } from "#simulator/ledger-b/create-ledger-b.ts";
import { headless } from "#test/support/headless.ts";
import { type HeadlessClient, headlessClient } from "#test/support/headless-client.ts";

const books = generateBooks({
  ...{ seed: 83, style: "b", tenantId: "913034855120483", name: "Pack Test Company", baseCurrency: "USD", country: "US" },
  ...{ today: calendarDate("2026-10-31"), months: 2, invoicesPerMonth: 4, foreignCurrencies: [] },
});
let client: HeadlessClient;

beforeAll(async () => {
  client = await headlessClient(createLedgerB(books));
});

afterAll(() => client.close());

describe("the headless contract: packs", () => {
  let path = "";

  it("pack export makes the pack in the contract's shape", async () => {
    const out = join(client.folder, "packs");
    const exported = await client.ask("pack", "export", "--period", "2026-10", "--out", out);
    expect(exported.status, exported.stderr).toBe(0);
    type Pack = { path: string; sha256: string; stamps: { stamp: string }[]; files: { name: string; sha256: string; rows?: number }[] };
    const pack = exported.json() as Pack;
    ({ path } = pack);
    const stamps = pack.stamps.map(({ stamp }) => stamp);
    expect(stamps).toContain("DRAFT");
    expect(path).toBe(join(out, `Pack-Test-Company_2026-10_closepack_${["v01", ...stamps].join("_")}.zip`));
    expect(pack.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(pack.files.find(({ name }) => name === "04_extract/documents.csv")?.rows).toBeGreaterThan(0);
  });

  it("pack verify needs no data folder, and its status says whether the pack holds", async () => {
    const nowhere = join(client.folder, "no-data-folder");
    const good = await headless(nowhere, ["pack", "verify", path]);
    expect([good.status, good.stderr]).toEqual([0, ""]);
    expect(good.json()).toMatchObject({ path, ok: true, problems: [], chain: "first" });
    const bytes = readFileSync(path);
    bytes[Math.floor(bytes.length / 3)] = (bytes[Math.floor(bytes.length / 3)] as number) ^ 0xff;
    const forged = join(client.folder, "forged.zip");
    writeFileSync(forged, bytes);
    const bad = await headless(nowhere, ["pack", "verify", forged]);
    expect(bad.status).toBe(1);
    expect((bad.json() as { problems: { file: string | null }[] }).problems[0]?.file).toMatch(/\w/);
    expect((await headless(nowhere, ["pack", "verify", join(client.folder, "none.zip")])).status).toBe(2);
    expect(existsSync(nowhere)).toBe(false);
  });

  it("export writes a table as a workbook", async () => {
    const out = join(client.folder, "documents.xlsx");
    const exported = await client.ask("export", "--what", "documents", "--format", "xlsx", "--out", out);
    expect(exported.status, exported.stderr).toBe(0);
    const { rows } = exported.json() as { rows: number };
    const { sheets } = await readXlsx(readFileSync(out));
    const own = sheets[1]?.rows ?? [];
    expect(own[4]?.slice(0, 3)).toEqual(["id", "type", "number"]);
    expect(own.slice(5).filter(([id]) => String(id).includes(":"))).toHaveLength(rows);
  });
});
