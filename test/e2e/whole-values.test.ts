import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accessibilityFaults, closePages, openChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { openPageWorld, type PageWorld } from "#test/support/page-world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

const FIRM = ["/", "/queue"];
const CLIENT = ["documents", "parties", "accounts", "statements", "aging", "spend", "flux", "tie-outs", "findings", "writes"];
const WIDTHS = [1280, 1440, 1920];
/** Columns of free text, which is whole on hover and in the row's panel. Every other value is essential. */
const FREE_TEXT = ["explanation", "reason", "reference", "why", "what", "record", "queue", "title", "blocks"];

let browser: Browser;
let at: PageWorld;
let client: string;

beforeAll(async () => {
  await ensureBuilt();
  browser = await openChromium();
  const books = { months: 3, invoicesPerMonth: 8 };
  at = await openPageWorld(browser, {
    seed: 23,
    tenants: [
      { style: "a", books },
      { style: "b", books },
      { style: "c", books },
    ],
  });
  const tenants = at.world.tenants as readonly Tenant[];
  for (const tenant of tenants) await at.aside(() => tenant.sync());
  client = `/clients/${tenants[0]?.source.clientId}`;
});

afterAll(async () => {
  await at?.close();
  await closePages(browser);
});

async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate((address) => {
    location.hash = address;
  }, place);
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  // Widths are measured after the first drawing, and a new size is told after it, too.
  await page.evaluate(() => new Promise<void>((drawn) => setTimeout(() => requestAnimationFrame(() => drawn()), 250)));
}

/** Cells of the screen's tables whose text is wider than they are. */
function cutCells(page: Page): Promise<readonly string[]> {
  return page.evaluate((freeText) => {
    const found: string[] = [];
    for (const grid of document.querySelectorAll('[role="grid"]')) {
      const ids = [...grid.querySelectorAll('[role="columnheader"]')].map((head) => head.getAttribute("data-column") ?? "");
      for (const cell of grid.querySelectorAll<HTMLElement>("[aria-colindex]")) {
        const id = ids[Number(cell.getAttribute("aria-colindex")) - 1] ?? "";
        if (freeText.includes(id) && cell.getAttribute("role") !== "columnheader") continue;
        const cut = [cell, ...cell.querySelectorAll<HTMLElement>("*")].some((element) => {
          const style = getComputedStyle(element);
          const hides = style.overflowX !== "visible" && style.position !== "absolute";
          return hides && element.clientWidth > 0 && element.scrollWidth > element.clientWidth;
        });
        if (cut) found.push(`${id}: ${cell.textContent}`);
      }
    }
    return [...new Set(found)];
  }, FREE_TEXT);
}

describe("tables", () => {
  it.each(WIDTHS)("cut no essential value at %i px", { timeout: 120_000 }, async (width) => {
    await at.page.setViewportSize({ width, height: 900 });
    const cut: string[] = [];
    let grids = 0;
    for (const place of [...FIRM, ...CLIENT.map((screen) => `${client}/${screen}`)]) {
      await goTo(at.page, place);
      grids += await at.page.getByRole("grid").count();
      for (const one of await cutCells(at.page)) cut.push(`${place} ${one}`);
    }
    expect(grids).toBeGreaterThan(8);
    expect(cut).toEqual([]);
  });

  it("keep figures close to the names that they belong to", async () => {
    await at.page.setViewportSize({ width: 1920, height: 1080 });
    await goTo(at.page, `${client}/statements`);
    const row = at.page.getByRole("row").filter({ has: at.page.getByRole("rowheader") });
    const name = await row.nth(1).getByRole("rowheader").boundingBox();
    const first = await row.nth(1).getByRole("gridcell").first().boundingBox();
    const end = (cell: typeof first) => (cell?.x ?? 9_999) + (cell?.width ?? 0) - (name?.x ?? 0);
    expect(end(first)).toBeLessThan(600);
    const cells = await row.nth(1).getByRole("gridcell").all();
    const widths = await Promise.all(cells.map(async (cell) => (await cell.boundingBox())?.width ?? 9_999));
    expect(Math.max(...widths)).toBeLessThan(320);
  });

  it("fill a wide window to its edge, where the button for columns is, clear of the last header's words", async () => {
    await at.page.setViewportSize({ width: 1920, height: 1080 });
    for (const screen of ["statements", "documents"]) {
      await goTo(at.page, `${client}/${screen}`);
      const heads = at.page.getByRole("grid").getByRole("columnheader");
      const [band, last, button] = await Promise.all([
        heads.first().locator("..").boundingBox(),
        heads.last().boundingBox(),
        at.page.getByRole("button", { name: /^Columns and export: / }).boundingBox(),
      ]);
      const end = (box: typeof band) => (box?.x ?? 0) + (box?.width ?? 0);
      // A scroll bar may take the last pixels of the header, and the button has some air on its right.
      expect([end(band) > 1_900, end(last) > 1_890, end(button) > 1_900]).toEqual([true, true, true]);
      const words = await heads.last().evaluate((head) => {
        // Its words alone: what a width is dragged by ends at the edge.
        const range = document.createRange();
        const texts = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
        const ends: number[] = [];
        while (texts.nextNode() !== null) {
          range.selectNodeContents(texts.currentNode);
          ends.push(range.getBoundingClientRect().right);
        }
        return Math.max(...ends);
      });
      expect(button?.x ?? 0).toBeGreaterThan(words);
    }
  });

  it("leave out a column that holds nothing in any row", async () => {
    await goTo(at.page, "/");
    const heads = await at.page.getByRole("columnheader").allTextContents();
    expect(heads).toContain("Tie-outs");
    expect(heads).not.toContain("Deleted");
  });

  it("keep the column of the sort beside an open panel", async () => {
    await at.page.setViewportSize({ width: 1280, height: 800 });
    await goTo(at.page, `${client}/aging`);
    await at.page
      .getByRole("gridcell")
      .filter({ hasText: /\d\.\d\d/ })
      .first()
      .click();
    await at.page.locator("[data-panel]").waitFor();
    expect(await at.page.getByRole("columnheader").allTextContents()).toContain("Outstanding");
    expect(await cutCells(at.page)).toEqual([]);
    await at.page.keyboard.press("Escape");
  });
});

