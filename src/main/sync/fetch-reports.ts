import { type LedgerRequest, type LedgerResponse, type LedgerStream, type ReportReading, unreadable } from "#main/ledgers/adapter.ts";
import type { ReportRefusal } from "#main/store/tie-outs/tie-out-setting.ts";
import type { BudgetView } from "#shared/contract/sync/sync.ts";
import { amountName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { ReportQuestion } from "#shared/model/reports/ledger-report.ts";
import type { LedgerLink, LinkOptions } from "./ledger-link.ts";

/** How a question of the ledger went without an answer; `stop` when asking on is no use. */
interface Unanswered {
  readonly reason: string;
  readonly stop: boolean;
}

// The last fifth of a budget is kept for what people and changes need.
const BUDGET_SHARE_MAX = 0.8;

/** Why no report is asked for now; null when there is enough budget left. */
export function budgetObstacle(budget: BudgetView | null): string | null {
  if (budget === null) return null;
  const { dayUsed, dayLimit, monthReads, monthReadsLimit } = budget;
  if (dayLimit !== null && dayUsed >= dayLimit * BUDGET_SHARE_MAX)
    return `${part(dayUsed, dayLimit)} API requests were used in the last 24 hours${rest(dayUsed, dayLimit, "manual syncs and ledger updates")}. ${LATER}`;
  if (monthReadsLimit !== null && monthReads >= monthReadsLimit * BUDGET_SHARE_MAX)
    return `${part(monthReads, monthReadsLimit)} API requests were used this month${rest(monthReads, monthReadsLimit, "syncs")}. ${LATER}`;
  return null;
}

const LATER = "The ledger's reports will be read when more requests are available.";

function part(used: number, limit: number): string {
  return `${amountName(String(used))} of ${amountName(String(limit))}`;
}

/** What the others are kept for; with none left, nothing is. */
function rest(used: number, limit: number, keptFor: string): string {
  return used < limit ? `, and the rest are reserved for ${keptFor}` : "";
}

export interface FetchedReports {
  readonly readings: readonly ReportReading[];
  readonly refusals: readonly (ReportRefusal & Pick<ReportQuestion, "to">)[];
}

interface FetchPorts {
  readonly clock: { readonly now: () => ReportReading["report"]["fetchedAt"] };
  /** Called before each question with the number of those before it, and at the end. */
  readonly onNext: (done: number) => void;
}

/**
 * Asks for reports one after the other, through the limiter (rule 27). One that is refused or can't be
 * read is no failure of the sync: its reason is handed on.
 */
export async function fetchReports(
  link: LedgerLink,
  questions: readonly ReportQuestion[],
  context: Parameters<LedgerLink["adapter"]["reports"]["read"]>[0],
  options: LinkOptions,
  { clock, onNext }: FetchPorts,
  entityIds: readonly string[],
): Promise<FetchedReports> {
  const { reports } = link.adapter;
  const readings: ReportReading[] = [];
  const refusals: (ReportRefusal & Pick<ReportQuestion, "to">)[] = [];
  let stopped: string | null = null;
  const refuse = ({ kind, to }: ReportQuestion, { reason, stop }: Unanswered) => {
    refusals.push({ kind, to, reason });
    if (stop) stopped = reason;
  };
  for (const [at, question] of questions.entries()) {
    onNext(at);
    const answer: Result<ReportReading, Unanswered> =
      stopped === null
        ? await converse(link, () => reports.read({ ...context, fetchedAt: clock.now() }, question), options)
        : fail({ reason: stopped, stop: true });
    if (!answer.ok) {
      refuse(question, answer.failure);
      continue;
    }
    readings.push(answer.value);
    const { readByEntity } = reports;
    if (readByEntity === undefined || entityIds.length === 0) continue;
    const own = await converse(link, () => readByEntity({ ...context, fetchedAt: clock.now() }, question, entityIds), options);
    if (own.ok) readings.push(...own.value);
    else refuse(question, own.failure);
  }
  onNext(questions.length);
  return { readings, refusals };
}

/** Asks a stream how many records the ledger holds; null where it does not tell or can't be asked now. */
export async function fetchCount(
  link: LedgerLink,
  stream: LedgerStream,
  context: Parameters<LedgerStream["readPage"]>[0],
  options: LinkOptions,
): Promise<Result<number | null, Unanswered>> {
  const { count } = stream;
  return count === undefined ? ok(null) : converse(link, () => count(context), options);
}

async function converse<T>(
  link: LedgerLink,
  begin: () => Generator<LedgerRequest, T, LedgerResponse>,
  options: LinkOptions,
): Promise<Result<T, Unanswered>> {
  try {
    const asking = begin();
    let step = asking.next();
    while (!step.done) {
      const outcome = await link.send(step.value, options);
      if (outcome.kind === "cancelled") return fail({ reason: stopReason(options.signal), stop: true });
      if (outcome.kind !== "answered") return fail({ reason: outcome.failure.message, stop: outcome.kind !== "rejected" });
      step = asking.next(outcome.response);
    }
    return ok(step.value);
  } catch (error) {
    const reason = unreadable(error);
    if (reason === null) throw error;
    return fail({ reason, stop: false });
  }
}

function stopReason(signal: AbortSignal): string {
  return typeof signal.reason === "string" ? signal.reason : "The check was stopped before the ledger answered.";
}
