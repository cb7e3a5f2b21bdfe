import { hash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { finishExchanges } from "#main/files/exchange.ts";
import { saveSetting } from "#main/store/clients/firm-settings.ts";
import { openClientFile } from "#main/store/database/client-file.ts";
import { openFirmFile } from "#main/store/database/firm-file.ts";
import { keepFile, readFile } from "#main/store/records/attachment-files.ts";
import { createArchive } from "#main/store/safety/create-archive.ts";
import { writeManifest } from "#main/store/safety/manifest.ts";
import { prepareRestore } from "#main/store/safety/prepare-restore.ts";
import { addText, endArchive, listEntries } from "#main/store/safety/tar.ts";
import { tempHome } from "./temp.ts";

let home: ReturnType<typeof tempHome>;
beforeEach(() => {
  home = tempHome();
});
afterEach(() => home.remove());

const NOW_MS = Date.UTC(2026, 10, 21, 9);
const archivePath = () => join(home.path, "firm.tieout");

function makeFirm(path: string, notes: number): void {
  const firm = openFirmFile(path);
  saveSetting(firm, "firm_id", "firm-1");
  firm.exec("INSERT INTO client (client_id, name, created_ms) VALUES ('one', 'One & Co', 1), ('unread', 'Never read', 2)");
  firm.close();
  const db = openClientFile(path, "one");
  const add = db.prepare("INSERT INTO decision (kind, subject, body, person, made_ms) VALUES ('approval', ?, '{}', 'p', 1)");
  for (let note = 0; note < notes; note++) add.run(`note ${note}`);
  db.close();
}

const create = (from = home.path) => createArchive(from, { path: archivePath(), nowMs: NOW_MS, app: "0.0.1" });
const prepare = (to: string, firmId: string | null = null) => prepareRestore(to, { path: archivePath(), firmId, nowMs: NOW_MS });
const field = (result: ReturnType<typeof prepare>) => (result.ok ? "ready" : result.failure.field);

/** An archive with this manifest and these further entries. */
function forge(manifest: string, entries: Readonly<Record<string, string>> = {}): void {
  rmSync(archivePath(), { force: true });
  const handle = openSync(archivePath(), "wx");
  for (const [name, text] of Object.entries(entries)) addText(handle, name, text);
  addText(handle, "manifest.json", manifest);
  addText(handle, "manifest.sha256", hash("sha256", manifest));
  endArchive(handle);
  closeSync(handle);
}

const forgedManifest = (changes: object = {}) =>
  writeManifest({
    createdAt: "2026-11-21T09:00:00.000Z" as never,
    firmId: "firm-1",
    app: "9",
    sqlite: "3",
    schema: { firm: 1, client: 1 },
    clients: [],
    files: [],
    ...changes,
  });

describe("an archive", () => {
  it("restores into an empty folder as it was, with what was there put aside", () => {
    makeFirm(home.path, 3);
    const receipt = keepFile(home.path, "one", Buffer.from("a receipt"));
    mkdirSync(join(home.path, "packs", "one"), { recursive: true });
    writeFileSync(join(home.path, "packs", "one", "Close of Müller & Co, October.zip"), "a pack");
    const made = create();
    expect(made.ok && made.value.files.map(({ name, rows }) => [name, rows.decision ?? rows.client])).toEqual([
      ["firm.sqlite", 2],
      ["clients/one.sqlite", 3],
      [`clients/one.files/${receipt}`, undefined],
      ["packs/one/Close of Müller & Co, October.zip", undefined],
    ]);
    expect(statSync(archivePath()).mode & 0o777).toBe(0o600);
    const target = join(home.path, "other");
    openFirmFile(target).close();
    expect(field(prepare(target))).toBe("ready");
    // Nothing moves before somebody says so.
    expect(existsSync(join(target, "clients", "one.sqlite"))).toBe(false);
    const kept = finishExchanges(target);
    expect(readdirSync(kept ?? "")).toEqual(["firm.sqlite", "firm.sqlite-sums"]);
    const db = openClientFile(target, "one", { readonly: true });
    expect(db.prepare("SELECT COUNT(*) FROM decision").pluck().get()).toBe(3);
    db.close();
    expect(String(readFile(target, "one", receipt))).toBe(String(Buffer.from("a receipt")));
    expect(readFileSync(join(target, "packs", "one", "Close of Müller & Co, October.zip"), "utf8")).toBe("a pack");
    expect(finishExchanges(target)).toBe(null);
    expect(readdirSync(target).sort()).toEqual(["clients", "firm.sqlite", "kept", "packs"]);
  });

  it("does not resend automatically a write that was waiting when it was made and may have been sent since", () => {
    makeFirm(home.path, 1);
    const db = openClientFile(home.path, "one");
    const add = db.prepare("INSERT INTO write_job VALUES (?, ?, ?, '[]', '{\"failure\":null}', 1, 1)");
    for (const state of ["queued", "ready", "draft", "accepted", "unknown"]) add.run(state, state, state);
    add.run("begun", "begun", "queued");
    db.prepare("INSERT INTO write_attempt (job_id, call_no, purpose, request, sent_ms) VALUES ('begun', 0, 'write', '', 1)").run();
    db.close();
    create();
    const target = join(home.path, "other");
    openFirmFile(target).close();
    expect(field(prepare(target))).toBe("ready");
    finishExchanges(target);
    const restored = openClientFile(target, "one", { readonly: true });
    const states = restored.prepare("SELECT job_id, state FROM write_job ORDER BY job_id").raw().all();
    const told = restored.prepare("SELECT json_extract(body, '$.failure.message') FROM write_job WHERE job_id = 'queued'").pluck().get();
    restored.close();
    expect(states).toEqual([
      ["accepted", "accepted"],
      // It left before: it is looked for, never merely sent.
      ["begun", "queued"],
      ["draft", "draft"],
      ["queued", "draft"],
      ["ready", "draft"],
      ["unknown", "unknown"],
    ]);
    expect(told).toContain("may have been sent since");
  });

  it("is not made over a file that is there, nor where there is no folder", () => {
    makeFirm(home.path, 1);
    writeFileSync(archivePath(), "something else");
    const over = create();
    expect(over.ok ? null : [over.failure.code, over.failure.field]).toEqual(["already_exists", "out"]);
    expect(readFileSync(archivePath(), "utf8")).toBe("something else");
    const nowhere = createArchive(home.path, { path: join(home.path, "no", "folder", "x"), nowMs: NOW_MS, app: "" });
    expect(nowhere.ok ? null : nowhere.failure.field).toBe("out");
  });

  it("with any one byte changed is refused, and nothing is left behind", () => {
    makeFirm(home.path, 3);
    expect(create().ok).toBe(true);
    const whole = readFileSync(archivePath());
    const handle = openSync(archivePath(), "r");
    const entries = listEntries(handle) ?? [];
    closeSync(handle);
    expect(entries).toHaveLength(4);
    const target = join(home.path, "other");
    openFirmFile(target).close();
    for (const { start, bytes } of entries) {
      const changed = Buffer.from(whole);
      const at = start + Math.trunc(bytes / 2);
      changed[at] = (changed[at] as number) ^ 0x10;
      writeFileSync(archivePath(), changed);
      expect(field(prepare(target))).not.toBe("ready");
      expect(existsSync(join(target, "restore"))).toBe(false);
    }
    writeFileSync(archivePath(), whole.subarray(0, whole.length - 1024));
    expect(field(prepare(target))).toBe("from");
  });

  it("of a newer release, another firm or another kind is refused by its field", () => {
    const target = join(home.path, "other");
    openFirmFile(target).close();
    writeFileSync(archivePath(), "a letter");
    expect(field(prepare(target))).toBe("from");
    forge("not json");
    expect(field(prepare(target))).toBe("manifest");
    forge(JSON.stringify({ format: "photos" }));
    expect(field(prepare(target))).toBe("format");
    forge(JSON.stringify({ format: "tieout-backup", version: 2 }));
    expect(field(prepare(target))).toBe("version");
    forge(forgedManifest({ schema: { firm: 1, client: 900 } }));
    expect(field(prepare(target))).toBe("schema.client");
    forge(forgedManifest({ surprise: 1 }));
    expect(field(prepare(target))).toBe("surprise");
    forge(forgedManifest());
    expect(field(prepare(target))).toBe("files");
    rmSync(archivePath());
    makeFirm(home.path, 1);
    expect(create().ok).toBe(true);
    expect(field(prepare(target, "firm-2"))).toBe("firmId");
    expect(field(prepareRestore(target, { path: join(home.path, "missing"), firmId: null, nowMs: NOW_MS }))).toBe("from");
  });

  it.each([
    "../firm.sqlite",
    "/etc/passwd",
    "clients/../../x.sqlite",
    "owner.json",
    "packs/one/../firm.sqlite",
    "packs/one/.hidden",
    "clients/one.files/letter",
  ])("that would write to %s is refused", (name) => {
    const target = join(home.path, "other");
    openFirmFile(target).close();
    const file = (of: string) => ({ name: of, clientId: null, sha256: "", bytes: 1, schema: 0, rows: {} });
    forge(forgedManifest({ files: [file("firm.sqlite"), file(name)] }), { "firm.sqlite": "x", [name]: "x" });
    expect(field(prepare(target))).toBe("files.1.name");
    expect(readdirSync(target)).toEqual(["firm.sqlite", "firm.sqlite-sums"]);
  });
});

describe("the exchange of files", () => {
  it("that stops after any step is finished by the next start, and never mixes old with new", () => {
    makeFirm(home.path, 3);
    expect(create().ok).toBe(true);
    const steps = ["checked", "half put aside", "put-aside", "half moved in"];
    for (const step of steps) {
      const target = join(home.path, step.replaceAll(" ", "-"));
      makeFirm(target, 1);
      expect(field(prepare(target))).toBe("ready");
      interrupt(target, step);
      const kept = finishExchanges(target);
      const count = (at: string) => {
        const db = openClientFile(at, "one", { readonly: true });
        const rows = db.prepare("SELECT COUNT(*) FROM decision").pluck().get();
        db.close();
        return rows;
      };
      expect([step, count(target), count(kept ?? "")]).toEqual([step, 3, 1]);
      expect(existsSync(join(target, "restore"))).toBe(false);
    }
  });

  it("forgets what was never marked ready", () => {
    makeFirm(home.path, 1);
    expect(create().ok).toBe(true);
    expect(field(prepare(home.path))).toBe("ready");
    rmSync(join(home.path, "restore", "ready.json"));
    expect(finishExchanges(home.path)).toBe(null);
    expect(existsSync(join(home.path, "restore"))).toBe(false);
  });
});

/** Does by hand what a process had done when it died. */
function interrupt(target: string, step: string): void {
  const note = join(target, "restore", "ready.json");
  const { keptAs } = JSON.parse(readFileSync(note, "utf8")) as { keptAs: string };
  const kept = join(target, "kept", keptAs);
  if (step === "checked") return;
  mkdirSync(kept, { recursive: true });
  renameSync(join(target, "firm.sqlite"), join(kept, "firm.sqlite"));
  if (step === "half put aside") return;
  renameSync(join(target, "clients"), join(kept, "clients"));
  writeFileSync(note, JSON.stringify({ phase: "put-aside", keptAs }));
  if (step === "put-aside") return;
  renameSync(join(target, "restore", "incoming", "firm.sqlite"), join(target, "firm.sqlite"));
}
