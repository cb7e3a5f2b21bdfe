import type { ClientInsight, DayCalls, InsightRow } from "#shared/contract/clients/client-insights.ts";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import type { CloseBoardRow } from "#shared/contract/close/close.ts";
import { nowMs as clockMs } from "../../api/clock.ts";
import { formatDay } from "../../format/dates/date.ts";
import { PERIOD_WORDS } from "../../format/dates/period-labels.ts";
import { isLongWait, knownState, shownState } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import type { Grouping } from "../../state/views/dashboard-view.ts";

/** A client with its close, and with its key figures once they are calculated. */
export type DashboardRow = ClientRow & {
  /** No ledger can be reached, so that a sync is only a try. */
  readonly offline?: boolean;
  readonly close: CloseBoardRow | null;
  readonly insight: ClientInsight | null;
  readonly reads: readonly DayCalls[];
};

/** A line of the dashboard: a client, or the heading of a group. */
export type DashboardLine =
  | { readonly kind: "client"; readonly key: string; readonly row: DashboardRow }
  | { readonly kind: "group"; readonly key: string; readonly label: string; readonly count: number };

export const GROUPING_LABELS: Readonly<Record<Grouping, string>> = {
  none: t("None"),
  stage: t("Stage"),
  due: t("Due date"),
  reviewer: t("Reviewer"),
  preparer: t("Preparer"),
  ledger: t("Ledger"),
};

/** Clients with their closes, in the order of the list: worst first. */
export function dashboardRows(
  rows: readonly ClientRow[],
  board: readonly CloseBoardRow[],
  insights: readonly InsightRow[] = [],
  offline = false,
): readonly DashboardRow[] {
  const closes = new Map(board.map((close) => [close.clientId, close]));
  const known = new Map(insights.map((insight) => [insight.clientId, insight]));
  return rows.map((row) => ({
    ...row,
    // That no ledger answers is this computer's trouble then, and none of the ledger's.
    ...(offline && row.problemCode === "ledger_unreachable" ? { problem: null, problemCode: null } : {}),
    state: knownState(row.state, offline),
    offline,
    close: closes.get(row.clientId) ?? null,
    insight: known.get(row.clientId)?.insight ?? null,
    reads: known.get(row.clientId)?.reads ?? [],
  }));
}

/** Whether its place in the list may change any moment. A client that waits for a daily limit stays where it is, often until tomorrow. */
export function isMoving({ state, queue }: Pick<ClientRow, "state" | "queue">, nowMs: number): boolean {
  return state === "syncing" || (state === "queued" && !isLongWait(queue, nowMs));
}

/**
 * The books are here, and nobody has looked at their close yet: what isn't known must not look like nothing. Once it was looked at and
 * no period had ended, the board says so.
 */
export function isCloseComing({ asOf, documents, close }: Pick<DashboardRow, "asOf" | "documents" | "close">): boolean {
  if (asOf === null || documents === 0) return false;
  return close === null || (close.status === null && close.outdated);
}

const HOUR_MS = 3_600_000;

const COMING_STATES: readonly ClientRow["state"][] = ["syncing", "queued", "offline"];

/**
 * Its books are being read for the first time, will be next, or will be once their ledger answers, so what they say is still to come.
 * Where a sync waits for a person, nothing is, and where it waits for an hour or more, as for a daily limit, nothing is for now: a line
 * would look as if it came any moment.
 */
export function isUnread(row: Pick<ClientRow, "asOf" | "demo" | "ledger" | "state" | "queue">): boolean {
  const comes = COMING_STATES.includes(row.state) || shownState(row) === "connecting";
  const resumeAt = row.queue?.resumeAt ?? null;
  return row.asOf === null && comes && (resumeAt === null || Date.parse(resumeAt) - clockMs() < HOUR_MS);
}

/** Somebody has looked, and there is no period to close. */
export function isWithoutClose({ asOf, close }: Pick<DashboardRow, "asOf" | "close">): boolean {
  return asOf !== null && close !== null && close.status === null && !close.outdated;
}

