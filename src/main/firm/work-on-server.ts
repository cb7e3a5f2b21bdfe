import type { Clock } from "#main/ports/index.ts";
import type { LogPosition } from "#main/store/ingest/log-position.ts";
import type { Server, ServerSql } from "#main/store/server/connect.ts";
import { countUnderLease, leaseHolder, releaseLease, takeAppCalls, takeLease } from "#main/store/server/leases.ts";
import { addPage, endOfLog, findPage, hasPage, lastPages, type PageToPublish, pagesAfter } from "#main/store/server/page-log.ts";
import { addSnapshotPart, dropSnapshots, newestSnapshot, snapshotPart } from "#main/store/server/snapshots.ts";
import { changeSharedJob, jobTimes, lastJobTimes, readSharedJobs, restoreSharedJob, shareJob } from "#main/store/server/write-jobs.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { LEASE_SECONDS, type WorkServer } from "./work-server.ts";

export interface WorkServerNeeds {
  readonly server: Pick<Server, "read" | "bytes">;
  readonly machineId: string;
  readonly clock: Clock;
  readonly uuid: () => string;
}

/** A copy is made after so many pages, or after fewer where they are large beside the copy before. */
const COPY_PAGES_MAX = 5_000;
const COPY_PAGES_MIN = 10;
const COPY_BYTES_MIN = 65_536;
const PAGES_AT_ONCE = { most: 200, bytesMax: 16_777_216 };
/** A page whose commit had no answer is looked for this often, each time after a longer wait. */
const LOOKS = 5;
const WORTH_A_LOOK: ReadonlySet<Failure["code"]> = new Set(["server_unreachable", "busy"]);
const FIRST_WAIT_MS = 200;

/**
 * The app's limit is counted in short windows, because calls arrive a while after they were taken: any window of the ledger,
 * and the time until the last call of it has arrived, touches so many of them.
 */
const SHORT_WINDOW_MS = 10_000;
const ARRIVAL_MS = 30_000;

export function workOnServer(needs: WorkServerNeeds): WorkServer {
  const { server, machineId } = needs;
  const asked = <T>(act: (db: ServerSql) => Promise<T>): Promise<Result<T, Failure>> => server.read(act);
  return {
    takeLease: async (clientId) => {
      const lease = await asked((db) => takeLease(db, clientId, machineId, LEASE_SECONDS));
      if (!lease.ok) return lease;
      if (lease.value !== null) return ok(lease.value);
      const holder = await asked((db) => leaseHolder(db, clientId));
      return holder.ok ? fail(heldBy(holder.value)) : holder;
    },
    count: async (clientId, fence, counters) => {
      const held = await asked((db) => countUnderLease(db, clientId, fence, LEASE_SECONDS, counters));
      if (!held.ok) return held;
      return held.value ? ok(true) : fail(LOST);
    },
    releaseLease: async (clientId, fence) => {
      // Where the server can't be told, the lease runs out.
      await asked((db) => releaseLease(db, clientId, fence));
    },
    takeAppCalls: (system, calls, limit) => {
      const touched = Math.ceil((limit.windowMs + ARRIVAL_MS) / SHORT_WINDOW_MS) + 1;
      const cap = Math.max(calls, Math.floor(limit.calls / touched));
      return asked((db) => takeAppCalls(db, `app/${system}`, SHORT_WINDOW_MS, calls, cap));
    },
    publish: (page) => publish(needs, { ...page, pageId: needs.uuid() }),
    endOfLog: (clientId) => asked((db) => endOfLog(db, clientId)),
    hasPage: (clientId, place) => asked((db) => hasPage(db, clientId, place)),
    ...copies(server, asked),
    ...jobs(asked),
    news: () => asked(async (db) => ({ pages: await lastPages(db), jobs: await lastJobTimes(db) })),
    pagesAfter: (clientId, page) => asked((db) => pagesAfter(db, clientId, page, PAGES_AT_ONCE)),
  };
}

type Asked = <T>(act: (db: ServerSql) => Promise<T>) => Promise<Result<T, Failure>>;

type Copies = Pick<WorkServer, "isCopyDue" | "addCopy" | "dropCopies" | "newestCopy" | "copyPart">;

