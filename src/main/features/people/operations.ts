import { z } from "zod";
import type { ApiContext } from "#main/api/context.ts";
import { left } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { fullName, jobTitle, type PersonView, personName, personView } from "#shared/contract/clients/people.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { personRole } from "#shared/model/close/person.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const ofPerson = z.object({ name: personName.describe("Name") });
const role = personRole.describe("Role");

/** Who works here, and as what. */
export const peopleOperations = [
  query("people.list", {
    summary: "List the people of the firm with their roles",
    input: z.object({}),
    output: z.array(personView),
    runs: "core",
    perform: async ({ people }) => ok(await people.list()),
    command: {
      verb: "person list",
      table: {
        rows: (people) => people,
        columns: [
          left("name", 30, (row) => row.name),
          left("role", 9, (row) => row.role),
          left("status", 12, (row) => (row.current === true ? "current user" : row.active === true ? "active" : "deactivated")),
          left("added", 24, (row) => row.addedAt),
        ],
      },
    },
  }),

  command("people.add", {
    summary: "Add a person",
    input: ofPerson.extend({ role }),
    output: personView,
    runs: "core",
    allowed: "admin",
    perform: async (context, person) => published(context, await context.people.add(person)),
    command: { verb: "person add", lines: (person) => [sentenceOn(person)] },
  }),

  command("people.change", {
    summary: "Change a person's role, full name or title, or deactivate or reactivate the person",
    input: ofPerson.extend({
      role: role.optional(),
      active: z.boolean().optional().describe("Whether the person is active"),
      fullName: fullName.optional().describe("Full name, printed in close packs"),
      title: jobTitle.optional().describe("Job title, printed in close packs"),
    }),
    output: personView,
    runs: "core",
    allowed: "admin",
    perform: async (context, { name, role: next, active, fullName: full, title }) =>
      published(
        context,
        await context.people.change({
          name,
          ...(next === undefined ? {} : { role: next }),
          ...(active === undefined ? {} : { active }),
          ...(full === undefined ? {} : { fullName: full }),
          ...(title === undefined ? {} : { title }),
        }),
      ),
  }),

  // It goes on record beside everything they do; it is no lock.
  command("people.use", {
    summary: "Set the current user",
    input: ofPerson,
    output: personView,
    runs: "core",
    allowed: "viewer",
    perform: async (context, { name }) => {
      // The firm's server knows this computer as one person's.
      const owner = context.firm.session?.person ?? name;
      if (owner.toLowerCase() !== name.toLowerCase()) return fail(isOwned(owner));
      return published(context, await context.people.use(name));
    },
    command: { verb: "person use", lines: (person) => [sentenceOn(person)] },
  }),
] as const;

function isOwned(owner: string): Failure {
  return {
    code: "not_allowed",
    message: `This computer belongs to ${owner} in the firm.`,
    next: "To work as another person, join the firm on another computer, or start Tieout here with another data folder (--home).",
  };
}

function published<T>({ people, publish }: ApiContext, changed: Result<T, Failure>): Result<T, Failure> {
  if (changed.ok) publish("people.changed", { current: people.name });
  return changed;
}

function sentenceOn({ name, role: may, active, current }: PersonView): string {
  return `${name}: ${may}${active ? "" : ", deactivated"}${current ? ", current user" : ""}`;
}
