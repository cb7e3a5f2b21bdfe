import { describe, expect, it } from "vitest";
import { entityTreeFailure, type KnownBooks } from "#main/domain/consolidation/entity-tree-check.ts";
import { leaversBetween, membersOn, rootOf } from "#main/domain/consolidation/group-members.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import type { EntityTree } from "#shared/model/consolidation/entity-tree.ts";

/** An entity's name. */
const named = (id: string) => `Firm ${id}`;
const node = (id: string, more: object = {}) => ({ id, name: named(id), clientId: `client-${id}`, functionalCurrency: "USD", ...more });
const owns = (parentId: string, childId: string, ownership = "100", more: object = {}) => ({ parentId, childId, ownership, ...more });
const tree = (more: object = {}) =>
  ({
    ...{ id: "g", name: "Group", nodes: [node("P"), node("A"), node("B")], memberships: [owns("P", "A"), owns("P", "B", "80")] },
    ...{ pairs: [], groupAccounts: [], mappings: [], ...more },
  }) as unknown as EntityTree;
const books = (id: string, more: Partial<KnownBooks> = {}): KnownBooks => ({
  ...{ clientId: `client-${id}`, name: `Books of ${id}`, baseCurrency: "USD", entities: [], ...more },
});
const entity = (id: string, currency = "USD", isElimination = false) =>
  ({ id, name: id, currency, isElimination }) as unknown as KnownBooks["entities"][number];
const KNOWN = [books("P"), books("A"), books("B")];

