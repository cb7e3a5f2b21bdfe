import { readdirSync, readFileSync } from "node:fs";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { ConnectionView } from "#shared/contract/clients/clients.ts";
import type { InboxItem } from "#shared/contract/clients/inbox.ts";
import type { ReconciliationRow } from "#shared/contract/close/reconciliations.ts";
import type { DisconnectOutcome } from "#shared/contract/connections/sign-in.ts";
import type { FluxReview, FluxRow } from "#shared/contract/reports/flux.ts";
import type { ClientSync } from "#shared/contract/sync/sync.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { Allocation } from "#shared/model/books/allocation.ts";
import type { DocumentType } from "#shared/model/books/document.ts";
import { PERSON_ROLES, type PersonRole } from "#shared/model/close/person.ts";
import type { EntityTreeVersion } from "#shared/model/consolidation/entity-tree.ts";
import { openStaticWindow } from "#test/support/static-window.ts";
import { CallFailure } from "../../../src/renderer/api/call-failure.ts";

openStaticWindow();
// A clock that ticks has no moment for a server's rendering.
vi.mock("../../../src/renderer/state/window/now.ts", () => ({ useNow: () => Date.UTC(2026, 10, 21) }));
const { settleRole } = await import("../../../src/renderer/state/core/attention-actions.ts");
const { ScheduleNote } = await import("../../../src/renderer/features/sync/schedule-note.tsx");
const { SyncActs } = await import("../../../src/renderer/features/sync/sync-actions.tsx");
const { BulkBar } = await import("../../../src/renderer/features/flux/bulk-bar.tsx");
const { ExplanationForm } = await import("../../../src/renderer/features/flux/explanation-form.tsx");
const { Stamps } = await import("../../../src/renderer/features/flux/sign-offs.tsx");
const { apart, matchingCommands, paletteCommands } = await import("../../../src/renderer/features/shell/commands/palette-commands.ts");
const { useCommandEnter } = await import("../../../src/renderer/state/window/command-enter.ts");
const { ConnectedAs } = await import("../../../src/renderer/features/connection/connected-as.tsx");
const { NoConnection } = await import("../../../src/renderer/features/connection/connection-page.tsx");
const { Pairs } = await import("../../../src/renderer/features/consolidation/eliminations/eliminations.tsx");
const { Button } = await import("../../../src/renderer/ui/controls/button.tsx");
const { AttentionList } = await import("../../../src/renderer/ui/notes/attention-list.tsx");
const { DifferenceTransactions } = await import("../../../src/renderer/ui/figures/difference-transactions.tsx");
const { HealthSection } = await import("../../../src/renderer/features/settings/health-section.tsx");
const { keyFileTooLarge } = await import("../../../src/renderer/features/settings/key-section.tsx");
const { FirmActivity } = await import("../../../src/renderer/features/settings/activity-section.tsx");
const { KnownSignIns } = await import("../../../src/renderer/features/settings/firm-computers.tsx");
const { AtOnce, Code } = await import("../../../src/renderer/features/settings/firm-server.tsx");
const { AllocationList } = await import("../../../src/renderer/features/transactions/detail/allocation-list.tsx");
const { BulkSignOff } = await import("../../../src/renderer/features/close/reconciliations/bulk-sign-off.tsx");
const { Commentary } = await import("../../../src/renderer/features/close/packs/commentary.tsx");

/** As a person of this role sees it, in a firm where Ada is an administrator and Rita, a reviewer, has left. */
function shownTo(role: PersonRole | null, element: ReactElement, answers: Readonly<Record<string, unknown>> = {}): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  for (const [question, answer] of Object.entries(answers)) client.setQueryData([question, {}], answer);
  const person = (name: string, is: PersonRole, active: boolean, current: boolean) => ({ name, role: is, active, current });
  const others = [person("Ada", "admin", true, false), person("Rita", "reviewer", false, false)];
  if (role !== null) client.setQueryData(["people.list", {}], [...others, person("Pat", role, true, true)]);
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, element));
}

