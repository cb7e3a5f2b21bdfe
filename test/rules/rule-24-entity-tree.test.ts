import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { entityTreeFailure, type KnownBooks } from "#main/domain/consolidation/entity-tree-check.ts";
import { suggestEntityTree } from "#main/domain/consolidation/suggest-entity-tree.ts";
import { addClient, saveConnection, saveDiscovery } from "#main/store/clients/firm.ts";
import { saveCheckedTree, suggestTree } from "#main/store/consolidation/group-books.ts";
import { listRates, listTrees, saveRate, treeHistory, undoRate, undoTree } from "#main/store/consolidation/groups.ts";
import { openFirmFile } from "#main/store/database/firm-file.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { entityTreeDraft } from "#shared/model/consolidation/entity-tree.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import { madeTree, node, rate } from "#test/support/group-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

const entity = (id: string, more: Partial<KnownBooks["entities"][number]> = {}) => ({
  id: `subsidiary:${id}`,
  name: `Subsidiary ${id}`,
  currency: "USD",
  isElimination: false,
  active: true,
  ...more,
});
const plain = (clientId: string, baseCurrency: string | null = "EUR"): KnownBooks => ({
  clientId,
  name: `Client ${clientId}`,
  baseCurrency,
  entities: [],
});
const oneWorld: KnownBooks = {
  ...plain("c", "USD"),
  entities: [
    entity("1"),
    entity("2", { parentId: "subsidiary:1", currency: "CAD" }),
    entity("3", { parentId: "subsidiary:2" }),
    entity("4", { parentId: "subsidiary:1", isElimination: true }),
  ],
};

describe("rule 24: the suggestion", () => {
  it("maps a ledger's subsidiaries to entities and leaves its elimination company out, with words", () => {
    const { tree, notes } = suggestEntityTree([oneWorld]);
    expect(tree.nodes.map(({ id, entityId, functionalCurrency }) => [id, entityId, functionalCurrency])).toEqual([
      ["c/subsidiary:1", "subsidiary:1", "USD"],
      ["c/subsidiary:2", "subsidiary:2", "CAD"],
      ["c/subsidiary:3", "subsidiary:3", "USD"],
    ]);
    expect(tree.memberships.map(({ parentId, childId, ownership }) => `${parentId} ${childId} ${ownership}`)).toEqual([
      "c/subsidiary:1 c/subsidiary:2 100",
      "c/subsidiary:2 c/subsidiary:3 100",
    ]);
    expect(notes.some((note) => note.includes("Subsidiary 4"))).toBe(true);
    expect(notes[0]).toContain("100%");
  });

  it("puts clients without a parent below a holder of its own, in the most frequent currency", () => {
    const { tree, notes } = suggestEntityTree([plain("b"), plain("a"), oneWorld, plain("new", null)]);
    expect(tree.nodes[0]).toEqual({ id: "group", name: "Parent company", functionalCurrency: "EUR" });
    expect(tree.memberships.filter(({ parentId }) => parentId === "group").map(({ childId }) => childId)).toEqual([
      "a",
      "b",
      "c/subsidiary:1",
    ]);
    expect(notes).toContain("Client new isn't connected or hasn't been synced yet, so it was left out.");
  });

  it("is sound as it stands, for one client or several", () => {
    for (const known of [[plain("a")], [oneWorld], [plain("a"), oneWorld]]) {
      const { tree } = suggestEntityTree(known);
      expect(entityTreeDraft.safeParse(tree).success).toBe(true);
      expect(entityTreeFailure({ ...tree, treeId: "t" }, known)).toBeNull();
    }
  });
});

