import { listClients, type StoredClient } from "#main/store/clients/firm.ts";
import { readSetting, saveSetting } from "#main/store/clients/firm-settings.ts";
import { assignedPeople } from "#main/store/clients/insight-book.ts";
import { closeBoard } from "#main/store/close/close-board.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { type ClientWork, listWork, seenKeys } from "#main/store/inbox/work-items.ts";
import type { Notice } from "#shared/contract/app/notices.ts";
import type { InboxItem, InboxKind, InboxView } from "#shared/contract/clients/inbox.ts";
import type { CloseBoardRow } from "#shared/contract/close/close.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { localDay } from "#shared/kernel/instant.ts";
import { counted, periodName } from "#shared/kernel/readable.ts";
import { jobState } from "#shared/model/ledger/write.ts";

interface Asked {
  readonly mine: boolean;
  readonly clientId?: string | undefined;
  readonly kinds?: readonly InboxKind[] | undefined;
}

/** What the inbox is made from besides the firm's file. */
export interface InboxReading {
  readonly nowMs: number;
  /** Name of the person who reads it. */
  readonly reader: string;
  readonly notices: readonly Notice[];
  /** Days on which no business is done. */
  readonly holidays: readonly string[];
}

interface Reader {
  readonly name: string;
  readonly today: CalendarDate;
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

/** What needs a person across all clients, worst first; `counts` are of everything, whatever is asked for. */
export function inboxView(
  firm: Sqlite,
  { nowMs, reader: name, notices, holidays }: InboxReading,
  { mine, clientId, kinds }: Asked,
): InboxView {
  const reader = { name, today: localDay(nowMs), seen: new Set(seenKeys(firm, name)) };
  const clients = listClients(firm);
  const names = new Map(clients.map((client) => [client.clientId, client.name]));
  const all = [
    ...notices.flatMap((notice) => ofNotice(notice, names, reader)),
    ...listWork(firm).flatMap((work) => ofWork(work, names, reader)),
    ...lateCloses(firm, clients, reader, holidays),
  ];
  all.sort(worstFirst);
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
  return { items, outages: outagesOf(clients), counts };
}

/** What many closes wait for is told once. One that was disconnected keeps its last problem, but it waits for a sign-in. */
function outagesOf(clients: readonly StoredClient[]): InboxView["outages"] {
  const waiting = clients.flatMap(({ clientId, name, paused, system: ledger, rollup }) =>
    ledger === null || paused || rollup?.problemCode !== "ledger_unreachable" || rollup.state === "needs_sign_in"
      ? []
      : [{ ledger, clientId, name }],
  );
  return [...Map.groupBy(waiting, ({ ledger }) => ledger)].map(([ledger, own]) => ({
    ledger,
    clients: own.map(({ clientId, name }) => ({ clientId, name })),
  }));
}

type Ranked = Pick<InboxItem, "key" | "kind" | "due" | "overdue" | "at">;

export function worstFirst(a: Ranked, b: Ranked): number {
  return Number(isLateTask(b)) - Number(isLateTask(a)) || RANK.indexOf(a.kind) - RANK.indexOf(b.kind) || byDue(a, b);
}

function isLateTask({ kind, overdue }: Ranked): boolean {
  return kind === "task" && overdue;
}

function ofNotice(
  { key, kind, clientId, title, about, detail, address, at }: Notice,
  names: ReadonlyMap<string, string>,
  { seen }: Reader,
): InboxItem[] {
  const client = names.get(clientId);
  if (client === undefined) return [];
  const unassigned = { person: null, mine: false, due: null, overdue: false, itemId: null };
  const said = { title, ...(about === undefined ? {} : { about }), detail: detail ?? null, dismissible: kind !== "needs_sign_in" };
  return [{ key, kind, clientId, client, ...said, ...writeState(kind, key), ...unassigned, at, address, seen: seen.has(key) }];
}

/** The state of an update ends the key of its notice; one that was posted with other values has a key of its own. */
function writeState(kind: Notice["kind"], key: string): Pick<InboxItem, "writeState"> {
  const state = kind === "write" ? jobState.safeParse(key.split("/").at(-1)) : undefined;
  if (state === undefined) return {};
  return { writeState: state.success ? state.data : "accepted" };
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

/** The screen to deal with it on: a note or task is shown beside what it is about. */
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
    case "close_row":
      return record("close", `checklist:${subject.id}`);
    case "figure": {
      // A check by its day and name, or a line of it: `tie-out/2026-10-31/trial_balance/402`. Tasks had `tie-outs` once.
      const [, day, check, line] = /^tie-outs?\/([^/]+)\/([^/]+)(?:\/(.+))?$/.exec(subject.id) ?? [];
      if (day === undefined) return `/clients/${clientId}/activity`;
      return record("tie-outs", [day, check, ...(line === undefined ? [] : [line])].join("~"));
    }
    default:
      return `/clients/${clientId}/overview`;
  }
}

