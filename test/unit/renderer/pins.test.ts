import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { PersonView } from "#shared/contract/clients/people.ts";
import type { SettingChange } from "#shared/contract/clients/setting-changes.ts";
import { openStaticWindow } from "#test/support/static-window.ts";

openStaticWindow();
const { PinSection } = await import("../../../src/renderer/features/settings/people/pin-section.tsx");
const { withoutPin } = await import("../../../src/renderer/features/settings/people/pin-dialogs.tsx");
const { PeopleSection } = await import("../../../src/renderer/features/settings/people-section.tsx");
const { ClosePolicySection } = await import("../../../src/renderer/features/settings/close-policy-section.tsx");
const { FirmActivity } = await import("../../../src/renderer/features/settings/activity-section.tsx");
const { PinEntered } = await import("../../../src/renderer/ui/notes/pin-entered.tsx");
const { PinSuggestion } = await import("../../../src/renderer/ui/notes/pin-suggestion.tsx");
const { adviceOnAdding } = await import("../../../src/renderer/features/settings/people/pin-rule.tsx");
const { askForOwnPin, useOwnPin } = await import("../../../src/renderer/state/window/own-pin.ts");
const { PinFields } = await import("../../../src/renderer/ui/dialogs/pin-dialog.tsx");

const person = (name: string, rest: Partial<PersonView> = {}): PersonView => ({
  name,
  fullName: null,
  title: null,
  role: "preparer",
  active: true,
  current: false,
  hasPin: false,
  addedAt: "2026-11-30T09:00:00.000Z" as never,
  ...rest,
});

function shown(element: ReactElement, people: readonly PersonView[], answers: Readonly<Record<string, unknown>> = {}): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  for (const [question, answer] of Object.entries({ "people.list": people, ...answers })) client.setQueryData([question, {}], answer);
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, element));
}

/** The page as it is where one computer has several users. */
function page(people: readonly PersonView[], answers: Readonly<Record<string, unknown>> = {}): string {
  return shown(createElement(PeopleSection), people, { "firm.status": { state: "alone", members: [] }, "keys.list": [], ...answers });
}

/** Per row of people: what is said of the PIN, and each button about it with whether it can be used. */
function pinRows(people: readonly PersonView[]) {
  return [...page(people).matchAll(/<tr><th scope="row"[^>]* title=.*?<\/tr>/g)].map(([row]) => [
    />(Set|Not set)</.exec(row)?.[1],
    ...[...row.matchAll(/<button([^>]*)>([^<]*(?:PIN|Reset)[^<]*)<\/button>/g)].map(([, attributes, word]) => [
      word,
      !attributes?.includes('disabled=""'),
    ]),
  ]);
}

test("people set, change and remove their own PIN, and administrators reset those of others", () => {
  const ana = person("Ana", { role: "admin" });
  const [ben, rita] = [person("Ben"), person("Rita", { role: "reviewer", hasPin: true })];
  expect(pinRows([{ ...ana, current: true }, ben, rita])).toEqual([
    ["Not set", ["Set PIN…", true]],
    ["Not set"],
    ["Set", ["Reset…", true]],
  ]);
  expect(pinRows([ana, ben, { ...rita, current: true }])).toEqual([
    ["Not set"],
    ["Not set"],
    ["Set", ["Change PIN…", true], ["Remove PIN…", true]],
  ]);
  expect(pinRows([ana, { ...ben, current: true }, rita])).toEqual([
    ["Not set"],
    ["Not set", ["Set PIN…", true]],
    ["Set", ["Reset…", false]],
  ]);
});

test("there is one table of people, which says who has a PIN, who sets one, and who can use a button that can't be used", () => {
  const people = [person("Ana", { role: "admin" }), person("Ben", { current: true }), person("Rita", { hasPin: true })];
  const html = page(people);
  expect(html.match(/<table/g)).toHaveLength(1);
  // The person's own name is printed where no other is given, and would look like a value in the field.
  expect(page([person("Ana", { role: "admin", current: true })])).toMatch(/aria-label="Full name of Ana" placeholder="Same as name"/);
  expect(html).toContain('title="People set their own PIN while they&#x27;re the current user."');
  expect(html).toContain('title="Your role doesn&#x27;t allow this. Ask Ana."');
});

test("what is said of somebody who was deactivated can't be changed, and the fields say how it can", () => {
  const html = page([person("Ana", { role: "admin", current: true }), person("Ben", { active: false })]);
  for (const field of ["Full name", "Title"])
    expect(html).toMatch(new RegExp(`aria-label="${field} of Ben" placeholder="–" disabled="" title="Reactivate Ben to change this\\."`));
  expect(html).toMatch(/aria-label="Role of Ben" title="Reactivate Ben to change this\." disabled=""/);
});

