import type { Page } from "playwright-core";
import { launchChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { LoopbackProcess } from "#test/support/loopback-process.ts";
import { type Goal, type Line, spreadOf } from "./support/figure.ts";
import { inScratch } from "./support/mirror.ts";
import { SMALL_COUNT, writeFirm } from "./support/window-firm.ts";
import { firstPaint, paintedAfter, sincePageBegan } from "./support/window-watch.ts";

/** What a person does on a client's documents, and what shows that it is done. */
interface Act {
  readonly what: string;
  readonly before?: (page: Page) => Promise<void>;
  readonly act: (page: Page) => Promise<void>;
  /** The event that the time is counted from. */
  readonly on: "keydown" | "pointerdown" | "input";
  /** A selector of what must be there, and the text that it must contain. */
  readonly shows: readonly [selector: string, text: string];
  readonly goals?: readonly Goal[];
}

const GRID = '[role="grid"][aria-label="Documents"]';
const FILTER = "input[data-quick-filter]";
const QUICK: readonly Goal[] = [{ of: "ratio", sense: "≤", value: 3 }];

/** S5: the window in Chromium with 200 clients, one of them with ten times the documents of the other goals. */
export async function runWindowBench({ documents, rounds }: { readonly documents: number; readonly rounds: number }): Promise<Line[]> {
  await ensureBuilt();
  return inScratch(async (home) => {
    const count = documents * 10;
    writeFirm(home, count);
    const host = await LoopbackProcess.start(home, "source", [], { TIEOUT_NO_BROWSER: "1" });
    const browser = await launchChromium();
    try {
      const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
      page.setDefaultTimeout(60_000);
      await page.goto(`${host.address}#token=${host.token}`);
      await page.getByRole("grid", { name: "Clients" }).getByRole("rowheader").first().waitFor();
      return [await dashboardLine(page, rounds), ...(await documentLines(page, host.address, count, rounds))];
    } finally {
      await browser.close();
      await host.stop();
    }
  });
}

/** Warm starts of the page until a row of the dashboard is painted, against its own first paint of anything. */
async function dashboardLine(page: Page, rounds: number): Promise<Line> {
  const taken = { ours: [] as number[], baseline: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    await page.reload();
    const rows = await sincePageBegan(page, '[role="grid"][aria-label="Clients"] [role="rowheader"]');
    const first = await firstPaint(page);
    if (round === 0) continue;
    taken.ours.push(rows);
    taken.baseline.push(first);
  }
  return {
    ...{ id: "S5", what: "dashboard of 200 clients, warm start to its rows / to the first paint of anything", unit: "ms", ratio: "share" },
    ...{ ours: spreadOf(taken.ours), baseline: spreadOf(taken.baseline), goals: [{ of: "ours", sense: "≤", value: 1_000 }] },
  };
}

async function documentLines(page: Page, address: string, count: number, rounds: number): Promise<Line[]> {
  const lines: Line[] = [];
  for (const step of acts(count)) {
    const taken = { large: [] as number[], small: [] as number[] };
    for (let round = 0; round <= rounds; round++)
      for (const side of ["large", "small"] as const) {
        const shown = side === "large" ? step : (acts(SMALL_COUNT).find(({ what }) => what === step.what) as Act);
        if ((await page.getByRole("dialog").count()) > 0) await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
        await page.goto(`${address}#/`);
        await page.getByRole("grid", { name: "Clients" }).getByRole("rowheader").first().waitFor();
        await shown.before?.(page);
        const ms = await paintedAfter(page, shown.on, shown.shows, () => shown.act(page));
        if (round > 0) taken[side].push(ms);
      }
    lines.push({
      ...{ id: "S5", what: `${step.what}, ${count.toLocaleString("en-GB")} documents / 1,000`, unit: "ms", ratio: "share" },
      ...{ ours: spreadOf(taken.large), baseline: spreadOf(taken.small), goals: step.goals ?? QUICK },
    });
  }
  return lines;
}

function acts(count: number): readonly Act[] {
  const client = count === SMALL_COUNT ? "small" : "large";
  const open = async (page: Page): Promise<void> => {
    await page.goto(`${new URL(page.url()).origin}/#/clients/${client}/documents`);
    // A filter outlives the screen.
    await page.locator(FILTER).first().fill("");
    await page.locator(`${GRID}[aria-busy="false"] [role="row"]`).nth(5).waitFor();
  };
  const last = `N-${count}`;
  return [
    {
      what: "documents opened from the keyboard",
      before: async (page) => {
        await page.goto(`${new URL(page.url()).origin}/#/clients/${client}/overview`);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.keyboard.press("g");
      },
      act: (page) => page.keyboard.press("d"),
      on: "keydown",
      shows: [`${GRID} [role="rowheader"]`, "N-"],
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
    {
      what: "filtered by a number",
      before: async (page) => {
        await open(page);
        await page.locator(FILTER).first().focus();
      },
      act: (page) => page.keyboard.insertText(last),
      on: "input",
      shows: [`${GRID}[aria-rowcount="2"] [role="rowheader"]`, last],
    },
    {
      what: "a document opened at the side",
      before: open,
      act: (page) => page.locator(`${GRID} [role="rowheader"]`).nth(2).click(),
      on: "pointerdown",
      shows: ['[role="complementary"][aria-label="Document"] h2, aside[aria-label="Document"] h2', "N-"],
    },
    {
      what: "found by its number in the palette, across 200 clients",
      before: async (page) => {
        await open(page);
        await page.keyboard.press("Control+k");
        await page.waitForFunction(() => document.activeElement?.closest("dialog") instanceof HTMLDialogElement);
      },
      act: (page) => page.keyboard.insertText(last),
      on: "input",
      shows: ['[role="option"]', last],
    },
  ];
}
