import type { Books, TransactionKind } from "../books/types.ts";
import type { Grave } from "./change-feed.ts";
import { entityOf } from "./entities.ts";
import { type Tables, tablesOf } from "./rows.ts";
import { type Application, viewOf } from "./view.ts";

/** Provides the tables of the current books, and what was deleted from them. */
export interface CurrentTables {
  tables(nowMs: number): Tables;
  graves(nowMs: number): readonly Grave[];
}

/**
 * Caches tables until the books change. Link payments exist in this ledger only, so they are remembered here:
 * one that is no longer needed counts as deleted when that is noticed. The lines of those in the books follow
 * from the credit, so a change to it changes the payment's time.
 */
export function currentTables(books: Books): CurrentTables {
  let mark = markOf(books);
  let current = tablesOf(viewOf(books));
  let links = linksOf(current);
  let carried = carriedTexts(current);
  const lost = new Map<string, Grave>();
  const moved = new Map<string, number>();
  const floors = new Map<string, number>();
  let moments = momentsOf(current);
  const tables = (nowMs: number): Tables => {
    const now = markOf(books);
    if (now === mark) return current;
    mark = now;
    const fresh = tablesOf(viewOf(books));
    const present = linksOf(fresh);
    for (const [id, entity] of links) if (!present.has(id)) lost.set(id, { entity, id, deletedMs: nowMs });
    for (const id of present.keys()) lost.delete(id);
    const texts = carriedTexts(fresh);
    for (const id of new Set([...texts.keys(), ...carried.keys()])) if (texts.get(id) !== carried.get(id)) moved.set(id, nowMs);
    links = present;
    carried = texts;
    current = tablesOf(viewOf(books, moved, floors));
    // A deletion removes what last changed a balance; the balance changed once more then, and its time never decreases.
    const after = momentsOf(current);
    const fallen = [...moments].filter(([key, ms]) => (after.get(key) ?? 0) < ms);
    for (const [key] of fallen) floors.set(key, nowMs);
    if (fallen.length > 0) current = tablesOf(viewOf(books, moved, floors));
    moments = fallen.length > 0 ? momentsOf(current) : after;
    return current;
  };
  const graves = (nowMs: number): Grave[] => {
    tables(nowMs);
    return [...gravesOf(books), ...lost.values()];
  };
  return { tables, graves };
}

/** Entity by id of the existing link payments. */
function linksOf({ view }: Tables): Map<string, string> {
  return new Map(view.linkPayments.map(({ id, credit }) => [id, credit.kind === "sales_credit" ? "Payment" : "BillPayment"]));
}

/** What each payment of zero links, as comparable text. */
function carriedTexts({ view }: Tables): Map<string, string> {
  const text = (list: readonly Application[]) => list.map((a) => `${a.source.id} ${a.target.id} ${a.amount}`).join(",");
  return new Map([...view.carriedBy].map(([id, list]) => [id, text(list)]));
}

/** When each balance last changed, by `party:<id>` and `account:<id>`. */
function momentsOf({ balances }: Tables): Map<string, number> {
  const { partyMovedMs, accountMovedMs } = balances();
  const named = (kind: string, map: ReadonlyMap<string, number>) => [...map].map(([id, ms]): [string, number] => [`${kind}:${id}`, ms]);
  return new Map([...named("party", partyMovedMs), ...named("account", accountMovedMs)]);
}

function gravesOf(books: Books): Grave[] {
  const grave = (id: string, kind: TransactionKind, deletedMs: number): Grave[] => {
    const entity = entityOf(kind);
    return entity === undefined ? [] : [{ entity, id, deletedMs }];
  };
  const marked = books.transactions.filter((t) => t.state === "deleted").flatMap((t) => grave(t.id, t.kind, t.modifiedMs));
  const buried = books.graveyard.flatMap((entry) =>
    entry.kind === "party" || entry.kind === "item" || entry.kind === "account" ? [] : grave(entry.id, entry.kind, entry.deletedAtMs),
  );
  return [...marked, ...buried];
}

/** A number that changes with every visible change of the books. */
function markOf(books: Books): number {
  let mark = Math.imul(books.transactions.length, 31) + books.graveyard.length;
  const mix = (value: number): void => {
    mark = (Math.imul(mark, 31) + (value % 2_147_483_647)) | 0;
  };
  for (const t of books.transactions) {
    mix(t.modifiedMs + 7 * t.version + 13 * t.allocations.length + 17 * t.state.length + (t.billed ? 5 : 0));
  }
  for (const list of [books.accounts, books.parties, books.items]) {
    for (const record of list) mix(record.modifiedMs + 7 * record.version + record.name.length + (record.active ? 3 : 0));
  }
  for (const dimension of books.dimensions) {
    for (const value of dimension.values) mix(value.name.length + (value.active ? 3 : 0));
  }
  return mark;
}
