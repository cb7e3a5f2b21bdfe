#!/usr/bin/env node
/**
 * Pictures of every screen with the demo firm and of the hard states with simulated ledgers, light and dark in three widths and in high
 * contrast in one, into out/screenshots; and those for the README and the guide into docs. Names given on the command line take only
 * those scenes, for a second look at them; `states` takes all hard states.
 */
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { build, buildIsStale } from "./lib/build.mjs";
import { runAttached } from "./lib/child.mjs";
import { withNode } from "./lib/node24.mjs";
import { ROOT } from "./lib/paths.mjs";
import { OUT, openViews, take, writeIndex } from "./lib/screenshots/pictures.mjs";
import { beginning, README_PICTURES, screens } from "./lib/screenshots/scenes.mjs";
import { setUp } from "./lib/setup.mjs";
import { stepPrinter } from "./lib/step.mjs";

const only = process.argv.slice(2);
const states = only.filter((name) => name.startsWith("state"));
const demo = only.filter((name) => !name.startsWith("state"));

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
if (only.length === 0 || demo.length > 0) await takeDemo();
if (only.length === 0 || states.length > 0) {
  // On a Node that runs the simulated ledgers and the core as they are.
  const code = await runAttached(node, [join(ROOT, "scripts", "lib", "screenshots", "states.mjs"), ...states], { env, cwd: ROOT });
  if (code !== 0) process.exitCode = code;
}
writeIndex();
print.say(`Pictures are in ${OUT}, all on one page in index.html.`);

/** The README and the guide show a screen without the news of another client below it. */
function withoutNews(scene) {
  if (README_PICTURES.every(([name]) => name !== scene.name)) return scene;
  const prepare = async (page, origin) => {
    await scene.prepare(page, origin);
    const close = page.locator("[data-news] button");
    // One that is closed may have kept the next one waiting.
    for (let calm = 0; calm < 3; calm++) {
      // It may leave of its own accord meanwhile.
      while ((await close.count()) > 0)
        await close
          .first()
          .click({ timeout: 2000 })
          .catch(() => undefined);
      await page.waitForTimeout(300);
    }
  };
  return { ...scene, prepare };
}

async function takeDemo() {
  const home = mkdtempSync(join(tmpdir(), "tieout-pictures-"));
  leaveCrashReport(home);
  const host = spawn(node, [join(ROOT, "out", "main", "loopback.js"), "--secrets", "memory", "--home", home], { env, cwd: ROOT });
  try {
    const { views, close } = await openViews(addressesOf(host));
    const wanted = (scene) => demo.length === 0 || demo.includes(scene.name);
    for (const step of beginning()) {
      if (typeof step === "function") await step(views);
      else if (wanted(step)) await take(withoutNews(step), views, print.say);
    }
    for (const scene of screens().filter(wanted)) await take(withoutNews(scene), views, print.say);
    if (only.length === 0) for (const [picture, name] of README_PICTURES) toReadme(picture, name);
    await close();
  } finally {
    const ended = new Promise((resolve) => host.once("exit", resolve));
    host.kill("SIGTERM");
    await ended;
    rmSync(home, { recursive: true, force: true });
  }
}

/** A report of a window that stopped, so that there is one to show. */
function leaveCrashReport(home) {
  const report = { at: "2026-11-20T16:04:00.000Z", kind: "renderer-gone", message: "out of memory, exit code 5", details: {}, stack: [] };
  mkdirSync(join(home, "crashes"));
  writeFileSync(join(home, "crashes", "20261120T160400000Z-renderer-gone.json"), JSON.stringify(report));
}

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

function toReadme(picture, name) {
  copyFileSync(join(OUT, `${picture}-1280-light.png`), join(ROOT, "docs", `${name}.png`));
}
