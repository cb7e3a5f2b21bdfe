import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { addDecimals, decimal, isZero, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { formField, writeFieldLabel } from "#shared/model/labels/write-fields.ts";
import { documentDraft, jobState, paymentDraft, writeCheck, writeOperation } from "#shared/model/ledger/write.ts";
import { checkErrors, checkedNote, withoutEdited } from "../../../src/renderer/features/writes/field-errors.ts";
import {
  paymentErrors,
  paymentOperation,
  paymentTotal,
  unreadWords,
} from "../../../src/renderer/features/writes/payments/payment-draft.ts";
import { blankDocument, formOfJob } from "../../../src/renderer/features/writes/queue/job-form.ts";
import { createOperation, inclusiveErrors } from "../../../src/renderer/features/writes/transactions/entry-operation.ts";
import { formTotals, type TaxCodes, taxedLine } from "../../../src/renderer/features/writes/transactions/entry-tax.ts";
import {
  EMPTY_LINE,
  editedLine,
  formErrors,
  type LineForm,
  netOf,
} from "../../../src/renderer/features/writes/transactions/transaction-draft.ts";
import { amountProblem, readAmount } from "../../../src/renderer/format/amounts/typed-amount.ts";
import {
  CHECK_WORDS,
  fieldLabelTexts,
  jobReason,
  jobTitle,
  shortReason,
  WRITE_STATES,
} from "../../../src/renderer/format/labels/write-labels.ts";
import { readWritePlace, reviewPart, unpayPart } from "../../../src/renderer/state/window/write-address.ts";

const TODAY = calendarDate("2026-11-21");
const line = (part: Partial<LineForm>, key = 0): LineForm => ({ ...EMPTY_LINE, key, target: { id: "account:1", name: "Rent" }, ...part });
const bill = (lines: readonly LineForm[]) => ({
  ...blankDocument("purchase_bill", "NZD", TODAY, "both"),
  party: { id: "contact:1", name: "Oak Paper" },
  lines,
});

describe("amounts as people type them", () => {
  it.each([
    ["1234.5", "1234.5"],
    ["1,234.50", "1234.50"],
    ["1 234.50", "1234.50"],
    [".5", "0.5"],
    ["12.", "12"],
    ["(12.00)", "-12.00"],
    ["−7", "-7"],
  ])("reads %s", (text, amount) => expect(readAmount(text)).toBe(amount));

  it.each([
    ["1.234,50", "1234.50"],
    ["-1.234.567,8", "-1234567.8"],
    ["1.234.567", "1234567"],
    ["1234,5", "1234.5"],
    ["0,125", "0.125"],
    ["(12,00)", "-12.00"],
    ["1,234.50", "1234.50"],
    ["1250.00", "1250.00"],
    ["0.125", "0.125"],
  ])("reads %s where decimals follow a comma", (text, amount) => expect(readAmount(text, 2, "de-DE")).toBe(amount));

  it("refuses what could be thousands or decimals where decimals follow a comma, and says so", () => {
    expect(["1.234", "1,234", "-12,345", "(1,234)"].map((text) => readAmount(text, 2, "de-DE"))).toEqual([null, null, null, null]);
    // A rate, a price, and the fils of a dinar have three decimals; a field is filled with a point.
    expect(readAmount("1.250", 3, "de-DE")).toBe("1.250");
    expect(readAmount("1.250", undefined, "de-DE")).toBe("1.250");
    expect(readAmount("1,234", 2, "en-US")).toBe("1234");
    expect(amountProblem("1,234", "No amount.", "de-DE")).toContain("could mark thousands or decimals");
    expect(amountProblem("abc", "No amount.", "de-DE")).toBe("No amount.");
  });

  it.each(["", "abc", "1,23", "12,34.5", "1.2.3", "1e3x", "--1"])("refuses %s", (text) => expect(readAmount(text)).toBeNull());
});

describe("a document from a form", () => {
  it("is what the model asks for, with blank lines left out", () => {
    const form = { ...bill([line({ quantity: "3", unitAmount: "12.505" }), { ...EMPTY_LINE, key: 1 }]), number: " OP-7 " };
    expect(formErrors(form, 2)).toEqual({});
    const operation = createOperation(form, 2);
    expect(() => writeOperation.parse(operation)).not.toThrow();
    if (operation.kind !== "create_document") throw new Error("not a document");
    const draft = documentDraft.parse(operation.document);
    expect(draft.number).toBe("OP-7");
    expect(draft.lines).toHaveLength(1);
    // 37.515 at two decimals, halves away from zero.
    expect(draft.lines[0]?.net.amount).toBe("37.52");
    expect(draft).not.toHaveProperty("dueDate");
    expect(draft).not.toHaveProperty("total");
  });

  it("comes back from its own operation as the same form", () => {
    const form = {
      ...bill([line({ net: "10.00", taxCode: "INPUT2", dimensions: { region: "north" } })]),
      memo: "m",
      dueDate: "2026-12-20",
    };
    const operation = createOperation(form, 2);
    const again = formOfJob({ operations: [operation] });
    if (again?.kind !== "document") throw new Error("no form");
    expect(createOperation(again.form, 2)).toEqual(operation);
  });

  it("names the field of everything that is wrong", () => {
    const form = { ...bill([line({ net: "x" }), line({ target: null, net: "1" }, 1), line({}, 2)]), party: null, issueDate: "" };
    expect(Object.keys(formErrors(form, 2)).sort()).toEqual([
      "issueDate",
      "lines[0].net",
      "lines[1].accountId",
      "lines[2].net",
      "party.id",
    ]);
    expect(formErrors(bill([{ ...EMPTY_LINE, key: 0 }]), 2)).toEqual({ "lines[0].accountId": "Enter at least one line." });
    const journal = blankDocument("journal", "NZD", TODAY, "both");
    expect(formErrors(journal, 2)).toEqual({ "lines[0].accountId": "Enter at least two lines." });
  });

  it.each([
    [["account", "item"], "Choose an account or an item."],
    [["account"], "Choose an account."],
    [["item"], "Choose an item."],
  ] as const)("asks for what a line can name with this ledger: %s", (kinds, words) => {
    expect(formErrors(bill([line({ target: null, net: "1" })]), 2, kinds)).toEqual({ "lines[0].accountId": words });
  });

  it("a journal is debit-positive, and says by how much it is out", () => {
    const form = { ...blankDocument("journal", "NZD", TODAY, "both"), lines: [line({ net: "100.10" }), line({ credit: "100.00" }, 1)] };
    expect(form.lines.map((each) => netOf(each, "journal", 2))).toEqual(["100.10", "-100.00"]);
    expect(formTotals(form, 2)).toMatchObject({ debit: "100.10", credit: "100.00", difference: "0.10", balanced: false });
    expect(formErrors({ ...form, lines: [line({ net: "1", credit: "1" })] }, 2)).toHaveProperty("lines[0].credit");
  });

  it("adds up exactly, whatever the amounts", () => {
    const amount = fc
      .tuple(fc.bigInt(-(10n ** 16n), 10n ** 16n), fc.integer({ min: 0, max: 99 }))
      .map(([whole, cents]) => `${whole}.${String(cents).padStart(2, "0")}`);
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 20 }), (amounts) => {
        const lines = amounts.map((net, key) => line({ net }, key));
        const { difference } = formTotals({ type: "purchase_bill", lines }, 2);
        expect(difference).toBe(sumDecimals(amounts.map(decimal)));
        const mirrored = [...lines, ...amounts.map((credit, key) => line({ credit }, key + 100))];
        expect(isZero(formTotals({ type: "journal", lines: mirrored }, 2).difference)).toBe(true);
      }),
    );
  });
});

