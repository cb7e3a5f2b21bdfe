import { describe, expect, it } from "vitest";
import { commands } from "#main/hosts/node/commands/index.ts";
import { optionText } from "#main/hosts/node/commands/option-help.ts";

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
