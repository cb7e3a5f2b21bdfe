import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CLIENT_SCREENS } from "#shared/contract/app/screens.ts";
import { accessibilityFaults, closePages, colourFaults, complaintsOf, faultsInBothLooks, openChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { openPageWorld, type PageWorld } from "#test/support/page-world.ts";
import { textsOutsideTheCatalogue } from "#test/support/window-texts.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

/** Screens of the firm. Those of a client are all that the contract names; parts of screens are found by their links. */
const FIRM = ["/", "/inbox", "/queue", "/group", "/connect", "/connect/list", "/connect/file", "/settings"];
const FORMS = ["writes/new-bill", "writes/new-journal", "writes/new-payment"];
const PARTS_OF = ["checks", "close", "settings"];

/** Judged as a whole from right to left as well; on the others only what that can change, their width. */
const RIGHT_TO_LEFT = ["/", "/overview", "/statements", "/close"];
const LONG_MS = 400_000;
const LOOKS_MAX = 15;
/** A screen that asked for nothing in so many frames has all it wants. */
const QUIET_FRAMES = 8;

let browser: Browser;
let at: PageWorld;
let places: readonly string[];

beforeAll(async () => {
  await ensureBuilt();
  browser = await openChromium();
  at = await openPageWorld(browser, { seed: 17, tenants: [{ style: "c", books: { months: 2, invoicesPerMonth: 6 } }] });
  const [tenant] = at.world.tenants as [Tenant];
  await at.aside(() => tenant.sync());
  const client = `/clients/${tenant.source.clientId}`;
  const [document] = await at.aside(() => tenant.readAll("documents"));
  const record = `${client}/documents/${encodeURIComponent(String(document?.id))}`;
  const plain = [...FIRM, ...[...CLIENT_SCREENS, ...FORMS].map((screen) => `${client}/${screen}`), record];
  const parts: string[] = [];
  for (const place of plain.filter((address) => PARTS_OF.some((screen) => address.endsWith(`/${screen}`)))) {
    await goTo(at.page, place);
    const links = at.page.getByRole("navigation", { name: /^Sections of|^Settings sections$/ }).getByRole("link");
    for (const href of await links.evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""))) parts.push(href.slice(1));
  }
  places = [...new Set([...plain, ...parts])];
});

afterAll(async () => {
  await at?.close();
  await closePages(browser);
});

