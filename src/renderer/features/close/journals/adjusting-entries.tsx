import { useState } from "react";
import type { AdjustingEntryView } from "#shared/contract/close/adjustments.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { call } from "../../../api/client.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { draftedWords, sentSoFar } from "../../../format/labels/write-labels.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useActs } from "../../../state/core/undo.ts";
import { documentAddress, writesAddress } from "../../../state/window/screen-address.ts";
import text from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { Chip } from "../../../ui/controls/chip.tsx";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog.tsx";
import { QueryAnswer } from "../../../ui/feedback/query-answer.tsx";
import { Money } from "../../../ui/figures/money.tsx";
import type { SectionProps } from "../close-labels.ts";
import styles from "./adjusting.module.css";
import { entriesToAct, entryWords, KIND_WORDS, postedWords } from "./adjusting-form.ts";
import { Definitions } from "./recurring-journals.tsx";

/** The entries due in the period with their state, and their definitions. */
export function AdjustingEntries({ clientId, period }: SectionProps) {
  const query = useCoreQuery("adjustments.list", { clientId, period }, { keepPrevious: true });
  const definitions = useCoreQuery("adjustments.definitions", { clientId });
  const isNothingDue = query.data?.length === 0 && query.error === null;
  return (
    <>
      {/* Where there is nothing at all, the list of entries says so. */}
      {isNothingDue && definitions.data?.length === 0 ? null : (
        <section className={styles.part} aria-label={t("Adjusting entries this period")}>
          <QueryAnswer query={query} label={t("adjusting entries")}>
            {(entries) => (
              <>
                <Acts clientId={clientId} period={period} entries={entries} />
                {entries.length > 0 ? (
                  <Entries clientId={clientId} entries={entries} />
                ) : definitions.isPending ? null : (
                  <p className={styles.none}>{t("No entry is due this period.")}</p>
                )}
              </>
            )}
          </QueryAnswer>
        </section>
      )}
      <Definitions clientId={clientId} period={period} isNothingDue={isNothingDue} />
    </>
  );
}

interface ActsProps {
  readonly clientId: string;
  readonly period: string;
  readonly entries: readonly AdjustingEntryView[];
}

