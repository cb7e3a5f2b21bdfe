import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import { compareDecimals, type DecimalString, decimal, isZero, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { renameParty } from "#simulator/books/events.ts";
import { outstandingOf } from "#simulator/books/postings.ts";
import type { Books, SimParty } from "#simulator/books/types.ts";
import { type HardDesk, isAccessible, open } from "#test/support/hard-desk.ts";

const NAMES = ["Alder Paper Supplies Ltd", "Alder Paper Supplies Limited"] as const;

/** Two vendors of the ledger that are one: both balances before, their sum after, and taken apart again. */
export function partiesThatAreOne(desk: () => HardDesk): void {
  const open2 = new Map<string, DecimalString>();

  it("are shown side by side, each with what the ledger says is open", async () => {
    const { at, plain } = desk();
    const pair = vendorsWithBills(plain.books);
    for (const [index, vendor] of pair.entries()) {
      // Two different tax IDs would speak against it.
      vendor.taxIdentifier = null;
      renameParty(plain.books, vendor.id, NAMES[index] as string, at.world.clock.nowMs());
      open2.set(NAMES[index] as string, payable(plain.books, vendor));
    }
    await at.pass(600_000);
    await at.aside(() => plain.sync());
    await putNoticesAway(desk());
    await open(at, plain, "checks/parties");
    await at.page.getByRole("button", { name: /^Merge Alder Paper/ }).click();
    const dialog = at.page.getByRole("dialog");
    for (const name of NAMES) expect(await payableOf(dialog, name)).toSatisfy(is(open2.get(name)));
    await isAccessible(at);
  });

  it("are counted as one afterwards, with the sum of both", async () => {
    const { at } = desk();
    await at.page.getByRole("dialog").getByRole("button", { name: "Merge" }).click();
    const one = at.page.getByRole("article", { name: /^Combined contact: / });
    await one.waitFor();
    expect(await payableOf(one)).toSatisfy(is(sumDecimals(open2.values())));
    const member = at.page.getByRole("button", { name: /^Unmerge Alder Paper/ });
    await member.waitFor();
    await at.page.reload();
    await one.waitFor();
    await isAccessible(at);
  });

  it("are taken apart again, each with its own", async () => {
    const { at } = desk();
    await at.page.getByRole("button", { name: /^Unmerge Alder Paper/ }).click();
    await at.page.getByRole("button", { name: /^Merge Alder Paper/ }).waitFor();
    for (const name of NAMES) expect(await payableOf(at.page.getByRole("main"), name)).toSatisfy(is(open2.get(name)));
    // The last act is undone by its key, and done again.
    await at.page.getByRole("button", { name: "Undo", exact: true }).click();
    await at.page.getByRole("article", { name: /^Combined contact: / }).waitFor();
    await at.page.getByRole("button", { name: /^Unmerge Alder Paper/ }).click();
    await at.page.getByRole("button", { name: /^Merge Alder Paper/ }).waitFor();
  });

  it("can be said to be two, which puts the pair aside until somebody restores it", async () => {
    const { at } = desk();
    const merge = at.page.getByRole("button", { name: /^Merge Alder Paper/ });
    await at.page.getByRole("button", { name: /^Dismiss Alder Paper/ }).click();
    await merge.waitFor({ state: "detached" });
    const dismissed = at.page.getByRole("checkbox", { name: /^Dismissed/ });
    await dismissed.check();
    const restore = at.page.getByRole("button", { name: /^Restore Alder Paper/ });
    await restore.waitFor();
    await isAccessible(at);
    await restore.click();
    await restore.waitFor({ state: "detached" });
    await dismissed.uncheck();
    await merge.waitFor();
    expect(at.complaints).toEqual([]);
  });
}

/** Two vendors of one currency who both are owed something. */
function vendorsWithBills(books: Books): readonly [SimParty, SimParty] {
  const [first, second] = books.parties.filter(({ role, active, currency }, _index, all) => {
    const party = all[_index] as SimParty;
    return role === "vendor" && active && currency === books.baseCurrency && !isZero(payable(books, party));
  });
  if (first === undefined || second === undefined) throw new Error("the books lack two vendors who are owed something");
  return [first, second];
}

/** What is owed to a vendor by the books themselves: open bills less what is left of credits and payments. */
function payable(books: Books, { id }: SimParty): DecimalString {
  const signed = books.transactions
    .filter(({ partyId }) => partyId === id)
    .map((transaction) => {
      const left = outstandingOf(books, transaction);
      return transaction.kind === "purchase_bill" ? left : negateDecimal(left);
    });
  return sumDecimals(signed);
}

/** What a card says is payable in open documents. */
async function payableOf(place: Locator, name?: string): Promise<DecimalString> {
  const table = place.getByRole("table", {
    name: name === undefined ? /^Balances for/ : `Balances for ${name}`,
    ...(name === undefined ? {} : { exact: true }),
  });
  const cells = table
    .first()
    .getByRole("row", { name: /^Per open items, / })
    .getByRole("cell");
  // What is shown of an amount below zero is hidden from screen readers, which hear it in words.
  const shown = await cells.last().locator("span:not(:has(*))").first().innerText();
  return decimal(shown.replaceAll(/[^\d.()-]/g, "").replace(/^\((.*)\)$/, "-$1"));
}

const is = (wanted: DecimalString | undefined) => (shown: DecimalString) => wanted !== undefined && compareDecimals(shown, wanted) === 0;

/** Puts away what the window tells of writes that need somebody, as a person does. */
async function putNoticesAway({ at }: HardDesk): Promise<void> {
  const away = at.page.getByRole("button", { name: /^Put away: / });
  while ((await away.count()) > 0) await away.first().click();
}
