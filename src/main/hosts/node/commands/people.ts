import type { Column } from "#main/operations/command-form.ts";
import { ask, listed, plain } from "./asking.ts";
import { type Command, textOption } from "./command.ts";

const COLUMNS: readonly Column[] = [
  plain("name", 30, (row) => row.name),
  plain("role", 9, (row) => row.role),
  plain("works here", 10, (row) => (row.current === true ? "now" : row.active === true ? "yes" : "no more")),
  plain("added", 24, (row) => row.addedAt),
];

/** Who works in the firm. */
export const peopleCommands: readonly Command[] = [
  {
    noun: "person",
    verb: "list",
    summary: "lists the people of the firm and what each may do",
    asks: ["people.list"],
    options: {},
    required: [],
    run: (run) => listed(run, "people.list", {}, COLUMNS),
  },
  {
    noun: "person",
    verb: "add",
    summary: "adds a person: viewer, preparer, reviewer or admin",
    asks: ["people.add"],
    options: { name: "text", role: "text" },
    required: ["name", "role"],
    run: (run) => ask(run, "people.add", { name: textOption(run.options, "name"), role: textOption(run.options, "role") }, personLines),
  },
  {
    noun: "person",
    verb: "change",
    summary: "changes what a person may do, or says that they left (--left) or are back (--back)",
    asks: ["people.change"],
    options: { name: "text", role: "text", left: "flag", back: "flag" },
    required: ["name"],
    run: (run) => {
      const role = textOption(run.options, "role");
      const active = run.options.left === true ? false : run.options.back === true ? true : undefined;
      const change = { ...(role === undefined ? {} : { role }), ...(active === undefined ? {} : { active }) };
      return ask(run, "people.change", { name: textOption(run.options, "name"), ...change }, personLines);
    },
  },
  {
    noun: "person",
    verb: "use",
    summary: "says who works here from now on; noted beside every act",
    asks: ["people.use"],
    options: { name: "text" },
    required: ["name"],
    run: (run) => ask(run, "people.use", { name: textOption(run.options, "name") }, personLines),
  },
];

function personLines(person: Readonly<Record<string, unknown>>): string[] {
  return [
    `${person.name} is ${person.role}${person.active === true ? "" : " and left"}${person.current === true ? ", and works here now" : ""}.`,
  ];
}