describe("an entity tree is refused", () => {
  const refused = (more: object, known: readonly KnownBooks[] = KNOWN) => {
    const failure = entityTreeFailure(tree(more), known);
    if (failure === null) return null;
    expect(failure.code).toBe("invalid_input");
    // Programs get the field's path; people its name.
    expect(failure.message).not.toContain(`${failure.field}: `);
    return failure.message;
  };
  const nodes = (...more: object[]) => ({ nodes: [node("P"), node("A"), ...more], memberships: [owns("P", "A"), owns("P", "B")] });

  it("not when it's sound", () => {
    expect([refused({}), refused({ nodes: [node("P")], memberships: [] })]).toEqual([null, null]);
    // A holding without books of its own.
    expect(refused({ nodes: [node("P", { clientId: undefined, functionalCurrency: "EUR" }), node("A"), node("B")] })).toBeNull();
    expect(refused({}, [books("P", { baseCurrency: null }), books("A"), books("B")])).toBeNull();
  });

  it("when entities share an id, or a subsidiary has no client", () => {
    expect(refused(nodes(node("A")))).toBe("Firm A: another entity already has the ID A.");
    expect(refused(nodes(node("B", { clientId: undefined, entityId: "1" })))).toBe(
      "Firm B, books: choose the client whose ledger has this subsidiary.",
    );
  });

  it("when books don't exist, or would count twice", () => {
    expect(refused(nodes(node("B", { clientId: "lost" })))).toBe("Firm B, books: client lost doesn't exist.");
    const known = [...KNOWN.slice(0, 2), books("B", { entities: [entity("1"), entity("2")] })];
    const same = (a: string | undefined, b: string | undefined) =>
      refused(
        {
          nodes: [node("P"), node("A", { clientId: "client-B", entityId: a }), node("B", { entityId: b })],
          memberships: [owns("P", "A"), owns("P", "B")],
        },
        known,
      );
    expect(same("1", "2")).toBeNull();
    expect(same("1", "1")).toBe("Firm B, books: these books are already in the group.");
    expect(same(undefined, undefined)).toBe("Firm B, books: these books are already in the group.");
    const twice = "Firm B, books: the whole client and one of its subsidiaries are both in the group, so the subsidiary would count twice.";
    expect([same(undefined, "1"), same("1", undefined)]).toEqual([twice, twice]);
    expect(same("3", "1")).toBe("Firm A, books: Books of B has no subsidiary 3 in its ledger.");
  });

  it("when books are in another currency, or in several", () => {
    expect(refused(nodes(node("B", { functionalCurrency: "EUR" })))).toBe(
      "Firm B, functional currency: the currency of these books is USD.",
    );
    const of = (...entities: KnownBooks["entities"]) => [...KNOWN.slice(0, 2), books("B", { entities })];
    expect(refused({}, of(entity("1", "USD"), entity("2", "EUR")))).toBe(
      "Firm B, books: the subsidiaries of Books of B keep books in USD and EUR; add each subsidiary separately.",
    );
    expect(refused({}, of(entity("1", "USD"), entity("2", "EUR", true)))).toBeNull();
    expect(refused(nodes(node("B", { entityId: "2", functionalCurrency: "EUR" })), of(entity("1", "USD"), entity("2", "EUR")))).toBeNull();
  });

  it("when a membership names strangers, no share or days that end before they begin", () => {
    const membership = (more: object) => refused({ memberships: [owns("P", "A"), { ...owns("P", "B"), ...more }] });
    expect(membership({ parentId: "X" })).toBe("Firm B, owner: entity X isn't in the group.");
    expect(membership({ childId: "X" })).toBe("Ownership 2, owner: entity X isn't in the group.");
    expect(membership({ from: "2026-02-01", to: "2026-01-31" })).toBe("Firm B, end date: the end date is before the start date.");
    expect(membership({ from: "2026-02-01", to: "2026-02-01" })).toBeNull();
    const share = "Firm B, share: enter a percentage greater than zero, up to 100.";
    expect(["0", "-1", "100.01"].map((ownership) => membership({ ownership }))).toEqual([share, share, share]);
    expect(membership({ ownership: "0.01" })).toBeNull();
  });

  it("when an entity is owned twice on one day, or for more than the whole", () => {
    const twice = (a: object, b: object) => refused({ memberships: [owns("P", "A"), owns("P", "B", "40", a), owns("P", "B", "40", b)] });
    const already = "Firm B, start date: Firm P already owns Firm B on some of these dates.";
    expect(twice({}, {})).toBe(already);
    expect(twice({ to: "2026-06-30" }, { from: "2026-06-30" })).toBe(already);
    expect(twice({ to: "2026-06-30" }, { from: "2026-07-01" })).toBeNull();
    expect(twice({ from: "2026-07-01" }, { to: "2026-06-30" })).toBeNull();
    expect(twice({ from: "2026-06-30" }, { to: "2026-06-30" })).toBe(already);
    const shared = (a: object, b: object) => refused({ memberships: [owns("P", "A"), owns("P", "B", "60", a), owns("A", "B", "50", b)] });
    const exceeds = "Firm B, share: ownership of Firm B would exceed 100%.";
    expect([shared({}, {}), shared({ from: "2026-01-01" }, {}), shared({ from: "2026-01-01" }, { from: "2026-06-01" })]).toEqual([
      exceeds,
      exceeds,
      exceeds,
    ]);
    expect(shared({ to: "2026-05-31" }, { from: "2026-06-01" })).toBeNull();
    expect(shared({}, { from: "2026-06-01" })).toBe(exceeds);
  });

  it("when it has no top, several, or a circle", () => {
    expect(refused({ memberships: [owns("P", "A"), owns("A", "B"), owns("B", "P")] })).toBe(
      "Owned by: every entity is owned by another; choose one ultimate parent.",
    );
    expect(refused({ memberships: [owns("P", "A")] })).toBe(
      "Owned by: Firm P and Firm B have no owner; choose an owner for each entity except the ultimate parent.",
    );
    expect(refused({ memberships: [owns("P", "A", "50"), owns("B", "A", "50"), owns("A", "B")] })).toBe(
      "Firm A, owner: Firm A would own itself.",
    );
    // Two ways to one entity are no circle.
    expect(refused({ memberships: [owns("P", "A"), owns("P", "B", "50"), owns("A", "B", "50")] })).toBeNull();
  });

  it("when pairs, group accounts or mappings name what isn't there", () => {
    const pair = (id: string, a: string, b: string) => ({ id, kind: "balance", a: { nodeId: a }, b: { nodeId: b } });
    expect(refused({ pairs: [pair("1", "P", "A"), pair("2", "A", "B")] })).toBeNull();
    expect(refused({ pairs: [pair("1", "P", "A"), pair("1", "A", "B")] })).toBe("Elimination pair 2: another pair already has the ID 1.");
    expect(refused({ pairs: [pair("1", "X", "A")] })).toBe("Elimination pair 1, first side: entity X isn't in the group.");
    expect(refused({ pairs: [pair("1", "P", "X")] })).toBe("Elimination pair 1, second side: entity X isn't in the group.");
    expect(refused({ pairs: [pair("1", "A", "A")] })).toBe("Elimination pair 1, second side: choose two different entities.");
    const groupAccounts = [{ code: "1" }, { code: "2" }];
    expect(refused({ groupAccounts: [{ code: "1" }, { code: "1" }] })).toBe(
      "Group account 2: another group account already has the code 1.",
    );
    const mapped = (mapping: object) => refused({ groupAccounts, mappings: [{ groupAccount: "1", code: "100", ...mapping }] });
    expect([mapped({}), mapped({ nodeId: "A" })]).toEqual([null, null]);
    expect(mapped({ groupAccount: "3" })).toBe("Mapping rule 1, group account: group account 3 doesn't exist.");
    expect(mapped({ nodeId: "X" })).toBe("Mapping rule 1, entity: entity X isn't in the group.");
    expect(mapped({ code: undefined })).toBe("Mapping rule 1: enter at least one of accountId, code, role and class.");
    for (const by of [{ accountId: "1" }, { role: "bank" }, { class: "asset" }]) expect(mapped({ code: undefined, ...by })).toBeNull();
  });
});

