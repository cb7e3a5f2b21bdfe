import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { addDecimals, type DecimalString, decimal } from "#shared/kernel/decimal.ts";
import { answerWhy, chord, enter, rowDown, tabTo } from "./keys.ts";

const ACCRUED = decimal("250.00");

/** Steps of a close with the keyboard alone. Each starts anywhere in a client and says where it ends. */

/** Finds a client by name in the palette, and opens its close. */
export async function openClose(page: Page, client: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.type(client);
  await page.getByRole("option", { name: client, exact: true, selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("heading", { level: 1, name: client }).waitFor();
  await backToClose(page);
}

/** Goes from another screen of the client to its checklist. */
export async function backToClose(page: Page): Promise<void> {
  await chord(page, "g", "l");
  await page.getByRole("table", { name: "Period sign-offs" }).waitFor();
}

/** A section of the close, from any other one. */
export async function goToSection(page: Page, section: string): Promise<void> {
  await enter(page, page.getByRole("navigation", { name: /Sections of/ }).getByRole("link", { name: section }));
}

/** Adds a person under Settings, People, and makes them the current user. */
export async function sitDown(page: Page, name: string, role: string): Promise<void> {
  await page.keyboard.press("Control+,");
  await enter(page, page.getByRole("navigation", { name: "Settings sections" }).getByRole("link", { name: "People" }));
  await tabTo(page, page.getByLabel("Add person"));
  await page.keyboard.type(name);
  await page.keyboard.press("Tab");
  // No two roles begin alike; on a busy machine a second letter may come so late that the list begins its search again.
  await page.keyboard.press(role.slice(0, 1));
  await enter(page, page.getByRole("button", { name: "Add", exact: true }));
  await enter(page, page.getByRole("button", { name: `Switch user to ${name}` }));
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: new RegExp(`^${name}`) }) });
  await row.getByText("Current user", { exact: true }).waitFor();
  expect(await row.getByRole("combobox").locator("option:checked").innerText()).toBe(role);
}

/**
 * Defines an accrual of the period, drafts it, sends it through the queue, and syncs until the balance of the
 * account has changed by it.
 */
export async function postAccrual(page: Page, title: string, lastDay: string): Promise<void> {
  const before = await balanceOf(page, "Accrued expenses");
  await goToSection(page, "Adjusting entries");
  await enter(page, page.getByRole("button", { name: "New entry" }));
  const dialog = page.getByRole("dialog");
  const fields = [
    ["Name", title],
    ["From", lastDay],
    ["Account, line 1", "Rent"],
    ["Debit, line 1", ACCRUED],
    ["Account, line 2", "Accrued expenses"],
    ["Credit, line 2", ACCRUED],
  ] as const;
  for (const [label, text] of fields) {
    await tabTo(page, dialog.getByLabel(label, { exact: true }).first());
    await page.keyboard.press("Control+a");
    await page.keyboard.type(text);
    if (!label.startsWith("Account")) continue;
    await page
      .getByRole("option", { name: new RegExp(text) })
      .first()
      .waitFor();
    await page.keyboard.press("Enter");
  }
  await dialog.getByText("Debits equal credits").waitFor();
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "detached" });
  const entries = page.getByRole("table", { name: "Adjusting entries in this period" });
  await entries.getByText(title).first().waitFor();
  await enter(page, page.getByRole("button", { name: /^Create \d+ drafts?$/ }));
  await enter(page, page.getByRole("button", { name: /^Send \d+ entr(y|ies)…$/ }));
  await tabTo(page, dialog.getByRole("button", { name: "Send", exact: true }));
  await page.keyboard.press("Enter");
  await entries.getByRole("link", { name: "Journal" }).first().waitFor();
  await page.keyboard.press("Control+r");
  const wanted = addDecimals(before, ACCRUED);
  await expect.poll(() => balanceOf(page, "Accrued expenses"), { timeout: 20_000 }).toBe(wanted);
}

/** Opens the reconciliation of an account. @returns its closing balance */
async function balanceOf(page: Page, account: string): Promise<DecimalString> {
  await goToSection(page, "Reconciliations");
  await showAccounts(page, "All");
  const grid = page.getByRole("grid", { name: "Reconciliations" });
  const row = grid.getByRole("row").filter({ has: page.getByRole("rowheader", { name: new RegExp(account) }) });
  await row.waitFor();
  const shown = await row
    .getByRole("gridcell")
    .nth(await columnOf(grid, "Per books"))
    .locator("span:not(:has(*))")
    .first()
    .innerText();
  return decimal(shown.replaceAll(",", "").replace(/^\((.*)\)$/, "-$1"));
}

