import type { Browser, Page } from "playwright-core";
import { launchChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { LoopbackProcess } from "#test/support/loopback-process.ts";
import { exactly, type Goal, type Line, p95, type Spread, spreadOf, type Unit } from "./support/figure.ts";
import { LIVE_TOKEN, type LiveLedger, liveLedger } from "./support/live-ledger.ts";
import { inScratch } from "./support/mirror.ts";
import { type Act, acts, GRID, openDocuments } from "./support/window-acts.ts";
import { SMALL_COUNT, writeFirm } from "./support/window-firm.ts";
import {
  type Answered,
  type Frames,
  firstPaint,
  framesWhileScrolling,
  paintedAfter,
  seenSince,
  sincePageBegan,
  watchItself,
} from "./support/window-watch.ts";

/** Not one of the empty rows that are shown until the core has answered. */
const FIRST_ROW = '[role="grid"][aria-label="Clients"]:not([aria-busy="true"]) [role="rowheader"]';
const SCROLL_MS = 3_000;
const PIXELS_A_FRAME = 900;
const STARTS = 4;

const HUNDRED: readonly Goal[] = [{ of: "ours", sense: "≤", value: 100 }];
const SECOND: readonly Goal[] = [{ of: "ours", sense: "≤", value: 1_000 }];
const THREEFOLD: readonly Goal[] = [{ of: "ratio", sense: "≤", value: 3 }];

/** As tall as 100,000 rows, with nothing in it. */
const EMPTY_LIST = `<style>body { margin: 0 }</style><div role="grid" style="height: 100vh; overflow: auto"><div style="height: 2800000px"></div></div>`;

interface Scale {
  readonly documents: number;
  readonly rounds: number;
}

/** S5: the window in Chromium with 200 clients, one of them with ten times the documents of the other goals. */
export async function runWindowBench({ documents, rounds }: Scale): Promise<Line[]> {
  await ensureBuilt();
  return inScratch(async (home) => {
    const count = documents * 10;
    writeFirm(home, count);
    const live = await liveLedger();
    const browser = await launchChromium();
    try {
      const lines = await startLines(home, browser);
      const host = await startHost(home, live);
      const page = await openPage(browser, host);
      lines.push(await reloadLine(page, rounds));
      lines.push(...(await actLines(page, count, rounds)));
      lines.push(...(await scrollLines(page)));
      lines.push(...(await readingLines(page, host, live, count, rounds).catch(notMeasured)));
      await host.stop();
      return lines;
    } finally {
      await browser.close();
      await live.close();
    }
  });
}

function startHost(home: string, live: LiveLedger | null): Promise<LoopbackProcess> {
  const token = live === null ? {} : { [LIVE_TOKEN]: live.token };
  return LoopbackProcess.start(home, "build", [], { TIEOUT_NO_BROWSER: "1", ...token });
}

async function openPage(browser: Browser, host: LoopbackProcess): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  page.setDefaultTimeout(60_000);
  await watchItself(page);
  await page.goto(await host.newAddress());
  await page.locator(FIRST_ROW).first().waitFor();
  return page;
}

/** Warm starts of the process that serves the window, like a person's second start of the day. */
async function startLines(home: string, browser: Browser): Promise<Line[]> {
  const taken = { all: [] as number[], page: [] as number[], host: [] as number[] };
  for (let start = 0; start <= STARTS; start++) {
    const began = performance.now();
    const host = await startHost(home, null);
    const hostMs = performance.now() - began;
    const page = await openPage(browser, host);
    const pageMs = await sincePageBegan(page, FIRST_ROW);
    if (start > 0) {
      taken.host.push(hostMs);
      taken.page.push(pageMs);
      taken.all.push(hostMs + pageMs);
    }
    await page.context().close();
    await host.stop();
  }
  return [
    line("warm start of the program to the rows of 200 clients / of its process alone", taken.all, taken.host, SECOND),
    line("of which the page, from its first moment / the process", taken.page, taken.host, []),
  ];
}

/** Only the page, on a running host: until a row of the dashboard is painted, compared with its own first paint. */
async function reloadLine(page: Page, rounds: number): Promise<Line> {
  const taken = { ours: [] as number[], baseline: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    await page.reload();
    const rows = await sincePageBegan(page, FIRST_ROW);
    const first = await firstPaint(page);
    if (round === 0) continue;
    taken.ours.push(rows);
    taken.baseline.push(first);
  }
  return line("dashboard of 200 clients reloaded, to its rows / to the first paint of anything", taken.ours, taken.baseline, SECOND);
}

