import { z } from "zod";
import type { ApiContext } from "#main/api/context.ts";
import { clientStep } from "#main/operations/client-work.ts";
import { left } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { isStillThere, listPacks } from "#main/store/records/pack-store.ts";
import { type PackRow, packJob, packRow } from "#shared/contract/close/packs.ts";
import { clientId, diskPath, shortId } from "#shared/contract/fields.ts";
import { fail, ok } from "#shared/kernel/result.ts";
import { type PackStamp, packComparison, packVerification } from "#shared/model/close/pack.ts";
import { fingerprint, nameOfNoted } from "#shared/model/close/signature.ts";

const jobId = shortId;

const packNo = z.number().int();
const ofPack = z.object({ clientId, packNo });

/** Where a pack or its client copy was written. Only packs on record are read: no path comes from outside. */
async function packOnRecord(context: ApiContext, client: string, wanted: number, what: "file" | "client") {
  const listed = await context.perform(readPacks, { clientId: client });
  if (!listed.ok) return listed;
  const pack = listed.value.find((row) => row.packNo === wanted);
  const file = what === "file" ? pack : pack?.clientCopy;
  if (file?.isThere === true) return ok(file);
  const failure = { code: "not_found", field: "packNo" } as const;
  if (pack === undefined) return fail({ ...failure, message: `This client has no pack with the number ${wanted}.` });
  if (file == null)
    return fail({
      ...failure,
      message: `${pack.name} was created without a client copy.`,
      next: "The next version of the pack will have one.",
    });
  return fail({
    ...failure,
    message: `${file.name} was changed or is no longer at ${file.path}.`,
    next: "Put the original file back there. If this is the latest version, you can also create the pack again.",
  });
}

const readPacks = clientStep("packs.read", "reader", ({ mirror }, _input: { readonly clientId: string }) =>
  ok(packRows(mirror.db, undefined)),
);
export const packSteps = [readPacks] as const;

