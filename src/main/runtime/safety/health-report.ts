import type { Ports } from "#main/ports/index.ts";
import type { StoredClient } from "#main/store/clients/firm.ts";
import type { FileCheck } from "#main/workers/file-ops.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import type { ClientSource, OpResult } from "#main/workers/protocol.ts";
import type { DamagedClient, HealthCheck, HealthReport } from "#shared/contract/app/data-safety.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { asSentence, counted, megabytes } from "#shared/kernel/readable.ts";
import { ok } from "#shared/kernel/result.ts";
import { verifyFile } from "./verify-file.ts";

export interface HealthInput {
  readonly pool: WorkerPool;
  readonly ports: Pick<Ports, "clock" | "secrets" | "examine">;
  readonly deep: boolean;
  readonly damaged: readonly DamagedClient[];
  readonly automatic: boolean;
  readonly limits: readonly HealthCheck[];
  /** Damage that the check itself finds: the client is held, and can be repaired. */
  readonly onDamage: (clientId: string, problem: string) => Promise<void>;
}

const DAY_MS = 86_400_000;
const BACKUP_AGE_MAX_MS = 3 * DAY_MS;
/** With less free space, a first read of a medium-sized client no longer fits. */
const FREE_BYTES_MIN = 512 * 1_048_576;

const MAKE_AGAIN = "Earlier reports may show wrong amounts. Run them again.";

/** Checks everything that a firm's data depends on, and says what to do about each problem. */
export async function healthReport(input: HealthInput): Promise<HealthReport> {
  const { pool, ports, deep } = input;
  const clients = await pool.must("firm.clients", {});
  const sources = new Map(
    (await pool.must("firm.connections", {})).map(({ clientId, system, tenantId }) => [clientId, { clientId, system, tenantId }]),
  );
  const pages = deep ? await verifyFile(pool, null) : ok(0);
  const firm = pages.ok ? await pool.perform("files.check", { owner: null, source: null, deep }) : pages;
  const checks: HealthCheck[] = [firm.ok ? firmCheck(firm.value) : bad("the firm's file", firm.failure.message, firm.failure.next ?? null)];
  for (const client of clients) checks.push(await clientCheck(input, client, sources.get(client.clientId) ?? null));
  const folder = await pool.perform("files.folder", { clientIds: clients.map(({ clientId }) => clientId) });
  if (folder.ok) checks.push(...folderChecks(folder.value, clients));
  else checks.push(bad("data folder", folder.failure.message, folder.failure.next ?? null));
  checks.push(
    ...(await backupChecks(input, clients)),
    ...(await secretCheck(ports)),
    ...input.limits,
    ...((await ports.examine?.()) ?? []),
  );
  return { ok: checks.every(({ ok }) => ok), deep, at: instantFromMs(ports.clock.nowMs()), checks };
}

function firmCheck(found: FileCheck): HealthCheck {
  if (found.problem !== null)
    return bad("the firm's file", found.problem, "Restore a backup: tieout backup restore --from FILE. Your current data is kept.");
  return good("the firm's file", `no damage found, ${megabytes(found.bytes)}`);
}

async function clientCheck(
  { pool, deep, damaged, onDamage }: HealthInput,
  client: StoredClient,
  source: ClientSource | null,
): Promise<HealthCheck> {
  const { clientId, name } = client;
  const repair = repairWords(clientId);
  const held = damaged.find((other) => other.clientId === clientId);
  if (held !== undefined) return bad(name, `unavailable since ${held.since}. ${asSentence(held.problem)}`, repair, clientId);
  // What people recorded may be in a file that no ledger was read into.
  if (deep) {
    const pages = await verifyFile(pool, clientId);
    if (!pages.ok) return bad(name, pages.failure.message, pages.failure.next ?? repair, clientId);
  }
  if (source === null) return good(name, "not connected to a ledger", clientId);
  if ((client.rollup?.streamsTotal ?? 0) === 0) return good(name, "not synced yet", clientId);
  const checked = await pool.perform("files.check", { owner: clientId, source, deep });
  if (!checked.ok) return bad(name, checked.failure.message, checked.failure.next ?? repair, clientId);
  const { problem, schema, known, isFromNewer, bytes, scrub } = checked.value;
  const found = problem ?? (scrub !== null && scrub.rows.length + scrub.payloads > 0 ? damageText(scrub) : null);
  if (found !== null) {
    // It isn't damaged: that version can use it.
    if (isFromNewer) return bad(name, found, "Install the newest version of Tieout.", clientId);
    await onDamage(clientId, asSentence(`This client's data file is damaged: ${found}`));
    return bad(name, found, repair, clientId);
  }
  const facts = `no damage found, ${megabytes(bytes)}${schema < known ? " (will be converted to the new file format at the next sync)" : ""}`;
  if (scrub === null) return good(name, facts, clientId);
  if (schema < known) return good(name, `${facts}, ${counted(scrub.records, "record")} verified`, clientId);
  const sums = await pool.perform("client.repairSums", { clientId });
  if (!sums.ok) return bad(name, sums.failure.message, sums.failure.next ?? repair, clientId);
  const { wrong } = sums.value;
  if (wrong > 0)
    return warning(
      name,
      `${counted(wrong, "stored total")} differed from the transactions and ${wrong === 1 ? "was" : "were"} recalculated`,
      MAKE_AGAIN,
      clientId,
    );
  return good(name, `${facts}, ${counted(scrub.records, "record")} verified`, clientId);
}

