import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, describe, expect, it, vi } from "vitest";

afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** A window of its own for what is imported next, with these settings and this desktop app around it. */
function openWindow(stored: Readonly<Record<string, string>>, app: object = {}): void {
  const storage = { getItem: (key: string) => stored[key] ?? null, setItem: () => undefined, removeItem: () => undefined };
  const page = { addEventListener: () => undefined, querySelector: () => null, querySelectorAll: () => [], activeElement: null };
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", {
    ...{
      addEventListener: () => undefined,
      HTMLElement: class {},
      screen: {},
      document: page,
      localStorage: storage,
      sessionStorage: storage,
    },
    matchMedia: () => ({ addEventListener: () => undefined }),
    location: { hash: "", search: "", pathname: "/", href: "http://localhost/" },
    ...app,
  });
  vi.resetModules();
}

const rendered = (element: ReactElement): string =>
  renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, element));

/** The hint below the bank lines, as somebody with these key settings reads it. */
async function hintWith(stored: Readonly<Record<string, string>>, enter: object = {}): Promise<string> {
  openWindow(stored);
  const { ListKeys } = await import("../../../src/renderer/features/bank/match-list.tsx");
  return renderToStaticMarkup(createElement(ListKeys, enter)).replaceAll(/<[^>]+>/g, "");
}

describe("the keys below the bank lines", () => {
  it("are the usual ones", async () => {
    expect(await hintWith({})).toBe("J K move Enter accept C create M find a match U undo a match I import");
  });

  it("say what Enter does with the lines in the list", async () => {
    expect(await hintWith({}, { accepts: true, chooses: true })).toContain("Enter accept or choose C create");
    expect(await hintWith({}, { accepts: false, chooses: true })).toContain("Enter choose C create");
    expect(await hintWith({}, { accepts: false })).toContain("move C create");
  });

  it("are those that a person chose", async () => {
    const chosen = JSON.stringify({ "bank-create": "ctrl+j", "bank-undo": "z" });
    expect(await hintWith({ "tieout.keys": chosen })).toBe("J K move Enter accept Ctrl+J create M find a match Z undo a match I import");
  });

  it("leave out single letters where a person turned them off", async () => {
    const chosen = JSON.stringify({ "bank-import": "ctrl+i" });
    expect(await hintWith({ "tieout.letters": "off", "tieout.keys": chosen })).toBe("↓ ↑ move Enter accept Ctrl+I import");
  });
});

describe("a statement line without a match", () => {
  it("offers to create its transaction until that is drafted, and again when the ledger rejected the draft", async () => {
    openWindow({});
    const { MatchRow } = await import("../../../src/renderer/features/bank/match-row.tsx");
    const offers = (state: string | null) => {
      const draft = state === null ? null : { state, jobId: "j", title: "Bank fee" };
      const row = { key: "l", lines: [], postings: [], match: null, suggestion: null, draft, feeDraft: null };
      const html = rendered(createElement(MatchRow, { clientId: "c", row, currency: "USD", isCurrent: true, disabled: false } as never));
      return [/>Create…<\/button>/.test(html), html.includes("Bank fee")];
    };
    expect([null, "draft", "rejected"].map(offers)).toEqual([
      [true, false],
      [false, true],
      [true, true],
    ]);
  });
});

