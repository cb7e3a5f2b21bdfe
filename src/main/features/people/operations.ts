import { z } from "zod";
import type { ApiContext } from "#main/api/context.ts";
import { left } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { readSetting } from "#main/store/clients/firm-settings.ts";
import { requirePins } from "#main/store/clients/pins.ts";
import {
  fullName,
  givenPin,
  jobTitle,
  newPin,
  type PersonView,
  PIN_RULE,
  type PinRule,
  personName,
  personView,
  pinRule,
} from "#shared/contract/clients/people.ts";
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
    // It opens another person's name to a new PIN.
    signs: true,
    perform: async (context, { name }) => published(context, await context.people.resetPin(name)),
    command: { verb: "person reset-pin", lines: ({ name }) => [`${name}'s PIN is removed.`] },
  }),

  // Entered once, it holds for this process: until Tieout closes or the user is switched.
  command("people.enterPin", {
    summary: "Enter the current user's PIN before signing off",
    input: z.object({ pin: givenPin.describe("PIN") }),
    output: personView,
    runs: "core",
    allowed: "viewer",
    perform: ({ people }, { pin }) => people.enterPin(pin),
  }),

  query("people.pinRule", {
    summary: "Show whether signing off requires the signer's PIN on this computer",
    input: z.object({}),
    output: pinRule,
    runs: "firmReader",
    perform: ({ firm }) => ok({ required: readSetting(firm, PIN_RULE) === true }),
    command: { verb: "person pin-rule", lines: (rule) => [ruleLine(rule)] },
  }),

  // Turning it on takes the administrator's own PIN, so that they can't lock themselves out, and turning it off proves who does it.
  command("people.requirePins", {
    summary: "Require the signer's PIN to sign off on this computer, or stop requiring it",
    input: z.object({ required: z.boolean().describe("Whether signing off requires a PIN: yes or no") }),
    output: pinRule,
    runs: "firmWriter",
    allowed: "admin",
    prepare: async ({ people }) => {
      const refused = await people.pinRefusal();
      return refused === null ? ok(null) : fail(refused);
    },
    perform: ({ firm, person, nowMs }, { required }) => {
      requirePins(firm, { required, person, nowMs });
      return ok({ required });
    },
    after: async ({ people, publish }) => publish("people.changed", { current: people.name }),
    command: { verb: "person require-pin", options: { required: { read: yesOrNo } }, lines: (rule) => [ruleLine(rule)] },
  }),
] as const;

function ruleLine({ required }: PinRule): string {
  return required ? "Signing off requires the signer's PIN." : "Signing off doesn't require a PIN.";
}

function yesOrNo(text: string): Result<boolean, Failure> {
  if (text === "yes" || text === "no") return ok(text === "yes");
  return fail({ code: "invalid_input", message: "--required must be yes or no.", field: "required" });
}

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
