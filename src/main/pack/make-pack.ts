import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { publicPem } from "#main/signatures/ed25519.ts";
import { contentHash } from "#main/store/database/content-hash.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { lastChangeNo } from "#main/store/records/history-store.ts";
import { listPacks, type PackToKeep, type StoredPack } from "#main/store/records/pack-store.ts";
import type { MadePack } from "#shared/contract/close/packs.ts";
import { asOfName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import { type ControlTotal, PACK_FORMAT, PACK_FORMAT_VERSION, type PackFile, type PackManifest } from "#shared/model/close/pack.ts";
import { PUBLIC_KEY, SIGNATURE } from "./archive/authenticity.ts";
import { NewFile, taken } from "./archive/new-file.ts";
import { withOwnHash } from "./archive/read-manifest.ts";
import { ZipWriter } from "./archive/zip-writer.ts";
import { makeClientCopy } from "./client-copy.ts";
import { evidenceOf, type FileOf } from "./evidence.ts";
import { booksDay, type PackFacts, packFacts } from "./pack-facts.ts";
import { otherOfVersion, packName } from "./pack-name.ts";
import type { PackOrder, Sign } from "./pack-order.ts";
import type { ReportFacts } from "./print/report-facts.ts";
import { periodWords } from "./print/report-facts.ts";
import { reportPdf } from "./print/report-pdf.ts";
import { readmeText } from "./readme.ts";
import { lastSheet, SCHEDULES } from "./schedules/all-sheets.ts";
import { msOf } from "./schedules/record-sheets.ts";
import { stampLine } from "./sign-offs.ts";
import { extractsOf } from "./tables/extracts.ts";
import type { Sheet } from "./workbook/sheet.ts";
import { type WrittenWorkbook, writeWorkbook } from "./workbook/workbook.ts";

/** How far a pack is. `total` steps are known from the start. */
export interface PackProgress {
  readonly doing: string;
  readonly done: number;
  readonly total: number;
}

/** Told between pieces of work; rejects when the work is to stop. */
export type Tick = (progress: PackProgress) => Promise<void>;

/** A pack in its file, and what goes on record; null when this version is on record already. */
export interface PackResult {
  readonly made: MadePack;
  readonly toKeep: Omit<PackToKeep, "person" | "madeMs"> | null;
}

/**
 * Makes the pack of a period from one state of a client's file, in a new file that appears whole or not at
 * all. A version is never written over: nothing moved since the last one gives that one again, byte for byte.
 * @param db a connection that reads one state until this is done
 * @param fileOf the bytes of files that support balances
 * @throws PackRefused when another file has the name, or is of this version; whatever `tick` throws
 */
export async function makePack(db: Sqlite, order: PackOrder, how: MakingWith): Promise<PackResult> {
  // No table shows that a supporting file was lost or changed on disk. Its bytes do, and that makes another version.
  return (await makeVersion(db, order, how, true)) ?? ((await makeVersion(db, order, how, false)) as PackResult);
}

interface MakingWith {
  readonly tick: Tick;
  readonly fileOf: FileOf;
  readonly sign: Sign;
}

/** @returns null when the version that the state repeats comes to other bytes than are on record */
async function makeVersion(db: Sqlite, order: PackOrder, how: MakingWith, mayRepeat: boolean): Promise<PackResult | null> {
  const { folder: _folder, reason: _reason, signer, ...made } = order;
  const state = contentHash(db, made);
  const month = order.period.end.slice(0, 7);
  const ofMonth = listPacks(db).filter((pack) => pack.month === month);
  const last = ofMonth.findLast(({ periodId }) => periodId === order.period.id) ?? null;
  const isSame = last !== null && last.stateHash === state && (order.reason === null || order.reason === last.reason);
  // One that could not be signed when it was made can be signed now.
  const again = mayRepeat && isSame && (last.signed !== null || signer === null) ? last : null;
  const version = again?.version ?? Math.max(0, ...ofMonth.map((pack) => pack.version)) + 1;
  const facts = packFacts(db, order, again?.packNo ?? null);
  const folder = order.folder as string;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = again?.name ?? packName({ name: order.clientName, id: order.clientId }, { month, version, stamps: facts.stamps });
  if (again === null) refuseOther(folder, name);
  const file = await NewFile.create(join(folder, name));
  try {
    const built = await new PackBuilder(facts, { ...how, name, version, again, file }).build();
    const finished = await file.finish(again?.sha256 ?? null);
    if (finished === null) return null;
    const { sha256, bytes } = finished;
    const { manifest } = built;
    const copied = again === null || again.clientCopy !== null;
    const copying = { pack: { name, sha256 }, folder, sign: how.sign, again: again?.clientCopy ?? null };
    const clientCopy = copied ? await makeClientCopy(built.report, copying) : null;
    if (copied && clientCopy === null) {
      await file.takeBack();
      return null;
    }
    const made: MadePack = {
      path: file.path,
      name,
      sha256,
      bytes,
      version,
      same: again !== null,
      stamps: [...manifest.stamps],
      prior: manifest.prior,
      reason: manifest.reason,
      files: [...built.files],
      clientCopy: clientCopy === null ? null : { name: clientCopy.name, path: clientCopy.path },
    };
    return { made, toKeep: again === null ? toKeep(facts, made, { stateHash: state, month, signed: built.signed, clientCopy }) : null };
  } catch (error) {
    // The pack has its name before its client copy is made. A person who cancels then is told that no file is left.
    await file.takeBack();
    throw error;
  } finally {
    await file.drop();
  }
}

/** A version is one file: what another computer put into a folder of several people isn't on record here. */
function refuseOther(folder: string, name: string): void {
  const other = otherOfVersion(name, readdirSync(folder));
  if (other !== null) throw taken(join(folder, other));
}

function toKeep(
  facts: PackFacts,
  made: MadePack,
  state: Pick<PackToKeep, "stateHash" | "month" | "signed" | "clientCopy">,
): PackResult["toKeep"] {
  const { order, trialBalance, prior, asOf, stamps } = facts;
  const { path, name, sha256, bytes, version, reason } = made;
  return {
    periodId: order.period.id,
    periodLabel: order.period.label,
    ...state,
    ...{ version, name, path, sha256, bytes, reason, stamps },
    priorNo: prior?.packNo ?? null,
    figures: trialBalance.rows.map(({ account, label, opening, balance }) => ({ accountId: account?.id ?? null, label, opening, balance })),
    asOfMs: msOf(asOf),
    lastChange: lastChangeNo(facts.reader.db),
  };
}

interface Making extends MakingWith {
  readonly name: string;
  readonly version: number;
  readonly again: StoredPack | null;
  readonly file: NewFile;
}

/** Everything except the cover, manifest, read-me and sums: the part that doesn't change with the version. */
interface Content {
  readonly workbook: WrittenWorkbook;
  readonly totals: readonly ControlTotal[];
  readonly contentSha256: string;
}

interface Built {
  readonly manifest: PackManifest;
  readonly files: readonly PackFile[];
  readonly signed: PackToKeep["signed"];
  /** What the client's copy is printed from. */
  readonly report: ReportFacts;
}

class PackBuilder {
  readonly #facts: PackFacts;
  readonly #making: Making;
  readonly #zip: ZipWriter;
  readonly #files: PackFile[] = [];
  readonly #steps: number;
  #done = 0;

  constructor(facts: PackFacts, making: Making) {
    this.#facts = facts;
    this.#making = making;
    this.#zip = new ZipWriter((bytes) => making.file.write(bytes), booksDay(facts));
    this.#steps = SCHEDULES.length + EXTRACTS + 3;
  }

  async build(): Promise<Built> {
    const content = await this.#content();
    const draft = this.#manifest(content);
    await this.#step("Writing the report…");
    const report: ReportFacts = {
      facts: this.#facts,
      edition: "file",
      manifest: draft,
      schedules: content.workbook.sheets.map(({ sheet }) => ({
        ref: sheet.ref,
        title: sheet.title,
        status: sheet.status,
        open: draft.exceptions[sheet.ref] ?? 0,
      })),
      superseded: this.#facts.packs
        .filter(({ periodId }) => periodId === this.#facts.order.period.id)
        .map(({ name, sha256 }) => ({ name, sha256 })),
    };
    await this.#bytes("00_closepack.pdf", await reportPdf(report));
    await this.#bytes("README.txt", Buffer.from(readmeText(draft)));
    const manifest: PackManifest = { ...draft, files: [...this.#files].sort(byName) };
    const text = withOwnHash(manifest);
    await this.#bytes("manifest.json", Buffer.from(text));
    const signed = await this.#signature(text);
    const sums = [...this.#files].sort(byName).map(({ sha256, name }) => `${sha256}  ${name}\n`);
    await this.#bytes("SHA256SUMS", Buffer.from(sums.join("")));
    await this.#zip.end();
    return { manifest, files: [...this.#files].sort(byName), signed, report };
  }

  /** A version that is made again has the signature that it was made with. */
  async #signature(manifest: string): Promise<PackToKeep["signed"]> {
    const signer = this.#signer;
    if (signer === null) return null;
    const signature = this.#making.again?.signed?.signature ?? (await this.#making.sign(manifest));
    await this.#bytes(SIGNATURE, Buffer.from(signature, "base64"));
    await this.#bytes(PUBLIC_KEY, Buffer.from(publicPem(signer.publicKey)));
    return { ...signer, signature };
  }

  get #signer(): PackManifest["signer"] {
    const { again } = this.#making;
    if (again === null) return this.#facts.order.signer;
    if (again.signed === null) return null;
    const { signature: _signature, ...signer } = again.signed;
    return signer;
  }

  async #content(): Promise<Content> {
    const facts = this.#facts;
    const totals: ControlTotal[] = [];
    const workbook = await this.#workbook();
    await this.#step("Writing the evidence…");
    for (const { name, bytes } of evidenceOf(facts, this.#making.fileOf)) await this.#bytes(name, bytes);
    const spool = `${this.#making.file.temporary}.lines`;
    try {
      for (const { name, doing, write } of extractsOf(facts, spool)) {
        await this.#step(doing);
        let rows = 0;
        const written = await this.#zip.file(name, async (put) => {
          const extract = await write(put, () => this.#pause(doing));
          rows = extract.rows;
          totals.push(...extract.totals);
        });
        this.#files.push({ name, ...written, rows });
      }
    } finally {
      rmSync(spool, { force: true });
    }
    const hash = createHash("sha256");
    for (const { sha256, name } of [...this.#files].sort(byName)) hash.update(`${sha256}  ${name}\n`);
    return { workbook, totals, contentSha256: hash.digest("hex") };
  }

  async #workbook(): Promise<WrittenWorkbook> {
    const facts = this.#facts;
    const { order, stamps, asOf } = facts;
    const sheets: Sheet[] = [];
    for (const { title, make } of SCHEDULES) {
      await this.#step(t(title));
      sheets.push(...make(facts));
    }
    sheets.push(lastSheet(facts, sheets));
    await this.#step("Writing the workbook…");
    let workbook: WrittenWorkbook | null = null;
    const written = await this.#zip.file(
      "01_closepack.xlsx",
      async (write) => {
        workbook = await writeWorkbook(write, {
          title: `Close pack for ${order.clientName}`,
          subject: `${order.clientName} · ${periodWords(order.period)} · as of ${asOfName(asOf)}`,
          stamps: stamps.map(stampLine),
          sheets,
          day: booksDay(facts),
          beforeSheet: (sheet) => this.#pause(`${sheet.ref} ${sheet.title}`),
        });
      },
      { store: true },
    );
    const done = workbook as unknown as WrittenWorkbook;
    this.#files.push({ name: "01_closepack.xlsx", ...written, rows: done.rows });
    return done;
  }

  #manifest({ workbook, totals, contentSha256 }: Content): Omit<PackManifest, "files"> {
    const { order, streams, stamps, signatures, closed, asOf, currency, prior, reader, trialBalance } = this.#facts;
    const { name, version, again } = this.#making;
    const before = prior === null ? null : { name: prior.name, version: prior.version, sha256: prior.sha256 };
    return {
      format: PACK_FORMAT,
      formatVersion: PACK_FORMAT_VERSION,
      app: { name: "Tieout", version: order.appVersion, schema: reader.db.pragma("user_version", { simple: true }) as number },
      client: { id: order.clientId, name: order.clientName, ledger: order.ledger, tenantId: order.tenantId },
      period: { id: order.period.id, label: order.period.label, start: order.period.start, end: order.period.end },
      basis: trialBalance.basis,
      currency,
      asOf,
      name,
      version,
      prior: before,
      reason: again === null ? (order.reason ?? reasonOf(this.#facts)) : again.reason,
      // Where a reason is settled is for the window alone.
      stamps: stamps.map(({ stamp, reasons }) => ({ stamp, reasons })),
      signatures: [...signatures],
      closed,
      signer: this.#signer,
      edition: "file",
      copyOf: null,
      exceptions: Object.fromEntries(workbook.sheets.map(({ sheet }) => [sheet.ref, sheet.open])),
      capabilities: order.discovery.capabilities,
      streams: [...streams],
      controlTotals: [...totals],
      ledgerExplainsTrialBalance: trialBalance.gaps.length === 0,
      contentSha256,
    };
  }

  async #bytes(name: string, bytes: Uint8Array): Promise<void> {
    const written = await this.#zip.file(name, (write) => write(bytes));
    this.#files.push({ name, ...written });
  }

  async #step(doing: string): Promise<void> {
    await this.#pause(doing);
    this.#done++;
  }

  #pause(doing: string): Promise<void> {
    return this.#making.tick({ doing, done: Math.min(this.#done, this.#steps), total: this.#steps });
  }
}

const EXTRACTS = 8;

/** The reason for a new version when the person gave none. */
function reasonOf({ prior, asOf }: PackFacts): string | null {
  if (prior === null) return null;
  return `The books, the sign-offs, the signature or other contents of the pack have changed since ${prior.name}. Books as of ${asOfName(asOf)}.`;
}

function byName(a: PackFile, b: PackFile): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
