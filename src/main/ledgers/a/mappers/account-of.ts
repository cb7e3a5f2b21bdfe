import type { ReadContext } from "../../adapter.ts";
import { recordId } from "./source.ts";

/** How a ledger record may name an account. */
interface AccountNames {
  readonly AccountID?: string | undefined;
  readonly AccountCode?: string | undefined;
  readonly ItemCode?: string | undefined;
}

/**
 * The account that a line posts to: by id, else by code, else the item's account on the given side.
 * Undefined when the mirror knows none.
 */
export function resolveAccount(context: ReadContext, names: AccountNames, side: "income" | "expense" | undefined): string | undefined {
  if (names.AccountID !== undefined) return recordId("Account", names.AccountID);
  const byCode = names.AccountCode === undefined ? undefined : context.accountIdByCode(names.AccountCode);
  if (byCode !== undefined || names.ItemCode === undefined || side === undefined) return byCode;
  const itemId = context.itemIdByCode(names.ItemCode);
  const item = itemId === undefined ? undefined : context.item(itemId);
  return side === "income" ? item?.incomeAccountId : item?.expenseAccountId;
}