function repairWords(clientId: string): string {
  return `To repair the file, go to Settings › Storage health. At the top, restore the snapshot or sync again from the ledger. Or run: tieout doctor repair --client ${clientId}`;
}

function damageText({ rows, payloads }: { readonly rows: readonly string[]; readonly payloads: number }): string {
  return [
    ...(rows.length === 0
      ? []
      : [`${counted(rows.length, "record differs", "records differ")} from what was saved (${rows.slice(0, 5).join(", ")})`]),
    ...(payloads === 0 ? [] : [`part of the stored ledger data can't be read (${counted(payloads, "error")})`]),
  ].join(", ");
}

function folderChecks(folder: OpResult<"files.folder">, clients: readonly StoredClient[]): HealthCheck[] {
  const { freeBytes, dataBytes, roomProblem, open, orphans } = folder;
  const some = (names: readonly string[]) => `${names.slice(0, 5).join(", ")}${names.length > 5 ? ` and ${names.length - 5} more` : ""}`;
  const space = `${megabytes(freeBytes)} free, ${megabytes(dataBytes)} used for ${counted(clients.length, "client")}`;
  const whenFull = "Free up disk space. Until then, nothing is synced or sent to a ledger. The local copy stays available.";
  return [
    roomProblem !== null
      ? bad("disk space", roomProblem, whenFull)
      : freeBytes < Math.max(FREE_BYTES_MIN, dataBytes / 4)
        ? warning("disk space", space, "Free up disk space. When the disk is full, nothing is synced or sent to a ledger.")
        : good("disk space", space),
    open.length === 0
      ? good("file permissions", "no files found that other users of this computer can read")
      : warning(
          "file permissions",
          `other users of this computer can read: ${some(open)}`,
          "To remove their access, run this in a terminal: chmod -R go-rwx FOLDER. FOLDER is the data folder shown under Settings › Data and backups.",
        ),
    orphans.length === 0
      ? good("unused files", "none")
      : warning("unused files", some(orphans), "Tieout doesn't use these files. If you don't need them, move them out of the data folder."),
  ];
}

async function backupChecks({ pool, ports, automatic }: HealthInput, clients: readonly StoredClient[]): Promise<HealthCheck[]> {
  const stored = await pool.must("files.snapshots", {});
  const nowMs = ports.clock.nowMs();
  const newestOf = (wanted: string | null) => stored.find(({ owner }) => owner === wanted) ?? null;
  const checks: HealthCheck[] = [];
  if (!automatic)
    checks.push(
      warning(
        "backups",
        "automatic snapshots are off",
        "Turn them on under Settings › Data and backups, or run: tieout backup automatic --on",
      ),
    );
  const real = clients.filter(({ demo, rollup }) => !demo && (rollup?.streamsTotal ?? 0) > 0);
  if (real.length > 0)
    checks.push(await backupCheck(pool, { owner: null, name: "the firm's file", newest: newestOf(null), nowMs, asOfMs: null }));
  for (const { clientId, name, rollup } of real) {
    const asOfMs = rollup?.asOf == null ? null : Date.parse(rollup.asOf);
    checks.push(await backupCheck(pool, { owner: clientId, name, newest: newestOf(clientId), nowMs, asOfMs }));
  }
  if (checks.length === 0) checks.push(good("backups", "nothing to back up yet"));
  return checks;
}

interface BackedUp {
  readonly owner: string | null;
  readonly name: string;
  readonly newest: OpResult<"files.snapshots">[number] | null;
  readonly nowMs: number;
  readonly asOfMs: number | null;
}

async function backupCheck(pool: WorkerPool, { owner, name, newest, nowMs, asOfMs }: BackedUp): Promise<HealthCheck> {
  const what = `snapshots of ${name}`;
  const takeOne = "Take a snapshot under Settings › Data and backups, or run: tieout backup snapshot";
  if (newest === null) return warning(what, "no snapshot yet", takeOne, owner);
  const age = `newest taken ${instantFromMs(newest.takenMs)}`;
  const read = await pool.perform("files.readBack", { owner, snapshotId: newest.snapshotId });
  const problem = read.ok ? read.value.problem : read.failure.message;
  if (problem !== null) return bad(what, `${age}, but it can't be read (${problem.replace(/\.$/, "")})`, takeOne, owner);
  const isOld = nowMs - newest.takenMs > BACKUP_AGE_MAX_MS && asOfMs !== null && asOfMs > newest.takenMs;
  return isOld ? warning(what, `${age}; the client has been synced since`, takeOne, owner) : good(what, `${age}, verified`, owner);
}

async function secretCheck({ secrets }: HealthInput["ports"]): Promise<HealthCheck[]> {
  if (secrets.kind === "memory") return [good("keychain", "not used; sign-ins and keys in memory are lost when Tieout closes")];
  const failure = (await secrets.check?.()) ?? null;
  return [failure === null ? good("keychain", "available") : bad("keychain", failure.message, failure.next ?? null)];
}

function good(what: string, detail: string, clientId: string | null = null): HealthCheck {
  return { what, ok: true, state: "ok", detail, next: null, clientId };
}

/** A problem that does no harm yet. */
function warning(what: string, detail: string, next: string, clientId: string | null = null): HealthCheck {
  return { what, ok: true, state: "warning", detail, next, clientId };
}

function bad(what: string, detail: string, next: string | null, clientId: string | null = null): HealthCheck {
  return { what, ok: false, state: "bad", detail, next, clientId };
}
