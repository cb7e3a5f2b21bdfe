import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import type { InboxItem } from "#shared/contract/clients/inbox.ts";
import { openStaticWindow } from "#test/support/static-window.ts";

openStaticWindow();
// A clock that ticks has no moment for a server's rendering.
vi.mock("../../../src/renderer/state/window/now.ts", () => ({ useNow: () => Date.UTC(2026, 10, 21) }));
// Another file of this process may have loaded it with the real one.
vi.resetModules();
const { AttentionList } = await import("../../../src/renderer/ui/notes/attention-list.tsx");
const { Outages } = await import("../../../src/renderer/features/needs-attention/outages.tsx");

it("every row says whose it is, where it's anybody's, and one day: when it's due, or else how old it is", () => {
  const nothing = { detail: null, person: null, mine: false, due: null, overdue: false, at: "2026-11-20T00:00:00Z", client: "Elm Ltd" };
  const late = { due: "2026-11-10", overdue: true, close: { period: "2026-10", started: true, open: 1, tasks: 2, daysLate: 9, late: 1 } };
  const kinds = [
    { kind: "close", ...late },
    { kind: "close", ...late, person: "Ana Walker" },
    { kind: "task", ...late, close: undefined, person: "Pat", mine: true },
    { kind: "task" },
    { kind: "findings" },
  ];
  const items = kinds.map((one, at) => ({ ...nothing, ...one, address: "/x", key: String(at), title: one.kind }));
  const list = createElement(AttentionList, { label: "Late", items: items as unknown as InboxItem[], place: "inbox" });
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, list));
  const side = /<\/a><span[^>]*><span[^>]*>([^<]*)<\/span><span[^>]*>(?:<time[^>]*>)?([^<]*)/g;
  expect([...html.matchAll(side)].map(([, whose, when]) => [whose, when])).toEqual([
    ...["Unassigned", "Ana Walker", "You"].map((whose) => [whose, "Was due 10 Nov 2026"]),
    ...["Unassigned", ""].map((whose) => [whose, "1 day ago"]),
  ]);
  expect(html.match(/title="9 business days late"/g)).toHaveLength(2);
});

it("the tip of Dismiss says what it does; what is marked as done has only its key", () => {
  const common = { detail: null, person: null, mine: false, due: null, overdue: false, at: "2026-11-20T00:00:00Z", client: "Elm Ltd" };
  const rows = [{ kind: "variance", dismissible: true }, { kind: "write", dismissible: true }, { kind: "task" }];
  const items = rows.map((one, at) => ({ ...common, ...one, address: "/x", key: String(at), title: one.kind }));
  const list = createElement(AttentionList, { label: "All", items: items as unknown as InboxItem[], place: "inbox" });
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, list));
  expect([...html.matchAll(/<button[^>]* title="([^"]*)"/g)].map(([, tip]) => tip)).toEqual([
    "Dismiss (E)\nRemoves this from the inbox for everyone. Nothing changes in the ledger.",
    "Dismiss (E)\nRemoves this update from the inbox for everyone. It stays in Ledger updates as it is: nothing is sent, and nothing is discarded.",
    "Mark done (E)",
  ]);
});

it("a ledger that doesn't answer, or only with errors, is told once, with links to the syncs of the clients that wait for it, the first of many", () => {
  const clients = (count: number) => Array.from({ length: count }, (_, at) => ({ clientId: `c${at}`, name: `Client ${at}` }));
  const drawn = (count: number) => {
    const outages = count === 0 ? [] : [{ ledger: "ledger_b" as const, clients: clients(count) }];
    return renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Outages, { outages })));
  };
  expect(drawn(0)).toBe("");
  expect(drawn(1)).toContain(">Ledger B is unavailable for 1 client.<");
  expect(drawn(1)).toContain('<a href="#/clients/c0/sync">Client 0</a>');
  expect(drawn(8)).toContain(">Ledger B is unavailable for 8 clients.<");
  expect(drawn(8)).toContain("<span>and 2 more</span>");
  expect(drawn(8).match(/<a /g)).toHaveLength(6);
});