describe("a statement line with a proposal", () => {
  const rowOf = (level: string, code: string) => ({
    ...{ key: "l", lines: [], match: null, draft: null, feeDraft: null },
    suggestion: { level, lineIds: ["l"], recordIds: ["r"], fee: "0.00", reasons: [{ code: "same_amount" }, { code, count: 2 }] },
    postings: [
      {
        ...{ recordId: "r", date: "2026-10-03", amount: "5.00", contact: "Birch", number: "INV-1" },
        ...{ reference: null, ledgerReconciled: true },
      },
    ],
  });

  it("says why in one place, behind the reference, and how sure that is in the tip where somebody decides", async () => {
    openWindow({});
    const { MatchRow } = await import("../../../src/renderer/features/bank/match-row.tsx");
    const said = (level: string, code: string) => {
      const row = rowOf(level, code);
      const html = rendered(createElement(MatchRow, { clientId: "c", row, currency: "USD", isCurrent: true, disabled: false } as never));
      const [, title, parts = ""] = /title="([^"]*)">((?:<span>[^<]*<\/span>)+)<\/span>/.exec(html) ?? [];
      return [title, parts.split(/<[^>]*>/).filter((part) => part !== "")];
    };
    // The line goes on below where room is short, only between reasons, and no line begins or ends with a dot.
    const whole = (...reasons: string[]) => reasons.map((reason) => reason.replaceAll(" ", "\u00a0"));
    const clear = ["Amount matches.", whole("For INV-1", "Amount matches")];
    expect(said("exact", "only_one")).toEqual(clear);
    expect(said("likely", "only_one")).toEqual(clear);
    expect(said("possible", "several")).toEqual([
      "Possible match. Amount matches. Reconciled in the ledger. Other matches fit too.",
      whole("For INV-1", "Amount matches", "Reconciled in the ledger", "Other matches fit too"),
    ]);
    expect(said("likely", "several")?.[0]).toMatch(/^Likely match\. Amount matches\./);
  });

  it("is accepted in one step only where it is strong and the only one; elsewhere the candidates come first", async () => {
    openWindow({});
    const { MatchRow } = await import("../../../src/renderer/features/bank/match-row.tsx");
    const act = (level: string, code: string) => {
      const row = { ...rowOf(level, code), postings: [] };
      const html = rendered(createElement(MatchRow, { clientId: "c", row, currency: "USD", isCurrent: true, disabled: false } as never));
      // The button with the focus is what Enter presses.
      return [/<button[^>]*data-row-act=""[^>]*>.*?<\/svg>([^<]+)<\/button>/.exec(html)?.[1], html.includes(">Accept</button>")];
    };
    expect([act("exact", "only_one"), act("likely", "only_one"), act("likely", "others_older")]).toEqual([
      ["Accept", true],
      ["Accept", true],
      ["Accept", true],
    ]);
    expect([act("likely", "several"), act("possible", "several"), act("possible", "only_one")]).toEqual([
      ["Choose a match…", false],
      ["Choose a match…", false],
      ["Choose a match…", false],
    ]);
  });
});

describe("a statement line that is matched less a fee", () => {
  it("has the fee to enter and Undo side by side, and says by whom it was matched without breaking the day", async () => {
    openWindow({});
    const { MatchRow } = await import("../../../src/renderer/features/bank/match-row.tsx");
    const row = {
      ...{ key: "l", lines: [], suggestion: null, draft: null, feeDraft: null },
      match: { fee: "32.88", person: "Maria Costa", at: "2026-11-21T12:00:00.000Z", lineIds: ["l"], recordIds: ["r"] },
      postings: [
        {
          ...{ recordId: "r", date: "2026-10-06", amount: "1643.79", contact: "Falcon", number: "1026" },
          ...{ reference: null, ledgerReconciled: null },
        },
      ],
    };
    const html = rendered(createElement(MatchRow, { clientId: "c", row, currency: "USD", isCurrent: true, disabled: false } as never));
    expect(html).toContain(">Enter fee…</button>");
    expect(html).toContain('aria-label="Undo this match"');
    expect(html).not.toContain(">Undo</button>");
    const parts = html.replaceAll(/<[^>]*>/g, "|");
    expect(parts).toMatch(/1026\|+Matched\u00a0by\u00a0Maria\u00a0Costa,\u00a0\d+\u00a0Nov\u00a02026\|+Fee\|*\u00a0\|*32\.88/);
  });
});

