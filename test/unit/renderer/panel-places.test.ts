import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { figureId, readFigureId } from "../../../src/renderer/format/addresses/figure-id.ts";
import { type OverPanel, opened, panelsPart, readPanels } from "../../../src/renderer/format/addresses/panel-address.ts";
import { isStale } from "../../../src/renderer/format/labels/figure-labels.ts";
import { showsPeriod } from "../../../src/renderer/state/window/screen-address.ts";

const panel = fc.record({
  kind: fc.constantFrom<OverPanel["kind"]>("document", "party", "account", "figure"),
  id: fc.string({ minLength: 1 }),
});
const own = fc.option(fc.string({ minLength: 1 }), { nil: null });

describe("What stands at the side of a screen", () => {
  it("is read back from the address as it was, whatever the ids hold", () => {
    fc.assert(
      fc.property(own, fc.array(panel, { maxLength: 5 }), (ownId, over) => {
        expect(readPanels(panelsPart({ own: ownId, over }))).toEqual({ own: ownId, over });
      }),
    );
  });

  it("is the address that a screen had before things could be opened over each other, where nothing is", () => {
    expect(panelsPart({ own: "Account:402", over: [] })).toBe("Account:402");
    expect(panelsPart({ own: null, over: [] })).toBeNull();
    expect(readPanels(null)).toEqual({ own: null, over: [] });
    expect(readPanels("figure~90+~EUR~Customer:7").own).toBe("figure~90+~EUR~Customer:7");
  });

  it("has the same thing on top once, the later of two figures, and never more than an address holds", () => {
    const document = { kind: "document", id: "Bill:1" } as const;
    const figure = (id: string) => ({ kind: "figure", id }) as const;
    const start = { own: "x", over: [] };
    expect(opened(opened(start, document), document).over).toEqual([document]);
    expect(opened(opened(opened(start, document), figure("a")), figure("b")).over).toEqual([document, figure("b")]);
    let deep = start as ReturnType<typeof readPanels>;
    for (let place = 0; place < 40; place++) deep = opened(deep, { kind: "document", id: `Bill:${place}` });
    expect(deep.over.length).toBe(12);
    expect(deep.over.at(-1)?.id).toBe("Bill:39");
  });
});

describe("A figure by its row and column", () => {
  it("is read back, whatever the key of the row holds", () => {
    fc.assert(
      fc.property(fc.string(), fc.stringMatching(/^[a-zA-Z0-9+-]*$/), (rowKey, columnId) => {
        expect(readFigureId(figureId(rowKey, columnId))).toEqual({ rowKey, columnId });
      }),
    );
  });
});

describe("A figure", () => {
  it("is stale when its books were read more than a day ago", () => {
    const now = Date.parse("2026-11-21T12:00:00.000Z");
    expect(isStale("2026-11-20T12:00:01.000Z", now)).toBe(false);
    expect(isStale("2026-11-20T11:59:59.000Z", now)).toBe(true);
  });
});

describe("The period in the bar", () => {
  it("is left out where nothing is shown for a month or a day", () => {
    const shown = [
      "/group",
      "/group/g/tree",
      "/clients/settings/overview",
      "/clients/c/questions",
      "/clients/c/close/packs",
      "/clients/c/checks",
      "/clients/c/checks/duplicates",
    ];
    const ofClient = [
      "/clients/c/documents",
      "/clients/c/parties/p",
      "/clients/c/findings",
      "/clients/c/sync",
      "/clients/c/writes/new-bill",
      "/clients/c/activity",
      "/clients/c/connection",
      "/clients/c/checks/matches",
      "/clients/c/checks/parties",
      "/clients/c/checks/changes",
      "/clients/c/checks/periods",
      "/clients/c/checks/duplicates-bill-7",
    ];
    const ofFirm = ["", "/", "/inbox", "/queue", "/settings", "/settings/ledgers", "/connect", "/connect/list", "/help/sync", "/groupx"];
    const hidden = [...ofFirm, ...ofClient];
    expect([...shown, ...hidden].map(showsPeriod)).toEqual([...shown.map(() => true), ...hidden.map(() => false)]);
  });
});
