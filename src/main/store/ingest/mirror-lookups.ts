import type { ConnectionFacts, ReadContext } from "#main/ledgers/adapter.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import { packId } from "#main/store/records/identifiers.ts";
import { type Instant, instantFromMs } from "#shared/kernel/instant.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { Item } from "#shared/model/books/item.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";

/**
 * The look-ups that mappers need, answered from the client's own mirror and held in memory until an
 * account or item changes.
 */
export class MirrorLookups {
  readonly #db: Sqlite;
  #accounts: Map<string, Account> | null = null;
  #accountsByCode = new Map<string, string>();
  #items: Map<string, Item> | null = null;
  #itemsByCode = new Map<string, string>();
  // What the process before this one wrote last may answer what it couldn't.
  #hasChanged = true;
  /** Records that a mapper asked for in vain. */
  readonly #missed = new Set<string>();
  /** What may have given others another account since `tookMoves` was asked last. */
  readonly #itemsMoved = new Set<string>();
  readonly #accountsGone = new Set<string>();
  readonly #readWhole = new Set<number>();
  #hasMoneyMoved = false;

  constructor(db: Sqlite) {
    this.#db = db;
  }

  /** Reads accounts, items or (without a kind) both again at the next look-up. */
  forget(kind?: "account" | "item"): void {
    this.#hasChanged = true;
    if (kind !== "item") this.#accounts = null;
    if (kind !== "account") this.#items = null;
  }

  /** A record was written: the answer to what was asked for in vain may be in it. */
  wrote(recordId: string): void {
    if (this.#missed.delete(recordId)) this.#hasChanged = true;
  }

  /** An item was written, perhaps with other accounts than before. */
  itemMoved(itemId: string): void {
    this.#itemsMoved.add(itemId);
  }

  /** A payment or a transaction was written with another account than before. */
  moneyMoved(): void {
    this.#hasMoneyMoved = true;
    this.#hasChanged = true;
  }

  /** An account is no longer in the ledger: another one may have its code. */
  accountGone(accountId: string): void {
    this.#accountsGone.add(accountId);
    this.forget("account");
  }

  /** A stream was read completely once more: much of it came as before, and wasn't mapped again. */
  readWhole(streamNo: number): void {
    this.#readWhole.add(streamNo);
    this.#hasChanged = true;
  }

  /** What may have given others another account since this was asked last. */
  tookMoves(): Moves {
    const moves = {
      items: [...this.#itemsMoved],
      accounts: [...this.#accountsGone],
      money: this.#hasMoneyMoved,
      whole: [...this.#readWhole],
    };
    this.#itemsMoved.clear();
    this.#accountsGone.clear();
    this.#readWhole.clear();
    this.#hasMoneyMoved = false;
    return moves;
  }

  /** Whether look-ups may have other answers since this was asked last. */
  tookChange(): boolean {
    const changed = this.#hasChanged;
    this.#hasChanged = false;
    return changed;
  }

  /** A context for mapping answers that were fetched at one instant. */
  context(facts: ConnectionFacts, discovery: Discovery, fetchedAtMs: number): ReadContext {
    const fetchedAt: Instant = instantFromMs(fetchedAtMs);
    return {
      ...facts,
      discovery,
      fetchedAt,
      account: (id) => this.#allAccounts().get(id),
      accountIdByCode: (code) => {
        this.#allAccounts();
        return this.#accountsByCode.get(code);
      },
      item: (id) => this.#allItems().get(id),
      itemIdByCode: (code) => {
        this.#allItems();
        return this.#itemsByCode.get(code);
      },
      moneyAccountOf: (recordId, lineId) => this.#moneyAccountOf(recordId, lineId),
    };
  }

  #moneyAccountOf(recordId: string, lineId: string | undefined): string | undefined {
    const colon = recordId.indexOf(":");
    const found = prepared(
      this.#db,
      `SELECT account.text FROM source_record s
       JOIN word entity ON entity.word_no = s.entity_word AND entity.text = @entity
       LEFT JOIN payment p USING (rec_no) LEFT JOIN document d USING (rec_no)
       LEFT JOIN document_line l ON l.rec_no = s.rec_no AND l.line_id = @line
       JOIN word account ON account.word_no = COALESCE(p.account_word, d.total_account_word, l.account_word)
       WHERE s.source_id = @id`,
    )
      .pluck()
      .get({
        entity: recordId.slice(0, colon),
        id: packId(recordId.slice(colon + 1)),
        line: lineId === undefined ? null : packId(lineId),
      }) as string | undefined;
    if (found === undefined) this.#missed.add(recordId);
    return found;
  }

  #allAccounts(): Map<string, Account> {
    if (this.#accounts === null) {
      const accounts = this.#load<Account>("account");
      this.#accounts = new Map(accounts.map(({ record }) => [record.id, record]));
      this.#accountsByCode = byCode(accounts);
    }
    return this.#accounts;
  }

  #allItems(): Map<string, Item> {
    if (this.#items === null) {
      const items = this.#load<Item>("item");
      this.#items = new Map(items.map(({ record }) => [record.id, record]));
      this.#itemsByCode = byCode(items);
    }
    return this.#items;
  }

  #load<T>(kind: string): Loaded<T>[] {
    const rows = this.#db
      .prepare("SELECT body, removed_ms IS NULL AS isThere FROM entity JOIN source_record USING (rec_no) WHERE kind = ?")
      .all(kind) as { readonly body: string; readonly isThere: 0 | 1 }[];
    return rows.map(({ body, isThere }) => ({ record: JSON.parse(body) as T, isThere: isThere === 1 }));
  }
}

interface Moves {
  readonly items: readonly string[];
  readonly accounts: readonly string[];
  readonly money: boolean;
  /** The numbers of streams. */
  readonly whole: readonly number[];
}

interface Loaded<T> {
  readonly record: T;
  /** Whether the ledger still has it. */
  readonly isThere: boolean;
}

// An archived or deleted account may share its code with the one that replaced it: the active one answers.
function byCode(all: readonly Loaded<Account | Item>[]): Map<string, string> {
  const ids = new Map<string, string>();
  for (const { record, isThere } of all) {
    if (record.code !== undefined && ((record.active && isThere) || !ids.has(record.code))) ids.set(record.code, record.id);
  }
  return ids;
}
