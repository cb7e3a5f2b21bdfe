import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { startLoopbackServer } from "#main/hosts/node/browser/loopback-server.ts";
import { readPageFiles } from "#main/hosts/node/browser/page-files.ts";
import { findEntries } from "#main/hosts/node/entries.ts";
import { complaintsOf } from "./browser.ts";
import { createWorld, START_MS, type World, type WorldOptions } from "./world.ts";

/** How fast time passes in the world while a page is open, and how often it advances. */
const STEP_MS = 1_000;
const EVERY_MS = 20;
/** More windows than cores, and machines that are shared: it says "hangs", not "slow". */
const ANSWER_WITHIN_MS = 60_000;

/** A world in virtual time with a real page. Time passes whenever nothing else controls it. */
export interface PageWorld {
  readonly world: World;
  readonly page: Page;
  /** For another page on the same world: an address opens one browser. */
  newAddress(): string;
  readonly complaints: readonly string[];
  /** Does something that needs the world's own time, such as a sync, while the flow of time is stopped. */
  aside<T>(work: () => Promise<T>): Promise<T>;
  /** Lets `ms` of the world's time pass at once; the browser's clock follows. */
  pass(ms: number): Promise<void>;
  /** Ends the core that the page talks to; the page stays. */
  stopCore(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the built window on a world; the browser's clock starts at the world's beginning. */
export async function openPageWorld(browser: Browser, options: WorldOptions): Promise<PageWorld> {
  const world = await createWorld(options);
  const files = readPageFiles(findEntries().renderer);
  if (!files.ok) throw new Error(files.failure.message);
  const server = await startLoopbackServer({ runtime: world.runtime, files: files.value });
  const flow = flowOf(world);
  let stopped: Promise<void> | null = null;
  const stopCore = (): Promise<void> => {
    stopped ??= server.close();
    return stopped;
  };
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  context.setDefaultTimeout(ANSWER_WITHIN_MS);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  await page.clock.setFixedTime(START_MS);
  const complaints = complaintsOf(page);
  await page.goto(server.newAddress());
  // A key that is pressed before the window is drawn is lost.
  await page.getByRole("main").waitFor();
  return {
    ...{ world, page, complaints, newAddress: server.newAddress },
    aside: flow.aside,
    pass: (ms) =>
      flow.aside(async () => {
        await world.clock.advance(ms);
        await page.clock.setFixedTime(world.clock.nowMs());
      }),
    stopCore,
    close: async () => {
      await context.close();
      await flow.end();
      await stopCore();
      await world.close();
    },
  };
}

/** One thing at a time: two that move the same clock would set it back. */
function flowOf({ clock }: World) {
  let last: Promise<unknown> = Promise.resolve();
  let ended = false;
  const aside = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  const flow = async (): Promise<void> => {
    while (!ended) {
      await aside(() => clock.advance(STEP_MS));
      await pause(EVERY_MS);
    }
  };
  const flowing = flow();
  return {
    aside,
    end: async () => {
      ended = true;
      await flowing;
      await last;
    },
  };
}