test("a person who works alone isn't offered a PIN, but can get rid of one", () => {
  const alone = [person("Ana", { current: true }), person("Ben", { active: false })];
  expect(page(alone)).not.toMatch(/<th scope="col">PIN<|Set PIN|Require a PIN/);
  expect(pinRows([person("Ana", { current: true, hasPin: true })])).toEqual([["Set", ["Change PIN…", true], ["Remove PIN…", true]]]);
});

test("while signing off requires a PIN, a person who works alone can set one, and is told what removing it means", () => {
  const ana = person("Ana", { role: "admin", current: true });
  const html = page([ana], { "people.pinRule": { required: true } });
  for (const said of ["Set PIN…", "Require a PIN to sign off", "until they set a PIN: Ana."]) expect(html).toContain(said);
  expect(withoutPin(true)).toBe(`${withoutPin(false)} You can't sign off without one.`);
});

test("a button that will ask for a PIN ends so, and the page leads to the guide; on a member's computer there is no switching", () => {
  const people = [person("Ana", { role: "admin", current: true }), person("Ben"), person("Rita", { hasPin: true })];
  const words = (name: string) => new RegExp(`aria-label="Switch user to ${name}"[^>]*>(.*?)<`).exec(page(people))?.[1];
  expect([words("Ben"), words("Rita")]).toEqual(["Switch user", "Switch user…"]);
  expect(page(people)).toContain('<a href="#/help/team">');
  const member = page(people, { "firm.status": { state: "online", members: [] } });
  for (const said of ["Switch user", "Set PIN", "Require a PIN"]) expect(member).not.toContain(said);
});

test("administrators require a PIN to sign off, after setting their own; it is suggested where several people share the computer", () => {
  const section = (people: readonly PersonView[], required: boolean) => {
    const html = shown(createElement(PinSection, { people, onMoved: () => undefined }), people, { "people.pinRule": { required } });
    const box = /<input type="checkbox"[^>]*>/.exec(html)?.[0] ?? "";
    return { html, box: [box.includes('checked=""'), !box.includes('disabled=""')] };
  };
  const ana = person("Ana", { role: "admin", current: true, hasPin: true });
  const [ben, vito] = [person("Ben"), person("Vito", { role: "viewer" })];
  expect(section([ana, ben], false).box).toEqual([false, true]);
  expect(section([ana, ben], false).html).toContain("Recommended: without it");
  expect(section([ana], false).html).not.toContain("Recommended");
  expect(section([ana, ben, vito], true).box).toEqual([true, true]);
  expect(section([ana, ben, vito], true).html).toContain("until they set a PIN: Ben.");
  const without = section([{ ...ana, hasPin: false }, ben], false);
  expect(without.box).toEqual([false, true]);
  expect(without.html).toContain("Set your own PIN to turn this on.");
  expect(section([{ ...ana, hasPin: false }, ben], true).html).toContain("Set your own PIN to turn this off.");
  const reviewer = section([{ ...ana, role: "reviewer" }, person("Rita", { role: "admin" })], true);
  expect(reviewer.box).toEqual([true, false]);
  expect(reviewer.html).toContain('title="Only administrators can change this."');
});

test("a key's fingerprint has all the digits that a pack shows, so that people can compare them", () => {
  const ended = null;
  const key = { keyId: "0123456789abcdef".repeat(4), person: "Ana", machine: "laptop", addedAt: "2026-11-30T09:00:00.000Z", ended };
  const html = page([person("Ana", { role: "admin", current: true })], { "keys.list": [key] });
  expect(html).toContain(">0123 4567 89ab cdef 0123 4567 89ab cdef</code>");
});

test("a sign-off says that a PIN was entered, and that none was only where one is required", () => {
  const people = [person("Ana", { current: true, hasPin: true }), person("Ben")];
  const words = (withPin: boolean | undefined, required: boolean, state = "alone") =>
    shown(createElement(PinEntered, { withPin }), people, { "firm.status": { state, members: [] }, "people.pinRule": { required } })
      .replaceAll(/<[^>]+>/g, "")
      .trim();
  expect([words(true, true), words(true, false)]).toEqual(["(PIN entered)", "(PIN entered)"]);
  expect([words(undefined, true), words(undefined, false)]).toEqual(["(no PIN entered)", ""]);
  expect(words(undefined, true, "online"), "a computer that is one person's has no PINs").toBe("");
});

test("before a sign-off that asks for no PIN, people who share the computer read what that means, and who can change it", () => {
  const ana = person("Ana", { role: "admin", current: true });
  const ben = person("Ben");
  const words = (people: readonly PersonView[], required = false, state = "alone", act: "sign-off" | "pack" = "sign-off") =>
    shown(createElement(PinSuggestion, { act }), people, { "firm.status": { state, members: [] }, "people.pinRule": { required } });
  expect(words([ana, ben])).toContain("require a PIN, so anyone using this computer account could sign off as Ana.");
  expect(words([ana, ben])).toContain('You can change this under <a href="#/settings/people">');
  expect(words([ana, ben], false, "alone", "pack")).toContain("Creating a pack doesn&#x27;t require a PIN");
  const asBen = words([
    { ...ana, current: false },
    { ...ben, current: true },
  ]);
  expect(asBen).toContain("could sign off as Ben. An administrator can change this.");
  expect(asBen).not.toContain("<a ");
  const nothing = [words([ana]), words([ana, { ...ben, active: false }]), words([ana, ben], true), words([ana, ben], false, "online")];
  expect(nothing).toEqual(["", "", "", ""]);
  expect(shown(createElement(PinSuggestion), [ana, ben]), "not before it's known").toBe("");
});

