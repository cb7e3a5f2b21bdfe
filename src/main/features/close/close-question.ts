import type { ApiContext } from "#main/api/context.ts";
import { findAmongPeriods } from "#main/features/periods/find-period.ts";
import type { ClientWork } from "#main/operations/client-work.ts";
import type { CloseQuestion } from "#main/store/close/close-status.ts";
import { localDay } from "#shared/kernel/instant.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { CloseTemplate } from "#shared/model/close/close.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** The checklist template of an id; the first one where none is named. */
export function closeTemplate({ closeTemplates }: ApiContext, named?: string): Result<CloseTemplate, Failure> {
  const template = named === undefined ? closeTemplates?.[0] : closeTemplates?.find(({ id }) => id === named);
  if (template !== undefined) return ok(template);
  if (named === undefined) return fail({ code: "not_supported", message: "This version of Tieout has no checklist template." });
  return fail({ code: "not_found", message: `No checklist template has the ID ${named}.`, field: "template" });
}

/** Does something with the close of a period, or says that there is no such period. */
export function withClose<T>(
  work: ClientWork,
  named: string,
  template: CloseTemplate,
  act: (question: CloseQuestion) => Result<T, Failure>,
): Result<T, Failure> {
  const { books, yearEnd, nowMs } = work;
  const found = findAmongPeriods(work, named);
  if (!found.ok) return found;
  const { id, label, start, end, ownedBy, status } = found.value.period;
  const periods = found.value.periods.map((one) => ({ start: one.start, end: one.end }));
  return act({ books, yearEnd, today: localDay(nowMs), periods, period: { id, label, start, end, ownedBy, status }, template });
}
