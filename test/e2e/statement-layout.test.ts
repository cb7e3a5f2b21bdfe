import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask } from "#test/support/ask.ts";
import { accessibilityFaults, closePages, openChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { enter, tabTo } from "#test/support/keys.ts";
import { openPageWorld, type PageWorld } from "#test/support/page-world.ts";
import { hasPdfReader, pdfText } from "#test/support/pdf-text.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

const PERIOD = "2026-10";
const SUBTOTAL = "Result of trading";
const GROUP = "Other expenses";

let browser: Browser;
let at: PageWorld;
let page: Page;
let clientId: string;

beforeAll(async () => {
  await ensureBuilt();
  browser = await openChromium();
  at = await openPageWorld(browser, {
    seed: 23,
    tenants: [{ style: "a", books: { months: 3, invoicesPerMonth: 8 }, a: { journals: true } }],
  });
  page = at.page;
  // Rows out of sight aren't drawn.
  await page.setViewportSize({ width: 1280, height: 2_400 });
  const [tenant] = at.world.tenants as [Tenant];
  await at.aside(() => tenant.sync());
  clientId = tenant.source.clientId;
});

afterAll(async () => {
  await at?.close();
  await closePages(browser);
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = () => page.getByRole("dialog");
const line = (name: string) => page.getByRole("rowheader", { name });
const statement = () =>
  at.aside(() =>
    ask(at.world, "reports.statement", { clientId, kind: "profit_and_loss", from: "2026-10-01" as never, to: "2026-10-31" as never }),
  );

/** Adds a subtotal below the operating expenses, in place of the standard one, and moves an account among the other expenses, by keyboard. */
async function changeLayout(account: string): Promise<void> {
  await enter(page, button("Options"));
  await enter(page, button("Edit layout…"));
  await enter(page, button("Add subtotal"));
  const own = dialog().getByRole("textbox", { name: "Name of new subtotal" });
  await expect.poll(() => own.evaluate((input) => input === document.activeElement), { message: "its name is typed next" }).toBe(true);
  expect(await button("Save layout").isDisabled()).toBe(true);
  await page.keyboard.type(SUBTOTAL);
  const named = dialog().getByRole("textbox", { name: `Name of subtotal ${SUBTOTAL}` });
  // At the end it would repeat the net income and be left out.
  for (const step of [1, 2, 3]) {
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(() => named.evaluate((input) => input === document.activeElement), { message: `after step ${step}` }).toBe(true);
  }
  const group = dialog().getByRole("combobox", { name: new RegExp(account) });
  await tabTo(page, group);
  await group.selectOption({ label: GROUP });
  await enter(page, button("Save layout"));
  await dialog().waitFor({ state: "detached" });
}

/** The texts of a pack's statement, in the workbook and in print. */
async function packed(version: number): Promise<{ readonly workbook: string; readonly print: string }> {
  await at.aside(() => ask(at.world, "packs.export", { clientId, period: PERIOD, reason: "The layout was changed." }));
  const packs = () => at.aside(() => ask(at.world, "packs.list", { clientId, period: PERIOD }));
  await expect.poll(async () => (await packs()).map((pack) => pack.version), { timeout: 90_000 }).toContain(version);
  const made = (await packs()).find((pack) => pack.version === version);
  const files = unzipSync(readFileSync(made?.path ?? ""));
  const sheets = unzipSync(files["01_closepack.xlsx"] as Uint8Array);
  const own = Object.values(sheets)
    .map((bytes) => Buffer.from(bytes).toString())
    .find((xml) => xml.includes("B  Profit and loss"));
  const printed = pdfText(files["00_closepack.pdf"]);
  const print = printed.split("\f").filter((text) => text.trimStart().startsWith("Profit and loss"));
  return { workbook: own ?? "", print: print.join("\n") };
}

describe("the layout of a statement", () => {
  let account = "";
  let before: Awaited<ReturnType<typeof statement>>;

  it("gets a subtotal and another place for an account, and undoing brings the standard one back", async () => {
    before = await statement();
    account = before.lines.find(({ kind, group }) => kind === "account" && group === "operating_expenses")?.label ?? "";
    expect(account).not.toBe("");
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `/clients/${clientId}/statements`);
    await page.getByRole("radio", { name: "Profit and loss" }).check();
    await line(account).first().waitFor();
    await changeLayout(account);
    await line(SUBTOTAL).first().waitFor();
    expect(await accessibilityFaults(page, "light")).toEqual([]);
    const after = await statement();
    expect(after.rows).toEqual(before.rows);
    expect(after.lines.find(({ label }) => label === account)?.group).toBe("other_expenses");

    await page.keyboard.press("Control+z");
    await line(SUBTOTAL).first().waitFor({ state: "detached" });
    expect((await statement()).lines).toEqual(before.lines);
  });

  it("is the same in the pack's workbook and in print", async () => {
    await changeLayout(account);
    await line(SUBTOTAL).first().waitFor();
    const { workbook, print } = await packed(1);
    for (const text of hasPdfReader ? [workbook, print] : [workbook]) {
      expect(text).toContain(SUBTOTAL);
      const places = ["Total operating expenses", SUBTOTAL, GROUP, account, `Total ${GROUP.toLowerCase()}`].map((words) =>
        text.indexOf(words),
      );
      expect(
        places.every((place) => place >= 0),
        places.join(" "),
      ).toBe(true);
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(text).not.toContain("Operating profit");
    }
    await enter(page, button("Options"));
    await enter(page, button("Edit layout…"));
    await enter(page, button("Reset to standard layout"));
    await dialog().waitFor({ state: "detached" });
    await line(SUBTOTAL).first().waitFor({ state: "detached" });
    const standard = await packed(2);
    expect(standard.workbook).not.toContain(SUBTOTAL);
    expect(standard.print).not.toContain(SUBTOTAL);
  });
});
