import { z } from "zod";
import { readNamedJson } from "#main/files/named-file.ts";
import { terminalLines } from "#main/hosts/node/terminal-text.ts";
import type { OperationInput } from "#main/operations/collection.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { message } from "#shared/language/t.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { readGiven, wrongField } from "#shared/model/labels/given-input.ts";
import { requiredFields } from "#shared/model/labels/rejection.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import {
  allocationDraft,
  documentDraft,
  isInputCheck,
  type JobItem,
  paymentDraft,
  readableDifference,
  type WriteJob,
  type WriteOperation,
  writeOperation,
} from "#shared/model/ledger/write.ts";
import { failureWords, refused, reply } from "../ask.ts";
import { type Command, type CommandRun, EXIT, type ExitStatus, exitOf, secondsOption, textOption } from "../command.ts";

const SUBMITS = ["writes.plan", "writes.submit"] as const;
const FILE = { client: "text", file: "text", "action-id": "text", "dry-run": "flag", draft: "flag", "max-wait": "seconds" } as const;
const RECORD = {
  client: "text",
  id: "text",
  "action-id": "text",
  "dry-run": "flag",
  yes: "flag",
  "max-wait": "seconds",
} as const;

/** A file holds one object, or a list of them that goes as one action. */
function oneOrMany<S extends z.ZodType>(schema: S) {
  return z.union([schema, z.array(schema).min(1)]).transform((value) => (Array.isArray(value) ? value : [value]) as z.output<S>[]);
}

const updateFile = z.strictObject({ id: z.string(), seenHash: z.string().optional(), changes: z.record(z.string(), z.unknown()) });
const creditFile = z.strictObject({ fromId: z.string(), date: z.string(), allocations: z.array(allocationDraft) });

const writeDocument = fromFile(
  "document",
  message("Post an invoice, bill, credit note, vendor credit, expense or cash sale from a file"),
  (content) =>
    parsed(oneOrMany(documentDraft), content, (documents) => documents.map((document) => ({ kind: "create_document", document }))),
);

const writeJournal = fromFile("journal", "Post a journal from a file. Debits are positive and credits are negative", (content) =>
  parsed(oneOrMany(documentDraft), content, (documents) =>
    documents.map((document) => ({ kind: "create_document", document: { ...document, type: "journal" } })),
  ),
);

const writePayment = fromFile("payment", "Post a payment from a file, for one or more transactions", (content) =>
  parsed(oneOrMany(paymentDraft), content, (payments) => payments.map((payment) => ({ kind: "create_payment", payment }))),
);

const writeUpdate = fromFile(
  "update",
  'Change a transaction. The JSON file contains "id", "changes" and optionally "seenHash". If "changes" has "lines", they replace all existing lines',
  (content) => parsed(oneOrMany(updateFile), content, (updates) => updates.map((update) => ({ kind: "update_document", ...update }))),
);

const writeApplyCredit = fromFile(
  "apply-credit",
  'Apply a credit, overpayment or prepayment. The JSON file contains "fromId", "date" and "allocations"',
  (content) => parsed(oneOrMany(creditFile), content, (credits) => credits.map((credit) => ({ kind: "apply_credit", ...credit }))),
);

const writeVoid = onRecord("void", "Void a record, if the ledger allows it", (id, seenHash) => ({ kind: "void", id, ...seenHash }));
const writeDelete = onRecord(
  "delete",
  "Delete a record in the ledger. Tieout keeps the record's last version. Needs --yes",
  (id, seenHash) => ({
    kind: "delete",
    id,
    ...seenHash,
  }),
);
const writeApprove = onRecord("approve", "Approve a record, if the ledger has approvals", (id) => ({
  kind: "approve",
  id,
  approved: true,
}));