/** Close packs: made in the background, listed, checked and compared. */
export const packOperations = [
  // Without a folder it is written to the data folder's own `packs`. When nothing has moved since the last version, that version comes out again.
  command("packs.export", {
    summary: "Start exporting a period's close pack",
    input: z.object({
      clientId,
      period: shortId,
      folder: diskPath.optional(),
      /** Why it replaces the version before. */
      reason: z.string().trim().min(1).max(500).optional(),
    }),
    output: z.object({ jobId: z.string() }),
    runs: "core",
    signs: true,
    perform: async ({ packs }, { clientId: client, period, folder, reason }) =>
      ok(packs.start({ clientId: client, period, folder: folder ?? null, reason: reason ?? null })),
  }),

  command("packs.cancel", {
    summary: "Cancel a pack export",
    input: z.object({ jobId }),
    output: z.object({ cancelled: z.boolean() }),
    runs: "core",
    allowed: "viewer",
    perform: async ({ packs }, input) => ok({ cancelled: packs.cancel(input.jobId) }),
  }),

  query("packs.job", {
    summary: "Show the progress of a pack export",
    input: z.object({ jobId }),
    output: packJob,
    runs: "core",
    perform: async ({ packs }, input) => {
      const job = packs.find(input.jobId);
      return job === null ? fail({ code: "not_found", message: `No pack export has the ID ${input.jobId}.`, field: "jobId" }) : ok(job);
    },
  }),

  query("packs.list", {
    summary: "List a client's packs, newest first",
    input: z.object({ clientId, period: shortId.optional().describe("Only packs of this period") }),
    output: z.array(packRow),
    runs: "reader",
    perform: ({ mirror }, { period }) => ok(packRows(mirror.db, period)),
    command: {
      verb: "pack list",
      table: {
        rows: (packs) => packs,
        columns: [
          left("period", 16, (row) => row.periodLabel),
          left("pack", 66, (row) => row.name),
          left("stamps", 18, (row) => (row.stamps as readonly PackStamp[]).map(({ stamp }) => stamp).join(", ")),
          left("created", 24, (row) => row.at),
          left("created by", 24, (row) => row.person),
          left("SHA-256", 64, (row) => row.sha256),
        ],
      },
    },
  }),

  // A pack from elsewhere is verified and compared on the command line, which needs no data folder for that.
  query("packs.verify", {
    summary: "Verify a saved pack's files and signatures with the firm's keys",
    input: ofPack,
    output: packVerification,
    runs: "core",
    perform: async (context, { clientId: client, packNo }) => {
      const found = await packOnRecord(context, client, packNo, "file");
      if (!found.ok) return found;
      const { path, sha256: recorded } = found.value;
      const keys = await context.pool.must("firm.personKeys", {});
      // With the recorded hash, a copy that was changed and is no longer signed is found, too.
      const verified = await context.pool.perform("packMaking.verify", { path, prior: null, trust: { keys, recorded } });
      return verified.ok ? verified.value : verified;
    },
  }),

  // In the browser a page can't reach the disk, so that it gets the bytes and saves them as a download.
  query("packs.content", {
    summary: "Get a saved pack, its client copy or the client's report as a file",
    input: ofPack.extend({ what: z.enum(["file", "client", "report"]) }),
    output: z.object({ name: z.string(), content: z.string() }),
    runs: "core",
    perform: async (context, { clientId: client, packNo, what }) => {
      const found = await packOnRecord(context, client, packNo, what === "file" ? "file" : "client");
      if (!found.ok) return found;
      const { path, name } = found.value;
      const read = await context.pool.perform("packMaking.read", { path, entry: what === "report" ? "financial_report.pdf" : null });
      if (!read.ok) return read;
      if (!read.value.ok) return read.value;
      const content = Buffer.from(read.value.value).toString("base64");
      return ok({ name: what === "report" ? name.replace(/_client\.zip$/, ".pdf") : name, content });
    },
  }),

  command("packs.show", {
    summary: "Open a saved pack, or show it in its folder",
    input: ofPack.extend({ what: z.enum(["file", "client"]), how: z.enum(["open", "show"]) }),
    output: z.object({}),
    runs: "core",
    allowed: "viewer",
    perform: async (context, { clientId: client, packNo, what, how }) => {
      const found = await packOnRecord(context, client, packNo, what);
      if (!found.ok) return found;
      const { shell } = context;
      return shell === undefined
        ? fail({ code: "not_supported", message: "Tieout isn't running in its own window, so it can't do this." })
        : shell.openFile(found.value.path, how);
    },
  }),

  query("packs.compare", {
    summary: "Compare two saved packs of a client",
    input: z.object({ clientId, older: packNo, newer: packNo }),
    output: packComparison,
    runs: "core",
    perform: async (context, { clientId: client, ...packs }) => {
      const older = await packOnRecord(context, client, packs.older, "file");
      if (!older.ok) return older;
      const newer = await packOnRecord(context, client, packs.newer, "file");
      if (!newer.ok) return newer;
      const compared = await context.pool.perform("packMaking.compare", { older: older.value.path, newer: newer.value.path });
      return compared.ok ? compared.value : compared;
    },
  }),
] as const;

function copyRow(copy: ReturnType<typeof listPacks>[number]["clientCopy"]): PackRow["clientCopy"] {
  if (copy === null) return null;
  const { name, path, sha256, bytes } = copy;
  return { name, path, sha256, bytes, isThere: isStillThere(copy) };
}

function signedRow(signed: ReturnType<typeof listPacks>[number]["signed"]): PackRow["signed"] {
  return signed === null ? null : { name: signed.fullName ?? nameOfNoted(signed.person), key: fingerprint(signed.keyId) };
}

function packRows(db: Sqlite, named: string | undefined): PackRow[] {
  const packs = listPacks(db);
  const byNo = new Map(packs.map((pack) => [pack.packNo, pack]));
  const asked = packs.filter(({ periodId, periodLabel, month }) => named === undefined || [periodId, periodLabel, month].includes(named));
  const rows = asked.map((pack): PackRow => {
    const prior = pack.priorNo === null ? undefined : byNo.get(pack.priorNo);
    const { packNo, periodId, periodLabel, name, version, path, sha256, bytes, stamps, reason, asOf, person, at } = pack;
    return {
      ...{ packNo, periodId, periodLabel, name, version, path, sha256, bytes, reason, asOf, person, at },
      isThere: isStillThere(pack),
      clientCopy: copyRow(pack.clientCopy),
      stamps: [...stamps],
      signed: signedRow(pack.signed),
      prior: prior === undefined ? null : { name: prior.name, version: prior.version, sha256: prior.sha256 },
      superseded: packs.some((later) => later.periodId === periodId && later.packNo > packNo),
    };
  });
  return rows.reverse();
}
