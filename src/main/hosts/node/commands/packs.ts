import { isAbsolute, join, resolve } from "node:path";
import { exportPack, listedPacks } from "#main/api/packs.ts";
import { refusal } from "#main/api/permissions.ts";
import { comparePacks } from "#main/pack/compare-packs.ts";
import { verifyPack } from "#main/pack/verify-pack.ts";
import type { MadePack } from "#shared/contract/packs.ts";
import type { PackComparison, PackStamp, PackVerification } from "#shared/model/pack.ts";
import { type BareCommand, type Command, type CommandRun, EXIT, type ExitStatus, exitOf, textOption } from "./command.ts";

const packExport: Command = {
  noun: "pack",
  verb: "export",
  summary: "makes the close pack of a period: a ZIP that proves itself, never written over",
  options: { client: "text", period: "text", out: "text", reason: "text" },
  required: ["client", "period", "out"],
  run: async ({ context, options, output, signal }) => {
    const question = {
      clientId: textOption(options, "client") as string,
      period: textOption(options, "period") as string,
      folder: absolute(textOption(options, "out") as string),
      reason: textOption(options, "reason") ?? null,
    };
    const refused = refusal(context.people, "packs.export", question);
    if (refused !== null) {
      output.failure(refused);
      return exitOf(refused);
    }
    let told = "";
    const made = await exportPack(context, question, {
      signal,
      onProgress: ({ doing, done, total }) => {
        if (doing !== told) output.progress(`${done} of ${total}: ${doing}`);
        told = doing;
      },
    });
    if (!made.ok) {
      output.failure(made.failure);
      return exitOf(made.failure);
    }
    output.result(made.value, madeLines(made.value));
    return EXIT.done;
  },
};

function madeLines({ path, sha256, bytes, version, same, stamps, prior, files }: MadePack): string[] {
  return [
    path,
    `version ${version}, ${bytes} bytes, ${files.length} files`,
    `SHA-256 ${sha256}`,
    ...(same ? ["Nothing has moved since this version was made: it is the same pack again."] : []),
    ...(prior === null ? [] : [`takes the place of ${prior.name}`]),
    ...stamps.map(stampLine),
  ];
}

function stampLine({ stamp, reasons }: PackStamp): string {
  return `${stamp}: ${reasons.join("; ")}`;
}

const packList: Command = {
  noun: "pack",
  verb: "list",
  summary: "lists the packs of a client, or of one of its periods, newest first",
  options: { client: "text", period: "text" },
  required: ["client"],
  run: async ({ context, options, output }) => {
    const listed = await listedPacks(context, textOption(options, "client") as string, textOption(options, "period") ?? null);
    if (!listed.ok) {
      output.failure(listed.failure);
      return exitOf(listed.failure);
    }
    output.rows(listed.value, [
      { title: "period", width: 16, of: (row) => String(row.periodLabel) },
      { title: "pack", width: 48, of: (row) => String(row.name) },
      { title: "stamps", width: 18, of: (row) => (row.stamps as readonly PackStamp[]).map(({ stamp }) => stamp).join(", ") },
      { title: "made", width: 24, of: (row) => String(row.at) },
      { title: "by", width: 24, of: (row) => String(row.person) },
      { title: "SHA-256", width: 64, of: (row) => String(row.sha256) },
    ]);
    output.endRows(listed.value.length);
    return EXIT.done;
  },
};

type BareRun = Pick<CommandRun, "options" | "output" | "signal">;

const packVerify: BareCommand = {
  noun: "pack",
  verb: "verify",
  bare: true,
  summary: "checks a pack by itself: hashes, manifest, control totals, and the chain with --prior",
  options: { prior: "text" },
  places: ["file"],
  required: [],
  run: async ({ options, output }: BareRun): Promise<ExitStatus> => {
    const prior = textOption(options, "prior");
    const verified = await verifyPack(absolute(textOption(options, "file") as string), prior === undefined ? null : absolute(prior));
    if (!verified.ok) {
      output.failure(verified.failure);
      return exitOf(verified.failure);
    }
    output.result(verified.value, verifiedLines(verified.value));
    return verified.value.ok ? EXIT.done : EXIT.failed;
  },
};

const CHAINS: Readonly<Record<PackVerification["chain"], string>> = {
  first: "It is the first pack of its period.",
  holds: "The pack before it is the one that it names.",
  broken: "The pack before it is not the one that it names.",
  not_given: "The pack before it was not shown: give it with --prior.",
};

function verifiedLines({ path, ok, sha256, files, controlTotals, chain, stamps, problems }: PackVerification): string[] {
  if (!ok) return [`${path} does not verify:`, ...problems.map(({ file, message }) => `  ${file ?? "the pack"}: ${message}`)];
  return [
    `${path} verifies: ${files.length} files, ${controlTotals.checked} control totals.`,
    `SHA-256 ${sha256}`,
    CHAINS[chain],
    ...stamps.map(stampLine),
  ];
}

const packCompare: BareCommand = {
  noun: "pack",
  verb: "compare",
  bare: true,
  summary: "shows what changed from one pack to another: totals, balances, documents",
  options: {},
  places: ["older", "newer"],
  required: [],
  run: async ({ options, output }: BareRun): Promise<ExitStatus> => {
    const compared = await comparePacks(absolute(textOption(options, "older") as string), absolute(textOption(options, "newer") as string));
    if (!compared.ok) {
      output.failure(compared.failure);
      return exitOf(compared.failure);
    }
    output.result(compared.value, comparedLines(compared.value));
    return EXIT.done;
  },
};

function comparedLines({ older, newer, chained, accounts, documents, documentCount, controlTotals }: PackComparison): string[] {
  const moved = (before: string | null, after: string | null, difference: string) =>
    `${before ?? "none"} -> ${after ?? "none"} (${difference})`;
  return [
    `${older.name} -> ${newer.name}${chained ? "" : " (not named as the pack before it)"}`,
    ...(newer.reason === null ? [] : [`because: ${newer.reason}`]),
    `${accounts.length} balances, ${documentCount} documents, ${controlTotals.length} control totals differ`,
    ...accounts.map(({ code, name, before, after, difference }) => `  ${code} ${name}: ${moved(before, after, difference)}`),
    ...documents.map(
      ({ id, kind, number, party, fields }) =>
        `  ${kind} ${number === "" ? id : number} ${party}: ${fields.map(({ field, before, after }) => `${field} ${before} -> ${after}`).join(", ")}`,
    ),
  ];
}

function absolute(path: string): string {
  return isAbsolute(path) ? path : resolve(join(process.cwd(), path));
}

export const packCommands: readonly (Command | BareCommand)[] = [packExport, packList, packVerify, packCompare];
