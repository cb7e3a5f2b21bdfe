import type { Sqlite } from "#main/store/database/open.ts";
import type { Act } from "#main/store/work/own-decisions.ts";
import { PIN_RULE } from "#shared/contract/clients/people.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { counted } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { readSetting, saveSetting } from "./firm-settings.ts";
import { findPerson, type Person } from "./people.ts";
import { noteChanges } from "./setting-changes.ts";

const TRIES = 5;
const WAIT_MS = 60_000;

export interface PinToTry {
  readonly name: string;
  /** Whether a PIN was given; without one nothing is tried. */
  readonly given: boolean;
  readonly nowMs: number;
}

export interface PinTry {
  readonly verifier: string;
  /** If this one is wrong, there is a wait before the next. */
  readonly isLast: boolean;
}

/**
 * What a person's PIN is compared with; null for a person without one. The try counts as wrong until `notePinRight`, so that tries
 * at the same time, and those of a process that was ended, are counted too.
 */
export function tryPin(db: Sqlite, { name, given, nowMs }: PinToTry): Result<PinTry | null, Failure> {
  const person = findPerson(db, name);
  if (!person.ok) return person;
  const { name: whose } = person.value;
  const verifier = db.prepare("SELECT verifier FROM person_pin WHERE person = ?").pluck().get(whose) as string | undefined;
  if (verifier === undefined) return ok(null);
  if (!given) return fail({ code: "invalid_input", message: `${whose} has a PIN.`, field: "pin", next: `Enter ${whose}'s PIN.` });
  const { wrong, lastMs } = wrongTries(db, whose);
  const leftMs = WAIT_MS - Math.abs(nowMs - lastMs);
  if (wrong >= TRIES && leftMs > 0)
    return fail({
      code: "busy",
      message: "Too many wrong PINs in a row.",
      field: "pin",
      next: `Wait ${counted(Math.ceil(leftMs / 1000), "second")}, then try again.`,
    });
  db.prepare(
    `INSERT INTO pin_try (person, wrong, last_ms) VALUES (?,1,?)
     ON CONFLICT (person) DO UPDATE SET wrong = wrong + 1, last_ms = excluded.last_ms`,
  ).run(whose, nowMs);
  return ok({ verifier, isLast: wrong + 1 >= TRIES });
}

/** The PIN that was tried last is right: the wrong ones before it no longer count. */
export function notePinRight(db: Sqlite, name: string): null {
  db.prepare("DELETE FROM pin_try WHERE person = ?").run(name);
  return null;
}

export interface PinToKeep extends Act {
  readonly name: string;
  /** Null removes the PIN. */
  readonly verifier: string | null;
}

/** Sets, changes or removes a person's PIN, and notes who did it. */
export function keepPin(db: Sqlite, { name, verifier, ...act }: PinToKeep): Result<Person, Failure> {
  const person = findPerson(db, name);
  if (!person.ok) return person;
  const { name: whose, hasPin } = person.value;
  if (verifier === null && !hasPin) return fail({ code: "not_found", message: `${whose} has no PIN.`, field: "name" });
  const setMs = () => db.prepare("SELECT set_ms FROM person_pin WHERE person = ?").pluck().get(whose) as number | undefined;
  const told = (ms: number | undefined) => (ms === undefined ? null : `${whose}: ${instantFromMs(ms)}`);
  db.transaction(() => {
    const before = told(setMs());
    if (verifier === null) db.prepare("DELETE FROM person_pin WHERE person = ?").run(whose);
    else
      db.prepare(
        `INSERT INTO person_pin (person, verifier, set_ms) VALUES (?,?,?)
         ON CONFLICT (person) DO UPDATE SET verifier = excluded.verifier, set_ms = excluded.set_ms`,
      ).run(whose, verifier, act.nowMs);
    notePinRight(db, whose);
    noteChanges(db, [{ kind: "person_pin", subject: whose, before, after: told(setMs()) }], act);
  }).immediate();
  return findPerson(db, whose);
}

const REQUIRED = "Required to sign off";

/** Decides whether a sign-off takes a PIN, and notes who did it among the changes of PINs, as a change of nobody's own. */
export function requirePins(db: Sqlite, { required, ...act }: Act & { readonly required: boolean }): void {
  const told = () => (readSetting(db, PIN_RULE) === true ? REQUIRED : null);
  const before = told();
  saveSetting(db, PIN_RULE, required);
  noteChanges(db, [{ kind: "person_pin", subject: "", before, after: told() }], act);
}

function wrongTries(db: Sqlite, whose: string): { readonly wrong: number; readonly lastMs: number } {
  const row = db.prepare("SELECT wrong, last_ms AS lastMs FROM pin_try WHERE person = ?").get(whose);
  return (row as { wrong: number; lastMs: number } | undefined) ?? { wrong: 0, lastMs: 0 };
}