/** Goes to a place, lets it be drawn, and waits until nothing on it is being fetched. */
async function goTo(page: Page, place: string): Promise<void> {
  const left = await page.evaluate(
    ([address, patienceMs, still]) =>
      new Promise<string>((resolve) => {
        location.hash = address;
        const began = performance.now();
        let quiet = 0;
        const look = (): void => {
          const busy = document.querySelector('[aria-busy="true"]');
          quiet = busy === null ? quiet + 1 : 0;
          if (quiet >= still) resolve("");
          else if (performance.now() - began > patienceMs) resolve(busy?.outerHTML.slice(0, 200) ?? "?");
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    [place, 20_000, QUIET_FRAMES] as const,
  );
  if (left !== "") throw new Error(`${place} stays busy: ${left}`);
}

interface Window {
  readonly page: Page;
  readonly complaints: readonly string[];
  /** Every text that the core has answered. */
  readonly data: Set<string>;
}

/** Another page on the same world, with settings of its own. */
async function another(settings: Readonly<Record<string, string>> = {}, size = { width: 1280, height: 800 }): Promise<Window> {
  const context = await browser.newContext({ viewport: size, reducedMotion: "reduce" });
  context.setDefaultTimeout(20_000);
  await context.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  }, settings);
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  const data = new Set<string>();
  page.on("response", (response) => {
    if (!response.url().includes("/api/invoke")) return;
    response.json().then(
      (answer) => collectTexts(answer, data),
      () => undefined,
    );
  });
  await page.clock.setFixedTime(at.world.clock.nowMs());
  await page.goto(at.newAddress());
  await page.getByRole("grid").first().waitFor();
  return { page, complaints, data };
}

function collectTexts(value: unknown, into: Set<string>): void {
  if (typeof value === "string") into.add(value);
  else if (typeof value === "object" && value !== null) for (const part of Object.values(value)) collectTexts(part, into);
}

/** Judges every place, in two windows at once, and tells what was found where. */
async function everywhere(
  judge: (window: Window, place: string) => Promise<readonly string[]>,
  ...settings: Parameters<typeof another>
): Promise<readonly string[]> {
  const found: string[] = [];
  const left = [...places];
  const windows = await Promise.all([another(...settings), another(...settings)]);
  await Promise.all(
    windows.map(async (window) => {
      for (let place = left.shift(); place !== undefined; place = left.shift()) {
        await goTo(window.page, place);
        for (const one of await judge(window, place)) found.push(`${place}: ${one}`);
      }
    }),
  );
  for (const { page, complaints } of windows) {
    found.push(...complaints);
    await page.context().close();
  }
  return found;
}

interface Faults {
  readonly usual: readonly string[];
  readonly highContrast: readonly string[];
}

let faultsFound: Promise<Faults> | undefined;

/** The faults of every place, in its usual colors and in those of a machine that wishes for contrast, found on one visit. */
function faultsEverywhere(): Promise<Faults> {
  faultsFound ??= judgeEverywhere();
  return faultsFound;
}

async function judgeEverywhere(): Promise<Faults> {
  const highContrast: string[] = [];
  const usual = await everywhere(async (window, place) => {
    const { page } = window;
    const faults = await faultsInBothLooks(page);
    await page.emulateMedia({ contrast: "more" });
    await expect.poll(() => atRoot(window, "contrast")).toBe("high");
    for (const look of ["dark", "light"] as const) for (const one of await colourFaults(page, look)) highContrast.push(`${place}: ${one}`);
    await page.emulateMedia({ contrast: "no-preference" });
    await expect.poll(() => atRoot(window, "contrast")).toBeUndefined();
    return faults;
  });
  return { usual, highContrast };
}

/** How far the page is wider than its window. */
async function tooWide({ page }: Window): Promise<readonly string[]> {
  const by = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return by > 0 ? [`${by} px too wide`] : [];
}

async function atRoot({ page }: Window, name: "dir" | "contrast"): Promise<string | undefined> {
  return page.evaluate((asked) => (asked === "dir" ? document.documentElement.dir : document.documentElement.dataset.contrast), name);
}

describe("every screen", () => {
  it("is there to be looked at", () => expect(places.length).toBeGreaterThan(40));

  it("has no accessibility fault, light or dark", { timeout: LONG_MS }, async () => {
    expect((await faultsEverywhere()).usual).toEqual([]);
  });

  it("has colours that are told apart in high contrast, light and dark", { timeout: LONG_MS }, async () => {
    expect((await faultsEverywhere()).highContrast).toEqual([]);
    const chosen = await another({ "tieout.contrast": "high" });
    expect(await atRoot(chosen, "contrast")).toBe("high");
    await chosen.page.context().close();
  });

  it("fits at 200 % into a small window, without a page that scrolls sideways", { timeout: LONG_MS }, async () => {
    expect(await everywhere(tooWide, {}, { width: 640, height: 400 })).toEqual([]);
  });

  it("has every text in the catalogue", { timeout: LONG_MS }, async () => {
    const plain = await everywhere(
      async ({ page, data }) => {
        let outside = await textsOutsideTheCatalogue(page, data);
        // A page can show an answer before this process has read its bytes too.
        for (let look = 0; look < LOOKS_MAX && outside.length > 0; look++) {
          await page.waitForTimeout(200);
          outside = await textsOutsideTheCatalogue(page, data);
        }
        return outside;
      },
      { "tieout.language": "en-XA" },
    );
    expect(plain).toEqual([]);
  });

  it("runs from right to left, as wide as its window and without a fault", { timeout: LONG_MS }, async () => {
    const wrong = await everywhere(
      async (window, place) => {
        expect(await atRoot(window, "dir")).toBe("rtl");
        const judged = RIGHT_TO_LEFT.some((screen) => place.endsWith(screen)) ? await accessibilityFaults(window.page, "light") : [];
        return [...(await tooWide(window)), ...judged];
      },
      { "tieout.language": "ar-XB" },
    );
    expect(wrong).toEqual([]);
  });
});
