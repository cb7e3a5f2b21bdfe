/** What somebody enters before a picture is taken. */

import { SYNCED_WITHIN_MS } from "./steps.mjs";

/** An entry of the month that its bill is still to come for. */
export async function enterAccrual(page) {
  await page.getByRole("button", { name: "New entry" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Electricity, bill not received");
  for (const [line, account, side] of [
    [1, "power", "Debit"],
    [2, "accrued", "Credit"],
  ]) {
    await dialog.getByRole("combobox", { name: `Account, line ${line}` }).fill(account);
    await page.getByRole("listbox").getByRole("option").first().click();
    await dialog.getByLabel(`${side}, line ${line}`).fill("412.60");
  }
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
}

/** The first pack of the month, which takes a while. */
export async function makePack(page) {
  await page.getByRole("button", { name: "Create pack" }).click();
  await page.getByRole("button", { name: "Cancel" }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).waitFor({ state: "detached", timeout: SYNCED_WITHIN_MS });
}

/** Works under a person's name rather than that of the computer's account, whose person is deactivated. */
export async function becomePerson({ page, origin }, name) {
  await page.goto(`${origin}#/settings/people`);
  await page.getByLabel("Add person", { exact: true }).fill(name);
  await page.getByLabel("Role of the new person").selectOption("admin");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("button", { name: `Switch user to ${name}` }).click();
  // The current user has no such button, so that the one left is the account's.
  const row = page.getByRole("row").filter({ hasText: name });
  await row.getByText("Current user", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Deactivate", exact: true }).click();
  await page.getByText("Deactivated", { exact: true }).waitFor();
  await page.goto(`${origin}#/`);
}
