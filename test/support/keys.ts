import type { Locator, Page } from "playwright-core";

/** More stops than any page has. */
const STOPS_MAX = 400;

type Way = "there" | "Tab" | "Shift+Tab";

/** Presses Tab, or Shift+Tab when that way is shorter, until what the locator names has the focus: no mouse, no script. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < STOPS_MAX; stop++) {
    const way = await target.evaluate((element): Way => {
      const { activeElement: at } = document;
      if (at === element) return "there";
      return at !== null && at !== document.body && at.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING
        ? "Shift+Tab"
        : "Tab";
    });
    if (way === "there") return;
    await page.keyboard.press(way);
  }
  throw new Error(`no number of Tabs leads to ${target}`);
}

/** Goes there by Tab and presses Enter. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

/** Presses keys one after another: `chord(page, "g", "l")`. */
export async function chord(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Types into the dialog that asks why, once it has the focus, and sends it with Ctrl+Enter. */
export async function answerWhy(page: Page, words: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
  await page.keyboard.type(words);
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "detached" });
}

/** The cell of a grid that has the focus, `row:column`; empty when none has. */
export function focusedCell(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.closest("[data-cell]")?.getAttribute("data-cell") ?? "");
}

/** Goes one row down in a grid, once the grid has the focus back from what stood at its side. */
export async function rowDown(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.closest("[data-cell]") instanceof HTMLElement);
  const before = await focusedCell(page);
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction((cell) => {
    const at = document.activeElement?.closest("[data-cell]")?.getAttribute("data-cell") ?? cell;
    return at !== cell;
  }, before);
}
