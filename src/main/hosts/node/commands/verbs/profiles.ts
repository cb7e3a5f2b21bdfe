import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readNamedJson } from "#main/files/named-file.ts";
import { findEntries } from "#main/hosts/node/entries.ts";
import { type Profile, readProfile } from "#main/ledgers/profile.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { type Command, EXIT, exitOf, textOption } from "../command.ts";

const profileList: Command = {
  noun: "profile",
  verb: "list",
  summary: "List the ledger profiles that come with Tieout, each with its ledger and web address",
  asks: [],
  options: {},
  required: [],
  run: async ({ output }) => {
    const folder = join(findEntries().resources, "profiles");
    const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
    const rows: Record<string, unknown>[] = [];
    for (const file of files.sort()) {
      const profile = profileIn(join(folder, file));
      if (!profile.ok) {
        output.failure(profile.failure);
        return EXIT.failed;
      }
      const { name, forPeople, oauth } = profile.value;
      rows.push({ name, file, ledger: forPeople.ledger ?? null, baseUrl: forPeople.baseUrl ?? null, scopes: oauth.scopes });
    }
    output.rows(rows, [
      { title: "profile", width: 14, of: (row) => String(row.name) },
      { title: "ledger", width: 8, of: (row) => String(row.ledger ?? "any") },
      { title: "base address", width: 48, of: (row) => String(row.baseUrl ?? "-") },
    ]);
    output.endRows(rows.length);
    return EXIT.done;
  },
};

const profileCheck: Command = {
  noun: "profile",
  verb: "check",
  summary: "Check a profile file and name the first setting that's wrong",
  asks: [],
  options: { file: "text" },
  required: ["file"],
  help: { file: "Profile file (JSON)" },
  run: async ({ options, output }) => {
    const profile = profileIn(textOption(options, "file") as string);
    if (!profile.ok) {
      output.failure(profile.failure);
      return exitOf(profile.failure);
    }
    output.result({ ok: true, name: profile.value.name }, [`The profile ${profile.value.name} is valid.`]);
    return EXIT.done;
  },
};

export const profileCommands: readonly Command[] = [profileList, profileCheck];

function profileIn(path: string): Result<Profile, Failure> {
  const json = readNamedJson(path, "file");
  return json.ok ? readProfile(json.value) : json;
}
