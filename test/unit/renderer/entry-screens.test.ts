import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { DocumentSide } from "#shared/contract/books/documents.ts";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { PersonRole } from "#shared/model/close/person.ts";
import type { JobItem, WriteCheck, WriteJob } from "#shared/model/ledger/write.ts";
import { openStaticWindow } from "#test/support/static-window.ts";

openStaticWindow();
// A clock that ticks has no moment for a server's rendering.
vi.mock("../../../src/renderer/state/window/now.ts", () => ({ useNow: () => Date.UTC(2026, 10, 21) }));
const { today } = await import("../../../src/renderer/api/clock.ts");
const { markedFields } = await import("../../../src/renderer/format/labels/write-labels.ts");
const { BillActs } = await import("../../../src/renderer/features/checks/duplicates/bill-acts.tsx");
const { CallFailure } = await import("../../../src/renderer/api/call-failure.ts");
const { FirstSyncNote } = await import("../../../src/renderer/features/clients/first-sync-note.tsx");
const { RefusedRecords } = await import("../../../src/renderer/features/settings/refused-records.tsx");
const { retryAll } = await import("../../../src/renderer/features/settings/retry-refused.ts");
const { ClientAge, FirmAge } = await import("../../../src/renderer/features/shell/sync-age.tsx");
const { DuplicateNote } = await import("../../../src/renderer/features/transactions/detail/duplicate-note.tsx");
const { TotalsFooter } = await import("../../../src/renderer/features/transactions/totals-footer.tsx");
const { WriteLinks } = await import("../../../src/renderer/features/transactions/detail/write-links.tsx");
const { checkedNote, markedNote } = await import("../../../src/renderer/features/writes/field-errors.ts");
const { isPaymentFieldShown } = await import("../../../src/renderer/features/writes/payments/payment-fields.tsx");
const { isFieldShown } = await import("../../../src/renderer/features/writes/transactions/transaction-fields.tsx");
const { EntryFields } = await import("../../../src/renderer/features/writes/entry-fields.tsx");
const { NewPage } = await import("../../../src/renderer/features/writes/new-page.tsx");
const { useJournalDay, useJournalDayHint } = await import("../../../src/renderer/features/writes/use-journal-day.ts");
const { FormNote } = await import("../../../src/renderer/features/writes/transactions/form-note.tsx");
const { JobActs, needsAdministrator, partialText, rejectedText } = await import(
  "../../../src/renderer/features/writes/queue/job-actions.tsx"
);
const { itemsToTell, JobItems } = await import("../../../src/renderer/features/writes/queue/job-items.tsx");
const { jobColumns } = await import("../../../src/renderer/features/writes/queue/job-columns.tsx");
const { NoUpdates } = await import("../../../src/renderer/features/writes/queue/write-queue.tsx");
const { correctionText } = await import("../../../src/renderer/features/writes/retry-page.tsx");
const { CheckList, checksTold } = await import("../../../src/renderer/features/writes/review/check-list.tsx");
const { useCanStartSync } = await import("../../../src/renderer/state/core/live-sync.ts");
const { NewMenu } = await import("../../../src/renderer/ui/layout/new-menu.tsx");
const { UnbrokenText } = await import("../../../src/renderer/ui/feedback/unbroken-text.tsx");
const { fittingColumns } = await import("../../../src/renderer/ui/grid/column-widths.ts");

/** As a person of this role sees it, with what the core answered. */
function shownTo(role: PersonRole, element: ReactElement, ...answers: (readonly [question: string, input: object, answer: unknown])[]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  for (const [question, input, answer] of answers) client.setQueryData([question, input], answer);
  const person = (name: string, is: PersonRole, current: boolean) => ({ name, role: is, active: true, current });
  client.setQueryData(["people.list", {}], [person("Ada", "admin", false), person("Pat", role, true)]);
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, element));
}

test("a form's fields are live for those who can send what they enter, and for nobody else", () => {
  const fields = createElement(EntryFields, null, createElement("input"));
  expect(shownTo("preparer", fields)).not.toContain("disabled");
  expect(shownTo("viewer", fields)).toMatch(/^<fieldset[^>]* disabled=""/);
});

