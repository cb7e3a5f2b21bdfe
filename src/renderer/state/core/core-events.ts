import type { Query, QueryClient } from "@tanstack/react-query";
import type { ClientSync, SyncState } from "#shared/contract/sync/sync.ts";
import { subscribe, subscribeLink } from "../../api/client.ts";
import { later, nowMs } from "../../api/clock.ts";
import { SYNC_LABELS, whyOffline } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import { announce } from "../window/announcements.ts";
import { useLink } from "./core-link.ts";
import { forgetSnapshots, takeSnapshots } from "./live-sync.ts";

const FLUSH_MS = 1000;
const SPEAK_MS = 4000;
const SPOKEN: ReadonlySet<SyncState> = new Set(["up_to_date", "failed", "needs_sign_in", "incomplete", "offline"]);

/** What news makes old: questions about the firm, and questions about one client. */
const FIRM_QUESTIONS = ["clients.list", "queue.reads"];
/** Asked for again when a client comes to rest, not while it is read. */
const FIRM_AT_REST = ["inbox.list", "close.board", "schedule.list", "groups.report", "groups.rates"];
/** Of all clients. After somebody's work on a client, all that is shown of that one is asked for again as well. */
const WORK_QUESTIONS = ["review.conflicts", "inbox.list", "close.board"];
const OF_THE_FIRM = ["firm.profile", "firm.activity", "firm.english", "people.list", "close.policy", "flux.templates"];
/** What was asked about groups and exchange rates. */
const GROUP_QUESTIONS: readonly string[] = [
  "groups.list",
  "groups.show",
  "groups.history",
  "groups.candidates",
  "groups.report",
  "groups.rates",
  "rates.list",
];
const FIGURE_QUESTIONS = [
  "reports.trialBalance",
  "reports.statement",
  "reports.cashFlow",
  "reports.summary",
  "reports.ledgerDetail",
  "reports.aging",
  "reports.agingDocuments",
  "reports.spend",
  "figures.sources",
  "tieOuts.last",
  "tieOuts.explain",
  "close.status",
  "close.changes",
  "flux.list",
  "reconciliations.list",
  "reconciliations.policies",
  "adjustments.definitions",
  "adjustments.list",
  "schedules.list",
  "schedules.item",
  "schedules.rollForward",
  "flux.drivers",
];
const CLIENT_QUESTIONS = [
  "sync.status",
  "sync.held",
  "connections.show",
  "connections.capabilities",
  "connections.tokenState",
  "clients.findings",
  "documents.totals",
  "bank.work",
  "bank.accounts",
  "packs.list",
  ...FIGURE_QUESTIONS,
];
const PROGRESS_QUESTIONS = ["documents.totals"];
/** Whether what a sync has overtaken is checked again soon, or someone has to, depends on whether one is under way. */
const RECHECK_QUESTIONS = ["tieOuts.last", "close.status"];
const WRITE_QUESTIONS = [
  "bank.work",
  "bank.accounts",
  "writes.list",
  "writes.show",
  "adjustments.list",
  "schedules.list",
  "schedules.item",
  "queue.writes",
  // They count updates without a final result.
  "close.status",
  "close.board",
];
const CHECK_QUESTIONS = [
  "duplicates.list",
  "matches.list",
  "parties.suggestions",
  "parties.merged",
  "parties.list",
  "parties.show",
  "accounts.list",
  "choices.find",
  "activity.list",
  "changes.list",
  "periods.list",
  "locks.list",
  "posting.check",
];
/** Files that are checked, damaged or repaired, and their copies. */
const SAFETY_QUESTIONS = ["safety.checking", "safety.damaged", "backups.list"];
/** What forms ask of the documents before: a bill that was just entered is a duplicate of the next, and one that was approved is voided. */
const ENTRY_QUESTIONS = ["entries.defaults", "entries.warnings", "entries.taxCodes", "writes.withdrawals"];
const AT_REST_QUESTIONS = [
  ...ENTRY_QUESTIONS,
  "clients.findings",
  "documents.show",
  "documents.list",
  "documents.totals",
  "sync.status",
  "sync.held",
  // At the end of a sync, drafts of statement lines become matches.
  "bank.work",
  "bank.accounts",
  ...CHECK_QUESTIONS,
];

const TAKEN: ReadonlySet<string> = new Set(["accepted", "partial"]);
/** In place of a client: news that names none is about all of them. */
const EVERY = "";
/** In place of a question: news that makes every answer about a client old. */
const ANY = "";
/** A page of a list is not read again while the list is open: rows never move under a reader. */
const PAGE_QUESTION = "documents.page";

