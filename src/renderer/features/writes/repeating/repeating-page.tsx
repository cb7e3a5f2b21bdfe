import type { RepeatingRow } from "#shared/contract/books/repeating.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { call } from "../../../api/client.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { DOCUMENT_TYPE_WORDS } from "../../../format/labels/transaction-labels.ts";
import { draftedWords, WRITE_WORDS } from "../../../format/labels/write-labels.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useActs } from "../../../state/core/undo.ts";
import { clientAddress, writesAddress } from "../../../state/window/screen-address.ts";
import layout from "../../../styles/layout.module.css";
import text from "../../../styles/text.module.css";
import { Button, ButtonLink } from "../../../ui/controls/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { QueryAnswer } from "../../../ui/feedback/query-answer.tsx";
import { Money } from "../../../ui/figures/money.tsx";
import { EVERY_WORDS } from "./repeat-form.ts";
import styles from "./repeating.module.css";

/** What is due, and the transactions that repeat. Drafts go to the write queue, where they are reviewed and sent. */
export function RepeatingPage({ clientId }: { readonly clientId: string }) {
  const query = useCoreQuery("repeating.list", { clientId });
  const acts = useRepeatingActs(clientId);
  const due = (query.data ?? []).flatMap((row) => row.due.map((date) => ({ row, date })));
  return (
    <div className={layout.column}>
      <div className={styles.head}>
        <h2>{t("Recurring transactions")}</h2>
        <span className={styles.push}>
          <ButtonLink href={`#${clientAddress(clientId, "writes")}`}>{t("Back to ledger updates")}</ButtonLink>
          {due.length === 0 ? null : (
            <Button needs="preparer" kind="primary" disabled={acts.pending} onClick={() => acts.draft({})}>
              {t("{count, plural, one {Create 1 draft} other {Create # drafts}}", { count: due.length })}
            </Button>
          )}
        </span>
      </div>
      <div className={styles.scroll}>
        <QueryAnswer query={query} label={t("recurring transactions")}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState title={t("No recurring transactions yet")}>
                <p>
                  {t(
                    "Open a transaction and choose “Make recurring” from the More menu. Each time it's due, it appears here, and you can create a draft.",
                  )}
                </p>
                <ButtonLink href={`#${clientAddress(clientId, "documents")}`}>{t("Go to transactions")}</ButtonLink>
              </EmptyState>
            ) : (
              <>
                <DueList {...{ due, acts }} isOver={rows.every(({ next }) => next === null)} />
                <Templates {...{ clientId, rows, acts }} />
              </>
            )
          }
        </QueryAnswer>
      </div>
    </div>
  );
}

type Acts = ReturnType<typeof useRepeatingActs>;

function useRepeatingActs(clientId: string) {
  const { perform, pending } = useActs(clientId);
  const undo = ({ decisionNo }: { readonly decisionNo: number }) => call("decisions.undo", { clientId, decisionNo });
  return {
    pending: pending !== null,
    draft: (only: { readonly templateId?: string; readonly date?: CalendarDate }) =>
      void perform({
        key: "draft",
        words: draftedWords,
        run: () => call("repeating.draft", { clientId, ...only }),
        stopped: ({ failure }) => failure,
        undo: async ({ jobIds, decisionNos }) => {
          for (const jobId of jobIds) await call("writes.cancel", { clientId, jobId });
          for (const decisionNo of decisionNos) await undo({ decisionNo });
        },
        canUndo: ({ jobIds, decisionNos }) => jobIds.length + decisionNos.length > 0,
      }),
    skip: (row: RepeatingRow, date: CalendarDate) =>
      void perform({
        key: "skip",
        words: t("{name}: skipped for {date}.", { name: nameOf(row), date: formatDay(date) }),
        run: () => call("repeating.skip", { clientId, templateId: row.templateId, date }),
        undo,
      }),
    remove: ({ templateId, template }: RepeatingRow) =>
      void perform({
        key: "remove",
        words: t("Recurring transaction removed. Existing drafts are kept."),
        run: () => call("repeating.remove", { clientId, templateId }),
        undo: () => call("repeating.save", { clientId, templateId, template }),
      }),
  };
}

interface DueListProps {
  readonly due: readonly { readonly row: RepeatingRow; readonly date: CalendarDate }[];
  readonly acts: Acts;
  /** No template has another date. */
  readonly isOver: boolean;
}