test("a viewer finds no blank form to enter something in, but who can enter it", () => {
  for (const form of ["bill", "payment"] as const) {
    const words = shownTo("viewer", createElement(NewPage, { clientId: "c", form })).replaceAll(/<[^>]*>/g, " ");
    expect(words).toContain("You can view transactions but not enter them");
    expect(words).toContain("To have a transaction entered, ask Ada.");
    expect(shownTo("preparer", createElement(NewPage, { clientId: "c", form }))).not.toContain("You can view");
  }
});

test("a new journal is dated at the end of a past period that is being closed, and today while that runs or once it's locked", () => {
  const Day = () => createElement("p", null, useJournalDay("c") ?? "not known yet");
  const Hint = () => createElement("p", null, useJournalDayHint("c", useJournalDay("c") ?? "") ?? "no hint");
  const dated = (month: string, end: string, canPost?: boolean, shown = Day) => {
    const period = { id: `month:${month}`, label: month, start: `${month}-01`, end, isAdjustment: false };
    return shownTo(
      "preparer",
      createElement(shown),
      ["clients.list", {}, { rows: [{ clientId: "c", period: month }] }],
      ["periods.list", { clientId: "c" }, [period]],
      ...(canPost === undefined ? [] : [["posting.check", { clientId: "c", date: end, module: "gl" }, { canPost }] as const]),
    );
  };
  const now = `<p>${today()}</p>`;
  // The ledger's own periods may end on another day than the month.
  expect(dated("2025-10", "2025-10-26", true)).toBe("<p>2025-10-26</p>");
  expect([dated("2025-10", "2025-10-31", false), dated("2999-10", "2999-10-31")]).toEqual([now, now]);
  expect(dated("2025-10", "2025-10-31")).toBe("<p>not known yet</p>");
  const hints = [true, false].map((open) => dated("2025-10", "2025-10-31", open, Hint));
  expect(hints).toEqual(["<p>End of October 2025</p>", "<p>no hint</p>"]);
});

test("the only part of an update isn't named and judged a second time below its panel's title and state", () => {
  const item: JobItem = { operation: 0, part: 0, outcome: "rejected", title: "New bill INV-1", reference: null, message: "No." };
  const told = (...items: JobItem[]) => itemsToTell({ state: "rejected", items }, "No.");
  expect([told(item), told({ ...item, message: "Yes." }), told(item, item)].map(({ length }) => length)).toEqual([0, 1, 2]);
  // What was refused isn't in the ledger to be looked for; what may be there is.
  expect(told({ ...item, reference: "tieout-1" })).toEqual([]);
  const lost = { ...item, outcome: "unknown" as const, reference: "tieout-1" };
  expect(itemsToTell({ state: "unknown", items: [lost] }, "No.")).toEqual([lost]);
  const shown = (...items: JobItem[]) =>
    shownTo("viewer", createElement(JobItems, { clientId: "c", items, job: { state: "rejected", operations: [] }, told: "No." }));
  const one = shown({ ...item, reference: "tieout-1", ledgerError: { status: 400, body: "{}", request: "POST /bills" } });
  expect(one).toContain("<dt>Reference</dt><dd>tieout-1</dd>");
  // The panel has one fold for codes and answers, at its end.
  expect(one).not.toContain("Technical details");
  for (const words of ["Rejected", "INV-1"]) expect([one.includes(words), shown(item, item).includes(words)]).toEqual([false, true]);
});

