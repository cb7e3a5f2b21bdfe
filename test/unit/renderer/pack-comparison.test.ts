import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { PackRow } from "#shared/contract/close/packs.ts";
import type { PackComparison } from "#shared/model/close/pack.ts";
import { columnChanges, documentChange } from "#shared/model/labels/pack-change-words.ts";
import { openStaticWindow } from "#test/support/static-window.ts";
import { columnText } from "../../../src/renderer/features/close/packs/column-text.ts";

openStaticWindow();
const { PackFacts } = await import("../../../src/renderer/features/close/packs/pack-facts.tsx");

type ChangedDocument = PackComparison["documents"][number];

function changed(...fields: readonly (readonly [field: string, before: string, after: string])[]): ChangedDocument {
  const told = fields.map(([field, before, after]) => ({ field, before, after }));
  return { id: "Invoice:1", kind: "changed", number: "INV-1", party: "Oak Paper", fields: told };
}
const texts = (document: ChangedDocument) => columnChanges(document).map(columnText);

describe("a transaction that differs between two packs", () => {
  it("has the words and values of the window, and no column names", () => {
    expect(
      texts(
        changed(
          ["issueDate", "2026-10-01", "2026-10-31"],
          ["outstanding", "1250.50", "0.00"],
          ["status", "part_paid", "paid"],
          ["statusIsDerived", "false", "true"],
          ["sourceStatus", "AUTHORISED", "PAID"],
          ["memo", "", "Paid in full"],
        ),
      ),
    ).toEqual([
      "Date: 1 Oct 2026 → 31 Oct 2026",
      "Amount due: 1,250.50 → 0.00",
      "Status: Partly paid → Paid",
      "Status in the ledger: authorised → paid",
      "Memo: – → Paid in full",
    ]);
  });

  it("names no record by its ID", () => {
    expect(texts(changed(["partyId", "c:1", "c:2"], ["party", "Oak", "Elm"], ["totalAccountId", "a:1", "a:2"]))).toEqual([
      "Contact: Oak → Elm",
      "Bank or control account changed",
    ]);
    expect(texts(changed(["partyId", "c:1", "c:2"]))).toEqual(["Contact changed"]);
    expect(texts({ ...changed(["id", "", "Invoice:1"], ["partyId", "", "c:1"], ["number", "", "INV-1"]), kind: "added" })).toEqual([
      "Number: – → INV-1",
    ]);
  });

  it("was deleted where its deletion was noticed in between, and may have come back", () => {
    const noticed = changed(["status", "open", "deleted"], ["removedDetectedAt", "", "2026-11-21T09:00:00.000Z"]);
    expect([documentChange(noticed), texts(noticed)]).toEqual(["removed", ["Status: Open → Deleted"]]);
    const back = changed(["removedDetectedAt", "2026-11-21T09:00:00.000Z", ""]);
    expect([documentChange(back), texts(back)]).toEqual(["changed", ["Restored in ledger"]]);
    expect(documentChange(changed(["memo", "", "x"]))).toBe("changed");
  });
});

describe("the card of a pack", () => {
  const copyName = "Birch_closepack_v01_client.zip";
  const copy = { name: copyName, path: `/packs/${copyName}`, sha256: "b".repeat(64), bytes: 120_400 };
  const row = {
    ...{ packNo: 1, periodId: "month:2026-10", version: 1, name: "Birch_closepack_v01.zip", path: "/packs/Birch_closepack_v01.zip" },
    ...{ sha256: "a".repeat(64), bytes: 473_900, isThere: true, reason: null, signed: null, clientCopy: { ...copy, isThere: true } },
    stamps: [
      {
        stamp: "DRAFT",
        reasons: ["The reviewer hasn't signed off", "9 of 19 required tasks are open", "2 of 6 reconciliations are open"],
        places: ["reviewer", "tasks", "reconciliations"],
      },
    ],
  } as unknown as PackRow;
  const card = (part: Partial<PackRow> = {}) =>
    renderToStaticMarkup(createElement(PackFacts, { clientId: "one", pack: { ...row, ...part } }));
  const links = (html: string) =>
    [...html.matchAll(/<a href="#(.*?)">(.*?)<\/a>/g)].map(([, to = "", words]) => [decodeURIComponent(to), words]);

  it("leads from each reason to where it's settled; packs of before don't say where", () => {
    expect(links(card())).toEqual([
      ["/clients/one/close/checklist:month:2026-10|sign-off:reviewer", "The reviewer hasn&#x27;t signed off"],
      ["/clients/one/close/checklist:month:2026-10|gate:tasks", "9 of 19 required tasks are open"],
      ["/clients/one/close/reconciliations", "2 of 6 reconciliations are open"],
    ]);
    const earlier = card({ stamps: row.stamps.map(({ stamp, reasons }) => ({ stamp, reasons })) });
    expect([links(earlier), earlier.includes("9 of 19 required tasks are open")]).toEqual([[], true]);
  });

  it("names both files, where they are, their hashes, and whether the pack is signed", () => {
    const html = card();
    const codes = [...html.matchAll(/<code>(.*?)<\/code>/g)].map(([, words]) => words);
    expect(codes).toEqual([row.name, copy.name, "/packs/", row.sha256, copy.sha256]);
    expect(html).toContain("Digital signature</dt><dd>None</dd>");
    const signed = card({ signed: { name: "Ada Birch", key: "1a2b 3c4d" } });
    expect(signed).toContain("Ada Birch&#x27;s key <code>1a2b 3c4d</code>");
    // A draft has one as well.
    expect(signed).toContain("It isn&#x27;t a sign-off.");
  });

  it("gives each file its size, and folds where they are and their hashes", () => {
    const [shown = "", folded = ""] = card().split("<details");
    expect([...shown.matchAll(/>(\d+ kB)</g)].map(([, size]) => size)).toEqual(["473 kB", "120 kB"]);
    const codes = (html: string) => [...html.matchAll(/<code>(.*?)<\/code>/g)].map(([, words]) => words);
    expect([codes(shown), codes(folded)]).toEqual([
      [row.name, copyName],
      ["/packs/", row.sha256, copy.sha256],
    ]);
  });
});
