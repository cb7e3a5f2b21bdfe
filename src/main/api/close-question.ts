import type { CloseQuestion } from "#main/services/close-status.ts";
import type { ClientSource } from "#main/workers/protocol.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { CloseTemplate } from "#shared/model/close.ts";
import type { Failure } from "#shared/model/failure.ts";
import { rememberClose } from "./close-board.ts";
import type { ApiContext } from "./context.ts";
import { clientBooks, ordinaryPeriods, periodNamed } from "./period-facts.ts";

/** The close of one period: where its books are, and what it is asked with. */
export interface ClosePeriod {
  readonly source: ClientSource;
  readonly question: CloseQuestion;
}

/** What the close of a period is asked with. `named` chooses a template; the first one there is otherwise. */
export async function closeQuestion(
  context: ApiContext,
  clientId: string,
  period: string,
  named?: string,
): Promise<Result<ClosePeriod, Failure>> {
  const found = await clientBooks(context, clientId);
  if (!found.ok) return found;
  const template = templateNamed(context, named);
  if (!template.ok) return template;
  const listed = await periodNamed(context, found.value, period);
  if (!listed.ok) return listed;
  const { id, label, start, end, ownedBy, status } = listed.value;
  const all = await ordinaryPeriods(context, found.value);
  if (!all.ok) return all;
  const periods = all.value.map((one) => ({ start: one.start, end: one.end }));
  const { source, books, yearEnd } = found.value;
  const nowMs = context.clock.nowMs();
  return ok({
    source,
    question: { books, yearEnd, nowMs, periods, period: { id, label, start, end, ownedBy, status }, template: template.value },
  });
}

function templateNamed({ closeTemplates }: ApiContext, named: string | undefined): Result<CloseTemplate, Failure> {
  const template = named === undefined ? closeTemplates?.[0] : closeTemplates?.find(({ id }) => id === named);
  if (template !== undefined) return ok(template);
  if (named === undefined) return fail({ code: "not_supported", message: "There is no checklist template." });
  return fail({ code: "not_found", message: `There is no checklist template ${named}.`, field: "template" });
}

/** After a move that was done: the board and the windows see it. */
export async function closeTouched<T>(
  context: ApiContext,
  { source, question }: ClosePeriod,
  answer: Result<T, Failure>,
): Promise<Result<T, Failure>> {
  if (!answer.ok) return answer;
  const { clientId } = source;
  const askedMs = context.clock.nowMs();
  const status = await context.pool.perform("close.status", { ...source, question });
  if (status.ok) await rememberClose(context, { clientId, ...status.value }, askedMs);
  context.publish("clients.changed", { clientIds: [clientId] });
  return answer;
}