describe("an edit of a line", () => {
  const full = line({ quantity: "3", unitAmount: "12.505", net: "37.52" });
  it("lets the amount follow quantity and price as long as it did", () => {
    expect(editedLine(full, { quantity: "4" }, "purchase_bill", 2)).toMatchObject({ quantity: "4", net: "" });
    expect(editedLine({ ...full, net: "40.00" }, { quantity: "4" }, "purchase_bill", 2).net).toBe("40.00");
  });
  it("leaves a price to the ledger that no longer gives the amount", () => {
    expect(editedLine(full, { net: "40" }, "purchase_bill", 2)).toMatchObject({ net: "40", unitAmount: "", quantity: "3" });
    expect(editedLine(full, { net: "37.520" }, "purchase_bill", 2).unitAmount).toBe("12.505");
    expect(editedLine(line({ net: "5" }), { credit: "6" }, "journal", 2)).toMatchObject({ net: "5", credit: "6" });
  });
});

describe("a payment from a form", () => {
  const open = [
    { id: "bill:1", outstanding: decimal("50.00") },
    { id: "bill:2", outstanding: decimal("20.00") },
    { id: "bill:3", outstanding: decimal("5.00") },
  ];
  const form = {
    direction: "made" as const,
    party: { id: "contact:1", name: "Oak Paper" },
    account: { id: "account:bank", name: "Bank" },
    date: "2026-11-21",
    currency: "NZD",
    exchangeRate: "",
    reference: "",
    entityId: "",
    amounts: { "bill:3": "5.00", "bill:1": "12.5", "bill:2": " " },
  };

  it("settles what was filled in, in the order of the list", () => {
    expect(paymentErrors(form, open)).toEqual({});
    expect(paymentTotal(form, open, 2)).toBe("17.50");
    const operation = paymentOperation(form, open);
    if (operation.kind !== "create_payment") throw new Error("no payment");
    expect(paymentDraft.parse(operation.payment).allocations).toEqual([
      { toId: "bill:1", amount: { amount: "12.5", currency: "NZD" } },
      { toId: "bill:3", amount: { amount: "5.00", currency: "NZD" } },
    ]);
  });

  it("says nothing of the contact's bills before they are read, but that they are still to be loaded", () => {
    expect(paymentErrors(form, [])).toHaveProperty("allocations", "Choose a vendor with open bills in this currency.");
    expect(paymentErrors({ ...form, account: null }, null)).toEqual({ accountId: "Choose a bank account." });
    expect(unreadWords("made", true)).toBe("The open bills are still loading. Once they're shown, choose Review.");
    expect(unreadWords("received", false)).toBe("The open invoices couldn't be loaded, so the receipt can't be reviewed yet.");
  });

  it("names the allocation that is too much, or no amount", () => {
    const wrong = { ...form, amounts: { "bill:1": "0", "bill:2": "20.01", "bill:3": "five" } };
    expect(paymentErrors(wrong, open)).toEqual({
      "allocations[0].amount": "Enter an amount greater than zero.",
      "allocations[1].amount": "Only 20.00 is outstanding.",
      "allocations[2].amount": "Enter an amount, such as 1234.50.",
    });
    expect(paymentErrors({ ...form, account: null, amounts: {} }, open)).toHaveProperty(
      "allocations",
      "Enter an amount for at least one bill.",
    );
  });
});

