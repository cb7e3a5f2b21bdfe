import { describe, expect, it } from "vitest";
import type { MirroredDocument } from "#main/store/database/mirror-reader.ts";
import { approvalOf, decideApproval } from "#main/store/documents/approvals.ts";
import { findDocument } from "#main/store/documents/documents.ts";
import { revertDecision } from "#main/store/work/undo-decision.ts";
import type { DocumentView } from "#shared/contract/books/documents.ts";
import { createIngestLab, documentRecord, type IngestLab, NOW } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

const act = { person: "ann@office", nowMs: NOW };
const id = "Invoice:7";
const given = (fields: Readonly<Record<string, unknown>> = {}) => ({ id: "7", yields: [documentRecord("7", fields)] as never });

function lab(fields: Readonly<Record<string, unknown>> = {}): IngestLab {
  const made = createIngestLab(tempHome());
  made.readPass("backfill", [[given(fields)]]);
  return made;
}
const stored = ({ reader }: IngestLab): MirroredDocument => findDocument(reader, id) as MirroredDocument;
const decide = ({ reader }: IngestLab, verdict: "approved" | "returned", note: string | null = null, hasApprovalWorkflow = false) =>
  decideApproval(reader, { ...act, documentId: id, verdict, note, hasApprovalWorkflow });

describe("rule 12: approval without a workflow of the ledger is the service's own", () => {
  it("nobody has approved what the ledger merely took, whatever its status says", () => {
    for (const fields of [{ status: "open" }, { status: "paid" }, { status: "awaiting_approval", sourceStatus: "SUBMITTED" }]) {
      const own = lab(fields);
      expect(approvalOf(own.reader, stored(own), false)).toEqual({
        ownedBy: "us",
        status: "none",
        waiting: false,
        note: null,
        decided: null,
        changedSince: false,
      });
      own.db.close();
    }
  });

  it("a person approves or returns, with who and when; the last word stands and can be taken back", () => {
    const own = lab();
    expect(decide(own, "returned", "wrong cost centre")).toMatchObject({
      ok: true,
      value: { approval: { status: "returned", note: "wrong cost centre" } },
    });
    const approved = decide(own, "approved");
    expect(approvalOf(own.reader, stored(own), false)).toMatchObject({
      ownedBy: "us",
      status: "approved",
      // No two decisions of a person share a millisecond.
      decided: { person: "ann@office", at: "2026-11-21T09:00:00.001Z" },
      changedSince: false,
    });
    expect(approved.ok && revertDecision(own.db, { ...act, decisionNo: approved.value.decisionNo })).toBe(true);
    expect(approvalOf(own.reader, stored(own), false)).toMatchObject({ status: "none" });
    own.db.close();
  });

  it("an approval is of what was seen: a change of the document is shown beside it", () => {
    const own = lab();
    decide(own, "approved");
    own.take([given({ memo: "reworded" })]);
    expect(approvalOf(own.reader, stored(own), false)).toMatchObject({ status: "approved", changedSince: true });
    own.db.close();
  });

  it("a document is returned with a reason, and only one that stands", () => {
    const own = lab();
    expect(decide(own, "returned", "  ")).toMatchObject({ ok: false, failure: { code: "invalid_input", field: "note" } });
    own.take([{ id: "7", deleted: true }]);
    expect(decide(own, "approved")).toMatchObject({ ok: false, failure: { code: "not_found", field: "id" } });
    own.db.close();
  });
});

describe("rule 12: approval with a workflow of the ledger is mirrored", () => {
  it("it is the ledger's state as sent, and no decision of ours", () => {
    const own = lab({ approvalStatus: "1" });
    expect(approvalOf(own.reader, stored(own), true)).toEqual({ ownedBy: "source", status: "1" });
    expect(decide(own, "approved", null, true)).toMatchObject({ ok: false, failure: { code: "not_supported" } });
    expect(own.rows("SELECT COUNT(*) FROM decision")).toEqual([[0]]);
    own.db.close();
  });

  it.each(["a", "b", "c"] as const)("whose it is on ledger %s is a discovered capability", async (style) => {
    const world = await createWorld({ seed: 61, tenants: [{ style, books: { months: 2, invoicesPerMonth: 4 } }] });
    const tenant = world.tenants[0] as Tenant;
    const { source, sync } = tenant;
    await sync();
    const { clientId } = source;
    const [bill] = (await tenant.readAll("documents")).filter(({ type }) => type === "purchase_bill");
    const ask = (method: string, input: object) => world.run(world.runtime.route(method, { clientId, ...input }));
    const shown = async () => {
      const reply = await ask("documents.show", { id: bill?.id });
      return reply.ok ? (reply.value as DocumentView).approval : reply;
    };
    const owner = style === "c" ? "source" : "us";
    expect(await shown()).toMatchObject({ ownedBy: owner, status: style === "c" ? (bill?.approvalStatus ?? null) : "none" });
    const sent = world.tenants[0]?.simulated.referee.totals.arrivals;
    const done = await ask("approvals.set", { documentId: bill?.id, verdict: "approved" });
    expect(done.ok).toBe(style !== "c");
    expect(await shown()).toMatchObject(
      style === "c" ? { ownedBy: "source" } : { status: "approved", decided: { person: "tester@world" } },
    );
    // Nothing is written to a ledger by it.
    expect(world.tenants[0]?.simulated.referee.totals.arrivals).toBe(sent);
    await world.close();
  });
});
