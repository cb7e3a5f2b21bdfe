import { createHash } from "node:crypto";
import { join } from "node:path";
import { publicPem } from "#main/signatures/ed25519.ts";
import type { ClientCopy } from "#main/store/records/pack-store.ts";
import { asOfName } from "#shared/kernel/readable.ts";
import type { PackFile, PackManifest, PackStamp } from "#shared/model/close/pack.ts";
import { PUBLIC_KEY, SIGNATURE } from "./archive/authenticity.ts";
import { NewFile } from "./archive/new-file.ts";
import { withOwnHash } from "./archive/read-manifest.ts";
import { ZipWriter } from "./archive/zip-writer.ts";
import { booksDay } from "./pack-facts.ts";
import type { Sign } from "./pack-order.ts";
import { STAMPS_FOR_CLIENTS } from "./print/cover-page.ts";
import { periodWords, type ReportFacts } from "./print/report-facts.ts";
import { reportPdf } from "./print/report-pdf.ts";
import { clientReadme } from "./readme.ts";
import { agingSheet } from "./schedules/aging-sheet.ts";
import { cashFlowSheet } from "./schedules/cash-flow-sheet.ts";
import { statementSheet } from "./schedules/statement-sheet.ts";
import { stampLine } from "./sign-offs.ts";
import { columnLetters, type Sheet } from "./workbook/sheet.ts";
import { writeWorkbook } from "./workbook/workbook.ts";

export const CLIENT_REPORT = "financial_report.pdf";

interface CopyOf {
  /** The pack for the file that this is a copy of. */
  readonly pack: { readonly name: string; readonly sha256: string };
  readonly folder: string;
  readonly sign: Sign;
  /** The copy on record when the version is made again. */
  readonly again: ClientCopy | null;
}

/**
 * Makes the copy of a pack for the client: the report with summary, statements and commentary, and the statements as a workbook. It
 * has no notes, evidence or records, names the pack that it is a copy of by its hash, and is signed like that one.
 * @returns null when the copy that is on record would come to other bytes
 */
export async function makeClientCopy(report: ReportFacts, { pack, folder, sign, again }: CopyOf): Promise<ClientCopy | null> {
  const name = pack.name.replace(/\.zip$/, "_client.zip");
  const file = await NewFile.create(join(folder, name));
  try {
    const zip = new CopyZip(file, report);
    const manifest = clientManifest(report.manifest, pack, name);
    await zip.add(CLIENT_REPORT, await reportPdf({ ...report, manifest, edition: "client" }));
    await zip.add("statements.xlsx", await statementsWorkbook(report, manifest));
    const contentSha256 = zip.hash();
    await zip.add("README.txt", Buffer.from(clientReadme(manifest)));
    const text = withOwnHash({ ...manifest, contentSha256, files: [...zip.files] });
    await zip.add("manifest.json", Buffer.from(text));
    const signature = await zip.sign(text, sign, again);
    await zip.end();
    const finished = await file.finish(again?.sha256 ?? null);
    return finished === null ? null : { name, path: file.path, ...finished, signature };
  } finally {
    await file.drop();
  }
}

class CopyZip {
  readonly files: PackFile[] = [];
  readonly #zip: ZipWriter;
  readonly #report: ReportFacts;

  constructor(file: NewFile, report: ReportFacts) {
    this.#report = report;
    this.#zip = new ZipWriter((bytes) => file.write(bytes), booksDay(report.facts));
  }

  async add(name: string, bytes: Uint8Array): Promise<void> {
    this.files.push({ name, ...(await this.#zip.file(name, (write) => write(bytes))) });
  }

  hash(): string {
    const hash = createHash("sha256");
    for (const { sha256, name } of this.files) hash.update(`${sha256}  ${name}\n`);
    return hash.digest("hex");
  }

  async sign(text: string, sign: Sign, again: ClientCopy | null): Promise<string | null> {
    const { signer } = this.#report.manifest;
    if (signer === null) return null;
    const signature = again?.signature ?? (await sign(text));
    await this.add(SIGNATURE, Buffer.from(signature, "base64"));
    await this.add(PUBLIC_KEY, Buffer.from(publicPem(signer.publicKey)));
    return signature;
  }

  async end(): Promise<void> {
    await this.add("SHA256SUMS", Buffer.from(this.files.map(({ sha256, name }) => `${sha256}  ${name}\n`).join("")));
    await this.#zip.end();
  }
}

/** The manifest without what is the firm's own: notes, reasons, data sets, who entered a PIN, what the connection can do. */
function clientManifest(manifest: ReportFacts["manifest"], pack: CopyOf["pack"], name: string): Omit<PackManifest, "files"> {
  const { closed, signatures, stamps } = manifest;
  return {
    ...manifest,
    name,
    edition: "client",
    copyOf: pack,
    prior: null,
    reason: null,
    stamps: stamps.map(({ stamp }): PackStamp => ({ stamp, reasons: [STAMPS_FOR_CLIENTS[stamp]] })),
    signatures: signatures.map(({ withPin: _withPin, ...signature }) => ({ ...signature, note: null })),
    closed: closed === null ? null : { ...closed, why: null },
    exceptions: {},
    capabilities: {},
    streams: [],
    controlTotals: [],
    ledgerExplainsTrialBalance: false,
  };
}

async function statementsWorkbook(
  { facts }: ReportFacts,
  { client, period, stamps, asOf }: Omit<PackManifest, "files">,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const sheets = [
    statementSheet(facts, "profit_and_loss"),
    statementSheet(facts, "balance_sheet"),
    cashFlowSheet(facts),
    agingSheet(facts, "receivable"),
    agingSheet(facts, "payable"),
  ];
  await writeWorkbook(async (piece) => void pieces.push(piece), {
    title: `Statements for ${client.name}`,
    subject: `${client.name} · ${periodWords(period)} · as of ${asOfName(asOf)}`,
    stamps: stamps.map(stampLine),
    // The letters of the pack's own schedules would have gaps here.
    sheets: sheets.map((sheet, at) => ({ ...withoutIds(sheet), ref: columnLetters(at), notes: [], status: "", open: 0 })),
    day: booksDay(facts),
    beforeSheet: async () => undefined,
  });
  return Buffer.concat(pieces);
}

/** A ledger's own ids of records, in the last column, say nothing to a client. */
function withoutIds(sheet: Sheet): Sheet {
  const { length } = sheet.columns;
  if (sheet.columns[length - 1]?.title !== "ID") return sheet;
  return {
    ...sheet,
    columns: sheet.columns.slice(0, -1),
    rows: async function* () {
      for await (const row of sheet.rows()) yield { ...row, cells: row.cells.slice(0, length - 1) };
    },
  };
}
