import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RecordMalformed } from "#main/ledgers/adapter.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { compareDecimals, type DecimalString, decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { ledgerDocument } from "#shared/model/books/document.ts";
import { journal } from "#shared/model/books/posting.ts";
import { type Cells, composed, context, fetchedAt, header, mapTransactionRecord, only, twoLines, twoPostings } from "./support.ts";

const unpaid = (value: string) => ({ main: { foreignamountunpaid: value } });

describe("a sales invoice", () => {
  const record = composed({
    transaction: header("CustInvc", {
      duedate: "2026-11-04",
      otherrefnum: "PO 77",
      memo: "Retainer",
      approvalstatus: "2",
      entityname: "Birch",
    }),
    lines: twoLines("300.00", "-300.00", {
      main: { foreignamountunpaid: "120.00", class: "3" },
      line: { department: "7", cseg_region: "4", memo: "Design" },
    }),
    accountingLines: twoPostings("300.00", "-300.00"),
  });

  it("becomes a document with every field the ledger gave", () => {
    const document = only(mapTransactionRecord(record), "document");
    expect(document).toEqual({
      id: "CustInvc:2044",
      type: "sales_invoice",
      number: "N-1",
      reference: "PO 77",
      partyId: "customer:309",
      partyName: "Birch",
      issueDate: "2026-10-05",
      dueDate: "2026-11-04",
      currency: "USD",
      total: { amount: "300.00", currency: "USD" },
      totalBase: { amount: "300.00", currency: "USD" },
      outstanding: { amount: "120.00", currency: "USD" },
      tax: { basis: "exclusive", components: [] },
      status: "part_paid",
      statusIsDerived: false,
      sourceStatus: "A",
      approvalStatus: "2",
      ...{ entityId: "subsidiary:2", totalAccountId: "account:12" },
      memo: "Retainer",
      periodId: "accountingperiod:142",
      allocations: [],
      lines: [
        {
          id: "CustInvc:2044/1",
          kind: "item",
          description: "Design",
          quantity: "4",
          unitAmount: { amount: "75.00", currency: "USD" },
          accountId: "account:82",
          itemId: "item:80",
          net: { amount: "300.00", currency: "USD" },
          tax: { basis: "exclusive", components: [] },
          dimensions: [
            { dimensionId: "department", valueId: "7", fannedFromHeader: false },
            { dimensionId: "class", valueId: "3", fannedFromHeader: true },
            { dimensionId: "cseg_region", valueId: "4", fannedFromHeader: false },
          ],
          source: { system: "ledger_c", tenantId: "1234567", entityType: "CustInvc", id: "1", fetchedAt },
        },
      ],
      source: { system: "ledger_c", tenantId: "1234567", entityType: "CustInvc", id: "2044", fetchedAt },
    });
    expect(Object.values(document)).not.toContain(undefined);
    expect(ledgerDocument.safeParse(document).success).toBe(true);
  });

  it("becomes the journal of what it posted as well", () => {
    const posted = only(mapTransactionRecord(record), "journal");
    expect(posted).toMatchObject({ id: "gl:2044", number: "N-1", date: "2026-10-05", documentId: "CustInvc:2044", sourceType: "CustInvc" });
    expect(posted.source).toMatchObject({ entityType: "transactionaccountingline", id: "2044" });
    expect(posted.postings.map((posting) => [posting.id, posting.accountId, posting.amount.amount])).toEqual([
      ["gl:2044/0", "account:12", "300.00"],
      ["gl:2044/1", "account:82", "-300.00"],
    ]);
    expect(journal.safeParse(posted).success).toBe(true);
  });

  it("keeps a journal out when nothing has posted", () => {
    const waiting = composed({
      transaction: header("CustInvc", { status: "D", posting: "F" }),
      lines: twoLines("300.00", "-300.00"),
      accountingLines: twoPostings("300.00", "-300.00").map((row) => ({ ...row, posting: "F" })),
    });
    const source = mapTransactionRecord(waiting);
    expect(source.records.map((one) => one.kind)).toEqual(["document"]);
    expect(only(source, "document")).toMatchObject({ status: "awaiting_approval", outstanding: { amount: "300.00" } });
    expect(only(source, "document").lines[0]?.accountId).toBe("account:82");
  });
});

