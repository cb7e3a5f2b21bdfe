import { CsvReader } from "#main/pack/tables/csv-reader.ts";
import { type DecimalString, isDecimal, isZero, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { PackComparison, PackManifest } from "#shared/model/close/pack.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { sha256Of } from "./new-file.ts";
import { PackFromNewer, PackUnreadable, packNotOpened } from "./pack-unreadable.ts";
import { MANIFEST, MANIFEST_BYTES_MAX, readManifest } from "./read-manifest.ts";
import { ZipReader } from "./zip-reader.ts";

const DOCUMENTS_SHOWN = 1000;
type Cells = Readonly<Record<string, string>>;

/** One side of a comparison. Documents are kept by their hash, which moves when what they say moves. */
interface Opened {
  readonly zip: ZipReader;
  readonly manifest: PackManifest;
  readonly sha256: string;
  readonly hashes: ReadonlyMap<string, string>;
  readonly balances: ReadonlyMap<string, Cells>;
}

/** What changed from one pack to another: control totals, balances by account, documents field by field. */
export async function comparePacks(older: string, newer: string): Promise<Result<PackComparison, Failure>> {
  const opened: Opened[] = [];
  try {
    for (const path of [older, newer]) {
      const pack = await openPack(path);
      if (!pack.ok) return pack;
      opened.push(pack.value);
    }
    const [before, after] = opened as [Opened, Opened];
    return ok({ ...headOf(before, after), ...(await documentsBetween(before, after)) });
  } finally {
    for (const { zip } of opened) await zip.close();
  }
}

async function openPack(path: string): Promise<Result<Opened, Failure>> {
  let zip: ZipReader | null = null;
  try {
    const sha256 = await sha256Of(path);
    zip = await ZipReader.open(path);
    const text = await zip.whole(entryOf(zip, MANIFEST), MANIFEST_BYTES_MAX);
    const manifest = readManifest(text.toString("utf8"));
    if (typeof manifest === "string") throw new PackUnreadable(manifest.replace(/^this file/, MANIFEST));
    if (manifest.copyOf !== null) {
      await zip.close();
      return fail(isClientCopy(path, manifest.copyOf.name));
    }
    const hashes = new Map<string, string>();
    await eachRow(zip, "04_extract/documents.csv", (row) => hashes.set(row.id ?? "", `${row.changeHash} ${row.removedDetectedAt}`));
    const balances = new Map<string, Cells>();
    await eachRow(zip, "04_extract/trial_balance.csv", (row) => balances.set(`${row.kind} ${row.accountId || row.account}`, row));
    return ok({ zip, manifest, sha256, hashes, balances });
  } catch (error) {
    await zip?.close();
    if (error instanceof PackFromNewer)
      return fail({
        code: "invalid_input",
        message: `A newer version of Tieout made ${path}.`,
        field: "file",
        next: "Update Tieout, then compare the packs again.",
      });
    if (error instanceof PackUnreadable)
      return fail({ code: "invalid_input", message: `${path} isn't a close pack, or it's damaged: ${error.message}.`, field: "file" });
    return fail(packNotOpened(path, error));
  }
}

function isClientCopy(path: string, of: string): Failure {
  return {
    code: "invalid_input",
    message: `${path} is a client's copy, which has no records to compare.`,
    field: "file",
    next: `Choose the firm's own pack instead: ${of}.`,
  };
}

function entryOf(zip: ZipReader, name: string) {
  const entry = zip.entries.find((candidate) => candidate.name === name);
  if (entry === undefined) throw new PackUnreadable(`${name} is missing`);
  return entry;
}

async function eachRow(zip: ZipReader, name: string, take: (row: Cells) => void): Promise<void> {
  let header: readonly string[] | null = null;
  const reader = new CsvReader((cells) => {
    if (header === null) header = cells;
    else take(Object.fromEntries(header.map((column, at) => [column, cells[at] ?? ""])));
  });
  const decoder = new TextDecoder("utf-8");
  for await (const piece of zip.read(entryOf(zip, name))) reader.push(decoder.decode(piece, { stream: true }));
  reader.end();
}

function headOf(before: Opened, after: Opened): Omit<PackComparison, "documents" | "documentCount"> {
  const side = ({ manifest, sha256 }: Opened) => ({ name: manifest.name, version: manifest.version, sha256, asOf: manifest.asOf });
  return {
    older: side(before),
    newer: { ...side(after), reason: after.manifest.reason },
    chained: after.manifest.prior?.sha256 === before.sha256,
    controlTotals: totalsBetween(before.manifest, after.manifest),
    accounts: accountsBetween(before, after),
    files: filesBetween(before.manifest, after.manifest),
  };
}

function difference(before: DecimalString | null, after: DecimalString | null): DecimalString {
  return sumDecimals([...(after === null ? [] : [after]), ...(before === null ? [] : [negateDecimal(before)])]);
}

function totalsBetween(before: PackManifest, after: PackManifest): PackComparison["controlTotals"] {
  const key = ({ file, column, where }: PackManifest["controlTotals"][number]) =>
    JSON.stringify([file, column, Object.entries(where).sort()]);
  const was = new Map(before.controlTotals.map((total) => [key(total), total]));
  const is = new Map(after.controlTotals.map((total) => [key(total), total]));
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((each) => {
    const [old, now] = [was.get(each), is.get(each)];
    const total = now ?? old;
    const moved = difference(old?.value ?? null, now?.value ?? null);
    if (total === undefined || (old !== undefined && now !== undefined && isZero(moved))) return [];
    const { file, column, where } = total;
    return [{ file, column, where, before: old?.value ?? null, after: now?.value ?? null, difference: moved }];
  });
}

function accountsBetween(before: Opened, after: Opened): PackComparison["accounts"] {
  const keys = [...new Set([...before.balances.keys(), ...after.balances.keys()])].sort();
  return keys.flatMap((key) => {
    const [old, now] = [before.balances.get(key), after.balances.get(key)];
    const [was, is] = [old?.balance ?? "", now?.balance ?? ""].map((text) => (isDecimal(text) ? text : null)) as [
      DecimalString | null,
      DecimalString | null,
    ];
    const moved = difference(was, is);
    if (isZero(moved)) return [];
    const named = now ?? old ?? {};
    return [
      { accountId: named.accountId ?? "", code: named.code ?? "", name: named.account ?? "", before: was, after: is, difference: moved },
    ];
  });
}

function filesBetween(before: PackManifest, after: PackManifest): PackComparison["files"] {
  const was = new Map(before.files.map(({ name, sha256 }) => [name, sha256]));
  const is = new Map(after.files.map(({ name, sha256 }) => [name, sha256]));
  return [...new Set([...was.keys(), ...is.keys()])].sort().flatMap((name): PackComparison["files"] => {
    const [old, now] = [was.get(name), is.get(name)];
    if (old === now) return [];
    return [{ name, kind: old === undefined ? "added" : now === undefined ? "removed" : "changed" }];
  });
}

/** Columns that move with every reading, whatever a document says. */
const READING = new Set(["fetchedAt", "asOf", "changeHash"]);

async function documentsBetween(before: Opened, after: Opened): Promise<Pick<PackComparison, "documents" | "documentCount">> {
  const ids = [...new Set([...before.hashes.keys(), ...after.hashes.keys()])]
    .filter((id) => before.hashes.get(id) !== after.hashes.get(id))
    .sort();
  const shown = new Set(ids.slice(0, DOCUMENTS_SHOWN));
  const rowsOf = async ({ zip }: Opened) => {
    const rows = new Map<string, Cells>();
    if (shown.size > 0) await eachRow(zip, "04_extract/documents.csv", (row) => shown.has(row.id ?? "") && rows.set(row.id ?? "", row));
    return rows;
  };
  const [was, is] = [await rowsOf(before), await rowsOf(after)];
  const documents = [...shown].map((id): PackComparison["documents"][number] => {
    const [old, now] = [was.get(id), is.get(id)];
    const fields = Object.keys({ ...old, ...now })
      .filter((field) => !READING.has(field) && (old?.[field] ?? "") !== (now?.[field] ?? ""))
      .map((field) => ({ field, before: old?.[field] ?? "", after: now?.[field] ?? "" }));
    const kind = old === undefined ? "added" : now === undefined ? "removed" : "changed";
    return { id, kind, number: (now ?? old)?.number ?? "", party: (now ?? old)?.party ?? "", fields };
  });
  return { documents, documentCount: ids.length };
}
