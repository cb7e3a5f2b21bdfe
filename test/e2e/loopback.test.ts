import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accessibilityFaults, closePages, complaintsOf, faultsInBothLooks, openChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { answerWhy, focusedCell, rowDown } from "#test/support/keys.ts";
import { LoopbackProcess } from "#test/support/loopback-process.ts";
import { rawRequest } from "#test/support/raw-http.ts";
import { monthEnd } from "./month-end.ts";

/** The demo firm is read in about a minute; two cores may be busy with the other windows, too. */
const SYNCED_WITHIN_MS = 180_000;
/** For anything that needs no sync. Generous for a busy machine, where three windows share two cores; short enough to notice a hang. */
const ANSWER_WITHIN_MS = 60_000;
const CLIENTS = 14;

const home = mkdtempSync(join(tmpdir(), "tieout-e2e-"));
let host: LoopbackProcess;
let browser: Browser;
let page: Page;
let complaints: string[];
let documentsRead: number;

beforeAll(async () => {
  await ensureBuilt();
  [host, browser] = await Promise.all([LoopbackProcess.start(home, "source"), openChromium()]);
  page = await newPage();
});

afterAll(async () => {
  await closePages(browser);
  host?.kill();
  await host?.ended;
  rmSync(home, { recursive: true, force: true });
});

async function newPage(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(ANSWER_WITHIN_MS);
  const opened = await context.newPage();
  complaints = complaintsOf(opened);
  return opened;
}

const clients = () => page.getByRole("grid", { name: "Clients" });
const rowOf = (name: string) =>
  clients()
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name }) });

describe("a first start", () => {
  it("offers the demo firm or a ledger, at the printed address", async () => {
    const address = await host.firstAddress();
    await page.goto(address);
    await page.getByRole("button", { name: "Open the demo firm" }).waitFor();
    await page.getByRole("link", { name: "Connect a ledger" }).waitFor();
    expect(page.url(), "the code leaves the address bar").toBe(`${host.address}#/`);
    expect(complaints).toEqual([]);
  });

  it("has no accessibility fault, light or dark", async () => {
    expect(await faultsInBothLooks(page)).toEqual([]);
  });

  it("survives a reload, because the tab keeps its session", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Open the demo firm" }).waitFor();
  });

  it("refuses a second start on the same data, naming the first", async () => {
    const second = LoopbackProcess.launch(home, "build");
    expect(await second.ended).toBe(1);
    expect(second.output).toContain(`in use by process ${host.child.pid}`);
  });
});

describe("the running host gives nothing away", () => {
  let token = "";
  beforeAll(async () => {
    token = await host.token();
  });
  const body = JSON.stringify({ method: "clients.list", input: {} });
  const good = () => ({ origin: `http://127.0.0.1:${host.port}`, "content-type": "application/json", "x-tieout-token": token });

  it("answers its own page, so that the refusals below mean something", async () => {
    const answer = await rawRequest(host.port, { method: "POST", path: "/api/invoke", headers: good(), body });
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([200, { ok: true }]);
  });

  it.each<[string, number, () => Parameters<typeof rawRequest>[1]]>([
    [
      "a rebound name",
      403,
      () => ({ method: "POST", path: "/api/invoke", headers: { ...good(), host: `evil.example:${host.port}` }, body }),
    ],
    ["another origin", 403, () => ({ method: "POST", path: "/api/invoke", headers: { ...good(), origin: "http://evil.example" }, body })],
    [
      "a preflight",
      403,
      () => ({ method: "OPTIONS", path: "/api/invoke", headers: { ...good(), "access-control-request-method": "POST" } }),
    ],
    ["no token", 401, () => ({ method: "POST", path: "/api/invoke", headers: { ...good(), "x-tieout-token": "" }, body })],
    ["news without a token", 401, () => ({ path: "/api/events" })],
    ["too much", 413, () => ({ method: "POST", path: "/api/invoke", headers: good(), body: body.replace("{}", `"${"x".repeat(2e6)}"`) })],
    ["a way out of the folder", 404, () => ({ path: "/../../package.json" })],
    ["the data folder", 404, () => ({ path: "/firm.sqlite" })],
  ])("%s: %i", async (_what, status, ask) => {
    const answer = await rawRequest(host.port, ask());
    expect(answer.status).toBe(status);
    expect(answer.body).not.toContain("rows");
    expect(Object.keys(answer.headers).join()).not.toContain("access-control");
  });

  it("is out of reach for a page of another origin in the same browser", async () => {
    const attacker = await (await browser.newContext()).newPage();
    await attacker.route("http://evil.example/", (route) => route.fulfill({ contentType: "text/html", body: "<p>evil</p>" }));
    await attacker.goto("http://evil.example/");
    const outcome = await attacker.evaluate(
      ([address, stolen]) =>
        fetch(`${address}api/invoke`, {
          method: "POST",
          headers: { "Content-Type": "application/json", "X-Tieout-Token": stolen ?? "" },
          body: '{"method":"clients.list","input":{}}',
        }).then(
          () => "answered",
          () => "refused",
        ),
      [host.address, token] as const,
    );
    expect(outcome).toBe("refused");
    await attacker.context().close();
  });
});