const writeItem: Command = {
  noun: "write",
  verb: "integration-item",
  summary: "Create an item that posts to an account. Some ledgers need an item on every line",
  asks: SUBMITS,
  options: { client: "text", account: "text", name: "text", "action-id": "text", "dry-run": "flag", "max-wait": "seconds" },
  required: ["client", "account", "name"],
  help: { name: 'Name of the item. Tieout puts "Tieout - " in front of it' },
  sends: true,
  run: (run) => {
    const name = `Tieout - ${textOption(run.options, "name") as string}`;
    return submit(run, [{ kind: "create_integration_item", name, accountId: textOption(run.options, "account") as string }]);
  },
};

const jobShow = onJob(
  "show",
  "writes.show",
  "Show a ledger update (a job) with its requests, attempts and answers",
  false,
  async (run, clientId, jobId) => {
    const found = await reply(run, "writes.show", { clientId, jobId });
    if (!found.ok) return refused(run, found.failure);
    const { job, attempts, before } = found.value;
    const lines = attempts.flatMap(({ purpose, sentAt, status, note, answer }) => [
      `${sentAt} ${purpose}: ${status ?? "no answer"}${note === null ? "" : `, ${note}`}`,
      ...(answer === null ? [] : terminalLines(answer)),
    ]);
    run.output.result({ ...resultOf(job), job, attempts, before }, [
      ...jobLines(job),
      "",
      ...job.requests.flatMap(({ method, path, body }) => [`${method} ${path}`, ...terminalLines(body ?? "")]),
      "",
      ...lines,
    ]);
    return EXIT.done;
  },
);
const jobResolve = onJob(
  "resolve",
  "writes.resolve",
  "Find out whether a ledger update with an unknown outcome reached the ledger. Nothing is sent again",
  true,
  (run, clientId, jobId) => settled(run, reply(waiting(run), "writes.resolve", { clientId, jobId })),
);
const jobSend = onJob("send", "writes.send", "Send a draft, or continue a waiting ledger update", true, (run, clientId, jobId) =>
  settled(run, reply(waiting(run), "writes.send", { clientId, jobId })),
);
const jobFinish = onJob(
  "finish",
  "writes.finish",
  "Post the remaining part of a partly posted ledger update",
  true,
  (run, clientId, jobId) => settled(run, reply(waiting(run), "writes.finish", { clientId, jobId })),
);
const jobCancel = onJob("cancel", "writes.cancel", "Cancel a ledger update that hasn't been sent", false, (run, clientId, jobId) =>
  settled(run, reply(run, "writes.cancel", { clientId, jobId })),
);

/** Writing back, and the queue. */
export const writeCommands: readonly Command[] = [
  writeDocument,
  writeUpdate,
  writeVoid,
  writeDelete,
  writePayment,
  writeJournal,
  writeApplyCredit,
  writeApprove,
  writeItem,
  jobShow,
  jobResolve,
  jobSend,
  jobFinish,
  jobCancel,
];

function fromFile(verb: string, summary: string, read: (content: unknown) => Result<readonly unknown[], Failure>): Command {
  return {
    noun: "write",
    verb,
    summary,
    asks: SUBMITS,
    options: FILE,
    required: ["client", "file"],
    help: { file: "JSON file with one entry, or with a list of entries to send together" },
    sends: true,
    run: (run) => {
      const content = readNamedJson(textOption(run.options, "file") as string, "file");
      if (!content.ok) return Promise.resolve(refused(run, content.failure));
      const drafts = read(content.value);
      if (!drafts.ok) return Promise.resolve(refused(run, drafts.failure));
      const operations = parsed(z.array(writeOperation), drafts.value, (values) => values);
      if (!operations.ok) return Promise.resolve(refused(run, operations.failure));
      return submit(run, operations.value);
    },
  };
}

type SeenHash = { readonly seenHash?: string };

