import { useState } from "react";
import type { AdjustingEntryView } from "#shared/contract/adjustments.ts";
import { call } from "../../api/client.ts";
import { Answer } from "../../blocks/answer.tsx";
import { Button } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { EmptyNote } from "../../components/empty-note.tsx";
import { Money } from "../../components/money.tsx";
import { formatDay } from "../../format/date.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import { useActs } from "../../state/last-act.ts";
import { documentAddress, writesAddress } from "../../state/place.ts";
import styles from "./adjusting.module.css";
import { Definitions } from "./adjusting-definitions.tsx";
import { entriesToAct, entryWords, KIND_WORDS } from "./adjusting-form.ts";
import type { SectionProps } from "./close-words.ts";

/** What is due in the period and what became of it, and the definitions that ask for it. */
export function AdjustingEntries({ clientId, period }: SectionProps) {
  const query = useCoreQuery("adjustments.list", { clientId, period }, { keepPrevious: true });
  return (
    <>
      <section className={styles.part} aria-label={t("Entries of the period")}>
        <Answer query={query} label={t("the adjusting entries")}>
          {(entries) => (
            <>
              <Acts clientId={clientId} period={period} entries={entries} />
              {entries.length === 0 ? (
                <EmptyNote title={t("No adjusting entry is due in this period")}>
                  <p>
                    {t(
                      "Define an accrual, a prepayment, a depreciation or an entry that recurs: what it asks for in a period stands here.",
                    )}
                  </p>
                </EmptyNote>
              ) : (
                <Entries clientId={clientId} entries={entries} />
              )}
            </>
          )}
        </Answer>
      </section>
      <Definitions clientId={clientId} />
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
  return (
    <div className={styles.acts}>
      <h2>{t("Due in this period")}</h2>
      <span className={styles.push} />
      <Button
        kind={toDraft > 0 ? "primary" : "plain"}
        disabled={toDraft === 0 || pending}
        title={t("Puts what is due into the write queue as drafts. Nothing is sent.")}
        onClick={() => perform(period, toDraft)}
      >
        {toDraft === 0 ? t("Make drafts") : t("Make {toDraft}", { toDraft: count(toDraft, "draft") })}
      </Button>
      <Button disabled={toSend === 0 || pending} onClick={() => setAsking(true)}>
        {toSend === 0 ? t("Send drafts…") : t("Send {toSend}…", { toSend: count(toSend, "draft") })}
      </Button>
      {asking ? (
        <ConfirmDialog
          title={t("Send {toSend} to the ledger?", { toSend: count(toSend, t("adjusting entry"), t("adjusting entries")) })}
          act={t("Send")}
          onClose={() => setAsking(false)}
          onAct={() => attempt(period, toSend)}
        >
          <p>
            {t(
              "Each is checked again against locks and accounts, then posted as a journal and read back. What the ledger has is taken back there only by an entry that turns it round.",
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
    perform: (period: string, drafts: number) =>
      void perform({
        key: "draft",
        words: t("{drafts} made; nothing is sent.", { drafts: count(drafts, "draft") }),
        run: () => call("adjustments.draft", { clientId, period }),
        undo: async ({ jobIds }) => {
          for (const jobId of jobIds) await call("writes.cancel", { clientId, jobId });
        },
      }),
    attempt: (period: string, drafts: number) =>
      void perform({
        key: "post",
        words: t("{drafts} on the way to the ledger.", { drafts: count(drafts, t("adjusting entry"), t("adjusting entries")) }),
        run: () => call("adjustments.post", { clientId, period }),
      }),
  };
}

function Entries({ clientId, entries }: { readonly clientId: string; readonly entries: readonly AdjustingEntryView[] }) {
  return (
    <table className={styles.table} aria-label={t("Adjusting entries of the period")}>
      <thead>
        <tr>
          <th scope="col">{t("State")}</th>
          <th scope="col">{t("Entry")}</th>
          <th scope="col">{t("Date")}</th>
          <th scope="col">{t("Lines")}</th>
          <th scope="col">{t("Prepared by")}</th>
          <th scope="col">{t("Write")}</th>
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
        <Chip tone={tone} word={word} title={means} {...(entry.state === "due" ? { icon: null } : {})} />
      </td>
      <td>
        <div className={styles.name}>{name}</div>
        <div className={styles.quiet}>{KIND_WORDS[entry.kind]}</div>
        {entry.message === null || entry.state === "confirmed" ? null : <div className={styles.said}>{entry.message}</div>}
      </td>
      <td className={styles.day}>{formatDay(entry.date)}</td>
      <td>
        <EntryLines entry={entry} label={name} />
      </td>
      <td>{entry.preparer ?? ""}</td>
      <td className={styles.links}>
        {entry.jobId === null ? (
          <span className={styles.quiet}>{t("none yet")}</span>
        ) : (
          <a href={`#${writesAddress(clientId, entry.jobId)}`}>{t("Write")}</a>
        )}
        {entry.recordId === null ? null : <a href={`#${documentAddress(clientId, entry.recordId)}`}>{t("Journal")}</a>}
      </td>
    </tr>
  );
}

/** The lines of a journal: debits first in the left column of amounts, credits in the right one. */
function EntryLines({ entry, label }: { readonly entry: AdjustingEntryView; readonly label: string }) {
  return (
    <table className={styles.lines} aria-label={t("Lines of {label}", { label })}>
      <tbody>
        {entry.lines.map(({ accountId, account, amount }, index) => {
          const credit = amount.startsWith("-");
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an entry have no id and never move
            <tr key={`${accountId} ${index}`}>
              <th scope="row">{account}</th>
              <td>{credit ? null : <Money amount={amount} currency={entry.currency} />}</td>
              <td>{credit ? <Money amount={amount.slice(1)} currency={entry.currency} /> : null}</td>
              <td className={styles.side}>{credit ? t("Cr") : t("Dr")}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function count(number: number, one: string, many = `${one}s`): string {
  return t("{number, plural, one {1 {one}} other {{number} {many}}}", { number, one, many });
}
