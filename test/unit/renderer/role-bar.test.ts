import { readdirSync, readFileSync } from "node:fs";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, expect, test, vi } from "vitest";
import type { ConnectionView } from "#shared/contract/clients/clients.ts";
import type { FluxReview, FluxRow } from "#shared/contract/reports/flux.ts";
import type { ClientSync } from "#shared/contract/sync/sync.ts";
import { PERSON_ROLES, type PersonRole } from "#shared/model/close/person.ts";

const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
/** Enough of a document for the dialogs' focus events. */
const page = { addEventListener: () => undefined, querySelector: () => null, querySelectorAll: () => [], activeElement: null };
vi.stubGlobal("window", {
  addEventListener: () => undefined,
  HTMLElement: class {},
  screen: {},
  document: page,
  matchMedia: () => ({ addEventListener: () => undefined }),
  location: { hash: "", search: "", pathname: "/", href: "http://localhost/" },
  localStorage: storage,
  sessionStorage: storage,
});
vi.stubGlobal("document", page);
// A clock that ticks has no moment for a server's rendering.
vi.mock("../../../src/renderer/state/window/now.ts", () => ({ useNow: () => Date.UTC(2026, 10, 21) }));
afterAll(() => void vi.unstubAllGlobals());
const { settleRole } = await import("../../../src/renderer/state/core/attention-actions.ts");
const { SyncActs } = await import("../../../src/renderer/features/sync/sync-actions.tsx");
const { BulkBar } = await import("../../../src/renderer/features/flux/bulk-bar.tsx");
const { ExplanationForm } = await import("../../../src/renderer/features/flux/explanation-form.tsx");
const { Stamps } = await import("../../../src/renderer/features/flux/sign-offs.tsx");
const { apart, matchingCommands, paletteCommands } = await import("../../../src/renderer/features/shell/commands/palette-commands.ts");
const { useCommandEnter } = await import("../../../src/renderer/state/window/command-enter.ts");
const { ConnectedAs } = await import("../../../src/renderer/features/connection/connected-as.tsx");
const { Button } = await import("../../../src/renderer/ui/controls/button.tsx");
const { keyFileTooLarge } = await import("../../../src/renderer/features/settings/key-section.tsx");
const { FirmActivity } = await import("../../../src/renderer/features/settings/activity-section.tsx");
const { KnownSignIns } = await import("../../../src/renderer/features/settings/firm-computers.tsx");

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
    const sync = { clientId: "c", state, goesFirst: false } as ClientSync;
    const buttons = (role: PersonRole) => shownTo(role, createElement(SyncActs, { sync })).match(/<button[^>]*>/g) ?? [];
    expect(buttons("viewer")).not.toEqual([]);
    for (const button of buttons("viewer")) expect(button).toMatch(/ disabled="".*Ask Ada\./);
    for (const button of buttons("preparer")) expect(button).not.toContain("disabled");
  },
);

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

test("only those who have a button to undo the firm's changes read of one", () => {
  const shown = (role: PersonRole) => shownTo(role, createElement(FirmActivity), { "firm.activity": [] });
  expect(PERSON_ROLES.filter((role) => shown(role).includes("a button to undo it"))).toEqual(["admin"]);
  for (const role of PERSON_ROLES) expect(shown(role)).toContain("with the person who made it");
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

/** The card that says how a connection is signed in. */
function signInCard(authType: string, state: string): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const token = { state, words: "", next: null, keychain: { kind: "keychain", problem: null }, renewedAt: null, accessUntil: null };
  client.setQueryData(["connections.tokenState", { clientId: "c" }], token);
  const connection = {
    clientId: "c",
    ledger: "Ledger A",
    name: "Birch",
    organisation: null,
    authType,
    keyFile: false,
  } as unknown as ConnectionView;
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(ConnectedAs, { connection })));
}

test("the keychain is blamed only for what the keychain did", () => {
  const shown = (state: string) => signInCard("oauth2_authorization_code", state);
  expect(shown("keychain_unavailable")).toContain("Keychain unavailable");
  expect(shown("server_unavailable")).toContain("Firm server unavailable");
  expect(shown("not_shared")).toContain("Sign-in not shared yet");
  expect(shown("unreadable")).toContain("Sign-in unavailable");
});

test("a key file that is too large is refused in words", () => {
  expect(keyFileTooLarge({ size: 4_000_000 })).toBeNull();
  expect(keyFileTooLarge({ size: 4_000_001 })?.message).toContain("larger than 4 MB");
});

test("a connection that nobody signs in to can be connected again once it was ended", () => {
  const shown = (authType: string, state: string) => {
    const html = signInCard(authType, state);
    return [...html.matchAll(/<button[^>]*>(?:<svg.*?<\/svg>)?(.*?)<\/button>/g)].map(([, word]) => word);
  };
  for (const authType of ["oauth2_client_credentials", "bearer_env", "oauth2_refresh", "oauth1_token"]) {
    expect(shown(authType, "ended")).toEqual(["Connect again", "Disconnect"]);
    expect(shown(authType, "unknown")).toEqual(["Disconnect"]);
  }
  expect(shown("oauth2_authorization_code", "ended")).toEqual(["Sign in again", "Disconnect"]);
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

test("what opens a screen is listed apart from what acts, the best match's kind first", () => {
  const commands = paletteCommands({ clientId: "c", name: "Birch Dental" }, () => undefined, null);
  const told = (text: string) => apart(matchingCommands(commands, text)).map(({ words, leads }) => [words, leads ?? false]);
  expect(told("sync")).toEqual([
    ["Sync (Birch Dental)", true],
    ["Queue", true],
    ["Sync Birch Dental now", false],
    ["Sync all clients", false],
  ]);
  expect(told("sync all")).toEqual([["Sync all clients", false]]);
});

test("nothing is barred before the people are known: the core decides anyway", () => {
  expect(buttonFor(null, "admin")).not.toContain("disabled");
});

test("everyone may mark a mention as seen, and a preparer does the rest", () => {
  expect(settleRole({ dismissible: false, kind: "mention" })).toBe("viewer");
  expect(settleRole({ dismissible: true, kind: "mention" })).toBe("preparer");
  expect(settleRole({ dismissible: false, kind: "task" })).toBe("preparer");
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
    "In each ledger listed, revoke Tieout&#x27;s access, then sign in again.",
    "Also replace your app&#x27;s client secret on the ledger&#x27;s developer site.",
  ]);
  expect(shown()).toBe("");
});