function DueList({ due, acts, isOver }: DueListProps) {
  return (
    <section className={styles.part} aria-label={t("Due")}>
      <h3>{t("Due")}</h3>
      {due.length === 0 ? (
        <p className={text.muted}>
          {isOver
            ? t("Nothing is due, and every template has ended.")
            : t("Nothing is due. To draft a transaction early, choose Create draft below.")}
        </p>
      ) : (
        <table className={styles.table} aria-label={t("Recurring transactions due")}>
          <thead>
            <tr>
              <th scope="col">{t("Date")}</th>
              <th scope="col">{t("Transaction")}</th>
              <th scope="col" className={styles.end}>
                {t("Amount before tax")}
              </th>
              <th scope="col">{t("Actions")}</th>
            </tr>
          </thead>
          <tbody>
            {due.map(({ row, date }) => (
              <tr key={`${row.templateId} ${date}`}>
                <td>{formatDay(date)}</td>
                <Name row={row} />
                <Amount row={row} />
                <td>
                  <div className={styles.acts}>
                    <DateActs {...{ row, date, acts }} />
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function DateActs({ row, date, acts }: { readonly row: RepeatingRow; readonly date: CalendarDate; readonly acts: Acts }) {
  const { templateId } = row;
  const named = { name: nameOf(row), date: formatDay(date) };
  return (
    <>
      <Button
        needs="preparer"
        disabled={acts.pending}
        aria-label={t("Create a draft of {name} for {date}", named)}
        onClick={() => acts.draft({ templateId, date })}
      >
        {t("Create draft")}
      </Button>
      <Button
        needs="preparer"
        kind="quiet"
        disabled={acts.pending}
        aria-label={t("Skip {name} for {date}", named)}
        onClick={() => acts.skip(row, date)}
      >
        {t("Skip")}
      </Button>
    </>
  );
}

interface TemplatesProps {
  readonly clientId: string;
  readonly rows: readonly RepeatingRow[];
  readonly acts: Acts;
}

function Templates({ clientId, rows, acts }: TemplatesProps) {
  return (
    <section className={styles.part} aria-label={t("Templates")}>
      <h3>{t("Templates")}</h3>
      <table className={styles.table} aria-label={t("Recurring transaction templates")}>
        <thead>
          <tr>
            <th scope="col">{t("Transaction")}</th>
            <th scope="col">{t("Repeats")}</th>
            <th scope="col">{t("Next date")}</th>
            <th scope="col">{t("Ends")}</th>
            <th scope="col" className={styles.end}>
              {t("Amount before tax")}
            </th>
            <th scope="col">{t("Last transaction")}</th>
            <th scope="col">{t("Actions")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.templateId}>
              <Name row={row} />
              <td>{EVERY_WORDS[row.template.every]}</td>
              <td>{row.next === null ? t("Ended") : formatDay(row.next)}</td>
              <td>{row.template.until === null ? t("Never") : formatDay(row.template.until)}</td>
              <Amount row={row} />
              <td>
                <Last clientId={clientId} row={row} />
              </td>
              <td>
                <div className={styles.acts}>
                  {row.next === null || row.due.length > 0 ? null : <DateActs row={row} date={row.next} acts={acts} />}
                  <ButtonLink
                    needs="preparer"
                    kind="quiet"
                    aria-label={t("Edit {title}", { title: nameOf(row) })}
                    href={`#${writesAddress(clientId, `template-${row.templateId}`)}`}
                  >
                    {t("Edit")}
                  </ButtonLink>
                  <Button
                    needs="preparer"
                    kind="quiet"
                    disabled={acts.pending}
                    aria-label={t("Remove {title}", { title: nameOf(row) })}
                    onClick={() => acts.remove(row)}
                  >
                    {t("Remove")}
                  </Button>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Name({ row }: { readonly row: RepeatingRow }) {
  const { reference, memo } = row.template.document;
  const about = reference ?? memo;
  return (
    <td className={styles.name} title={nameOf(row)}>
      {nameOf(row)}
      {about === undefined ? null : <span className={text.muted}> {about}</span>}
    </td>
  );
}

function nameOf({ template: { document }, contact }: RepeatingRow): string {
  const type = DOCUMENT_TYPE_WORDS[document.type];
  return contact === null ? type : t("{type}, {contact}", { type, contact });
}

function Amount({ row: { amount, template } }: { readonly row: RepeatingRow }) {
  return (
    <td className={styles.end}>
      <Money amount={amount} currency={template.document.currency} showCurrency />
    </td>
  );
}

/** What came of the latest date that was drafted or skipped. */
function Last({ clientId, row: { last } }: { readonly clientId: string; readonly row: RepeatingRow }) {
  if (last === null) return null;
  const date = formatDay(last.date);
  if (last.skipped) return t("{date}: skipped", { date });
  if (last.state === null || last.jobId === null) return t("{date}: drafted by {person}", { date, person: nameOfNoted(last.person) });
  return <a href={`#${writesAddress(clientId, last.jobId)}`}>{t("{date}: {state}", { date, state: WRITE_WORDS[last.state].word })}</a>;
}
