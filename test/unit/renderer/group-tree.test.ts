import { describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import type { EntityTreeDraft } from "#shared/model/consolidation/entity-tree.ts";
import { emptyPair, readPair } from "../../../src/renderer/features/consolidation/eliminations/elimination-form.ts";
import {
  addEntity,
  booksLabel,
  isSameTree,
  moveEntity,
  needsHistoricalDay,
  newTree,
  possibleParents,
  removeEntity,
  reorderRow,
  shiftRow,
  treeRows,
} from "../../../src/renderer/features/consolidation/entities/tree-draft.ts";
import {
  groupAddress,
  groupSectionOf,
  mappingWords,
  membershipLabel,
  unmatchedWords,
} from "../../../src/renderer/features/consolidation/group-labels.ts";
import { type RateForm, rateNeeds, readRate } from "../../../src/renderer/features/consolidation/rates/rate-form.ts";

const node = (id: string, clientId?: string) => ({
  ...{ id, name: id.toUpperCase(), functionalCurrency: "USD" },
  ...(clientId === undefined ? {} : { clientId }),
});
const held = (parentId: string, childId: string, ownership = "100") => ({ parentId, childId, ownership: decimal(ownership) });
const tree: EntityTreeDraft = {
  ...newTree("USD"),
  nodes: [node("top"), node("a", "A"), node("b", "B"), node("c", "C")],
  memberships: [held("top", "a"), held("top", "b", "80"), held("a", "c", "60")],
  pairs: [{ id: "pair-1", kind: "balance", a: { nodeId: "a", accountId: "1" }, b: { nodeId: "c", accountId: "2" } }],
};
const places = (draft: EntityTreeDraft | null) => (draft === null ? null : treeRows(draft).map(({ key }) => key));
const rowOf = (draft: EntityTreeDraft, key: string) => {
  const row = treeRows(draft).find((one) => one.key === key);
  if (row === undefined) throw new Error(`no ${key}`);
  return row;
};

describe("an entity tree under change", () => {
  it("stands from the top, each entity below all that hold it", () => {
    expect(places(tree)).toEqual(["top", "top / a", "top / a / c", "top / b"]);
    expect(places({ ...tree, memberships: [...tree.memberships, held("b", "c", "40")] })).toEqual([
      "top",
      "top / a",
      "top / a / c",
      "top / b",
      "top / b / c",
    ]);
  });

  it("ends where somebody would hold himself", () => {
    expect(places({ ...tree, memberships: [...tree.memberships, held("c", "a")] })).toContain("top / a / c / a");
  });

  it("is owned by none of those below it", () => {
    const ids = (childId: string) => possibleParents(tree, childId).map(({ id }) => id);
    expect([ids("a"), ids("top"), ids("c")]).toEqual([["top", "b"], [], ["top", "a", "b"]]);
  });

  it("takes entities in and out; what one held goes to its parent, its pairs go with it", () => {
    const { draft, id } = addEntity(tree, "c");
    expect(places(draft)).toContain(`top / a / c / ${id}`);
    const without = removeEntity(tree, "a");
    expect(places(without)).toEqual(["top", "top / b", "top / c"]);
    expect(without.memberships.find(({ childId }) => childId === "c")?.ownership).toBe("60");
    expect(without.pairs).toEqual([]);
  });

  it("moves an entity by level and order, with its share", () => {
    const below = shiftRow(tree, rowOf(tree, "top / b"), "in");
    expect(places(below)).toEqual(["top", "top / a", "top / a / c", "top / a / b"]);
    expect(below?.memberships.find(({ childId }) => childId === "b")).toMatchObject({ parentId: "a", ownership: "80" });
    expect(places(shiftRow(tree, rowOf(tree, "top / a / c"), "out"))).toEqual(["top", "top / a", "top / b", "top / c"]);
    expect(places(reorderRow(tree, rowOf(tree, "top / b"), -1))).toEqual(["top", "top / b", "top / a", "top / a / c"]);
  });

  it("asks for a historical rate date only where equity is translated", () => {
    const asked = (change: object) => needsHistoricalDay(tree, { ...node("a", "A"), ...change });
    expect(asked({})).toBe(false);
    expect(asked({ functionalCurrency: "EUR" })).toBe(true);
    expect(needsHistoricalDay(tree, { ...node("top"), functionalCurrency: "EUR" })).toBe(false);
    expect(asked({ historicalDay: calendarDate("2025-07-01") })).toBe(true);
  });

  it("refuses places that are none", () => {
    expect(moveEntity(tree, "a", "top", "c")).toBeNull();
    expect(shiftRow(tree, rowOf(tree, "top / a"), "in")).toBeNull();
    expect(shiftRow(tree, rowOf(tree, "top / a"), "out")).toBeNull();
    expect(reorderRow(tree, rowOf(tree, "top / a"), -1)).toBeNull();
    expect(isSameTree(tree, { ...tree })).toBe(true);
  });
});

describe("rates of a group", () => {
  const need = (nodeId: string, kind: "closing" | "average", entered: string | null) => ({
    ...{ nodeId, from: "EUR", to: "USD", kind, day: calendarDate("2026-10-31"), entered },
  });
  const form: RateForm = { from: "eur", to: "USD", kind: "closing", day: "2026-10-31", rate: "1.0825", source: " bank " };

  it("stand once for all who need them, the missing ones first", () => {
    const needs = rateNeeds([need("a", "average", "1.1"), need("a", "closing", null), need("b", "closing", null)]);
    expect(needs.map(({ kind, nodeIds }) => [kind, nodeIds])).toEqual([
      ["closing", ["a", "b"]],
      ["average", ["a"]],
    ]);
  });

  it("are read with their source, and refused without", () => {
    expect(readRate(form)).toEqual({ value: { ...form, from: "EUR", source: "bank" } });
    const read = readRate({ ...form, to: "eur", rate: "0", source: "", day: "" });
    expect("errors" in read && [...read.errors.keys()].sort()).toEqual(["day", "rate", "source", "to"]);
  });
});

describe("pairs and words of a group", () => {
  it("makes a pair of two entities with books", () => {
    const form = { ...emptyPair(tree), name: "" };
    expect(readPair(form, tree)).toEqual({ error: "Choose an account or a contact on both sides." });
    const chosen = {
      ...form,
      a: { ...form.a, record: { id: "9", name: "Loan" } },
      b: { ...form.b, by: "payable" as const, record: { id: "V1", name: "Vendor" } },
    };
    expect(readPair(chosen, tree)).toEqual({
      value: {
        ...{ id: "pair-2", name: "A and B", kind: "balance" },
        a: { nodeId: "a", accountId: "9" },
        b: { nodeId: "b", partyId: "V1", side: "payable" },
      },
    });
  });

  it("says that accounts of several ledgers have separate rows, and nothing where one ledger has all of them", () => {
    const ofOne = { ...tree, nodes: tree.nodes.map((one) => (one.id === "top" ? one : { ...one, clientId: "A" })) };
    expect(mappingWords(ofOne)).toBeNull();
    expect(mappingWords(tree)).toMatch(/^Each ledger's accounts have separate rows, because they aren't mapped/);
    const mapped = { groupAccounts: [{ code: "1", name: "Bank", class: "asset" as const }], mappings: [{ groupAccount: "1" }] };
    expect(mappingWords({ ...ofOne, ...mapped })).toContain("1 group account and 1 mapping rule, which you can't edit here.");
  });

  it("names the books of each entity, and whose they are until that is known", () => {
    const parent = { clientId: "A" };
    const company = { clientId: "A", entityId: "2" };
    const books = [
      { ...parent, name: "Granite" },
      { ...company, name: "Granite Services" },
    ];
    const clients = [{ clientId: "A", name: "Granite" }];
    const named = (one: Parameters<typeof booksLabel>[0]) => booksLabel(one, books, clients);
    expect([named(parent), named(company), named({})]).toEqual(["Granite", "Granite Services", "No books"]);
    expect([booksLabel(parent, [], clients), booksLabel(company, [], clients)]).toEqual(["Granite", "Entity in Granite"]);
    expect([booksLabel(parent, [], []), booksLabel(company, [], [])]).toEqual(["Client's books", "Entity in a client's books"]);
  });

  it("says shares with their days, and addresses its sections", () => {
    expect(membershipLabel({ ...held("top", "a", "80"), from: calendarDate("2025-07-01") })).toBe("80%, from 1 Jul 2025");
    expect(membershipLabel(held("top", "a"))).toBe("100%");
    expect(groupAddress("t 1", "balance-sheet", "asset/1")).toBe("/group/t%201/balance-sheet/asset%2F1");
    expect(groupSectionOf("rates")).toBe("rates");
    expect(groupSectionOf(null)).toBe("trial-balance");
  });
});

describe("a statement of the group", () => {
  const side = (left: string) => ({
    nodeId: "a",
    accountId: "1",
    partyId: null,
    balance: decimal("0"),
    eliminated: decimal("0"),
    left: decimal(left),
  });
  const pair = (outcome: "eliminated" | "difference" | "cannot_eliminate", a: string, b: string) => ({
    ...{
      pairId: `${a} ${b}`,
      name: "Pair",
      kind: "balance" as const,
      outcome,
      reason: null,
      a: side(a),
      b: side(b),
      difference: sumDecimals([decimal(a), decimal(b)]),
    },
  });
  const words = (...eliminations: readonly ReturnType<typeof pair>[]) =>
    unmatchedWords({ eliminations: [...eliminations], currency: "USD" });

  it("says what was not eliminated", () => {
    expect(words(pair("eliminated", "0", "0"))).toBeNull();
    expect(words(pair("difference", "185.00", "0"))).toBe("1 elimination pair is off by USD 185.00");
    expect(words(pair("difference", "185.00", "0"), pair("difference", "0", "-185.00"))).toBe(
      "2 elimination pairs are off by USD 185.00 each",
    );
    expect(words(pair("difference", "185.00", "0"), pair("difference", "0", "20.00"), pair("cannot_eliminate", "0", "0"))).toBe(
      "2 elimination pairs are off by up to USD 185.00. 1 elimination pair couldn't be eliminated",
    );
  });
});