test("who adds the second person on a computer is advised once to require a PIN", () => {
  const [ana, ben] = [person("Ana", { role: "admin", current: true }), person("Ben")];
  expect(adviceOnAdding("Rita", [ana], true)).toMatch(/^Rita added\. .* turn on “Require a PIN to sign off” below the table\.$/);
  expect(adviceOnAdding("Rita", [ana, { ...ben, active: false }], true)).not.toBeNull();
  expect([adviceOnAdding("Rita", [ana, ben], true), adviceOnAdding("Rita", [ana], false)]).toEqual([null, null]);
});

test("everything that waits for the current user's PIN asks once, and each later need asks again", async () => {
  const first = [askForOwnPin(), askForOwnPin()];
  useOwnPin.getState().answer?.(true);
  expect(await Promise.all(first)).toEqual([true, true]);
  expect(useOwnPin.getState().answer).toBeNull();
  const second = askForOwnPin();
  useOwnPin.getState().answer?.(false);
  expect(await second).toBe(false);
});

test("a wrong PIN is told at its field, and what is about none below them all", () => {
  const fields = [
    { id: "currentPin", name: "Current PIN" },
    { id: "newPin", name: "New PIN", hint: "4 to 12 digits", isNew: true },
  ];
  const html = (field?: string) => {
    const refused = { code: "invalid_input", message: "That PIN isn't right.", next: "Wait 1 minute, then try again." } as const;
    const failure = field === undefined ? refused : { ...refused, field };
    const typed = { currentPin: "0000" };
    return renderToStaticMarkup(createElement(PinFields, { fields, typed, refused: failure, onTyped: () => undefined }));
  };
  const inputs = [...html("currentPin").matchAll(/<input[^>]*>/g)].map(([input]) => input);
  expect(inputs.map((input) => /aria-label="(.*?)"/.exec(input)?.[1])).toEqual(["Current PIN", "New PIN"]);
  expect(inputs.map((input) => input.includes('aria-invalid="true"'))).toEqual([true, false]);
  for (const input of inputs) expect(input).toContain('type="password"');
  expect(inputs.map((input) => input.includes("data-first-focus"))).toEqual([true, false]);
  expect(html("currentPin")).toContain("That PIN isn&#x27;t right. Wait 1 minute, then try again.");
  expect(html("currentPin")).toContain("4 to 12 digits");
  expect([html("currentPin").includes('role="alert"'), html().includes('role="alert"')]).toEqual([false, true]);
});

test("the close policy says where tie-outs count, and that nobody reviews what they prepared", () => {
  const html = shown(createElement(ClosePolicySection), [person("Ana", { role: "admin", current: true })]);
  const [, note] = /id="policy-tasks-note"[^>]*>(.*?)<\/p>/.exec(html) ?? [];
  expect(note).toMatch(/^Includes tie-outs on the checklist that are out of balance or can/);
  expect(html).toContain('aria-describedby="policy-tasks-note"');
  expect(html).toMatch(/Same preparer and reviewer<\/span><p[^>]*>Never allowed /);
});

test("the firm's activity says who set, removed or reset a PIN, and offers no undo of it", () => {
  const change = (what: SettingChange["what"], by: string, id: string): SettingChange => ({
    changeId: `person_pin:${id}`,
    kind: "person_pin",
    subject: "Rita",
    before: null,
    after: null,
    what,
    person: `${by}@desk`,
    at: "2026-11-30T09:00:00.000Z",
    undoneBy: null,
  });
  const changes = [change("removed", "Ana", "3"), change("removed", "Rita", "2"), change("added", "Rita", "1")];
  const rule = [
    { ...change("added", "Ana", "5"), subject: "" },
    { ...change("removed", "Ana", "4"), subject: "" },
  ];
  const answers = { "firm.activity": [...rule, ...changes] };
  const html = shown(createElement(FirmActivity), [person("Ana", { role: "admin", current: true })], answers);
  expect([...html.matchAll(/PIN [a-z ]+ to sign off/g)].map(([said]) => said)).toEqual([
    "PIN required to sign off",
    "PIN no longer required to sign off",
  ]);
  expect([...html.matchAll(/PIN \w+: Rita/g)].map(([said]) => said)).toEqual(["PIN reset: Rita", "PIN removed: Rita", "PIN set: Rita"]);
  expect(html).not.toContain("<button");
});
