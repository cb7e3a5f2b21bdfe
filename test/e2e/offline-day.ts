import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { HttpFailure } from "#main/ports/index.ts";
import { type HardDesk, isAccessible, open } from "#test/support/hard-desk.ts";

const HOUR_MS = 3_600_000;
const DRAFT = "Asked the supplier";
const QUEUED = "Paid from the till";

/** A day without a way to the ledger: everything can be read, and what is written waits. */
export function offlineDay(desk: () => HardDesk): void {
  const numbers: string[] = [];
  const documents = () => desk().at.page.getByRole("grid", { name: "Transactions" });
  const panel = () => desk().at.page.getByRole("complementary", { name: "Ledger update" });

  it("keeps everything readable, and says in a grey bar and at each figure as of when", async () => {
    const { at, plain } = desk();
    const { page } = at;
    await at.aside(() => plain.sync());
    const readAt = at.world.clock.nowMs();
    await at.pass(3 * HOUR_MS);
    at.world.patch = () => {
      throw new HttpFailure("connection refused", false);
    };
    await setNetwork(page, false);
    const bar = page.getByRole("region", { name: "Connection", exact: true });
    await bar.getByText(/^Offline/).waitFor();
    await open(at, plain, "sync");
    await page.getByRole("button", { name: "Sync now" }).click();
    await page.getByText("Offline", { exact: true }).first().waitFor();
    await open(at, plain, "documents");
    await documents().getByRole("rowheader").first().waitFor();
    await page
      .getByRole("banner")
      .getByText(/^Last synced/)
      .waitFor();
    await bar.getByText(/[Ff]igures are from \d+ Nov 2026, \d{1,2}:\d{2}/).waitFor();
    const asOf = page.getByRole("banner").getByRole("time");
    await expect.poll(() => asOf.innerText()).toBe("3 h ago");
    expect(Math.abs(Date.parse((await asOf.getAttribute("datetime")) ?? "") - readAt)).toBeLessThan(HOUR_MS);
    expect(await asOf.getAttribute("title")).toMatch(/^\d+ Nov 2026, \d{1,2}:\d{2}:\d{2}/);
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  it("lets a draft be kept, and a finished change wait for the ledger", async () => {
    const { at } = desk();
    const { page } = at;
    numbers.push(await changeMemo(page, desk(), 0, DRAFT));
    await page.getByText("Once the update is queued").waitFor();
    await isAccessible(at);
    await page.getByRole("button", { name: "Save as draft" }).click();
    await panel().getByText("Draft", { exact: true }).waitFor();
    numbers.push(await changeMemo(page, desk(), 1, QUEUED));
    await page.getByRole("button", { name: "Add to queue" }).click();
    await panel().getByText("Queued", { exact: true }).waitFor();
    expect(memosInTheLedger(desk(), numbers)).not.toContain(DRAFT);
    expect(memosInTheLedger(desk(), numbers)).not.toContain(QUEUED);
  });

  it("resumes automatically when the ledger can be reached again, the waiting change checked again and sent", async () => {
    const { at, plain } = desk();
    at.world.patch = null;
    await setNetwork(at.page, true);
    // What an open app does all day.
    const stop = new AbortController();
    const reading = at.world.runtime.context.schedule.run(stop.signal);
    await at.pass(2 * HOUR_MS);
    await panel().getByText("Posted", { exact: true }).first().waitFor();
    await panel().getByText("Technical details", { exact: true }).first().click();
    await panel()
      .getByText(/^Read back from the ledger$/)
      .first()
      .waitFor();
    expect(memosInTheLedger(desk(), numbers)).toEqual([expect.not.stringContaining(DRAFT), QUEUED]);
    await open(at, plain, "sync");
    await at.page.getByText("Offline", { exact: true }).first().waitFor({ state: "detached" });
    await at.page.getByText("Up to date", { exact: true }).first().waitFor();
    stop.abort();
    await at.aside(() => at.world.run(reading));
    expect(at.complaints).toEqual([]);
  });

  it("sends the draft once its checks were made again and a person has seen them", async () => {
    const { at, plain } = desk();
    const { page } = at;
    await open(at, plain, "writes");
    await page.getByRole("grid", { name: "Ledger updates" }).getByText("Draft", { exact: true }).click();
    await panel().getByRole("link", { name: "Review and send" }).click();
    const shown = page.getByRole("region", { name: "Update to review" });
    await shown.getByText("Passed", { exact: true }).first().waitFor();
    expect(await shown.getByText("Failed", { exact: true }).count()).toBe(0);
    await shown.getByText(DRAFT).first().waitFor();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await panel().getByText("Posted", { exact: true }).first().waitFor();
    expect(memosInTheLedger(desk(), numbers)).toEqual([DRAFT, QUEUED]);
    await isAccessible(at);
  });

  /** Opens a bill of the list in the form, changes its memo and goes to the review. @returns its number */
  async function changeMemo(page: Page, { at, plain }: HardDesk, nth: number, memo: string): Promise<string> {
    await open(at, plain, "documents");
    await documents().getByText("Bill", { exact: true }).nth(nth).click();
    const side = page.getByRole("complementary", { name: "Transaction" });
    // Until the document is there its panel is called by its kind.
    await page.getByRole("link", { name: "Edit", exact: true }).waitFor();
    // A title keeps a currency and its amount together.
    const title = (await side.getByRole("heading", { level: 2 }).innerText()).replaceAll("\u00a0", " ");
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await page.getByLabel("Memo", { exact: true }).fill(memo);
    await page.getByRole("button", { name: "Review" }).click();
    const numbers = plain.books.transactions.map(({ kind, number }) => (kind === "purchase_bill" ? (number ?? "") : ""));
    return numbers.reduce((best, number) => (title.includes(number) && number.length > best.length ? number : best), "");
  }
}

/** The machine's own network goes or comes, as the browser tells a page. */
async function setNetwork(page: Page, isThere: boolean): Promise<void> {
  await page.evaluate((online) => {
    Object.defineProperty(navigator, "onLine", { configurable: true, get: () => online });
    dispatchEvent(new Event(online ? "online" : "offline"));
  }, isThere);
}

function memosInTheLedger({ plain }: HardDesk, numbers: readonly string[]): readonly string[] {
  return numbers.map((number) => plain.books.transactions.find((bill) => bill.number === number)?.memo ?? "");
}
