/** How a scene is reached, whichever it is. */

export const SYNCED_WITHIN_MS = 240_000;

/** A screen by its address, which may be known only later. */
export function at(name, address, there) {
  return {
    name,
    prepare: async (page, origin) => {
      await page.goto(`${origin}#${typeof address === "function" ? address() : address}`);
      await page.locator(there).first().waitFor();
      await settled(page);
    },
  };
}

/** Opens a client from the firm's list. Its rows move when a close or a sync ends, and stay where they are once somebody points at them. */
export async function openFromList(page, name) {
  await page.getByRole("grid", { name: "Clients" }).hover();
  await page.getByRole("row").filter({ hasText: name }).getByRole("rowheader").click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

/** What a key opens over the dashboard. */
export function overlay(name, key, act = () => undefined) {
  return {
    name,
    prepare: async (page, origin) => {
      await page.goto(`${origin}#/`);
      await page.locator("[role=grid] [role=rowheader]").first().waitFor();
      await page.keyboard.press(key);
      await page.getByRole("dialog").waitFor();
      await act(page.getByRole("dialog"), page);
    },
    after: async (page) => {
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    },
  };
}

/** Until nothing on the screen is loading. */
export async function settled(page) {
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
  await page
    .getByText(/^Looking through/)
    .first()
    .waitFor({ state: "detached" });
}
