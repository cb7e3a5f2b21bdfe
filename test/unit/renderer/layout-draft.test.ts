import { describe, expect, it } from "vitest";
import { standardItems } from "#main/domain/statements/account-groups.ts";
import type { LayoutView } from "#shared/model/reports/statement-layout.ts";
import {
  addedItem,
  draftOf,
  layoutBody,
  movedItem,
  removedItem,
  renamedItem,
} from "../../../src/renderer/features/statements/layout-draft.ts";

const view: LayoutView = { statement: "balance_sheet", items: standardItems("balance_sheet"), accounts: [], moved: {}, decision: null };
const draft = draftOf(view);
const own = addedItem(draft, { kind: "group", section: "current_assets", title: "Deposits" });

describe("a layout that is edited", () => {
  it("gets a new item at the end of its section, under an id of its own", () => {
    const more = addedItem(own, { kind: "group", section: "current_assets", title: "Advances" });
    expect(more.items.filter(({ section }) => section === "current_assets").map(({ id }) => id)).toEqual([
      ...["bank", "receivables", "inventory", "other_current_assets", "own-1", "own-2"],
    ]);
  });

  it("moves items within their section only", () => {
    expect(movedItem(draft, "bank", -1)).toBeNull();
    expect(movedItem(draft, "other_current_assets", 1)).toBeNull();
    expect(
      movedItem(draft, "bank", 1)
        ?.items.slice(0, 2)
        .map(({ id }) => id),
    ).toEqual(["receivables", "bank"]);
  });

  it("keeps standard groups, and sends the accounts of a removed one back to theirs", () => {
    const [bank] = draft.items;
    expect(bank === undefined ? undefined : removedItem(own, bank)).toBeNull();
    const added = own.items.find(({ id }) => id === "own-1");
    const without = added === undefined ? null : removedItem({ ...own, moved: { savings: "own-1", stock: "inventory" } }, added);
    expect(without === null ? null : layoutBody(view, without).accounts).toEqual({ stock: "inventory" });
  });

  it("puts no account of a removed group into one that is added later under the same id", () => {
    const group = { kind: "group", section: "current_assets" } as const;
    const added = own.items.find(({ id }) => id === "own-1");
    const without = added === undefined ? null : removedItem({ ...own, moved: { savings: "own-1" } }, added);
    const again = without === null ? null : addedItem(without, { ...group, title: "Advances" });
    expect(again?.items.some(({ id }) => id === "own-1")).toBe(true);
    expect(again === null ? null : layoutBody(view, again).accounts).toEqual({});
  });

  it("renames in place", () => {
    expect(renamedItem(draft, "bank", "Cash").items[0]).toMatchObject({ id: "bank", title: "Cash" });
  });
});
