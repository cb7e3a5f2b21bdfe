import { z } from "zod";
import { instantString } from "#shared/model/books/money.ts";
import { personRole } from "#shared/model/close/person.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { topic } from "../define.ts";

export const personName = z
  .string()
  .trim()
  .min(1, "enter a name")
  .max(60, "use at most 60 characters")
  // What is noted beside an act is name@machine.
  .regex(/^[^@\p{Cc}]+$/u, "use a name without @");

const printable = z
  .string()
  .trim()
  .regex(/^\P{Cc}*$/u, "use one line of text");
export const fullName = printable.max(120, "use at most 120 characters");
export const jobTitle = printable.max(80, "use at most 80 characters");

export const newPin = z.string().regex(/^[0-9]{4,12}$/, "use 4 to 12 digits");
/** A PIN that somebody gives, of any form: only the core knows whether it's right. */
export const givenPin = z.string().max(100);

/** A person who works here. Names are how acts, tasks and mentions name people, so a name is never given twice. */
export const personView = z.object({
  name: personName,
  /** As printed beside sign-offs; null: the name is printed. */
  fullName: z.string().nullable(),
  /** Job title, printed below the name. */
  title: z.string().nullable(),
  role: personRole,
  /** False for people who left the firm: nobody works under the name, and its records stay. */
  active: z.boolean(),
  /** Works here now. */
  current: z.boolean(),
  /** Switching to this person asks for a PIN. */
  hasPin: z.boolean(),
  addedAt: instantString,
});
export type PersonView = z.infer<typeof personView>;

/** Where it is kept whether a sign-off takes the signer's PIN. As the PINs, it belongs to one data folder. */
export const PIN_RULE = "person/pin_to_sign";
export const pinRule = z.object({ required: z.boolean() });
export type PinRule = z.infer<typeof pinRule>;

/** Refused only until the current user has entered their PIN; then the same can be asked again. */
export function needsPin({ code, field }: Failure): boolean {
  return code === "not_allowed" && field === "pin";
}

export const peopleTopics = {
  /** Who works here changed, or what they may do. */
  "people.changed": topic(z.object({ current: z.string() })),
};