describe("the demo firm", () => {
  it("is there at once, and is seen syncing", async () => {
    await page.getByRole("button", { name: "Open the demo firm" }).click();
    await rowOf("Harbour Lane Bakery").waitFor();
    await expect.poll(() => clients().getAttribute("aria-rowcount")).toBe(String(CLIENTS + 1));
    await clients()
      .getByText(/^(Syncing|Queued)$/)
      .first()
      .waitFor();
    await clients().getByRole("progressbar").first().waitFor();
  });

  it(
    "is up to date about a minute later: every client, without a touch",
    async () => {
      await expect
        .poll(() => clients().getByText("Up to date", { exact: true }).count(), { timeout: SYNCED_WITHIN_MS, interval: 500 })
        .toBe(CLIENTS);
      expect(complaints).toEqual([]);
    },
    SYNCED_WITHIN_MS + 10_000,
  );

  it("has no accessibility fault on the dashboard, light or dark", async () => {
    expect(await faultsInBothLooks(page)).toEqual([]);
  });
});

describe("with the keyboard alone", () => {
  it("goes from the top of the page into the grid, along it, and into a client and back", async () => {
    await page.reload();
    await rowOf("Harbour Lane Bakery").waitFor();
    // The actions are within the window: columns that don't fit are left out.
    const areActionsInside = async () => {
      const box = await clients().getByRole("columnheader", { name: "Action" }).boundingBox();
      return box !== null && box.x + box.width <= 1_280;
    };
    await expect.poll(areActionsInside).toBe(true);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("role") ?? document.activeElement?.tagName ?? "");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to content");
    await page.keyboard.press("Enter");
    for (let step = 0; step < 40 && !["rowheader", "gridcell"].includes(await focused()); step++) await page.keyboard.press("Tab");
    expect(await focused()).toBe("rowheader");
    // In a cell with a control, the control takes the focus.
    const at = () => focusedCell(page);
    expect(await at()).toBe("0:0");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await expect.poll(at).toBe("1:1");
    await page.keyboard.press("Control+End");
    await expect.poll(at).toMatch(/^13:/);
    await page.keyboard.press("Control+Home");
    await expect.poll(at).toMatch(/^(0|-1):0$/);
    await rowDown(page);
    const name = await page.evaluate(() => document.activeElement?.textContent ?? "");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("d");
    await page.getByRole("grid", { name: "Transactions" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("c");
    await clients().waitFor();
  });

  it("filters the clients", async () => {
    await page.keyboard.press("/");
    await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement);
    await page.keyboard.type("bakery");
    await expect.poll(() => clients().getAttribute("aria-rowcount")).toBe("2");
    await page.keyboard.press("Escape");
    await expect.poll(() => clients().getAttribute("aria-rowcount")).toBe(String(CLIENTS + 1));
  });

  it("shows the map of the keys and gives the focus back", async () => {
    // Not from a field: letters are typed there.
    await page.getByRole("button", { name: "Sync all" }).focus();
    const before = await page.evaluate(() => document.activeElement?.outerHTML ?? "");
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.outerHTML ?? "")).toBe(before);
  });
});

