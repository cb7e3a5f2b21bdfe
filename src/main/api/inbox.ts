import type { StoredClient } from "#main/services/firm.ts";
import type { ClientWork } from "#main/services/work-items.ts";
import type { InboxItem, InboxKind, InboxView } from "#shared/contract/inbox.ts";
import type { Notice } from "#shared/contract/notices.ts";
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
    ...clients.flatMap((client) => ofFindings(client, reader)),
  ];
  all.sort((a, b) => Number(b.overdue) - Number(a.overdue) || RANK.indexOf(a.kind) - RANK.indexOf(b.kind) || byDue(a, b));
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

function ofNotice({ key, kind, clientId, title, address, at }: Notice, names: ReadonlyMap<string, string>, { seen }: Reader): InboxItem[] {
  const client = names.get(clientId);
  if (client === undefined) return [];
  const nobodys = { person: null, mine: false, due: null, overdue: false, detail: null };
  return [{ key, kind, clientId, client, title, ...nobodys, at, address, seen: seen.has(key) }];
}

function ofWork(work: ClientWork, names: ReadonlyMap<string, string>, { name, today, seen }: Reader): InboxItem[] {
  const { clientId, itemId, kind, person, due, title, detail, at } = work;
  const client = names.get(clientId);
  const mine = person !== null && person.toLowerCase() === name.toLowerCase();
  // An edited note asks again.
  const key = kind === "mention" ? `mention/${clientId}/${itemId}/${at}` : `${kind}/${clientId}/${itemId}`;
  if (client === undefined || (kind === "mention" && mine && seen.has(key))) return [];
  const overdue = due !== null && due < today;
  const address = placeOf(work);
  return [{ key, kind, clientId, client, title, detail, person, mine, due, overdue, at, address, seen: seen.has(key) }];
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
    case "figure":
      return `/clients/${clientId}/activity`;
    default:
      return `/clients/${clientId}/overview`;
  }
}

function ofFindings({ clientId, name, rollup }: StoredClient, { seen }: Reader): InboxItem[] {
  if (rollup === null || rollup.findings === 0 || rollup.asOf === null) return [];
  const title = rollup.findings === 1 ? "1 finding to look at" : `${rollup.findings} findings to look at`;
  const key = `findings/${clientId}/${rollup.findings}`;
  const nobodys = { person: null, mine: false, due: null, overdue: false, detail: null };
  const address = `/clients/${clientId}/findings`;
  return [{ key, kind: "findings", clientId, client: name, title, ...nobodys, at: rollup.asOf, address, seen: seen.has(key) }];
}

function byDue(a: InboxItem, b: InboxItem): number {
  const [first, second] = [a.due ?? "9999", b.due ?? "9999"];
  if (first !== second) return first < second ? -1 : 1;
  return a.at === b.at ? (a.key < b.key ? -1 : 1) : a.at < b.at ? 1 : -1;
}