describe("rule 24: a tree is refused with the name of the field", () => {
  const oneCurrency: KnownBooks = { ...plain("d", "USD"), entities: [entity("1"), entity("2")] };
  const known = [plain("client-P"), plain("client-Q"), oneWorld, oneCurrency];
  const two = [node("P", "EUR"), node("Q", "EUR")];
  const held = [{ parentId: "P", childId: "Q", ownership: "60" }];
  const side = (nodeId: string) => ({ nodeId, accountId: "x" });

  it.each<[string, Record<string, unknown>, string]>([
    ["two entities of one id", { nodes: [node("P", "EUR"), { ...node("Q", "EUR"), id: "P" }] }, "nodes.1.id"],
    ["a client that is not there", { nodes: [node("Z", "EUR")] }, "nodes.0.clientId"],
    [
      "a subsidiary without its client",
      { nodes: [{ id: "S", name: "S", functionalCurrency: "USD", entityId: "subsidiary:1" }] },
      "nodes.0.clientId",
    ],
    [
      "a subsidiary that the ledger does not have",
      { nodes: [node("S", "USD", { clientId: "c", entityId: "subsidiary:9" })] },
      "nodes.0.entityId",
    ],
    ["another currency than the ledger's", { nodes: [node("P", "USD")] }, "nodes.0.functionalCurrency"],
    [
      "another currency than the subsidiary's",
      { nodes: [node("S", "USD", { clientId: "c", entityId: "subsidiary:2" })] },
      "nodes.0.functionalCurrency",
    ],
    [
      "a client as a whole whose subsidiaries keep several currencies",
      { nodes: [node("C", "USD", { clientId: "c" })] },
      "nodes.0.entityId",
    ],
    ["the same books twice", { nodes: [node("P", "EUR"), node("Q", "EUR", { clientId: "client-P" })] }, "nodes.1.clientId"],
    [
      "a subsidiary beside all of its client",
      { nodes: [node("C", "USD", { clientId: "d" }), node("S", "USD", { clientId: "d", entityId: "subsidiary:1" })] },
      "nodes.1.clientId",
    ],
    ["nobody as the parent", { nodes: two, memberships: [...held, { parentId: "Q", childId: "P", ownership: "1" }] }, "memberships"],
    ["two parents of all", { nodes: two }, "memberships"],
    ["a circle below the parent", circle(), "memberships.0.childId"],
    ["an unknown parent", { nodes: two, memberships: [{ parentId: "X", childId: "Q", ownership: "60" }] }, "memberships.0.parentId"],
    [
      "an end before its beginning",
      { nodes: two, memberships: [{ ...held[0], from: "2026-02-01", to: "2026-01-31" }] },
      "memberships.0.to",
    ],
    ["more than all of a company", { nodes: two, memberships: [{ ...held[0], ownership: "100.01" }] }, "memberships.0.ownership"],
    ["nothing of a company", { nodes: two, memberships: [{ ...held[0], ownership: "0.00" }] }, "memberships.0.ownership"],
    [
      "two memberships of one pair on the same day",
      {
        nodes: two,
        memberships: [
          { ...held[0], to: "2026-01-31" },
          { ...held[0], from: "2026-01-31" },
        ],
      },
      "memberships.0.from",
    ],
    ["more than all of a company among several", shared(), "memberships.1.ownership"],
    [
      "a pair with an unknown entity",
      { nodes: two, memberships: held, pairs: [{ id: "1", kind: "balance", a: side("P"), b: side("X") }] },
      "pairs.0.b.nodeId",
    ],
    [
      "a pair with itself",
      { nodes: two, memberships: held, pairs: [{ id: "1", kind: "balance", a: side("P"), b: side("P") }] },
      "pairs.0.b.nodeId",
    ],
    [
      "a mapping to no account",
      { nodes: [node("P", "EUR")], mappings: [{ groupAccount: "9", class: "asset" }] },
      "mappings.0.groupAccount",
    ],
    [
      "a mapping of everything",
      { nodes: [node("P", "EUR")], groupAccounts: [{ code: "9", name: "All", class: "asset" }], mappings: [{ groupAccount: "9" }] },
      "mappings.0",
    ],
  ])("%s", (_name, given, field) => {
    expect(entityTreeFailure(madeTree(given), known)).toMatchObject({ code: "invalid_input", field });
  });

  function circle() {
    const free = { clientId: undefined };
    const nodes = ["P", "Q", "R"].map((id) => ({ ...node(id, "EUR"), ...free }));
    const link = (parentId: string, childId: string) => ({ parentId, childId, ownership: "50" });
    return { nodes, memberships: [link("Q", "R"), link("R", "Q"), link("P", "Q")] };
  }

  function shared() {
    const nodes = ["P", "Q", "R"].map((id) => ({ ...node(id, "EUR"), clientId: undefined }));
    const link = (parentId: string, childId: string, ownership: string) => ({ parentId, childId, ownership });
    return { nodes, memberships: [link("P", "Q", "60"), link("Q", "R", "60"), link("P", "R", "40.01")] };
  }

  it("accepts that shares change hands on the next day", () => {
    const memberships = [
      { ...held[0], to: "2026-01-31" },
      { ...held[0], ownership: "100", from: "2026-02-01" },
    ];
    expect(entityTreeFailure(madeTree({ nodes: two, memberships }), known)).toBeNull();
  });
});

