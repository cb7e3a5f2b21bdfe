import type { Locator, Page } from "playwright-core";

type Shows = readonly [selector: string, text: string];

/** What a person does in the window, and what shows that it is done. */
export interface Act {
  readonly what: string;
  readonly before: (page: Page) => Promise<void>;
  readonly act: (page: Page) => Promise<void>;
  /** The event that the time is counted from. */
  readonly on: "keydown" | "pointerdown" | "input" | "click";
  /**
   * A selector that must match, and the text that the element must contain; evaluated before the act, because
   * it may depend on what is there.
   */
  readonly shows: Shows | ((page: Page) => Promise<Shows>);
  /** Repeated while another client is being read. */
  readonly whileReading?: boolean;
}

export const GRID = '[role="grid"][aria-label="Transactions"]';
const FILTER = "input[data-quick-filter]";

/** Whether the element appears within a moment. */
function isThere(locator: Locator): Promise<boolean> {
  return locator.waitFor({ timeout: 2_000 }).then(
    () => true,
    () => false,
  );
}

async function goTo(page: Page, screen: string): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/#/clients/${screen}`);
}

/** Shows a client's documents, unfiltered and from the first one. */
export async function openDocuments(page: Page, client: string): Promise<void> {
  await goTo(page, `${client}/documents`);
  // A filter outlives the screen.
  await page.locator(FILTER).first().fill("");
  await page.locator(`${GRID}[aria-busy="false"] [role="row"]`).nth(5).waitFor();
  // So does the position in the list.
  await page.locator(`${GRID} [tabindex="0"]`).first().focus();
  await page.keyboard.press("Control+Home");
  // A row is there before what it says is.
  await page.locator(`${GRID} [role="row"][aria-rowindex="4"] [role="rowheader"]`).filter({ hasText: "N-" }).waitFor();
}

/** The acts on a client with this many documents. */
export function acts(client: string, count: number): readonly Act[] {
  const place = { client, count, last: `N-${count}`, open: (page: Page) => openDocuments(page, client) };
  return [...listActs(place), ...filterActs(place), ...sortActs(place), ...recordActs(place), ...screenActs(place)];
}

interface Place {
  readonly client: string;
  readonly count: number;
  /** The number of the last document. */
  readonly last: string;
  readonly open: (page: Page) => Promise<void>;
}

function listActs({ client, count, open }: Place): readonly Act[] {
  return [
    {
      what: "documents opened from the keyboard",
      before: async (page) => {
        await goTo(page, `${client}/overview`);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.keyboard.press("g");
      },
      act: (page) => page.keyboard.press("d"),
      on: "keydown",
      shows: [`${GRID} [role="rowheader"]`, "N-"],
      whileReading: true,
    },
    {
      what: "scrolled to the last row",
      before: async (page) => {
        await open(page);
        await page.locator(`${GRID} [tabindex="0"]`).first().focus();
      },
      act: (page) => page.keyboard.press("Control+End"),
      on: "keydown",
      shows: [`${GRID} [role="row"][aria-rowindex="${count + 1}"] [role="rowheader"]`, "N-"],
    },
  ];
}

function filterActs({ last, count, open }: Place): readonly Act[] {
  const typing = async (page: Page): Promise<void> => {
    await open(page);
    await page.locator(FILTER).first().focus();
  };
  return [
    {
      what: "filtered by a number",
      before: typing,
      act: (page) => page.keyboard.insertText(last),
      on: "input",
      shows: [`${GRID}[aria-rowcount="2"] [role="rowheader"]`, last],
      whileReading: true,
    },
    {
      what: "filtered by what was typed: an amount and a type",
      before: typing,
      act: (page) => page.keyboard.insertText("total:>1500 type:bill"),
      on: "input",
      // Some rows are filtered out, so the row count changes once the answer is there.
      shows: [`${GRID}[aria-busy="false"]:not([aria-rowcount="${count + 1}"]) [role="rowheader"]`, "N-"],
    },
  ];
}

function sortActs({ open }: Place): readonly Act[] {
  return [
    {
      what: "sorted by total",
      before: open,
      act: (page) => header(page, "Total").click(),
      on: "click",
      shows: sorted("Total"),
    },
    {
      what: "sorted by total and then by date",
      before: open,
      act: (page) => header(page, "Date").click({ modifiers: ["Shift"] }),
      on: "click",
      shows: sorted("Date"),
    },
  ];
}

const header = (page: Page, name: string) => page.locator(`${GRID} [role="columnheader"]`).filter({ hasText: name }).first();

/** Waits for a loaded list with a different sort order. */
const sorted =
  (name: string) =>
  async (page: Page): Promise<Shows> => {
    const before = await header(page, name).getAttribute("aria-sort");
    return [`${GRID}[aria-busy="false"] [role="columnheader"]:not([aria-sort="${before}"])`, name];
  };

/** An account of the trial balance. The documents are of a year that has ended: back to its last month, which is remembered. */
async function lastIncome(page: Page, client: string): Promise<Locator> {
  await goTo(page, `${client}/statements`);
  const income = page
    .locator('[role="grid"][aria-busy="false"] [role="rowheader"]')
    .filter({ hasText: /income \d/ })
    .first();
  for (let back = 0; back < 12 && !(await isThere(income)); back++) await page.keyboard.press("[");
  return income;
}

/** Screens that are opened most, in the last month of the documents. */
function screenActs({ client }: Place): readonly Act[] {
  const opened = (what: string, key: string, shows: Shows): Act => ({
    what,
    before: async (page) => {
      await lastIncome(page, client);
      await page.keyboard.press("g");
    },
    act: (page) => page.keyboard.press(key),
    on: "keydown",
    shows,
    whileReading: true,
  });
  return [
    opened("overview opened", "o", ["main h2", "Cash and bank as of"]),
    opened("flux analysis opened", "f", ['[role="grid"][aria-busy="false"] [role="rowheader"]', "income"]),
  ];
}

function recordActs({ client, last, open }: Place): readonly Act[] {
  return [
    {
      what: "a document opened at the side",
      before: open,
      act: (page) => page.locator(`${GRID} [role="rowheader"]`).nth(2).click(),
      on: "pointerdown",
      shows: ['aside[aria-label="Transaction"] h2', "N-"],
      whileReading: true,
    },
    {
      what: "a figure of the trial balance drilled to its documents",
      before: async (page) => {
        await (await lastIncome(page, client)).focus();
      },
      act: (page) => page.keyboard.press("Enter"),
      on: "keydown",
      shows: ["aside td a", "N-"],
    },
    {
      what: "found by its number in the palette, across 200 clients",
      before: async (page) => {
        await open(page);
        await page.keyboard.press("Control+k");
        await page.waitForFunction(() => document.activeElement?.closest('dialog, [role="dialog"]') !== null);
      },
      act: (page) => page.keyboard.insertText(last),
      on: "input",
      shows: ['[role="option"]', last],
      whileReading: true,
    },
  ];
}
