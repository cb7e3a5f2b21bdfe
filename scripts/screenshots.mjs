#!/usr/bin/env node
/** Pictures of every screen with the demo firm, light and dark, in two sizes, into out/screenshots; and those for the README into docs. */
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { build, buildIsStale } from "./lib/build.mjs";
import { findChromium } from "./lib/chromium.mjs";
import { withNode } from "./lib/node24.mjs";
import { ROOT } from "./lib/paths.mjs";
import { setUp } from "./lib/setup.mjs";
import { stepPrinter } from "./lib/step.mjs";

const OUT = join(ROOT, "out", "screenshots");
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const LOOKS = ["light", "dark"];
const SYNCED_WITHIN_MS = 180_000;
const CLIENT = "Harbour Lane Bakery";
/** The client's part of every address; known once it has been opened. */
let clientAddress = "";

/** Screens of one client: the address, and a selector that shows it is loaded. */
const PLACES = [
  ["overview", "overview", "h1"],
  ["parties", "parties", '[role="grid"] [role="rowheader"]'],
  ["accounts", "accounts", '[role="grid"] [role="rowheader"]'],
  ["activity", "activity", "h1"],
  ["statements", "statements", '[role="grid"] [role="rowheader"]'],
  ["aging", "aging", '[role="grid"] [role="rowheader"]'],
  ["spend", "spend", '[role="grid"] [role="rowheader"]'],
  ["bank", "bank", "h1"],
  ["schedules", "schedules", "h1"],
  ["questions", "questions", "h1"],
  ["tie-outs", "tie-outs", '[role="grid"] [role="rowheader"]'],
  ["close", "close", '[aria-label="Period sign-offs"]'],
  ["close-reconciliations", "close/reconciliations", "h1"],
  ["close-adjusting", "close/adjusting", "h1"],
  ["close-changes", "close/changes", "h1"],
  ["variances", "flux", '[role="grid"][aria-label="Flux analysis"] [role="rowheader"]'],
  ["writes", "writes", "h1"],
  ["write-bill", "writes/new-bill", "h1"],
];

/** Screens of one client with the panel of their first row. */
const PANELS = [
  ["party", "parties"],
  ["account-ledger", "statements"],
  ["aging-documents", "aging"],
  ["tie-out", "tie-outs"],
];

/** Scenes shown in the README, and their names there. */
const README_PICTURES = [
  ["dashboard-later", "dashboard"],
  ["close", "close"],
  ["profit-and-loss", "statements"],
];

/** Screens of the firm. */
const FIRM_PLACES = [
  ["inbox", "/inbox", "h1"],
  ["queue", "/queue", "h1"],
  ["group", "/group", "h1"],
  ...["look", "keys", "people", "reviews", "ledgers", "certificates", "backups", "health", "about"].map((part) => [
    `settings-${part}`,
    `/settings/${part}`,
    "h2",
  ]),
];

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
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });

const { chromium } = await import("playwright-core");
const home = mkdtempSync(join(tmpdir(), "tieout-pictures-"));
const host = spawn(node, [join(ROOT, "src", "main", "loopback.ts"), "--secrets", "memory", "--home", home], { env, cwd: ROOT });
try {
  const nextAddress = addressesOf(host);
  const browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  const views = [];
  for (const size of SIZES) for (const look of LOOKS) views.push(await openView(browser, await nextAddress(), size, look));
  for (const scene of scenes()) await scene(views);
  for (const [picture, name] of README_PICTURES) copyFileSync(join(OUT, `${picture}-1280-light.png`), join(ROOT, "docs", `${name}.png`));
  await browser.close();
} finally {
  const ended = new Promise((resolve) => host.once("exit", resolve));
  host.kill("SIGTERM");
  await ended;
  rmSync(home, { recursive: true, force: true });
}
print.say(`Pictures are in ${OUT}.`);

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

