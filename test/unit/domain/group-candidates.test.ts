import { describe, expect, it } from "vitest";
import { entityTreeFailure, type KnownBooks } from "#main/domain/consolidation/entity-tree-check.ts";
import { groupCandidates } from "#main/domain/consolidation/group-candidates.ts";

const client = (clientId: string, companies = 0): KnownBooks => ({
  clientId,
  name: `Client ${clientId}`,
  baseCurrency: "EUR",
  entities: Array.from({ length: companies }, (_, at) => ({
    id: `subsidiary:${at + 1}`,
    name: `Company ${at + 1}`,
    currency: "EUR",
    isElimination: at > 1,
    active: true,
  })),
});

describe("the groups that ledgers speak for", () => {
  it("are none where nothing connects the clients", () => {
    expect(groupCandidates([client("a"), client("b"), { ...client("c", 2), baseCurrency: null }], [])).toEqual([]);
  });

  it("are the companies of one ledger, and clients that keep each other among their parties, each with what speaks for it", () => {
    const known = [client("a"), client("b"), client("c", 3), client("d")];
    const found = groupCandidates(known, [{ clientId: "b", otherId: "a", party: "CLIENT A LTD" }]);
    expect(found.map(({ evidence }) => evidence)).toEqual([
      ["Client b's books list Client a as a customer or vendor, under the name CLIENT A LTD."],
      ["Client c has 2 companies in its ledger: Company 1, Company 2."],
    ]);
    expect(found.map(({ tree }) => tree.nodes.flatMap(({ clientId }) => clientId ?? []))).toEqual([
      ["a", "b"],
      ["c", "c"],
    ]);
    for (const { tree } of found) expect(entityTreeFailure({ ...tree, treeId: "t" }, known)).toBeNull();
  });
});