test("a rejection by the ledger says that the update passed Tieout's checks, and what to do about a field that no form has", () => {
  const ledgerError = { status: 400, body: "{}", request: "POST /bills" };
  const document = { type: "purchase_bill", issueDate: "2026-11-18", currency: "USD", status: "open", lines: [] };
  const told = (operation: object, ...items: object[]) =>
    rejectedText({ state: "rejected", operations: [operation], items, failure: null } as unknown as WriteJob);
  const [bill, removal] = [
    { kind: "create_document", document },
    { kind: "void", id: "Bill:1" },
  ];
  expect(told(bill, { ledgerError })).toMatch(
    /^The update passed Tieout's checks, but the ledger rejected it\. .* choose “Edit and review again\.” If the ledger asks/,
  );
  expect(told(removal, { ledgerError })).toMatch(/^The update passed Tieout's checks, but the ledger .* choose “Copy to a new draft\.”/);
  expect(told(bill, {})).toContain("Fix any problem first, then choose “Copy to a new draft.”");
});

test("a rejection that names a field says whether Tieout's form has it, and editing is offered only if it may help", () => {
  const ledgerError = { status: 400, body: "{}", request: "POST /bills" };
  const document = { type: "purchase_bill", issueDate: "2026-11-18", currency: "USD", status: "open", lines: [] };
  const bill = { kind: "create_document", document };
  const job = (operation: object, field?: string | null) => {
    const label = { id: "custbody7", label: "Owner", ...(field === undefined ? {} : { field }) };
    const item = { operation: 0, part: 0, outcome: "rejected", title: "New bill 7", reference: null, ledgerError, fieldLabels: [label] };
    return { jobId: "j", state: "rejected", operations: [operation], items: [item], failure: null, checks: [] } as unknown as WriteJob;
  };
  const isFirst = (of: WriteJob) =>
    /<a[^>]*primary[^>]*>Edit and review again/.test(shownTo("preparer", createElement(JobActs, { clientId: "c", job: of })));
  const [unknown, outside, inside] = [job(bill), job(bill, null), job(bill, "issueDate")];
  expect([unknown, outside, inside].map(isFirst)).toEqual([true, false, true]);
  // There the ledger's administrator comes first.
  expect([unknown, outside, inside].map(needsAdministrator)).toEqual([false, true, false]);
  const acts = shownTo("preparer", createElement(JobActs, { clientId: "c", job: outside }));
  expect(["Copy to a new draft", "Edit and review again"].map((word) => acts.includes(`>${word}<`))).toEqual([true, false]);
  expect(rejectedText(outside)).toContain("This field isn't in Tieout's form. Enter the transaction in the ledger instead. Or ask");
  expect(rejectedText(job({ kind: "void", id: "Bill:1" }, null))).toContain("Enter it on the transaction in the ledger, or ask");
  expect(rejectedText(inside)).toContain("To fix the problem, choose “Edit and review again.”");
  expect(correctionText(outside)).toMatch(/^The ledger calls this field “Owner\.” Nothing was posted\. This field isn't in /);
  expect(correctionText(inside)).toMatch(/^This field is “Owner” in Tieout's form\. Nothing was posted\. Fix the problem, then review/);
  expect(markedFields(inside.items)).toEqual({ issueDate: "The ledger rejected “Owner.”" });
  expect(markedFields(outside.items)).toEqual({});
});

test("an update in the inbox can be dismissed where it's shown, and one that isn't there can't", () => {
  const job = { jobId: "j", state: "rejected", operations: [], items: [], failure: null, checks: [] } as unknown as WriteJob;
  const buttons = (...items: object[]) =>
    shownTo("preparer", createElement(JobActs, { clientId: "c", job }), ["inbox.list", { clientId: "c" }, { items }]);
  const notice = (jobId: string) => ({ key: `write/c/${jobId}/rejected`, kind: "write", dismissible: true });
  const withNotice = [[], [notice("other")], [notice("j")]].map((items) => buttons(...items).includes(">Dismiss from inbox<"));
  expect(withNotice).toEqual([false, false, true]);
});

test("the number of a transaction stays whole at the end of a line, and a word with a hyphen needn't", () => {
  const html = renderToStaticMarkup(createElement(UnbrokenText, { text: "Not posted: New bill INV-2203, 18 Nov 2026. It is read-only." }));
  expect(html).toMatch(/^Not posted: New bill <span[^>]*>INV-2203<\/span>, 18\u00a0Nov\u00a02026\. It is read-only\.$/);
});

test("the rest of an update that asks for a field that no form has isn't offered to be fixed in Tieout first", () => {
  const posted = { operation: 0, part: 0, outcome: "accepted", title: "New bill 7", reference: null };
  const rejected = (field: string | null) => ({
    ...{ ...posted, operation: 1, outcome: "rejected", title: "New bill 8" },
    fieldLabels: [{ id: "custbody7", label: "Owner", field }],
  });
  const job = (...items: object[]) =>
    ({ jobId: "j", state: "partial", operations: [], items, failure: null, checks: [] }) as unknown as WriteJob;
  const isFirst = (of: WriteJob) =>
    /<button[^>]*primary[^>]*>Finish the rest/.test(shownTo("preparer", createElement(JobActs, { clientId: "c", job: of })));
  const [inside, outside] = [job(posted, rejected("memo")), job(posted, rejected(null))];
  expect([inside, outside].map(isFirst)).toEqual([true, false]);
  expect(partialText(inside)).toBe("What's posted doesn't change. Fix the problem, then finish the rest.");
  expect(partialText(outside)).toContain("because of a field that isn't in Tieout's form. Enter the rest in the ledger instead. Or ask");
});

test("a viewer sees the ways to change a transaction disabled, with who can", () => {
  const amount = { amount: "5.00", currency: "NZD" };
  const document = { id: "Bill:1", type: "purchase_bill", status: "open", outstanding: amount, removedDetectedAt: null };
  const html = shownTo("viewer", createElement(WriteLinks, { clientId: "c", view: { document } as never }));
  expect(html).not.toContain("href");
  const barred = [...html.matchAll(/<button[^>]* disabled="" title="Your role doesn&#x27;t allow this\. Ask Ada\."[^>]*>(\w+)/g)];
  expect(barred.map(([, word]) => word)).toEqual(["Pay", "Edit", "More"]);
});

test("a bill that may be there twice says so beside its acts, and paying it is no longer the first of them", () => {
  const amount = { amount: "5.00", currency: "NZD" };
  const document = { id: "Bill:1", type: "purchase_bill", status: "open", outstanding: amount, removedDetectedAt: null };
  const pay = (isDoubtful: boolean) =>
    shownTo("viewer", createElement(WriteLinks, { clientId: "c", view: { document } as never, isDoubtful }));
  expect([false, true].map((isDoubtful) => /<button[^>]*primary[^>]*>Pay</.test(pay(isDoubtful)))).toEqual([true, false]);
  const order = (isDoubtful: boolean) => [...pay(isDoubtful).matchAll(/>(Pay|Edit)</g)].map(([, word]) => word);
  expect([order(false), order(true)]).toEqual([
    ["Pay", "Edit"],
    ["Edit", "Pay"],
  ]);
  const bill = (id: string, number: string, status: "open" | "paid") => ({
    ...{ id, partyId: "v", partyName: "Elm", taxIdentifier: null, number, reference: null, date: calendarDate("2026-11-12") },
    ...{ currency: "NZD", total: decimal("5.00"), type: "purchase_bill" as const, status },
  });
  const documents = [bill("Bill:2", "SVC7", "paid"), bill("Bill:1", "SVC-7", "open")] as const;
  const pairs = { rows: [{ id: "Bill:1|Bill:2", score: 97, reasons: [], documents, dismissal: null }], found: 4, dismissed: 0, cut: [] };
  const html = shownTo("viewer", createElement(DuplicateNote, { clientId: "c", documentId: "Bill:1", pairs }));
  const words = html.replaceAll(/<[^>]*>/g, "");
  for (const said of ["Very likely duplicate: Bill SVC7, 12 Nov 2026", "Bill SVC7 is already paid.", "3 more possible duplicates"])
    expect(words).toContain(said);
  expect(html).toContain('href="#/clients/c/checks/duplicates-Bill%3A1"');
});

test("a bill in a locked period isn't voided: its card says why, and offers a vendor credit", () => {
  const date = calendarDate("2026-06-04");
  const bill = {
    ...{ id: "Bill:1", partyId: "v", partyName: "Elm", taxIdentifier: null, number: "7", reference: null, date },
    ...{ currency: "NZD", total: decimal("5.00"), type: "purchase_bill" as const, status: "paid" as const },
  };
  const shown = (canPost: boolean) =>
    shownTo(
      "preparer",
      createElement(BillActs, { clientId: "c", bill }),
      ["documents.show", { clientId: "c", id: bill.id }, { document: { id: bill.id, allocations: [] } }],
      ["writes.withdrawals", { clientId: "c", id: bill.id }, ["void"]],
      ["posting.check", { clientId: "c", date, module: "ap" }, { canPost, firstPostableDate: calendarDate("2026-09-01") }],
    );
  const [locked, paid] = [shown(false), shown(true)];
  expect(locked).toContain("4\u00a0Jun\u00a02026 is locked, so this bill can&#x27;t be voided.");
  expect(locked).not.toContain("Void 7");
  expect(paid).toContain("This bill is paid, so the ledger may not allow voiding it.");
  expect(paid).toMatch(/<a [^>]*>Void 7</);
  for (const html of [locked, paid]) expect(html).toMatch(/<a [^>]*>New vendor credit</);
  // Before the lock is known nothing is offered, not even disabled.
  expect(shownTo("preparer", createElement(BillActs, { clientId: "c", bill }))).not.toContain("Void 7");
});

test("beside an update, its state and the reason stay, who created it goes first, and sentences go on in a second line", () => {
  const needs = { title: 170, facts: 300, state: 120, person: 90, when: 96, why: 700 };
  const columns = jobColumns(() => null, { isOffline: false, isSafeMode: false });
  const shown = (room: number) => fittingColumns(columns, { needs, room, pinned: 0, kept: [], beside: true }).map(({ id }) => id);
  expect(shown(1200)).toEqual(["title", "facts", "state", "person", "when", "why"]);
  expect([760, 610].map((room) => shown(room).join(" "))).toEqual(["title state when why", "title state why"]);
  expect(columns.filter(({ wraps }) => wraps).map(({ id }) => id)).toEqual(["title", "facts", "why"]);
});

test("the contact in an update's details is filtered and exported as it is shown", () => {
  const payment = { kind: "create_payment", payment: { date: "2026-11-18", party: { id: "elm" }, allocations: [] } };
  const job = { title: "Payment", items: [], operations: [payment] } as unknown as WriteJob;
  const details = jobColumns(() => "Elm Optics", { isOffline: false, isSafeMode: false }).find(({ id }) => id === "facts");
  expect(details?.value?.(job)).toMatch(/, Elm Optics$/);
  expect(renderToStaticMarkup(createElement("div", null, details?.cell(job, -1)))).toContain(`${details?.value?.(job)}`);
});

test("an error of a field that the form doesn't draw is said in words, beside what is highlighted", () => {
  const organisation = { baseCurrency: "NZD", entities: [] } as never;
  const shown = (currency: string, exists = false) => {
    const form = { type: "purchase_bill", currency, entityId: "" };
    return (field: string) => isFieldShown(field, { form, exists, organisation, aids: { refused: {} } } as never);
  };
  const changed = { seenHash: "Bill 7 has changed." };
  expect(checkedNote(changed, shown("NZD", true))).toBe("Bill 7 has changed.");
  const both = { ...changed, memo: "Too long.", "lines[0].net": "Too much." };
  expect(checkedNote(both, shown("NZD", true))).toBe("Bill 7 has changed. Fix the highlighted fields.");
  const rate = { exchangeRate: "Enter a rate." };
  expect(["NZD", "USD"].map((currency) => markedNote(rate, shown(currency)))).toEqual(["Enter a rate.", "Fix the highlighted fields."]);
  const paid = (field: string) => isPaymentFieldShown(field, { currency: "NZD" } as never, organisation);
  expect(markedNote({ allocations: "Enter an amount." }, paid)).toBe("Enter an amount.");
  expect(markedNote({ "allocations[0].amount": "Enter an amount.", ...rate }, paid)).toBe("Enter a rate. Fix the highlighted fields.");
});

test("checks that passed are a quiet line, and none of them contradicts a conflict", () => {
  const check = (name: WriteCheck["name"], outcome: WriteCheck["outcome"]): WriteCheck => ({ name, outcome, message: `${name}.` });
  const checks = [check("version", "passed"), check("cut_off", "passed"), check("duplicate", "warning")];
  const html = shownTo("viewer", createElement(CheckList, { checks, folded: true }));
  expect(/<summary[^>]*>(.*?)<\/summary>/.exec(html)?.[1]).toBe("2 checks passed");
  const told = (state: "conflict" | "rejected", ...of: WriteCheck[]) => checksTold({ state, checks: of }).map(({ name }) => name);
  expect(told("conflict", ...checks)).toEqual(["cut_off", "duplicate"]);
  expect(told("rejected", ...checks)).toEqual(["version", "cut_off", "duplicate"]);
  expect(told("conflict", check("version", "blocked"))).toEqual(["version"]);
});

test("what the firm's server didn't accept is sent again as a whole, and discarded one by one", () => {
  const at = "2026-11-20T00:00:00.000Z";
  const record = (clientId: string, itemKey: string) => ({ clientId, itemKey, title: itemKey, message: "", at });
  const buttons = (...refused: ReturnType<typeof record>[]) => {
    const html = shownTo("viewer", createElement(RefusedRecords), ["firm.exchange", {}, { refused }], ["clients.list", {}, { rows: [] }]);
    return [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, word]) => word);
  };
  expect(buttons(record("c", "note/1"), record("c", "note/2"))).toEqual(["Discard…", "Discard…", "Try all again"]);
  expect(buttons(record("", "row/x"))).toEqual(["Discard…", "Try again"]);
  expect(buttons()).toEqual([]);
});

test("the bar at the top doesn't call a client synced while the state beside its name says otherwise", () => {
  const asOf = "2026-11-20T21:00:00.000Z";
  const shown = (state: string) => {
    const sync = ["sync.status", { clientId: "c" }, { state, asOf }] as const;
    return shownTo("viewer", createElement(ClientAge, { clientId: "c", row: undefined }), sync).replaceAll(/<[^>]+>/g, "");
  };
  const states = ["up_to_date", "syncing", "offline"];
  expect(states.map(shown)).toEqual(["Synced 3 h ago", "Last synced 3 h ago", "Last synced 3 h ago"]);
});

test("clients are counted as not synced yet where the dashboard counts them so, in the same words", () => {
  const row = (state: string, when: string | null) => ({ demo: false, ledger: "b", state, asOf: when });
  const asOf = "2026-11-20T21:00:00.000Z";
  const list = { rows: [row("never_synced", null), row("queued", null), row("up_to_date", asOf)], asOf };
  const html = shownTo("viewer", createElement(FirmAge, { list: list as unknown as Parameters<typeof FirmAge>[0]["list"] }));
  expect(html.replaceAll(/<[^>]+>/g, "")).toBe("Oldest sync: 3 h ago1 not synced yet");
});

test("clients that nobody has synced come with what starts it, until one of them has begun and for those who may", () => {
  const row = (state: string, ledger: string | null = "Ledger B") => ({ demo: false, ledger, state });
  const shown = (role: "viewer" | "preparer", ...rows: ReturnType<typeof row>[]) =>
    shownTo(role, createElement(FirstSyncNote, { rows: rows as unknown as readonly ClientRow[] })).replaceAll(/<[^>]+>/g, "");
  const unread = [row("never_synced"), row("never_synced", null)];
  expect(shown("preparer", ...unread)).toBe("Figures appear here after a client&#x27;s first sync. Choose “Sync all” to start.");
  const others = [shown("viewer", ...unread), shown("preparer", ...unread, row("queued")), shown("preparer", row("never_synced", null))];
  expect(others).toEqual(["", "", ""]);
});

test("before a client's first sync, what starts it is a screen's main act, and something new isn't", () => {
  const shown = (element: ReactElement, state: string, ledger: string | null = "Ledger B") => {
    const list = { rows: [{ clientId: "c", ledger }] };
    return shownTo("preparer", element, ["sync.status", { clientId: "c" }, { state }], ["clients.list", {}, list]);
  };
  const menu = (state: string) => shown(createElement(NewMenu, { clientId: "c" }), state);
  const isPrimary = (state: string) => /<button[^>]*primary/.test(menu(state));
  expect([isPrimary("never_synced"), isPrimary("up_to_date")]).toEqual([false, true]);
  expect(menu("never_synced")).toMatch(/<button[^>]* disabled=""[^>]* title="Once the first sync has started, you can/);
  // A first sync that runs or waits may have brought the accounts already.
  for (const state of ["queued", "syncing", "up_to_date"]) expect(menu(state)).not.toContain(" disabled");
  const CanStart = () => String(useCanStartSync("c"));
  const canStart = (state: string, ledger?: string | null) => shown(createElement(CanStart), state, ledger) === "true";
  expect([canStart("never_synced"), canStart("never_synced", null)]).toEqual([true, false]);
  expect([canStart("queued"), canStart("up_to_date")]).toEqual([false, false]);
});

test("without ledger updates, a client that was never synced is offered the sync, and others something new", () => {
  const offered = (state: string) =>
    shownTo(
      "preparer",
      createElement(NoUpdates, { clientId: "c" }),
      ["sync.status", { clientId: "c" }, { state }],
      ["clients.list", {}, { rows: [{ clientId: "c", ledger: "Ledger B" }] }],
    ).replaceAll(/<[^>]+>/g, " ");
  expect(offered("never_synced")).toMatch(/Once the first sync has started, you can enter transactions\. .*Start sync/);
  expect(offered("never_synced")).not.toContain("New transaction");
  expect(offered("up_to_date")).toContain("New transaction");
  expect(offered("up_to_date")).not.toContain("Start sync");
});

test("books that nobody has read have no count of transactions, and those in their first sync do", () => {
  const totals = (count: number) => ({ count, rows: [], excluded: { voided: 0, deleted: 0 } });
  const shown = (unread: boolean, count: number, all: number | null = null) => {
    const footer = createElement(TotalsFooter, { totals: totals(count), all, incomplete: !unread, unread, base: "USD" });
    return shownTo("viewer", footer).replaceAll(/<[^>]+>/g, "");
  };
  expect([shown(true, 0), shown(false, 0), shown(true, 5), shown(true, 0, 5)]).toEqual([
    "",
    "0 transactionsIncomplete",
    "5 transactions",
    "0 of 5 transactions",
  ]);
});

test("the totals of transactions have sales and purchases; journals are counted and not summed", () => {
  const of = (side: DocumentSide, total: string) => ({ side, currency: "USD", count: 3, total: decimal(total), outstanding: null });
  const shown = (...rows: readonly ReturnType<typeof of>[]) => {
    const totals = { count: 3 * rows.length, rows: [...rows], excluded: { voided: 0, deleted: 0 } };
    const footer = createElement(TotalsFooter, { totals, all: null, incomplete: false, unread: false, base: "USD" });
    return shownTo("viewer", footer).replaceAll(/<[^>]+>/g, "");
  };
  expect(shown(of("sales", "120"), of("journals", "777"))).toMatch(/^6 transactionsDetails.*Sales less credits, incl. tax.*120/);
  expect(shown(of("sales", "120"), of("journals", "777"))).not.toContain("777");
  expect(shown(of("journals", "777"))).toBe("3 transactions");
});

test("all that wasn't accepted is sent again, also where a client before it fails, and what is left is counted", async () => {
  const offline = { code: "ledger_unreachable" as const, message: "The firm's server can't be reached." };
  const sent: string[] = [];
  const outcome = await retryAll(
    ["a", "a", "b", "c", "c"].map((clientId) => ({ clientId })),
    async (clientId) => {
      sent.push(clientId);
      if (clientId === "a") throw new CallFailure(offline);
      return { refused: clientId === "b" ? 1 : 0 };
    },
  );
  expect([sent, outcome]).toEqual([["a", "b", "c"], { left: 3, failure: offline }]);
});

test("a new journal leads to adjusting entries, which reverse an accrual", () => {
  const note = (isNewJournal: boolean, repeats = false) =>
    shownTo("preparer", createElement(FormNote, { clientId: "c", repeats, isNewJournal }));
  expect(note(true)).toContain('accrual that reverses next period, use <a href="#/clients/c/close/adjusting">Adjusting entries</a>.');
  expect([note(false), note(true, true)].filter((html) => html.includes("<a "))).toEqual([]);
});
