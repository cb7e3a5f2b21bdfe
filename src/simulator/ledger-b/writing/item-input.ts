import { type DecimalString, decimal } from "#shared/kernel/decimal.ts";
import { nextId } from "../../books/ids.ts";
import { booksChanged } from "../../books/postings.ts";
import type { Books, SimItem } from "../../books/types.ts";
import { account } from "./line-input.ts";
import { type SentBody, sentNumber, sentRef, sentText, sentWords } from "./sent-body.ts";
import { badEnum, missing, refuse } from "./write-fault.ts";

const kinds = { Service: "service", NonInventory: "non_inventory" } as const;

/** Creates a product or service that is not kept in stock. @throws WriteFault before anything has changed */
export function createItemFrom(books: Books, body: SentBody, nowMs: number): SimItem {
  const name = sentWords(body, "Name") ?? missing("Name");
  if (books.items.some((item) => item.name.toLowerCase() === name.toLowerCase()))
    refuse("6240", "Duplicate Name Exists Error", `The name supplied already exists. : ${name}`);
  const type = sentText(body.Type) ?? "Service";
  const kind = Object.hasOwn(kinds, type) ? kinds[type as keyof typeof kinds] : badEnum("Type", type);
  const incomeAccountId = account(books, sentRef(body.IncomeAccountRef), "IncomeAccountRef");
  const expense = sentRef(body.ExpenseAccountRef);
  const item: SimItem = {
    id: nextId(books, "item"),
    code: sentText(body.Sku) ?? "",
    name,
    kind,
    incomeAccountId,
    expenseAccountId: expense === undefined ? "" : account(books, expense, "ExpenseAccountRef"),
    unitPrice: (sentNumber(body.UnitPrice, "UnitPrice") ?? decimal("0")) satisfies DecimalString,
    active: true,
    createdMs: nowMs,
    modifiedMs: nowMs,
    version: 0,
  };
  books.items.push(item);
  booksChanged(books);
  return item;
}
