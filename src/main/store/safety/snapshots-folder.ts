import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { SnapshotKind } from "#shared/contract/app/data-safety.ts";
import { dataFilePath, type FileOwner } from "./known-files.ts";
import { type SnapshotFacts, takeSnapshot } from "./snapshot.ts";

/** A snapshot as its name tells it: `backups/<owner>/<kind>-<milliseconds>.sqlite`. */
export interface StoredSnapshot {
  /** Unique in the data folder, and safe to hand out: `<owner>/<kind>-<milliseconds>`. */
  readonly snapshotId: string;
  readonly owner: FileOwner;
  readonly kind: SnapshotKind;
  readonly takenMs: number;
  readonly bytes: number;
  readonly path: string;
}

const DAY_MS = 86_400_000;
const DAYS_KEPT = 7;
const WEEKS_KEPT = 4;
const KEPT: Readonly<Record<Exclude<SnapshotKind, "daily">, number>> = { "before-migration": 3, "before-repair": 3, "asked-for": 3 };
const NAME = /^(daily|before-migration|before-repair|asked-for)-(\d{1,15})\.sqlite$/;
const FIRM = "firm";

/** Where snapshots of the data folder are kept. */
export function snapshotsFolder(home: string): string {
  return join(home, "backups");
}

/** Every snapshot of the data folder, newest first. */
export function listSnapshots(home: string): StoredSnapshot[] {
  const folder = snapshotsFolder(home);
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[a-z0-9-]{1,64}$/.test(entry.name))
    .flatMap(({ name }) => snapshotsIn(folder, name));
  return found.sort((one, other) => other.takenMs - one.takenMs);
}

/** The snapshots of one file, newest first. */
export function snapshotsOf(home: string, owner: FileOwner): StoredSnapshot[] {
  return listSnapshots(home).filter((snapshot) => snapshot.owner === owner);
}

/** Takes a snapshot of a file and lets go of those that need no longer be kept. @throws StoreRefusal */
export function shelve(home: string, owner: FileOwner, kind: SnapshotKind, nowMs: number): SnapshotFacts {
  const target = join(snapshotsFolder(home), owner ?? FIRM, `${kind}-${nowMs}.sqlite`);
  const facts = takeSnapshot(dataFilePath(home, owner), owner, target);
  for (const { path } of surplus(snapshotsOf(home, owner))) rmSync(path, { force: true });
  return facts;
}

/**
 * What a day's snapshot is due for: no snapshot of today yet, and the file has changed since the
 * newest one. A file that nobody touched is not copied again and again.
 */
export function isDailyDue(home: string, owner: FileOwner, nowMs: number): boolean {
  const path = dataFilePath(home, owner);
  if (!existsSync(path)) return false;
  // One from the future was taken while the clock was wrong.
  const newest = snapshotsOf(home, owner).find(({ takenMs }) => takenMs <= nowMs);
  if (newest === undefined) return true;
  return dayOf(newest.takenMs) < dayOf(nowMs) && changedMs(path) > newest.takenMs;
}

/**
 * Snapshots beyond what is kept: the newest of each of 7 days, of each of 4 weeks before them, and
 * 3 of every other kind. Counted in days that have one, so that a machine that was off for a month
 * keeps what it has.
 */
export function surplus(snapshots: readonly StoredSnapshot[]): StoredSnapshot[] {
  const newestFirst = snapshots.toSorted((one, other) => other.takenMs - one.takenMs);
  const daily = newestFirst.filter(({ kind }) => kind === "daily");
  const ofDays = newestOfEach(daily, ({ takenMs }) => dayOf(takenMs)).slice(0, DAYS_KEPT);
  const older = daily.filter((snapshot) => snapshot.takenMs < (ofDays.at(-1)?.takenMs ?? 0));
  const ofWeeks = newestOfEach(older, ({ takenMs }) => Math.floor(dayOf(takenMs) / 7)).slice(0, WEEKS_KEPT);
  const others = (Object.keys(KEPT) as (keyof typeof KEPT)[]).flatMap((kind) =>
    newestFirst.filter((snapshot) => snapshot.kind === kind).slice(0, KEPT[kind]),
  );
  const kept = new Set([...ofDays, ...ofWeeks, ...others]);
  return newestFirst.filter((snapshot) => !kept.has(snapshot));
}

function snapshotsIn(folder: string, name: string): StoredSnapshot[] {
  return readdirSync(join(folder, name)).flatMap((file) => {
    const match = NAME.exec(file);
    if (match === null) return [];
    const path = join(folder, name, file);
    return {
      snapshotId: `${name}/${file.replace(/\.sqlite$/, "")}`,
      owner: name === FIRM ? null : name,
      kind: match[1] as SnapshotKind,
      takenMs: Number(match[2]),
      bytes: statSync(path).size,
      path,
    };
  });
}

function newestOfEach(newestFirst: readonly StoredSnapshot[], groupOf: (snapshot: StoredSnapshot) => number): StoredSnapshot[] {
  const first = new Map<number, StoredSnapshot>();
  for (const snapshot of newestFirst) if (!first.has(groupOf(snapshot))) first.set(groupOf(snapshot), snapshot);
  return [...first.values()];
}

function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

function changedMs(path: string): number {
  return Math.max(...[path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0));
}
