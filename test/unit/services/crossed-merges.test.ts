import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mergeFolding } from "#main/store/contacts/party-book.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { createIngestLab, type IngestLab, NOW } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

let lab: IngestLab;
beforeEach(() => {
  lab = createIngestLab(tempHome(), {});
});
afterEach(() => lab.db.close());

/** A merge as the firm's log brings it from the computer where it was made. */
const merged = (absorb: string, keep: string, afterMs: number, automatic: string | null = null) =>
  makeDecision(lab.db, {
    ...{ kind: "party_merge", subject: absorb, body: { keep, absorb, automatic } },
    ...{ person: automatic === null ? "ana@one" : "tieout", nowMs: NOW + afterMs },
  });
const kept = (...ids: string[]) => {
  const { keptOf } = mergeFolding(lab.reader);
  return ids.map(keptOf);
};

describe("contacts that two computers merged the opposite way", () => {
  it("are one contact: the merge that was made first counts, whichever arrives first", () => {
    merged("Contact:1", "Contact:2", 2);
    merged("Contact:2", "Contact:1", 1);
    expect(kept("Contact:1", "Contact:2")).toEqual(["Contact:1", "Contact:1"]);
    expect(mergeFolding(lab.reader).membersOf("Contact:1")).toEqual(["Contact:1", "Contact:2"]);
  });

  it("hold up nothing that was merged into one of them", () => {
    merged("Contact:1", "Contact:2", 1);
    merged("Contact:2", "Contact:3", 2);
    merged("Contact:3", "Contact:2", 3);
    expect(kept("Contact:1", "Contact:2", "Contact:3")).toEqual(["Contact:3", "Contact:3", "Contact:3"]);
  });

  it("stay as a person merged them, and not as their tax ID would have them", () => {
    merged("Contact:2", "Contact:1", 1, "907-114-220");
    merged("Contact:1", "Contact:2", 2);
    expect(kept("Contact:1", "Contact:2")).toEqual(["Contact:2", "Contact:2"]);
  });
});
