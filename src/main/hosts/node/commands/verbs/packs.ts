import { isAbsolute, join, resolve } from "node:path";
import { readNamedJson } from "#main/files/named-file.ts";
import type { OperationInput } from "#main/operations/collection.ts";
import { comparePacks } from "#main/pack/archive/compare-packs.ts";
import { verifyPack } from "#main/pack/archive/verify-pack.ts";
import { stampLine } from "#main/pack/sign-offs.ts";
import type { MadePack, PackJob } from "#shared/contract/close/packs.ts";
import { counted } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { PackComparison, PackVerification } from "#shared/model/close/pack.ts";
import { keyFile, type PersonKey } from "#shared/model/close/signature.ts";
import { valueWords } from "#shared/model/labels/change-words.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { type ColumnChange, columnChanges, documentChange } from "#shared/model/labels/pack-change-words.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { given, refused, reply } from "../ask.ts";
import { type BareCommand, type Command, type CommandRun, EXIT, type ExitStatus, exitOf, textOption } from "../command.ts";

const packExport: Command = {
  noun: "pack",
  verb: "export",
  summary: "Export a period's close pack and the client's copy, each a verifiable ZIP file that is never overwritten",
  asks: ["packs.export", "packs.cancel"],
  options: { client: "text", period: "text", out: "text", reason: "text" },
  required: ["client", "period", "out"],
  help: {
    out: "Folder for the pack",
    reason: "Reason for a new version. With a new reason, Tieout makes a new version even if nothing has changed",
  },
  run: async (run) => {
    const { options, output } = run;
    const made = await makePack(run, {
      clientId: textOption(options, "client") as string,
      period: textOption(options, "period") as string,
      folder: absolute(textOption(options, "out") as string),
      ...given(options, { reason: "reason" }),
    });
    if (!made.ok) return refused(run, made.failure);
    output.result(made.value, madeLines(made.value));
    return EXIT.done;
  },
};

/** Has the pack made and waits for it; Ctrl-C cancels it. */
async function makePack(run: CommandRun, question: OperationInput<"packs.export">): Promise<Result<MadePack, Failure>> {
  const { door, output, signal } = run;
  const ended = Promise.withResolvers<PackJob>();
  let told = "";
  const unsubscribe = door.subscribe(({ topic, payload }) => {
    if (topic !== "packs.progress") return;
    const job = payload as PackJob;
    if (job.clientId !== question.clientId || job.period !== question.period) return;
    if (job.state !== "running") return ended.resolve(job);
    if (job.doing !== told) output.progress(`${job.done} of ${job.total}: ${job.doing}`);
    told = job.doing;
  });
  try {
    const started = await reply(run, "packs.export", question);
    if (!started.ok) return started;
    const cancel = () => void reply(run, "packs.cancel", started.value);
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel, { once: true });
    const { pack, failure } = await ended.promise;
    return pack === null ? fail(failure ?? { code: "defect", message: "The pack export ended without a result." }) : ok(pack);
  } finally {
    unsubscribe();
  }
}

function madeLines({ path, sha256, bytes, version, same, stamps, prior, files, clientCopy }: MadePack): string[] {
  return [
    path,
    `Version ${version}, ${bytes} bytes, ${counted(files.length, "file")}`,
    `SHA-256 ${sha256}`,
    ...(clientCopy === null ? [] : [`Client's copy: ${clientCopy.path}`]),
    ...(same ? ["Nothing has changed since this version, so Tieout made no new version."] : []),
    ...(prior === null ? [] : [`Supersedes ${prior.name}`]),
    ...stamps.map(stampLine),
  ];
}

type BareRun = Pick<CommandRun, "options" | "output" | "signal">;

const packVerify: BareCommand = {
  noun: "pack",
  verb: "verify",
  bare: true,
  summary: "Verify a pack's hashes, totals and signatures. --keys also checks who signed the pack",
  options: { prior: "text", keys: "text" },
  help: {
    file: "Pack to verify",
    prior: "Earlier pack that FILE should supersede",
    keys: "File of the firm's public keys, as exported with “tieout key export”",
  },
  places: ["file"],
  required: [],
  run: async ({ options, output }: BareRun): Promise<ExitStatus> => {
    const prior = textOption(options, "prior");
    const keys = keysOf(textOption(options, "keys"));
    if (!keys.ok) {
      output.failure(keys.failure);
      return exitOf(keys.failure);
    }
    const trust = keys.value === null ? {} : { keys: keys.value, mustBeSigned: true };
    const verified = await verifyPack(absolute(textOption(options, "file") as string), prior === undefined ? null : absolute(prior), trust);
    if (!verified.ok) {
      output.failure(verified.failure);
      return exitOf(verified.failure);
    }
    output.result(verified.value, verifiedLines(verified.value));
    return verified.value.ok ? EXIT.done : EXIT.failed;
  },
};