function buttonFor(role: PersonRole | null, needs: PersonRole): string {
  return shownTo(role, createElement(Button, { needs, title: "Signs off (S)" }, "Sign off"));
}

test.for(PERSON_ROLES.flatMap((role) => PERSON_ROLES.map((needs) => [role, needs] as const)))(
  "a %s and a button that takes a %s",
  ([role, needs]) => {
    const isAble = PERSON_ROLES.indexOf(role) >= PERSON_ROLES.indexOf(needs);
    const html = buttonFor(role, needs);
    expect(html.includes("disabled")).toBe(!isAble);
    expect(html).toContain(isAble ? 'title="Signs off (S)"' : 'title="Your role doesn&#x27;t allow this. Ask Ada."');
  },
);

test.for(["synced", "syncing", "paused", "never_synced"] as const)(
  "a viewer can't act on a sync that is %s, and hears who can",
  (state) => {
    const sync = { clientId: "c", state, goesFirst: false, queue: null } as ClientSync;
    const buttons = (role: PersonRole) => shownTo(role, createElement(SyncActs, { sync })).match(/<button[^>]*>/g) ?? [];
    expect(buttons("viewer")).not.toEqual([]);
    for (const button of buttons("viewer")) expect(button).toMatch(/ disabled="".*Ask Ada\./);
    for (const button of buttons("preparer")) expect(button).not.toContain("disabled");
  },
);

test.for([
  ["up_to_date", ["Full resync", "Pause", "Sync now"]],
  ["syncing", ["Pause", "Prioritize"]],
  ["paused", ["Resume sync"]],
  ["never_synced", ["Estimate first sync", "Start sync"]],
] as const)("the main act on a sync that is %s comes last, as on other screens", ([state, words]) => {
  const sync = { clientId: "c", state, goesFirst: false, queue: null } as ClientSync;
  const acts = shownTo("preparer", createElement(SyncActs, { sync })).matchAll(/<(button|a) .*?<\/\1>/g);
  expect([...acts].map(([act]) => act.replaceAll(/<[^>]+>/g, ""))).toEqual(words);
});

test("nothing is offered that does nothing: a full resync without a sign-in, or going first where nothing is ahead", () => {
  const barred = (part: object) => {
    const sync = { clientId: "c", state: "queued", goesFirst: false, queue: null, ...part } as ClientSync;
    const buttons = shownTo("preparer", createElement(SyncActs, { sync })).matchAll(/<button[^>]*>.*?<\/button>/g);
    return [...buttons].flatMap(([button]) => (button.includes(" disabled") ? [button.replaceAll(/<[^>]+>/g, "")] : []));
  };
  expect(barred({ state: "needs_sign_in" })).toEqual(["Full resync"]);
  const waits = (reason: string, position: number) => barred({ queue: { reason, position, waiting: 1, resumeAt: null } });
  expect([waits("day", 1), waits("turn", 2), waits("app", 1)]).toEqual([["Prioritize"], [], []]);
});

test("automatic sync promises no sync where the limit or safe mode may keep it from starting", () => {
  const row = { clientId: "c", name: "c", inClose: false, lastStartedAt: null, nextAt: "2026-11-21T00:00:00.000Z", everyMinutes: 60 };
  const view = { paused: true, online: true, why: null };
  const shown = (state: "waiting" | "held", safeMode: object | null = null) => {
    const rows = [{ ...row, state, why: "", callsPerRun: 4, callsPerDay: 0, callsAllowedPerDay: null }];
    const note = createElement(ScheduleNote, { clientId: "c", state: "up_to_date", unfinished: false, dayLimit: null, isFirst: false });
    return shownTo("preparer", note, { "schedule.list": { ...view, rows }, "shell.state": { safeMode } });
  };
  expect(shown("waiting")).toContain("The next sync starts in a moment.");
  expect(shown("held")).toContain("Tieout checks the limit again in a moment.");
  expect(shown("waiting")).toContain('title="Ends the pause for all clients on this computer. Clients');
  expect(shown("waiting", { why: "", leave: "" })).toContain("all clients on this computer. In safe mode, automatic sync stays off");
});

