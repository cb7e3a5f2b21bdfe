import { readFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { readXlsx } from "hucre";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PackJob } from "#shared/contract/close/packs.ts";
import { inTerms } from "#shared/language/english.ts";
import { ask } from "#test/support/ask.ts";
import { hasPdfReader, pdfText } from "#test/support/pdf-text.ts";
import { createWorld, type World } from "#test/support/world.ts";
import { US_SPELLING } from "../../scripts/lib/british.mjs";
import { endWorld, syncToEnd } from "./expecting.ts";

/** What nobody in a firm that says debtors wants to read in a pack; case doesn't matter. */
const isAmerican = (text: string) => US_SPELLING.test(text) || inTerms(text, "debtors") !== text;

describe("a close pack in the English of the firm", () => {
  let world: World;
  let clientId: string;

  let changeIds: string[] = [];
  async function pack(): Promise<{ readonly version: number; readonly same: boolean; readonly files: Record<string, Uint8Array> }> {
    let stop: () => void = () => undefined;
    const over = new Promise<PackJob>((resolve) => {
      stop = world.runtime.subscribe(({ topic, payload }) => {
        if (topic === "packs.progress" && (payload as PackJob).state !== "running") resolve(payload as PackJob);
      });
    });
    await ask(world, "packs.export", { clientId, period: "2026-10", folder: join(world.home, "handed-over") });
    const { pack: made } = await world.run(over);
    stop();
    if (made === null) throw new Error("no pack was made");
    return { version: made.version, same: made.same, files: unzipSync(readFileSync(made.path)) };
  }

  /** Every text of the workbook and the read-me that isn't in the books themselves. */
  async function words(files: Record<string, Uint8Array>): Promise<string[]> {
    const text = (name: string) => Buffer.from(files[name] ?? []).toString();
    const books = Object.keys(files)
      .filter((name) => name.startsWith("04_extract/"))
      .map(text)
      .join("\n");
    const { sheets } = await readXlsx(files["01_closepack.xlsx"] as Uint8Array);
    const cells = sheets.flatMap(({ name, rows }) => [name, ...rows.flat().filter((cell) => typeof cell === "string")]);
    return [...new Set([...cells, ...text("README.txt").split("\n")])].filter((said) => !books.includes(said));
  }

  beforeAll(async () => {
    world = await createWorld({ seed: 84, tenants: [{ style: "b", books: { months: 3, invoicesPerMonth: 4 } }] });
    const [tenant] = world.tenants;
    if (tenant === undefined) throw new Error("no client");
    clientId = tenant.source.clientId;
    await syncToEnd(tenant);
    await ask(world, "tieOuts.run", { clientId, asOfDate: "2026-10-31" as never });
  });
  afterAll(async () => {
    await ask(world, "firm.setEnglish", { language: "computer", terms: "receivables" });
    await endWorld(world);
  });

  test("is American where nothing was chosen", async () => {
    expect(await ask(world, "firm.english", {})).toMatchObject({ language: null, used: "en", terms: "receivables" });
    const said = await words((await pack()).files);
    expect(said).toEqual(expect.arrayContaining(["Receivables aging", "Uncategorized", "Collect missing vendor tax IDs"]));
  });

  test("is British with debtors and creditors once the firm chose them, as a new version", async () => {
    const chosen = await ask(world, "firm.setEnglish", { language: "en-GB", terms: "debtors" });
    changeIds = chosen.changeIds;
    const made = await pack();
    expect([made.version, made.same]).toEqual([2, false]);
    const said = await words(made.files);
    expect(said).toEqual(expect.arrayContaining(["Aged debtors", "Aged creditors", "Uncategorised", "Collect missing supplier tax IDs"]));
    expect(said.filter(isAmerican)).toEqual([]);
  });

  test.runIf(hasPdfReader)("its report too", async () => {
    const { files, same } = await pack();
    expect(same).toBe(true);
    const printed = pdfText(files["00_closepack.pdf"]);
    expect(printed).toContain("Debtors and creditors");
    expect(printed).toMatch(/organisation/);
    const books = Buffer.from(files["04_extract/accounts.csv"] ?? []).toString();
    const lines = printed.split("\n").flatMap((line) => line.trim().split(/ {2,}/));
    expect(lines.filter((line) => isAmerican(line) && !books.includes(line))).toEqual([]);
  });

  test.runIf(hasPdfReader)("each page of it but the cover begins with a title, and none is nearly empty", async () => {
    // As much as takes the profit and loss to a second page.
    const text = Array.from({ length: 12 }, (_, at) => `Point ${at + 1}: sales were as expected.`).join("\n");
    await ask(world, "commentary.save", { clientId, period: "2026-10", section: "profit_and_loss", text });
    const { files } = await pack();
    const printed = pdfText(files["00_closepack.pdf"]);
    const pages = printed
      .split("\f")
      .slice(0, -1)
      .map((page) => page.split("\n").filter((line) => line.trim() !== ""));
    const titles =
      /^ *(?:Contents|Summary|Trend, \d+ months|(?:Profit and loss|Balance sheet|Cash flow)(?: \(continued\))?|Debtors and creditors|Reconciliations|Work and sign-offs)$/;
    expect(
      pages
        .slice(1)
        .map(([first]) => first)
        .filter((first) => !titles.test(first ?? "")),
    ).toEqual([]);
    // A statement says on each of its pages whose it is, for when, that it is a draft, and what its columns are.
    const statements = pages.filter(([first]) => /^ *(?:Profit and loss|Balance sheet|Cash flow)/.test(first ?? ""));
    expect(statements.some(([first]) => first?.includes("(continued)"))).toBe(true);
    for (const lines of statements) {
      const shown = lines.join("\n");
      expect(shown).toMatch(/ · (?:For the month ended|As of) 31 October 2026/);
      expect(shown).toMatch(/^ *DRAFT: /m);
      expect(shown).toMatch(/USD +This period,/);
    }
    for (const lines of pages.slice(1)) expect(lines.length, lines.join("\n")).toBeGreaterThan(12);
    // The schedules are listed below the contents, and how to check the pack below the sign-offs.
    expect(pages[1]?.join("\n")).toContain("Schedules in 01_closepack.xlsx");
    expect(pages.at(-1)?.join("\n")).toContain("Versions and verification");
  });

  test("what was before comes back", async () => {
    expect(changeIds.map((id) => id.split(":")[0])).toEqual(["firm_language", "open_item_terms"]);
    for (const changeId of changeIds.toReversed()) await ask(world, "firm.undo", { changeId });
    expect(await ask(world, "firm.english", {})).toMatchObject({ language: null, used: "en", terms: "receivables" });
    expect(await words((await pack()).files)).toContain("Receivables aging");
  });
});
