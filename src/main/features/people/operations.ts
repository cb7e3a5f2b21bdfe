import { z } from "zod";
import type { ApiContext } from "#main/api/context.ts";
import { left } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { fullName, givenPin, jobTitle, newPin, type PersonView, personName, personView } from "#shared/contract/clients/people.ts";
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
          left("PIN", 4, (row) => (row.hasPin === true ? "yes" : "no")),
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

  // It goes on record beside everything they do. A PIN keeps others from it; it is no lock on the files.
  command("people.use", {
    summary: "Set the current user",
    input: ofPerson.extend({ pin: givenPin.optional().describe("PIN") }),
    output: personView,
    runs: "core",
    allowed: "viewer",
    perform: async (context, { name, pin }) => {
      // The firm's server knows this computer as one person's.
      const owner = context.firm.session?.person ?? name;
      if (owner.toLowerCase() !== name.toLowerCase()) return fail(isOwned(owner));
      return published(context, await context.people.switchTo(name, pin));
    },
    command: {
      verb: "person use",
      options: { pin: { option: "pin-env", env: true } },
      lines: (person) => [sentenceOn(person)],
    },
  }),

  // Everybody's own, whatever their role.
  command("people.setPin", {
    summary: "Set or change the current user's PIN, which Tieout asks for when someone on this computer switches to that user",
    input: z.object({ newPin: newPin.describe("New PIN"), currentPin: givenPin.optional().describe("Current PIN") }),
    output: personView,
    runs: "core",
    allowed: "viewer",
    perform: async (context, pins) => {
      const set = await context.people.setPin(pins.newPin, pins.currentPin);
      if (set.ok || set.failure.field !== "pin") return published(context, set);
      return fail({ ...set.failure, field: "currentPin" });
    },
    command: {
      verb: "person set-pin",
      options: { newPin: { option: "new-pin-env", env: true }, currentPin: { option: "current-pin-env", env: true } },
      lines: ({ name }) => [`${name}'s PIN is set.`],
    },
  }),

  command("people.removePin", {
    summary: "Remove the current user's PIN",
    input: z.object({ pin: givenPin.describe("PIN") }),
    output: personView,
    runs: "core",
    allowed: "viewer",
    perform: async (context, { pin }) => published(context, await context.people.removePin(pin)),
    command: {
      verb: "person remove-pin",
      options: { pin: { option: "pin-env", env: true } },
      lines: ({ name }) => [`${name}'s PIN is removed.`],
    },
  }),

  command("people.resetPin", {
    summary: "Remove a person's PIN, such as a forgotten one",
    input: ofPerson,
    output: personView,
    runs: "core",
    allowed: "admin",
    perform: async (context, { name }) => published(context, await context.people.resetPin(name)),
    command: { verb: "person reset-pin", lines: ({ name }) => [`${name}'s PIN is removed.`] },
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
