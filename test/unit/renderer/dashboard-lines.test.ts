import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import type { CloseBoardRow } from "#shared/contract/close/close.ts";
import { clientText, STATUS_PHRASES } from "../../../src/renderer/features/clients/client-filter.ts";
import {
  type DashboardRow,
  dashboardLines,
  dashboardRows,
  isCloseComing,
  isMoving,
  periodOf,
} from "../../../src/renderer/features/clients/dashboard-rows.ts";
import { ALL_SYNCED, notSyncedYet } from "../../../src/renderer/format/labels/sync-labels.ts";
import type { Grouping } from "../../../src/renderer/state/views/dashboard-view.ts";
import { filledColumns, fittingColumns, tellingColumns } from "../../../src/renderer/ui/grid/column-widths.ts";
import type { Column } from "../../../src/renderer/ui/grid/grid-types.ts";
import { openStaticWindow } from "../../support/static-window.ts";

openStaticWindow();
const { clientColumns } = await import("../../../src/renderer/features/clients/client-columns.tsx");
const { Standing, Tied } = await import("../../../src/renderer/features/clients/client-cells.tsx");
const { SyncChip } = await import("../../../src/renderer/ui/connection/status-chip.tsx");
const { closeColumns } = await import("../../../src/renderer/features/clients/close-columns.tsx");
const { columnFilter } = await import("../../../src/renderer/ui/grid/state/grid-filter.ts");

const clients = ["a", "b", "c", "d"].map((clientId) => ({ clientId, name: clientId }) as ClientRow);
const close = (clientId: string, part: Partial<CloseBoardRow>) => ({ clientId, ...part }) as CloseBoardRow;
const board = [
  close("a", { status: "closed", due: "2026-11-10" as never, reviewer: "Ada" }),
  close("b", { status: "in_close", due: "2026-11-05" as never, reviewer: null }),
  close("c", { status: "closed", due: null, reviewer: "Ada" }),
];
const shown = (by: Grouping) =>
  dashboardLines(dashboardRows(clients, board), by).map((line) =>
    line.kind === "group" ? `${line.label} ${line.count}` : line.row.clientId,
  );

it("a dashboard that is not grouped keeps the order of the list", () => {
  expect(shown("none")).toEqual(["a", "b", "c", "d"]);
});

it("groups have a name above their clients, and what is not known stands last", () => {
  expect(shown("stage")).toEqual(["In close 1", "b", "Closed 2", "a", "c", "No period 1", "d"]);
  expect(shown("due")).toEqual(["Due 5 Nov 2026 1", "b", "Closed 2", "a", "c", "No due date 1", "d"]);
  expect(shown("reviewer")).toEqual(["Ada 2", "a", "c", "No reviewer 2", "b", "d"]);
});

it("a closed period is due no more: it has a group of its own, and nobody sorts or filters by its date", () => {
  const due = (clientId: string, status: CloseBoardRow["status"], day: string) => close(clientId, { status, due: day as never });
  const closes = [due("a", "closed", "2026-11-05"), due("b", "open", "2026-11-10"), due("c", "reopened", "2026-11-05")];
  const rows = dashboardRows(clients.slice(0, 3), closes);
  const labels = dashboardLines(rows, "due").flatMap((line) => (line.kind === "group" ? [line.label] : []));
  expect(labels).toEqual(["Due 5 Nov 2026", "Due 10 Nov 2026", "Closed"]);
  const column = closeColumns("2026-11-09" as never, false).find(({ id }) => id === "due");
  expect(rows.map((row) => column?.value?.(row))).toEqual([null, "2026-11-10", "2026-11-05"]);
});

it("a close that is looked at for the first time isn't taken for one that there isn't", () => {
  const asOf = "2026-11-29T09:00:00.000Z" as ClientRow["asOf"];
  const synced = { asOf, documents: 40, close: close("a", { status: null, outdated: true }) };
  const isComing = (part: object) => isCloseComing({ ...synced, ...part });
  expect([isComing({}), isComing({ close: null })]).toEqual([true, true]);
  const nothing = [{ asOf: null }, { documents: 0 }, { close: close("a", { status: null, outdated: false }) }];
  expect(nothing.map((part) => isComing(part))).toEqual([false, false, false]);
  expect(isComing({ close: close("a", { status: "open", outdated: true }) })).toBe(false);
  const looking = [
    close("a", { status: null, outdated: true }),
    close("b", { status: "open", started: false }),
    close("c", { status: "open", started: true }),
  ];
  const labels = dashboardLines(dashboardRows(clients, looking), "stage").flatMap((line) => (line.kind === "group" ? [line.label] : []));
  expect(labels).toEqual(["Open", "Not started", "No period", "Not calculated yet"]);
});

