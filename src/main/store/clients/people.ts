import type { Sqlite } from "#main/store/database/open.ts";
import type { PersonView } from "#shared/contract/clients/people.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { PersonRole } from "#shared/model/close/person.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { readSetting, saveSetting } from "./firm-settings.ts";

export type Person = Omit<PersonView, "current">;

/** A change of the people, with who makes it. */
interface PeopleAct {
  readonly by: string;
  readonly nowMs: number;
}

const CURRENT = "person/current";

/** Everybody who works or worked here, by name. */
export function listPeople(db: Sqlite): Person[] {
  const rows = db
    .prepare(
      `SELECT name, role, active, added_ms, full_name, title, EXISTS (SELECT 1 FROM person_pin k WHERE k.person = p.name) AS has_pin
       FROM person p ORDER BY name`,
    )
    .all() as {
    name: string;
    role: PersonRole;
    active: number;
    added_ms: number;
    full_name: string | null;
    title: string | null;
    has_pin: number;
  }[];
  return rows.map((row) => ({
    name: row.name,
    fullName: row.full_name,
    title: row.title,
    role: row.role,
    active: row.active === 1,
    hasPin: row.has_pin === 1,
    addedAt: instantFromMs(row.added_ms),
  }));
}

/**
 * Who works here: the one that was chosen last, else the user of the machine. The first user of a firm
 * that has nobody yet is its administrator, so that nothing changes for who works alone.
 */
export function currentPerson(db: Sqlite, user: { readonly name: string; readonly nowMs: number }): Person {
  const people = listPeople(db).filter(({ active }) => active);
  const chosen = readSetting(db, CURRENT);
  const found = byName(people, typeof chosen === "string" ? chosen : "") ?? byName(people, user.name);
  if (found !== undefined) return found;
  insert(db, { name: user.name, role: people.length === 0 ? "admin" : "viewer" }, { by: user.name, nowMs: user.nowMs });
  return byName(listPeople(db), user.name) as Person;
}

export function addPerson(
  db: Sqlite,
  { name, role, ...act }: PeopleAct & { readonly name: string; readonly role: PersonRole },
): Result<Person, Failure> {
  const known = byName(listPeople(db), name);
  if (known !== undefined)
    return fail({
      code: "already_exists",
      message: `There's already a person named ${known.name}.`,
      field: "name",
      next: known.active ? "Use another name." : "This person is deactivated. Reactivate them, or use another name.",
    });
  insert(db, { name, role }, act);
  return findPerson(db, name);
}

/** What is changed of a person; an empty full name or title is none. */
export interface PersonChange {
  readonly name: string;
  readonly role?: PersonRole;
  readonly active?: boolean;
  readonly fullName?: string;
  readonly title?: string;
}

/** Changes what somebody may do or how they are printed, or says that they left. Somebody must stay who may change this again. */
export function changePerson(db: Sqlite, change: PersonChange): Result<Person, Failure> {
  const person = byName(listPeople(db), change.name);
  if (person === undefined) return nobody(change.name);
  const next = { ...person, role: change.role ?? person.role, active: change.active ?? person.active };
  const admins = listPeople(db).filter(({ name, role, active }) => role === "admin" && active && name !== person.name);
  if (admins.length === 0 && !(next.role === "admin" && next.active))
    return fail({
      code: "conflict",
      message: `${person.name} is the only administrator.`,
      field: "role",
      next: "Give that role to someone else first.",
    });
  const printed = [change.fullName ?? person.fullName ?? "", change.title ?? person.title ?? ""].map((text) => (text === "" ? null : text));
  db.prepare("UPDATE person SET role = ?, active = ?, full_name = ?, title = ? WHERE name = ?").run(
    ...[next.role, next.active ? 1 : 0, ...printed, person.name],
  );
  return findPerson(db, person.name);
}

export function usePerson(db: Sqlite, name: string): Result<Person, Failure> {
  const person = byName(listPeople(db), name);
  if (person === undefined) return nobody(name);
  if (!person.active)
    return fail({
      code: "not_found",
      message: `${person.name} is deactivated.`,
      field: "name",
      next: "An administrator can reactivate this person.",
    });
  saveSetting(db, CURRENT, person.name);
  return ok(person);
}

function insert(db: Sqlite, { name, role }: { readonly name: string; readonly role: PersonRole }, { by, nowMs }: PeopleAct): void {
  db.prepare(
    "INSERT INTO person (name, role, active, added_ms, added_by) VALUES (?,?,1,?,?) ON CONFLICT (name) DO UPDATE SET active = 1",
  ).run(name, role, nowMs, by);
}

/** A person by name, in any case; failure: `not_found`. */
export function findPerson(db: Sqlite, name: string): Result<Person, Failure> {
  const person = byName(listPeople(db), name);
  return person === undefined ? nobody(name) : ok(person);
}

function byName(people: readonly Person[], name: string): Person | undefined {
  return people.find((person) => person.name.toLowerCase() === name.toLowerCase());
}

function nobody(name: string): Result<never, Failure> {
  return fail({
    code: "not_found",
    message: `There's no person named ${name}.`,
    field: "name",
    next: "Check the list of people for the exact name.",
  });
}
