import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OperationName } from "#main/operations/collection.ts";
import { comparePacks } from "#main/pack/archive/compare-packs.ts";
import { verifyPack } from "#main/pack/archive/verify-pack.ts";
import { openArchive } from "#main/store/safety/read-archive.ts";
import type { PackJob } from "#shared/contract/close/packs.ts";
import { reply } from "#shared/contract/reply.ts";
import { pick, type Random, seededRandom } from "#shared/kernel/random.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { PackVerification } from "#shared/model/close/pack.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { ask } from "#test/support/ask.ts";
import { damaged } from "#test/support/damage.ts";
import { seedOr, trialsOf } from "#test/support/trials.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

const SEED = seedOr(1);
const TRIALS = trialsOf("damages");
const PASSPHRASE = "a long passphrase";
const BANK = {
  ofx: `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>2<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261001<DTEND>20261031<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261002120000[-5:EST]<TRNAMT>+1250.10<FITID>F1<NAME>A &amp; B</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>2249.35<DTASOF>20261031</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
  camt: `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-10-01</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">150.25</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-10-31</Dt></Dt></Bal>
<Ntry><Amt Ccy="EUR">50.25</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-10-05</Dt></BookgDt><AcctSvcrRef>R1</AcctSvcrRef></Ntry></Stmt></BkToCstmrStmt></Document>`,
  mt940: `:20:STARTUMS\n:25:12030000/202051\n:28C:1/1\n:60F:C261001EUR100,00\n:61:2610051005C50,25NTRFINV-77//B1\n:86:166?20Invoice 77?32Muster GmbH
:61:2610061006D20,NCHG NONREF\n:62F:C261031EUR130,25\n-`,
  csv: "Date,Description,Amount,Balance\n2026-10-02,Smith & Sons,1250.10,1350.10\n2026-10-05,Check 1042,-0.75,1349.35\n",
};

let world: World;
let folder: string;
let clientId: string;

/** A file as Tieout or a bank writes it, and what is asked about a damaged copy of it. */
interface Sample {
  readonly bytes: Uint8Array;
  readonly asks: readonly (readonly [OperationName, (path: string, content: string) => object])[];
  /** What reads such a file without the door, as the command line does for packs. */
  readonly checks?: readonly (readonly [string, (path: string) => Promise<Result<unknown, Failure>>])[];
  /** Whether every part of it is covered by a checksum: then what is accepted must be what was written. */
  readonly accepted?: (value: unknown, path: string) => void;
}
const samples = new Map<string, Sample>();

beforeAll(async () => {
  world = await createWorld({ seed: 92, tenants: [{ style: "a", a: { journals: true }, books: { months: 2, invoicesPerMonth: 3 } }] });
  const tenant = world.tenants[0] as Tenant;
  await syncToEnd(tenant);
  ({ clientId } = tenant.source);
  folder = join(world.home, "..", "handed-over");
  mkdirSync(folder);
  const pack = readFileSync(await exportPack());
  const entries = unzipSync(pack);
  samples.set("a close pack", {
    bytes: pack,
    asks: [],
    checks: [
      ["verifyPack", (path) => verifyPack(path, null, {})],
      ["comparePacks", (path) => comparePacks(join(folder, "whole.zip"), path)],
    ],
    accepted: (value, path) => {
      if ((value as Partial<PackVerification>).ok === true) expect(unzipSync(readFileSync(path))).toEqual(entries);
    },
  });
  writeFileSync(join(folder, "whole.zip"), pack);
  const review = join(folder, "review.tieout");
  await ask(world, "review.export", { path: review, passphrase: PASSPHRASE });
  const reviewBytes = readFileSync(review);
  samples.set("a review bundle", {
    bytes: reviewBytes,
    asks: [["review.preview", (path) => ({ path, passphrase: PASSPHRASE })]],
    accepted: (_value, path) => expect(readFileSync(path).equals(reviewBytes)).toBe(true),
  });
  await ask(world, "questions.ask", { clientId, text: "What is this?" });
  const sheet = await ask(world, "questions.export", { clientId });
  const content = (_path: string, text: string) => ({ clientId, content: text });
  samples.set("a client's answers", { bytes: Buffer.from(sheet.content, "base64"), asks: [["questions.import", content]] });
  samples.set("a workbook of budgets", {
    bytes: Buffer.from(sheet.content, "base64"),
    asks: [
      ["budgets.import", (_path, text) => ({ clientId, fileName: "budget.xlsx", content: text })],
      ["schedules.import", content],
    ],
  });
  samples.set("a table of budgets", {
    bytes: Buffer.from("account,2026-10,2026-11\n200,100.00,120.00\n400,5,6\n"),
    asks: [["budgets.import", (_path, text) => ({ clientId, fileName: "budget.csv", content: text })]],
  });
  samples.set("a table of schedules", {
    bytes: Buffer.from("schedule,item,account,other account,amount,from,months\nprepaid,Insurance,200,400,1200.00,2026-10-01,12\n"),
    asks: [["schedules.import", content]],
  });
  samples.set("exported keys", {
    bytes: Buffer.from(JSON.stringify(await ask(world, "keys.export", {}))),
    asks: [["keys.import", (path) => ({ content: readFileSync(path, "utf8") })]],
  });
  for (const [format, text] of Object.entries(BANK))
    samples.set(`a bank's ${format}`, { bytes: Buffer.from(text), asks: [["bank.preview", content]] });
});
afterAll(() => endWorld(world));

