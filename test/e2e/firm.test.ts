import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { complaintsOf, faultsInBothLooks, launchChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { headless } from "#test/support/headless.ts";
import { LoopbackProcess } from "#test/support/loopback-process.ts";
import { emptyDatabase } from "#test/support/postgres.ts";

/** Generous for a busy machine, short enough to notice a hang. */
const ANSWER_WITHIN_MS = 30_000;

interface Person {
  readonly home: string;
  readonly host: LoopbackProcess;
  readonly page: Page;
  readonly complaints: readonly string[];
}

/** Two people, each with a computer and a window of their own, on one real PostgreSQL. */
describe("two windows on one firm", () => {
  let browser: Browser;
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  let ana: Person;
  let ben: Person;
  let clientId: string;

  async function person(home: string): Promise<Person> {
    const host = await LoopbackProcess.start(home, "build");
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    context.setDefaultTimeout(ANSWER_WITHIN_MS);
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(await host.firstAddress());
    return { home, host, page, complaints };
  }
  const go = (at: Person, to: string) => at.page.goto(`${at.host.address}#${to}`);
  const overview = (at: Person) => go(at, `/clients/${clientId}/overview`);

  beforeAll(async () => {
    await ensureBuilt();
    [browser, database] = await Promise.all([launchChromium(), emptyDatabase()]);
    const homes = ["ana", "ben"].map((name) => mkdtempSync(join(tmpdir(), `tieout-firm-${name}-`))) as [string, string];
    await headless(homes[0], ["person", "add", "--name", "Ana", "--role", "admin"]);
    await headless(homes[0], ["person", "use", "--name", "Ana"]);
    clientId = ((await headless(homes[0], ["client", "add", "--name", "Birch & Co"])).json() as { clientId: string }).clientId;
    ana = await person(homes[0]);
    ben = await person(homes[1]);
  });
  afterAll(async () => {
    await browser?.close();
    for (const { host, home } of [ana, ben].filter((one) => one !== undefined)) {
      await host.stop();
      rmSync(home, { recursive: true, force: true });
    }
    await database?.drop();
  });

  it("is made in the open window, and takes effect there at once", async () => {
    await go(ana, "/settings/firm");
    await ana.page.getByLabel("Share this firm").fill(database.url);
    await ana.page.getByRole("button", { name: "Share", exact: true }).click();
    await ana.page.getByText("Connected", { exact: true }).waitFor();
    expect(await faultsInBothLooks(ana.page)).toEqual([]);
  });

  it("is joined with the code of an invitation, without a restart", async () => {
    await ana.page.getByLabel("Invite", { exact: true }).fill("Ben");
    await ana.page.getByRole("button", { name: "Create invitation" }).click();
    const code = await ana.page.getByText(/^tieout-join-/).innerText();
    await go(ben, "/settings/firm");
    await ben.page.getByLabel("Join a firm").fill(code);
    await ben.page.getByRole("button", { name: "Join", exact: true }).click();
    await ben.page.getByText("You're connected as Ben (preparer).").waitFor();
    await go(ben, "/");
    await ben.page.getByText("Birch & Co").first().waitFor();
  });

  it("shows a preparer who can do what they can't", async () => {
    await go(ben, "/settings/firm");
    const invite = ben.page.getByRole("button", { name: "Create invitation" });
    await ben.page.getByLabel("Invite", { exact: true }).fill("Cleo");
    expect(await invite.isDisabled()).toBe(true);
    expect(await invite.getAttribute("title")).toBe("Only administrators (Ana) can invite other people");
    expect(await faultsInBothLooks(ben.page)).toEqual([]);
  });

  it("shows each who else has the client open, and what the other does at once", async () => {
    await overview(ana);
    await overview(ben);
    await ana.page.getByText("Ben has this client open").waitFor();
    await ben.page.getByText("Ana has this client open").waitFor();
    await go(ana, "/settings/firm");
    // Not only when her window has said nothing for 45 seconds.
    await ben.page.getByText("Ana has this client open").waitFor({ state: "hidden" });
    await overview(ana);
    await ben.page.getByText("Ana has this client open").waitFor();
    await go(ana, "/settings/firm");
    await ben.page.getByText("Ana has this client open").waitFor({ state: "hidden" });
    await go(ben, "/settings/firm");
    const name = (at: Person) => at.page.getByLabel("Firm name");
    await name(ana).fill("Birch Hill Bookkeeping");
    await name(ana).press("Enter");
    const since = performance.now();
    await ben.page.waitForFunction(() => [...document.querySelectorAll("input")].some(({ value }) => value === "Birch Hill Bookkeeping"));
    console.info(`from one window to the other: ${(performance.now() - since).toFixed(0)} ms`);
  });

  it("works alone again at once after leaving", async () => {
    await go(ben, "/settings/firm");
    await ben.page.getByRole("button", { name: "Leave…" }).click();
    await ben.page.getByRole("dialog").getByRole("button", { name: "Leave", exact: true }).click();
    await ben.page.getByLabel("Share this firm").waitFor();
    expect([...ana.complaints, ...ben.complaints]).toEqual([]);
  });
});