describe("rule 24: the tree is the service's own", () => {
  let db: Sqlite;
  const act = (nowMs: number) => ({ person: "reviewer@desk", nowMs });
  const discovered = (entities: KnownBooks["entities"]) =>
    ({ organisation: { name: "Client c", baseCurrency: "USD", entities } }) as unknown as Discovery;

  beforeEach(() => {
    db = openFirmFile(tempHome());
    addClient(db, { clientId: "c", name: "Client c", demo: false, nowMs: 1 });
    saveConnection(db, { connectionId: "k", clientId: "c", system: "ledger_c", tenantId: "t", body: "{}", nowMs: 1 });
    saveDiscovery(db, "k", discovered(oneWorld.entities), 1);
  });
  afterEach(() => void db.close());

  it("a suggestion saves nothing, and subsidiaries are in no tree before a person accepts one", () => {
    expect(suggestTree(db).tree.nodes).toHaveLength(3);
    expect(listTrees(db)).toEqual([]);
  });

  it("subsidiaries stand where the person puts them, whatever the ledger's hierarchy is and becomes", () => {
    const subsidiary = (id: string, currency: string) => node(id, currency, { clientId: "c", entityId: `subsidiary:${id}` });
    // The ledger has 2 below 1 and 3 below 2; the group turns it round and leaves 1 out.
    const tree = madeTree({
      nodes: [subsidiary("3", "USD"), subsidiary("2", "CAD")],
      memberships: [{ parentId: "3", childId: "2", ownership: "70" }],
    });
    expect(saveCheckedTree(db, { tree, ...act(5) })).toEqual({ ok: true, value: { version: 1 } });
    saveDiscovery(db, "k", discovered([...oneWorld.entities, entity("5", { parentId: "subsidiary:2" })]), 9);
    expect(listTrees(db).map((one) => one.tree)).toEqual([tree]);
    expect(suggestTree(db).tree.nodes).toHaveLength(4);
  });

  it("every save keeps the former state with who and when, and undoing brings it back", () => {
    const first = madeTree({ nodes: [node("S", "USD", { clientId: "c", entityId: "subsidiary:1" })] });
    const second = { ...first, name: "Group, renamed" };
    saveCheckedTree(db, { tree: first, ...act(1000) });
    expect(saveCheckedTree(db, { tree: second, basedOn: 1, ...act(2000) })).toEqual({ ok: true, value: { version: 2 } });
    expect(saveCheckedTree(db, { tree: first, basedOn: 1, ...act(3000) })).toMatchObject({
      ok: false,
      failure: { code: "conflict", field: "basedOn" },
    });
    expect(undoTree(db, { treeId: "t", ...act(4000) })).toMatchObject({ undone: true, standing: { version: 1, tree: first } });
    expect(saveCheckedTree(db, { tree: second, basedOn: 1, ...act(5000) })).toEqual({ ok: true, value: { version: 3 } });
    expect(
      treeHistory(db, "t").map(({ version, person, savedAt, undoneAt, undoneBy }) => [version, person, savedAt, undoneAt, undoneBy]),
    ).toEqual([
      [3, "reviewer@desk", "1970-01-01T00:00:05.000Z", null, null],
      [2, "reviewer@desk", "1970-01-01T00:00:02.000Z", "1970-01-01T00:00:04.000Z", "reviewer@desk"],
      [1, "reviewer@desk", "1970-01-01T00:00:01.000Z", null, null],
    ]);
    // Version 1 isn't the newest: somebody else's version 3 stays.
    expect(undoTree(db, { treeId: "t", version: 1, ...act(5500) })).toMatchObject({ undone: false, standing: { version: 3 } });
    for (const left of [true, true, false]) expect(undoTree(db, { treeId: "t", ...act(6000) }).undone).toBe(left);
    expect(listTrees(db)).toEqual([]);
  });

  it("an unsound tree is not saved", () => {
    const tree = madeTree({ nodes: [node("S", "EUR", { clientId: "c", entityId: "subsidiary:1" })] });
    expect(saveCheckedTree(db, { tree, ...act(1) })).toMatchObject({ ok: false, failure: { field: "nodes.0.functionalCurrency" } });
    expect(listTrees(db)).toEqual([]);
  });

  it("of rates of one pair, kind and day the last counts, until it is taken back", () => {
    const enter = (value: string, kind: "closing" | "average" = "closing") =>
      saveRate(db, { rate: rate("USD", "EUR", kind, "2026-10-31", value), ...act(1000) }).rateNo;
    enter("0.90");
    enter("0.92", "average");
    const corrected = enter("0.91");
    const standing = () => listRates(db).map(({ kind, rate: value }) => `${kind} ${value}`);
    expect(standing()).toEqual(["average 0.92", "closing 0.91"]);
    expect(undoRate(db, { rateNo: corrected, ...act(2000) })).toBe(true);
    expect(undoRate(db, { rateNo: corrected, ...act(3000) })).toBe(false);
    expect(standing()).toEqual(["average 0.92", "closing 0.90"]);
    expect(listRates(db)[1]).toMatchObject({
      source: "fixing of 2026-10-31",
      person: "reviewer@desk",
      enteredAt: "1970-01-01T00:00:01.000Z",
    });
  });
});
