#!/usr/bin/env node
/**
 * Pictures of every screen with the demo firm, light and dark in three widths and in high contrast in one, into out/screenshots;
 * and those for the README and the guide into docs. Names given on the command line take only those scenes, for a second look at them.
 */
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { build, buildIsStale } from "./lib/build.mjs";
import { findChromium } from "./lib/chromium.mjs";
import { withNode } from "./lib/node24.mjs";
import { ROOT } from "./lib/paths.mjs";
import { HIGH_CONTRAST_WIDTH, LOOKS, SIZES, writeIndex } from "./lib/screenshots/pictures.mjs";
import { beginning, README_PICTURES, screens } from "./lib/screenshots/scenes.mjs";
import { setUp } from "./lib/setup.mjs";
import { stepPrinter } from "./lib/step.mjs";

const OUT = join(ROOT, "out", "screenshots");
const only = process.argv.slice(2);

const print = stepPrinter(process.stdout);
const node = await setUp(print);
if (node === null) process.exit(1);
const env = withNode(node, { CI: "1" });
if (buildIsStale()) {
  const { code, output } = await build(node, env);
  if (code !== 0) {
    print.say(output);
    process.exit(1);
  }
}
if (only.length === 0) rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });

const { chromium } = await import("playwright-core");
const home = mkdtempSync(join(tmpdir(), "tieout-pictures-"));
const host = spawn(node, [join(ROOT, "out", "main", "loopback.js"), "--secrets", "memory", "--home", home], { env, cwd: ROOT });
try {
  const nextAddress = addressesOf(host);
  const browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  const views = [];
  for (const size of SIZES) views.push(await openView(browser, await nextAddress(), size));
  for (const step of beginning()) await (typeof step === "function" ? step(views) : take(step, views));
  for (const step of screens()) await take(step, views);
  if (only.length === 0) for (const [picture, name] of README_PICTURES) toReadme(picture, name);
  await browser.close();
} finally {
  const ended = new Promise((resolve) => host.once("exit", resolve));
  host.kill("SIGTERM");
  await ended;
  rmSync(home, { recursive: true, force: true });
}
writeIndex(OUT);
print.say(`Pictures are in ${OUT}, all on one page in index.html.`);

/** The addresses that the host prints, one per call: at its start, and for each Enter. */
function addressesOf(child) {
  let output = "";
  let given = 0;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => {
      output += text;
    });
  }
  return async () => {
    if (given > 0) child.stdin.write("\n");
    for (;;) {
      const address = output.match(/^http:\/\/127\.0\.0\.1:\d+\/#code=\S+$/gm)?.[given];
      if (address !== undefined) {
        given += 1;
        return address;
      }
      if (child.exitCode !== null) throw new Error(`the host ended with ${child.exitCode}: ${output}`);
      await setTimeout(100);
    }
  };
}

async function openView(browser, address, size) {
  const context = await browser.newContext({ viewport: size, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(address);
  return { page, width: size.width, origin: address.split("#")[0] };
}

/** Prepares a scene once in every width and takes it in every look. */
async function take({ name, prepare, after }, views) {
  if (only.length > 0 && !only.includes(name)) return;
  const results = await Promise.allSettled(
    views.map(async ({ page, width, origin }) => {
      await prepare(page, origin);
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
    print.say(`${name} was not taken at ${views[at].width}: ${why}`);
    await views[at].page.keyboard.press("Escape");
  }
  print.say(name);
}

async function picture(page, name, width, look, contrast) {
  await page.emulateMedia({ colorScheme: look, contrast });
  const suffix = contrast === "more" ? `${look}-contrast` : look;
  await page.screenshot({ path: join(OUT, `${name}-${width}-${suffix}.png`), animations: "disabled" });
}

function toReadme(picture, name) {
  copyFileSync(join(OUT, `${picture}-1280-light.png`), join(ROOT, "docs", `${name}.png`));
}
