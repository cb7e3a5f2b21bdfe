import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { faultsInBothLooks } from "#test/support/browser.ts";
import { commandEntry } from "#test/support/built.ts";
import {
  backToClose,
  explainAndSign,
  goDownVariances,
  goToSection,
  lookAtTieOuts,
  openClose,
  openTasks,
  postAccrual,
  reconcileAll,
  reviewReconciliations,
  signAsReviewer,
  sitDown,
  waiveWhatIsOpen,
} from "#test/support/close-keys.ts";
import { answerWhy, enter } from "#test/support/keys.ts";

/** The client whose every task is done, and those that are closed over what is open. */
const DONE = "Harbour Lane Bakery";
const OVER_OPEN = ["Juniper Ridge Outfitters", "Granite Peak Engineering"];
/** Every row of a review by keys: on a busy machine that takes its time. */
const LONG_MS = 300_000;
const REVIEWER = "Rita";
/** What only the reviewer's signature, or the close itself, brings about. */
const LATER =
  /^(Sign off on the flux analysis|Sign off on the period|Close the period in Tieout|Lock the period in the ledger|Create the close pack)$/;

/** A page of the demo firm that has been read. */
interface Desk {
  readonly page: Page;
  readonly complaints: readonly string[];
}

/** A month end of a client of each ledger with the keyboard alone, from open to a pack that its receiver has checked. */
export function monthEnd(desk: () => Desk): void {
  const explained = new Map<string, readonly string[]>();

  it(
    `is prepared for ${DONE} to the last task: adjusted, reconciled, tied, each change explained, the rest waived with a reason`,
    async () => {
      const { page } = desk();
      await openClose(page, DONE);
      await takeIntoClose(page);
      await postAccrual(page, "Rent not yet billed", await lastDay(page));
      expect(await reconcileAll(page)).toBeGreaterThan(1);
      await lookAtTieOuts(page);
      explained.set(DONE, await goDownVariances(page, explainAndSign));
      await backToClose(page);
      for (const done of [/^Reconcile the balance sheet/, /^Post accruals/, /^Explain material changes/])
        await task(page, done).getByText("Done", { exact: true }).waitFor();
      expect((await waiveWhatIsOpen(page, LATER)).length).toBeGreaterThan(0);
      expect((await openTasks(page)).filter((title) => !LATER.test(title))).toEqual([]);
      await signPeriod(page, "preparer");
    },
    LONG_MS,
  );

  it.each(OVER_OPEN)("is prepared for %s in part: a task ticked, a change explained, the period signed", async (client) => {
    const { page } = desk();
    await openClose(page, client);
    await takeIntoClose(page);
    const [first = ""] = await openTasks(page);
    await enter(page, page.getByRole("button", { name: `Mark complete: ${first}`, exact: true }));
    await answerWhy(page, "Seen on paper.");
    await page.getByRole("button", { name: `Mark incomplete: ${first}`, exact: true }).waitFor();
    explained.set(client, await goDownVariances(page, explainAndSign, 1));
    await backToClose(page);
    await signPeriod(page, "preparer");
  });

  it("is taken over by a second person, who is added and sits down", () => sitDown(desk().page, REVIEWER, "Reviewer"));

  it(
    `is reviewed for ${DONE} row by row, closed without a warning, and handed over as a pack that proves itself`,
    async () => {
      const { page, complaints } = desk();
      await openClose(page, DONE);
      expect(await goDownVariances(page, signAsReviewer)).toEqual(explained.get(DONE));
      await backToClose(page);
      await reviewReconciliations(page);
      await backToClose(page);
      await signPeriod(page, "reviewer");
      await task(page, /^Sign off on the flux analysis/)
        .getByText("Done", { exact: true })
        .waitFor();
      await enter(page, page.getByRole("button", { name: /^Close \w+ \d{4}$/ }));
      // Nothing is open, so nothing is asked.
      await page.getByText("Closed", { exact: true }).first().waitFor();
      expect(await page.getByRole("dialog").count()).toBe(0);
      const pack = await makePack(page);
      await checkAsReceiver(pack);
      await backToClose(page);
      await task(page, /^Create the close pack/)
        .getByText("Done", { exact: true })
        .waitFor();
      expect(await openTasks(page)).toEqual(["Lock the period in the ledger"]);
      await waiveWhatIsOpen(page, /^$/);
      expect(complaints).toEqual([]);
    },
    LONG_MS,
  );

  it.each(OVER_OPEN)("is reviewed for %s, and closed over what is open only with a reason, told how much that is", async (client) => {
    const { page, complaints } = desk();
    await openClose(page, client);
    expect(await goDownVariances(page, signAsReviewer, 1)).toEqual(explained.get(client));
    await backToClose(page);
    await closeOverOpen(page);
    await checkAsReceiver(await makePack(page));
    expect(complaints).toEqual([]);
  });

  it("has no accessibility fault where it ends, light or dark", async () => {
    expect(await faultsInBothLooks(desk().page)).toEqual([]);
  });
}

