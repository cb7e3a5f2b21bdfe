import { z } from "zod";
import { instantString } from "#shared/model/books/money.ts";
import { personRole } from "#shared/model/close/person.ts";
import { topic } from "../define.ts";

export const personName = z
  .string()
  .trim()
  .min(1, "name the person")
  .max(60, "at most 60 characters")
  // What is noted beside an act is name@machine.
  .regex(/^[^@\p{Cc}]+$/u, "a name without @");

/** A person who works here. Names are how acts, tasks and mentions name people, so a name is never given twice. */
export const personView = z.object({
  name: personName,
  role: personRole,
  /** Left the firm: nobody works under the name any more; what was noted stays. */
  active: z.boolean(),
  /** Works here now. */
  current: z.boolean(),
  addedAt: instantString,
});
export type PersonView = z.infer<typeof personView>;

export const peopleTopics = {
  /** Who works here changed, or what they may do. */
  "people.changed": topic(z.object({ current: z.string() })),
};