describe("what checks say of fields", () => {
  it("stands at the field of the form", () => {
    expect(formField("operations[0].changes.lines[1].net.amount")).toBe("lines[1].net");
    expect(formField("operations.0.document.party.id")).toBe("party.id");
    expect(formField("lines[2].itemId")).toBe("lines[2].accountId");
    expect(formField("allocations[0].amount.amount")).toBe("allocations[0].amount");
    expect(writeFieldLabel("lines[1].net.currency")).toBe("line 2, amount");
    expect(writeFieldLabel("operations[0].document.total.amount")).toBe("total");
    expect(writeFieldLabel("allocations[1].toId")).toBe("transaction 2, amount to apply");
    const checks = [
      { name: "cut_off", outcome: "blocked", message: "locked", field: "issueDate" },
      { name: "tax", outcome: "warning", message: "computed", field: "lines[0].tax.amount" },
    ] as const;
    expect(checkErrors(checks)).toEqual({ issueDate: "locked" });
    expect(checkErrors(checks, { issueDate: "date" })).toEqual({ date: "locked" });
  });

  it("are counted below the form", () => {
    const note = (found: Record<string, string>) => checkedNote(found, () => true);
    expect(note({})).toBeNull();
    expect(note({ issueDate: "locked" })).toBe("One of Tieout's checks failed. Fix the highlighted field.");
    expect(note({ issueDate: "locked", number: "used" })).toBe("Some checks failed. Fix the highlighted fields.");
  });

  it("an edited field is no longer marked", () => {
    const errors = { "lines[0].net": "a", "party.id": "b", accountId: "c" };
    expect(withoutEdited(errors, { lines: [] })).toEqual({ "party.id": "b", accountId: "c" });
    expect(withoutEdited(errors, { account: null, party: null })).toEqual({ "lines[0].net": "a" });
  });
});