test("flux acts take the role that the core asks for", () => {
  const row = { accountId: "a", label: "Rent", explanation: null, returned: null, stamps: [], status: "needed" } as unknown as FluxRow;
  const review = { clientId: "c", period: { id: "month:2026-10" }, comparison: "prior_month", rows: [row] } as unknown as FluxReview;
  const elements = [
    createElement(BulkBar, { review, rows: [row], shown: [row] }),
    createElement(ExplanationForm, { review, row }),
    createElement(Stamps, { review, row }),
  ];
  const barred = (role: PersonRole) =>
    elements.flatMap((element) =>
      [...shownTo(role, element).matchAll(/<button[^>]*title="Your role[^>]*>(.*?)<\/button>/g)].map(([, word]) => word),
    );
  const preparers = ["Explain…", "Sign off as preparer", "Save", "Sign off as preparer"];
  expect(barred("preparer")).toEqual(["Sign off as reviewer", "Sign off as reviewer"]);
  expect(barred("viewer").sort()).toEqual([...preparers, "Sign off as reviewer", "Sign off as reviewer"].sort());
});

test("a preparer's sign-off of accounts doesn't count those that only a reviewer can sign off", () => {
  const row = (accountId: string, preparer: string | null, reviewer: string | null) =>
    ({ accountId, blocked: { preparer, reviewer } }) as unknown as ReconciliationRow;
  const [prepared, untouched] = [row("a", "already", null), row("b", null, "needs_preparer")];
  const shown = (role: PersonRole, ...rows: ReconciliationRow[]) =>
    shownTo(role, createElement(BulkSignOff, { clientId: "c", period: "month:2026-10", rows, isSelection: true }));
  expect(shown("preparer", prepared, untouched)).toContain(">Sign off on 1 account…<");
  expect(shown("reviewer", prepared, untouched)).toContain(">Sign off on 2 accounts…<");
  expect(shown("preparer", prepared)).toMatch(/ disabled="".*None of these accounts is ready for your sign-off\./);
  expect(shown("reviewer", prepared)).not.toContain("disabled");
});

test("commentary says that nothing is written only once that is known", () => {
  const period = { clientId: "c", period: "month:2026-10" };
  const shown = (answer?: readonly [] | CallFailure) => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retryOnMount: false } } });
    const query = client.getQueryCache().build(client, { queryKey: ["commentary.list", period] });
    if (answer instanceof CallFailure) query.setState({ status: "error", error: answer });
    else if (answer !== undefined) query.setData(answer);
    return renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Commentary, period)));
  };
  expect(shown([])).toContain("Nothing written yet");
  expect(shown()).not.toContain("Nothing written yet");
  const failed = shown(new CallFailure({ code: "storage", message: "The disk is full." }));
  expect([failed.includes("Nothing written yet"), failed.includes("The disk is full.")]).toEqual([false, true]);
});

test("only those who can undo the firm's changes read that they can", () => {
  const shown = (role: PersonRole) => shownTo(role, createElement(FirmActivity), { "firm.activity": [] });
  expect(PERSON_ROLES.filter((role) => shown(role).includes("You can undo all but PIN changes."))).toEqual(["admin"]);
  for (const role of PERSON_ROLES) expect(shown(role)).toContain("Changes appear here, with the person who made each one.");
});

test("Ctrl+Enter of a form does nothing for those whose button is disabled", () => {
  vi.stubGlobal("Node", Object);
  const saved: PersonRole[] = [];
  for (const role of PERSON_ROLES) {
    const Form = () => {
      const press = useCommandEnter("reviewer", () => saved.push(role));
      const event = { key: "Enter", ctrlKey: true, target: {}, currentTarget: { contains: () => true }, preventDefault: () => undefined };
      press(event as never);
      press({ ...event, ctrlKey: false, metaKey: false } as never);
      press({ ...event, currentTarget: { contains: () => false } } as never);
      return null;
    };
    shownTo(role, createElement(Form));
  }
  expect(saved).toEqual(["reviewer", "admin"]);
});

