import type { StoredClient } from "#main/services/firm.ts";
import type { ClientWork } from "#main/services/work-items.ts";
import { changeSetting } from "#main/workers/change-setting.ts";
import type { InboxItem, InboxKind, InboxView } from "#shared/contract/inbox.ts";
import type { Notice } from "#shared/contract/notices.ts";
import { readBoard } from "./close-board.ts";
import type { ApiContext } from "./context.ts";

interface Asked {
  readonly mine: boolean;
  readonly clientId?: string | undefined;
  readonly kinds?: readonly InboxKind[] | undefined;
}

interface Reader {
  readonly name: string;
  readonly today: string;
  readonly seen: ReadonlySet<string>;
}

/** Worst first. */
const RANK: readonly InboxKind[] = [
  "needs_sign_in",
  "write",
  "review_conflict",
  "variance",
  "close",
  "lock_moved_back",
  "capability_lost",
  "task",
  "mention",
  "findings",
];

/** What needs a person across all clients; no client's file is opened. */
export async function inboxView(context: ApiContext, { mine, clientId, kinds }: Asked): Promise<InboxView> {
  const { pool, people, clock, notices } = context;
  const reader = {
    name: people.name,
    today: clock.now().slice(0, 10),
    seen: new Set(await pool.must("firm.seen", { person: people.name })),
  };
  const clients = await pool.must("firm.clients", {});
  const names = new Map(clients.map((client) => [client.clientId, client.name]));
  const all = [
    ...(await notices.list()).flatMap((notice) => ofNotice(notice, names, reader)),
    ...(await pool.must("firm.work", {})).flatMap((work) => ofWork(work, names, reader)),
    ...(await lateCloses(context, clients, reader)),
  ];
  all.sort((a, b) => Number(isLateTask(b)) - Number(isLateTask(a)) || RANK.indexOf(a.kind) - RANK.indexOf(b.kind) || byDue(a, b));
  const items = all.filter(
    (item) =>
      (!mine || item.mine) && (clientId === undefined || item.clientId === clientId) && (kinds === undefined || kinds.includes(item.kind)),
  );
  const count = (test: (item: InboxItem) => boolean) => all.filter(test).length;
  const counts = {
    all: all.length,
    mine: count((item) => item.mine),
    overdue: count((item) => item.overdue),
    unseen: count((item) => !item.seen),
  };
  return { items, counts };
}

function isLateTask({ kind, overdue }: InboxItem): boolean {
  return kind === "task" && overdue;
}

function ofNotice(
  { key, kind, clientId, title, detail, address, at }: Notice,
  names: ReadonlyMap<string, string>,
  { seen }: Reader,
): InboxItem[] {
  const client = names.get(clientId);
  if (client === undefined) return [];
  const nobodys = { person: null, mine: false, due: null, overdue: false, itemId: null };
  const said = { title, detail: detail ?? null, dismissible: kind !== "needs_sign_in" };
  return [{ key, kind, clientId, client, ...said, ...nobodys, at, address, seen: seen.has(key) }];
}

function ofWork(work: ClientWork, names: ReadonlyMap<string, string>, { name, today, seen }: Reader): InboxItem[] {
  const { clientId, itemId, kind, person, due, title, detail, at } = work;
  const client = names.get(clientId);
  const mine = person !== null && person.toLowerCase() === name.toLowerCase();
  // An edited note asks again.
  const key = kind === "mention" ? `mention/${clientId}/${itemId}/${at}` : `${kind}/${clientId}/${itemId}`;
  if (client === undefined || (kind === "mention" && mine && seen.has(key))) return [];
  const overdue = due !== null && due < today;
  const more = { address: placeOf(work), seen: seen.has(key), itemId, dismissible: false };
  return [{ key, kind, clientId, client, title, detail, person, mine, due, overdue, at, ...more }];
}

