import type { ApiContext, Connections } from "#main/api/context.ts";
import type { Ports } from "#main/ports/index.ts";
import { SyncEngine } from "#main/sync/engine.ts";
import type { LedgerLink } from "#main/sync/ledger-link.ts";
import { SyncSchedule } from "#main/sync/sync-schedule.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import { lockWatch } from "#main/writeback/lock-watch.ts";
import { WriteBoard } from "#main/writeback/write-board.ts";
import { WriteQueue } from "#main/writeback/write-queue.ts";
import type { Notice } from "#shared/contract/app/notices.ts";
import type { TopicPayload } from "#shared/contract/index.ts";
import type { ClientSync } from "#shared/contract/sync/sync.ts";
import { DailyReads } from "./daily-reads.ts";
import type { LiveFirm } from "./live-firm.ts";
import { NoticeBoard } from "./notices/notice-board.ts";
import { NoticePolicy } from "./notices/notice-policy.ts";
import type { People } from "./people.ts";
import { schedulePorts } from "./schedule-ports.ts";
import { throttlePerKey } from "./throttle.ts";

interface Needs {
  readonly ports: Ports;
  readonly pool: WorkerPool;
  /** Its files are the pool's, but where a firm's machines share their work. */
  readonly live: Pick<LiveFirm, "files" | "shared">;
  readonly connections: Connections & { linkFor(clientId: string): Promise<LedgerLink | null> };
  readonly people: People;
  readonly deliver: ApiContext["publish"];
}

/** What runs in the background: syncing, writing, the schedule, and notices. */
export interface Machinery {
  readonly engine: SyncEngine;
  readonly writes: WriteQueue;
  readonly writeBoard: WriteBoard;
  readonly schedule: SyncSchedule;
  readonly notices: NoticeBoard;
  /** Notifies windows, and the schedule about people's changes. */
  readonly publish: ApiContext["publish"];
  /** Stops between two requests, after everything that was noticed is stored. */
  close(): Promise<void>;
}

const PROGRESS_EVERY_MS = 250;

/** Creates the background services. Nothing runs on a schedule yet: a host that stays open starts that. */
export function startMachinery(needs: Needs): Machinery {
  const { ports, pool, live, connections, people, deliver } = needs;
  const { files } = live;
  const { clock, log, uuid, sha256 } = ports;
  const writeBoard = new WriteBoard({ pool, clock });
  const publish: ApiContext["publish"] = (topic, payload) => {
    if (topic === "writes.changed") {
      const { clientId } = payload as TopicPayload<"writes.changed">;
      writeBoard.changed([clientId]);
      told = told
        .then(() => outdateClose(clientId))
        .then(() => deliver(topic, payload))
        .catch(ourDefect);
      return;
    }
    deliver(topic, payload);
    if (topic !== "clients.changed") return;
    const { clientIds } = payload as TopicPayload<"clients.changed">;
    writeBoard.changed(clientIds);
    schedule.noteChanged(clientIds);
    policy.onChange(clientIds);
  };
  let told = Promise.resolve();
  const ourDefect = (error: unknown): void => log.error("close.defect", error);
  // A close counts updates without a final result, and entries that were posted. Windows ask for it on the news, so it comes first.
  const outdateClose = async (clientId: string): Promise<void> => {
    const done = await pool.perform("firm.outdateClose", { clientId, nowMs: clock.nowMs() }).catch(ourDefect);
    if (done?.ok === false) log.warn("close.not_outdated", { clientId, code: done.failure.code, message: done.failure.message });
  };
  const progress = throttlePerKey<ClientSync>(clock, PROGRESS_EVERY_MS, (snapshot) => publish("sync.progress", snapshot));
  const notices = noticeBoard(ports, pool, (notice) => deliver("notice.raised", notice));
  const policy = new NoticePolicy({ pool, log, connections, board: notices });
  const dailyReads = new DailyReads({ pool, clock, log });
  const linkFor = (clientId: string) => connections.linkFor(clientId);
  const engine = new SyncEngine({
    ...{ pool: files, clock, log, linkFor },
    publish: (snapshot) => {
      progress(snapshot.clientId, snapshot);
      policy.onSync(snapshot);
      dailyReads.onSync(snapshot);
    },
  });
  const writes = new WriteQueue({
    ...{ pool: files, clock, log, uuid, sha256, linkFor, isShared: () => live.shared !== null },
    get person() {
      return people.noted;
    },
    freshLocks: lockWatch(clock, engine, linkFor),
    publish: (change) => {
      publish("writes.changed", change);
      policy.onWrite(change);
    },
  });
  const core = { ports, pool, engine, writes, connections };
  const schedule = new SyncSchedule(
    schedulePorts(core, {
      onRead: (clientId) => deliver("clients.changed", { clientIds: [clientId] }),
      onChange: (state) => deliver("schedule.changed", state),
    }),
  );
  const close = async () => {
    await writes.close();
    await engine.stopAll();
    await policy.idle();
    await told;
  };
  return { engine, writes, writeBoard, schedule, notices, publish, close };
}

function noticeBoard({ clock, log, notify }: Ports, pool: WorkerPool, publish: (notice: Notice) => void): NoticeBoard {
  return new NoticeBoard({
    clock,
    log,
    ...(notify === undefined ? {} : { notify }),
    publish,
    load: () => pool.must("firm.setting", { key: "notices" }),
    save: async (value) => void (await pool.must("firm.saveSetting", { key: "notices", value })),
  });
}