/** Closes that are late, or have late tasks: one row a client, from the firm's file, in the order of the board: latest first. */
function lateCloses(
  firm: Sqlite,
  clients: readonly StoredClient[],
  { name, seen, today }: Reader,
  holidays: readonly string[],
): InboxItem[] {
  const dismissed = dismissedKeys(firm);
  const assigned = assignedPeople(firm);
  const known = new Map(clients.map((client) => [client.clientId, client]));
  return closeBoard(clients, today, holidays).flatMap(
    ({ clientId, name: client, period, started, progress, due, daysLate, closeDaysLate, blocks, updatedAt }): InboxItem[] => {
      const key = `${LATE}${clientId}/${period}`;
      if (progress === null || daysLate === 0 || updatedAt === null || Object.hasOwn(dismissed, key)) return [];
      const people = assigned.filter((one) => one.clientId === clientId).sort((a, b) => (a.role < b.role ? -1 : 1));
      return [
        {
          ...{ key, kind: "close", clientId, client, itemId: null, dismissible: true },
          title: lateTitle({ period, progress, closeDaysLate, updatedAt, started }, today),
          close: { ...lateFacts({ period, progress, closeDaysLate, updatedAt, started }, today), ...syncBehind(known.get(clientId)) },
          detail: nextOf(blocks, known.get(clientId)?.rollup?.close?.nextIsTask === true),
          person: people[0]?.person ?? null,
          mine: people.some(({ person }) => person.toLowerCase() === name.toLowerCase()),
          // The close's own day, as in the list of clients, also while only some of its tasks are late.
          ...{ due, overdue: closeDaysLate > 0, at: updatedAt },
          ...{ address: `/clients/${clientId}/close`, seen: seen.has(key) },
        },
      ];
    },
  );
}

type LateClose = Pick<CloseBoardRow, "period" | "closeDaysLate"> &
  Partial<Pick<CloseBoardRow, "started">> & {
    readonly [Field in "progress" | "updatedAt"]: NonNullable<CloseBoardRow[Field]>;
  };

/**
 * Late by the close's own due date, as in the list of clients; before that, by how many tasks are late. Those were counted when the
 * close was last looked at: on a later day more of them may be late, so that their number isn't named.
 */
export function lateTitle({ period, progress, closeDaysLate, updatedAt, started = true }: LateClose, today: CalendarDate): string {
  const { open, tasks, late } = lateFacts({ period, progress, closeDaysLate, updatedAt }, today);
  const left = `${periodName(period ?? "")} close: ${open} of ${counted(tasks, "task")} open`;
  const behind = late === null ? "some tasks" : counted(late, "task");
  return `${left}, ${closeDaysLate > 0 ? counted(closeDaysLate, "business day") : behind} late${started ? "" : ", not started"}`;
}

function lateFacts({ period, progress, closeDaysLate, updatedAt, started = true }: LateClose, today: CalendarDate) {
  const { tasks, done, byHand, late } = progress;
  const isOfToday = localDay(updatedAt) === today && late > 0;
  return { period: period ?? "", started, open: tasks - done - byHand, tasks, daysLate: closeDaysLate, late: isOfToday ? late : null };
}

/**
 * A sync that can't go on isn't an item of its own, unless somebody has to sign in: the close that waits for it says why, and a
 * ledger that doesn't answer is said above all items.
 */
function syncBehind(client: StoredClient | undefined): Pick<NonNullable<InboxItem["close"]>, "sync"> {
  const rollup = client?.rollup;
  if (rollup?.close?.heldBySync !== true) return {};
  return { sync: { state: client?.paused === true ? "paused" : rollup.state, problemCode: rollup.problemCode ?? null } };
}

/** The first by name, a task or what a check found, as in the list of clients; how many are open is in the title. */
export function nextOf([first]: readonly string[], isTask: boolean): string | null {
  if (first === undefined) return null;
  // A task is named by what to do, which holds nothing up.
  return isTask ? `Next task: ${first}` : `Held up by: ${first}`;
}

const LATE = "close/";
const DISMISSED = "inbox/dismissed";

/** Late closes that somebody dismissed, by key, with the person: they are worked out at every look and have no record of their own. */
function dismissedKeys(firm: Sqlite): Readonly<Record<string, string>> {
  const kept = readSetting(firm, DISMISSED);
  return typeof kept === "object" && kept !== null ? (kept as Record<string, string>) : {};
}

/** Dismisses the late closes among these items for everybody. @returns how many */
export function dismissLateCloses(firm: Sqlite, keys: readonly string[], person: string): number {
  const late = keys.filter((key) => key.startsWith(LATE));
  if (late.length === 0) return 0;
  // Those of closes that the board no longer shows would only make the setting longer with every month.
  const shown = new Map(listClients(firm).map(({ clientId, rollup }) => [clientId, rollup?.close?.period]));
  const standing = Object.entries(dismissedKeys(firm)).filter(([key]) => {
    const [, clientId = "", period = ""] = key.split("/");
    return (shown.get(clientId) ?? period) === period;
  });
  saveSetting(firm, DISMISSED, Object.fromEntries([...standing, ...late.map((key) => [key, person])]));
  return late.length;
}

/** Puts the late closes among these items back. @returns how many */
export function restoreLateCloses(firm: Sqlite, keys: readonly string[]): number {
  const known = dismissedKeys(firm);
  const left = Object.fromEntries(Object.entries(known).filter(([key]) => !keys.includes(key)));
  const restored = Object.keys(known).length - Object.keys(left).length;
  if (restored > 0) saveSetting(firm, DISMISSED, left);
  return restored;
}

/** Late closes stay in the order of the board. */
function byDue(a: Ranked, b: Ranked): number {
  if (a.kind === "close") return 0;
  const [first, second] = [a.due ?? "9999", b.due ?? "9999"];
  if (first !== second) return first < second ? -1 : 1;
  return a.at === b.at ? (a.key < b.key ? -1 : 1) : a.at < b.at ? 1 : -1;
}
