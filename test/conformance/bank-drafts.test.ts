import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BankWork } from "#shared/contract/close/bank.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { bankStatement } from "#simulator/bank-statement.ts";
import { ask, refusal } from "#test/support/ask.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "./expecting.ts";

const [FROM, TO, TODAY] = [calendarDate("2026-11-01"), calendarDate("2026-11-20"), calendarDate("2026-11-21")];

describe.each(STYLES)("ledger %s, transactions that only the bank has", (style) => {
  let world: World;
  let tenant: Tenant;
  let of: { clientId: string; period: string; accountId: string };
  const work = () => ask(world, "bank.work", of) as Promise<BankWork>;
  const lineOf = async (text: string) => (await work()).reconciliation.unreconciledLines.find(({ payee }) => payee?.includes(text));
  const choices = async (kind: "party" | "account", role?: "vendor") =>
    (
      await ask(world, "choices.find", { clientId: of.clientId, kind, text: "", limit: 200, ...(role === undefined ? {} : { role }) })
    ).filter(({ currency }) => currency === null || currency === tenant.books.baseCurrency);

  beforeAll(async () => {
    world = await createWorld({ seed: 91, tenants: [{ style, a: { journals: true }, books: { months: 4, invoicesPerMonth: 6 } }] });
    tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const clientId = tenant.source.clientId;
    const bank = tenant.books.accounts.find(({ kind }) => kind === "bank");
    const account = (await ask(world, "bank.accounts", { clientId, period: "2026-11" })).find(
      ({ accountId, name }) => accountId.endsWith(`:${bank?.id}`) || name === bank?.name,
    );
    of = { clientId, period: "2026-11", accountId: account?.accountId ?? "" };
    // A fee, a fee of the same bank some days later, and money that went to another account of the client.
    const own = bankStatement(tenant.books, bank?.id ?? "", FROM, TO, TODAY);
    const entry = (id: string, day: string, amount: string, name: string) =>
      `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${day}<TRNAMT>${amount}<FITID>${id}<NAME>${name}</STMTTRN>`;
    const extra = [
      entry("X1", "20261105", "-14.00", "BANK SERVICE FEE 0511"),
      entry("X2", "20261118", "-15.00", "BANK SERVICE FEE 1811"),
      entry("X3", "20261112", "-250.00", "TO SAVINGS"),
    ].join("\n");
    const text = own.replace("</BANKTRANLIST>", `${extra}\n</BANKTRANLIST>`).replace(/<LEDGERBAL>[\s\S]*<\/LEDGERBAL>/, "");
    await ask(world, "bank.import", {
      ...of,
      period: undefined,
      fileName: "november.ofx",
      content: Buffer.from(text).toString("base64"),
    } as never);
  });
  afterAll(() => endWorld(world));

  test("a fee is drafted, posted through the write queue, and matches its line once it is in the books", async () => {
    const fee = await lineOf("FEE 0511");
    const line = { clientId: of.clientId, accountId: of.accountId, lineId: fee?.lineId ?? "" };
    // The chart has one account that is named for bank charges; nothing names one for a transfer.
    expect(await ask(world, "bank.draftOptions", line)).toMatchObject({
      learned: { kind: "money", contact: null, target: { name: "Bank charges" } },
      line: { amount: "-14.00" },
    });
    // A bill of a later day can't have been paid with the line.
    const { payments } = await ask(world, "bank.draftOptions", line);
    const upToLine = { types: ["purchase_bill"], statuses: ["open", "part_paid"], onlyOpen: true, to: calendarDate("2026-11-05") };
    const bills = await ask(world, "documents.list", { clientId: of.clientId, filter: upToLine, limit: 500 } as never);
    const isOwn = ({ currency }: { readonly currency: string }) => currency === tenant.books.baseCurrency;
    expect(payments.map(({ documentId }) => documentId).sort()).toEqual(
      bills.rows
        .filter(isOwn)
        .map(({ id }) => id)
        .sort()
        .slice(0, 200),
    );
    const transfer = { ...line, lineId: (await lineOf("SAVINGS"))?.lineId ?? "" };
    expect(await ask(world, "bank.draftOptions", transfer)).toMatchObject({ learned: null });
    expect(await refusal(world, "bank.create", { ...line, kind: "money" })).toBe("invalid_input");
    const [vendor] = await choices("party", "vendor");
    const expense = (await choices("account")).find(({ role, detail }) => role === null && /expense|overhead/i.test(detail ?? ""));
    const choice = { kind: "money" as const, contactId: vendor?.id, targetId: expense?.id };
    const job = await ask(world, "bank.create", { ...line, ...choice } as never);
    expect(job.checks.filter(({ outcome }) => outcome === "blocked")).toEqual([]);
    expect(job.state).toBe("draft");
    expect((await work()).drafts).toMatchObject([{ lineId: fee?.lineId, jobId: job.jobId, state: "draft" }]);
    expect(await refusal(world, "bank.create", { ...line, ...choice } as never)).toBe("already_exists");
    const sent = await ask(world, "writes.send", { clientId: of.clientId, jobId: job.jobId });
    expect(sent).toMatchObject({ state: "accepted" });
    // What is posted can't be cancelled any more. Where the ledger's answer didn't match the line at once, the next sync does.
    const left = (await work()).drafts;
    const again = await world.run(world.runtime.route("bank.create", { ...line, ...choice }));
    const refused = { code: "already_exists", next: expect.stringContaining("the next sync") };
    expect(again).toMatchObject({ ok: false, failure: left.length === 0 ? { code: "not_found" } : refused });
    await syncToEnd(tenant);
    const after = await work();
    expect(after.drafts).toEqual([]);
    expect(after.matches.find(({ lineIds }) => lineIds[0] === fee?.lineId)).toMatchObject({ reasons: [{ code: "drafted" }], broken: null });
    expect(after.reconciliation.unreconciledLines.some(({ lineId }) => lineId === fee?.lineId)).toBe(false);
  });

  test("the next line of the same payee is prefilled", async () => {
    const next = await lineOf("FEE 1811");
    const options = await ask(world, "bank.draftOptions", { clientId: of.clientId, accountId: of.accountId, lineId: next?.lineId ?? "" });
    expect(options.learned).toMatchObject({ kind: "money", contact: { id: expect.any(String) }, target: { id: expect.any(String) } });
  });

  test("two who draft a line at the same moment make one draft, and a cancelled one makes way for another", async () => {
    const line = { clientId: of.clientId, accountId: of.accountId, lineId: (await lineOf("FEE 1811"))?.lineId ?? "" };
    const { learned } = await ask(world, "bank.draftOptions", line);
    const choice = { ...line, kind: "money" as const, contactId: learned?.contact?.id, targetId: learned?.target?.id };
    const [one, other] = await world.run(
      Promise.all([world.runtime.route("bank.create", choice), world.runtime.route("bank.create", choice)]),
    );
    expect(one).toMatchObject({ ok: true, value: { state: "draft" } });
    expect(other).toEqual(one);
    const drafts = async () => (await ask(world, "writes.list", { clientId: of.clientId })).filter(({ state }) => state === "draft");
    const [draft] = await drafts();
    expect(await drafts()).toHaveLength(1);
    await ask(world, "writes.cancel", { clientId: of.clientId, jobId: draft?.jobId ?? "" });
    const again = await ask(world, "bank.create", choice as never);
    expect(again.jobId).not.toBe(draft?.jobId);
    await ask(world, "writes.cancel", { clientId: of.clientId, jobId: again.jobId });
  });

  describe("the fee that a payout came less", () => {
    let payout: { clientId: string; accountId: string; lineId: string };
    let receipts: readonly string[];
    const fees = async () => (await work()).reconciliation.fees.map(({ lineId, amount }) => [lineId, Number(amount)]);
    const matchOf = async () => (await work()).matches.find(({ lineIds, broken }) => lineIds[0] === payout.lineId && broken === null);
    const accept = () =>
      ask(world, "bank.match", {
        ...{ clientId: of.clientId, accountId: of.accountId },
        matches: [{ lineIds: [payout.lineId], recordIds: [...receipts], ruleId: "stripe" }],
      });
    const unmatch = async () => ask(world, "bank.unmatch", { clientId: of.clientId, decisionNos: [(await matchOf())?.decisionNo ?? 0] });
    const fee = async () => {
      const { learned } = await ask(world, "bank.draftOptions", payout);
      const [vendor] = await choices("party", "vendor");
      return { ...payout, kind: "money" as const, contactId: vendor?.id, targetId: learned?.target?.id } as never;
    };
    const sendIt = async () => {
      const job = await ask(world, "bank.create", await fee());
      expect(await ask(world, "writes.send", { clientId: of.clientId, jobId: job.jobId })).toMatchObject({ state: "accepted" });
      await syncToEnd(tenant);
    };

    beforeAll(async () => {
      const taken = new Set((await work()).matches.flatMap(({ recordIds }) => recordIds));
      const open = (await work()).postings.filter(
        ({ recordId, amount, date }) => !taken.has(recordId) && Number(amount) > 10 && date <= "2026-11-19",
      );
      const paid = open.slice(-2);
      receipts = paid.map(({ recordId }) => recordId);
      const net = subtractDecimals(sumDecimals(paid.map(({ amount }) => amount)), decimal("2.50"));
      const own = bankStatement(tenant.books, tenant.books.accounts.find(({ kind }) => kind === "bank")?.id ?? "", TODAY, TODAY, TODAY);
      const line = `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261121<TRNAMT>${net}<FITID>P1<NAME>STRIPE PAYOUT 77</STMTTRN>`;
      const text = own.replace("</BANKTRANLIST>", `${line}\n</BANKTRANLIST>`).replace(/<LEDGERBAL>[\s\S]*<\/LEDGERBAL>/, "");
      const file = { fileName: "payout.ofx", content: Buffer.from(text).toString("base64") };
      await ask(world, "bank.import", { ...of, period: undefined, ...file } as never);
      payout = { clientId: of.clientId, accountId: of.accountId, lineId: (await lineOf("STRIPE"))?.lineId ?? "" };
      const rule = { name: "Stripe", lineContains: "stripe payout", feePercent: "25", days: 60 };
      await ask(world, "bank.saveRule", { clientId: of.clientId, accountId: of.accountId, ...rule } as never);
      await accept();
    });

    test("is drafted as money spent of its amount, once, and only while its line is matched less it", async () => {
      expect(await fees()).toEqual([[payout.lineId, 2.5]]);
      // Where the payee's fees went before, else the account for bank charges; a payout is no bill that is open.
      expect(await ask(world, "bank.draftOptions", payout)).toMatchObject({
        line: { amount: "-2.50", date: "2026-11-21", payee: "Fee: STRIPE PAYOUT 77" },
        learned: { kind: "money", target: { name: "Bank charges" } },
        ...{ payments: [], transfers: [] },
      });
      for (const other of [{ kind: "transfer" }, { kind: "payment", documentIds: ["x"] }])
        expect(await refusal(world, "bank.create", { ...payout, targetId: "x", ...other } as never)).toBe("invalid_input");
      const { jobId } = await ask(world, "bank.create", await fee());
      const open = { lineId: payout.lineId, isFee: true, jobId, state: "draft" };
      expect((await work()).drafts).toMatchObject([open]);
      expect(await refusal(world, "bank.create", await fee())).toBe("already_exists");
      // Without its match, the line itself is open, and its fee isn't sent with its drafts.
      await unmatch();
      expect([(await work()).drafts, (await lineOf("STRIPE"))?.lineId]).toEqual([[], payout.lineId]);
      await accept();
      expect((await work()).drafts).toMatchObject([open]);
      await ask(world, "writes.cancel", { clientId: of.clientId, jobId });
      expect([(await work()).drafts, await fees()]).toEqual([[], [[payout.lineId, 2.5]]]);
    });

    test("can be entered again after the ledger rejected it", async () => {
      const { accounts } = tenant.books;
      const job = await ask(world, "bank.create", await fee());
      const at = accounts.findIndex(({ name }) => name === "Bank charges");
      // Somebody deleted the account in the ledger since the last sync.
      const [charges] = accounts.splice(at, 1);
      const sent = await ask(world, "writes.send", { clientId: of.clientId, jobId: job.jobId });
      accounts.splice(at, 0, charges as (typeof accounts)[number]);
      expect(sent).toMatchObject({ state: "rejected" });
      expect((await work()).drafts).toMatchObject([{ isFee: true, jobId: job.jobId, state: "rejected" }]);
      expect(await fees()).toEqual([[payout.lineId, 2.5]]);
      const again = await ask(world, "bank.create", await fee());
      expect((await work()).drafts).toMatchObject([{ isFee: true, jobId: again.jobId, state: "draft" }]);
      await ask(world, "writes.cancel", { clientId: of.clientId, jobId: again.jobId });
    });

    test("joins the match once it is posted, so that the line and the reconciliation are clean", async () => {
      await sendIt();
      const match = await matchOf();
      expect(match?.recordIds).toEqual([...receipts, expect.any(String)]);
      expect(Number(match?.fee)).toBe(0);
      const { drafts, reconciliation } = await work();
      expect([drafts, reconciliation.fees, Number(reconciliation.totals.fees)]).toEqual([[], [], 0]);
      expect(reconciliation.outstandingPayments.some(({ recordId }) => recordId === match?.recordIds.at(-1))).toBe(false);
      expect(await refusal(world, "bank.create", { ...payout, kind: "money", targetId: "x" } as never)).toBe("not_found");
    });

    test("stays in the books when the match is undone, and joins it again without another", async () => {
      const before = (await matchOf())?.recordIds;
      await unmatch();
      expect((await lineOf("STRIPE"))?.lineId).toBe(payout.lineId);
      await syncToEnd(tenant);
      expect(await matchOf()).toBeUndefined();
      await accept();
      expect([(await matchOf())?.recordIds, await fees()]).toEqual([before, []]);
    });

    test("that is voided in the ledger opens the line, and can be entered again", async () => {
      const id = (await matchOf())?.recordIds.at(-1) ?? "";
      const job = await ask(world, "writes.submit", {
        clientId: of.clientId,
        operations: [{ kind: style === "a" ? "void" : "delete", id }],
      } as never);
      expect(job).toMatchObject({ state: "accepted" });
      await syncToEnd(tenant);
      expect([await matchOf(), (await lineOf("STRIPE"))?.lineId]).toEqual([undefined, payout.lineId]);
      await accept();
      expect(await fees()).toEqual([[payout.lineId, 2.5]]);
      await sendIt();
      expect(await fees()).toEqual([]);
      expect((await matchOf())?.recordIds).not.toContain(id);
    });
  });

  test("a transfer between own accounts is a journal, or the ledger says why it can't be", async () => {
    const line = await lineOf("SAVINGS");
    const asked = { clientId: of.clientId, accountId: of.accountId, lineId: line?.lineId ?? "" };
    const { transfers } = await ask(world, "bank.draftOptions", asked);
    const target =
      transfers[0]?.accountId ?? (await choices("account")).find(({ detail, id }) => id !== of.accountId && detail !== null)?.id;
    const job = await ask(world, "bank.create", { ...asked, kind: "transfer", targetId: target } as never);
    const sent = await ask(world, "writes.send", { clientId: of.clientId, jobId: job.jobId });
    if (style === "a") {
      expect(sent.checks.find(({ outcome }) => outcome === "blocked")?.message).toMatch(/doesn't allow bank or card accounts in journals/);
      return;
    }
    expect(sent).toMatchObject({ state: "accepted" });
    await syncToEnd(tenant);
    expect((await work()).matches.some(({ lineIds }) => lineIds[0] === line?.lineId)).toBe(true);
  });
});
