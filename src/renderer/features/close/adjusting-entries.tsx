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
      <section className={styles.part} aria-label="Entries of the period">
        <Answer query={query} label="the adjusting entries">
          {(entries) => (
            <>
              <Acts clientId={clientId} period={period} entries={entries} />
              {entries.length === 0 ? (
                <EmptyNote title="No adjusting entry is due in this period">
                  <p>Define an accrual, a prepayment, a depreciation or an entry that recurs: what it asks for in a period stands here.</p>
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
      <h2>Due in this period</h2>
      <span className={styles.push} />
      <Button
        kind={toDraft > 0 ? "primary" : "plain"}
        disabled={toDraft === 0 || pending}
        title="Puts what is due into the write queue as drafts. Nothing is sent."
        onClick={() => perform(period, toDraft)}
      >
        {toDraft === 0 ? "Make drafts" : `Make ${count(toDraft, "draft")}`}
      </Button>
      <Button disabled={toSend === 0 || pending} onClick={() => setAsking(true)}>
        {toSend === 0 ? "Send drafts…" : `Send ${count(toSend, "draft")}…`}
      </Button>
      {asking ? (
        <ConfirmDialog
          title={`Send ${count(toSend, "adjusting entry", "adjusting entries")} to the ledger?`}
          act="Send"
          onClose={() => setAsking(false)}
          onAct={() => attempt(period, toSend)}
        >
          <p>
            Each is checked again against locks and accounts, then posted as a journal and read back. What the ledger has is taken back
            there only by an entry that turns it round.
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
        words: `${count(drafts, "draft")} made; nothing is sent.`,
        run: () => call("adjustments.draft", { clientId, period }),
        undo: async ({ jobIds }) => {
          for (const jobId of jobIds) await call("writes.cancel", { clientId, jobId });
        },
      }),
    attempt: (period: string, drafts: number) =>
      void perform({
        key: "post",
        words: `${count(drafts, "adjusting entry", "adjusting entries")} on the way to the ledger.`,
        run: () => call("adjustments.post", { clientId, period }),
      }),
  };
}

function Entries({ clientId, entries }: { readonly clientId: string; readonly entries: readonly AdjustingEntryView[] }) {
  return (
    <table className={styles.table} aria-label="Adjusting entries of the period">
      <thead>
        <tr>
          <th scope="col">State</th>
          <th scope="col">Entry</th>
          <th scope="col">Date</th>
          <th scope="col">Lines</th>
          <th scope="col">Prepared by</th>
          <th scope="col">Write</th>
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
  const name = entry.part === "reversal" ? `${entry.title}, reversal` : entry.title;
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
          <span className={styles.quiet}>none yet</span>
        ) : (
          <a href={`#${writesAddress(clientId, entry.jobId)}`}>Write</a>
        )}
        {entry.recordId === null ? null : <a href={`#${documentAddress(clientId, entry.recordId)}`}>Journal</a>}
      </td>
    </tr>
  );
}

/** The lines of a journal: debits first in the left column of amounts, credits in the right one. */
function EntryLines({ entry, label }: { readonly entry: AdjustingEntryView; readonly label: string }) {
  return (
    <table className={styles.lines} aria-label={`Lines of ${label}`}>
      <tbody>
        {entry.lines.map(({ accountId, account, amount }, index) => {
          const credit = amount.startsWith("-");
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an entry have no id and never move
            <tr key={`${accountId} ${index}`}>
              <th scope="row">{account}</th>
              <td>{credit ? null : <Money amount={amount} currency={entry.currency} />}</td>
              <td>{credit ? <Money amount={amount.slice(1)} currency={entry.currency} /> : null}</td>
              <td className={styles.side}>{credit ? "Cr" : "Dr"}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function count(number: number, one: string, many = `${one}s`): string {
  return number === 1 ? `1 ${one}` : `${number} ${many}`;
}