describe("clear matches", () => {
  it("say how far their dates are apart", async () => {
    openWindow({});
    const { datesWords } = await import("../../../src/renderer/features/bank/match-list.tsx");
    const row = (date: string, ...posted: readonly string[]) => ({ lines: [{ date }], postings: posted.map((day) => ({ date: day })) });
    const said = (...rows: readonly object[]) => datesWords(rows as never);
    const [same, near] = [row("2026-10-05", "2026-10-05"), row("2026-10-05", "2026-10-05", "2026-10-02")];
    expect(said(same, same, near)).toBe("2 on the same day, 1 up to 3 days apart");
    expect(said(same, same)).toBe("on the same day");
    expect(said(row("2026-10-05", "2026-10-06"))).toBe("up to 1 day apart");
  });
});

describe("the candidates of a statement line", () => {
  const open = [{ recordId: "other" }, { recordId: "r" }];
  const rowOf = (level: string, code: string) => ({
    ...{ lines: [], postings: [], suggestion: { level, recordIds: ["r", "used"], fee: "0.00", reasons: [{ code, count: 2 }] } },
  });

  it("begin with what is proposed where it is to be chosen, and with none where another match is sought", async () => {
    openWindow({});
    const { tickedFirst } = await import("../../../src/renderer/features/bank/find-match.tsx");
    const ticked = (row: object) => tickedFirst(row as never, open as never);
    expect(ticked(rowOf("possible", "only_one"))).toEqual(["r"]);
    expect(ticked(rowOf("likely", "several"))).toEqual(["r"]);
    expect(ticked(rowOf("likely", "only_one"))).toEqual([]);
    expect(ticked(rowOf("exact", "only_one"))).toEqual([]);
    expect(ticked({ ...rowOf("possible", "several"), suggestion: null })).toEqual([]);
  });

  it("have the focus on the one that is ticked, else on the filter", async () => {
    openWindow({});
    const { ChooseList } = await import("../../../src/renderer/features/bank/choose-list.tsx");
    const items = open.map(({ recordId: id }) => ({ id, date: "2026-10-05", title: id, detail: "", amount: "5.00" }));
    const focused = (startsAt: string | null) => {
      const list = { label: "Transactions", items, chosen: startsAt === null ? [] : [startsAt], currency: "USD", left: "0.00", startsAt };
      const html = rendered(createElement(ChooseList, { ...list, onChoose: () => undefined } as never));
      return (html.match(/<input[^>]*data-first-focus=""[^>]*>/g) ?? []).map((input) => [
        input.includes('type="checkbox"'),
        input.includes("checked"),
      ]);
    };
    expect(focused("r")).toEqual([[true, true]]);
    expect(focused(null)).toEqual([[false, false]]);
  });
});

describe("the heads of the bank lines", () => {
  it("say which sign the lines of a card have, whose balances are positive where something is owed", async () => {
    openWindow({});
    const { Heads } = await import("../../../src/renderer/features/bank/match-list.tsx");
    const heads = (isLiability: boolean) => renderToStaticMarkup(createElement(Heads, { isLiability })).replaceAll(/<[^>]+>/g, "");
    expect(heads(true)).toBe("Statement line · Charges are negative, payments positiveMatch");
    expect(heads(false)).toBe("Statement lineMatch");
  });
});

describe("what is said of an import", () => {
  it("offers Undo for the lines that were matched, and not where none was", async () => {
    const answers = [[], [4, 5]];
    const tieout = { invoke: async () => ({ ok: true, value: { decisionNos: answers.shift() } }), subscribe: () => () => undefined };
    openWindow({}, { tieout });
    const { useExactMatches } = await import("../../../src/renderer/features/bank/exact-matches.tsx");
    const { useLastAct } = await import("../../../src/renderer/state/core/undo.ts");
    const matching: ReturnType<typeof useExactMatches>[] = [];
    const Screen = () => {
      matching.push(useExactMatches("c", "2026-10"));
      return null;
    };
    rendered(createElement(Screen));
    const said = async () => {
      await matching[0]?.([{ accountId: "a" }] as never);
      const { words, undo } = useLastAct.getState();
      return [words, undo !== null];
    };
    expect(await said()).toEqual(["Statement imported. No lines matched.", false]);
    expect(await said()).toEqual(["Statement imported. 2 lines matched.", true]);
  });
});