/** The card that says how a connection is signed in. `sync`: what the client's last sync came to. */
function signInCard(authType: string, state: string, sync?: string): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const token = { state, words: "", next: null, keychain: { kind: "keychain", problem: null }, renewedAt: null, accessUntil: null };
  client.setQueryData(["connections.tokenState", { clientId: "c" }], token);
  if (sync !== undefined) client.setQueryData(["sync.status", { clientId: "c" }], { state: sync, failure: null, streams: [] });
  const connection = {
    clientId: "c",
    ledger: "Ledger A",
    name: "Birch",
    organisation: null,
    authType,
    keyFile: false,
  } as unknown as ConnectionView;
  const card = createElement(ConnectedAs, { connection, ended: null, onEnded: () => undefined });
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, card));
}

test("the keychain is blamed only for what the keychain did", () => {
  const shown = (state: string) => signInCard("oauth2_authorization_code", state);
  expect(shown("keychain_unavailable")).toContain("Keychain unavailable");
  expect(shown("server_unavailable")).toContain("Firm server unavailable");
  expect(shown("not_shared")).toContain("Sign-in not shared yet");
  expect(shown("unreadable")).toContain("Sign-in unavailable");
});

test("where a removed connection was, the page says what is left to do in the ledger", () => {
  const words = ["The stored tokens were deleted. Also end access to these books in Ledger A.", "The client is disconnected."];
  const shown = (ended: DisconnectOutcome | null) => shownTo("admin", createElement(NoConnection, { clientId: "c", ended }));
  const html = shown({ revoked: "not_offered", words });
  for (const said of [...words, "No ledger is connected"]) expect(html).toContain(said);
  expect(shown(null)).toContain("No ledger is connected");
});

test("a pair names its entities, also where one isn't in the group or has no books", () => {
  const side = (nodeId: string) => ({ nodeId, accountId: null, partyId: null, balance: null, eliminated: decimal("0"), left: null });
  const outcome = { outcome: "not_in_group", reason: null, difference: null } as const;
  const pair = { pairId: "pair-1", name: "Loan", kind: "balance", a: side("entity-1"), b: side("entity-3"), ...outcome } as const;
  const nodes = ["Birch", "Elm", "Quarry"].map((name, at) => ({ id: `entity-${at + 1}`, name }));
  const tree = { treeId: "g", tree: { nodes } } as unknown as EntityTreeVersion;
  const html = shownTo("viewer", createElement(Pairs, { tree, report: { eliminations: [pair], currency: "EUR" } }));
  expect(["Birch", "Quarry", "entity-"].map((words) => html.includes(words))).toEqual([true, true, false]);
});

test("a repair promises the newest good snapshot, which may be an earlier one than the newest", () => {
  const shown = (snapshotAt: string | null) => {
    const client = { clientId: "c", name: "Birch", since: "2026-11-21T08:00:00.000Z", problem: "It can't be opened.", snapshotAt };
    return shownTo("admin", createElement(HealthSection), { "safety.damaged": { clients: [client] } });
  };
  const html = shown("2026-11-20T12:00:00.000Z");
  expect(html).toContain("Restore the newest good snapshot");
  expect(html).toMatch(/The newest snapshot is from .*20.Nov.2026.* Tieout restores an earlier one\./);
  expect(shown(null)).not.toContain("newest");
});

test("of the transactions behind a difference, a payment is named without a link: it has no panel", () => {
  const one = <Type extends string>(id: string, type: Type) => ({ id, number: id, date: null, amount: null, reasons: [], type });
  const documents = [
    one("B-1", "purchase_bill"),
    one("P-9", "payment"),
    { ...one("OP-3", "sales_credit"), unappliedKind: "overpayment" as const },
  ];
  const html = shownTo("viewer", createElement(DifferenceTransactions, { documents, currency: "USD", address: (id: string) => `#${id}` }));
  expect([...html.matchAll(/<a href="#(.*?)"/g)].map(([, id]) => id)).toEqual(["B-1", "OP-3"]);
  for (const name of ["Payment P-9", "Overpayment OP-3"]) expect(html).toContain(name);
});