describe("the words of writes", () => {
  it("name every state and every check", () => {
    expect([...WRITE_STATES].sort()).toEqual([...jobState.options].sort());
    expect(Object.keys(CHECK_WORDS).sort()).toEqual([...writeCheck.shape.name.options].sort());
  });

  it("say why in one line", () => {
    const rest = { checks: [], failure: null };
    const item = { operation: 0, part: 0, title: "Bill 7", reference: null };
    expect(jobReason({ ...rest, state: "rejected", items: [{ ...item, outcome: "rejected", message: "No." }] })).toBe("No.");
    expect(
      jobReason({
        ...rest,
        state: "partial",
        items: [
          { ...item, outcome: "accepted" },
          { ...item, part: 1, outcome: "rejected", message: "No." },
        ],
      }),
    ).toBe("1 of 2 parts posted. No.");
    const ledgerError = { status: 400, body: "{}", request: "POST /bills", said: "No." };
    const refused = { ...item, outcome: "rejected", message: "Ledger C rejected the request: No.", ledgerError } as const;
    const posted = { ...item, outcome: "accepted" } as const;
    expect(shortReason({ ...rest, state: "rejected", items: [refused] })).toBe("Ledger's answer: “No.”");
    expect(shortReason({ ...rest, state: "partial", items: [posted, refused] })).toBe("Ledger's answer: “No.”");
    const named = { ...refused, fieldLabels: [{ id: "custbody7", label: "Owner" }] };
    expect(shortReason({ ...rest, state: "rejected", items: [named] })).toBe("Owner: “No.”");
    expect(fieldLabelTexts([named, named])).toEqual(["The ledger calls this field “Owner.”"]);
    const asked = { ...refused, fieldLabels: [{ id: "custbody7", label: "Owner", field: null, required: true as const }] };
    expect(shortReason({ ...rest, state: "rejected", items: [asked] })).toBe("The ledger requires a value for Owner.");
    expect(fieldLabelTexts([asked])).toEqual([]);
    const other = { ...refused, fieldLabels: [{ id: "custcol8", label: "Site" }] };
    expect(fieldLabelTexts([named, other])).toEqual(["custbody7 is the field “Owner.”", "custcol8 is the field “Site.”"]);
    expect(shortReason({ ...rest, state: "partial", items: [posted, { ...item, outcome: "rejected", message: "Kept." }] })).toBe("Kept.");
    // The state says it.
    expect(shortReason({ ...rest, state: "accepted", items: [posted] })).toBe("");
    const inForm = (field: string) => fieldLabelTexts([{ ...refused, fieldLabels: [{ id: "tranDate", label: "Date", field }] }]);
    expect([inForm("issueDate"), inForm("lines")].flat()).toEqual([
      "This field is “Date” in Tieout's form.",
      "This field is “Date” on the lines of Tieout's form.",
    ]);
    expect(jobReason({ ...rest, state: "queued", items: [], failure: { code: "ledger_unreachable", message: "Offline." } })).toContain(
      "Offline. Tieout sends the update automatically.",
    );
    // Part of it was sent before.
    const begun = { ...rest, state: "queued" as const, items: [posted, { ...item, outcome: "pending" as const }], failure: null };
    expect(jobReason(begun)).toBe("Waiting in the queue. The update resumes automatically.");
    const signIn = { code: "needs_sign_in", message: "The ledger rejected the sign-in." } as const;
    expect(jobReason({ ...rest, state: "queued", items: [], failure: signIn })).toBe(
      "The ledger rejected the sign-in. Tieout sends the update once the client is reconnected.",
    );
    expect(jobReason({ ...rest, state: "queued", items: [], failure: { code: "ledger_unreachable", message: "Offline." } }, true)).toBe(
      "Offline.",
    );
    const blocked = { name: "cut_off", outcome: "blocked", message: "locked" } as const;
    expect(jobReason({ state: "blocked", items: [], checks: [blocked], failure: null })).toBe("locked");
    expect(jobTitle({ title: "void bill:1", items: [{ ...item, outcome: "pending" }], operations: [{ kind: "void", id: "bill:1" }] })).toBe(
      "Void bill 7",
    );
  });

  it("do not say twice what is done", () => {
    const item = { operation: 0, part: 0, reference: null, outcome: "accepted" as const, title: "Delete VendBill:8" };
    expect(jobTitle({ title: "Delete VendBill:8", items: [item], operations: [{ kind: "delete", id: "VendBill:8" }] })).toBe(
      "Delete VendBill:8",
    );
    expect(
      jobTitle({ title: "New", items: [{ ...item, title: "Bill 7" }], operations: [{ kind: "approve", id: "b", approved: true }] }),
    ).toBe("Approve bill 7");
    const seen = [{ id: "b", type: "purchase_bill" }] as never;
    expect(jobTitle({ title: "Edit bill", items: [], seen, operations: [{ kind: "update_document", id: "b", changes: {} }] })).toBe(
      "Edit bill",
    );
  });

  it("read the address", () => {
    expect(readWritePlace(null)).toEqual({ kind: "queue" });
    expect(readWritePlace("new-bill")).toEqual({ kind: "new", form: "bill" });
    expect(readWritePlace("new-nothing")).toEqual({ kind: "queue" });
    expect(readWritePlace("change-bill:7-8")).toEqual({ kind: "change", documentId: "bill:7-8" });
    const unpay = unpayPart("Invoice:7-8", "Payment:9-1");
    expect(readWritePlace(unpay)).toEqual({ kind: "unpay", documentId: "Invoice:7-8", paymentId: "Payment:9-1" });
    expect(readWritePlace("6ecba142-3dd4-4875-9644-7f4acb394c0b")).toEqual({ kind: "job", jobId: "6ecba142-3dd4-4875-9644-7f4acb394c0b" });
    expect(readWritePlace("review-6ecba142")).toEqual({ kind: "review", jobId: "6ecba142", accountId: null });
    expect(readWritePlace(reviewPart("6ecba142", "Account:1-2"))).toEqual({ kind: "review", jobId: "6ecba142", accountId: "Account:1-2" });
  });

  it("are at every address that a screen links to", () => {
    const folder = join(import.meta.dirname, "../../../src/renderer");
    const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
    const links = sources.flatMap((name) => [
      ...readFileSync(join(folder, name), "utf8").matchAll(/writesAddress\([^,()]+, (?:"([^"]+)"|`([^`]+)`)\)/g),
    ]);
    expect(links.length).toBeGreaterThan(8);
    // An address of no known form is taken for the ID of an update.
    for (const [, plain, built = ""] of links) {
      const part =
        plain ?? built.replaceAll(/\$\{(.+?)\}/g, (_, name) => ({ form: "bill", word: "copy", act: "void" })[name as "form"] ?? "7");
      expect(readWritePlace(part).kind, part).not.toMatch(/^(?:job|queue)$/);
    }
  });
});

describe("tax as it is typed", () => {
  const code = (name: string, rate: string | null) => ({ code: name, name, rate: rate === null ? null : decimal(rate), usual: false });
  const codes: TaxCodes = new Map([code("GST", "15"), code("HST", "8.875"), code("OWN", null)].map((each) => [each.code, each]));
  const of = (basis: "exclusive" | "inclusive" | "none", lines: readonly LineForm[]) => ({ ...bill(lines), basis });

  it("comes on top of the amounts, rounded once per line, and is shown by code", () => {
    const form = of("exclusive", [
      line({ net: "10.01", taxCode: "GST" }),
      line({ net: "10.01", taxCode: "GST" }, 1),
      line({ net: "5" }, 2),
    ]);
    // 1.5015 is 1.50 on each line: 3.00 together, and not the 3.003 of the sum.
    expect(formTotals(form, 2, codes)).toMatchObject({ net: "25.02", tax: "3.00", gross: "28.02", taxUnknown: false });
    expect(formTotals(form, 2, codes).taxes).toMatchObject([{ code: { code: "GST" }, amount: "3.00" }]);
  });

  it("is split from amounts that include it, and sent as the two", () => {
    const form = of("inclusive", [line({ quantity: "2", unitAmount: "57.50", taxCode: "GST" })]);
    expect(formTotals(form, 2, codes)).toMatchObject({ net: "100.00", tax: "15.00", gross: "115.00" });
    const operation = createOperation(form, 2, codes);
    if (operation.kind !== "create_document") throw new Error("not a document");
    expect(operation.document.lines[0]).toMatchObject({ net: { amount: "100.00" }, tax: { amount: { amount: "15.00" } } });
    expect(operation.document.lines[0]).not.toHaveProperty("unitAmount");
    const again = formOfJob({ operations: [operation] });
    if (again?.kind !== "document") throw new Error("no form");
    expect(again.form.lines[0]?.net).toBe("115.00");
    expect(createOperation(again.form, 2, codes)).toEqual(operation);
  });

  it("can't be split from an amount without a rate, and isn't made up where only the ledger knows it", () => {
    expect(inclusiveErrors(of("inclusive", [line({ net: "1", taxCode: "OWN" })]), 2, codes)).toHaveProperty("lines[0].taxCode");
    expect(inclusiveErrors(of("exclusive", [line({ net: "1", taxCode: "OWN" })]), 2, codes)).toEqual({});
    expect(formTotals(of("exclusive", [line({ net: "1", taxCode: "OWN" })]), 2, codes)).toMatchObject({ tax: "0.00", taxUnknown: true });
    expect(formTotals(of("none", [line({ net: "1", taxCode: "GST" })]), 2, codes)).toMatchObject({ tax: "0.00", gross: "1.00" });
  });

  it("always adds up with the net to what was typed", () => {
    fc.assert(
      fc.property(fc.integer({ min: -9_999_999, max: 9_999_999 }), fc.constantFrom("GST", "HST"), (cents, taxCode) => {
        const sign = cents < 0 ? "-" : "";
        const digits = String(Math.abs(cents)).padStart(3, "0");
        const typed = decimal(`${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`);
        const taxed = taxedLine(line({ net: typed, taxCode }), { type: "purchase_bill", basis: "inclusive" }, 2, codes);
        if (taxed === null) throw new Error("no amount");
        expect(isZero(subtractDecimals(addDecimals(taxed.net, taxed.tax), typed))).toBe(true);
      }),
    );
  });
});
