import type { Account } from "#shared/model/books/account.ts";
import type { Item } from "#shared/model/books/item.ts";
import type { WireObject } from "../../wire-json.ts";
import type { WriteContext } from "../../writing.ts";
import { refTo, requireAccount } from "./lookups.ts";
import { refuseInput, WriteRefused } from "./refused.ts";

/** How the names of the integration's own items begin. */
const MARK = "Tieout - ";
const NAME_MAX = 100;

/**
 * The item by which a sales line reaches an account. Rule 9: it is one of a small, named set and never made
 * on the fly. @throws WriteRefused when none posts to the account
 */
export function integrationItemFor(context: WriteContext, account: Account, field: string): Item {
  const item = itemOn(context, account.id);
  if (item !== undefined) return item;
  return refuseInput(
    field,
    `Sales lines in this ledger need an item, and Tieout has no item for the account ${account.name}.`,
    `Choose an item, or create the item “${MARK}${account.name}” for this account in the ledger, then sync.`,
  );
}

/**
 * The item to be made, on the person's word and once. @throws WriteRefused when there is one for the account
 */
export function integrationItemBody(context: WriteContext, name: string, accountId: string): WireObject & { readonly Name: string } {
  const account = requireAccount(context, accountId, "accountId");
  const known = itemOn(context, account.id);
  if (known !== undefined)
    throw new WriteRefused({
      code: "already_exists",
      message: `The item “${known.name}” already posts to ${account.name}.`,
      field: "accountId",
      next: "Use that item.",
    });
  const Name = name.startsWith(MARK) ? name : `${MARK}${name}`;
  if (Name.length > NAME_MAX)
    refuseInput(
      "name",
      `Item names in this ledger can have up to ${NAME_MAX} characters, including the “${MARK}” that Tieout puts in front.`,
    );
  const expense = account.class === "expense" ? { ExpenseAccountRef: refTo(account.id) } : {};
  // A service needs an income account, whatever the class of the account is.
  return { Name, Type: "Service", IncomeAccountRef: refTo(account.id), ...expense };
}

function itemOn(context: WriteContext, accountId: string): Item | undefined {
  return context.integrationItems().find((item) => item.active && item.incomeAccountId === accountId);
}
