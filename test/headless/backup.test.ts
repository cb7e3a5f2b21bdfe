import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { createLedgerB } from "#simulator/ledger-b/create-ledger-b.ts";
import { headless } from "#test/support/headless.ts";
import { type HeadlessClient, headlessClient } from "#test/support/headless-client.ts";

interface Told {
  readonly ok: boolean;
  readonly checks: readonly { readonly what: string; readonly ok: boolean; readonly state: string; readonly next: string | null }[];
}

let lab: HeadlessClient;
let archive: string;
let documents: unknown[];

const run = (home: string, ...words: string[]) => headless(home, words, { env: lab.env });
const clientFile = () => join(lab.home, "clients", `${lab.clientId}.sqlite`);

beforeAll(async () => {
  const books = generateBooks({
    seed: 31,
    style: "b",
    tenantId: "913034855120418",
    name: "Backup Test Company",
    baseCurrency: "USD",
    country: "US",
    today: calendarDate("2026-10-31"),
    months: 2,
    invoicesPerMonth: 6,
    foreignCurrencies: [],
  });
  lab = await headlessClient(createLedgerB(books));
  archive = join(lab.folder, "firm.tieout");
  documents = (await lab.ask("document", "list")).rows();
});

afterAll(() => lab.close());

// Each command is a process of its own, on a machine that may be busy.
describe("backup and doctor as a script calls them", { timeout: 180_000 }, () => {
  it("a sync takes the day's snapshots, and the doctor finds them", async () => {
    const shelved = (owner: string) => readdirSync(join(lab.home, "backups", owner));
    expect([...shelved("firm"), ...shelved(lab.clientId)]).toEqual([
      expect.stringMatching(/^daily-\d+\.sqlite$/),
      expect.stringMatching(/^daily-\d+\.sqlite$/),
    ]);
    const doctor = await run(lab.home, "doctor", "--deep");
    expect([doctor.status, doctor.stderr]).toEqual([0, ""]);
    const { ok, checks } = doctor.json() as Told;
    expect(ok).toBe(true);
    expect(checks.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        "the firm's file",
        "Backup Test Company",
        "disk space",
        "file permissions",
        "unused files",
        "keychain",
        "data folder access",
        "data folder location",
      ]),
    );
    expect(checks.filter(({ state, next }) => state !== "ok" && next === null)).toEqual([]);
  });

  it("an archive holds no secret, and restores on another machine with all its documents", async () => {
    const made = await run(lab.home, "backup", "create", "--out", archive);
    expect(made.stderr).toBe("");
    expect(made.json()).toMatchObject({ path: archive, sha256: expect.stringMatching(/^[0-9a-f]{64}$/), files: { length: 2 } });
    for (const secret of Object.values(lab.env)) expect(readFileSync(archive).includes(secret)).toBe(false);
    const elsewhere = join(lab.folder, "elsewhere");
    const restored = await run(elsewhere, "backup", "restore", "--from", archive);
    expect(restored.stderr).toBe("");
    expect(restored.json()).toMatchObject({ restored: true, clients: [{ clientId: lab.clientId }], signInAgain: [] });
    expect((await run(elsewhere, "document", "list", "--client", lab.clientId)).rows()).toEqual(documents);
  });

  it("a damaged client is named with status 1, repaired from its snapshot, and read on", async () => {
    writeFileSync(clientFile(), "no database any more".repeat(1000));
    for (const log of ["-wal", "-shm"]) rmSync(`${clientFile()}${log}`, { force: true });
    const doctor = await run(lab.home, "doctor");
    expect(doctor.status).toBe(1);
    const bad = (doctor.json() as Told).checks.filter(({ ok }) => !ok);
    expect(bad).toMatchObject([{ what: "Backup Test Company", next: expect.stringContaining("doctor repair") }]);
    // A script that keeps snapshots must hear that one is missing.
    const taken = await run(lab.home, "backup", "snapshot");
    expect([taken.status, taken.json()]).toMatchObject([3, { leftOut: [{ clientId: lab.clientId }] }]);
    expect(taken.error()).toMatchObject({ code: "damaged", message: "No snapshot was taken of Backup Test Company." });
    const repaired = await lab.ask("doctor", "repair");
    // Nothing could be read out of the damaged file, and that is said by the status.
    expect([repaired.status, (repaired.json() as { complete: boolean }).complete]).toEqual([3, false]);
    expect(existsSync((repaired.json() as { quarantine: string }).quarantine)).toBe(true);
    expect((await lab.ask("sync", "run")).status).toBe(0);
  });

  it("a folder that a cloud drive keeps is refused, unless a person says so", async () => {
    const home = join(lab.folder, "Dropbox", "firm");
    const refused = await run(home, "client", "list");
    expect([refused.status, refused.error().field]).toEqual([1, "home"]);
    expect(refused.error().next).toContain("--allow-synced-folder");
    expect(existsSync(home)).toBe(false);
    expect((await run(home, "client", "list", "--allow-synced-folder")).status).toBe(0);
  });
});