/** The index of a column among the cells after the row's header. */
async function columnOf(grid: Locator, header: string): Promise<number> {
  const headers = await grid.getByRole("columnheader").allInnerTexts();
  return headers.findIndex((text) => text.startsWith(header)) - 1;
}

/** Chooses which accounts the reconciliations list. */
async function showAccounts(page: Page, name: "Required" | "All"): Promise<void> {
  const views = page.getByRole("radiogroup", { name: "Accounts" });
  const wanted = views.getByRole("radio", { name });
  await wanted.waitFor();
  await tabTo(page, views.getByRole("radio", { checked: true }));
  for (let at = 0; at < 2 && !(await wanted.isChecked()); at++) await page.keyboard.press("ArrowRight");
  await expect.poll(() => wanted.isChecked()).toBe(true);
}

/** Reconciles and signs off every required account: with support that equals its balance and a file, unless Tieout did. */
export async function reconcileAll(page: Page): Promise<number> {
  await goToSection(page, "Reconciliations");
  await showAccounts(page, "Required");
  const grid = page.getByRole("grid", { name: "Reconciliations" });
  await grid.getByRole("rowheader").first().waitFor();
  const accounts = Number(await grid.getAttribute("aria-rowcount")) - 1;
  await tabTo(page, grid.getByRole("rowheader").first());
  for (let at = 0; at < accounts; at++) {
    if (at > 0) await rowDown(page);
    await page.keyboard.press("Enter");
    const panel = page.getByRole("complementary").filter({ has: page.getByLabel("Roll-forward") });
    await panel.waitFor();
    // An aging supports a control account; where only its total was compared, somebody signs.
    if ((await panel.getByText("Reconciled, total only", { exact: true }).count()) > 0) await signAsPreparer(page, panel);
    else if ((await panel.getByText("Automatic", { exact: true }).count()) === 0) await prepareAccount(page, panel);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
  }
  await page.getByText(new RegExp(`^(?:${accounts} of ${accounts} prepared|All ${accounts} signed off)`)).waitFor();
  return accounts;
}

/** Supports the balance of the account in the panel, attaches a file and signs off. */
async function prepareAccount(page: Page, panel: Locator): Promise<void> {
  const closing = panel.getByLabel("Roll-forward").locator("dd").last();
  const balance = (await closing.locator("span:not(:has(*))").first().innerText()).replace(/^\((.*)\)$/, "-$1");
  await tabTo(page, panel.getByLabel(/^Per support/));
  await page.keyboard.press("Control+a");
  await page.keyboard.type(balance.replaceAll(",", ""));
  await page.keyboard.press("Tab");
  await page.keyboard.type("Statement");
  await page.keyboard.press("Control+Enter");
  await panel
    .getByText(/^(Reconciled|File required)$/)
    .first()
    .waitFor();
  await attach(page);
  await signAsPreparer(page, panel);
}

async function signAsPreparer(page: Page, panel: Locator): Promise<void> {
  await enter(page, panel.getByRole("button", { name: "Sign off as preparer" }));
  await panel.getByText(/as preparer by/).waitFor();
}

/** Signs off what the preparer prepared, all at once. */
export async function reviewReconciliations(page: Page): Promise<void> {
  await goToSection(page, "Reconciliations");
  await enter(page, page.getByRole("button", { name: "Sign off on reconciled accounts…" }));
  await enter(page, page.getByRole("dialog").getByRole("button", { name: "Sign off as reviewer" }));
  const progress = page.getByText(/^(?:All \d+ signed off|(\d+) of \1 prepared), .*reviewed$/);
  // What Tieout signed off itself needs no reviewer.
  const allReviewed = async () => {
    const [all = 0, automatic = 0, reviewed = 0] = await progress.evaluate(({ textContent }) =>
      [/^(?:All|\d+ of) (\d+)/, /(\d+) automatically/, /(\d+) reviewed/].map((part) => Number(part.exec(textContent ?? "")?.[1] ?? 0)),
    );
    return all > 0 && automatic + reviewed === all;
  };
  await expect.poll(allReviewed).toBe(true);
}

