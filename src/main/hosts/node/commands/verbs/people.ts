import { whyNotWritten } from "#main/files/named-file.ts";
import { replaceFile } from "#main/files/replace-file.ts";
import { counted } from "#shared/kernel/readable.ts";
import { refused, reply } from "../ask.ts";
import { ask } from "../asking.ts";
import { type Command, EXIT, textOption } from "../command.ts";

/** Somebody's role, and whether they still work here: two flags stand for one field. */
export const peopleCommands: readonly Command[] = [
  {
    noun: "person",
    verb: "change",
    summary: "Change a person's role, full name or job title, or deactivate or reactivate the person",
    asks: ["people.change"],
    options: { name: "text", role: "text", "full-name": "text", title: "text", left: "flag", back: "flag" },
    required: ["name"],
    help: {
      name: "The person's name, as shown by “person list”",
      role: "viewer, preparer, reviewer or admin",
      "full-name": "Full name, printed in close packs",
      title: "Job title, printed in close packs",
      left: "Deactivate the person",
      back: "Reactivate the person",
    },
    run: async (run) => {
      const { left, back } = run.options;
      if (left === true && back === true)
        return refused(run, {
          code: "usage",
          message: "--left and --back can't be used together.",
          field: "back",
          next: "Use only one of them.",
        });
      const role = textOption(run.options, "role");
      const active = left === true ? false : back === true ? true : undefined;
      const [fullName, title] = [textOption(run.options, "full-name"), textOption(run.options, "title")];
      const change = {
        ...(role === undefined ? {} : { role }),
        ...(active === undefined ? {} : { active }),
        ...(fullName === undefined ? {} : { fullName }),
        ...(title === undefined ? {} : { title }),
      };
      return ask(run, "people.change", { name: textOption(run.options, "name"), ...change }, personLines);
    },
  },
  {
    noun: "key",
    verb: "export",
    summary: "Export the firm's public keys, for “pack verify --keys”",
    asks: ["keys.export"],
    options: { out: "text" },
    required: ["out"],
    help: { out: "File to write" },
    run: async (run) => {
      const exported = await reply(run, "keys.export", {});
      if (!exported.ok) return refused(run, exported.failure);
      const out = textOption(run.options, "out") as string;
      try {
        replaceFile(out, `${JSON.stringify(exported.value, null, 1)}\n`);
      } catch (error) {
        run.output.failure({ code: "storage", message: `Can't write ${out}: ${whyNotWritten(error)}.`, field: "out" });
        return EXIT.failed;
      }
      const { keys } = exported.value;
      run.output.result({ path: out, keys: keys.length }, [`Exported ${counted(keys.length, "public key")} to ${out}.`]);
      return EXIT.done;
    },
  },
];

function personLines(person: Readonly<Record<string, unknown>>): string[] {
  return [
    `${person.name}: ${person.role}${person.active === true ? "" : ", deactivated"}${person.current === true ? ", current user" : ""}`,
  ];
}