/** The screen where it is dealt with: notes and tasks stand beside what they are about. */
function placeOf({ clientId, kind, subject }: ClientWork): string {
  if (kind === "review_conflict") return "/settings/reviews";
  const record = (screen: string, id: string) => `/clients/${clientId}/${screen}/${encodeURIComponent(id)}`;
  switch (subject?.kind) {
    case "document":
      return record("documents", subject.id);
    case "line":
      return record("documents", subject.id.slice(0, Math.max(0, subject.id.lastIndexOf("/"))));
    case "party":
      return record("parties", subject.id);
    case "account":
      return record("statements", subject.id);
    case "figure": {
      // A check by its day and name: `tie-outs/2026-10-31/trial_balance`.
      const check = /^tie-outs\/[^/]+\/(.+)$/.exec(subject.id)?.[1];
      return check === undefined ? `/clients/${clientId}/activity` : record("tie-outs", check);
    }
    default:
      return `/clients/${clientId}/overview`;
  }
}

/** Closes whose tasks are late: one row a client, from the firm's file. */
async function lateCloses(context: ApiContext, clients: readonly StoredClient[], { name, seen }: Reader): Promise<InboxItem[]> {
  const board = await readBoard(context);
  if (!board.ok) return [];
  const dismissed = new Set(Object.keys(await dismissedKeys(context)));
  const assigned = await context.pool.must("firm.assigned", {});
  const openDues = new Map(clients.map(({ clientId, rollup }) => [clientId, rollup?.close?.openDue ?? null]));
  return board.value.flatMap(({ clientId, name: client, period, progress, daysLate, blocks, updatedAt }): InboxItem[] => {
    const key = `${LATE}${clientId}/${period}`;
    if (progress === null || daysLate === 0 || updatedAt === null || dismissed.has(key)) return [];
    const people = assigned.filter((one) => one.clientId === clientId).sort((a, b) => (a.role < b.role ? -1 : 1));
    const days = daysLate === 1 ? "1 business day" : `${daysLate} business days`;
    return [
      {
        ...{ key, kind: "close", clientId, client, itemId: null, dismissible: true },
        title: `Close of ${period}: ${progress.late} of ${progress.tasks} tasks late, the first by ${days}`,
        detail:
          blocks.length === 0 ? null : `${blocks.slice(0, 3).join("; ")}${blocks.length > 3 ? `; and ${blocks.length - 3} more` : ""}`,
        person: people[0]?.person ?? null,
        mine: people.some(({ person }) => person.toLowerCase() === name.toLowerCase()),
        ...{ due: openDues.get(clientId) ?? null, overdue: true, at: updatedAt },
        ...{ address: `/clients/${clientId}/close`, seen: seen.has(key) },
      },
    ];
  });
}

const LATE = "close/";
const DISMISSED = "inbox/dismissed";

/** What is worked out anew at every look has no record of its own to be dismissed in. */
async function dismissedKeys({ pool }: ApiContext): Promise<Readonly<Record<string, string>>> {
  return dismissedIn(await pool.must("firm.setting", { key: DISMISSED }));
}

function dismissedIn(kept: unknown): Readonly<Record<string, string>> {
  return typeof kept === "object" && kept !== null ? (kept as Record<string, string>) : {};
}

/** Says for everybody that these are dealt with. @returns how many */
export async function dismissItems(context: ApiContext, keys: readonly string[]): Promise<number> {
  const late = keys.filter((key) => key.startsWith(LATE));
  if (late.length > 0) {
    const added = Object.fromEntries(late.map((key) => [key, context.person]));
    await changeSetting(context.pool, DISMISSED, (kept) => ({ ...dismissedIn(kept), ...added }));
  }
  return late.length + (await context.notices.dismiss(keys, context.person));
}

/** Takes that back. @returns how many */
export async function restoreItems(context: ApiContext, keys: readonly string[]): Promise<number> {
  let restored = 0;
  await changeSetting(context.pool, DISMISSED, (kept) => {
    const known = dismissedIn(kept);
    const left = Object.fromEntries(Object.entries(known).filter(([key]) => !keys.includes(key)));
    restored = Object.keys(known).length - Object.keys(left).length;
    return restored === 0 ? undefined : left;
  });
  return restored + (await context.notices.restore(keys));
}

function byDue(a: InboxItem, b: InboxItem): number {
  const [first, second] = [a.due ?? "9999", b.due ?? "9999"];
  if (first !== second) return first < second ? -1 : 1;
  return a.at === b.at ? (a.key < b.key ? -1 : 1) : a.at < b.at ? 1 : -1;
}