async function actLines(page: Page, count: number, rounds: number): Promise<Line[]> {
  const lines: Line[] = [];
  const seen = { events: [] as number[], smallEvents: [] as number[], tasks: [] as number[], smallTasks: [] as number[] };
  const small = acts("small", SMALL_COUNT);
  for (const [index, step] of acts("large", count).entries()) {
    process.stderr.write(`  ${step.what} …\n`);
    const taken = { large: [] as Answered[], small: [] as Answered[] };
    for (let round = 0; round <= rounds; round++)
      for (const side of ["large", "small"] as const) {
        const done = await performed(page, side === "large" ? step : (small[index] as Act));
        const { events, longTasks } = await seenSince(page);
        if (round === 0) continue;
        taken[side].push(done);
        (side === "large" ? seen.events : seen.smallEvents).push(Math.max(0, ...events));
        (side === "large" ? seen.tasks : seen.smallTasks).push(Math.max(0, ...longTasks));
      }
    const against = `${count.toLocaleString("en-GB")} documents / 1,000`;
    lines.push(line(`${step.what}: answered or progress shown, ${against}`, answered(taken.large), answered(taken.small), HUNDRED));
    lines.push(line(`${step.what}: painted, ${against}`, painted(taken.large), painted(taken.small), THREEFOLD));
  }
  lines.push(
    single(
      "input to next paint by the page's event timing, p95 of all acts, large / small",
      p95(seen.events),
      p95(seen.smallEvents),
      "ms",
      HUNDRED,
    ),
  );
  lines.push(
    single(
      "longest task of the page in any of these acts, large / small",
      Math.max(...seen.tasks),
      Math.max(...seen.smallTasks),
      "ms",
      HUNDRED,
    ),
  );
  return lines;
}

/** One act that starts at the dashboard. */
async function performed(page: Page, act: Act): Promise<Answered> {
  if ((await page.getByRole("dialog").count()) > 0) await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.goto(`${new URL(page.url()).origin}/#/`);
  await page.locator(FIRST_ROW).first().waitFor();
  await act.before(page);
  await seenSince(page);
  const shows = typeof act.shows === "function" ? await act.shows(page) : act.shows;
  return paintedAfter(page, act.on, shows, () => act.act(page));
}

/** The wheel over the documents, without a pause. */
async function scrollLines(page: Page): Promise<Line[]> {
  const empty = await page.context().newPage();
  await empty.setContent(EMPTY_LIST);
  const frames = { large: [] as Frames[], small: [] as Frames[], empty: [] as Frames[] };
  for (let round = 0; round <= 3; round++)
    for (const list of ["large", "small", "empty"] as const) {
      const shown = list === "empty" ? empty : page;
      await shown.bringToFront();
      if (list !== "empty") await openDocuments(page, list);
      const counted = await framesWhileScrolling(shown, list === "empty" ? '[role="grid"]' : GRID, SCROLL_MS, PIXELS_A_FRAME);
      if (round > 0) frames[list].push(counted);
    }
  await empty.close();
  const of = (list: keyof typeof frames, what: keyof Frames) => frames[list].map((one) => one[what]);
  const late = "wheel turned for 3 s, frames later than 25 ms";
  const most: readonly Goal[] = [{ of: "ours", sense: "≤", value: 1 }];
  return [
    line(`${late}, large / small`, of("large", "late"), of("small", "late"), most, "%"),
    line(`${late}, large / an empty page of the same size`, of("large", "late"), of("empty", "late"), most, "%"),
    line("the same, 95th percentile from frame to frame, large / empty", of("large", "p95"), of("empty", "p95"), [
      { of: "ours", sense: "≤", value: 20 },
    ]),
  ];
}

/** Some acts again while another client is read for the first time, compared with the same acts without other work. */
async function readingLines(page: Page, host: LoopbackProcess, live: LiveLedger, count: number, rounds: number): Promise<Line[]> {
  const chosen = acts("large", count).filter(({ whileReading }) => whileReading === true);
  const quiet = new Map<string, Answered[]>();
  const during = new Map<string, Answered[]>();
  for (let round = 0; round < rounds; round++) for (const act of chosen) push(quiet, act.what, await performed(page, act));
  await live.startReading(host);
  for (let round = 0; round < rounds && (await live.isReading(host)); round++)
    for (const act of chosen) push(during, act.what, await performed(page, act));
  const wasRead = (await live.isReading(host)) ? "" : " (the read ended meanwhile)";
  return chosen.flatMap(({ what }) => {
    const [ours, baseline] = [during.get(what) ?? [], quiet.get(what) ?? []];
    if (ours.length === 0) return [{ id: "S5", what: `${what}, while a client is read`, reason: "the read ended before it" }];
    return [
      line(`${what}: answered or progress shown while a client is read / quiet${wasRead}`, answered(ours), answered(baseline), HUNDRED),
      line(`${what}: painted while a client is read / quiet`, painted(ours), painted(baseline), THREEFOLD),
    ];
  });
}

/** A failure here doesn't invalidate the lines above. */
function notMeasured(error: unknown): Line[] {
  if (!(error instanceof Error)) throw error;
  return [{ id: "S5", what: "the same while a client is read", reason: error.message.split("\n", 1)[0] ?? "" }];
}

function push(map: Map<string, Answered[]>, what: string, done: Answered): void {
  map.set(what, [...(map.get(what) ?? []), done]);
}

const answered = (all: readonly Answered[]) => all.map((one) => one.answered);
const painted = (all: readonly Answered[]) => all.map((one) => one.painted);

function line(what: string, ours: readonly number[], baseline: readonly number[], goals: readonly Goal[], unit: Unit = "ms"): Line {
  return figure(what, spreadOf(ours), spreadOf(baseline), unit, goals);
}

function single(what: string, ours: number, baseline: number, unit: Unit, goals: readonly Goal[]): Line {
  return figure(what, exactly(ours), exactly(baseline), unit, goals);
}

function figure(what: string, ours: Spread, baseline: Spread, unit: Unit, goals: readonly Goal[]): Line {
  return { id: "S5", what, ours, baseline, unit, ratio: "share", goals };
}
