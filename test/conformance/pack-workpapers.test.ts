import { readFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printAmount } from "#main/pack/print/print-text.ts";
import type { PackJob } from "#shared/contract/close/packs.ts";
import { type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, decimal, subtractDecimals } from "#shared/kernel/decimal.ts";
import { bankStatement } from "#simulator/bank-statement.ts";
import { ask } from "#test/support/ask.ts";
import { hasPdfReader, pdfText } from "#test/support/pdf-text.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

const EXPLAINED = "Three weddings in the second half of the month.";

describe.runIf(hasPdfReader)("the working papers in a pack's printed report", () => {
  let world: World;
  let october: { readonly clientId: string; readonly period: string };
  let bankOf: { readonly clientId: string; readonly period: string; readonly accountId: string };
  let printed = { file: "", client: "" };

  beforeAll(async () => {
    world = await createWorld({ seed: 85, tenants: [{ style: "a", books: { months: 3, invoicesPerMonth: 4 } }] });
    const [tenant] = world.tenants;
    if (tenant === undefined) throw new Error("no client");
    await syncToEnd(tenant);
    october = { clientId: tenant.source.clientId, period: "2026-10" };
    await ask(world, "close.move", { ...october, status: "in_close" });
    const { clientId } = october;
    await importStatement(tenant);
    await ask(world, "flux.setThreshold", {
      ...{ clientId, scope: { kind: "statement", statement: "profit_and_loss" }, amount: decimal("1"), percent: null },
      ...{ join: "or", effectiveFrom: "2026-01-01" as never },
    });
    const { rows } = await ask(world, "flux.list", october);
    const [row] = rows.filter(({ material }) => material);
    const line = { ...october, accountId: row?.accountId ?? "" };
    await ask(world, "flux.explain", { ...line, text: EXPLAINED });
    await ask(world, "flux.sign", { ...line, role: "preparer" });
    const [account] = (await ask(world, "reconciliations.list", october)).filter(({ support }) => support === null);
    if (account === undefined) throw new Error("no account");
    const item = { text: "Check 1041", amount: decimal("-120.00"), date: calendarDate("2026-10-28"), documentId: null };
    const receipts = Array.from({ length: 12 }, (_, at) => ({
      ...{ text: `Receipt of the market ${at}`, amount: decimal("10.00"), date: calendarDate("2026-10-29"), documentId: null },
    }));
    await ask(world, "reconciliations.save", {
      ...{ ...october, accountId: account.accountId },
      support: subtractDecimals(account.closing, item.amount),
      items: [{ ...item, owner: "pat", expected: calendarDate("2026-11-15") }, ...receipts],
    });
    await ask(world, "close.override", { ...october, gate: "tasks", why: "The lease is with the client." });
    printed = await reports();
  });
  afterAll(() => endWorld(world));

  /** Its exact matches are accepted; the bank's fee stays open. */
  async function importStatement({ books }: Tenant): Promise<void> {
    const bank = books.accounts.find(({ kind }) => kind === "bank");
    const accounts = await ask(world, "bank.accounts", october);
    const accountId = accounts.find((one) => one.accountId.endsWith(`:${bank?.id}`) || one.name === bank?.name)?.accountId ?? "";
    const days = ["2026-10-01", "2026-10-31", "2026-11-21"].map((day) => calendarDate(day)) as [CalendarDate, CalendarDate, CalendarDate];
    const content = Buffer.from(bankStatement(books, bank?.id ?? "", ...days)).toString("base64");
    await ask(world, "bank.import", { clientId: october.clientId, accountId, fileName: "october.ofx", content });
    await ask(world, "bank.accept", { ...october, accountId });
    bankOf = { ...october, accountId };
  }

  async function reports(): Promise<{ readonly file: string; readonly client: string }> {
    let stop: () => void = () => undefined;
    const over = new Promise<PackJob>((resolve) => {
      stop = world.runtime.subscribe(({ topic, payload }) => {
        if (topic === "packs.progress" && (payload as PackJob).state !== "running") resolve(payload as PackJob);
      });
    });
    await ask(world, "packs.export", { ...october, folder: join(world.home, "handed-over") });
    const { pack } = await world.run(over);
    stop();
    const inside = (path = "") => unzipSync(readFileSync(path));
    return {
      file: pdfText(inside(pack?.path)["00_closepack.pdf"]),
      client: pdfText(inside(pack?.clientCopy?.path)["financial_report.pdf"]),
    };
  }

  test("has each reconciliation with its support, items and sign-offs", () => {
    expect(printed.file).toMatch(/[\f\n] *Reconciliations\n/);
    expect(printed.file).toMatch(/Check 1041 \(28 Oct 2026, 3 days old; owner pat; expected to clear by 15 Nov 2026\) +\(120\.00\)\n/);
    // Of many items the oldest are printed, and what the others come to.
    expect(printed.file.match(/Receipt of the market \d+ /g)).toHaveLength(8);
    expect(printed.file).toMatch(/4 more items, listed in schedule H +40\.00\n/);
    expect(printed.file).toMatch(/\(120\.00\)/);
  });

  test("has the bank reconciliation of each account with statements, item by item, and who signed it off", async () => {
    const { account, expected, statement, outstandingPayments, outstandingReceipts } = await ask(world, "bank.statement", bankOf);
    const [, page = ""] = printed.file.split(`Bank reconciliation: ${account.code === null ? "" : `${account.code} `}${account.name}\n`);
    const figure = (amount: string | null) => printAmount(amount as DecimalString, "USD").trim();
    const lines = page.split("\f")[0]?.replaceAll(/ +/g, " ") ?? "";
    expect(lines).toContain("Balance per books");
    expect(lines).toMatch(/MONTHLY ACCOUNT FEE .*\(12\.50\)/);
    expect(lines).toContain(`Expected statement balance ${figure(expected)}`);
    expect(lines).toContain(`Balance per statement, 31 Oct 2026 ${figure(statement)}`);
    for (const { amount } of [...outstandingPayments, ...outstandingReceipts]) expect(lines).toContain(figure(amount));
    expect(lines).toContain("Prepared by: not signed off. Reviewed by: not signed off.");
  });

  test("has each explained change with who signed it off, and says what is open", () => {
    expect(printed.file.replaceAll(/\s+/g, " ")).toContain("Three weddings");
    expect(printed.file).toMatch(/[\f\n] *Flux analysis\n/);
    expect(printed.file).toContain("Needs explanation");
  });

  test("has the overrides with their reasons", () => {
    expect(printed.file).toMatch(/^ *Overrides$/m);
    expect(printed.file).toContain("The lease is with the client.");
  });

  test("counts only required accounts, as the screen does", async () => {
    const { required, automatic, reviewed } = await ask(world, "reconciliations.standing", october);
    expect(printed.file).toMatch(new RegExp(`Account reconciliations +${automatic + reviewed} of ${required}`));
  });

  test("has no page without a title", () => {
    const firsts = printed.file.split("\f").map((page) =>
      page
        .split("\n")
        .find((line) => line.trim() !== "")
        ?.trim(),
    );
    expect(firsts.filter((first) => first !== undefined && !/^[A-Z][\w ,:()&-]+$/.test(first))).toEqual([]);
  });

  test("has none of it in the client's copy", () => {
    for (const secret of ["Reconciliations", "Three weddings", "Check 1041", "Overrides", "lease", "Bank reconciliation"])
      expect(printed.client).not.toContain(secret);
  });
});
