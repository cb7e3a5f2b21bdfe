import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { unzipSync } from "fflate";
import { readXlsx } from "hucre";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { PUBLIC_KEY, SIGNATURE } from "#main/pack/archive/authenticity.ts";
import { withOwnHash } from "#main/pack/archive/read-manifest.ts";
import { verifyPack } from "#main/pack/archive/verify-pack.ts";
import { makeKeyPair, publicPem, signText } from "#main/signatures/ed25519.ts";
import type { MadePack, PackJob } from "#shared/contract/close/packs.ts";
import type { PackManifest, PackVerification } from "#shared/model/close/pack.ts";
import type { PersonKey } from "#shared/model/close/signature.ts";
import { ask, overrideGates } from "#test/support/ask.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { writeZip } from "#test/support/write-zip.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

type Files = Record<string, Uint8Array>;
const MANIFEST = "manifest.json";
const sha = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Makes every hash right again, as somebody would who changed a pack on purpose. */
function rehashed(files: Files, change: (manifest: PackManifest) => PackManifest = (same) => same): Files {
  const { ownSha256: _own, ...manifest } = JSON.parse(Buffer.from(files[MANIFEST] as Uint8Array).toString()) as PackManifest;
  const listed = manifest.files.map((file) => {
    const bytes = files[file.name] as Uint8Array;
    return { ...file, sha256: sha(bytes), bytes: bytes.length };
  });
  const made: Files = { ...files, [MANIFEST]: Buffer.from(withOwnHash(change({ ...manifest, files: listed }))) };
  const names = Object.keys(made).filter((name) => name !== "SHA256SUMS");
  return { ...made, SHA256SUMS: Buffer.from(names.map((name) => `${sha(made[name] as Uint8Array)}  ${name}\n`).join("")) };
}

/** Signs a pack again with another key. */
function resigned(files: Files, pair = makeKeyPair()): Files {
  const changed = rehashed(files, (manifest) => ({
    ...manifest,
    signer: manifest.signer === null ? null : { ...manifest.signer, keyId: pair.keyId, publicKey: pair.publicKey },
  }));
  const text = Buffer.from(changed[MANIFEST] as Uint8Array).toString();
  const signature = Buffer.from(signText(pair.privateKey, text), "base64");
  return rehashed({ ...changed, [SIGNATURE]: signature, [PUBLIC_KEY]: Buffer.from(publicPem(pair.publicKey)) });
}