function Acts({ clientId, period, entries }: ActsProps) {
  const [asking, setAsking] = useState(false);
  const { perform, attempt, pending } = useWriteActs(clientId);
  const { toDraft, toSend } = entriesToAct(entries);
  if (entries.length === 0)
    return (
      <div className={styles.acts}>
        <h2>{t("Due this period")}</h2>
      </div>
    );
  return (
    <div className={styles.acts}>
      <h2>{t("Due this period")}</h2>
      <span className={styles.push} />
      <Button
        needs="preparer"
        kind={toDraft > 0 ? "primary" : "plain"}
        disabled={toDraft === 0 || pending}
        title={t(
          "Creates a draft of each entry that's due, and a new draft of each entry that was canceled, rejected, voided or deleted. Nothing is sent.",
        )}
        onClick={() => perform(period)}
      >
        {toDraft === 0 ? t("Create drafts") : t("{count, plural, one {Create 1 draft} other {Create # drafts}}", { count: toDraft })}
      </Button>
      <Button
        needs="preparer"
        disabled={toSend === 0 || pending}
        title={toSend > 0 ? undefined : toDraft > 0 ? t("Create drafts first.") : t("There are no drafts to send.")}
        onClick={() => setAsking(true)}
      >
        {toSend === 0 ? t("Send entries…") : t("{count, plural, one {Send 1 entry…} other {Send # entries…}}", { count: toSend })}
      </Button>
      {asking ? (
        <ConfirmDialog
          title={t("{count, plural, one {Send 1 adjusting entry to the ledger?} other {Send # adjusting entries to the ledger?}}", {
            count: toSend,
          })}
          act={t("Send")}
          onClose={() => setAsking(false)}
          onAct={() => attempt(period)}
        >
          <p>
            {t(
              "Tieout checks lock dates and accounts again, sends the entries that pass, and confirms that each posted journal is in the ledger. You can undo a posted entry by voiding, deleting or reversing its journal.",
            )}
          </p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

function useWriteActs(clientId: string) {
  const { perform, pending } = useActs(clientId);
  return {
    pending: pending !== null,
    perform: (period: string) =>
      void perform({
        key: "draft",
        words: draftedWords,
        run: () => call("adjustments.draft", { clientId, period }),
        stopped: ({ failure }) => failure,
        undo: async ({ jobIds }) => {
          for (const jobId of jobIds) await call("writes.cancel", { clientId, jobId });
        },
        canUndo: ({ jobIds }) => jobIds.length > 0,
      }),
    attempt: (period: string) =>
      void perform({
        key: "post",
        words: ({ jobIds, left }) => sentSoFar(postedWords(jobIds.length), left),
        run: () => call("adjustments.post", { clientId, period }),
        stopped: ({ failure }) => failure,
      }),
  };
}

function Entries({ clientId, entries }: { readonly clientId: string; readonly entries: readonly AdjustingEntryView[] }) {
  return (
    <table className={styles.table} aria-label={t("Adjusting entries in this period")}>
      <thead>
        <tr>
          <th scope="col">{t("Status")}</th>
          <th scope="col">{t("Entry")}</th>
          <th scope="col">{t("Date")}</th>
          <th scope="col">{t("Lines")}</th>
          <th scope="col">{t("Prepared by")}</th>
          <th scope="col">{t("Ledger update")}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <EntryRow key={`${entry.definitionId} ${entry.part} ${entry.date}`} clientId={clientId} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

function EntryRow({ clientId, entry }: { readonly clientId: string; readonly entry: AdjustingEntryView }) {
  const { word, tone, means } = entryWords(entry.state);
  const name = entry.part === "reversal" ? t("{title}, reversal", { title: entry.title }) : entry.title;
  return (
    <tr>
      <td>
        <Chip quiet={tone === "ok"} tone={tone} word={word} title={means} {...(entry.state === "due" ? { icon: null } : {})} />
      </td>
      <td>
        <div className={text.medium}>{name}</div>
        <div className={text.muted}>{KIND_WORDS[entry.kind]}</div>
        {entry.message === null || entry.state === "confirmed" ? null : <div className={styles.said}>{entry.message}</div>}
      </td>
      <td className={text.unbroken}>{formatDay(entry.date)}</td>
      <td>
        <EntryLines entry={entry} label={name} />
      </td>
      <td>{entry.preparer === null ? "" : nameOfNoted(entry.preparer)}</td>
      <td className={styles.links}>
        {entry.jobId === null ? (
          <span className={text.muted}>{entry.recordId === null ? t("None yet") : t("Already in the ledger")}</span>
        ) : (
          <a href={`#${writesAddress(clientId, entry.jobId)}`}>{t("Ledger update")}</a>
        )}
        {entry.recordId === null ? null : <a href={`#${documentAddress(clientId, entry.recordId)}`}>{t("Journal")}</a>}
      </td>
    </tr>
  );
}

/** The lines of a journal: amounts in one column with their side beside them, debits first, credits indented. */
function EntryLines({ entry, label }: { readonly entry: AdjustingEntryView; readonly label: string }) {
  const lines = entry.lines.map((line) => ({ ...line, credit: line.amount.startsWith("-") }));
  return (
    <table className={styles.lines} aria-label={t("Lines of {label}", { label })}>
      <tbody>
        {lines
          .toSorted((a, b) => Number(a.credit) - Number(b.credit))
          .map(({ accountId, account, amount, credit }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an entry have no id and never move
            <tr key={`${accountId} ${index}`}>
              <th scope="row" className={credit ? styles.credited : undefined}>
                {account}
              </th>
              <td>
                <Money amount={credit ? amount.slice(1) : amount} currency={entry.currency} />
              </td>
              <td className={styles.side}>{credit ? t("Cr") : t("Dr")}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
