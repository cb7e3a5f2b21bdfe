import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closePages, complaintsOf, faultsInBothLooks, openChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { chord, enter } from "#test/support/keys.ts";
import { LoopbackProcess } from "#test/support/loopback-process.ts";

const ANSWER_WITHIN_MS = 60_000;
const SYNCED_WITHIN_MS = 90_000;

const home = mkdtempSync(join(tmpdir(), "tieout-e2e-connect-"));
let host: LoopbackProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];
let beganMs: number;

beforeAll(async () => {
  await ensureBuilt();
  [host, browser] = await Promise.all([LoopbackProcess.start(home, "build", [], { TIEOUT_NO_BROWSER: "1" }), openChromium()]);
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  context.setDefaultTimeout(ANSWER_WITHIN_MS);
  await openWindow();
});

afterAll(async () => {
  await closePages(browser);
  host?.kill();
  await host?.ended;
  rmSync(home, { recursive: true, force: true });
});

/** A window as a person opens it, with the token in the printed address. */
async function openWindow(place = ""): Promise<void> {
  page = await context.newPage();
  complaints = complaintsOf(page);
  await page.goto(await host.newAddress());
  if (place !== "") await page.goto(`${host.address}#${place}`);
}

/** The person in their own browser, at the page that was opened last, using only the keyboard. */
async function atTheLedger(keys: readonly string[]): Promise<void> {
  const pages = () => [...host.output.matchAll(/^http:\S+\/authorize\S+$/gm)].map(([address]) => address);
  const seen = visited;
  await expect.poll(() => pages().length, { timeout: ANSWER_WITHIN_MS }).toBeGreaterThan(seen);
  visited = pages().length;
  const consent = await context.newPage();
  await consent.goto(pages().at(-1) ?? "");
  // Until the page is drawn nothing has the focus, and the keys would go elsewhere.
  await consent.waitForFunction(() => document.activeElement instanceof HTMLButtonElement);
  for (const key of keys) await consent.keyboard.press(key);
  await consent.getByText("You can close this page").waitFor();
  await consent.close();
  await page.bringToFront();
}
let visited = 0;

const heading = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const focused = () =>
  page.evaluate(() => {
    const { activeElement: at, body } = document;
    return at === null || at === body ? "" : (at.closest("label")?.textContent ?? at.getAttribute("aria-label") ?? at.textContent);
  });

/** Presses a key until the focused element contains `words`; late answers of the core may still be missing on a busy machine. */
async function pressUntil(key: string, words: string): Promise<void> {
  await expect
    .poll(
      async () => {
        if (!(await focused()).includes(words)) await page.keyboard.press(key);
        return focused();
      },
      { timeout: ANSWER_WITHIN_MS, interval: 5 },
    )
    .toContain(words);
}

async function isAccessible(): Promise<void> {
  expect(await faultsInBothLooks(page)).toEqual([]);
}

async function chooseLedger(label: string): Promise<void> {
  await heading("Choose ledger");
  // The heading has the focus until the ledgers are loaded; then the selected one takes it.
  await page.locator("input[name=ledger]:focus").waitFor();
  await pressUntil("ArrowDown", label);
  await page.keyboard.press("Enter");
  await heading("Sign in");
  await pressUntil("Tab", "Open the sign-in page");
}

