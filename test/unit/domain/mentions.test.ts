import { expect, it } from "vitest";
import { mentionsIn } from "#main/domain/contacts/mentions.ts";

const PEOPLE = ["Anna", "Anna Berg", "Élise", "bo"];

it.each([
  ["@Anna please look", ["Anna"]],
  ["@anna berg: please look", ["Anna Berg"]],
  ["@Anna and @Anna Berg", ["Anna", "Anna Berg"]],
  ["@Anna Berg, then @Anna, then @anna berg", ["Anna Berg", "Anna"]],
  ["(@élise)", ["Élise"]],
  ["mail anna@bo.example, ask @bobby", []],
  ["@bo", ["bo"]],
  ["a letter: b@bo", []],
  ["twice: @@bo", ["bo"]],
  ["nobody", []],
])("%j asks %j", (text, asked) => expect(mentionsIn(text, PEOPLE)).toEqual(asked));
