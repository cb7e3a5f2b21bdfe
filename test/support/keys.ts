import type { ElementHandle, Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** More stops than any page has. */
const STOPS_MAX = 400;
/** After so many the target is looked for again: another element may have its name by then. */
const STOPS_PER_LOOK = 25;

type Way = "there" | "gone" | "Tab" | "Shift+Tab";

/** Presses Tab, or Shift+Tab when that way is shorter, until what the locator names has the focus: no mouse, no script. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  // Not looked for at each stop: to find an element by its role and name, every element of the page is asked for both.
  let element = await elementOf(target);
  for (let stop = 1; stop <= STOPS_MAX; stop++) {
    if (stop % STOPS_PER_LOOK === 0) element = await elementOf(target);
    const way = await wayTo(element);
    if (way === "Tab" || way === "Shift+Tab") await page.keyboard.press(way);
    else if (way === "there" && (await target.evaluate((named) => named === document.activeElement))) return;
    // The page has drawn it again, or named another one so.
    else element = await elementOf(target);
  }
  throw new Error(`no number of Tabs leads to ${target}`);
}

async function elementOf(target: Locator): Promise<ElementHandle> {
  const element = await target.elementHandle();
  if (element === null) throw new Error(`nothing is ${target}`);
  return element;
}

function wayTo(element: ElementHandle): Promise<Way> {
  return element.evaluate((wanted): Way => {
    const { activeElement: at, body } = document;
    if (at === wanted) return "there";
    if (!wanted.isConnected) return "gone";
    return at !== null && at !== body && at.compareDocumentPosition(wanted as Element) & Node.DOCUMENT_POSITION_PRECEDING
      ? "Shift+Tab"
      : "Tab";
  });
}

/** Goes there by Tab and presses Enter. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

/** Types into the field that has the focus, and takes the first of its list. */
export async function pick(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  const list = page.getByRole("listbox");
  await list.getByRole("option").filter({ hasText: text }).first().waitFor();
  // While an answer is on its way the list takes no Enter; a person presses it again.
  await expect
    .poll(
      async () => {
        if ((await list.count()) > 0) await page.keyboard.press("Enter");
        return list.count();
      },
      { interval: 250, timeout: 15_000 },
    )
    .toBe(0);
}

/** Among a bank line's candidates, what is proposed comes first and is ticked: matches it. */
export async function chooseProposed(page: Page, press: (key: string) => Promise<void>): Promise<void> {
  const match = page.getByRole("dialog").getByRole("button", { name: "Match", exact: true });
  await page.locator("[data-first-focus]:checked:focus").waitFor();
  await press("Control+Enter");
  await match.waitFor({ state: "detached" });
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