/** Listens to the core: keeps the last snapshots, and lets old answers be asked for again, at most once a second. */
export function followNews(client: QueryClient): void {
  const snapshots = new Map<string, ClientSync>();
  const old = new Map<string, Set<string>>();
  const states = new Map<string, SyncState>();
  const spoken = new Map<SyncState, number>();
  let flushing = false;
  let speaking = false;

  const markOld = (questions: readonly string[], clientId: string): void => {
    for (const question of questions) old.set(question, (old.get(question) ?? new Set()).add(clientId));
    if (flushing) return;
    flushing = true;
    later(FLUSH_MS, () => {
      flushing = false;
      askAgain(client, old);
      old.clear();
    });
  };

  const speak = (state: SyncState): void => {
    spoken.set(state, (spoken.get(state) ?? 0) + 1);
    if (speaking) return;
    speaking = true;
    later(SPEAK_MS, () => {
      speaking = false;
      announce(sentence(spoken));
      spoken.clear();
    });
  };

  subscribe("clients.changed", ({ clientIds }) => {
    const questions = [...FIRM_QUESTIONS, ...FIRM_AT_REST, ...CLIENT_QUESTIONS];
    for (const clientId of clientIds.length === 0 ? [EVERY] : clientIds) markOld(questions, clientId);
  });
  subscribe("sync.progress", (snapshot) => {
    if (snapshots.size === 0) requestAnimationFrame(() => takeAll(snapshots));
    snapshots.set(snapshot.clientId, snapshot);
    const before = states.get(snapshot.clientId);
    states.set(snapshot.clientId, snapshot.state);
    markOld([...FIRM_QUESTIONS, ...PROGRESS_QUESTIONS], snapshot.clientId);
    if (before === snapshot.state) return;
    // A run that was stopped while it waited ends in the state of a wait, so that the next one's start is told by any change.
    markOld(RECHECK_QUESTIONS, snapshot.clientId);
    if (!isUnderWay(snapshot.state)) markOld(AT_REST_QUESTIONS, snapshot.clientId);
    if (before !== undefined && SPOKEN.has(snapshot.state)) speak(snapshot.state);
  });
  subscribe("writes.changed", ({ clientId, state }) => {
    // What was taken is read back at once: the documents that it touched have moved.
    markOld(
      TAKEN.has(state) ? [...WRITE_QUESTIONS, ...ENTRY_QUESTIONS, "documents.show", "documents.list", "documents.totals"] : WRITE_QUESTIONS,
      clientId,
    );
  });
  subscribe("safety.changed", ({ clientIds }) => {
    for (const clientId of clientIds.length === 0 ? [EVERY] : clientIds) markOld(SAFETY_QUESTIONS, clientId);
  });
  subscribe("work.changed", ({ clientId }) => markOld([ANY, ...WORK_QUESTIONS], clientId));
  subscribe("schedule.changed", () => {
    for (const question of ["schedule.list", "queue.reads"]) void client.invalidateQueries({ queryKey: [question] });
  });
  followFirm(client);
  followLink(client);
}

function isUnderWay(state: SyncState | undefined): boolean {
  return state === "syncing" || state === "queued";
}

function followFirm(client: QueryClient): void {
  // A colleague's act is shown at once: somebody may be waiting for it.
  subscribe("colleagues.changed", ({ clientId }) => {
    const ofFirm = clientId === "" ? [...OF_THE_FIRM, ...GROUP_QUESTIONS] : [];
    const questions = ["firm.exchange", "firm.presence", ...ofFirm];
    void client.invalidateQueries({ predicate: ({ queryKey: [question] }) => questions.includes(String(question)) });
    if (clientId === null || clientId === "") return;
    // It may be of any kind, so that everything shown of the client is asked for again.
    const isOld = (of: string | undefined, question: string) => of === clientId || (of === undefined && WORK_QUESTIONS.includes(question));
    outdate(client, ({ queryKey: [question, input] }) => isOld(clientOf(input), String(question)));
  });
  subscribe("groups.changed", () => askGroupsAgain(client));
  subscribe("people.changed", () => {
    for (const question of ["people.list", "people.pinRule", "app.about", "firm.activity"])
      void client.invalidateQueries({ queryKey: [question] });
  });
}

/** After an act on groups or rates, here or in another window. */
export function askGroupsAgain(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ queryKey: [question] }) => GROUP_QUESTIONS.includes(String(question)) });
}

function takeAll(snapshots: Map<string, ClientSync>): void {
  takeSnapshots([...snapshots.values()], nowMs());
  snapshots.clear();
}

function followLink(client: QueryClient): void {
  let wasDown = false;
  subscribeLink((core) => {
    useLink.setState({ core });
    if (core === "up" && wasDown) {
      forgetSnapshots();
      void client.invalidateQueries();
    }
    wasDown = core === "down" || (wasDown && core !== "up");
  });
  const network = () => useLink.setState({ network: navigator.onLine });
  window.addEventListener("online", network);
  window.addEventListener("offline", network);
}

function askAgain(client: QueryClient, old: ReadonlyMap<string, ReadonlySet<string>>): void {
  const wanted = new Map([...old].map(([question, ids]) => [question, new Set(ids)]));
  outdate(client, ({ queryKey: [question, input] }) => {
    const clientId = clientOf(input);
    if (clientId !== undefined && wanted.get(ANY)?.has(clientId)) return true;
    const ids = wanted.get(question === PAGE_QUESTION ? "documents.totals" : String(question));
    if (ids === undefined) return false;
    return clientId === undefined || ids.has(clientId) || ids.has(EVERY);
  });
}

/** What is shown is asked for again now, and the rest when it is shown. */
function outdate(client: QueryClient, isOld: (query: Query) => boolean): void {
  const isPage = ({ queryKey: [question] }: Query): boolean => question === PAGE_QUESTION;
  void client.invalidateQueries({ predicate: (query) => !isPage(query) && isOld(query) });
  void client.invalidateQueries({ predicate: (query) => isPage(query) && isOld(query), refetchType: "none" });
}

function clientOf(input: unknown): string | undefined {
  return (input as { readonly clientId?: string } | undefined)?.clientId;
}

function sentence(spoken: ReadonlyMap<SyncState, number>): string {
  const offline = !useLink.getState().network;
  const wordOf = (state: SyncState) => SYNC_LABELS[whyOffline(state, offline)].word;
  return [...spoken]
    .map(([state, count]) => `${count} ${t("{count, plural, one {client} other {clients}}", { count })}: ${wordOf(state)}.`)
    .join(" ");
}