describe("type and amount", () => {
  const rows: readonly [type: string, main: string, line: string, document: string, total: string, net: string][] = [
    ["CustInvc", "300.00", "-300.00", "sales_invoice", "300.00", "300.00"],
    ["CustCred", "-300.00", "300.00", "sales_credit", "300.00", "300.00"],
    ["CashSale", "300.00", "-300.00", "cash_sale", "300.00", "300.00"],
    ["CashRfnd", "-300.00", "300.00", "cash_sale", "-300.00", "-300.00"],
    ["VendBill", "-300.00", "300.00", "purchase_bill", "300.00", "300.00"],
    ["VendCred", "300.00", "-300.00", "purchase_credit", "300.00", "300.00"],
    ["Check", "-300.00", "300.00", "cash_purchase", "300.00", "300.00"],
    ["CardChrg", "-300.00", "300.00", "cash_purchase", "300.00", "300.00"],
    ["CardRfnd", "300.00", "-300.00", "cash_purchase", "-300.00", "-300.00"],
    ["ExpRept", "-300.00", "300.00", "cash_purchase", "300.00", "300.00"],
  ];

  it.each(rows)("%s with main line %s and line %s is a %s of %s with net %s", (type, main, line, document, total, net) => {
    for (const sent of ["300.00", "-300.00"]) {
      if (type === "CustInvc" && sent.startsWith("-")) continue;
      const record = composed({ transaction: header(type, { foreigntotal: sent }), lines: twoLines(main, line, unpaid("300.00")) });
      const mapped = only(mapTransactionRecord(record), "document");
      expect(mapped.type).toBe(document);
      expect(mapped.total.amount).toBe(total);
      expect(mapped.totalBase?.amount).toBe(total);
      expect(mapped.lines.map((one) => one.net.amount)).toEqual([net]);
    }
  });

  it("takes the sign of the type when lines add up to zero", () => {
    const [main, line] = twoLines("0.00", "-100.00", unpaid("0.00")) as [Cells, Cells];
    const lines = [main, line, { ...line, id: "2", uniquekey: "902", linesequencenumber: "2", quantity: "1", foreignamount: "100.00" }];
    const record = composed({ transaction: header("CustInvc", { foreigntotal: "0.00" }), lines });
    expect(only(mapTransactionRecord(record), "document").lines.map((one) => one.net.amount)).toEqual(["100.00", "-100.00"]);
  });

  it("keeps tax, main and cost lines out of the lines and adds the tax up with the sign of the total", () => {
    const [main, line] = twoLines("345.00", "-300.00", unpaid("345.00")) as [Cells, Cells];
    const tax = { ...line, id: "2", uniquekey: "902", taxline: "T", item: "-5", foreignamount: "-45.00" };
    const cost = { ...line, id: "3", uniquekey: "903", iscogs: "T", foreignamount: "110.00" };
    const record = composed({ transaction: header("CustInvc", { foreigntotal: "345.00" }), lines: [main, line, tax, cost] });
    const document = only(mapTransactionRecord(record), "document");
    expect(document.lines.map((one) => one.id)).toEqual(["CustInvc:2044/1"]);
    expect(document.tax).toEqual({ basis: "exclusive", amount: { amount: "45.00", currency: "USD" }, components: [] });
    expect(document.lines[0]?.tax.amount).toBeUndefined();
  });

  it("adds lines and tax up to the total whatever the sizes and signs are", () => {
    const cents = fc.integer({ min: 1, max: 10_000_000 });
    const type = fc.constantFrom("CustInvc", "CustCred", "CashRfnd", "VendBill", "VendCred", "CardRfnd");
    fc.assert(
      fc.property(type, fc.array(cents, { minLength: 1, maxLength: 8 }), cents, (kind, amounts, tax) => {
        const debit = new Set(["CustCred", "CashRfnd", "VendBill"]).has(kind);
        const money = (value: number) => `${Math.trunc(value / 100)}.${String(value % 100).padStart(2, "0")}`;
        const sent = (value: number) => (debit ? money(value) : `-${money(value)}`);
        const sum = amounts.reduce((total, value) => total + value, tax);
        const [main, line] = twoLines("1.00", "1.00", unpaid("0.00")) as [Cells, Cells];
        const lines = amounts.map((value, index) => ({ ...line, id: String(index + 1), foreignamount: sent(value) }));
        const taxLine = { ...line, id: "99", taxline: "T", foreignamount: sent(tax) };
        const record = composed({ transaction: header(kind, { foreigntotal: money(sum) }), lines: [main, ...lines, taxLine] });
        const document = only(mapTransactionRecord(record), "document");
        const parts = [...document.lines.map((one) => one.net.amount), document.tax.amount?.amount as DecimalString];
        expect(compareDecimals(sumDecimals(parts), document.total.amount)).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  it("keeps numerals exactly as sent", () => {
    const record = composed({
      transaction: header("CustInvc", { foreigntotal: "9007199254740993.0100", currency: "2", exchangerate: "1.11289001" }),
      lines: twoLines("9007199254740993.0100", "-9007199254740993.0100", {
        main: { netamount: "10023021212121212.98", foreignamountunpaid: ".50" },
        line: { quantity: "-3.00000", rate: "33.3333" },
      }),
    });
    const document = only(mapTransactionRecord(record), "document");
    expect(document.total).toEqual({ amount: "9007199254740993.0100", currency: "EUR" });
    expect(document.totalBase).toEqual({ amount: "10023021212121212.98", currency: "USD" });
    expect(document.exchangeRate).toBe("1.11289001");
    expect(document.outstanding.amount).toBe("0.50");
    expect(document.lines[0]).toMatchObject({
      quantity: "3.00000",
      unitAmount: { amount: "33.3333" },
      net: { amount: "9007199254740993.0100" },
    });
  });

  it("reads base amounts in the currency of the entity, not of the root", () => {
    const lines = twoLines("300.00", "-300.00", { main: { subsidiary: "3", foreignamountunpaid: "0.00" } });
    const record = composed({
      transaction: header("CustInvc", { currency: "2", status: "B" }),
      lines,
      accountingLines: twoPostings("300.00", "-300.00"),
    });
    const source = mapTransactionRecord(record);
    expect(only(source, "document").totalBase).toEqual({ amount: "300.00", currency: "EUR" });
    expect(only(source, "document").exchangeRate).toBeUndefined();
    expect(only(source, "journal").postings[0]?.amount.currency).toBe("EUR");
  });

  it("takes a percentage rate of a discount line for no unit price", () => {
    const lines = twoLines("300.00", "-300.00", { main: { foreignamountunpaid: "0" }, line: { rate: "-10.0%" } });
    expect(
      only(mapTransactionRecord(composed({ transaction: header("CustInvc"), lines })), "document").lines[0]?.unitAmount,
    ).toBeUndefined();
  });
});

describe("status", () => {
  const rows: readonly [type: string, letter: string, unpaid: string, status: string, outstanding: string][] = [
    ["CustInvc", "A", "300.00", "open", "300.00"],
    ["CustInvc", "CustInvc:A", "299.99", "part_paid", "299.99"],
    ["CustInvc", "B", "0.00", "paid", "0.00"],
    ["CustInvc", "D", "300.00", "awaiting_approval", "300.00"],
    ["CustInvc", "V", "300.00", "voided", "0.00"],
    ["VendBill", "A", "120.00", "part_paid", "120.00"],
    ["VendBill", "B", "0", "paid", "0"],
    ["VendBill", "C", "300.00", "voided", "0.00"],
    ["VendBill", "D", "300.00", "awaiting_approval", "300.00"],
    ["VendBill", "E", "300.00", "awaiting_approval", "300.00"],
    ["VendBill", "F", "300.00", "open", "300.00"],
    ["CustCred", "A", "-100.00", "part_paid", "100.00"],
    ["CustCred", "B", "0.00", "paid", "0.00"],
    ["VendCred", "A", "300.00", "open", "300.00"],
    ["VendCred", "V", "300.00", "voided", "0.00"],
    ["CashSale", "C", "300.00", "paid", "0.00"],
    ["Check", "Z", "300.00", "paid", "0.00"],
    ["ExpRept", "D", "300.00", "awaiting_approval", "0.00"],
    ["CardRfnd", "V", "300.00", "voided", "0.00"],
    ["CustDep", "A", "300.00", "open", "300.00"],
    ["CustDep", "B", "80.00", "part_paid", "80.00"],
    ["VPrep", "C", "0.00", "paid", "0.00"],
    ["Journal", "A", "0", "awaiting_approval", "0.00"],
    ["Journal", "B", "0", "paid", "0.00"],
    ["Journal", "Journal:V", "0", "voided", "0.00"],
  ];

  it.each(rows)("%s %s with %s unpaid is %s", (type, letter, sent, status, outstanding) => {
    const record = composed({ transaction: header(type, { status: letter }), lines: twoLines("300.00", "-300.00", unpaid(sent)) });
    const document = only(mapTransactionRecord(record), "document");
    expect(document.status).toBe(status);
    expect(document.outstanding.amount).toBe(outstanding);
    expect(document.sourceStatus).toBe(letter.slice(-1));
    expect(document.statusIsDerived).toBe(false);
  });

  it("lets the voided column decide", () => {
    const record = composed({ transaction: header("CustInvc", { voided: "T" }), lines: twoLines("300.00", "-300.00", unpaid("5")) });
    expect(only(mapTransactionRecord(record), "document")).toMatchObject({ status: "voided", outstanding: { amount: "0.00" } });
  });

  it.each([
    ["CustInvc", "Q"],
    ["CustInvc", "VendBill:A"],
    ["CustCred", "D"],
    ["VPrep", "E"],
    ["PurchOrd", "Z"],
  ])("%s %s is a finding and stays raw", (type, letter) => {
    const source = mapTransactionRecord(
      composed({ transaction: header(type, { status: letter }), lines: twoLines("300.00", "-300.00", unpaid("1")) }),
    );
    expect(source.records).toEqual([]);
    expect(source.findings).toMatchObject([{ code: "unknown_value", field: "status" }]);
  });

  it("finds a type and a currency that have no meaning", () => {
    expect(mapTransactionRecord(composed({ transaction: header("InvAdjst") }))).toMatchObject({
      records: [],
      findings: [{ field: "type" }],
    });
    const foreign = composed({ transaction: header("CustInvc", { currency: "77" }), lines: twoLines("1", "-1") });
    expect(mapTransactionRecord(foreign)).toMatchObject({ records: [], findings: [{ code: "unknown_value", field: "currency" }] });
  });
});

describe("journal entries, deposits, payments and orders", () => {
  it("adds the debits of a journal up and keeps debit positive", () => {
    const line = (id: string, amount: string): Cells => ({
      transaction: "2044",
      id,
      uniquekey: `90${id}`,
      linesequencenumber: id,
      mainline: "F",
      taxline: "F",
      foreignamount: amount,
      subsidiary: "2",
    });
    const record = composed({
      transaction: header("Journal", { status: "B", foreigntotal: "0" }),
      lines: [line("2", "-50.10"), line("0", "20.05"), line("1", "30.05")],
      accountingLines: ["20.05", "30.05", "-50.10"].map((amount, index) => ({
        transaction: "2044",
        transactionline: String(index),
        accountingbook: "1",
        account: String(60 + index),
        amount,
        posting: "T",
      })),
    });
    const document = only(mapTransactionRecord(record), "document");
    expect(document.total.amount).toBe("50.10");
    expect(document.totalBase?.amount).toBe("50.10");
    expect(document.partyId).toBeUndefined();
    expect(document.lines.map((one) => [one.net.amount, one.accountId, one.kind])).toEqual([
      ["20.05", "account:60", "account"],
      ["30.05", "account:61", "account"],
      ["-50.10", "account:62", "account"],
    ]);
  });

  it.each([
    ["keeps the marked first line of a journal that balances only with it", "20.05", "T", 3],
    ["leaves a marked line out when the journal balances without it", "0.00", "T", 2],
    ["keeps an unmarked line whatever it holds", "20.05", "F", 3],
  ])("%s", (_what, amount, mainline, count) => {
    const line = (id: string, foreignamount: string, main = "F"): Cells => ({
      transaction: "2044",
      id,
      mainline: main,
      taxline: "F",
      foreignamount,
    });
    const rest = amount === "0.00" ? [line("1", "30.05"), line("2", "-30.05")] : [line("1", "30.05"), line("2", "-50.10")];
    const record = composed({ transaction: header("Journal", { status: "B" }), lines: [line("0", amount, mainline), ...rest] });
    const document = only(mapTransactionRecord(record), "document");
    expect(document.lines).toHaveLength(count);
    expect(compareDecimals(sumDecimals(document.lines.map((one) => one.net.amount)), decimal("0"))).toBe(0);
  });

  it("makes a deposit a document without lines", () => {
    const record = composed({ transaction: header("CustDep", { status: "A" }), lines: twoLines("300.00", "-300.00", unpaid("300.00")) });
    expect(only(mapTransactionRecord(record), "document")).toMatchObject({ type: "sales_credit", unappliedKind: "deposit", lines: [] });
    const prepaid = composed({ transaction: header("VPrep", { status: "A" }), lines: twoLines("-300.00", "300.00", unpaid("300.00")) });
    expect(only(mapTransactionRecord(prepaid), "document")).toMatchObject({
      type: "purchase_credit",
      unappliedKind: "prepayment",
      partyId: "vendor:309",
    });
  });

  const link = (change: Cells): Cells => ({
    previousdoc: "88",
    previoustype: "CustInvc",
    nextdoc: "2044",
    nexttype: "CustPymt",
    linktype: "Payment",
    foreignamount: "180.00",
    ...change,
  });

  it("reads a payment with several allocations", () => {
    const record = composed({
      transaction: header("CustPymt", { status: "C", foreigntotal: "200.00" }),
      lines: twoLines("200.00", "-200.00", unpaid("-8.00")),
      accountingLines: twoPostings("200.00", "-200.00"),
      links: [link({}), link({ previousdoc: "89", previoustype: "Journal", foreignamount: "12.00" })],
    });
    const source = mapTransactionRecord(record);
    expect(source.records.map((one) => one.kind)).toEqual(["payment", "journal"]);
    expect(only(source, "payment")).toMatchObject({
      id: "CustPymt:2044",
      direction: "received",
      reference: "N-1",
      partyId: "customer:309",
      amount: { amount: "200.00" },
      unapplied: { amount: "8.00" },
      status: "posted",
      sourceStatus: "C",
      allocations: [
        {
          fromKind: "payment",
          fromId: "CustPymt:2044",
          toId: "CustInvc:88",
          amount: { amount: "180.00", currency: "USD" },
          date: "2026-10-05",
        },
        {
          fromKind: "payment",
          fromId: "CustPymt:2044",
          toId: "Journal:89",
          amount: { amount: "12.00", currency: "USD" },
          date: "2026-10-05",
        },
      ],
    });
  });

  it("makes the total of a vendor payment positive", () => {
    const record = composed({
      transaction: header("VendPymt", { status: "B", foreigntotal: "-170.00" }),
      lines: twoLines("-170.00", "170.00"),
    });
    expect(only(mapTransactionRecord(record), "payment")).toMatchObject({
      direction: "made",
      amount: { amount: "170.00" },
      unapplied: { amount: "0.00" },
    });
  });

  it("drops the allocations of what was voided", () => {
    const record = composed({
      transaction: header("VendPymt", { status: "V" }),
      lines: twoLines("1", "-1"),
      links: [link({ previoustype: "VendBill" })],
    });
    expect(only(mapTransactionRecord(record), "payment")).toMatchObject({ status: "voided", allocations: [] });
    const credit = composed({
      transaction: header("CustCred", { status: "V" }),
      lines: twoLines("-1", "1"),
      links: [link({ nexttype: "CustCred" })],
    });
    expect(only(mapTransactionRecord(credit), "document").allocations).toEqual([]);
  });

  it("says from which document a credit was applied, and finds a link without a type", () => {
    const record = composed({
      transaction: header("CustCred"),
      lines: twoLines("-300.00", "300.00", unpaid("120.00")),
      links: [link({}), { previousdoc: "90", nextdoc: "2044", linktype: "Payment", foreignamount: "1.00" }],
    });
    const source = mapTransactionRecord(record);
    expect(only(source, "document").allocations).toMatchObject([{ fromKind: "document", fromId: "CustCred:2044", toId: "CustInvc:88" }]);
    expect(source.findings).toContainEqual(expect.objectContaining({ code: "unknown_value", field: "previoustype" }));
  });

  it.each([
    ["A", "awaiting_approval"],
    ["B", "open"],
    ["C", "closed"],
    ["D", "part_billed"],
    ["E", "part_billed"],
    ["F", "open"],
    ["G", "billed"],
    ["H", "closed"],
  ])("reads an order with status %s as %s", (letter, status) => {
    const lines = twoLines("-90.00", "90.00", {
      line: { quantity: "10", rate: "9.00", quantitybilled: "4", quantityshiprecv: "6", expenseaccount: "227" },
    });
    const links = [link({ previousdoc: "2044", previoustype: "PurchOrd", nextdoc: "3001", nexttype: "VendBill", linktype: "OrdBill" })];
    const source = mapTransactionRecord(
      composed({ transaction: header("PurchOrd", { status: letter, foreigntotal: "90.00" }), lines, links }),
    );
    expect(source.records).toHaveLength(1);
    expect(only(source, "order")).toMatchObject({
      id: "PurchOrd:2044",
      status,
      partyId: "vendor:309",
      total: { amount: "90.00" },
      billIds: ["VendBill:3001"],
      lines: [{ quantity: "10", quantityBilled: "4", quantityReceived: "6", net: { amount: "90.00" }, accountId: "account:227" }],
    });
  });
});

describe("lines", () => {
  it("orders lines by number and not by text", () => {
    const [main, line] = twoLines("300.00", "-300.00", unpaid("0")) as [Cells, Cells];
    const lines = ["10", "9", "2"].map((id) => ({ ...line, id, linesequencenumber: id, foreignamount: "-100.00" }));
    const document = only(mapTransactionRecord(composed({ transaction: header("CustInvc"), lines: [main, ...lines] })), "document");
    expect(document.lines.map((one) => one.source.id)).toEqual(["2", "9", "10"]);
  });

  it("falls back to the account of the item, by the side of the document", () => {
    const item = {
      id: "item:80",
      name: "Pump",
      incomeAccountId: "account:4",
      expenseAccountId: "account:5",
      tracked: false,
      active: true,
      source: { system: "ledger_c" as const, tenantId: "1", entityType: "item", id: "80", fetchedAt },
    };
    const from = context({ items: [item] });
    const sale = composed({ transaction: header("CustInvc"), lines: twoLines("300.00", "-300.00", unpaid("0")) });
    const bill = composed({ transaction: header("VendBill"), lines: twoLines("-300.00", "300.00", unpaid("0")) });
    expect(only(mapTransactionRecord(sale, from), "document").lines[0]?.accountId).toBe("account:4");
    expect(only(mapTransactionRecord(bill, from), "document").lines[0]?.accountId).toBe("account:5");
  });

  it("maps a line without an account and says so", () => {
    const source = mapTransactionRecord(composed({ transaction: header("CustInvc"), lines: twoLines("300.00", "-300.00", unpaid("0")) }));
    expect(source.findings).toEqual([
      { code: "unresolved_account", field: "accountId", message: expect.stringContaining("CustInvc:2044/1") },
    ]);
    expect(only(source, "document").lines[0]).not.toHaveProperty("accountId");
  });

  it("names the customer of a billable line", () => {
    const lines = twoLines("-300.00", "300.00", { main: { foreignamountunpaid: "0" }, line: { isbillable: "T", entity: "24" } });
    const document = only(mapTransactionRecord(composed({ transaction: header("VendBill"), lines })), "document");
    expect(document.lines[0]?.billable).toEqual({ customerId: "customer:24", status: "billable" });
  });

  it("believes the ledger about what an entity is", () => {
    const record = composed({ transaction: header("ExpRept", { entitytype: "Employee" }), lines: twoLines("-300.00", "300.00") });
    expect(only(mapTransactionRecord(record), "document").partyId).toBe("employee:309");
  });

  it("reads columns whatever their case is", () => {
    const upper = (cells: Cells) => Object.fromEntries(Object.entries(cells).map(([name, value]) => [name.toUpperCase(), value]));
    const record = composed({ transaction: upper(header("CustInvc")), lines: twoLines("300.00", "-300.00", unpaid("300.00")).map(upper) });
    expect(only(mapTransactionRecord(record), "document").status).toBe("open");
  });
});

describe("records that can't be read", () => {
  const cases: readonly [what: string, field: string, record: () => unknown][] = [
    ["no total", "foreigntotal", () => mapTransactionRecord(composed({ transaction: { ...header("VendBill"), foreigntotal: "" } }))],
    [
      "a total that is no number",
      "foreigntotal",
      () => mapTransactionRecord(composed({ transaction: header("VendBill", { foreigntotal: "1,000.00" }) })),
    ],
    [
      "a date in a user's form",
      "trandate",
      () => mapTransactionRecord(composed({ transaction: header("VendBill", { trandate: "5/11/2026" }) })),
    ],
    ["an id that is no number", "id", () => mapTransactionRecord(composed({ transaction: header("VendBill", { id: "1 OR 1=1" }) }))],
    [
      "an open bill without an outstanding amount",
      "foreignamountunpaid",
      () => mapTransactionRecord(composed({ transaction: header("VendBill"), lines: twoLines("-300.00", "300.00") })),
    ],
    [
      "lines whose amounts are hidden",
      "foreignamount",
      () =>
        mapTransactionRecord(composed({ transaction: header("VendBill", { status: "B" }), lines: twoLines("-300.00", "", unpaid("0")) })),
    ],
  ];

  it.each(cases)("%s names %s", (_what, field, read) => {
    let thrown: unknown;
    try {
      read();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(RecordMalformed);
    expect((thrown as RecordMalformed).field).toBe(field);
  });

  it("uses the outstanding column of the profile", () => {
    const from = context({ outstandingColumn: "amountremaining" });
    const lines = twoLines("300.00", "-300.00", { main: { amountremaining: "45.00", foreignamountunpaid: "1.00" } });
    const document = only(mapTransactionRecord(composed({ transaction: header("CustInvc"), lines }), from), "document");
    expect(document.outstanding.amount).toBe(decimal("45.00"));
    expect(document.issueDate).toBe(calendarDate("2026-10-05"));
  });
});