describe("a client's transactions", () => {
  const documents = () => page.getByRole("grid", { name: "Transactions" });
  const count = () => documents().getAttribute("aria-rowcount").then(Number);

  it("are listed with totals per side and currency, and filtered by type and text", async () => {
    await rowOf("Harbour Lane Bakery").getByRole("rowheader").click();
    await page.getByRole("link", { name: /^Transactions/ }).click();
    await documents().getByRole("row").nth(5).waitFor();
    await expect.poll(() => documents().getAttribute("aria-busy")).toBe("false");
    documentsRead = (await count()) - 1;
    expect(documentsRead).toBeGreaterThan(200);
    await page.getByRole("region", { name: "Totals" }).getByRole("button").click();
    await page
      .getByRole("table", { name: "Totals by type and currency" })
      .getByRole("rowheader", { name: "Sales less credits, incl. tax" })
      .waitFor();
    await page.getByRole("searchbox", { name: "Filter by number, reference, memo or contact" }).fill("SVC");
    // Two bills of one service contract with numbers that differ by a dash are planted in this client.
    await expect.poll(count).toBe(3);
    await documents().getByText("SVC-20417").waitFor();
    await documents().getByText("SVC20417").waitFor();
  });

  it("open at the side, with lines, provenance and the untouched payload", async () => {
    await documents().getByText("SVC-20417").click();
    const panel = page.getByRole("complementary", { name: "Transaction" });
    await panel.getByRole("heading", { name: /SVC-20417/ }).waitFor();
    await panel.getByText("Annual service contract").first().waitFor();
    await panel.getByText("842.60").first().waitFor();
    await panel.getByText("Technical details").click();
    await panel.locator("pre", { hasText: "SVC-20417" }).waitFor();
    expect(await panel.locator("pre").textContent()).toContain('"Contact"');
    expect(await faultsInBothLooks(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
  });
});

describe("a client's checks", () => {
  const section = (name: string) => page.getByRole("navigation", { name: "Sections of checks" }).getByRole("link", { name }).click();
  const undo = () => page.getByRole("button", { name: "Undo", exact: true }).click();

  it("show two bills that may be one; dismissing them is undone with one key", async () => {
    await page.getByRole("link", { name: "Checks" }).click();
    const bill = page.getByRole("article", { name: "Bill SVC-20417 and Bill SVC20417" });
    await bill.getByText(/fields are the same$/).click();
    await bill.getByText("Vendor", { exact: true }).waitFor();
    await page.getByText("numbers SVC-20417 and SVC20417 differ only in how they're written").waitFor();
    await page.getByRole("button", { name: "Dismiss" }).first().click();
    await bill.waitFor({ state: "detached" });
    await page.getByLabel("Dismissed (1)").check();
    await page.getByText(/dismissed by .*, just now/).waitFor();
    await page.getByLabel("Dismissed (1)").uncheck();
    await page.getByRole("region", { name: "Duplicates" }).focus();
    await page.keyboard.press("Control+z");
    await bill.waitFor();
  });

  it("show an order as over-billed once a person has confirmed its bill, and not before", async () => {
    await section("Purchase orders");
    const confirm = page.getByRole("button", { name: "Confirm: Match of bill SH-9902 to order PO-7731" });
    await confirm.waitFor();
    expect(await page.getByText("Overbilled", { exact: true }).count()).toBe(0);
    await confirm.click();
    const pair = page.getByRole("dialog", { name: "Does this bill belong to this order?" });
    await pair.getByRole("article", { name: "Bill SH-9902" }).getByText("Outstanding, with tax").waitFor();
    await pair.getByRole("button", { name: "Confirm match" }).click();
    // The column, which is left out while it is empty, and the result of the order.
    await expect.poll(() => page.getByText("Overbilled", { exact: true }).count()).toBe(2);
    await page.getByRole("button", { name: "Lines of order PO-7731" }).click();
    await page.getByRole("table", { name: "Lines of order PO-7731" }).getByText("123.00").waitFor();
    expect(await faultsInBothLooks(page)).toEqual([]);
    await undo();
    await confirm.waitFor();
  });

  it("say what forbids a posting: the ledger's lock, and a period that a person closed here", async () => {
    await section("Periods and locks");
    const box = page.getByRole("region", { name: "Check if a date is locked" });
    const day = box.getByLabel("Transaction date");
    await day.fill("2024-01-15");
    await box.getByText(/is locked\. The next open date is/).waitFor();
    const close = page.getByRole("button", { name: /^Close period: / }).first();
    const month = (await close.getAttribute("aria-label"))?.slice("Close period: ".length) ?? "";
    await box.getByLabel("Type").selectOption("gl");
    await close.click();
    await answerWhy(page, "The owner asked for it.");
    await page.getByRole("table", { name: "Current locks" }).getByText(`${month}, closed in Tieout`).waitFor();
    await undo();
    await page.getByText(`${month}, closed in Tieout`).waitFor({ state: "detached" });
    expect(await accessibilityFaults(page, "light")).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

describe("what happens later", () => {
  it("shows a record that vanished from the ledger, kept and marked", async () => {
    await page.goto(`${host.address}#/`);
    // Other clients of the firm lose a record about twenty seconds after all were read.
    const deleted = async () => {
      // The column appears with the first deleted record, and where room is short, when it's asked for: it is mostly dashes.
      const hidden = page.getByRole("button", { name: /^Show \d+ more columns?$/ });
      if ((await hidden.count()) > 0) await hidden.click();
      const heads = await clients().getByRole("columnheader").allTextContents();
      const place = heads.indexOf("Deleted");
      const cells = rowOf("Juniper Ridge Outfitters").locator(`[aria-colindex="${place + 1}"]`);
      return place < 0 ? "" : cells.textContent();
    };
    await expect.poll(deleted, { timeout: 60_000, interval: 500 }).toBe("1");
  }, 70_000);
});

describe("a month end with the keyboard alone, over a client of each ledger", () => {
  monthEnd(() => ({ page, complaints }));
});

describe("a later start", () => {
  it("without its ledgers shows what was read, and says as of when", async () => {
    const documents = () => page.getByRole("grid", { name: "Transactions" });
    await page.context().close();
    expect(await host.stop()).toBe(0);
    // The simulated ledgers are removed, so the connections lead to addresses where nothing answers.
    rmSync(join(home, "demo.json"));
    const tokens = Object.fromEntries(Array.from({ length: CLIENTS }, (_, index) => [`TIEOUT_DEMO_TOKEN_${index}`, "no ledger reads it"]));
    host = await LoopbackProcess.start(home, "build", [], tokens);
    page = await newPage();
    await page.goto(await host.newAddress());
    await rowOf("Harbour Lane Bakery").waitFor();
    // In a narrow window the header says it for all clients.
    await page.getByRole("banner").getByRole("time").waitFor();
    await page.setViewportSize({ width: 1920, height: 1080 });
    await rowOf("Harbour Lane Bakery").getByRole("time").waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    // What was wide there takes no more room here than it needs.
    const due = clients().getByRole("columnheader").filter({ hasText: /^Due/ });
    await expect.poll(() => due.evaluate((head) => head.getBoundingClientRect().width)).toBeLessThan(140);
    await rowOf("Harbour Lane Bakery").getByRole("rowheader").click();
    await page.getByRole("link", { name: /^Transactions/ }).click();
    await documents().getByRole("row").nth(5).waitFor();
    await page
      .getByRole("banner")
      .getByText(/^Last synced/)
      .waitFor();
    await page.getByRole("banner").getByRole("time").waitFor();
    // What was read at first, the header row, and what the month end has posted since.
    await expect.poll(() => documents().getAttribute("aria-rowcount").then(Number)).toBeGreaterThan(documentsRead);
    expect(complaints).toEqual([]);
  });

  it("says that its core is gone when it is, and keeps what it shows", async () => {
    host.kill();
    await host.ended;
    await page.getByText("background process").first().waitFor();
    await page.getByRole("grid", { name: "Transactions" }).getByRole("row").nth(5).waitFor();
  });
});

describe("npm start -- --demo", () => {
  it("goes straight into the demo firm", async () => {
    const firm = mkdtempSync(join(tmpdir(), "tieout-e2e-demo-"));
    const demo = await LoopbackProcess.start(firm, "build", ["--demo"]);
    try {
      await page.context().close();
      page = await newPage();
      await page.goto(await demo.newAddress());
      await rowOf("Harbour Lane Bakery").waitFor();
      await expect.poll(() => clients().getAttribute("aria-rowcount")).toBe(String(CLIENTS + 1));
      expect(complaints).toEqual([]);
      expect(await demo.stop()).toBe(0);
    } finally {
      demo.kill();
      await demo.ended;
      rmSync(firm, { recursive: true, force: true });
    }
  });
});
