import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { addressOf, FIRST_PAGE, pictureOf, readPage } from "../../../src/renderer/features/help/guide.ts";
import { ROOT } from "../../support/house-rules/source.ts";

const FOLDER = join(ROOT, "docs/guide");
const pages = readdirSync(FOLDER).filter((name) => name.endsWith(".md"));
/** A page as its Markdown was; null where there is none. */
const textOf = async (name: string) => (await readPage(name))?.map(({ raw }) => raw).join("") ?? null;
const linksIn = (text: string) => [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, href]) => href ?? "");

describe("the guide in the window", () => {
  test("has every page of docs/guide, word for word", async () => {
    for (const page of pages) expect(await textOf(page.replace(".md", "")), page).toBe(readFileSync(join(FOLDER, page), "utf8"));
  });

  test("leads from its first page to every other one", async () => {
    const first = await textOf(FIRST_PAGE);
    expect(linksIn(first ?? "").sort()).toEqual(pages.filter((page) => page !== "README.md").sort());
  });

  test("says on its first page what each other one is about", async () => {
    const entries = [...((await textOf(FIRST_PAGE)) ?? "").matchAll(/^- \[[^\]]+\]\([^)]+\)\\\n {2}\S.*$/gm)];
    expect(entries).toHaveLength(pages.length - 1);
  });

  test("has no link that the window can't follow", async () => {
    for (const page of pages) {
      const text = (await textOf(page.replace(".md", ""))) ?? "";
      expect(
        linksIn(text).filter((href) => (href.endsWith(".png") ? pictureOf(href) : addressOf(href)) === null),
        page,
      ).toEqual([]);
    }
  });

  test("says so where there is no such page", async () => {
    expect(await readPage("nowhere")).toBeNull();
  });
});