it("a synced client without a close says why, once that is known, and names no period", () => {
  const asOf = "2026-11-29T09:00:00.000Z" as ClientRow["asOf"];
  const shown = (documents: number, part: Partial<CloseBoardRow> = {}) => {
    const row = { ...clients[0], asOf, documents, period: "2026-10" } as ClientRow;
    const none = close("a", { ...{ period: null, periodEnd: null, status: null, blocks: [], outdated: false }, ...part });
    const column = closeColumns("2026-11-29" as never, false).find(({ id }) => id === "blocks");
    return dashboardRows([row], [none]).flatMap((one) => [periodOf(one), column?.value?.(one)]);
  };
  expect(shown(0)).toEqual([null, "No periods yet"]);
  expect(shown(40)).toEqual([null, "No period has ended yet"]);
  expect([shown(0, { outdated: true }), shown(40, { outdated: true })]).toEqual(Array(2).fill(["2026-10", null]));
});

it("columns of closes that are looked at for the first time stay, and those of no close at all don't", () => {
  const asOf = "2026-11-29T09:00:00.000Z" as ClientRow["asOf"];
  const left = (outdated: boolean) => {
    const synced = clients.map((row) => ({ ...row, asOf, documents: 40, lockedThrough: null, preparer: null, reviewer: null }));
    const rows = dashboardRows(
      synced,
      clients.map(({ clientId }) => close(clientId, { status: null, progress: null, due: null, blocks: [], outdated })),
    );
    const columns = closeColumns("2026-11-29" as never, false);
    return filledColumns(columns, { rowCount: rows.length, rowAt: (index) => rows[index], kept: [] }).map(({ id }) => id);
  };
  // The first of any columns always stays.
  expect([left(true), left(false)]).toEqual([["stage", "checklist", "due", "blocks"], ["stage"]]);
});

it("clients count as not synced yet where their row says so, and those in their first sync don't", () => {
  const row = (part: Partial<ClientRow>) => ({ demo: false, ledger: "Ledger A", state: "never_synced", asOf: null, ...part }) as ClientRow;
  const others = [row({ state: "queued" }), row({ demo: true, ledger: null }), row({ state: "up_to_date" })];
  expect(notSyncedYet([row({}), row({ ledger: null }), ...others])).toBe(2);
});

it("no ledger is said to be down while this computer is offline", () => {
  const unreachable = {
    clientId: "a",
    state: "offline",
    problem: "Ledger B isn't answering.",
    problemCode: "ledger_unreachable",
  } as ClientRow;
  const rejected = { ...unreachable, problem: "Not accepted", problemCode: "needs_sign_in" } as ClientRow;
  expect(dashboardRows([unreachable, rejected], [], [], true).map(({ problem }) => problem)).toEqual([null, "Not accepted"]);
  expect(dashboardRows([unreachable], []).map(({ problem }) => problem)).toEqual(["Ledger B isn't answering."]);
});

it("rows keep their places while clients sync or are about to, but not for one that waits until tomorrow", () => {
  const nowMs = Date.parse("2026-11-29T09:00:00.000Z");
  const queued = (resumeAt: string | null) => ({ state: "queued", queue: { reason: "day", position: 1, waiting: 1, resumeAt } });
  const rows = [
    { state: "syncing", queue: null },
    { state: "queued", queue: null },
    queued(null),
    queued("2026-11-29T09:00:40.000Z"),
    queued("2026-11-30T00:00:00.000Z"),
    { state: "up_to_date", queue: null },
  ];
  expect(rows.map((row) => isMoving(row as ClientRow, nowMs))).toEqual([true, true, true, true, false, false]);
});

