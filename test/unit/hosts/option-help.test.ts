import { describe, expect, it } from "vitest";
import { commands } from "#main/hosts/node/commands/index.ts";
import { optionText } from "#main/hosts/node/commands/option-help.ts";
import { operations } from "#main/operations/collection.ts";
import type { Operation } from "#main/operations/operation.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

describe("the help of a verb", () => {
  it("says what each of its options is", () => {
    const untold = commands.flatMap(({ noun, verb, options, help }) =>
      Object.keys(options)
        .filter((option) => optionText(option, help) === "")
        .map((option) => `${noun} ${verb} --${option}`),
    );
    expect(untold).toEqual([]);
  });

  it("doesn't call a file, a place or a currency a day", () => {
    const days = commands.flatMap(({ noun, verb, options, help }) =>
      Object.keys(options)
        .filter((option) => /^(First|Last) day, such as/.test(optionText(option, help)))
        .map((option) => `${noun} ${verb} --${option}`),
    );
    expect(days.filter((named) => !/^(change|document|duplicate|report|sync) /.test(named))).toEqual([]);
  });
});

describe("the table of a verb", () => {
  it("has no column that is called “no”, which reads as an answer", () => {
    const titles = operations.flatMap(({ command }: Operation) => command?.table?.columns.map(({ title }) => title) ?? []);
    expect(titles).toContain("number");
    expect(titles).not.toContain("no");
  });
});

describe("options that exclude each other", () => {
  it.for([
    ["person change", { name: "Vito", left: true, back: true }, "back"],
    ["note list", { client: "c", account: "a", party: "p" }, "account"],
    ["note add", { client: "c", text: "x", line: "l", document: "d" }, "line"],
    ["task list", { client: "c", figure: "f", account: "a" }, "figure"],
    ["task add", { client: "c", title: "x", party: "p", line: "l" }, "party"],
  ] as const)("are refused together, and nothing is asked: %s", async ([named, options, field]) => {
    const command = commands.find(({ noun, verb }) => `${noun} ${verb}` === named);
    const failures: Failure[] = [];
    const route = () => Promise.reject(new Error("the core was asked"));
    const run = { door: { route }, options, output: { failure: (failure: Failure) => failures.push(failure) } };
    expect(await command?.run(run as never)).toBe(2);
    expect(failures).toMatchObject([{ field }]);
  });
});
