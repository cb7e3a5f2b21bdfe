import type { Connections } from "#main/api/context.ts";
import type { Log } from "#main/ports/index.ts";
import type { StoredConnection } from "#main/store/clients/firm.ts";
import type { OpenExceptions } from "#main/store/exceptions/open-exceptions.ts";
import { OperationFailed, type WorkerPool } from "#main/workers/pool.ts";
import type { Notice } from "#shared/contract/app/notices.ts";
import type { ClientSync } from "#shared/contract/sync/sync.ts";
import { dayName } from "#shared/kernel/readable.ts";
import type { JobState } from "#shared/model/ledger/write.ts";
import { storedFile } from "../connection-file.ts";
import type { NoticeBoard } from "./notice-board.ts";
import { differenceDetail, findingTitle, jobNotice, needsPerson, varianceDetail, varianceTitle } from "./notice-details.ts";

interface PolicyPorts {
  readonly pool: WorkerPool;
  readonly log: Log;
  readonly connections: Connections;
  readonly board: NoticeBoard;
}

type Varying = OpenExceptions["closedVariances"][number];

type NoticeDraft = Omit<Notice, "at" | "clientId" | "body" | "dismissedBy">;

/**
 * What needs a person: a sign-in, a write that the ledger did not take as it was, a lock that moved
 * back, a variance in a closed period, a capability that went. Waiting for a budget never does.
 */
export class NoticePolicy {
  readonly #ports: PolicyPorts;
  readonly #looking = new Set<string>();
  readonly #again = new Set<string>();
  readonly #under = new Set<Promise<void>>();

  constructor(ports: PolicyPorts) {
    this.#ports = ports;
  }

  /** A client's reading moved or ended. */
  onSync({ clientId, state }: ClientSync): void {
    if (state === "needs_sign_in") {
      const address = `/clients/${clientId}/connection`;
      this.#do(clientId, async () => {
        const stored = await this.#ports.connections.find(clientId);
        if (!isConnected(stored)) return;
        const title = "Disconnected from the ledger: reconnect to sync";
        await this.#tell(clientId, { key: `sign-in/${clientId}`, kind: "needs_sign_in", title, address });
      });
    }
    if (state !== "up_to_date" && state !== "incomplete") return;
    this.#do(clientId, () => this.#ports.board.settle(`sign-in/${clientId}`));
    this.#lookAt(clientId);
  }

  /** A person did something with these clients: tied them out, closed a period. */
  onChange(clientIds: readonly string[]): void {
    for (const clientId of clientIds) this.#lookAt(clientId);
  }

  #lookAt(clientId: string): void {
    if (this.#looking.has(clientId)) this.#again.add(clientId);
    else this.#do(clientId, () => this.#lookUntilStill(clientId));
  }

  /** Resolves when everything that was noticed so far is on record. */
  async idle(): Promise<void> {
    while (this.#under.size > 0) await Promise.all(this.#under);
  }

  /** What moved while it was being looked at is looked at again. */
  async #lookUntilStill(clientId: string): Promise<void> {
    this.#looking.add(clientId);
    try {
      do {
        this.#again.delete(clientId);
        await this.#look(clientId);
      } while (this.#again.has(clientId));
    } finally {
      this.#looking.delete(clientId);
    }
  }

  /** A write moved. */
  onWrite({ clientId, jobId, state }: { readonly clientId: string; readonly jobId: string; readonly state: JobState }): void {
    const key = `write/${clientId}/${jobId}/`;
    const needed = needsPerson(state);
    this.#do(clientId, async () => {
      const job = !needed && state !== "accepted" ? null : await this.#job(clientId, jobId);
      const different = job === null ? null : differenceDetail(job);
      const differs = `${key}posted-differently`;
      await this.#ports.board.settle(key, new Set([`${key}${state}`, ...(different === null ? [] : [differs])]));
      const draft = { kind: "write", address: `/clients/${clientId}/writes` } as const;
      if (needed) await this.#tell(clientId, { ...draft, key: `${key}${state}`, ...jobNotice(state, job) });
      if (different !== null)
        await this.#tell(clientId, { ...draft, key: differs, title: "The ledger posted different values", detail: different });
    });
  }

  /** The job as it is stored; null where its file can't be asked. */
  async #job(clientId: string, jobId: string): Promise<{ readonly body: string } | null> {
    const { connections, pool } = this.#ports;
    const stored = await connections.find(clientId);
    if (stored === null) return null;
    const found = await pool.perform("writes.get", { clientId, system: stored.system, tenantId: stored.tenantId, jobId });
    return found.ok ? (found.value?.job ?? null) : null;
  }

  /** What the mirror holds after a reading. */
  async #look(clientId: string): Promise<void> {
    const { connections, pool, board } = this.#ports;
    const stored = await connections.find(clientId);
    // Nobody is called to sign in to what a person has ended, and only a sign-in would take it off the list.
    if (!isConnected(stored)) await board.settle(`sign-in/${clientId}`);
    if (stored === null) return board.settle(`capability/${clientId}/`);
    const { system, tenantId } = stored;
    const { locksMovedBack, findings, ...varying } = await pool.must("client.openExceptions", { clientId, system, tenantId });
    await this.#tellAll(clientId, `lock/${clientId}/`, [
      ...locksMovedBack.map(
        ({ findingNo, title, message }): NoticeDraft => ({
          key: `lock/${clientId}/${findingNo}`,
          kind: "lock_moved_back",
          title,
          detail: message,
          address: `/clients/${clientId}/findings`,
        }),
      ),
    ]);
    await this.#tellAll(clientId, `variance/${clientId}/`, varianceNotices(clientId, varying));
    await this.#tellAll(
      clientId,
      `findings/${clientId}/`,
      findings.map((finding) => findingNotice(clientId, finding)),
    );
    const report = await connections.capabilities(stored);
    const lost = (report?.rows ?? []).filter(
      ({ name, on }) => on === false && report?.changes.find((change) => change.name === name)?.lost,
    );
    await this.#tellAll(
      clientId,
      `capability/${clientId}/`,
      lost.map(({ name, title, since }) => ({
        key: `capability/${clientId}/${name}/${since}`,
        kind: "capability_lost",
        title: `No longer available from the ledger: ${title}`,
        address: `/clients/${clientId}/connection`,
      })),
    );
  }

  async #tellAll(clientId: string, prefix: string, drafts: readonly NoticeDraft[]): Promise<void> {
    await this.#ports.board.settle(prefix, new Set(drafts.map(({ key }) => key)));
    for (const draft of drafts) await this.#tell(clientId, draft);
  }

  async #tell(clientId: string, draft: NoticeDraft): Promise<void> {
    const client = await this.#ports.pool.must("firm.client", { clientId });
    await this.#ports.board.raise({ ...draft, clientId, body: client?.name ?? clientId });
  }

  #do(clientId: string, act: () => Promise<void>): void {
    const done: Promise<void> = act()
      .catch((error: unknown) => {
        // The sync itself reports a file that can't be read.
        if (error instanceof OperationFailed) this.#ports.log.warn("notice.not_looked", { clientId, code: error.failure.code });
        else this.#ports.log.error("notice.defect", error, { clientId });
      })
      .finally(() => void this.#under.delete(done));
    this.#under.add(done);
  }
}