async function exportPack(): Promise<string> {
  const over = new Promise<PackJob>((resolve) => {
    world.runtime.subscribe(({ topic, payload }) => {
      if (topic === "packs.progress" && (payload as PackJob).state !== "running") resolve(payload as PackJob);
    });
  });
  await ask(world, "packs.export", { clientId, period: "2026-10", folder });
  const { pack, failure } = await world.run(over);
  if (pack === null) throw new Error(JSON.stringify(failure));
  return pack.path;
}

/** Damages the archive itself, or one file in it, whose checksum in the archive is then right. */
function spoilt(bytes: Uint8Array, random: Random): Uint8Array {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (!isZip || random() < 0.5) return damaged(bytes, random);
  const entries = unzipSync(bytes);
  const name = pick(random, Object.keys(entries));
  return zipSync({ ...entries, [name]: damaged(entries[name] as Uint8Array, random) }, { level: 1 });
}

test.each([
  ...["a close pack", "a review bundle", "a client's answers", "a workbook of budgets", "a table of budgets", "a table of schedules"],
  ...["exported keys", "a bank's ofx", "a bank's camt", "a bank's mt940", "a bank's csv"],
])(`of %s, damaged ${TRIALS} times (seed ${SEED}), every copy is refused or read as it was written`, async (what) => {
  const random = seededRandom(SEED * 2_654_435_761 + what.length);
  const { bytes, asks, checks = [], accepted } = samples.get(what) as Sample;
  const path = join(folder, "damaged.zip");
  for (let trial = 0; trial < TRIALS; trial++) {
    const copy = spoilt(bytes, random);
    writeFileSync(path, copy);
    const answers = [
      ...checks.map(([name, check]) => [name, () => check(path)] as const),
      ...asks.map(([name, input]) => {
        const given = input(path, Buffer.from(copy).toString("base64"));
        return [name, () => world.run(world.runtime.route(name, given))] as const;
      }),
    ];
    for (const [name, answered] of answers) {
      const answer = await answered();
      expect([trial, name, answer.ok || answer.failure.code !== "defect" || answer.failure.message]).toEqual([trial, name, true]);
      expect(reply.safeParse(answer).success).toBe(true);
      if (answer.ok) accepted?.(answer.value, path);
    }
  }
});

test(`of a backup, damaged ${TRIALS} times (seed ${SEED}), every copy is refused or holds what was backed up`, async () => {
  const random = seededRandom(SEED);
  const path = join(folder, "whole.tieout");
  await ask(world, "backups.create", { path });
  const whole = readFileSync(path);
  const contents = (from: string) =>
    openArchive(from, ({ manifest, firstWrong }) => (firstWrong() === null ? JSON.stringify(manifest) : "wrong"));
  const held = contents(path);
  expect(held.ok).toBe(true);
  const copy = join(folder, "damaged.tieout");
  for (let trial = 0; trial < TRIALS; trial++) {
    writeFileSync(copy, damaged(whole, random));
    const found = contents(copy);
    if (found.ok && found.value !== "wrong") expect(found).toEqual(held);
  }
});
