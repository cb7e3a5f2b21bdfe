import { existsSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, chromium, type Page } from "playwright-core";
import { expect } from "vitest";

const PLACES = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/**
 * What no test looks at. The switch takes the place of Playwright's own, so what that turns off is here, too. The last two draw
 * lists below an address bar that nobody sees: in each new window they took as long as all the rest.
 */
const TURNED_OFF = [
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable"],
  ...["LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect"],
  ...["TcpPortRandomizationWin", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"],
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"],
];

let started: Promise<Browser> | undefined;

/**
 * The Chromium of this machine; scripts/run.mjs names it in TIEOUT_CHROMIUM. A worker's files run one after another and share
 * one, because a start takes as long as a small test. Each ends with `closePages`.
 */
export async function openChromium(): Promise<Browser> {
  // One that crashed takes no further file with it.
  if ((await started)?.isConnected() !== true) started = launchChromium();
  return started as Promise<Browser>;
}

/** Closes what a file has opened in the Chromium of its worker, and nothing else. */
export async function closePages(browser: Browser | undefined): Promise<void> {
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
}

/** A Chromium of one's own, which its caller closes. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = process.env.TIEOUT_CHROMIUM ?? PLACES.find((path) => existsSync(path)) ?? "";
  expect(executablePath, "install the package chromium, or set TIEOUT_CHROMIUM").not.toBe("");
  // Its sandbox doesn't run as root.
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath, args: [...args, `--disable-features=${TURNED_OFF.join(",")}`] });
}

/** All complaints of a page: errors, console errors and policy violations. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" || message.text().includes("Content Security Policy")) complaints.push(`console: ${message.text()}`);
  });
  return complaints;
}

/** The color schemes of a page. */
export type Look = "light" | "dark";

/** Accessibility faults of the current page in one color scheme. */
export async function accessibilityFaults(page: Page, look: Look): Promise<readonly string[]> {
  await takeLook(page, look);
  return faultsOf(look, await (await judgeOf(page)).analyze());
}

/** Only the color faults, in the other scheme of a page that was checked completely in one. */
export async function colourFaults(page: Page, look: Look): Promise<readonly string[]> {
  await takeLook(page, look);
  return faultsOf(look, await (await judgeOf(page)).withRules(["color-contrast"]).analyze());
}

/** Faults of the current page, light and dark. */
export async function faultsInBothLooks(page: Page): Promise<readonly string[]> {
  return [...(await accessibilityFaults(page, "light")), ...(await colourFaults(page, "dark"))];
}

/** The checker loads its half megabyte of rules once per page, and reports only failures. */
async function judgeOf(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => "axe" in window);
  return new AxeBuilder({ page, ...(isThere ? { axeSource: "void 0;" } : {}) }).setLegacyMode().options({ resultTypes: ["violations"] });
}

async function takeLook(page: Page, look: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: look, reducedMotion: "reduce" });
  // The page must be drawn again before its colors have changed.
  await page.evaluate(() => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))));
}

function faultsOf(look: Look, { violations }: Awaited<ReturnType<AxeBuilder["analyze"]>>): readonly string[] {
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${look}: ${id}: ${html}: ${failureSummary}`));
}
