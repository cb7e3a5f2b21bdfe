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

  /** How many of the months that are kept differ from these, when these are all there are. */
  differences(db: Sqlite): number {
    const made = new Map<string, string>();
    for (const [key, { steps }] of this.#moves) {
      const { text, sums } = writeSteps(steps);
      if (text !== "") made.set(key, `${sums.join(" ")} ${text}`);
    }
    const kept = prepared(
      db,
      `SELECT kind || ' ' || party_word || ' ' || currency_word || ' ' || entity_id_word || ' ' || scales || ' ' || month,
         current || ' ' || late_30 || ' ' || late_60 || ' ' || late_90 || ' ' || older || ' ' || documents || ' ' || base || ' ' || without_base
           || ' ' || steps
       FROM aging_month FULL JOIN aging_day USING (kind, party_word, currency_word, entity_id_word, scales, month)`,
    ).raw();
    let wrong = 0;
    for (const [key, content] of kept.iterate() as IterableIterator<[string, string | null]>) {
      if (made.get(key) !== content) wrong++;
      made.delete(key);
    }
    return wrong + made.size;
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

/** Makes the sums again where some are wrong; where none is, nothing is written. @returns how many months were */
export function repairAgingSums(db: Sqlite): number {
  if (!hasAgingSums(db)) return 0;
  return db
    .transaction(() => {
      if (prepared(db, "SELECT 1 FROM aging_touched WHERE one_by_one = 0").get() !== undefined) settleAging(db);
      const wrong = wrongMonths(db);
      if (wrong > 0) {
        unfollowAging(db);
        settleAging(db);
      }
      return wrong;
    })
    .immediate();
}

/** How many months say something else than the items that they are sums of. */
function wrongMonths(db: Sqlite): number {
  const moves = new Moves();
  let wrong = 0;
  const items = prepared(
    db,
    `SELECT ${agedItem("a.rec_no")} FROM (SELECT rec_no FROM document UNION ALL SELECT rec_no FROM payment) a
     WHERE NOT EXISTS (SELECT 1 FROM aging_touched g WHERE g.rec_no = a.rec_no)`,
  ).pluck();
  for (const text of items.iterate() as IterableIterator<string | null>) {
    if (text === null) continue;
    const item = readItem(text);
    if (isSteady(item)) moves.add(item, 1);
    else wrong++;
  }
  return wrong + moves.differences(db);
}