function isConnected(stored: StoredConnection | null): stored is StoredConnection {
  return stored !== null && storedFile(stored).held?.endedAt === undefined;
}

/**
 * One cause shows in many checks, so those of one day are one notice. A person is notified of days that are closed; what
 * differs in days that are still open, the last one checked and the ends of periods in work, is listed in the inbox, as one notice
 * a day while the same checks differ.
 */
export function varianceNotices(
  clientId: string,
  { closedVariances, openVariances, endVariances }: Pick<OpenExceptions, "closedVariances" | "openVariances" | "endVariances">,
): readonly NoticeDraft[] {
  const addressOn = (day: string) => `/clients/${clientId}/tie-outs/${day}`;
  const title = (varying: readonly Varying[], day: string) => `${varianceTitle(varying)} as of ${dayName(day)}`;
  const days = [...Map.groupBy(closedVariances, ({ day }) => day)];
  const drafts = days.map(
    ([day, varying]): NoticeDraft => ({
      ...{ key: `variance/${clientId}/${day}`, kind: "variance", address: addressOn(day) },
      ...{ title: `${title(varying, day)}, in a locked period`, detail: varianceDetail(varying) },
    }),
  );
  const quiet = (varying: readonly Varying[], day: string, place: string): NoticeDraft => ({
    ...{ key: `variance/${clientId}/${place}/${varying.map(({ check }) => check).join("+")}`, kind: "variance" },
    ...{ title: title(varying, day), detail: varianceDetail(varying), address: addressOn(day), quiet: true },
  });
  const ofEnds = [...Map.groupBy(endVariances, ({ day }) => day)].map(([day, varying]) => quiet(varying, day, `end/${day}`));
  const [first] = openVariances;
  return [...drafts, ...ofEnds, ...(first === undefined ? [] : [quiet(openVariances, first.day, "open")])];
}

function findingNotice(clientId: string, finding: OpenExceptions["findings"][number]): NoticeDraft {
  const { code, count, message } = finding;
  return {
    ...{ key: `findings/${clientId}/${code}/${count}`, kind: "findings", title: findingTitle(finding), quiet: true },
    ...(count === 1 ? {} : { detail: `Latest: ${message}` }),
    address: `/clients/${clientId}/findings`,
  };
}
