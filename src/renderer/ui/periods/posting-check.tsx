import { useState } from "react";
import type { OperationInput, OperationOutput } from "#main/operations/collection.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { today } from "../../api/clock.ts";
import { formatDay } from "../../format/dates/date.ts";
import { MODULE_LABELS } from "../../format/labels/lock-labels.ts";
import { postingRuleLabel, postingRules } from "../../format/labels/posting-rules.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useEntities } from "../../state/core/entity-names.ts";
import layout from "../../styles/layout.module.css";
import textStyles from "../../styles/text.module.css";
import { Chip } from "../controls/chip.tsx";
import controls from "../controls/controls.module.css";
import { QueryAnswer, Waiting } from "../feedback/query-answer.tsx";
import { DayField } from "../fields/date-field.tsx";
import { LockList } from "./lock-list.tsx";
import own from "./posting-check.module.css";

type Module = OperationInput<"posting.check">["module"];

const MODULES: readonly (readonly [Module, string])[] = [
  ["ap", t("{ap}: bills, vendor credits, expenses, payments", { ap: MODULE_LABELS.ap })],
  ["ar", t("{ar}: invoices, credit notes, cash sales, receipts", { ar: MODULE_LABELS.ar })],
  ["gl", t("{gl}: journals", { gl: MODULE_LABELS.gl })],
];

/** Can this be posted? Asked of the locks as they were last read; every one that forbids it is named. */
export function PostingCheck({ clientId, titled = true }: { readonly clientId: string; readonly titled?: boolean }) {
  const [date, setDate] = useState(today());
  const [module, setModule] = useState<Module>("ap");
  const [entityId, setEntity] = useState("");
  const [isAdjustment, setAdjustment] = useState(false);
  const entities = useEntities(clientId);
  const periods = useCoreQuery("periods.list", { clientId });
  const adjusts = periods.data?.some((period) => period.isAdjustment) ?? false;
  const question = { clientId, date, module, isAdjustment, ...(entityId === "" ? {} : { entityId }) };
  // No former answer is kept: it would be read as the one for the new date.
  const query = useCoreQuery("posting.check", question);
  const locks = useCoreQuery("locks.list", { clientId });
  return (
    <section className={titled ? own.box : own.plain} aria-label={t("Check if a date is locked")}>
      {titled ? <h2>{t("Check if a date is locked")}</h2> : null}
      <div className={own.question}>
        <DayField label={t("Transaction date")} value={date} onChange={setDate} />
        <label className={controls.field}>
          <span>{t("Type")}</span>
          <select
            className={controls.input}
            value={module}
            onChange={(event) => setModule(MODULES.find(([name]) => name === event.target.value)?.[0] ?? module)}
          >
            {MODULES.map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
        </label>
        {entities.length === 0 ? null : (
          <label className={controls.field}>
            <span>{t("Entity")}</span>
            <select className={controls.input} value={entityId} onChange={(event) => setEntity(event.target.value)}>
              <option value="">{t("All entities")}</option>
              {entities.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        {adjusts ? (
          <label className={own.check}>
            <input type="checkbox" checked={isAdjustment} onChange={(event) => setAdjustment(event.target.checked)} />
            {t("Post to an adjustment period")}
          </label>
        ) : null}
      </div>
      <div aria-live="polite">
        <QueryAnswer query={query} label={t("locks")}>
          {(answer) =>
            // The answer comes with its rules at once, so that nothing below moves when they follow.
            locks.isPending ? (
              <Waiting label={t("locks")} />
            ) : (
              <Verdict clientId={clientId} date={date} module={module} answer={answer} locks={locks.data?.rows} />
            )
          }
        </QueryAnswer>
      </div>
    </section>
  );
}

interface VerdictProps {
  readonly clientId: string;
  readonly date: CalendarDate;
  readonly module: Module;
  readonly answer: OperationOutput<"posting.check">;
  /** Undefined where they couldn't be loaded. */
  readonly locks: OperationOutput<"locks.list">["rows"] | undefined;
}

function Verdict({ clientId, date, module, answer, locks }: VerdictProps) {
  return (
    <>
      <p className={layout.line}>
        <Chip tone={answer.canPost ? "ok" : "locked"} word={answer.canPost ? t("Can post") : t("Can't post")} />
        {answer.canPost
          ? t("No lock blocks this posting on {date}.", { date: formatDay(date) })
          : t("{date} is locked. The next open date is {firstPostableDate}.", {
              date: formatDay(date),
              firstPostableDate: formatDay(answer.firstPostableDate),
            })}
      </p>
      {locks === undefined ? null : <Rules clientId={clientId} date={date} module={module} answer={answer} locks={locks} />}
      {answer.asOf === null ? <p className={own.doubt}>{t("The books aren't fully synced yet, so a lock may be missing here.")}</p> : null}
      {answer.blockedBy.length === 0 ? null : (
        <div className={own.blocking}>
          <LockList clientId={clientId} rows={answer.blockedBy} label={t("Locks that block this posting")} />
        </div>
      )}
    </>
  );
}

/** Each rule that was looked at, and what it says of the day. */
function Rules({ date, module, answer, locks = [] }: VerdictProps) {
  return (
    <ul className={own.rules} aria-label={t("Rules checked")}>
      {postingRules({ date, module }, locks, answer.blockedBy).map(({ kind, forbids, text }) => (
        <li key={kind}>
          <Chip tone={forbids ? "locked" : "ok"} quiet={!forbids} word={forbids ? t("Blocked") : t("OK")} />
          <span className={textStyles.muted}>{postingRuleLabel(kind, locks)}</span>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