function onRecord(verb: string, summary: string, operation: (id: string, seen: SeenHash) => WriteOperation): Command {
  return {
    noun: "write",
    verb,
    summary,
    asks: SUBMITS,
    // What nothing compares isn't taken: it would look as if it were.
    options: verb === "approve" ? RECORD : { ...RECORD, seen: "text" },
    required: ["client", "id"],
    help: {
      id: "ID of the record, as shown by a list command such as “document list”",
      yes: verb === "delete" ? "Confirm the deletion" : "Not needed for this command",
    },
    sends: true,
    run: (run) => {
      if (verb === "delete" && run.options.yes !== true && run.options["dry-run"] !== true)
        return Promise.resolve(
          refused(run, {
            code: "invalid_input",
            message: "Deleting can't be undone in the ledger.",
            field: "yes",
            next: "Add --yes to delete the record, or --dry-run to see the request first.",
          }),
        );
      const seen = textOption(run.options, "seen");
      return submit(run, [operation(textOption(run.options, "id") as string, seen === undefined ? {} : { seenHash: seen })]);
    },
  };
}

function onJob(
  verb: string,
  method: "writes.show" | "writes.resolve" | "writes.send" | "writes.finish" | "writes.cancel",
  summary: string,
  sends: boolean,
  act: (run: CommandRun, clientId: string, jobId: string) => Promise<ExitStatus>,
): Command {
  return {
    noun: "job",
    verb,
    summary,
    asks: [method],
    options: { client: "text", id: "text", "max-wait": "seconds" },
    required: ["client", "id"],
    help: {
      id: "Job ID, as shown by “job list”",
      ...(sends ? {} : { "max-wait": "Not used by this command" }),
    },
    ...(sends ? { sends: true as const } : {}),
    run: (run) => act(run, textOption(run.options, "client") as string, textOption(run.options, "id") as string),
  };
}

async function submit(run: CommandRun, operations: WriteOperation[]): Promise<ExitStatus> {
  const clientId = textOption(run.options, "client") as string;
  const actionId = textOption(run.options, "action-id");
  const submission = { clientId, operations, ...(actionId === undefined ? {} : { actionId }), draft: run.options.draft === true };
  if (run.options["dry-run"] === true) return plan(run, submission);
  return settled(run, reply(waiting(run), "writes.submit", submission));
}

async function plan(run: CommandRun, submission: OperationInput<"writes.plan">): Promise<ExitStatus> {
  const found = await reply(run, "writes.plan", submission);
  if (!found.ok) return refused(run, inFile(found.failure));
  const { title, checks, requests } = found.value;
  const isBlocked = checks.some(({ outcome }) => outcome === "blocked");
  run.output.result({ outcome: isBlocked ? "blocked" : "ready", ...found.value }, [
    `${title}: ${isBlocked ? "blocked" : "ready"}. Nothing was sent.`,
    ...checks.map(
      ({ name, outcome, message, field }) =>
        `  ${outcome.padEnd(8)} ${name.replaceAll("_", " ")}: ${message}${field === undefined || outcome === "passed" ? "" : ` (${field})`}`,
    ),
    ...requests.flatMap(({ method, path, query, headers, body }) => [
      `${method} ${path} ${JSON.stringify(query)} ${JSON.stringify(headers)}`,
      ...terminalLines(body ?? ""),
    ]),
  ]);
  return hasWrongInput(checks) ? EXIT.usage : isBlocked ? EXIT.failed : EXIT.done;
}

function hasWrongInput(checks: WriteJob["checks"]): boolean {
  return checks.some((check) => check.outcome === "blocked" && isInputCheck(check));
}

async function settled(run: CommandRun, asked: Promise<Result<WriteJob, Failure>>): Promise<ExitStatus> {
  const job = await asked;
  if (!job.ok) return refused(run, inFile(job.failure));
  run.output.result(resultOf(job.value), jobLines(job.value));
  return statusOf(job.value);
}

/** 3: some part was rejected, partial, in conflict, unknown or posted differently. 4: it waits. 2: the input is wrong. */
function statusOf({ state, checks, items, failure }: WriteJob): ExitStatus {
  if (items.some(({ postedDifferently }) => postedDifferently !== undefined)) return EXIT.partly;
  if (state === "accepted" || state === "draft" || state === "cancelled") return EXIT.done;
  if (state === "queued" || state === "ready" || state === "sent") return EXIT.queued;
  if (state === "blocked" && (hasWrongInput(checks) || (failure !== null && exitOf(failure) === EXIT.usage))) return EXIT.usage;
  return EXIT.partly;
}