test("a key file that is too large is refused in words", () => {
  expect(keyFileTooLarge({ size: 4_000_000 })).toBeNull();
  expect(keyFileTooLarge({ size: 4_000_001 })?.message).toContain("larger than 4 MB");
});

test("a connection that nobody signs in to can be connected again once it was ended, and tried again while it's disconnected", () => {
  const shown = (authType: string, state: string, sync?: string) => {
    const html = signInCard(authType, state, sync);
    return [...html.matchAll(/<button[^>]*>(?:<svg.*?<\/svg>)?(.*?)<\/button>/g)].map(([, word]) => word);
  };
  for (const authType of ["oauth2_client_credentials", "bearer_env", "oauth2_refresh", "oauth1_token"]) {
    expect(shown(authType, "ended")).toEqual(["Reconnect", "Disconnect…"]);
    expect(shown(authType, "unknown")).toEqual(["Disconnect…"]);
    // Every other screen of such a client leads here with *Reconnect*.
    expect(shown(authType, "unknown", "needs_sign_in")).toEqual(["Reconnect", "Disconnect…"]);
  }
  expect(shown("oauth2_authorization_code", "ended")).toEqual(["Reconnect", "Disconnect…"]);
});

test("no other place decides what Ctrl+Enter is", () => {
  const folder = new URL("../../../src/renderer/", import.meta.url);
  const own = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && /"Enter" && \(\w+\.ctrlKey/.test(readFileSync(new URL(name, folder), "utf8")))
    .filter((name) => !name.endsWith("command-enter.ts"));
  expect(own).toEqual([]);
});

test("the palette's syncs say who can start them, and nothing else is barred for a viewer", () => {
  const client = { clientId: "c", name: "Birch Dental" };
  const barred = (bar: string | null) =>
    paletteCommands(client, () => undefined, bar).flatMap((command) => ((command.bar ?? null) === null ? [] : [command.words]));
  expect(barred("Ada can.")).toEqual(["Sync Birch Dental now", "Sync all clients"]);
  expect(barred(null)).toEqual([]);
});

test("what acts is listed apart from what opens a screen, and first where it begins as typed; the firm's is first on its screens", () => {
  const told = (text: string, isLast = false) => {
    const commands = paletteCommands({ clientId: "c", name: "Birch Dental", isLast }, () => undefined, null);
    return apart(matchingCommands(commands, text)).map(({ words, leads }) => `${leads ? "go" : "do"}: ${words}`);
  };
  const [own, all, ...screens] = ["do: Sync Birch Dental now", "do: Sync all clients", "go: Sync (Birch Dental)", "go: Queue"];
  expect(told("sync")).toEqual([own, all, ...screens]);
  expect(told("sync", true)).toEqual([all, own, ...screens]);
  expect([told("sync all"), told("", true)[0]]).toEqual([[all], "go: All clients"]);
});

test("a payment is deleted by those who may, and of an invoice it is a receipt", () => {
  const amount = { amount: "5.00", currency: "NZD" };
  const allocation = { fromKind: "payment", fromId: "Payment:9", toId: "Invoice:7", amount } as unknown as Allocation;
  const shown = (role: PersonRole, type: DocumentType) => {
    const list = { allocations: [allocation], names: { "Payment:9": "R-7" }, removed: false };
    const html = shownTo(role, createElement(AllocationList, { clientId: "c", documentId: "Invoice:7", type, ...list }));
    return html.replaceAll(/<[^>]+>/g, "");
  };
  expect(shown("preparer", "sales_invoice")).toContain("Receipt (R-7) Delete receipt");
  expect(shown("preparer", "purchase_bill")).toContain("Payment (R-7) Delete payment");
  expect(shown("viewer", "sales_invoice")).not.toContain("Delete");
});