/** The firm's keys of a file; null without one. */
function keysOf(path: string | undefined): Result<readonly PersonKey[] | null, Failure> {
  if (path === undefined) return ok(null);
  const json = readNamedJson(absolute(path), "keys");
  if (!json.ok) return json;
  const parsed = keyFile.safeParse(json.value);
  return parsed.success
    ? ok(parsed.data.keys)
    : fail({
        code: "invalid_input",
        message: `${path} isn't a file of public keys.`,
        field: "keys",
        next: "Ask the firm for its key file. The firm can export it with “tieout key export” or in Settings › People.",
      });
}

const CHAINS: Readonly<Record<PackVerification["chain"], string>> = {
  first: "This pack records no earlier version.",
  holds: "This pack supersedes the earlier one.",
  broken: "This pack doesn't supersede the pack in --prior.",
  not_given: "Tieout didn't check which version this pack supersedes. To check, add the earlier version's file with --prior.",
};

function verifiedLines(verified: PackVerification): string[] {
  const { path, ok, sha256, files, controlTotals, chain, copyOf, stamps, authenticity, problems } = verified;
  if (!ok)
    return [`${path} failed verification:`, ...problems.map(({ file, message }) => `  ${file === null ? message : `${file}: ${message}`}`)];
  const { shows = [], cannotShow = [] } = authenticity ?? {};
  return [
    `${path} is verified: ${counted(files.length, "file")}, ${counted(controlTotals.checked, "control total")}.`,
    `SHA-256 ${sha256}`,
    ...(copyOf === null ? [CHAINS[chain]] : [`This is the client's copy of ${copyOf}.`]),
    ...shows,
    ...(cannotShow.length === 0 ? [] : ["Not confirmed:", ...cannotShow.map((line) => `  ${line}`)]),
    ...stamps.map(stampLine),
  ];
}

const packCompare: BareCommand = {
  noun: "pack",
  verb: "compare",
  bare: true,
  summary: "Compare two packs: control totals, balances, and transactions other than payments",
  options: {},
  help: { older: "Earlier pack", newer: "Later pack" },
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
    `${older.name} -> ${newer.name}${chained ? "" : " (the newer pack doesn't say that it supersedes the older pack)"}`,
    ...(newer.reason === null ? [] : [`Reason: ${newer.reason}`]),
    `Different: ${counted(accounts.length, "balance")}, ${counted(documentCount, "transaction")} (payments aren't compared), ${counted(controlTotals.length, "control total")}`,
    ...accounts.map(({ code, name, before, after, difference }) => `  ${code} ${name}: ${moved(before, after, difference)}`),
    ...documents.map((document) => {
      const name = [document.number === "" ? document.id : document.number, document.party].filter((part) => part !== "").join(" ");
      const fields = columnChanges(document).map(fieldLine);
      return `  ${DOCUMENT_CHANGES[documentChange(document)]} ${name}${fields.length === 0 ? "" : `: ${fields.join(", ")}`}`;
    }),
  ];
}

const DOCUMENT_CHANGES = { added: "added", changed: "changed", removed: "deleted" } as const;

function fieldLine({ column, words, values }: ColumnChange): string {
  if (values === null) return words;
  const said = (value: string) => (value === "" ? "none" : (codeText(column, value) ?? valueWords(column, value)));
  return `${words} ${said(values.before)} -> ${said(values.after)}`;
}

/** The type of a transaction in words; null for what isn't a code. */
function codeText(column: string, value: string): string | null {
  if (column === "type") return codeLabel(value).toLowerCase();
  return column === "unappliedKind" ? value.replaceAll("_", " ") : null;
}

function absolute(path: string): string {
  return isAbsolute(path) ? path : resolve(join(process.cwd(), path));
}

export const packCommands: readonly (Command | BareCommand)[] = [packExport, packVerify, packCompare];
