import { agingSteps, isSteady, STEP_COLUMNS } from "#main/domain/aging/aging-steps.ts";
import { agedItem, followAging, hasAgingSums, unfollowAging } from "#main/store/database/aging-sum-table.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import { type AgedItem, EVERYONE, monthOfDay, plus, readItem, readSteps, type Sum, stepCode, writeSteps } from "./aging-sums.ts";

/** Items taken at once: as much as their steps may take in memory. */
const BATCH = 200_000;

/**
 * Brings the sums of agings up to date with what changed since, and makes them where a file has none. Until then, what changed is
 * aged one by one, so an aging is right at any moment.
 */
export function settleAging(db: Sqlite): void {
  db.transaction(() => {
    if (!hasAgingSums(db)) followAging(db);
    for (let after: number | null = -1; after !== null; ) after = settleBatch(db, after);
  }).immediate();
}

interface Touched {
  readonly rec_no: number;
  readonly was: string | null;
  readonly now: string | null;
}

/** @returns the last record that was taken; null when none is left */
function settleBatch(db: Sqlite, after: number): number | null {
  const moves = new Moves();
  const oneByOne: number[] = [];
  let last: number | null = null;
  const touched = prepared(
    db,
    `SELECT rec_no, was, ${agedItem("g.rec_no")} AS now FROM aging_touched g WHERE rec_no > ? AND one_by_one = 0 ORDER BY rec_no LIMIT ${BATCH}`,
  );
  for (const { rec_no, was, now } of touched.iterate(after) as IterableIterator<Touched>) {
    last = rec_no;
    if (was === now && was !== null && isSteady(readItem(was))) continue;
    const before = was === null ? null : readItem(was);
    if (before !== null && isSteady(before)) moves.add(before, -1);
    const item = now === null ? null : readItem(now);
    if (item === null) continue;
    if (isSteady(item)) moves.add(item, 1);
    else oneByOne.push(rec_no);
  }
  if (last === null) return null;
  moves.write(db);
  const keep = prepared(db, "UPDATE aging_touched SET was = NULL, one_by_one = 1 WHERE rec_no = ?");
  for (const recNo of oneByOne) keep.run(recNo);
  prepared(db, "DELETE FROM aging_touched WHERE rec_no > ? AND rec_no <= ? AND one_by_one = 0").run(after, last);
  return last;
}

type Place = readonly [kind: number, party: number, currency: number, entity: number, scales: number];

/** What the sums of a place and month change by, under codes of day and column. */
interface Move {
  readonly place: Place;
  readonly month: number;
  readonly steps: Map<number, Sum>;
}

class Moves {
  readonly #moves = new Map<string, Move>();

  add(item: AgedItem, times: 1 | -1): void {
    for (const party of [item.party, EVERYONE]) {
      const place: Place = [item.kind, party, item.currency, item.entity, item.scales];
      const name = place.join(" ");
      for (const [day, column, more] of agingSteps(item)) {
        const month = monthOfDay(day);
        const key = `${name} ${month}`;
        let move = this.#moves.get(key);
        if (move === undefined) {
          move = { place, month, steps: new Map() };
          this.#moves.set(key, move);
        }
        const code = stepCode(day - month, column);
        move.steps.set(code, plus(move.steps.get(code) ?? 0, times * more));
      }
    }
  }

  write(db: Sqlite): void {
    const where = "kind = ? AND month = ? AND party_word = ? AND currency_word = ? AND entity_id_word = ? AND scales = ?";
    const held = prepared(db, `SELECT steps FROM aging_day WHERE ${where}`).pluck();
    const dropDays = prepared(db, `DELETE FROM aging_day WHERE ${where}`);
    const dropMonth = prepared(db, `DELETE FROM aging_month WHERE ${where}`);
    const writeDays = prepared(db, "INSERT OR REPLACE INTO aging_day VALUES (?, ?, ?, ?, ?, ?, ?)");
    const writeMonth = prepared(db, `INSERT OR REPLACE INTO aging_month VALUES (?, ?, ?, ?, ?, ?${", ?".repeat(STEP_COLUMNS)})`);
    for (const { place, month, steps } of this.#moves.values()) {
      const [kind, ...rest] = place;
      const known = held.get(kind, month, ...rest) as string | undefined;
      if (known !== undefined) for (const [code, sum] of readSteps(known)) steps.set(code, plus(steps.get(code) ?? 0, sum));
      const { text, sums } = writeSteps(steps);
      if (text === "") for (const drop of [dropDays, dropMonth]) drop.run(kind, month, ...rest);
      else {
        writeDays.run(kind, month, ...rest, text);
        writeMonth.run(...place, month, ...sums);
      }
    }
  }
}

const KEPT = ["aging_month", "aging_day"] as const;

/** Makes the sums again where some are wrong. @returns how many were */
export function repairAgingSums(db: Sqlite): number {
  if (!hasAgingSums(db)) return 0;
  return db
    .transaction(() => {
      settleAging(db);
      for (const table of KEPT) db.exec(`CREATE TEMP TABLE held_${table} AS SELECT * FROM ${table}`);
      unfollowAging(db);
      settleAging(db);
      const wrong = KEPT.map((table) => {
        const differ = (a: string, b: string) => `SELECT COUNT(*) FROM (SELECT * FROM ${a} EXCEPT SELECT * FROM ${b})`;
        const [held, made] = [`temp.held_${table}`, `main.${table}`];
        const count = db
          .prepare(`SELECT (${differ(held, made)}) + (${differ(made, held)})`)
          .pluck()
          .get() as number;
        db.exec(`DROP TABLE ${held}`);
        return count;
      });
      return wrong.reduce((sum, count) => sum + count, 0);
    })
    .immediate();
}
