import type { Sqlite, Statement } from "#main/store/database/open.ts";
import type { MappedRecord } from "#shared/model/books/mapped-record.ts";

type EntityRecord = Exclude<MappedRecord, { kind: "document" | "payment" | "journal" }>;

// Balances move with every posting; they are kept beside the hashed body, not in it.
const VOLATILE: Readonly<Record<string, readonly string[]>> = { party: ["receivable", "payable"], account: ["balance"] };

/** The small kinds (parties, accounts, items, dimensions, orders, ...): one JSON body a row. */
export class EntityWriter {
  readonly #upsert: Statement;
  readonly #setVolatile: Statement;
  readonly #find: Statement;
  readonly #remove: Statement;

  constructor(db: Sqlite) {
    this.#upsert = db.prepare(
      "INSERT INTO entity (kind, id, rec_no, label, body, volatile, change_hash) VALUES (?,?,?,?,?,?,?) ON CONFLICT (kind, id) DO UPDATE SET rec_no = excluded.rec_no, label = excluded.label, body = excluded.body, volatile = excluded.volatile, change_hash = excluded.change_hash",
    );
    this.#setVolatile = db.prepare("UPDATE entity SET volatile = ? WHERE kind = ? AND id = ?");
    this.#find = db.prepare("SELECT body, change_hash FROM entity WHERE kind = ? AND id = ?");
    this.#remove = db.prepare("DELETE FROM entity WHERE kind = ? AND id = ?");
  }

  find(kind: string, id: string): { readonly body: string; readonly change_hash: Buffer } | undefined {
    return this.#find.get(kind, id) as { body: string; change_hash: Buffer } | undefined;
  }

  write(recNo: number, record: EntityRecord, changeHash: Uint8Array): void {
    const { body, volatile } = split(record);
    this.#upsert.run(record.kind, record.value.id, recNo, labelOf(record), body, volatile, changeHash);
  }

  /** Updates balances without calling the record changed. */
  refreshVolatile(record: EntityRecord): void {
    if (VOLATILE[record.kind] !== undefined) this.#setVolatile.run(split(record).volatile, record.kind, record.value.id);
  }

  /** Removes an entity that its record no longer yields (such as a lifted lock). */
  remove(kind: string, id: string): void {
    this.#remove.run(kind, id);
  }
}

function split(record: EntityRecord): { body: string; volatile: string | null } {
  const names = VOLATILE[record.kind] ?? [];
  const value = record.value as Readonly<Record<string, unknown>>;
  const moving = names.filter((name) => value[name] !== undefined);
  if (moving.length === 0) return { body: JSON.stringify(value), volatile: null };
  const body = Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
  return { body: JSON.stringify(body), volatile: JSON.stringify(Object.fromEntries(moving.map((name) => [name, value[name]]))) };
}

function labelOf(record: EntityRecord): string {
  const value = record.value as Readonly<Record<string, unknown>>;
  for (const name of ["code", "name", "number", "label", "date"]) {
    const text = value[name];
    if (typeof text === "string" && text !== "") return text;
  }
  return record.value.id;
}