async function attach(page: Page): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await enter(page, page.getByRole("button", { name: "Attach files…" }));
  await (await chooser).setFiles({ name: "statement.txt", mimeType: "text/plain", buffer: Buffer.from("as of the last day\n") });
  await page.getByRole("list", { name: "Supporting files" }).getByText("statement.txt").waitFor();
}

/** Opens each check of the tie-outs that doesn't plainly tie, or else the first one. */
export async function lookAtTieOuts(page: Page): Promise<void> {
  await chord(page, "g", "t");
  const checks = page.getByRole("grid").first();
  await checks.getByRole("rowheader").first().waitFor();
  expect(await checks.getByText("Differs", { exact: true }).count()).toBe(0);
  await enter(page, checks.getByRole("rowheader").first());
  const side = page.getByRole("complementary").first();
  await side.waitFor();
  await page.keyboard.press("Escape");
  await side.waitFor({ state: "detached" });
}

/** What to do with a row of the flux review once its panel is open. */
export type RowAct = (page: Page, panel: Locator) => Promise<void>;

/** Writes why the row changed and signs it. */
export const explainAndSign: RowAct = async (page, panel) => {
  await page.keyboard.press("e");
  await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
  await page.keyboard.insertText("Timing: two deliveries fell into one month.");
  await page.keyboard.press("Control+Enter");
  await panel.getByText(/^written by/).waitFor();
  await enter(page, panel.getByRole("button", { name: "Sign off as preparer" }));
  await panel.getByText(/as preparer by/).waitFor();
};

/** Reads another person's explanation and signs below it. */
export const signAsReviewer: RowAct = async (page, panel) => {
  await panel.getByText(/^written by/).waitFor();
  await enter(page, panel.getByRole("button", { name: "Sign off as reviewer" }));
  await panel.getByText(/as reviewer by/).waitFor();
};

/**
 * Works through the rows of the flux review beyond their threshold, as many as there are or `most`.
 * @returns the names of the rows, in order
 */
export async function goDownVariances(page: Page, act: RowAct, most = Number.POSITIVE_INFINITY): Promise<readonly string[]> {
  await chord(page, "g", "f");
  const grid = page.getByRole("grid", { name: "Flux analysis" });
  await grid.getByRole("rowheader").first().waitFor();
  const views = page.getByRole("radiogroup", { name: "Rows to show" });
  if (!(await views.getByRole("radio", { name: "Material" }).isChecked())) {
    await tabTo(page, views.getByRole("radio", { checked: true }));
    await page.keyboard.press("ArrowRight");
  }
  await expect.poll(() => views.getByRole("radio", { name: "Material" }).isChecked()).toBe(true);
  // Lines of sections are no rows to sign.
  const grouped = page.getByRole("checkbox", { name: "By section" });
  if (await grouped.isChecked()) {
    await tabTo(page, grouped);
    await page.keyboard.press("Space");
  }
  // Until the rows of this view are loaded, the grid counts those of the previous one.
  await expect.poll(() => grid.getAttribute("aria-busy")).toBe("false");
  const rows = Math.min(most, Number(await grid.getAttribute("aria-rowcount")) - 1);
  const panel = page.getByRole("complementary", { name: "Flux line" });
  const names: string[] = [];
  await tabTo(page, grid.getByRole("rowheader").first());
  for (let at = 0; at < rows; at++) {
    if (at > 0) await rowDown(page);
    await page.keyboard.press("Enter");
    await panel.waitFor();
    names.push(await panel.getByRole("heading").first().innerText());
    await act(page, panel);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
  }
  expect(new Set(names).size).toBe(rows);
  return names;
}

/** Marks every open task of the checklist complete, each with a reason. @returns the titles */
export async function waiveWhatIsOpen(page: Page, but: RegExp): Promise<readonly string[]> {
  const titles = (await openTasks(page)).filter((title) => !but.test(title));
  for (const title of titles) {
    await enter(page, page.getByRole("button", { name: `Mark complete: ${title}`, exact: true }));
    await answerWhy(page, "Not asked for by this client.");
    await page.getByRole("button", { name: `Mark incomplete: ${title}`, exact: true }).waitFor();
  }
  return titles;
}

/** Titles of the tasks that can still be marked complete; requires the checklist screen. */
export async function openTasks(page: Page): Promise<readonly string[]> {
  const names = await page
    .getByRole("button", { name: /^Mark complete: / })
    .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
  return names.map((name) => name.slice("Mark complete: ".length));
}