it("a reason of one client stays before minor columns, and what went for it in vain comes back", () => {
  type Line = { readonly problem: string | null };
  const column = (id: string, more: Partial<Column<Line>> = {}): Column<Line> => ({
    ...{ id, header: id, width: "100px", cell: () => null },
    ...more,
  });
  const columns = [
    column("name"),
    column("flux", { minor: true }),
    column("reason", { width: "150px", minor: 0.4, tells: ({ problem }) => problem !== null }),
    column("action", { essential: true }),
  ];
  const left = (room: number, ...problems: (string | null)[]) => {
    const rows = problems.map((problem) => ({ problem }));
    const telling = tellingColumns(columns, { rowCount: rows.length, rowAt: (index) => rows[index] });
    return fittingColumns(columns, { needs: {}, room, pinned: 1, kept: [], sparse: ["reason"], telling }).map(({ id }) => id);
  };
  expect(left(350, null, "Reconnect to sync")).toEqual(["name", "reason", "action"]);
  expect(left(350, null, null)).toEqual(["name", "flux", "action"]);
  expect(left(349, null, "Reconnect to sync")).toEqual(["name", "flux", "action"]);
});

const NARROW = { mixed: false, wide: false, today: "2026-11-29" as never };

it("an hourly sync brings no column; a problem, a wait until tomorrow and a first sync do", () => {
  const synced = { asOf: "2026-11-29T09:00:00.000Z", problem: null, queue: null, state: "up_to_date" };
  const waits = (resumeAt: string | null) => ({ state: "queued", queue: { reason: "day", position: 1, waiting: 1, resumeAt } });
  const column = clientColumns({ ...NARROW, aged: false }).find(({ id }) => id === "queue");
  const isShown = (part: object) => column?.blank?.({ ...synced, ...part } as unknown as DashboardRow) === false;
  const hourly = [{}, { state: "syncing" }, { state: "queued" }, waits(null), waits("2000-01-01T00:00:00.000Z"), { state: "offline" }];
  expect(hourly.map(isShown)).toEqual(Array(6).fill(false));
  const lasting = [{ state: "failed", problem: "Disk full" }, waits("2999-01-01T00:00:00.000Z"), { state: "syncing", asOf: null }];
  expect(lasting.map(isShown)).toEqual([true, true, true]);
});

it("what stopped a sync has the colour of its state, and every wait has one look", () => {
  const cell = clientColumns({ ...NARROW, aged: false }).find(({ id }) => id === "queue")?.cell;
  const look = (part: object) => {
    const row = { queue: null, problem: null, problemCode: null, ...part } as unknown as DashboardRow;
    const name = /class="([^"]*)"/.exec(renderToStaticMarkup(createElement("p", null, cell?.(row, -1))))?.[1] ?? "";
    return ["failed", "conflict", "muted"].filter((each) => name.includes(each)).join();
  };
  expect(look({ state: "failed", problem: "Disk full", problemCode: "disk_full" })).toBe("failed");
  const rejected = { problem: "Not accepted", problemCode: "needs_sign_in" };
  expect([look({ state: "needs_sign_in", ...rejected }), look({ state: "paused", ...rejected })]).toEqual(["conflict", "conflict"]);
  const down = { problem: "Ledger B isn't answering.", problemCode: "ledger_unreachable" };
  const waits = [
    { state: "offline", ...down },
    { state: "paused", ...down },
    { state: "queued", queue: { reason: "day", position: 1, waiting: 1, resumeAt: "2999-01-01T00:00:00.000Z" } },
    { state: "queued", queue: { reason: "turn", position: 2, waiting: 2, resumeAt: null } },
  ];
  expect(waits.map(look)).toEqual(Array(4).fill("muted"));
});