/** A row of the checklist by its title. */
function task(page: Page, title: RegExp) {
  return page.getByRole("row").filter({ hasText: new RegExp(title.source.replace("^", "")) });
}

/** Takes the period into close. */
async function takeIntoClose(page: Page): Promise<void> {
  await enter(page, page.getByRole("button", { name: "Start close" }));
  await page.getByText("In close", { exact: true }).first().waitFor();
}

/** The last day of the month that the checklist is of: `October 2026` as `2026-10-31`. */
async function lastDay(page: Page): Promise<string> {
  const [month = "", year = ""] = (await page.getByRole("heading", { level: 2, name: /^\w{3,9} \d{4}$/ }).innerText()).split(" ");
  const at = "JanFebMarAprMayJunJulAugSepOctNovDec".indexOf(month.slice(0, 3)) / 3;
  return new Date(Date.UTC(Number(year), at + 1, 0)).toISOString().slice(0, 10);
}

/** Signs the open period in a role; the screen is the close. */
async function signPeriod(page: Page, role: "preparer" | "reviewer"): Promise<void> {
  await enter(page, page.getByRole("button", { name: `Sign off as ${role}…` }));
  await answerWhy(page, "As agreed.");
  await page.getByRole("button", { name: `Sign off again as ${role}…` }).waitFor();
}

/** Signs as reviewer over what is open: the dialog says how many tasks that are, and asks why. Then the period closes. */
async function closeOverOpen(page: Page): Promise<void> {
  const open = (await openTasks(page)).filter((title) => !LATER.test(title)).length;
  expect(open).toBeGreaterThan(1);
  await enter(page, page.getByRole("button", { name: "Sign off as reviewer…" }));
  await page
    .getByRole("dialog")
    .getByText(/Not finished: \d+ open required tasks/)
    .waitFor();
  await answerWhy(page, "Month end.");
  await page.getByRole("button", { name: "Sign off again as reviewer…" }).waitFor();
  await enter(page, page.getByRole("button", { name: /^Close \w+ \d{4}$/ }));
  await page.getByText("Closed", { exact: true }).first().waitFor();
}

/** Makes the pack and has the window verify it. @returns where it lies */
async function makePack(page: Page): Promise<string> {
  await goToSection(page, "Packs");
  await enter(page, page.getByRole("button", { name: "Create pack" }));
  await enter(page, page.getByRole("button", { name: "Verify version 1" }));
  await page.getByText("Verified", { exact: true }).waitFor();
  // It's in the closed technical details.
  const folder = await page.getByText("Location", { exact: true }).locator("xpath=following-sibling::*[1]//code").textContent();
  const name = await page
    .locator("code", { hasText: /\.zip$/ })
    .first()
    .innerText();
  return join(folder ?? "", name);
}

/** Checks a pack as its receiver does: with the command line, and with nothing of Tieout at all. */
async function checkAsReceiver(pack: string): Promise<void> {
  const verified = spawnSync(process.execPath, [await commandEntry(), "pack", "verify", pack, "--json"], { encoding: "utf8" });
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