test("nothing is barred before the people are known: the core decides anyway", () => {
  expect(buttonFor(null, "admin")).not.toContain("disabled");
});

test("everyone may mark a mention as read, and a preparer does the rest", () => {
  expect(settleRole({ dismissible: false, kind: "mention" })).toBe("viewer");
  expect(settleRole({ dismissible: true, kind: "mention" })).toBe("preparer");
  expect(settleRole({ dismissible: false, kind: "task" })).toBe("preparer");
});

test("every row of the inbox names its client, also where a client has several, and an update its state", () => {
  const nothing = { detail: null, person: null, due: null, at: "2026-11-20T00:00:00Z", client: "Elm Ltd", address: "/x" };
  const kinds = [{ kind: "close" }, { kind: "write", writeState: "rejected" }, { kind: "write", writeState: "accepted" }];
  const items = kinds.map((one, at) => ({ ...nothing, ...one, key: String(at), title: one.kind }));
  const list = createElement(AttentionList, { label: "Late", items: items as unknown as InboxItem[], place: "inbox" });
  const html = shownTo("preparer", list);
  const states = [...html.matchAll(/>Elm Ltd<\/a>(?:<span[^>]*>([^<]*))?/g)].map(([, state]) => state);
  expect(states).toEqual([undefined, "Rejected", undefined]);
});

test("whoever removes a lost computer reads which sign-ins to revoke", () => {
  const shown = (...known: { isApp: boolean; ledger: string | null; clients: string[] }[]) =>
    shownTo("viewer", createElement(KnownSignIns, { revoked: { person: "Rita", name: "LAPTOP-7", resealed: 1, known } }));
  const html = shown(
    { isApp: false, ledger: "Ledger B", clients: ["Birch", "Elm"] },
    { isApp: true, ledger: null, clients: ["Birch"] },
    { isApp: true, ledger: "Ledger B", clients: [""] },
  );
  expect([...html.matchAll(/<(?:p|li)>(.*?)<\//g)].map(([, words]) => words)).toEqual([
    "The computer LAPTOP-7 had access to these ledger sign-ins:",
    "Ledger B: Birch, Elm",
    "Ledger: Birch (client secret of your app)",
    "Ledger B: client secret of your app",
    "For each client secret listed, create a new one on the ledger&#x27;s developer site and enter it in Tieout.",
    "In each ledger listed, revoke Tieout&#x27;s access, then sign in again.",
  ]);
  expect(shown()).toBe("");
});

test("inviting somebody who is in the firm says, before and after, that the role and the access change at once", () => {
  const member = { person: "Rita", role: "preparer", disabledAt: "2026-11-21T09:00:00.000Z" as never, clients: null } as const;
  const words = (element: ReactElement) => [...renderToStaticMarkup(element).matchAll(/<span[^>]*>(.*?)<\//g)].map(([, said]) => said);
  expect(words(createElement(AtOnce, { member, role: "reviewer" }))).toEqual([
    "Rita is already in the firm. The invitation changes this person&#x27;s role from preparer to reviewer at once.",
    "Rita is deactivated. The invitation reactivates this person at once.",
  ]);
  expect(words(createElement(AtOnce, { member: { ...member, disabledAt: null }, role: "preparer" }))).toEqual([]);
  const invitation = { person: "Rita", role: "reviewer", code: "tieout-join-1", until: "2026-11-24T09:00:00.000Z" as never } as const;
  const before = { role: "preparer", deactivated: true } as const;
  expect(words(createElement(Code, { invitation: { ...invitation, before }, isOwn: false })).slice(0, 2)).toEqual([
    "Rita&#x27;s role has changed from preparer to reviewer.",
    "Rita was deactivated and has been reactivated.",
  ]);
  expect(words(createElement(Code, { invitation: { ...invitation, before: null }, isOwn: false }))).toHaveLength(1);
});
