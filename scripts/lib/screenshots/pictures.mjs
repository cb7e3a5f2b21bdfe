import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findChromium } from "../chromium.mjs";
import { ROOT } from "../paths.mjs";

export const OUT = join(ROOT, "out", "screenshots");
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];
const LOOKS = ["light", "dark"];
/** High contrast has the layout of every look, so one width shows it. */
const HIGH_CONTRAST_WIDTH = 1440;
const TOOLTIP_CLOSES_MS = 150;

/** A page in each width. @param nextAddress gives each its own; @param nowMs what the pages take for now, if it isn't */
export async function openViews(nextAddress, nowMs) {
  // Only once it is installed.
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  const views = [];
  for (const size of SIZES) {
    const context = await browser.newContext({ viewport: size, reducedMotion: "reduce" });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    const address = await nextAddress();
    if (nowMs !== undefined) await page.clock.setFixedTime(nowMs);
    await page.goto(address);
    // What is asked of the window before it is drawn is lost.
    await page.getByRole("main").waitFor();
    views.push({ page, width: size.width, origin: address.split("#")[0] });
  }
  return { views, close: () => browser.close() };
}

/** Prepares a scene once in every width and takes it in every look. */
export async function take({ name, prepare, after }, views, say) {
  mkdirSync(OUT, { recursive: true });
  const results = await Promise.allSettled(
    views.map(async ({ page, width, origin }) => {
      await prepare(page, origin);
      // Where the last scene's click was, there is now something else, which nobody points at.
      await page.mouse.move(0, 0);
      await page.waitForTimeout(TOOLTIP_CLOSES_MS);
      for (const look of LOOKS) await picture(page, name, width, look, "no-preference");
      if (width === HIGH_CONTRAST_WIDTH) for (const look of LOOKS) await picture(page, name, width, look, "more");
      await after?.(page);
    }),
  );
  for (const [at, result] of results.entries()) {
    if (result.status === "fulfilled") continue;
    // The other pictures are still useful, so this is reported and the command fails at its end.
    process.exitCode = 1;
    const why = result.reason instanceof Error ? result.reason.message.split("\n").slice(0, 3).join(" ") : result.reason;
    say(`${name} was not taken at ${views[at].width}: ${why}`);
    await views[at].page.keyboard.press("Escape");
  }
  say(name);
}

async function picture(page, name, width, look, contrast) {
  await page.emulateMedia({ colorScheme: look, contrast });
  const suffix = contrast === "more" ? `${look}-contrast` : look;
  await page.screenshot({ path: join(OUT, `${name}-${width}-${suffix}.png`), animations: "disabled" });
}

/** One page with all pictures, a row for each screen. */
export function writeIndex() {
  const rows = new Map();
  for (const file of readdirSync(OUT).filter((name) => name.endsWith(".png"))) {
    const name = file.replace(/-\d{4}-\w+(-contrast)?\.png$/, "");
    rows.set(name, [...(rows.get(name) ?? []), file]);
  }
  const parts = [...rows].map(
    ([name, files]) => `<h2>${name}</h2><p>${files.map((file) => `<a href="${file}"><img src="${file}" loading="lazy"></a>`).join("")}</p>`,
  );
  const style = "<style>body{font:14px sans-serif}p{display:flex;flex-wrap:wrap;gap:8px}img{width:460px}</style>";
  writeFileSync(join(OUT, "index.html"), `<!doctype html><meta charset="utf-8">${style}${parts.join("\n")}`);
}
