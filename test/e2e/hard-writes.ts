import { expect, it } from "vitest";
import type { WriteJob } from "#shared/model/ledger/write.ts";
import { billOf, conflictingChange, type HardDesk, inTheLedger, isAccessible, OWN_MEMO, open } from "#test/support/hard-desk.ts";
import { write } from "#test/support/ledger-writes.ts";

/** Writes that the ledger refuses, takes in part, or meets with a record that had moved. */
export function hardWrites(desk: () => HardDesk): void {
  const panel = () => desk().at.page.getByRole("complementary", { name: "Ledger update" });

  it("that a script of the ledger rejects shows its text untouched, to copy for its administrator", async () => {
    const { at, strict, refusedMemo } = desk();
    await at.aside(() => strict.sync());
    const job = await sendBills(desk(), [["HD-1", refusedMemo]]);
    const body = job.items[0]?.ledgerError?.body ?? "";
    expect(body).toContain("custbody_budget_owner");
    await panel().getByText("Rejected", { exact: true }).first().waitFor();
    // The panel shows the script's own text at once; the whole answer, byte for byte, is one click away.
    await panel()
      .getByText(/custbody_budget_owner/)
      .first()
      .waitFor();
    await panel().getByText("Technical details").first().click();
    expect(await panel().locator("pre").first().textContent()).toContain(body);
    await panel().getByRole("button", { name: "Copy details for the ledger's administrator" }).click();
    const copied = () => at.page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toContain(body);
    expect(await copied()).toContain(JSON.stringify(refusedMemo));
    // Where the browser refuses to copy, there is the text to select.
    await at.page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
    });
    await at.page.mouse.move(0, 0);
    await panel().getByRole("button", { name: "Copy details for the ledger's administrator" }).click();
    expect(await panel().getByLabel("Text to copy").inputValue()).toContain(body);
    await at.page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, "writeText"));
    expect(inTheLedger(strict, "HD-1")).toEqual([]);
    await isAccessible(at);
  });

  it("of which one part is refused is Partly posted: what was taken stays, what is left is finished", async () => {
    const { at, strict, refusedMemo } = desk();
    const { page } = at;
    await sendBills(desk(), [["HD-2"], ["HD-3", refusedMemo]]);
    await panel().getByText("Partly posted", { exact: true }).first().waitFor();
    await panel().getByText("Posted", { exact: true }).waitFor();
    expect([inTheLedger(strict, "HD-2").length, inTheLedger(strict, "HD-3").length]).toEqual([1, 0]);
    await isAccessible(at);
    await panel().getByRole("button", { name: "Finish the rest" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Finish", exact: true }).click();
    // A new write of the refused part alone: refused again, until its field is what the script wants. Its
    // title is what to wait for, because its checks name HD-2 as a possible duplicate.
    await panel().getByRole("heading", { name: "New bill HD-3", exact: true }).waitFor();
    await panel().getByText("Rejected", { exact: true }).first().waitFor();
    expect(inTheLedger(strict, "HD-3")).toEqual([]);
    // No form has the field that the ledger asks for, so the panel doesn't offer to edit; this ledger's script goes by the memo, which
    // the form has.
    await expect.poll(() => panel().getByRole("link", { name: "Edit and review again" }).count()).toBe(0);
    await open(at, strict, `writes/again-${page.url().split("/").at(-1)}`);
    await page.getByLabel("Memo", { exact: true }).fill("Paper");
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("region", { name: "Update to review" }).getByText("Passed", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await panel().getByText("Posted", { exact: true }).first().waitFor();
    expect(inTheLedger(strict, "HD-2")).toHaveLength(1);
    expect(inTheLedger(strict, "HD-3")).toMatchObject([{ memo: "Paper", total: "120.50" }]);
  });

  it("that meets a record which had moved is a conflict, decided field by field, and the ledger holds what was decided", async () => {
    const { at, strict } = desk();
    const { page } = at;
    await open(at, strict, `writes/${await conflictingChange(at, strict, "HD-4")}`);
    await panel().getByText("Conflict", { exact: true }).first().waitFor();
    await panel().getByRole("link", { name: "Resolve field by field" }).click();
    await page.getByRole("columnheader", { name: "Ledger's version" }).waitFor();
    await page
      .getByText(/200\.00/)
      .first()
      .waitFor();
    await isAccessible(at);
    const row = (name: RegExp) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
    expect(await page.getByRole("button", { name: "Review" }).isDisabled()).toBe(true);
    await row(/^Memo/).getByRole("radio").first().check({ force: true });
    for (const part of await row(/ of line \d/).all()) await part.getByRole("radio").last().check({ force: true });
    await page.getByRole("button", { name: "Review" }).click();
    const shown = page.getByRole("region", { name: "Update to review" });
    await shown.getByText("Passed", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await panel().getByText("Posted", { exact: true }).first().waitFor();
    expect(inTheLedger(strict, "HD-4")).toMatchObject([{ memo: OWN_MEMO, total: "200.00", lines: [{ net: "200.00" }] }]);
  });
}

/** Sends bills, and shows the job that became of them at the side of the queue. */
async function sendBills({ at, strict }: HardDesk, bills: readonly (readonly [number: string, memo?: string])[]): Promise<WriteJob> {
  const job = await at.aside(async () => {
    const documents = [];
    for (const [number, memo] of bills) documents.push(await billOf(strict, number, memo));
    return write(
      at.world,
      strict,
      documents.map((document) => ({ kind: "create_document", document }) as const),
    );
  });
  await open(at, strict, `writes/${job.jobId}`);
  return job;
}