describe("the row whose panel is open", () => {
  it("has its bar wherever the focus is, beside a panel whose values are near their labels", async () => {
    await at.page.setViewportSize({ width: 1280, height: 800 });
    await goTo(at.page, `${client}/documents`);
    await at.page.getByRole("rowheader").nth(1).click();
    const panel = at.page.locator("[data-panel]");
    await panel.waitFor();
    const bars = () =>
      at.page
        .getByRole("rowheader")
        .evaluateAll((cells) => cells.filter((cell) => getComputedStyle(cell, "::before").width === "3px").length);
    expect(await bars()).toBe(1);
    // A value begins right after its label, however wide the panel is.
    const facts = panel.locator("dl > div");
    expect(await facts.first().innerText()).toMatch(/^Status\b/);
    const total = facts.filter({ hasText: /^Total/ }).first();
    const [name, value] = await total.locator("dt, dd").evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().toJSON()));
    expect(value.left - name.left).toBeLessThan(176 + 20);
    await panel.getByRole("button", { name: /^Close panel/ }).focus();
    expect(await bars()).toBe(1);
    await at.page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
  });
});

describe("links", () => {
  it("have a line only in a sentence, where they are pointed at, and in high contrast", async () => {
    const lineOf = (link: Locator) => link.evaluate((element) => getComputedStyle(element).textDecorationLine);
    await goTo(at.page, `${client}/overview`);
    const alone = at.page.getByRole("main").getByRole("link", { name: /^\d+ contacts$/ });
    await alone.waitFor();
    expect(await lineOf(alone)).toBe("none");
    await alone.hover();
    expect(await lineOf(alone)).toBe("underline");
    await at.page.mouse.move(0, 0);
    await at.page.evaluate(() => document.documentElement.setAttribute("data-contrast", "high"));
    expect(await lineOf(alone)).toBe("underline");
    await at.page.evaluate(() => document.documentElement.removeAttribute("data-contrast"));
    await goTo(at.page, "/settings/ledgers");
    const within = at.page.getByRole("link", { name: "ledger limits", exact: true });
    await within.waitFor();
    expect(await lineOf(within)).toBe("underline");
  });
});

describe("toolbars", () => {
  it("stay one line beside a panel, so that rows keep their places", async () => {
    await at.page.setViewportSize({ width: 1280, height: 800 });
    await goTo(at.page, `${client}/aging`);
    // What it holds may fold into a menu, so the bar is found once.
    const choices = at.page.getByRole("main").getByRole("radiogroup").first();
    const bar = await choices.locator("xpath=ancestor::div[contains(@class, 'bar')][1]").elementHandle();
    const before = await bar?.boundingBox();
    await at.page
      .getByRole("gridcell")
      .filter({ hasText: /\d\.\d\d/ })
      .first()
      .click();
    await at.page.locator("[data-panel]").waitFor();
    const beside = await bar?.boundingBox();
    expect(beside?.width).toBeLessThan(before?.width ?? 0);
    expect(beside?.height).toBe(before?.height);
    expect(beside?.height).toBeLessThan(50);
    await at.page.keyboard.press("Escape");
  });
});

describe("the design system", () => {
  it("is found by its name, and its components have no accessibility fault, light or dark", async () => {
    await at.page.keyboard.press("Control+k");
    await at.page.keyboard.type("design system");
    await at.page
      .getByRole("option", { name: /Design system/ })
      .first()
      .waitFor();
    await at.page.keyboard.press("Enter");
    await at.page.getByRole("heading", { name: "Design system" }).waitFor();
    for (const look of ["light", "dark"] as const) expect(await accessibilityFaults(at.page, look)).toEqual([]);
    expect(await at.page.getByRole("grid").count()).toBe(2);
  });
});
