import { describe, expect, test } from "vitest";
import type { DocumentView } from "#shared/contract/books/documents.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import type { JobItem, WriteOperation } from "#shared/model/ledger/write.ts";
import { removalBar } from "../../../src/renderer/features/checks/duplicates/bill-removal.ts";
import {
  isOfPayment,
  paymentRemoval,
  removalOf,
  removedBy,
  sentFor,
  severalQuestion,
} from "../../../src/renderer/features/writes/removal.ts";
import { isPaidByReceipt } from "../../../src/renderer/format/labels/transaction-labels.ts";
import { actOf, carriedOut, jobTitle } from "../../../src/renderer/format/labels/write-labels.ts";

const document = {
  type: "purchase_bill",
  number: "2040",
  party: { name: "Penrose Design" },
  total: { amount: "1250.50", currency: "USD" },
  issueDate: "2026-10-31",
};
const view = { document } as unknown as DocumentView;
const item = (act: JobItem["act"], title: string): JobItem => ({
  ...{ operation: 0, part: 0, outcome: "pending", title, reference: null },
  ...(act === undefined ? {} : { act }),
});

describe("one of two possible duplicates", () => {
  const bill = { type: "purchase_bill", status: "paid", date: calendarDate("2026-06-04") } as const;
  const open = { openDate: null, isSettled: false };
  const locked = { openDate: calendarDate("2026-09-01"), isSettled: true };

  test("can't be taken back in a locked period, and a vendor credit corrects what was posted", () => {
    expect(removalBar(bill, "void", locked)).toEqual({
      words: "4 Jun 2026 is locked, so this bill can't be voided. The next open date is 1 Sep 2026.",
      isCertain: true,
      credits: true,
    });
    expect(removalBar({ ...bill, type: "cash_purchase" }, "delete", locked)).toEqual({
      words: "4 Jun 2026 is locked, so this expense can't be deleted. The next open date is 1 Sep 2026.",
      isCertain: true,
      credits: false,
    });
    expect(removalBar({ ...bill, status: "draft" }, "delete", locked)?.words).toBe(
      "4 Jun 2026 is locked, so this bill can't be deleted. The next open date is 1 Sep 2026.",
    );
  });

  test("is taken back with a warning where something is paid or credited, and without one otherwise", () => {
    expect(removalBar(bill, "delete", open)).toEqual({
      words:
        "This bill is paid, so the ledger may not allow deleting it. Remove its payments and credits first, or enter a vendor credit instead.",
      isCertain: false,
      credits: true,
    });
    const partly = /^This bill is partly paid, so the ledger may not allow voiding it\./;
    expect(removalBar({ ...bill, status: "part_paid" }, "void", open)?.words).toMatch(partly);
    expect(removalBar({ ...bill, status: "open" }, "void", { ...open, isSettled: true })?.words).toMatch(partly);
    for (const part of [{ status: "open" }, { status: "draft" }, { type: "cash_purchase" }] as const)
      expect(removalBar({ ...bill, ...part }, "void", open)).toBeNull();
  });
});

describe("a record that is taken back", () => {
  test("is voided or deleted as asked, unless its ledger does only the other", () => {
    expect([actOf("delete", ["void"]), actOf("void", ["delete"]), actOf("delete", ["void", "delete"])]).toEqual([
      "void",
      "delete",
      "delete",
    ]);
    // Where neither can be done or nothing is known, the review says why.
    expect([actOf("delete", []), actOf("void", undefined)]).toEqual(["delete", "void"]);
  });

  test("is named when a person is asked, in the words of what happens", () => {
    expect(removalOf("void", view)).toEqual({
      act: "void",
      title: "Void bill 2040 from Penrose Design",
      question:
        "Bill 2040 from Penrose Design (USD 1,250.50, 31 Oct 2026) will be voided in the ledger. It keeps its number and no longer counts in the books.",
    });
    expect(removalOf("delete", view).question).toBe(
      "Bill 2040 from Penrose Design (USD 1,250.50, 31 Oct 2026) will be deleted in the ledger. You may not be able to restore it there. Tieout keeps the last known version.",
    );
  });

  test("is a payment where the books have no such transaction", () => {
    expect(removalOf("delete", undefined)).toMatchObject({ title: null, question: expect.stringMatching(/^The payment will be deleted/) });
    expect(removalOf("void", undefined).question).toMatch(/^The payment will be voided/);
  });

  test("is a receipt where it settles an invoice", () => {
    const told = (act: "void" | "delete", type: "sales_invoice" | "purchase_bill" | "sales_credit") =>
      paymentRemoval(act, isPaidByReceipt(type));
    expect(told("delete", "sales_invoice")).toEqual({
      title: "Delete receipt",
      question: "The receipt will be deleted in the ledger. Everything it settled will be outstanding again.",
    });
    expect(told("void", "sales_invoice").question).toMatch(/^The receipt will be voided/);
    expect([told("void", "purchase_bill").title, told("delete", "sales_credit").title]).toEqual(["Void payment", "Delete payment"]);
  });

  test("is a payment where a conflict asks again for what no transaction has the ID of", () => {
    const failed = (code: "not_found" | "core_unreachable") => ({ data: undefined, error: { failure: { code } } });
    expect(isOfPayment(failed("not_found"))).toBe(true);
    expect([isOfPayment(failed("core_unreachable")), isOfPayment({ data: undefined, error: null })]).toEqual([false, false]);
    expect(isOfPayment({ ...failed("not_found"), data: view })).toBe(false);
  });

  test("is asked about before a draft is sent, several by their number, and nothing else is", () => {
    const remove: WriteOperation = { kind: "void", id: "bill:7" };
    const change: WriteOperation = { kind: "update_document", id: "bill:7", changes: { memo: "new" } };
    expect([removedBy([remove]), removedBy([change]), removedBy([remove, remove])]).toEqual([remove, undefined, undefined]);
    expect(severalQuestion([change])).toBeUndefined();
    expect(severalQuestion([remove, change, remove])).toBe(
      "2 transactions will be voided or deleted in the ledger. You may not be able to restore them there.",
    );
  });

  test("is sent as it was reviewed: a draft that asks for the other act is replaced", () => {
    expect(sentFor("job", { kind: "void" }, "void")).toEqual({ kept: "job" });
    expect(sentFor("job", { kind: "void" }, "delete")).toEqual({ replaces: "job" });
    expect(sentFor("job", undefined, undefined)).toEqual({ kept: "job" });
  });

  test("is told as the ledger takes it back, not as it was asked for", () => {
    const operations: WriteOperation[] = [{ kind: "delete", id: "Invoice:b1" }];
    expect(carriedOut(operations, [item("void", "")])).toEqual([{ kind: "void", id: "Invoice:b1" }]);
    expect(carriedOut(operations, [item(undefined, "")])).toEqual(operations);
    const title = (items: JobItem[]) => jobTitle({ operations, items, title: "Delete bill 2040" });
    expect(title([item("void", "Void bill 2040 from Oak Paper")])).toBe("Void bill 2040 from Oak Paper");
    expect(title([item(undefined, "Bill 2040 from Oak Paper")])).toBe("Delete bill 2040 from Oak Paper");
  });
});
