import { currencyDigits } from "#main/domain/postings/account-sum.ts";
import { scheduleRefusal } from "#main/domain/schedules/schedule-refusal.ts";
import { chartOf } from "#main/store/accounts/chart.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { makeDecision, undoDecision } from "#main/store/records/decision-store.ts";
import { type Act, type Decided, notFound, ownDecisions } from "#main/store/work/own-decisions.ts";
import { insideSentence, notInBooks } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { type ScheduleItem, scheduleItem } from "#shared/model/close/schedule-item.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { removalRefusal } from "./unfinished-entries.ts";

/** An item that applies, with who set it up. */
export interface StoredItem extends Decided {
  readonly itemId: string;
  readonly item: ScheduleItem;
}

/** The items of a client's schedules, oldest first. */
export function scheduleItems({ db }: MirrorReader): StoredItem[] {
  return ownDecisions(db, "schedule_item", scheduleItem).map(({ subject, body, decisionNo, person, at }) => ({
    ...{ itemId: subject, item: body, decisionNo, person, at },
  }));
}

/** Adds items, or replaces those of the same ids; all of them or, when one makes no sense, none. */
export function saveItems(
  reader: MirrorReader,
  { items, currency, person, nowMs }: Act & { readonly items: readonly Pick<StoredItem, "itemId" | "item">[]; readonly currency: string },
): Result<{ readonly itemId: string; readonly decisionNo: number }[], Failure> {
  const chart = chartOf(reader);
  for (const { item } of items) {
    const refused = scheduleRefusal(item, currencyDigits(currency));
    if (refused !== null) return fail({ code: "invalid_input", message: `${item.title}: ${refused.message}`, field: refused.field });
    const unknown = accountsOf(item).find(([, accountId]) => !chart.has(accountId));
    if (unknown !== undefined)
      return fail({
        code: "invalid_input",
        message: `${item.title}: ${insideSentence(notInBooks("account", unknown[1]))}`,
        field: unknown[0],
      });
  }
  return ok(
    items.map(({ itemId, item }) => ({
      itemId,
      decisionNo: makeDecision(reader.db, { kind: "schedule_item", subject: itemId, body: item, person, nowMs }),
    })),
  );
}

/** Removes an item, unless an entry of it is being sent; what was drafted or posted stays. */
export function removeItem(
  reader: MirrorReader,
  { itemId, person, nowMs }: Act & { readonly itemId: string },
): Result<{ readonly decisionNo: number }, Failure> {
  const standing = scheduleItems(reader).find((one) => one.itemId === itemId);
  if (standing === undefined) return fail(notFound(`Schedule item ${itemId} doesn't exist.`, "itemId"));
  const refused = removalRefusal(reader, itemId, standing.item.title);
  if (refused !== null) return fail(refused);
  undoDecision(reader.db, standing.decisionNo, person, nowMs);
  return ok({ decisionNo: standing.decisionNo });
}

/** The accounts that an item names, by field. */
function accountsOf(item: ScheduleItem): (readonly [field: string, accountId: string])[] {
  return [
    ["accountId", item.accountId],
    ["otherAccountId", item.otherAccountId],
    ...(item.kind === "fixed_asset" ? [["contraAccountId", item.contraAccountId] as const] : []),
    ...(item.kind === "fixed_asset" && item.disposal !== null ? [["disposal", item.disposal.accountId] as const] : []),
    ...(item.kind === "loan" && item.paymentAccountId !== null ? [["paymentAccountId", item.paymentAccountId] as const] : []),
  ];
}
