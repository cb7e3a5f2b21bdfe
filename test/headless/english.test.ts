import { expect, test } from "vitest";
import { headlessProcess } from "#test/support/headless.ts";
import { tempHome } from "#test/support/temp-home.ts";
import { US_SPELLING } from "../../scripts/lib/british.mjs";

test("the command line is in the English of the computer, until the firm chooses another", async () => {
  const home = tempHome();
  const people = (args: readonly string[], locale: string) => headlessProcess(home, args, { env: { LC_ALL: locale }, forPeople: true });
  const help = await people(["--help"], "en_NZ.UTF-8");
  expect(help.stdout).toContain("suppliers without a tax ID");
  // The name of a verb, such as report aging, is the same everywhere.
  expect(help.stdout.split("\n").filter((line) => US_SPELLING.test(line.slice(30)))).toEqual([]);
  expect((await people(["question", "suggest", "--help"], "en_US.UTF-8")).stdout).toContain("vendors without a tax ID");

  expect((await people(["firm", "language"], "en_AU.UTF-8")).stdout).toContain("British English, from this computer's settings");
  const chosen = await people(["firm", "set-language", "--language", "en-GB", "--terms", "debtors"], "en_US.UTF-8");
  expect(chosen.stdout).toContain("Language: British English. Open invoices and bills are called debtors/creditors.");
  const said = await headlessProcess(home, ["firm", "language"], { env: { LC_ALL: "en_US.UTF-8" } });
  expect(said.json()).toMatchObject({ language: "en-GB", used: "en-GB", terms: "debtors" });
});