/** The contract's answer; a draft, ready or sent job is called queued there. */
function resultOf(job: WriteJob): object {
  const outcome = ["draft", "ready", "sent"].includes(job.state) ? "queued" : job.state;
  return {
    jobId: job.jobId,
    actionId: job.actionId,
    outcome,
    items: job.items.map(itemResult),
    ...(job.checks.every((check) => check.outcome === "passed")
      ? {}
      : { checks: job.checks.filter((check) => check.outcome !== "passed") }),
    ...(job.failure === null ? {} : { failure: job.failure }),
  };
}

function itemResult({ outcome, ledgerId, recordId, ledgerError, message, fieldLabels, replaced, postedDifferently }: JobItem): object {
  return {
    outcome: outcome === "pending" ? "queued" : outcome,
    ...(ledgerId === undefined ? {} : { ledgerId }),
    ...(recordId === undefined ? {} : { recordId }),
    ...(message === undefined ? {} : { message }),
    ...(ledgerError === undefined ? {} : { ledgerError }),
    ...(fieldLabels === undefined ? {} : { fieldLabels }),
    ...(replaced === undefined || replaced.length === 0 ? {} : { replaced }),
    ...(postedDifferently === undefined ? {} : { postedDifferently }),
  };
}

function jobLines(job: WriteJob): string[] {
  return [
    `${job.title}: ${codeLabel(job.state).toLowerCase()} (job ${job.jobId})`,
    ...(job.failure === null ? [] : failureWords(job.failure, "  ")),
    ...job.checks
      .filter(({ outcome }) => outcome !== "passed")
      .map(({ outcome, message, field }) => `  ${outcome}: ${message}${field === undefined ? "" : ` (${field})`}`),
    ...job.items.flatMap(({ title, outcome, recordId, message, fieldLabels, ledgerError, postedDifferently = [] }) => [
      `  ${title}: ${codeLabel(outcome).toLowerCase()}${recordId === undefined ? "" : ` ${recordId}`}`,
      ...[requiredFields({ fieldLabels })].flatMap((fact) => (fact === null ? [] : [`    ${fact}`])),
      ...(message === undefined ? [] : [`    ${message}`]),
      ...(ledgerError === undefined ? [] : terminalLines(ledgerError.body, "    ")),
      ...postedDifferently
        .map(readableDifference)
        .map(({ field, intended, posted }) => `    posted differently: ${field} is ${posted || "empty"} instead of ${intended || "empty"}`),
    ]),
  ];
}

/** Ctrl-C, or the end of the wait that was asked for: the job stays on disk and goes on later. */
function waiting(run: CommandRun): CommandRun {
  const seconds = secondsOption(run.options, "max-wait");
  if (seconds === null) return run;
  return { ...run, signal: AbortSignal.any([run.signal, AbortSignal.timeout(seconds * 1000)]) };
}

/** A failure of the door with its field as the file has it, or as the option is called. */
function inFile(failure: Failure): Failure {
  const { field } = failure;
  return field === undefined ? failure : { ...failure, field: field === "actionId" ? "action-id" : pathInFile(field) };
}

/** `operations.0.document.lines.1.net` is `lines[1].net` in a file. */
function pathInFile(field: string): string {
  const path = /^operations\.\d+\.(?:document\.|payment\.)?(.+)$/.exec(field)?.[1];
  return path === undefined ? field : path.replaceAll(/\.(\d+)(?=\.|$)/g, "[$1]");
}

function parsed<S extends z.ZodType, T>(schema: S, content: unknown, make: (value: z.output<S>) => T): Result<T, Failure> {
  const read = readGiven(schema, content);
  if (read.ok) return ok(make(read.value));
  const { path, message } = read.failure;
  const field = path.map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : `${index === 0 ? "" : "."}${part}`)).join("");
  return fail({ code: "invalid_input", message: wrongField(field || "The file", message), field: field || "file" });
}
