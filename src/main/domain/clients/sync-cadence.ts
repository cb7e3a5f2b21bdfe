import { counted } from "#shared/kernel/readable.ts";

/** What decides how often a client syncs automatically. */
export interface CadenceFacts {
  readonly clientId: string;
  readonly inClose: boolean;
  /** Calls that a reading of news costs. */
  readonly callsPerRun: number;
  /** Calls of any 24 hours that the ledger allows; null where it names none. */
  readonly dayLimit: number | null;
  /** The monthly quota that it shares with others; null where there is none. */
  readonly pool: string | null;
}

/** A monthly quota of reads, shared by all clients that are connected through the same registration. */
export interface MonthPool {
  readonly limit: number;
  readonly used: number;
  readonly msLeft: number;
}

export interface Cadence {
  readonly everyMs: number;
  /** Planned calls of a day at this interval. */
  readonly callsPerDay: number;
  /** The most that the background may use in a day; null where nothing bounds it. */
  readonly allowedPerDay: number | null;
  /** What made the interval longer than wished. */
  readonly limitedBy: "day" | "month" | null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 86_400_000;
const ROUNDED_FROM_HOURS = 6;
const IN_CLOSE_MS = 15 * MINUTE_MS;
const OTHERS_MS = 60 * MINUTE_MS;
/** Whole steps keep a plan from changing each time the cost of a sync is measured again. */
const STEP_MS = 5 * MINUTE_MS;
/** Of a day's budget: the other half, as the words of a cadence say, is for people, writes, first reads and what is repeated. */
const DAY_SHARE = 0.5;
/** Of a month's quota, for the same reasons. */
const MONTH_SHARE = 0.7;
/** From this part of a day's budget on the background leaves the rest to people and writes. */
const HELD_FROM = 0.8;
/** A gap is this part of the interval at least: jitter only ever shortens it, and is planned for. */
export const SHORTEST_GAP = 0.9;

/**
 * How often each client syncs automatically: every 15 minutes while a period is in close, hourly otherwise, and less
 * often when the day's or the shared month's API budget requires it. Clients in close are slowed down last, and every
 * client keeps syncing.
 */
export function planCadences(facts: readonly CadenceFacts[], pools: ReadonlyMap<string, MonthPool>): Map<string, Cadence> {
  const plan = new Map(facts.map((each) => [each.clientId, byDay(each)]));
  for (const [key, pool] of pools) {
    const members = facts.filter((each) => each.pool === key);
    for (const [clientId, cadence] of byMonth(members, plan, pool)) plan.set(clientId, cadence);
  }
  return plan;
}

/** Whether a reading must wait because the day's budget is nearly used, by whomever. */
export function isHeld(callsPerRun: number, dayUsed: number, dayLimit: number | null): boolean {
  return dayLimit !== null && dayUsed + callsPerRun > dayLimit * HELD_FROM;
}

/** Why a client is read as often as it is, for people. */
export function cadenceText(cadence: Cadence, inClose: boolean): string {
  const every = everyText(cadence.everyMs);
  if (cadence.limitedBy === "day")
    return `${every}: automatic sync may use half the daily limit, ${counted(cadence.allowedPerDay ?? 0, "request")}`;
  if (cadence.limitedBy === "month") return `${every}: this month's limit allows ${counted(cadence.allowedPerDay ?? 0, "request")} a day`;
  // What changes it, since work on a late close may be well under way before anyone starts it here. Short, for the queue's column.
  return inClose ? `${every} during a close` : `${every}, more often during a close`;
}

/** "hourly", "every 1 h 30 min", "about every 2 days": nobody plans by the minutes of a long interval. */
function everyText(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS + 0.5);
  if (ms === HOUR_MS) return "hourly";
  if (hours < ROUNDED_FROM_HOURS || ms % DAY_MS === 0) return `every ${spanText(ms)}`;
  return hours < 36 ? `about every ${hours} h` : `about every ${Math.floor(ms / DAY_MS + 0.5)} days`;
}

/** "15 min", "2 h", "1 h 30 min", "2 days". */
export function spanText(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS));
  if (minutes < 60) return `${minutes} min`;
  if (minutes >= 2_880 && minutes % 1_440 === 0) return `${minutes / 1_440} days`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? "" : ` ${rest} min`}`;
}

function byDay({ inClose, callsPerRun, dayLimit }: CadenceFacts): Cadence {
  const wished = inClose ? IN_CLOSE_MS : OTHERS_MS;
  if (dayLimit === null) return cadence(wished, callsPerRun, null, null);
  const allowed = Math.floor(dayLimit * DAY_SHARE);
  const needed = inSteps((callsPerRun * DAY_MS) / (SHORTEST_GAP * Math.max(1, allowed)));
  return needed > wished ? cadence(needed, callsPerRun, allowed, "day") : cadence(wished, callsPerRun, allowed, null);
}

/** Slows the members of a pool down until their planned calls fit into what is left of the month. */
function byMonth(members: readonly CadenceFacts[], plan: ReadonlyMap<string, Cadence>, pool: MonthPool): Map<string, Cadence> {
  const daysLeft = Math.max(pool.msLeft / DAY_MS, 1);
  const allowed = Math.max(0, Math.floor((pool.limit * MONTH_SHARE - pool.used) / daysLeft));
  const of = (clientId: string) => plan.get(clientId) as Cadence;
  const asked = (inClose: boolean) =>
    members.filter((each) => each.inClose === inClose).reduce((sum, { clientId }) => sum + of(clientId).callsPerDay, 0);
  const factors = stretch(asked(true), asked(false), allowed);
  const slowed = new Map<string, Cadence>();
  for (const { clientId, inClose, callsPerRun } of members) {
    const before = of(clientId);
    const factor = inClose ? factors.inClose : factors.others;
    if (factor <= 1) continue;
    const own = cadence(inSteps(before.everyMs * factor), callsPerRun, 0, "month");
    slowed.set(clientId, { ...own, allowedPerDay: own.callsPerDay });
  }
  return slowed;
}

/** Others wait up to a day before those in close wait longer than wished; then all share what there is. */
function stretch(inClose: number, others: number, allowed: number): { readonly inClose: number; readonly others: number } {
  if (inClose + others <= allowed) return { inClose: 1, others: 1 };
  const othersMost = DAY_MS / OTHERS_MS;
  if (others > 0 && inClose + others / othersMost <= allowed) return { inClose: 1, others: others / Math.max(allowed - inClose, 1) };
  const inCloseMost = DAY_MS / IN_CLOSE_MS;
  const left = allowed - others / othersMost;
  if (inClose > 0 && left > 0 && inClose / left <= inCloseMost) return { inClose: inClose / left, others: othersMost };
  const daily = inClose / inCloseMost + others / othersMost;
  const further = Math.max(1, daily / Math.max(allowed, 1));
  return { inClose: inCloseMost * further, others: othersMost * further };
}

function cadence(everyMs: number, callsPerRun: number, allowedPerDay: number | null, limitedBy: Cadence["limitedBy"]): Cadence {
  return { everyMs, callsPerDay: Math.ceil((callsPerRun * DAY_MS) / (SHORTEST_GAP * everyMs)), allowedPerDay, limitedBy };
}

function inSteps(ms: number): number {
  return Math.ceil(ms / STEP_MS) * STEP_MS;
}