it("what a first sync has yet to bring is a line, and a dash says that there is nothing", () => {
  const columns = clientColumns({ ...NARROW, aged: false });
  const none = { ...{ asOf: null, queue: null, problem: null, close: null, lockedThrough: null, period: "2026-10" }, streamsTotal: 0 };
  const counts = { ...{ documents: 0, findings: 0, tieOuts: null }, insight: null };
  const looks = (part: object) =>
    ["ledger", "period", "stage", "tieOuts", "queue", "findings", "documents", "overdue", "lock"].map((id) => {
      const row = { ...none, ...counts, demo: false, ledger: "Ledger A", ...part } as unknown as DashboardRow;
      const html = renderToStaticMarkup(createElement("p", null, columns.find((column) => column.id === id)?.cell(row, -1)));
      return /(title="Not [a-z]+ yet)|>(–)</.exec(html)?.slice(1).find(Boolean)?.replace('title="', "") ?? "words";
    });
  const [known, calculated] = ["Not known yet", "Not calculated yet"];
  const first = ["words", "words", known, known, known, known, known, calculated, known];
  expect([looks({ state: "queued" }), looks({ state: "syncing" })]).toEqual([first, first]);
  // A wait whose end is named, such as one for a daily limit: nothing comes before then. The column says until when.
  const day = (resumeAt: string) => looks({ state: "queued", queue: { reason: "day", position: 1, waiting: 1, resumeAt } });
  expect(day("2999-01-01T00:00:00.000Z")).toEqual(["words", "words", "–", "–", "words", "–", "–", "–", "–"]);
  expect(day("2000-01-01T00:00:00.000Z")).toEqual(first.map((look, at) => (at === 4 ? "words" : look)));
  // Nothing is on its way: nobody has started the first sync.
  expect(looks({ state: "never_synced" })).toEqual(["words", "words", "–", "–", "–", "–", "–", "–", "–"]);
  const connecting = { demo: true, ledger: null, period: null, state: "never_synced" };
  expect(looks(connecting)).toEqual([known, known, known, known, known, known, known, calculated, known]);
  // Nobody has connected its ledger.
  const unconnected = looks({ ledger: null, period: null, state: "never_synced" });
  expect(unconnected).toEqual(["words", "–", "–", "–", "–", "–", "–", "–", "–"]);
  const synced = { asOf: "2026-11-29T09:00:00.000Z", state: "up_to_date", close: close("a", { status: null, outdated: false }) };
  expect(looks(synced)).toEqual(["words", "–", "–", "–", "–", "–", "words", calculated, "–"]);
});

it("who filters or exports by the state of syncs has the ledger updates that need someone too, as its cells do", () => {
  const columns = clientColumns({ ...NARROW, aged: false });
  const column = columns.find(({ id }) => id === "state");
  const none = { state: "up_to_date", writesToReview: 0, writeProblems: {}, conflicts: 0 };
  const row = (part: object) => ({ ...none, ...part }) as unknown as DashboardRow;
  expect(column?.header).toBe("Status");
  const told = [{}, { writesToReview: 2, writeProblems: { rejected: 2 }, conflicts: 1 }].map((part) => column?.value?.(row(part)));
  expect(told).toEqual(["Up to date", "Up to date, 2 updates rejected, 1 conflict"]);
  // Also where somebody has moved the ages of syncs before it.
  const { parts, matches } = columnFilter("sync:conflict", [...columns].reverse());
  expect(parts.map(({ words }) => words)).toEqual(["Status: conflict"]);
  expect([{}, { conflicts: 1 }].map((part) => matches(row(part)))).toEqual([false, true]);
});

it("clients that are synced are counted and found as such, whatever their row says of their ledger updates", () => {
  const none = { demo: false, ledger: "Ledger A", queue: null, problem: null, writesToReview: 0, writeProblems: {}, conflicts: 0 };
  const row = (part: object) => ({ ...none, ...part }) as unknown as DashboardRow;
  const counted = renderToStaticMarkup(createElement(SyncChip, { state: "up_to_date", count: "14" }));
  expect(counted.replaceAll(/<[^>]+>/g, "")).toBe("14 synced");
  const { matches } = columnFilter<DashboardRow>(`"${ALL_SYNCED.found}"`, [], clientText, STATUS_PHRASES);
  const rows = [{ state: "up_to_date" }, { state: "up_to_date", conflicts: 1 }, { state: "never_synced" }, { state: "queued" }];
  expect(rows.map((part) => matches(row(part)))).toEqual([true, true, false, false]);
});

it("only what is counted as not synced yet is called so in the column of ages", () => {
  const cell = clientColumns({ ...NARROW, aged: false }).find(({ id }) => id === "asOf")?.cell;
  const said = (state: string) => {
    const row = { demo: false, ledger: "Ledger A", asOf: null, state } as unknown as DashboardRow;
    return renderToStaticMarkup(createElement("p", null, cell?.(row, -1))).replaceAll(/<[^>]+>/g, "");
  };
  expect(["never_synced", "queued", "syncing"].map(said)).toEqual(["Not yet", "Incomplete", "Incomplete"]);
});

it("what comes next in a close stays until every minor column has given way", () => {
  const leaving = (aged: boolean) => {
    const columns = clientColumns({ ...NARROW, aged }).filter(({ optional }) => !optional);
    const gone: string[] = [];
    for (let room = 2_000; room > 1_000; room--) {
      const left = fittingColumns(columns, { needs: {}, room, pinned: 1, kept: ["action"] });
      for (const column of columns) if (!left.includes(column) && !gone.includes(column.id)) gone.push(column.id);
    }
    return gone;
  };
  const between = ["lock", "ledger", "variances", "owner", "queue", "removed", "findings"];
  // Ages of less than a day go first; with one of more than a day, nearly last.
  expect(leaving(false)).toEqual(["asOf", ...between, "blocks"]);
  expect(leaving(true)).toEqual([...between, "asOf", "blocks"]);
});

it("a state has a chip where it needs someone, and is plain text where it ends without anyone", () => {
  const look = (state: Parameters<typeof SyncChip>[0]["state"]) =>
    /class="([^"]*)"/.exec(renderToStaticMarkup(createElement(SyncChip, { state })))?.[1];
  const quiet = look("up_to_date");
  expect((["queued", "syncing", "connecting", "offline", "retrying"] as const).map((state) => look(state) === quiet)).toEqual(
    Array(5).fill(true),
  );
  expect((["needs_sign_in", "failed", "incomplete"] as const).map((state) => look(state) === quiet)).toEqual(Array(3).fill(false));
});

