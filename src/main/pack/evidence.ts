import { safeNamePart } from "#main/domain/documents/safe-text.ts";
import { reconciliations } from "#main/store/close/reconciliations.ts";
import { lockRecords } from "#main/store/periods/lock-records.ts";
import { RecordStore } from "#main/store/records/record-store.ts";
import { reportTextsAt } from "#main/store/records/report-store.ts";
import { listJobs, readJob } from "#main/store/records/write-store.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import type { PackFacts } from "./pack-facts.ts";

/** A piece of evidence, byte for byte as it came. */
export interface Evidence {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The bytes of a supporting file by its hash; null if it is missing or changed. */
export type FileOf = (sha256: string) => Uint8Array | null;

/** What ledgers answered, as it was stored: reports at the period's end, lock reads, every write with its answers; and the support of balances. */
export function* evidenceOf(facts: PackFacts, fileOf: FileOf): Generator<Evidence> {
  yield* reports(facts);
  yield* locks(facts);
  yield* writes(facts);
  yield* support(facts, fileOf);
}

/** The period's supporting files, each once. A missing or changed one is named as such. */
function* support({ closing }: PackFacts, fileOf: FileOf): Generator<Evidence> {
  const files = new Map(reconciliations(closing).flatMap(({ attachments }) => attachments.map((file) => [file.sha256, file])));
  for (const { sha256, fileName } of [...files.values()].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1))) {
    const bytes = fileOf(sha256);
    const dot = fileName.lastIndexOf(".");
    const ending = dot > 0 ? safeNamePart(fileName.slice(dot + 1), "bin").slice(0, 10) : "bin";
    const name = `03_evidence/support/${sha256}_${safeNamePart(dot > 0 ? fileName.slice(0, dot) : fileName, "file")}`;
    if (bytes !== null) yield { name: `${name}.${ending}`, bytes };
    else
      yield {
        name: `${name}.missing.txt`,
        bytes: Buffer.from(
          "This supporting file isn't in the pack. It was missing from the client's folder, or had been changed since it was added.\n",
        ),
      };
  }
}

function* reports({ reader, order }: PackFacts): Generator<Evidence> {
  for (const { kind, from, to, basis, entityId, fetchedMs, raw } of reportTextsAt(reader.db, order.period.end)) {
    const whose = entityId === null ? "" : `_${safeNamePart(entityId, "entity")}`;
    yield { name: `03_evidence/reports/${kind}${whose}_${from}_${to}_${basis}_read-${stamp(fetchedMs)}${extension(raw)}`, bytes: raw };
  }
}

function* locks({ reader }: PackFacts): Generator<Evidence> {
  const records = new RecordStore(reader.db, reader.words);
  for (const [at, { id, recNo }] of lockRecords(reader).entries()) {
    const raw = records.readRaw(recNo);
    if (raw !== null) yield { name: `03_evidence/locks/${numbered(at)}_${safeNamePart(id, "lock")}${extension(raw)}`, bytes: raw };
  }
}

function* writes({ reader }: PackFacts): Generator<Evidence> {
  const jobs = listJobs(reader.db).reverse();
  for (const [at, { jobId }] of jobs.entries()) {
    const found = readJob(reader.db, jobId);
    if (found === null) continue;
    const { job, attempts } = found;
    const told = {
      jobId,
      actionId: job.actionId,
      state: job.state,
      created: instantFromMs(job.createdMs),
      attempts: attempts.map(attemptOf),
    };
    yield {
      name: `03_evidence/writes/${numbered(at)}_${safeNamePart(jobId, "job")}.json`,
      bytes: Buffer.from(`${JSON.stringify(told, null, 1)}\n`),
    };
  }
}

function attemptOf(attempt: NonNullable<ReturnType<typeof readJob>>["attempts"][number]) {
  const { callNo, purpose, request, sentMs, answeredMs, status, answer, note } = attempt;
  return {
    call: callNo,
    purpose,
    sent: instantFromMs(sentMs),
    answered: answeredMs === null ? null : instantFromMs(answeredMs),
    status,
    request,
    answer,
    note,
  };
}

function numbered(at: number): string {
  return String(at + 1).padStart(4, "0");
}

function stamp(ms: number): string {
  return instantFromMs(ms).replaceAll(":", "").replace(".", "-");
}

function extension(raw: Uint8Array): string {
  const first = Buffer.from(raw.subarray(0, 200)).toString("utf8").trimStart()[0];
  return first === "{" || first === "[" ? ".json" : ".txt";
}
