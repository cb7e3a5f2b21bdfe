import type { Page } from "playwright-core";

/** What the page's own observers have seen since the last call. */
export interface Seen {
  /** Milliseconds from an input to the next paint, by the page's event timing; only values of 16 and more are reported. */
  readonly events: readonly number[];
  /** Tasks of 50 ms and more on the page's main thread. */
  readonly longTasks: readonly number[];
}

/** Milliseconds after an input: until something on the page responded or showed progress, and until the result was there. */
export interface Answered {
  readonly answered: number;
  readonly painted: number;
}

/** The intervals of frames while something moves. */
export interface Frames {
  readonly p95: number;
  /** Percent of frames that came more than 25 ms after the previous one. */
  readonly late: number;
}

const LATE_MS = 25;

interface Watched extends Window {
  benchSeen?: { events: number[]; longTasks: number[] };
}

/** Lets the page observe itself from the start. */
export async function watchItself(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { events: [] as number[], longTasks: [] as number[] };
    (window as Watched).benchSeen = seen;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.events.push(entry.duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.longTasks.push(entry.duration);
    }).observe({ type: "longtask", buffered: true });
  });
}

/** What was seen since the last call. */
export function seenSince(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const seen = (window as Watched).benchSeen ?? { events: [], longTasks: [] };
    return { events: seen.events.splice(0), longTasks: seen.longTasks.splice(0) };
  });
}

/**
 * Milliseconds from the start of the page to the frame in which something appeared, by the page's own clock,
 * stored among its performance entries.
 */
export function sincePageBegan(page: Page, selector: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          if (document.querySelector(wanted) === null) requestAnimationFrame(look);
          else resolve(performance.measure("began", { start: 0, end: performance.now() }).duration);
        };
        look();
      }),
    selector,
  );
}

/** When the page painted anything at all, by its own entry, which comes a little after the paint. */
export function firstPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const entry = list.getEntriesByName("first-contentful-paint")[0];
          if (entry !== undefined) resolve(entry.startTime);
        }).observe({ type: "paint", buffered: true });
      }),
  );
}

/** The time from an event, by its own time stamp, to the frames with the page's response and with the result. */
export async function paintedAfter(
  page: Page,
  on: string,
  [selector, text]: readonly [string, string],
  act: () => Promise<void>,
): Promise<Answered> {
  const armed = await page.evaluateHandle(
    ([event, wanted, words]) => ({
      painted: new Promise<Answered>((resolve) => {
        const begin = ({ timeStamp }: Event): void => {
          let answered: number | null = null;
          const since = (name: string) => performance.measure(name, { start: timeStamp, end: performance.now() }).duration;
          const look = (): void => {
            const found = [...document.querySelectorAll(wanted)].some((element) => element.textContent?.includes(words));
            const progress =
              document.querySelector('main [aria-busy="true"], [role="dialog"] [aria-busy="true"], main [role="progressbar"]') !== null;
            // The element is painted in the frame after the one in which it appeared.
            if (answered === null && (found || progress))
              requestAnimationFrame(() => {
                answered ??= since(`${event} answered`);
              });
            if (!found) requestAnimationFrame(look);
            else
              requestAnimationFrame(() => {
                const painted = since(event);
                resolve({ painted, answered: answered ?? painted });
              });
          };
          // Elements from before the event don't count.
          requestAnimationFrame(look);
        };
        addEventListener(event, begin, { capture: true, once: true });
      }),
    }),
    [on, selector, text] as const,
  );
  await act();
  await page.locator(selector).filter({ hasText: text }).first().waitFor();
  return armed.evaluate(({ painted }) => painted);
}

/** Turns the wheel over an element for a while, and counts the frames. */
export async function framesWhileScrolling(page: Page, selector: string, forMs: number, pixels: number): Promise<Frames> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`nothing to scroll at ${selector}`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const counted = await page.evaluateHandle(() => {
    const at: number[] = [];
    let isOn = true;
    const frame = (now: number): void => {
      at.push(now);
      if (isOn) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    return {
      end: () => {
        isOn = false;
        return at;
      },
    };
  });
  const until = performance.now() + forMs;
  while (performance.now() < until) {
    const turn = performance.now();
    await page.mouse.wheel(0, pixels);
    const left = 1000 / 60 - (performance.now() - turn);
    if (left > 1) await page.waitForTimeout(left);
  }
  const at = await counted.evaluate(({ end }) => end());
  const gaps = at
    .slice(1)
    .map((now, index) => now - (at[index] as number))
    .sort((a, b) => a - b);
  return { p95: gaps[Math.floor(gaps.length * 0.95)] ?? 0, late: (100 * gaps.filter((gap) => gap > LATE_MS).length) / gaps.length };
}