/** Disconnects a client, and stays on its screen. */
async function disconnectFor(client: string): Promise<void> {
  await page.goto(`${host.address}#/`);
  await page.getByRole("rowheader", { name: client }).click();
  await page.getByRole("link", { name: "Connection" }).click();
  await page.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("checkbox", { name: /^Also remove the connection from this client/ }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect", exact: true }).click();
  await page.getByText("No ledger is connected").waitFor();
  // The connection has been removed, and the page still says what came of it.
  await page.getByText("The client is disconnected. Its local copy stays on this computer.").waitFor();
}

describe("a newcomer with the keyboard alone", () => {
  it("comes from the first screen to the choice of a ledger", async () => {
    await page.getByRole("link", { name: "Connect a ledger" }).waitFor();
    beganMs = performance.now();
    await pressUntil("Tab", "Connect a ledger");
    await page.keyboard.press("Enter");
    await chooseLedger("Practice Ledger A");
  });

  it("is told what went wrong when the ledger refuses, and can try again", async () => {
    await page.keyboard.press("Enter");
    await page.getByText("Waiting for you").waitFor();
    // The Cancel button comes after the Allow button.
    await atTheLedger(["Tab", "Enter"]);
    await page.getByRole("alert").waitFor();
    await pressUntil("Tab", "Open the sign-in page");
  });

  it("finds the sign-in again after the window was closed in the middle of it", async () => {
    await page.keyboard.press("Enter");
    await page.getByText("Waiting for you").waitFor();
    await page.close();
    await openWindow("/connect");
    await page.getByText("Waiting for you").waitFor();
    // For a person whose browser didn't open, without asking for it.
    expect(await page.getByLabel("Browser didn't open? Copy this address into your browser.").inputValue()).toMatch(/^http.*[?&]state=/);
    await pressUntil("Tab", "Open the page again");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Copy address" }).waitFor();
    // It was first shown to the window that is closed now; this one is the second.
    await atTheLedger(["Enter"]);
    await heading("Choose clients");
  });

  it("connects several books at once, and sees what was found and what the read costs", async () => {
    await expect.poll(() => page.getByRole("checkbox", { checked: true }).count()).toBe(4);
    await page.keyboard.press("Enter");
    await heading("Review ledger details");
    await expect.poll(() => page.getByText(/^Ledger features supported: \d+ of \d+/).count()).toBe(3);
    await page.keyboard.press("Enter");
    await heading("Start first sync");
    await page.getByText("Requests to the ledger").waitFor();
    await page.keyboard.press("Enter");
  });

  it(
    "has its first client read to the end",
    async () => {
      const clients = page.getByRole("grid", { name: "Clients" });
      await clients.getByText("Up to date", { exact: true }).first().waitFor({ timeout: SYNCED_WITHIN_MS });
      const seconds = Math.ceil((performance.now() - beganMs) / 1000);
      process.stdout.write(`From the first screen to a client that is up to date, keyboard only: ${seconds} s\n`);
      expect(complaints).toEqual([]);
    },
    SYNCED_WITHIN_MS + 10_000,
  );

  it("sees its documents and a figure of its statements, with values and as of when", async () => {
    const row = page.getByRole("grid", { name: "Clients" }).getByRole("row").filter({ hasText: "Up to date" }).first();
    await enter(page, row.getByRole("rowheader"));
    // A client's shortcuts don't work before its screen is there.
    await page.getByRole("link", { name: /^Transactions/ }).waitFor();
    await chord(page, "g", "d");
    const documents = page.getByRole("grid", { name: "Transactions" });
    await documents.getByRole("row").nth(3).waitFor();
    await expect.poll(() => documents.getByRole("row").nth(3).innerText()).toMatch(/\d\.\d{2}/);
    const asOf = page.getByRole("banner").getByRole("time");
    expect(await asOf.getAttribute("datetime")).toMatch(/^\d{4}-\d{2}-\d{2}T/);
    await chord(page, "g", "s");
    const statement = page.getByRole("grid").filter({ has: page.getByRole("columnheader", { name: /^Account/ }) });
    await statement.getByRole("row").nth(3).waitFor();
    await expect.poll(() => statement.innerText()).toMatch(/\d,\d{3}\.\d{2}/);
    // Of the same sync the bar alone says when it was.
    await asOf.waitFor();
    const repeated = page
      .getByRole("main")
      .getByText(/^Synced/)
      .and(page.locator(":visible"));
    await expect.poll(() => repeated.count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

describe("every step", () => {
  it("has no accessibility fault, light or dark", async () => {
    await page.goto(`${host.address}#/connect`);
    await heading("Choose ledger");
    await isAccessible();
    await chooseLedger("Practice Ledger C");
    await isAccessible();
    await page.keyboard.press("Enter");
    await page.getByText("Waiting for you").waitFor();
    await isAccessible();
    await atTheLedger(["Enter"]);
    await heading("Choose clients");
    await isAccessible();
  });

  it("asks for a name where the ledger told only an id, and goes to the field that is wrong", async () => {
    const name = page.getByRole("textbox", { name: /^Name of the new client/ });
    await page.keyboard.press("Enter");
    await page.getByText("Enter the client's name.").waitFor();
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type("Quarry Hill");
    await page.keyboard.press("Enter");
    await heading("Review ledger details");
    await page.getByRole("table", { name: "Ledger features" }).waitFor();
    await isAccessible();
    await page.keyboard.press("Enter");
    await page.getByText("Requests to the ledger").waitFor();
    await isAccessible();
  });

  it("can be left before the read, and is taken up where it was left", async () => {
    await page.reload();
    await page.goto(`${host.address}#/connect`);
    await page.getByText("Quarry Hill is connected but hasn't been synced yet.").waitFor();
    await page.getByRole("button", { name: "Continue to the first sync" }).click();
    await heading("Review ledger details");
  });

  it("signs in with a key that is made here, once its public part is uploaded at the ledger", async () => {
    await disconnectFor("Quarry Hill");
    await page.getByRole("link", { name: "Connect a ledger" }).click();
    await heading("Choose ledger");
    await page.getByText("For Quarry Hill").waitFor();
    await chooseLedger("Practice Ledger C");
    await page.getByText("Sign in with a certificate").click();
    await page.getByRole("button", { name: "Create a new key" }).click();
    await page.keyboard.press("Enter");
    const pem = await page.getByLabel("Public certificate").inputValue();
    expect(pem).toContain("BEGIN CERTIFICATE");
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as file…" }).click();
    expect((await saved).suggestedFilename()).toBe("Tieout.pem");
    const address = await page.getByLabel("Open this address in your browser, paste the certificate there").inputValue();
    const answer = await context.request.post(address, { form: { app: "tieout-practice", certificate: pem } });
    const certificateId = /<code>([0-9A-F]+)<\/code>/.exec(await answer.text())?.[1] ?? "";
    await isAccessible();
    await page.getByLabel("Certificate ID in the ledger").fill(certificateId);
    await page.keyboard.press("Enter");
    await heading("Review ledger details");
    await page.getByText("Base currency").waitFor();
  });

  it("says that a client has its ledger already", async () => {
    await page.goto(`${host.address}#/`);
    await page.getByRole("rowheader", { name: "Kauri Point Kayaks" }).click();
    await page.getByRole("link", { name: "Connection" }).click();
    const clientId = /clients\/([^/]+)\//.exec(page.url())?.[1] ?? "";
    await page.goto(`${host.address}#/connect/${clientId}`);
    await heading("Kauri Point Kayaks already has a connection to Ledger A");
    await page.getByRole("link", { name: "Go to connection" }).click();
  });
});

describe("a change of mind", () => {
  it("goes back to another ledger, and the sign-in that nobody will use is given up", async () => {
    await page.goto(`${host.address}#/connect`);
    await chooseLedger("Practice Ledger B");
    await page.keyboard.press("Enter");
    await page.getByText("Waiting for you").waitFor();
    await atTheLedger(["Enter"]);
    await heading("Choose clients");
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("button", { name: "Continue" }).waitFor();
    await page.getByRole("button", { name: "Choose ledger" }).click();
    await chooseLedger("Practice Ledger C");
    await page.reload();
    // If it had stayed, the wizard would resume it here.
    await heading("Choose ledger");
    await page.goto(`${host.address}#/`);
    await page.getByRole("rowheader", { name: "Kauri Point Kayaks" }).click();
    await page.getByRole("link", { name: "Connection" }).click();
  });
});

describe("a client's connection", () => {
  it("says who signed in, what the ledger can do and what is used instead", async () => {
    await page.getByText("Signed in", { exact: true }).waitFor();
    await page.getByRole("rowheader", { name: "General-ledger feed" }).waitFor();
    await isAccessible();
    await page.getByRole("button", { name: "Check again" }).click();
    await page.getByText(/Checked just now/).waitFor();
  });

  it("keeps limits of its own, asks before more than was verified, and refuses what is no number", async () => {
    await page.getByRole("button", { name: "Edit limits" }).click();
    const requests = page.getByRole("textbox", { name: "Requests per time window", exact: true });
    await requests.fill("ninety");
    expect(await page.getByRole("button", { name: "Save limits" }).isDisabled()).toBe(true);
    await requests.fill("90");
    await isAccessible();
    await requests.press("Enter");
    await page.getByRole("dialog").getByText("Requests per time window: 90").waitFor();
    await page.getByRole("button", { name: "Save anyway" }).click();
    await page.getByRole("row", { name: /^Requests per time window 90 Set for this connection \(verified limit: 60\)/ }).waitFor();
  });

  it("is ended with its effect told first; what was read stays readable", async () => {
    await page.getByRole("button", { name: "Disconnect" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Synced data and your work stay on this computer").waitFor();
    await expect.poll(focused).toBe("Cancel");
    await isAccessible();
    await dialog.getByRole("button", { name: "Disconnect", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    // On the card, and beside the client's name.
    await page.getByRole("region", { name: "Sign-in", exact: true }).getByText("Disconnected", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Reconnect", exact: true }).waitFor();
    await expect.poll(() => page.getByText("Disconnected", { exact: true }).count()).toBe(2);
    // What is left of it can still be removed.
    await page.getByRole("button", { name: "Disconnect…", exact: true }).waitFor();
    await page.getByRole("link", { name: /^Transactions/ }).click();
    await page.getByRole("grid", { name: "Transactions" }).getByRole("row").nth(5).waitFor();
    expect(complaints).toEqual([]);
  });
});

describe("a list of clients", () => {
  it("is looked over, added, and goes on to the sign-in that it waits for", async () => {
    await page.goto(`${host.address}#/connect/list`);
    await page
      .getByLabel("Client list")
      .fill("name,ledger,file\nElm Street Garage,Practice Ledger B,\nFir Consulting,,\nKauri Point Kayaks,,\nHolly,,holly.json");
    await page.getByText("A client with this name already has a connection to Ledger A.").waitFor();
    await page.getByText("Use “Choose connection files (advanced)” and choose holly.json.").waitFor();
    await page.locator('input[type="file"][multiple]').setInputFiles({
      name: "holly.json",
      mimeType: "application/json",
      buffer: Buffer.from('{"system":"ledger_z"}'),
    });
    await isAccessible();
    await page.getByRole("button", { name: "Add 3 clients" }).click();
    // Two are added; the third is added without a connection, which can be retried separately.
    await page.getByRole("button", { name: "Try again for 1 client" }).waitFor();
    await expect.poll(() => page.getByText("Added", { exact: true }).count()).toBe(2);
    await page
      .getByRole("row", { name: /^Holly/ })
      .getByText("system")
      .waitFor();
    await isAccessible();
    await page.getByRole("button", { name: "Sign in to Practice Ledger B" }).click();
    await heading("Sign in");
    expect(complaints).toEqual([]);
  });
});

describe("the settings", () => {
  const part = (name: string) => page.getByRole("navigation", { name: "Settings sections" }).getByRole("link", { name }).click();

  it("have no accessibility fault, and tell of limits, backups and the health of the files", async () => {
    await page.goto(`${host.address}#/settings`);
    await part("Ledger limits");
    await page.getByRole("rowheader", { name: "Verified on" }).waitFor();
    await isAccessible();
    await part("Data and backups");
    await page.getByText(home, { exact: true }).waitFor();
    await page.getByRole("button", { name: "Take snapshot now" }).click();
    await page.getByText(/^\d+ kept, .*latest.*just now/).waitFor();
    await isAccessible();
    await part("Storage health");
    await page.getByRole("button", { name: "Check all files" }).click();
    await page.getByText(/^(No problems|Needs your attention)/).waitFor();
    await isAccessible();
  });

  it("turn single letters off, and only those", async () => {
    await part("Keyboard");
    await page.getByRole("checkbox", { name: /^Use single-letter shortcuts/ }).uncheck();
    await page.getByRole("heading", { name: "Keyboard", exact: true }).focus();
    await page.keyboard.press("?");
    await page.keyboard.press("Control+o");
    await page.getByRole("dialog").waitFor();
    expect(await page.getByRole("heading", { name: "Keyboard shortcuts" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  it("take colours away from states, and keep that for the next start", async () => {
    await part("Appearance");
    await page.getByRole("radio", { name: "In black and white" }).check({ force: true });
    await page.reload();
    expect(await page.evaluate(() => document.documentElement.dataset.colours)).toBe("plain");
    await isAccessible();
    expect(complaints).toEqual([]);
  });
});
