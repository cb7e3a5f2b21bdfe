import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { billOf, type HardDesk, inTheLedger, isAccessible, open } from "#test/support/hard-desk.ts";

/** Requests that Ledger A answers at the same time. */
const AT_ONCE = 5;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const NUMBER = "TD-1";

/** How far a stream has come, as the screen says it. */
interface Row {
  readonly state: string;
  readonly seen: number;
  readonly pages: number;
  readonly place: string;
}

/** A day on which the ledger allows fewer calls than the first read needs. */
export function throttledDay(desk: () => HardDesk): void {
  let before: ReadonlyMap<string, Row>;
  let resumeAt: string;

  it("begins with a client of which nothing is synced yet, and says no more than that", async () => {
    const { at, throttled } = desk();
    const { page } = at;
    await open(at, throttled, "overview");
    await page.getByRole("main").getByText("Figures, open items and next actions appear here during the first sync.").waitFor();
    expect(await page.getByText("You're all caught up here.").count()).toBe(0);
    // What fills the screen is on it, and what isn't there can't be exported.
    await page.getByRole("main").getByRole("button", { name: "Start sync" }).waitFor();
    expect(await page.getByRole("button", { name: "Export" }).count()).toBe(0);
    await open(at, throttled, "close");
    await page.getByRole("main").getByText("No periods synced yet").waitFor();
    await page.getByRole("main").getByRole("button", { name: "Start sync" }).waitFor();
    await isAccessible(at);
  });

  it("is Queued, says until when, and is nobody's error", async () => {
    const { at, throttled } = desk();
    const { page } = at;
    await open(at, throttled, "sync");
    await page.getByRole("button", { name: "Start sync" }).click();
    const story = page.getByText(/Daily limit reached\. Resumes /).first();
    await story.waitFor();
    resumeAt = (await status(desk())).queue?.resumeAt ?? "";
    expect(await story.innerText()).toContain(await timeInPage(page, resumeAt));
    expect(Date.parse(resumeAt)).toBeGreaterThan(at.world.clock.nowMs() + 23 * HOUR_MS);
    await isNobodysError(page);
    await isAccessible(at);
    await page.goto(`${new URL(page.url()).origin}/#/`);
    await page.getByRole("grid", { name: "Clients" }).getByText("Queued").waitFor();
    await isNobodysError(page);
    await isAccessible(at);
  });

  it("keeps what was read, and its place, and asks nothing before the time that it said", async () => {
    const { at, throttled } = desk();
    await open(at, throttled, "sync");
    const upToDate = () => [...before.values()].filter(({ state }) => state.startsWith("Up to date")).length;
    await expect
      .poll(async () => {
        before = await streamRows(at.page);
        return upToDate();
      })
      .toBeGreaterThan(8);
    await open(at, throttled, "overview");
    await at.page.getByRole("link", { name: /^[1-9]\d* transactions$/ }).waitFor();
    await open(at, throttled, "sync");
    const asked = throttled.simulated.referee.totals.arrivals;
    await at.pass(Date.parse(resumeAt) - at.world.clock.nowMs() - HOUR_MS);
    await at.page.reload();
    await expect.poll(() => progress(at.page)).toEqual([...before].map(([name, { seen, pages, place }]) => [name, seen, pages, place]));
    expect(throttled.simulated.referee.totals.arrivals).toBe(asked);
    await isNobodysError(at.page);
  });

  it("sends a write as soon as its locks are known, and reads on where it stopped", async () => {
    const { at, throttled } = desk();
    const known = desk().asked.length;
    await at.aside(async () => {
      const document = await billOf(throttled, NUMBER);
      const { clientId } = throttled.source;
      void at.world.runtime.context.writes.submit({ clientId, operations: [{ kind: "create_document", document }] });
    });
    await open(at, throttled, "writes");
    const writes = at.page.getByRole("grid", { name: "Ledger updates" });
    await writes.getByText(NUMBER).first().waitFor();
    await writes.getByText("Queued", { exact: true }).waitFor();
    expect(await writes.getByText("Posted", { exact: true }).count()).toBe(0);
    await isNobodysError(at.page);
    await at.pass(Date.parse(resumeAt) - at.world.clock.nowMs() + 5 * MINUTE_MS);
    await writes.getByText("Posted", { exact: true }).waitFor();
    const asked = desk().asked.slice(known);
    // The locks are asked for first, beside the reads that waited as long; the write follows, ahead of all that could begin later.
    const locks = asked.indexOf("GET Organisation");
    const write = asked.findIndex((request) => /^(PUT|POST) /.test(request));
    expect(locks, asked.join(", ")).toBeGreaterThanOrEqual(0);
    expect(locks, asked.join(", ")).toBeLessThan(AT_ONCE);
    expect(write - locks, asked.join(", ")).toBeGreaterThan(0);
    expect(write - locks, asked.join(", ")).toBeLessThanOrEqual(AT_ONCE);
    expect(inTheLedger(throttled, NUMBER)).toHaveLength(1);
  });

  it("ends without help, and then has what the ledger holds", async () => {
    const { at, throttled } = desk();
    await open(at, throttled, "sync");
    for (let day = 0; day < 4 && (await status(desk())).state !== "up_to_date"; day++) await at.pass(24 * HOUR_MS);
    await at.page.getByText("Up to date", { exact: true }).first().waitFor();
    const fallenBack = async () => {
      const after = await streamRows(at.page);
      return [...before].filter(([name, { seen }]) => (after.get(name)?.seen ?? -1) < seen);
    };
    await expect.poll(fallenBack).toEqual([]);
    expect(await throttled.compareLive("documents")).toEqual([]);
    expect(throttled.simulated.referee.breaches).toEqual([]);
    await isNobodysError(at.page);
  });
}

async function isNobodysError(page: Page): Promise<void> {
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(await page.getByText("Failed").count()).toBe(0);
}

async function status({ at, throttled }: HardDesk) {
  const answer = await at.aside(() => at.world.run(at.world.runtime.route("sync.status", { clientId: throttled.source.clientId })));
  if (!answer.ok) throw new Error(answer.failure.message);
  return answer.value as { readonly state: string; readonly queue: { readonly resumeAt: string | null } | null };
}

/** The time of day of a moment as this page writes it. */
function timeInPage(page: Page, instant: string): Promise<string> {
  return page.evaluate(
    (moment) => new Intl.DateTimeFormat(navigator.language, { hour: "numeric", minute: "2-digit" }).format(new Date(moment)),
    instant,
  );
}

/** The table of streams by its headers, so that another column in between does no harm. */
async function streamRows(page: Page): Promise<ReadonlyMap<string, Row>> {
  const table = page.getByRole("region", { name: "Data sets" }).getByRole("table");
  await table.waitFor();
  const read = await table.evaluate((element) => {
    const heads = [...element.querySelectorAll("thead th")].map((cell) => cell.textContent ?? "");
    return [...element.querySelectorAll("tbody tr")].map((row) =>
      Object.fromEntries([...row.children].map((cell, index) => [heads[index] ?? "", cell.textContent ?? ""])),
    );
  });
  const count = (text: string | undefined) => Number((text ?? "").replaceAll(/\D/g, ""));
  return new Map(
    read.map(({ "Data set": name, Status, Seen, Pages, Cursor }) => [
      name ?? "",
      { state: Status ?? "", seen: count(Seen), pages: count(Pages), place: Cursor ?? "" },
    ]),
  );
}

async function progress(page: Page) {
  return [...(await streamRows(page))].map(([name, { seen, pages, place }]) => [name, seen, pages, place]);
}
