import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import Database from "better-sqlite3";
import { unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OperationInput } from "#main/operations/collection.ts";
import { clientFilePath } from "#main/store/database/client-file.ts";
import type { MadePack, PackJob } from "#shared/contract/close/packs.ts";
import { addDecimals, decimal } from "#shared/kernel/decimal.ts";
import { GATE_NOUNS, isWholeComparison } from "#shared/model/close/close-gates.ts";
import { editTransaction } from "#simulator/books/events.ts";
import { ask, overrideGates } from "#test/support/ask.ts";
import { formulasOf, OFFICE, recalculated } from "#test/support/recalculate.ts";
import { verifyPackFile } from "#test/support/verify-pack-file.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { writeZip } from "#test/support/write-zip.ts";
import { endWorld, STYLES, syncToEnd } from "./expecting.ts";

const PERIOD = "2026-10";
/** Text that would harm if it were more than text: formulas, paths, markup, marks that turn text. */
const HOSTILE = '=HYPERLINK("http://x","1")<b>../../etc\u202e|calc';

/** Makes a pack as a window does: a job that tells when it is over. */
async function job(world: World, input: OperationInput<"packs.export">): Promise<PackJob> {
  let stop: () => void = () => undefined;
  const over = new Promise<PackJob>((resolve) => {
    stop = world.runtime.subscribe(({ topic, payload }) => {
      if (topic === "packs.progress" && (payload as PackJob).state !== "running") resolve(payload as PackJob);
    });
  });
  const { jobId } = await ask(world, "packs.export", input);
  const ended = await world.run(over);
  stop();
  expect(ended.jobId).toBe(jobId);
  return ended;
}

async function made(world: World, input: OperationInput<"packs.export">): Promise<MadePack> {
  const done = await job(world, input);
  if (done.pack === null) throw new Error(`no pack: ${JSON.stringify(done.failure)}`);
  return done.pack;
}

function unpacked(path: string): Record<string, Uint8Array> {
  return unzipSync(readFileSync(path));
}

if (OFFICE === undefined) console.log("close pack: no soffice on PATH, so no other program computes the workbook");

