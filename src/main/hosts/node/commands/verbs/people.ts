import { ask } from "../asking.ts";
import { type Command, textOption } from "../command.ts";

/** Somebody's role, and whether they still work here: two flags stand for one field. */
export const peopleCommands: readonly Command[] = [
  {
    noun: "person",
    verb: "change",
    summary: "Change a person's role, deactivate (--left) or reactivate (--back) them",
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
];

function personLines(person: Readonly<Record<string, unknown>>): string[] {
  return [
    `${person.name} is ${person.role}${person.active === true ? "" : ", deactivated"}${person.current === true ? ", current user" : ""}.`,
  ];
}