function copies(server: WorkServerNeeds["server"], asked: Asked): Copies {
  return {
    isCopyDue: (clientId) =>
      asked(async (db) => {
        const { pagesSince, bytesSince, snapshotBytes } = await newestSnapshot(db, clientId);
        return pagesSince > COPY_PAGES_MAX || (pagesSince > COPY_PAGES_MIN && bytesSince > Math.max(COPY_BYTES_MIN, snapshotBytes / 2));
      }),
    addCopy: async (clientId, place, parts, sha256) => {
      for (const [partNo, part] of parts.entries()) {
        const added = await asked((db) => addSnapshotPart(db, clientId, place, partNo, part, sha256[partNo] ?? ""));
        if (!added.ok) return added;
      }
      return ok(true);
    },
    dropCopies: async (clientId, beforePage) => {
      // Those that are left over go with the next copy.
      await asked((db) => dropSnapshots(db, clientId, beforePage));
    },
    newestCopy: async (clientId) => {
      const newest = await asked(async (db) => {
        const { page } = await newestSnapshot(db, clientId);
        return page === 0 ? undefined : (await pagesAfter(db, clientId, page - 1, { most: 1, bytesMax: 0 }))[0];
      });
      if (!newest.ok || newest.value === undefined) return newest.ok ? ok(null) : newest;
      return ok({ marker: newest.value, parts: Number(newest.value.cursorBefore) });
    },
    copyPart: ({ marker }, partNo) => {
      const place = { pageNo: marker.pageNo - 1, factNo: Number(marker.cursorAfter) };
      return server.bytes(snapshotPart(marker.clientId, place, partNo));
    },
  };
}

function jobs(asked: Asked): Pick<WorkServer, "shareJob" | "changeJob" | "restoreJob" | "jobsBeside"> {
  return {
    restoreJob: (clientId, fence, job) => asked((db) => restoreSharedJob(db, clientId, fence, job)),
    shareJob: (clientId, job) => asked((db) => shareJob(db, clientId, job)),
    changeJob: (clientId, fence, job, change, lastAttempt) => asked((db) => changeSharedJob(db, clientId, fence, job, change, lastAttempt)),
    jobsBeside: (clientId, known) =>
      asked(async (db) => {
        const times = await jobTimes(db, clientId);
        const changed = [...times].filter(([jobId, updatedMs]) => known.get(jobId) !== updatedMs).map(([jobId]) => jobId);
        return { jobs: changed.length === 0 ? [] : await readSharedJobs(db, clientId, changed), ids: new Set(times.keys()) };
      }),
  };
}

/** A commit without an answer may have happened: the page is looked for before it is sent again. */
async function publish({ server, clock }: WorkServerNeeds, page: PageToPublish): Promise<Result<LogPosition, Failure>> {
  const add = () => server.read((db) => addPage(db, page));
  for (let look = 0; ; look++) {
    const added = await add().catch(arrivedMeanwhile);
    if (added?.ok === true && added.value !== null) return ok(added.value);
    // The first sending, or another page.
    if (added?.ok === true) {
      const first = await server.read((db) => findPage(db, page.clientId, page.pageId));
      return !first.ok ? first : first.value === null ? fail(LOST) : ok(first.value);
    }
    if (added !== null && (!WORTH_A_LOOK.has(added.failure.code) || look >= LOOKS)) return added;
    await clock.sleep(FIRST_WAIT_MS * 2 ** look);
    const found = await server.read((db) => findPage(db, page.clientId, page.pageId));
    if (found.ok && found.value !== null) return ok(found.value);
  }
}

/** The first sending of the page was committed after it was looked for. @throws any other error */
function arrivedMeanwhile(error: unknown): null {
  if ((error as { readonly code?: unknown }).code === "23505") return null;
  throw error;
}

const LOST: Failure = {
  code: "lease_lost",
  message: "This computer's turn to work with this client's ledger has ended, so nothing more was sent or saved here.",
  next: "If another computer took over, its changes arrive here automatically. Otherwise, try again.",
};

function heldBy(holder: { readonly person: string; readonly machine: string } | null): Failure {
  const who = holder === null ? "another computer" : `${holder.person} on ${holder.machine}`;
  return {
    code: "lease_lost",
    message: `This client is being updated by ${who}.`,
    next: "The results appear here automatically.",
  };
}