/** The period of its close; until one was looked for, the month that ended last. */
export function periodOf(row: DashboardRow): string | null {
  return row.close?.period ?? (isWithoutClose(row) ? null : row.period);
}

const RECOUNTING = t("Updating: tasks may be out of date.");

/** What the count of a checklist doesn't tell yet. */
export function countNotes({ outdated, rechecking }: Pick<CloseBoardRow, "outdated" | "rechecking">): readonly string[] {
  const held = rechecking === true ? [t("Rechecking: tie-outs keep their last results until this sync ends.")] : [];
  return outdated ? [RECOUNTING, ...held] : held;
}

/** When a close is due; nothing is due any more once its period is closed. */
export function dueOf({ status, due }: Pick<CloseBoardRow, "status" | "due">): CloseBoardRow["due"] {
  return status === "closed" ? null : due;
}

/** Who is responsible for a client: the assigned person, else who signed last. */
export function personOf({ close, ...row }: DashboardRow, role: "preparer" | "reviewer"): string | null {
  return row[role] ?? close?.[role] ?? null;
}

/** How far closes are, in the order of groups and of the footer. */
export const STAGES = ["reopened", "in_close", "open", "not_started", "closed"] as const;
type Stage = (typeof STAGES)[number];

export const STAGE_WORDS: Readonly<Record<Stage, string>> = {
  reopened: PERIOD_WORDS.reopened.word,
  in_close: PERIOD_WORDS.in_close.word,
  open: PERIOD_WORDS.open.word,
  not_started: t("Not started"),
  closed: PERIOD_WORDS.closed.word,
};

/** An open period whose close nobody has begun isn't started, as on its overview; one whose close was canceled is open. */
export function stageOf(close: Pick<CloseBoardRow, "status" | "started"> | null): Stage | null {
  if (close === null) return null;
  return close.status === "open" && !close.started ? "not_started" : close.status;
}

/** Lines with a heading above each group's clients; inside a group the order stays. */
export function dashboardLines(rows: readonly DashboardRow[], by: Grouping): readonly DashboardLine[] {
  const lines = (some: readonly DashboardRow[]): readonly DashboardLine[] =>
    some.map((row) => ({ kind: "client", key: row.clientId, row }));
  if (by === "none") return lines(rows);
  const groups = [...Map.groupBy(rows, (row) => groupOf(row, by))].sort(([a], [b]) => a.order.localeCompare(b.order));
  const named = new Map<string, { readonly label: string; readonly members: DashboardRow[] }>();
  for (const [{ order, label }, members] of groups) {
    const known = named.get(order);
    if (known === undefined) named.set(order, { label, members: [...members] });
    else known.members.push(...members);
  }
  return [...named].flatMap(([order, { label, members }]) => [
    { kind: "group" as const, key: `group ${order}`, label, count: members.length },
    ...lines(members),
  ]);
}

/** The group of a client: its label and sort key. Unknown values come last. */
function groupOf(row: DashboardRow, by: Exclude<Grouping, "none">): { readonly order: string; readonly label: string } {
  const last = "\uffff";
  const { close, ledger } = row;
  if (by === "ledger") return ledger === null ? { order: last, label: t("No ledger") } : { order: ledger, label: ledger };
  if (by === "stage") {
    const stage = stageOf(close);
    if (stage === null && close?.outdated === true) return { order: `${last} outdated`, label: t("Not calculated yet") };
    return stage === null ? { order: last, label: t("No period") } : { order: String(STAGES.indexOf(stage)), label: STAGE_WORDS[stage] };
  }
  if (by === "due") {
    // After every day, and before what isn't known.
    if (close?.status === "closed") return { order: "closed", label: PERIOD_WORDS.closed.word };
    return close?.due == null
      ? { order: last, label: t("No due date") }
      : { order: close.due, label: t("Due {due}", { due: formatDay(close.due) }) };
  }
  const person = personOf(row, by);
  if (person !== null) return { order: person, label: person };
  return { order: last, label: by === "reviewer" ? t("No reviewer") : t("No preparer") };
}
