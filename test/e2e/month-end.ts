import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { accessibilityFaults } from "#test/support/browser.ts";
import { answerWhy, chord, enter, tabTo } from "#test/support/keys.ts";
import type { LoopbackProcess } from "#test/support/loopback-process.ts";
import { rawRequest } from "#test/support/raw-http.ts";

const ROOT = join(import.meta.dirname, "..", "..");

const CLOSING = ["Harbour Lane Bakery", "Maple Sound Studios", "Linden Hall Logistics"];

/** A page of the demo firm that has been read, and the host behind it. */
interface Desk {
  readonly page: Page;
  readonly host: LoopbackProcess;
  readonly complaints: readonly string[];
}

/** A month end of a client of each ledger, from open to a pack that its receiver has checked. */
export function monthEnd(desk: () => Desk): void {
  const explained = new Map<string, string>();

  it.each(CLOSING)("is prepared for %s: a task ticked, a change explained, the period signed", async (client) => {
    const { page } = desk();
    await openClose(page, client);
    await takeIntoClose(page);
    explained.set(client, await explainOne(page));
    await backToClose(page);
    await signPeriod(page, "preparer");
  });

  it("is taken over by a second person", () => sitDown(desk().host, "Rita", "reviewer"));

  it.each(CLOSING)("is reviewed for %s, closed, and handed over as a pack that proves itself", async (client) => {
    const { page, complaints } = desk();
    await openClose(page, client);
    await reviewOne(page, explained.get(client) ?? "");
    await backToClose(page);
    await signPeriod(page, "reviewer");
    await closePeriod(page);
    checkAsReceiver(await makePack(page));
    expect(complaints).toEqual([]);
  });

  it("has no accessibility fault where it ends, light or dark", async () => {
    expect(await accessibilityFaults(desk().page, "light")).toEqual([]);
    expect(await accessibilityFaults(desk().page, "dark")).toEqual([]);
  });
}

/** Finds a client by name in the palette, and opens its close. */
async function openClose(page: Page, client: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.type(client);
  await page.getByRole("option", { name: client, exact: true, selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("heading", { level: 1, name: client }).waitFor();
  await backToClose(page);
}

/** Goes from another screen of the client to its close. */
async function backToClose(page: Page): Promise<void> {
  await chord(page, "g", "l");
  await page.getByRole("table", { name: "Signatures of the period" }).waitFor();
}

/** Somebody else sits down at the machine. */
async function sitDown(host: LoopbackProcess, name: string, role: "preparer" | "reviewer"): Promise<void> {
  for (const [method, input] of [
    ["people.add", { name, role }],
    ["people.use", { name }],
  ] as const) {
    const answer = await rawRequest(host.port, {
      method: "POST",
      path: "/api/invoke",
      headers: { origin: `http://127.0.0.1:${host.port}`, "content-type": "application/json", "x-tieout-token": host.token },
      body: JSON.stringify({ method, input }),
    });
    expect(JSON.parse(answer.body)).toMatchObject({ ok: true });
  }
}

/** Takes the period into close, and ticks a task whose evidence is not there, with a reason. */
async function takeIntoClose(page: Page): Promise<void> {
  await enter(page, page.getByRole("button", { name: "Take into close" }));
  await page.getByText("In close", { exact: true }).first().waitFor();
  const tick = page.getByRole("button", { name: /^Tick by hand: / }).first();
  const task = (await tick.getAttribute("aria-label"))?.slice("Tick by hand: ".length) ?? "";
  await enter(page, tick);
  await answerWhy(page, "Seen on paper.");
  await page.getByRole("button", { name: `Take the tick back: ${task}` }).waitFor();
}

/** Explains the first row of the variance review and signs it. @returns the row's name */
async function explainOne(page: Page): Promise<string> {
  await chord(page, "g", "f");
  const grid = page.getByRole("grid", { name: "Variances" });
  await enter(page, grid.getByRole("rowheader").first());
  const panel = page.getByRole("complementary", { name: "Variance" });
  const explanation = panel.getByRole("textbox", { name: "Explanation" });
  await tabTo(page, explanation);
  await page.keyboard.type("Timing: two deliveries fell into one month.");
  await page.keyboard.press("Control+Enter");
  await panel.getByText(/^written by/).waitFor();
  await enter(page, panel.getByRole("button", { name: "Sign as preparer" }));
  await panel.getByText(/signed as preparer by/).waitFor();
  const name = (await panel.getByRole("heading").first().textContent()) ?? "";
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  return name;
}

/** Signs the row that the preparer explained, as the reviewer. */
async function reviewOne(page: Page, row: string): Promise<void> {
  await chord(page, "g", "f");
  await enter(page, page.getByRole("grid", { name: "Variances" }).getByRole("rowheader").first());
  const panel = page.getByRole("complementary", { name: "Variance" });
  await panel.getByRole("heading", { name: row }).waitFor();
  await enter(page, panel.getByRole("button", { name: "Sign as reviewer" }));
  await panel.getByText(/signed as reviewer by/).waitFor();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
}

/** Signs the open period in a role; the screen is the close. */
async function signPeriod(page: Page, role: "preparer" | "reviewer"): Promise<void> {
  await enter(page, page.getByRole("button", { name: `Sign as ${role}…` }));
  await answerWhy(page, "As agreed.");
  await page.getByRole("button", { name: `Sign again as ${role}…` }).waitFor();
}

/** Closes the period over what is open, saying why. */
async function closePeriod(page: Page): Promise<void> {
  await enter(page, page.getByRole("button", { name: /^Close \w+ \d{4}$/ }));
  await answerWhy(page, "Month end.");
  await page.getByText("Closed", { exact: true }).first().waitFor();
}

/** Makes the pack and has the window verify it. @returns where it lies */
async function makePack(page: Page): Promise<string> {
  await enter(page, page.getByRole("link", { name: "Packs" }));
  await enter(page, page.getByRole("button", { name: "Make the pack" }));
  await enter(page, page.getByRole("button", { name: "Verify version 1" }));
  await page.getByText("Verified", { exact: true }).waitFor();
  return page
    .locator("code", { hasText: /\.zip$/ })
    .last()
    .innerText();
}

/** Checks a pack as its receiver does: with the command line, and with nothing of Tieout at all. */
function checkAsReceiver(pack: string): void {
  const verified = spawnSync(process.execPath, [join(ROOT, "src", "main", "cli.ts"), "pack", "verify", pack, "--json"], {
    encoding: "utf8",
  });
  expect(verified.status, verified.stderr).toBe(0);
  expect(JSON.parse(verified.stdout)).toMatchObject({ ok: true, problems: [] });
  const folder = mkdtempSync(join(tmpdir(), "tieout-receiver-"));
  try {
    for (const [name, bytes] of Object.entries(unzipSync(readFileSync(pack)))) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    }
    const lines = execFileSync("sha256sum", ["-c", "SHA256SUMS"], { cwd: folder, encoding: "utf8" }).trim().split("\n");
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.filter((line) => !line.endsWith(": OK"))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