describe("close packs of one client on each ledger", () => {
  let world: World;
  let out: string;
  const packs = new Map<string, MadePack>();
  const clientOf = (style: string) => (world.tenants.find((tenant) => tenant.style === style) as Tenant).source.clientId;

  beforeAll(async () => {
    const books = { months: 3, invoicesPerMonth: 4 };
    world = await createWorld({ seed: 83, tenants: STYLES.map((style) => ({ style, a: { journals: true }, books })) });
    out = join(world.home, "handed-over");
    for (const tenant of world.tenants) {
      await syncToEnd(tenant);
      await ask(world, "tieOuts.run", { clientId: tenant.source.clientId, asOfDate: "2026-10-31" as never });
    }
  });
  afterAll(() => endWorld(world));
  /** What the checklist requires before the reviewer signs off, in the words of a pack. */
  async function openWork(clientId: string): Promise<string[]> {
    const { sign } = (await ask(world, "close.status", { clientId, period: PERIOD })).gates;
    const noun = sign.some(({ gate, blocking }) => gate !== "tasks" && blocking > 0) ? "other required task" : "required task";
    const ordered = sign.toSorted((a, b) => Number(a.gate === "tasks") - Number(b.gate === "tasks"));
    return ordered.flatMap(({ gate, required, open, blocking }) => {
      const whole = open.filter((item) => isWholeComparison(item)).length;
      const [lines, all] = [blocking - open.filter((item) => !item.overridden && isWholeComparison(item)).length, required - whole];
      const [one, many] = gate === "tasks" ? ([noun, `${noun}s`] as const) : GATE_NOUNS[gate];
      return [
        ...(lines === 0 ? [] : [`${lines} of ${all} ${all === 1 ? one : many} ${lines === 1 ? "is" : "are"} open`]),
        ...(blocking === lines ? [] : [expect.stringMatching(/^\d+ flux comparisons? (is|are)n't available$/)]),
      ];
    });
  }

  test.each(STYLES)("ledger %s: proves itself with common tools and with ours, and is a draft while nobody signed", async (style) => {
    const pack = await made(world, { clientId: clientOf(style), period: PERIOD, folder: out });
    packs.set(style, pack);
    expect(pack).toMatchObject({ version: 1, same: false, prior: null, stamps: [{ stamp: "DRAFT" }] });
    const open = await openWork(clientOf(style));
    const unsigned = ["The preparer hasn't signed off", "The reviewer hasn't signed off"];
    expect([pack.stamps[0]?.reasons, open.length > 0]).toEqual([[...unsigned, ...open], true]);
    expect(`${basename(pack.path)} ${pack.clientCopy?.name}`).toMatch(/^([\w-]+_2026-10_closepack_v01_DRAFT)\.zip \1_client\.zip$/);
    const verified = await verifyPackFile(pack.path);
    expect(verified.problems).toEqual([]);
    expect(verified).toMatchObject({ ok: true, sha256: pack.sha256, chain: "first" });
    expect(verified.controlTotals.checked).toBeGreaterThan(20);

    const files = unpacked(pack.path);
    const folder = join(out, `unpacked-${style}`);
    for (const [name, bytes] of Object.entries(files)) {
      mkdirSync(join(folder, name, ".."), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    }
    const sums = spawnSync("sha256sum", ["-c", "SHA256SUMS"], { cwd: folder, encoding: "utf8" });
    if (sums.error === undefined) expect([sums.status, sums.stdout.match(/: OK/g)?.length]).toEqual([0, Object.keys(files).length - 1]);
    for (const name of ["README.txt", "manifest.json"]) expect(Buffer.from(files[name] ?? []).toString()).toContain("DRAFT");
    // Every movement of the trial balance is made of the ledger's rows, which verification added up.
    const manifest = JSON.parse(Buffer.from(files["manifest.json"] ?? []).toString());
    expect(manifest.controlTotals.length).toBe(verified.controlTotals.checked);
    expect(Object.keys(manifest.exceptions)).toEqual(expect.arrayContaining(["A", "E", "F", "G", "L", "T"]));
    // Locks are named by their period; what identifies them is in the last column, J.
    const sheets = Object.values(unzipSync(files["01_closepack.xlsx"] as Uint8Array)).map((bytes) => Buffer.from(bytes).toString());
    const locks = sheets.filter((text) => text.includes("Moved back from") && text.includes("<row"));
    const ids = locks.flatMap((text) =>
      [...text.matchAll(/<c r="([A-Z]+)\d+"(?:(?!<c ).)*?accountingperiod:/g)].map(([, column]) => column),
    );
    expect([locks.length, new Set(ids)]).toEqual([1, new Set(style === "c" ? ["J"] : [])]);
  });

  test("two exports of one state are the same bytes and the same version, wherever they go", async () => {
    for (const style of STYLES) {
      const again = await made(world, { clientId: clientOf(style), period: PERIOD, folder: join(out, "again") });
      const first = packs.get(style) as MadePack;
      expect([again.version, again.same, again.sha256]).toEqual([1, true, first.sha256]);
      expect(readFileSync(again.path).equals(readFileSync(first.path))).toBe(true);
    }
    // The same file into the same folder is no second one, and nothing half-made is left anywhere: not even by a process that died.
    const dead = `${(packs.get("a") as MadePack).path}.999999999.part`;
    writeFileSync(dead, "half");
    await made(world, { clientId: clientOf("a"), period: PERIOD, folder: out });
    expect(readdirSync(out).filter((name) => name.includes(".part"))).toEqual([]);
    expect((await ask(world, "packs.list", { clientId: clientOf("a") })).map(({ version }) => version)).toEqual([1]);
  });

  test("a supporting file that is lost makes another version: no two packs of one version differ", async () => {
    const clientId = clientOf("c");
    const period = { clientId, period: PERIOD };
    const [row] = await ask(world, "reconciliations.list", period);
    const content = Buffer.from("statement of the bank").toString("base64");
    const pinned = await ask(world, "reconciliations.attach", {
      ...period,
      accountId: row?.accountId ?? "",
      fileName: "bank.txt",
      content,
    });
    const folder = join(out, "support");
    const whole = await made(world, { ...period, folder });
    expect((await made(world, { ...period, folder })).same).toBe(true);
    rmSync(join(world.home, "clients", `${clientId}.files`, pinned.attachment.sha256));
    const lost = await made(world, { ...period, folder });
    expect(lost).toMatchObject({ same: false, version: whole.version + 1, prior: { sha256: whole.sha256 } });
    expect((await verifyPackFile(lost.path, whole.path)).ok).toBe(true);
  });

  test.runIf(OFFICE)(
    "another program computes every formula to the value that stands there, and finds no error",
    async () => {
      const books = STYLES.map((style) => unpacked((packs.get(style) as MadePack).path)["01_closepack.xlsx"] as Uint8Array);
      // With one value forged, to see that it is not only read back.
      const parts = unzipSync(books[0] as Uint8Array);
      const sheet = "xl/worksheets/sheet2.xml";
      const forgedSheet = Buffer.from(parts[sheet] as Uint8Array)
        .toString()
        .replace(/(<f>ROUND[^<]*<\/f><v>)[^<]*/, "$1123456.78");
      const [recomputed, ...anew] = recalculated([zipSync({ ...parts, [sheet]: Buffer.from(forgedSheet) }), ...books]);
      expect((await formulasOf(recomputed as Uint8Array)).map(({ value }) => value)).not.toContain(123456.78);
      for (const [at, book] of books.entries()) {
        const stated = await formulasOf(book);
        expect(stated.length).toBeGreaterThan(100);
        const computed = new Map((await formulasOf(anew[at] as Uint8Array)).map((one) => [`${one.sheet} ${one.cell}`, one]));
        const differing = stated.filter(({ sheet, cell, value }) => {
          const other = computed.get(`${sheet} ${cell}`)?.value;
          return typeof value === "number" && typeof other === "number"
            ? Math.abs(value - other) > 1e-9 * Math.max(1, Math.abs(value))
            : value !== other;
        });
        expect(differing.slice(0, 3), `ledger ${STYLES[at]}`).toEqual([]);
      }
    },
    300_000,
  );

  test("whatever file of a pack is changed is the one that verification names", async () => {
    const path = (packs.get("b") as MadePack).path;
    const files = unpacked(path);
    const forged = join(out, "forged.zip");
    const wrongFiles = async (changed: Readonly<Record<string, Uint8Array>>, without?: string) => {
      const { [without ?? ""]: _gone, ...copy } = { ...files, ...changed };
      writeFileSync(forged, await writeZip(copy));
      const { ok, problems } = await verifyPackFile(forged);
      expect(ok).toBe(false);
      return [...new Set(problems.map(({ file }) => file))];
    };
    for (const [name, bytes] of Object.entries(files)) {
      const changed = bytes.slice();
      const middle = Math.floor(bytes.length / 2);
      changed[middle] = (bytes[middle] as number) ^ 1;
      expect(await wrongFiles({ [name]: changed }), name).toContain(name);
      expect(await wrongFiles({}, name), `without ${name}`).toContain(name);
    }
    expect(await wrongFiles({ "04_extract/more.csv": new Uint8Array(3) })).toEqual(["04_extract/more.csv"]);
    expect(await wrongFiles({ "../outside.txt": new Uint8Array(3) })).toEqual(["../outside.txt"]);
    writeFileSync(forged, readFileSync(path).subarray(0, -40));
    expect(await verifyPackFile(forged)).toMatchObject({ ok: false, problems: [{ file: null, kind: "unreadable" }] });
  });

  test("a figure that was changed together with its hashes is found by adding up again", async () => {
    const files = unpacked((packs.get("c") as MadePack).path);
    const name = "04_extract/gl.csv";
    const text = Buffer.from(files[name] ?? []).toString();
    const { createHash } = await import("node:crypto");
    const sha = (bytes: string) => createHash("sha256").update(bytes).digest("hex");
    const forgedText = text.replace(
      /,(\d+)\.(\d\d),,/,
      (_, whole: string, cents: string) => `,${whole.replace(/\d/, (digit) => String((Number(digit) % 9) + 1))}.${cents},,`,
    );
    expect(forgedText).not.toBe(text);
    const old = sha(text);
    const swap = (of: string) =>
      Buffer.from(
        Buffer.from(files[of] ?? [])
          .toString()
          .replaceAll(old, sha(forgedText)),
      );
    const forged = { ...files, [name]: Buffer.from(forgedText), "manifest.json": swap("manifest.json"), SHA256SUMS: swap("SHA256SUMS") };
    const path = join(out, "forged.zip");
    writeFileSync(path, await writeZip(forged));
    const { problems } = await verifyPackFile(path);
    expect(problems).toEqual(expect.arrayContaining([expect.objectContaining({ file: name, kind: "control_total" })]));
    expect(problems).toEqual(expect.arrayContaining([expect.objectContaining({ file: "manifest.json", kind: "hash" })]));
  });

  test("a changed document makes a new version that names the one before, and the comparison names the document", async () => {
    const tenant = world.tenants.find(({ style }) => style === "b") as Tenant;
    const first = packs.get("b") as MadePack;
    const bill = tenant.books.transactions.find(
      ({ kind, state, date, currency, lines }) =>
        kind === "purchase_bill" &&
        state === "approved" &&
        date.startsWith(PERIOD) &&
        currency === tenant.books.baseCurrency &&
        lines.length > 0,
    );
    if (bill === undefined) throw new Error("no bill in the period");
    const lines = bill.lines.map(({ id, accountId, itemId, description, taxCodeId, net, dimensions }, at) => ({
      ...{ id, accountId, itemId, description, taxCodeId, dimensions },
      amount: at === 0 ? addDecimals(net, decimal("10.00")) : net,
    }));
    editTransaction(tenant.books, bill.id, { lines } as Parameters<typeof editTransaction>[2], world.clock.nowMs());
    await syncToEnd(tenant);
    const second = await made(world, { clientId: tenant.source.clientId, period: PERIOD, folder: out, reason: "A bill was corrected" });
    expect(second).toMatchObject({ version: 2, same: false, prior: { version: 1, sha256: first.sha256 }, reason: "A bill was corrected" });
    expect(await verifyPackFile(second.path, first.path)).toMatchObject({ ok: true, chain: "holds" });
    const wrongPrior = join(out, "not-the-prior.zip");
    copyFileSync((packs.get("a") as MadePack).path, wrongPrior);
    expect(await verifyPackFile(second.path, wrongPrior)).toMatchObject({ ok: false, chain: "broken" });
    const { clientId } = tenant.source;
    const rows = await ask(world, "packs.list", { clientId, period: PERIOD });
    const packNoOf = (version: number) => rows.find((row) => row.version === version)?.packNo as number;
    expect(await ask(world, "packs.verify", { clientId, packNo: packNoOf(2) })).toMatchObject({ ok: true, sha256: second.sha256 });
    const compared = await ask(world, "packs.compare", { clientId, older: packNoOf(1), newer: packNoOf(2) });
    expect(compared).toMatchObject({ chained: true, newer: { reason: "A bill was corrected" } });
    expect(compared.documents.map(({ id }) => id).join(" ")).toContain(bill.id);
    expect(compared.accounts.length).toBeGreaterThanOrEqual(2);
    expect(
      (await ask(world, "packs.list", { clientId: tenant.source.clientId })).map(({ version, superseded, isThere }) => [
        version,
        superseded,
        isThere,
      ]),
    ).toEqual([
      [2, false, true],
      [1, true, true],
    ]);
    // The record of packs can be added to and nothing else.
    const db = new Database(clientFilePath(world.home, tenant.source.clientId));
    expect(() => db.prepare("UPDATE pack SET sha256 = 'x'").run()).toThrow(/never changed/);
    expect(() => db.prepare("DELETE FROM pack").run()).toThrow(/never dropped/);
    db.close();
  });

  test("once preparer and reviewer have signed the pack is no draft; when the books move, it is one again and says so", async () => {
    const tenant = world.tenants.find(({ style }) => style === "b") as Tenant;
    const { clientId } = tenant.source;
    await ask(world, "close.sign", { clientId, period: PERIOD, role: "preparer" });
    await ask(world, "people.add", { name: "rita", role: "reviewer" });
    await ask(world, "people.use", { name: "rita" });
    await overrideGates(world, { clientId, period: PERIOD });
    await ask(world, "close.sign", { clientId, period: PERIOD, role: "reviewer", note: "Seen" });
    const signed = await made(world, { clientId, period: PERIOD, folder: out });
    expect(signed).toMatchObject({ version: 3, stamps: [], name: expect.stringMatching(/_closepack_v03\.zip$/) });
    const cover = spawnText(unpacked(signed.path)["00_closepack.pdf"] as Uint8Array, "rita Seen");
    expect(cover).toContain("rita");
    const bill = tenant.books.transactions.find(
      ({ kind, state, date }) => kind === "purchase_bill" && state === "approved" && date.startsWith(PERIOD),
    );
    const lines = bill?.lines.map(({ id, accountId, itemId, description, taxCodeId, net, dimensions }) => ({
      ...{ id, accountId, itemId, description, taxCodeId, dimensions },
      amount: addDecimals(net, decimal("1.00")),
    }));
    editTransaction(tenant.books, bill?.id ?? "", { lines } as Parameters<typeof editTransaction>[2], world.clock.nowMs());
    await syncToEnd(tenant);
    const moved = await made(world, { clientId, period: PERIOD, folder: out });
    expect(moved).toMatchObject({ version: 4, prior: { version: 3 } });
    // The overrides cover what was open then. What the change opened again is counted as the checklist counts it.
    expect(moved.stamps).toEqual([
      {
        stamp: "DRAFT",
        reasons: [
          ...["The books have changed since the preparer signed off", "The books have changed since the reviewer signed off"],
          ...(await openWork(clientId)),
        ],
      },
    ]);
  });

  test("while a stream is behind the pack says so everywhere it is read", async () => {
    const clientId = clientOf("a");
    const db = new Database(clientFilePath(world.home, clientId));
    db.prepare("UPDATE stream SET state = 'incomplete' WHERE stream_no = 1").run();
    db.close();
    // A group whose rates nobody entered stops no pack: it says what is missing.
    const { tree } = await ask(world, "groups.suggest", {});
    await ask(world, "groups.save", { tree });
    const pack = await made(world, { clientId, period: PERIOD, folder: out });
    expect(pack.version).toBe(2);
    expect(pack.stamps.map(({ stamp }) => stamp)).toEqual(["INCOMPLETE", "DRAFT"]);
    const reason = pack.stamps[0]?.reasons[0] ?? "";
    expect(reason).toMatch(/ was last fully synced .* UTC, and its status is incomplete/);
    const files = unpacked(pack.path);
    for (const name of ["README.txt", "manifest.json"]) expect(Buffer.from(files[name] ?? []).toString(), name).toContain(reason);
    const index = Buffer.from(unzipSync(files["01_closepack.xlsx"] as Uint8Array)["xl/worksheets/sheet1.xml"] ?? []).toString();
    expect(index).toContain("INCOMPLETE");
    expect(JSON.parse(Buffer.from(files["manifest.json"] ?? []).toString()).exceptions.S).toBe(1);
    for (const name of ["00_closepack.pdf"]) expect(spawnText(files[name] as Uint8Array, name), name).toContain("INCOMPLETE");
  });

  test("a pack that is cancelled leaves nothing behind; one that can't be written says why", async () => {
    const clientId = clientOf("c");
    const folder = join(out, "cancelled");
    const over = new Promise<PackJob>((resolve) => {
      const stop = world.runtime.subscribe(({ topic, payload }) => {
        if (topic !== "packs.progress" || (payload as PackJob).state === "running") return;
        stop();
        resolve(payload as PackJob);
      });
    });
    const begun = await world.runtime.route("packs.export", { clientId, period: PERIOD, folder, reason: "Cancelled on the way" });
    const { jobId } = (begun as { value: { jobId: string } }).value;
    const reply = world.runtime.route("packs.cancel", { jobId });
    expect(await world.run(over)).toMatchObject({ jobId, state: "cancelled", pack: null, failure: { code: "cancelled" } });
    expect(await reply).toMatchObject({ ok: true, value: { cancelled: true } });
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
    expect(await ask(world, "packs.cancel", { jobId })).toEqual({ cancelled: false });
    writeFileSync(join(out, "a-file"), "");
    const refused = await job(world, { clientId, period: PERIOD, folder: join(out, "a-file"), reason: "No folder" });
    expect(refused).toMatchObject({ state: "failed", failure: { code: "storage", field: "out" } });
  });

  test("text that would harm is inert in every file, and the name is safe", async () => {
    const clientId = clientOf("c");
    const db = new Database(clientFilePath(world.home, clientId));
    db.prepare("UPDATE entity SET body = json_set(body, '$.name', ?) WHERE kind IN ('party', 'account')").run(HOSTILE);
    db.prepare("UPDATE document SET memo = ?, number = ?, reference = ?, party_name = ?").run(HOSTILE, HOSTILE, HOSTILE, HOSTILE);
    db.prepare("UPDATE document_line SET description = ?").run(HOSTILE);
    db.prepare("UPDATE posting SET description = ?").run(HOSTILE);
    db.close();
    const firm = new Database(join(world.home, "firm.sqlite"));
    firm.prepare("UPDATE client SET name = ? WHERE client_id = ?").run(HOSTILE, clientId);
    firm.close();
    const pack = await made(world, { clientId, period: PERIOD, folder: out, reason: HOSTILE });
    expect(basename(pack.path)).toMatch(/^[A-Za-z0-9-]+_2026-10_closepack_v\d\d_DRAFT\.zip$/);
    expect((await verifyPackFile(pack.path)).problems).toEqual([]);
    const files = unpacked(pack.path);
    for (const [name, bytes] of Object.entries(files)) {
      expect(name).toMatch(/^[\w./-]+$/);
      if (!name.endsWith(".csv")) continue;
      expect(Buffer.from(bytes).toString(), name).not.toMatch(/(?:^|,)"?=/m);
    }
    const book = files["01_closepack.xlsx"] as Uint8Array;
    const own = (await formulasOf(book)).filter(({ formula }) => /HYPERLINK|calc/.test(formula));
    expect(own).toEqual([]);
    const sheets = unzipSync(book);
    const text = Object.values(sheets)
      .map((bytes) => Buffer.from(bytes).toString())
      .join("\n");
    expect(text).toContain("'=HYPERLINK");
    expect(text).not.toMatch(/<t[^>]*>\s*=/);
    expect(text).not.toContain("\u202e");
    expect(text).toContain("[U+202E]");
    expect(text).not.toMatch(/TargetMode="External"|<b>\.\./);
    const printed = ["00_closepack.pdf"].map((name) => Buffer.from(files[name] as Uint8Array).toString("latin1")).join("");
    expect(printed).not.toMatch(/\/(?:URI|JavaScript|Launch|EmbeddedFile)\b/);
  });
});

/** The text of a PDF, with the tools of the system; where there are none, what is asked for counts as found. */
function spawnText(bytes: Uint8Array, name: string): string {
  const ran = spawnSync("pdftotext", ["-", "-"], { input: bytes, encoding: "utf8" });
  return ran.error === undefined ? ran.stdout : `no pdftotext here for ${name}: INCOMPLETE`;
}