describe("the authenticity of a pack", () => {
  let world: World;
  let out: string;
  let keys: PersonKey[];
  let pack: MadePack;
  let files: Files;
  let other: Files;
  const clientOf = (style: string) => (world.tenants.find((tenant) => tenant.style === style) as Tenant).source.clientId;

  async function made(style: string): Promise<MadePack> {
    const over = new Promise<PackJob>((resolve) => {
      const stop = world.runtime.subscribe(({ topic, payload }) => {
        if (topic !== "packs.progress" || (payload as PackJob).state === "running") return;
        stop();
        resolve(payload as PackJob);
      });
    });
    await ask(world, "packs.export", { clientId: clientOf(style), period: "2026-10", folder: out });
    const { pack: done, failure } = await world.run(over);
    if (done === null) throw new Error(JSON.stringify(failure));
    return done;
  }

  async function verified(of: Files, given: readonly PersonKey[] | null = keys, mustBeSigned = true): Promise<PackVerification> {
    const path = join(out, "forged.zip");
    writeFileSync(path, await writeZip(of));
    const answer = await verifyPack(path, null, given === null ? {} : { keys: given, mustBeSigned });
    if (!answer.ok) throw new Error(answer.failure.message);
    return answer.value;
  }

  beforeAll(async () => {
    const books = { months: 2, invoicesPerMonth: 3 };
    world = await createWorld({ seed: 91, tenants: (["a", "b"] as const).map((style) => ({ style, a: { journals: true }, books })) });
    out = join(world.home, "handed-over");
    mkdirSync(out);
    for (const tenant of world.tenants) await syncToEnd(tenant);
    const period = { clientId: clientOf("a"), period: "2026-10" };
    await ask(world, "close.sign", { ...period, role: "preparer" });
    await ask(world, "people.add", { name: "rita", role: "admin" });
    await ask(world, "people.change", { name: "rita", fullName: "Rita Okafor", title: "Partner" });
    await ask(world, "people.use", { name: "rita" });
    await overrideGates(world, period);
    await ask(world, "close.sign", { ...period, role: "reviewer" });
    await ask(world, "close.move", { ...period, status: "in_close" });
    await ask(world, "close.move", { ...period, status: "closed", why: "All reviewed" });
    pack = await made("a");
    files = unzipSync(readFileSync(pack.path));
    other = unzipSync(readFileSync((await made("b")).path));
    keys = await ask(world, "keys.list", {});
  });
  afterAll(() => endWorld(world));

  test("each person has a key, made when they first signed; the pack and its sign-offs are proven with them", async () => {
    expect(keys.map(({ person, machine, ended }) => [person, machine, ended])).toEqual([
      ["rita", "world", null],
      ["tester", "world", null],
    ]);
    const { ok, authenticity, problems } = await verified(files);
    expect(problems).toEqual([]);
    expect(ok).toBe(true);
    expect(authenticity?.pack).toMatchObject({ state: "proven", owner: "rita" });
    expect(authenticity?.signOffs.map(({ role, state, owner }) => [role, state, owner])).toEqual([
      ["preparer", "proven", "tester"],
      ["reviewer", "proven", "rita"],
      ["closed", "proven", "rita"],
    ]);
    expect(authenticity?.cannotShow).toEqual([]);
    expect(authenticity?.shows.at(-1)).toBe(
      "According to the pack, no PIN was entered when the preparer (tester) and the reviewer (rita) signed off, so only the computer account identifies them.",
    );
  });

  test("with PINs it says so, and a pack that doesn't say who entered one is read as before", async () => {
    const told = async (withPin: boolean | undefined) => {
      const signatures = (manifest: PackManifest) => manifest.signatures.map((one) => ({ ...one, withPin }));
      const changed = rehashed(files, (manifest) => ({ ...manifest, signatures: signatures(manifest) }));
      return (await verified(changed, null)).authenticity?.shows ?? [];
    };
    expect((await told(true)).at(-1)).toBe("According to the pack, a PIN was entered for each sign-off.");
    expect((await told(undefined)).join(" ")).not.toContain("PIN");
    // The preparer signed off again, with a PIN, after the books had changed.
    const again = rehashed(files, (manifest) => {
      const [before, ...others] = manifest.signatures.map((one) => ({ ...one, withPin: true }));
      if (before === undefined) throw new Error("nobody signed off");
      return { ...manifest, signatures: [{ ...before, stale: true, withPin: false }, before, ...others] };
    });
    expect((await verified(again, null)).authenticity?.shows.at(-1)).toBe(
      "According to the pack, a PIN was entered for the last sign-off in each role.",
    );
  });

  test("canceled while its client copy is being signed, it leaves no file", async () => {
    const folder = join(out, "canceled");
    const { pool, packs } = world.runtime.context;
    const perform = pool.perform.bind(pool) as (op: string, input: unknown) => Promise<{ readonly value?: { readonly kind?: string } }>;
    let jobId = "";
    const start = packs.start.bind(packs);
    const startSpy = vi.spyOn(packs, "start").mockImplementation((question) => {
      const started = start(question);
      jobId = started.jobId;
      return started;
    });
    let signed = 0;
    const there: string[] = [];
    const spy = vi.spyOn(pool, "perform").mockImplementation((async (op: string, input: unknown) => {
      const answer = await perform(op, input);
      if (op === "packMaking.step" && answer.value?.kind === "sign" && ++signed === 2) {
        there.push(...readdirSync(folder).filter((name) => name.endsWith(".zip")));
        packs.cancel(jobId);
      }
      return answer;
    }) as never);
    const over = new Promise<PackJob>((resolve) => {
      const stop = world.runtime.subscribe(({ topic, payload }) => {
        if (topic !== "packs.progress" || (payload as PackJob).state === "running") return;
        stop();
        resolve(payload as PackJob);
      });
    });
    await ask(world, "packs.export", { clientId: clientOf("b"), period: "2026-10", folder, reason: "Canceled at the end" });
    expect(await world.run(over)).toMatchObject({ state: "cancelled", pack: null });
    spy.mockRestore();
    startSpy.mockRestore();
    // The pack itself had its name by then.
    expect(there).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("without keys it says what it shows and what it can't", async () => {
    const { ok, authenticity } = await verified(files, null);
    expect(ok).toBe(true);
    expect(authenticity?.pack).toMatchObject({ state: "signed", owner: null });
    expect(authenticity?.shows.join(" ")).toContain("Nothing in this pack has changed since the owner of key");
    expect(authenticity?.cannotShow.join(" ")).toMatch(/Who owns the key.*rita.*revoked/);
  });

  test("OpenSSL verifies the manifest with what lies in the pack", () => {
    const folder = join(out, "unpacked");
    for (const [name, bytes] of Object.entries(files)) {
      mkdirSync(join(folder, name, ".."), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    }
    const run = spawnSync(
      "openssl",
      ["pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", PUBLIC_KEY, "-in", MANIFEST, "-sigfile", SIGNATURE],
      { cwd: folder, encoding: "utf8" },
    );
    if (run.error === undefined) expect([run.status, run.stdout]).toEqual([0, expect.stringContaining("Success")]);
  });

  test("data, manifest and hashes changed together are found, with keys and without", async () => {
    const name = "04_extract/parties.csv";
    const changed = Buffer.from(`${Buffer.from(files[name] as Uint8Array).toString()}`.replace(/[a-z]{3,}/g, "xyz"));
    expect(changed.equals(Buffer.from(files[name] as Uint8Array))).toBe(false);
    for (const given of [keys, null]) {
      const { ok, problems } = await verified(rehashed({ ...files, [name]: changed }), given);
      expect(ok).toBe(false);
      expect(problems.filter(({ kind }) => kind === "signature").map(({ file }) => file)).toEqual([SIGNATURE]);
    }
    // The manifest is as it was signed, and one of its files isn't.
    for (const given of [keys, null]) {
      const { ok, authenticity } = await verified({ ...files, [name]: changed }, given);
      expect([ok, authenticity?.shows[0]]).toEqual([false, expect.stringContaining("but Tieout found problems in the pack.")]);
    }
  });

  test("signed again with a strange key: found with the firm's keys, and without them it claims no name", async () => {
    const forged = resigned({ ...files, "README.txt": Buffer.from("changed\n") });
    const { ok, problems } = await verified(forged);
    expect(ok).toBe(false);
    expect(problems.map(({ message }) => message).join()).toContain("isn't on the firm's list");
    const alone = await verified(forged, null);
    expect(alone.ok).toBe(true);
    expect(alone.authenticity?.cannotShow.join(" ")).toContain("Who owns the key");
  });

  test("a key of the firm that is another person's is named as such", async () => {
    const pair = makeKeyPair();
    const listed = [...keys, { ...(keys[0] as PersonKey), person: "Mallory", keyId: pair.keyId, publicKey: pair.publicKey }];
    const { ok, authenticity } = await verified(resigned(files, pair), listed);
    expect([ok, authenticity?.pack.state, authenticity?.pack.owner]).toEqual([false, "other_person", "Mallory"]);
  });

  test("stripped, swapped and replayed signatures are found or plainly reported", async () => {
    const { [SIGNATURE]: _signature, [PUBLIC_KEY]: _pem, ...bare } = files;
    const stripped = rehashed(bare, (manifest) => ({ ...manifest, signer: null }));
    expect((await verified(stripped)).ok).toBe(false);
    const alone = await verified(stripped, null);
    expect([alone.ok, alone.authenticity?.pack.state]).toEqual([true, "unsigned"]);
    expect(alone.authenticity?.cannotShow[0]).toContain("isn't signed");
    // The app knows the hash of its own packs, so that a stripped copy is found there, too.
    const path = join(out, "stripped.zip");
    writeFileSync(path, await writeZip(stripped));
    const found = await verifyPack(path, null, { keys, recorded: pack.sha256 });
    expect(found.ok && found.value.problems.map(({ kind }) => kind)).toEqual(["record"]);

    const replayed = rehashed({ ...files, [SIGNATURE]: other[SIGNATURE] as Uint8Array });
    expect((await verified(replayed)).authenticity?.pack.state).toBe("wrong");
    const swapped = rehashed({ ...files, [PUBLIC_KEY]: Buffer.from(publicPem(makeKeyPair().publicKey)) });
    expect((await verified(swapped)).problems.map(({ file }) => file)).toContain(PUBLIC_KEY);
    expect((await verified(rehashed(bare))).problems.map(({ file }) => file)).toEqual(expect.arrayContaining([SIGNATURE, PUBLIC_KEY]));
  });

  test("a sign-off of other figures, another period or another person doesn't count, even in a pack that is rightly signed", async () => {
    const pair = makeKeyPair();
    const listed = [...keys, { ...(keys[0] as PersonKey), keyId: pair.keyId, publicKey: pair.publicKey }];
    const forged = (change: (manifest: PackManifest) => PackManifest) => verified(resigned(rehashed(files, change), pair), listed);
    const first = (manifest: PackManifest, patch: object) => ({
      ...manifest,
      signatures: manifest.signatures.map((one, at) => (at === 0 ? { ...one, ...patch } : one)),
    });
    for (const change of [
      (manifest: PackManifest) => first(manifest, { hash: "0".repeat(64) }),
      (manifest: PackManifest) => first(manifest, { person: "rita@world" }),
      (manifest: PackManifest) => first(manifest, { role: "reviewer" }),
      (manifest: PackManifest) => ({ ...manifest, period: { ...manifest.period, start: "2026-09-01" as never } }),
      (manifest: PackManifest) => ({ ...manifest, client: { ...manifest.client, tenantId: "another" } }),
    ]) {
      const { ok, authenticity } = await forged(change);
      expect([ok, authenticity?.pack.state, authenticity?.signOffs[0]?.state]).toEqual([false, "proven", "wrong"]);
    }
  });

  test("a replaced key still proves what it signed; a revoked one proves nothing", async () => {
    const ended = (how: "replaced" | "revoked") =>
      keys.map((key) =>
        key.person === "rita" ? { ...key, ended: { how, at: "2026-11-22T00:00:00.000Z" as never, by: "t", why: "lost" } } : key,
      );
    expect((await verified(files, ended("replaced"))).ok).toBe(true);
    const revoked = await verified(files, ended("revoked"));
    expect([revoked.ok, revoked.authenticity?.pack.state]).toEqual([false, "revoked"]);
    expect(revoked.problems[0]?.message).toContain("revoked on");
  });

  test("a pack of before signatures verifies as before", async () => {
    const { [SIGNATURE]: _signature, [PUBLIC_KEY]: _pem, ...bare } = files;
    const older = rehashed(bare, ({ signer: _signer, closed: _closed, ...manifest }) => ({
      ...(manifest as PackManifest),
      formatVersion: 1,
      signatures: manifest.signatures.map(({ proof: _proof, ...one }) => one as (typeof manifest.signatures)[number]),
    }));
    expect(await verified(older, null)).toMatchObject({ ok: true, problems: [] });
    expect(await verified(older, keys, false)).toMatchObject({ ok: true, authenticity: { pack: { state: "unsigned" } } });
  });

  test("whatever byte of whatever file is flipped, hashes made right again, is found", async () => {
    const names = Object.keys(files).filter((name) => name !== "SHA256SUMS" && (files[name] as Uint8Array).length > 0);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        fc.integer({ min: 0, max: 7 }),
        async (name, where, bit) => {
          const bytes = (files[name] as Uint8Array).slice();
          const at = Math.floor(where * bytes.length);
          bytes[at] = (bytes[at] as number) ^ (1 << bit);
          const flipped = { ...files, [name]: bytes };
          let whole: Files;
          try {
            whole = rehashed(flipped);
          } catch {
            // A manifest that is no JSON any more has no hashes to make right.
            whole = flipped;
          }
          expect((await verified(whole)).ok, `${name}, byte ${at}`).toBe(false);
        },
      ),
      { numRuns: 40, seed: 7 },
    );
  }, 120_000);

  test("the client's copy is signed too, names the pack, and has nothing of the firm's own", async () => {
    const [row] = await ask(world, "packs.list", { clientId: clientOf("a") });
    const copy = row?.clientCopy;
    expect(copy?.name).toBe(pack.name.replace(".zip", "_client.zip"));
    const answer = await verifyPack(copy?.path ?? "", null, { keys, mustBeSigned: true, recorded: copy?.sha256 });
    if (!answer.ok) throw new Error(answer.failure.message);
    expect(answer.value).toMatchObject({
      ok: true,
      problems: [],
      copyOf: pack.name,
      authenticity: { pack: { state: "proven", owner: "rita" } },
    });
    const inside = unzipSync(readFileSync(copy?.path ?? ""));
    expect(Object.keys(inside).sort()).toEqual([
      "README.txt",
      "SHA256SUMS",
      "financial_report.pdf",
      MANIFEST,
      SIGNATURE,
      PUBLIC_KEY,
      "statements.xlsx",
    ]);
    const { sheets } = await readXlsx(Buffer.from(inside["statements.xlsx"] as Uint8Array));
    for (const { rows } of sheets) expect(rows.slice(0, 5).flat()).not.toContain("ID");
    expect(sheets.map(({ name }) => name.slice(0, 2))).toEqual(["In", "A ", "B ", "C ", "D ", "E "]);
    const manifest = Buffer.from(inside[MANIFEST] as Uint8Array).toString();
    expect(manifest).not.toContain("All reviewed");
    expect(manifest).not.toContain("withPin");
    expect(JSON.parse(manifest)).toMatchObject({ edition: "client", streams: [], capabilities: {}, copyOf: { sha256: pack.sha256 } });
    const report = await ask(world, "packs.content", { clientId: clientOf("a"), packNo: row?.packNo ?? 0, what: "report" });
    expect(report.name).toMatch(/\.pdf$/);
    expect(Buffer.from(report.content, "base64").subarray(0, 5).toString()).toBe("%PDF-");
    const whole = await ask(world, "packs.content", { clientId: clientOf("a"), packNo: row?.packNo ?? 0, what: "file" });
    expect(sha(Buffer.from(whole.content, "base64"))).toBe(pack.sha256);
    // The same state gives the same two files.
    const again = await made("a");
    expect([again.same, readFileSync(again.clientCopy?.path ?? "").equals(readFileSync(copy?.path ?? ""))]).toEqual([true, true]);
    const printed = spawnSync("pdftotext", ["-", "-"], {
      input: Buffer.from(inside["financial_report.pdf"] as Uint8Array),
      encoding: "utf8",
    });
    if (printed.error === undefined) expect(printed.stdout).toMatch(/Rita Okafor[\s\S]*Partner/);
  });

  test("a person on two machines has two keys, whose list is carried over; a wrong list is refused; only an administrator revokes", async () => {
    const pair = makeKeyPair();
    const laptop = { ...(keys[0] as PersonKey), machine: "laptop", keyId: pair.keyId, publicKey: pair.publicKey };
    const exported = await ask(world, "keys.export", {});
    const content = JSON.stringify({ ...exported, keys: [...exported.keys, laptop] });
    expect(await ask(world, "keys.import", { content })).toEqual({ added: 1, ended: 0 });
    expect(await ask(world, "keys.import", { content })).toEqual({ added: 0, ended: 0 });
    expect((await ask(world, "keys.list", {})).filter(({ person }) => person === "rita").length).toBe(2);
    const wrong = JSON.stringify({ ...exported, keys: [{ ...laptop, keyId: "0".repeat(64) }] });
    expect(await world.runtime.route("keys.import", { content: wrong })).toMatchObject({ ok: false, failure: { code: "invalid_input" } });
    await ask(world, "keys.revoke", { keyId: pair.keyId, why: "The laptop was stolen" });
    expect(await world.runtime.route("keys.revoke", { keyId: pair.keyId, why: "again" })).toMatchObject({
      ok: false,
      failure: { code: "conflict" },
    });
  });
});