describe("the members of a group", () => {
  const day = calendarDate;
  const dated = tree({
    nodes: [node("P"), node("A"), node("B"), node("C")],
    memberships: [
      owns("P", "A", "80"),
      owns("A", "B", "50", { from: "2026-04-01" }),
      owns("P", "B", "25", { from: "2026-04-01", to: "2026-12-31" }),
      owns("P", "C", "100", { from: "2026-03-01", to: "2026-06-30" }),
      owns("P", "C", "60", { from: "2026-07-01", to: "2026-09-30" }),
    ],
  });
  const on = (date: string) => membersOn(dated, day(date)).map(({ node: { id }, share, joined }) => [id, Number(share), joined]);

  it("have the product of the shares along each way, summed over the ways, from the day they joined", () => {
    expect(on("2026-02-28")).toEqual([
      ["P", 1, null],
      ["A", 0.8, null],
    ]);
    expect(on("2026-04-01")).toEqual([
      ["P", 1, null],
      ["A", 0.8, null],
      ["B", 0.65, "2026-04-01"],
      ["C", 1, "2026-03-01"],
    ]);
    // A change of the share breaks nothing off.
    expect(on("2026-07-01").at(-1)).toEqual(["C", 0.6, "2026-03-01"]);
    expect(on("2027-01-01")).toEqual([
      ["P", 1, null],
      ["A", 0.8, null],
      ["B", 0.4, "2026-04-01"],
    ]);
    expect([rootOf(dated)?.id, rootOf(tree({ memberships: [owns("P", "A"), owns("A", "P"), owns("P", "B")] }))?.id]).toEqual([
      "P",
      undefined,
    ]);
  });

  it("that join again after a gap belong from the later day", () => {
    const again = tree({
      memberships: [owns("P", "A"), owns("P", "B", "80", { to: "2026-03-31" }), owns("P", "B", "80", { from: "2026-06-01" })],
    });
    const joined = (date: string) => membersOn(again, day(date)).find(({ node: { id } }) => id === "B")?.joined;
    expect([joined("2026-03-31"), joined("2026-05-31"), joined("2026-06-01"), joined("2026-09-01")]).toEqual([
      null,
      undefined,
      "2026-06-01",
      "2026-06-01",
    ]);
  });

  it("that left in a span are those that belonged on one of its days and don't on its last", () => {
    const left = (from: string, to: string) => leaversBetween(dated, day(from), day(to)).map(({ id }) => id);
    expect(left("2026-09-01", "2026-09-30")).toEqual([]);
    expect(left("2026-09-01", "2026-10-01")).toEqual(["C"]);
    expect(left("2026-09-30", "2026-10-31")).toEqual(["C"]);
    expect(left("2026-10-01", "2026-12-31")).toEqual([]);
    // Both joined and left within the days.
    expect(left("2026-01-01", "2026-12-31")).toEqual(["C"]);
    expect(left("2026-01-01", "2026-02-28")).toEqual([]);
    expect(left("2026-01-01", "2026-03-01")).toEqual([]);
  });
});
