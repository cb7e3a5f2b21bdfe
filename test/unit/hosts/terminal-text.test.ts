import { spawnSync } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aligned, failureLines } from "#main/hosts/node/output.ts";
import { terminalJson, terminalLines, terminalText } from "#main/hosts/node/terminal-text.ts";
import { headlessProcess } from "#test/support/headless.ts";

/** Clears the screen, sets the title, asks for an answer, 8-bit CSI, turns text round, hides text, looks like a second line. */
const HOSTILE = "\u001b[2J\u001b]0;owned\u0007\u001b[6n\u009b31m\u202egpj\u2066\u200b\u{e0041}\r\nTotal 0.00\u2028end\ud800";
const ACTS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const OUTPUT = join(import.meta.dirname, "..", "..", "..", "src", "main", "hosts", "node", "output.ts");

/** What an output prints, line by line. */
function printed(code: string): { readonly out: string[]; readonly err: string[] } {
  const script = `import { createOutput, endAtDefects } from ${JSON.stringify(OUTPUT)}; const HOSTILE = ${JSON.stringify(HOSTILE)}; ${code}`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  return { out: stdout.split("\n"), err: stderr.split("\n") };
}

describe("text from outside on a terminal", () => {
  it("shows what would act as its code point, and an end of line as a mark", () => {
    expect(terminalText("a\u001b[31mb\u202ec\r\nd\te")).toBe("a[U+001B][31mb[U+202E]c↵d e");
    expect(terminalText("Müller & Søn, 東京, שלום, 10 000 €")).toBe("Müller & Søn, 東京, שלום, 10 000 €");
    expect(terminalLines("one\r\ntwo\u001b")).toEqual(["  one", "  two[U+001B]"]);
  });

  it("does nothing, whatever the text; JSON reads back as the same value", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        expect(terminalText(text)).not.toMatch(ACTS);
        const json = terminalJson({ text });
        expect(json).not.toMatch(ACTS);
        expect(JSON.parse(json)).toEqual({ text });
      }),
    );
  });

  it("is safe in results, rows, progress, failures and defects", () => {
    const people = printed(`
      const output = createOutput({ json: false, quiet: false });
      output.result({}, ["name " + HOSTILE]);
      output.rows([{ name: HOSTILE }], [{ title: "name", width: 300, of: (row) => row.name }]);
      output.progress(HOSTILE);
      output.failure({ code: "rejected", message: HOSTILE, next: HOSTILE, ledgerError: { status: 400, body: "{\\n" + HOSTILE, request: "POST /" + HOSTILE } });
      endAtDefects();
      throw new Error(HOSTILE);`);
    const json = printed(`
      const output = createOutput({ json: true, quiet: false });
      output.result({ name: HOSTILE }, []);
      output.rows([{ name: HOSTILE }], []);
      output.failure({ code: "rejected", message: HOSTILE });`);
    const lines = [...people.out, ...people.err, ...json.out, ...json.err];
    expect(lines.filter((line) => line.includes("owned")).length).toBeGreaterThanOrEqual(9);
    for (const line of lines) {
      expect(line).not.toMatch(ACTS);
      expect(line, "looks like a line of ours").not.toMatch(/^Total/);
    }
    expect(people.out[0]).toContain("[U+001B][2J");
    expect(JSON.parse(json.out[0] ?? "")).toEqual({ name: HOSTILE.toWellFormed().replace("\ufffd", "\ud800") });
  });

  it("a ledger's answer keeps its lines, each behind an indent", () => {
    const lines = failureLines({
      code: "ledger_rejected",
      message: "No.",
      ledgerError: { status: 400, body: "{\n \u001b[2J}", request: "POST /a" },
    });
    expect(lines).toEqual(["No.", "The ledger answered with HTTP status 400 to POST /a:", "  {", "   [U+001B][2J}"]);
  });

  it("comes back safe from the arguments of a command", async () => {
    const { status, stderr } = await headlessProcess("/nowhere", [HOSTILE.replaceAll("\ud800", "")], { forPeople: true });
    expect(status).toBe(2);
    expect(stderr).toContain("[U+001B][2J");
    expect(stderr.trimEnd().replaceAll("\n", "")).not.toMatch(ACTS);
  });
});

describe("a table with a name of 100,000 letters", () => {
  it("is as wide as a table is, on every row", () => {
    const rows = Array.from({ length: 1000 }, (_, at) => [`row ${at}`, at === 7 ? "\u001b".repeat(100_000) : "Birch", "1.00"]);
    const lines = aligned(rows, 2);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(120);
    expect(lines[0]).toMatch(/^row 0\s+Birch\s+1\.00$/);
    expect(lines[7]).toContain("[U+001B]");
  });

  it("keeps figures whole", () => {
    expect(aligned([["a", `${"9".repeat(60)}.99`]], 1)[0]).toBe(`a  ${"9".repeat(60)}.99`);
  });
});