it("what needs someone is named in its row and leads where it is settled", () => {
  const row = {
    ...{ clientId: "a", name: "Wren", state: "up_to_date", queue: null },
    ...{ writesToReview: 2, writeProblems: { rejected: 2 }, conflicts: 1 },
  } as DashboardRow;
  const standing = (part: Partial<DashboardRow>, wide = true) =>
    renderToStaticMarkup(createElement(Standing, { row: { ...row, ...part }, wide }));
  expect(standing({})).toMatch(/href="#\/clients\/a\/writes".*2 rejected.*1 conflict/s);
  // A state that isn't plain is an icon and a word beside them.
  const words = (html: string) => html.replaceAll(/<[^>]*hidden[^>]*>[^<]*|<[^>]+>/g, " ");
  const said = (part: Partial<DashboardRow>, wide = true) =>
    words(standing(part, wide))
      .split(/\s{2,}/)
      .filter(Boolean);
  expect([said({}), said({ state: "queued" }), said({ state: "offline" })]).toEqual([
    ["2 rejected", "1 conflict"],
    ["Queued", "2 rejected", "1 conflict"],
    ["Unavailable", "2 rejected", "1 conflict"],
  ]);
  // Where room is short, the column of problems says it in words: the icon with its tip is enough here.
  expect([said({ state: "queued" }, false), said({ state: "offline" }, false)]).toEqual([
    ["Queued", "2 rejected", "1 conflict"],
    ["2 rejected", "1 conflict"],
  ]);
  expect(standing({ state: "offline" }, false)).toMatch(/title="Unavailable\n.*<svg.*href=/s);
  expect(standing({}, false)).not.toContain("<svg");
  const none = standing({ writesToReview: 0, writeProblems: { rejected: 0, partial: 0, unknown: 0, different: 0 }, conflicts: 0 });
  expect([none.includes("href"), none.includes("Up to date")]).toEqual([false, true]);
  const tied = (part: object) =>
    renderToStaticMarkup(
      createElement(Tied, {
        ...{ clientId: "a", wide: false, rechecking: false },
        counts: { ties: 8, variance: 1, cannotCheck: 0, recheck: false, ...part },
      }),
    );
  expect(tied({})).toMatch(/href="#\/clients\/a\/tie-outs".*1 out of balance/s);
  const isProved = (part: object) => /<svg[^>]*class="[^"]*proof/.test(tied({ variance: 0, ...part }));
  expect([{}, { totalOnly: 2 }, { withinTolerance: 1 }, { accepted: 1 }].map(isProved)).toEqual([true, false, false, false]);
  // The next sync checks again.
  expect([tied({ recheck: true }).includes("href"), tied({ recheck: true }).includes("Recheck needed")]).toEqual([false, true]);
});