async function openView(browser, address, size, look) {
  const context = await browser.newContext({ viewport: size, colorScheme: look, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(address);
  return { page, name: `${size.width}-${look}`, origin: address.split("#")[0] };
}

/** The screens in the order in which the firm reaches them. */
function scenes() {
  return [...beginning(), ...oneClient(), ...closing(), ...later()];
}

function beginning() {
  return [
    scene("welcome", (page) => page.getByRole("button", { name: "Open the demo firm" }).waitFor()),
    scene("connect", async (page, origin) => {
      await page.goto(`${origin}#/connect`);
      await page.getByRole("heading", { level: 1 }).waitFor();
    }),
    scene("connect-list", async (page, origin) => {
      await page.goto(`${origin}#/connect/list`);
      await page.getByLabel("Client list").fill("name,ledger\nAlder Bakery,Ledger A\nBirch Dental,Ledger Z\nCedar Crafts,");
    }),
    scene("settings", async (page, origin) => {
      await page.goto(`${origin}#/settings/limits`);
      await page.getByRole("rowheader", { name: "Verified on" }).waitFor();
    }),
    async ([first, ...others]) => {
      await Promise.all([first, ...others].map(({ page, origin }) => page.goto(`${origin}#/`)));
      await first.page.getByRole("button", { name: "Open the demo firm" }).click();
      for (const { page } of [first, ...others]) await page.getByRole("progressbar").nth(2).waitFor({ timeout: 60_000 });
    },
    scene("dashboard-reading", () => undefined),
    scene("sync-reading", async (page, origin) => {
      await page.goto(`${origin}#/`);
      await page.getByRole("row").filter({ hasText: "Linden Hall" }).getByRole("rowheader").click();
      await page.getByRole("heading", { level: 1, name: "Linden Hall" }).waitFor();
      // Before its ledger is connected, a click leads to the connection screen.
      await page.goto(`${origin}#${/\/clients\/[^/]+/.exec(page.url())?.[0]}/sync`);
      await page.getByRole("rowheader").first().waitFor({ timeout: 60_000 });
    }),
    async (views) => {
      for (const { page, origin } of views) {
        await page.goto(`${origin}#/`);
        await page.waitForFunction(
          () => {
            const rows = [...document.querySelectorAll('[role="row"]')].slice(1);
            return rows.length > 0 && rows.every((row) => row.textContent?.includes("Up to date"));
          },
          undefined,
          { timeout: SYNCED_WITHIN_MS },
        );
      }
    },
    scene("dashboard", () => undefined),
  ];
}

function oneClient() {
  return [
    scene("switcher", async (page) => {
      await page.keyboard.press("Control+o");
      await page.getByRole("dialog").waitFor();
    }),
    scene("keys", async (page) => {
      await page.keyboard.press("Escape");
      // While the switcher is closing, its input would take the key as text.
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
    }),
    scene("sync", async (page) => {
      await page.keyboard.press("Escape");
      await page.getByRole("row").filter({ hasText: CLIENT }).getByRole("rowheader").click();
      await page.getByRole("heading", { level: 1, name: CLIENT }).waitFor();
      clientAddress = /\/clients\/[^/]+/.exec(page.url())?.[0] ?? "";
      await page.getByRole("link", { name: "Sync", exact: true }).click();
      await page.getByRole("rowheader").first().waitFor();
    }),
    scene("connection", async (page) => {
      await page.getByRole("link", { name: "Connection" }).click();
      await page.getByRole("rowheader", { name: "General-ledger feed" }).waitFor();
    }),
    scene("documents", async (page) => {
      await page.getByRole("link", { name: /^Transactions/ }).click();
      await page.getByRole("grid", { name: "Transactions" }).getByRole("row").nth(3).waitFor();
    }),
    scene("document", async (page) => {
      await page.getByRole("searchbox", { name: /number, reference/ }).fill("SVC");
      await page.getByText("SVC-20417").first().click();
      await page.getByRole("complementary", { name: "Transaction" }).getByText("842.60").first().waitFor();
    }),
    scene("raw-payload", async (page) => {
      await page.getByText("Technical details").click();
      await page.locator("pre").first().waitFor();
      await page.locator("pre").first().scrollIntoViewIfNeeded();
    }),
    ...["Duplicates", "Purchase orders", "Contacts", "Changes", "Periods and locks"].map((section) =>
      scene(`checks-${section.toLowerCase().replaceAll(" ", "-")}`, async (page) => {
        await page.getByRole("link", { name: "Checks" }).click();
        await page.getByRole("navigation", { name: "Sections of checks" }).getByRole("link", { name: section, exact: true }).click();
        await page.getByRole("region", { name: section }).waitFor();
        await page
          .getByText(/^Looking through/)
          .first()
          .waitFor({ state: "detached" });
      }),
    ),
    scene("findings", async (page) => {
      await page.getByRole("link", { name: /^Exceptions/ }).click();
      await page.getByRole("link", { name: /^Exceptions/ }).waitFor();
    }),
  ];
}

function closing() {
  return [
    ...PLACES.map(([name, part, there]) =>
      scene(name, async (page, origin) => {
        await page.goto(`${origin}#${clientAddress}/${part}`);
        await page.locator(there).first().waitFor();
        await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
      }),
    ),
    ...["Profit and loss", "Balance sheet"].map((statement) =>
      scene(statement.toLowerCase().replaceAll(" ", "-"), async (page, origin) => {
        await page.goto(`${origin}#${clientAddress}/statements`);
        await page.getByText(statement, { exact: true }).click();
        await page.getByRole("heading", { name: new RegExp(`^${statement}`) }).waitFor();
        await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
      }),
    ),
    ...PANELS.map(([name, part]) =>
      scene(name, async (page, origin) => {
        await page.goto(`${origin}#${clientAddress}/${part}`);
        await page.locator('[role="grid"] [role="row"]:has([role="gridcell"])').nth(1).click();
        await page.getByRole("complementary").last().waitFor();
        await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
      }),
    ),
    scene("palette", async (page, origin) => {
      await page.goto(`${origin}#/`);
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").fill("oak");
      await page.getByText(/^Searched/).waitFor();
    }),
    scene("dashboard-high-contrast", async (page, origin) => {
      await page.keyboard.press("Escape");
      await page.goto(`${origin}#/`);
      await page.evaluate(() => document.documentElement.setAttribute("data-contrast", "high"));
    }),
    scene("statement-high-contrast", async (page, origin) => {
      await page.goto(`${origin}#${clientAddress}/statements`);
      await page.locator('[role="grid"] [role="rowheader"]').first().waitFor();
    }),
    async (views) => {
      for (const { page } of views) await page.evaluate(() => document.documentElement.removeAttribute("data-contrast"));
    },
    scene("variance", async (page, origin) => {
      await page.goto(`${origin}#${clientAddress}/flux`);
      await page.locator('[role="grid"][aria-label="Flux analysis"] [role="rowheader"]').first().click();
      await page.getByRole("complementary", { name: "Variance" }).getByRole("heading", { name: "Sign-offs" }).waitFor();
    }),
    async ([{ page, origin }]) => {
      await page.goto(`${origin}#${clientAddress}/close/packs`);
      await page.getByRole("button", { name: "Create pack" }).click();
      await page.getByRole("button", { name: "Verify version 1" }).click({ timeout: 60_000 });
    },
    scene("close-packs", async (page, origin) => {
      await page.goto(`${origin}#${clientAddress}/close/packs`);
      await page.getByRole("button", { name: "Verify version 1" }).waitFor();
    }),
    ...FIRM_PLACES.map(([name, address, there]) =>
      scene(name, async (page, origin) => {
        await page.goto(`${origin}#${address}`);
        await page.locator(there).first().waitFor();
      }),
    ),
  ];
}

function later() {
  return [
    scene("dashboard-later", async (page, origin) => {
      await page.goto(`${origin}#/`);
      const gone = page.getByRole("row").filter({ hasText: "Juniper Ridge" }).getByRole("gridcell").nth(11);
      await gone.filter({ hasText: "1" }).waitFor({ timeout: SYNCED_WITHIN_MS });
      await page.getByText("Up to date", { exact: true }).nth(14).waitFor({ timeout: SYNCED_WITHIN_MS });
    }),
  ];
}

function scene(name, prepare) {
  return async (views) => {
    for (const view of views) {
      try {
        await prepare(view.page, view.origin);
        await view.page.screenshot({ path: join(OUT, `${name}-${view.name}.png`), animations: "disabled" });
      } catch (error) {
        // The other pictures are still useful, so this is reported and the command fails at its end.
        process.exitCode = 1;
        print.say(
          `${name} was not taken (${view.name}): ${error instanceof Error ? error.message.split("\n").slice(0, 3).join(" ") : error}`,
        );
      }
    }
    print.say(name);
  };
}
