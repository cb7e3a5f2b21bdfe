import type { Page } from "playwright-core";

/**
 * Milliseconds from the beginning of the page's life to the frame in which something stood there, by the
 * page's own clock, kept among its performance entries.
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

/** Milliseconds from an event, by its own time stamp, to the frame in which its outcome is painted. */
export async function paintedAfter(
  page: Page,
  on: string,
  [selector, text]: readonly [string, string],
  act: () => Promise<void>,
): Promise<number> {
  const armed = await page.evaluateHandle(
    ([event, wanted, words]) => ({
      painted: new Promise<number>((resolve) => {
        const begin = ({ timeStamp }: Event): void => {
          const look = (): void => {
            const found = [...document.querySelectorAll(wanted)].some((element) => element.textContent?.includes(words));
            if (!found) requestAnimationFrame(look);
            // The frame after the one in which it came to stand there has painted it.
            else requestAnimationFrame(() => resolve(performance.measure(event, { start: timeStamp, end: performance.now() }).duration));
          };
          look();
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
