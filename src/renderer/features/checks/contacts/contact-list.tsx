import { Copy } from "lucide-react";
import { useMemo, useState } from "react";
import type { OperationOutput } from "#main/operations/collection.ts";
import type { MergedPartyRow } from "#shared/contract/close/reviews.ts";
import { call } from "../../../api/client.ts";
import { formatCount } from "../../../format/amounts/amount.ts";
import { likelihood } from "../../../format/labels/duplicate-labels.ts";
import { capitalized } from "../../../format/text/capitalized.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useActs } from "../../../state/core/undo.ts";
import text from "../../../styles/text.module.css";
import { PartyCard, PER_OPEN_ITEMS } from "../../../ui/contacts/contact-card.tsx";
import { mergeActs } from "../../../ui/contacts/merge-acts.ts";
import { MergeDialog } from "../../../ui/contacts/merge-dialog.tsx";
import { Button } from "../../../ui/controls/button.tsx";
import { Chip } from "../../../ui/controls/chip.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { QueryAnswer } from "../../../ui/feedback/query-answer.tsx";
import { DecidedBy } from "../../../ui/notes/decided-by.tsx";
import styles from "../checks.module.css";
import own from "./contact-list.module.css";

type Suggestion = OperationOutput<"parties.suggestions">["rows"][number];
type ListedRow = OperationOutput<"parties.list">["rows"][number];

const AT_ONCE = 40;

/** Parties that may be one, and those that were made one. The ledger's own records stay as they are. */
export function PartyList({ clientId }: { readonly clientId: string }) {
  const [dismissed, setDismissed] = useState(false);
  const suggestions = useCoreQuery("parties.suggestions", { clientId, ...(dismissed ? { dismissed } : {}) }, { keepPrevious: true });
  const merged = useCoreQuery("parties.merged", { clientId });
  return (
    <>
      <h2 className={styles.heading}>{t("Possible duplicate contacts")}</h2>
      <QueryAnswer query={suggestions} label={t("contacts")}>
        {({ rows, leftOut, dismissed: count }) => (
          <>
            {rows.length === 0 && count === 0 && !dismissed ? null : (
              <div className={classes(own.above, styles.aside)}>
                <p>{PER_OPEN_ITEMS}</p>
                {count === 0 && !dismissed ? null : (
                  <label className={styles.check}>
                    <input type="checkbox" checked={dismissed} onChange={(event) => setDismissed(event.target.checked)} />
                    {t("Dismissed ({dismissed})", { dismissed: formatCount(count) })}
                  </label>
                )}
              </div>
            )}
            {rows.length > 0 ? (
              <Suggestions clientId={clientId} rows={rows} />
            ) : suggestions.isPlaceholderData || leftOut.found + leftOut.notCompared > 0 ? null : (
              <NoPairs shownDismissed={dismissed} />
            )}
            {leftOut.found + leftOut.notCompared === 0 ? null : (
              <p className={styles.aside}>
                {t(
                  "There are too many similar contacts to show every pair. Pairs not listed: {found}. Pairs not compared: {notCompared}.",
                  { found: formatCount(leftOut.found), notCompared: formatCount(leftOut.notCompared) },
                )}
              </p>
            )}
          </>
        )}
      </QueryAnswer>
      <h2 className={styles.heading}>{t("Merged in Tieout")}</h2>
      <QueryAnswer query={merged} label={t("merged contacts")}>
        {(rows) =>
          rows.length === 0 ? (
            <p className={styles.aside}>{t("No contacts merged yet. Merging happens in Tieout only, and you can undo it at any time.")}</p>
          ) : (
            <Merged clientId={clientId} rows={rows} />
          )
        }
      </QueryAnswer>
    </>
  );
}

function NoPairs({ shownDismissed }: { readonly shownDismissed: boolean }) {
  return shownDismissed ? (
    <EmptyState title={t("No dismissed pairs")}>
      <p>{t("Dismissed pairs appear here, with the person who dismissed them and the time. You can restore them.")}</p>
    </EmptyState>
  ) : (
    <EmptyState title={t("No possible duplicate contacts")}>
      <p>
        {t("Contacts with similar names appear here in pairs. Tieout merges contacts automatically only if they have the same tax ID.")}
      </p>
    </EmptyState>
  );
}

/** The contacts as their list has them, with what is unapplied apart, by id; none until they're known. */
function useListed(clientId: string): ReadonlyMap<string, ListedRow> {
  const { data } = useCoreQuery("parties.list", { clientId });
  return useMemo(() => new Map((data?.rows ?? []).map((row) => [row.id, row])), [data]);
}

/** What is open for one record alone: the list has merged ones together. */
function amountsOfRecord(row: ListedRow | undefined): ListedRow["amounts"] | null {
  return row?.records === 1 ? row.amounts : null;
}

function Suggestions({ clientId, rows }: { readonly clientId: string; readonly rows: readonly Suggestion[] }) {
  const [shown, setShown] = useState(AT_ONCE);
  const [merging, setMerging] = useState<Suggestion | null>(null);
  const listed = useListed(clientId);
  const { perform, pending } = useActs(clientId);
  const merge = (keepId: string, absorbIds: readonly string[], words: string) => {
    setMerging(null);
    void perform({ key: keepId, words, ...mergeActs(clientId, keepId, absorbIds) });
  };
  const decide = ({ parties: [a, b] }: Suggestion, dismiss: boolean) => {
    const input = { clientId, a: a.partyId, b: b.partyId };
    const there = () => call("parties.dismiss", input);
    const back = () => call("parties.restore", input);
    const names = { a: a.name, b: b.name };
    const words = dismiss
      ? t("{a} and {b} marked as not duplicates.", names)
      : t("{a} and {b} marked as possible duplicates again.", names);
    void perform({ key: a.partyId, words, run: dismiss ? there : back, undo: dismiss ? back : there });
  };
  return (
    <>
      <ul>
        {rows.slice(0, shown).map((pair) => {
          const [a, b] = pair.parties;
          return (
            <li key={`${a.partyId} ${b.partyId}`} className={own.pair}>
              <Evidence pair={pair} />
              <PartyCard party={a} amounts={amountsOfRecord(listed.get(a.partyId))} />
              <PartyCard party={b} amounts={amountsOfRecord(listed.get(b.partyId))} />
              <PairActs
                pair={pair}
                busy={pending !== null}
                onMerge={() => setMerging(pair)}
                onDecide={(dismiss) => decide(pair, dismiss)}
              />
            </li>
          );
        })}
      </ul>
      {rows.length > shown ? (
        <div className={styles.more}>
          <Button onClick={() => setShown(shown + 3 * AT_ONCE)}>
            {t("Show more ({rows} in all)", { rows: formatCount(rows.length) })}
          </Button>
        </div>
      ) : null}
      {merging === null ? null : <MergeDialog parties={merging.parties} onMerge={merge} onClose={() => setMerging(null)} />}
    </>
  );
}

/** How sure the pair is, what that rests on, and who dismissed it. */
function Evidence({ pair: { score, reasons, dismissal } }: { readonly pair: Suggestion }) {
  const { word, tone } = likelihood(score);
  const matches = t("Match score {score} of 100", { score });
  return (
    <div>
      <p className={own.score}>
        <Chip tone={tone} word={word} icon={Copy} title={matches} />
        <span className={text.muted}>{matches}</span>
      </p>
      <ul className={text.mutedSmall}>
        {reasons.map((reason) => (
          <li key={reason}>{capitalized(reason)}</li>
        ))}
      </ul>
      {dismissal === null ? null : (
        <p className={own.decided}>
          <DecidedBy verb={t("dismissed")} person={dismissal.person} at={dismissal.at} />
        </p>
      )}
      {dismissal?.stands === false ? (
        <p className={own.changed}>{t("One of the two has changed since the pair was dismissed. Review the pair again.")}</p>
      ) : null}
    </div>
  );
}

interface PairActsProps {
  readonly pair: Suggestion;
  readonly busy: boolean;
  readonly onMerge: () => void;
  readonly onDecide: (dismiss: boolean) => void;
}

function PairActs({ pair: { parties, dismissal }, busy, onMerge, onDecide }: PairActsProps) {
  const names = { name: parties[0].name, other: parties[1].name };
  if (dismissal?.stands === true)
    return (
      <div>
        <Button needs="preparer" disabled={busy} aria-label={t("Restore {name} and {other}", names)} onClick={() => onDecide(false)}>
          {t("Restore")}
        </Button>
      </div>
    );
  return (
    <div className={own.acts}>
      <Button needs="preparer" disabled={busy} aria-label={t("Merge {name} and {other}", names)} onClick={onMerge}>
        {t("Merge…")}
      </Button>
      <Button
        needs="preparer"
        disabled={busy}
        aria-label={t("Dismiss {name} and {other}", names)}
        title={t("Marks the two as not duplicates. If the name, email or tax ID of either one changes, the dismissal no longer counts.")}
        onClick={() => onDecide(true)}
      >
        {t("Dismiss")}
      </Button>
    </div>
  );
}

function Merged({ clientId, rows }: { readonly clientId: string; readonly rows: readonly MergedPartyRow[] }) {
  const { perform, pending } = useActs(clientId);
  const listed = useListed(clientId);
  const unmerge = (keepId: string, absorbId: string, words: string) =>
    void perform({
      key: absorbId,
      words,
      run: () => call("parties.unmerge", { clientId, absorbId }),
      undo: () => call("parties.merge", { clientId, keepId, absorbId }),
    });
  return (
    <ul>
      {rows.map(({ party, kept, absorbed }) => (
        <li key={party.partyId} className={own.merged}>
          <PartyCard party={party} label={t("Combined contact")} merged amounts={listed.get(party.partyId)?.amounts ?? null} />
          <ul className={own.records}>
            <li className={own.record}>
              <PartyCard party={kept} label={t("Kept contact")} />
            </li>
            {absorbed.map((member) => (
              <li key={member.partyId} className={own.record}>
                <PartyCard party={member.balances} />
                <div className={own.acts}>
                  {member.automatic === null ? (
                    <DecidedBy verb={t("merged")} person={member.person} at={member.at} />
                  ) : (
                    <Chip
                      tone="current"
                      icon={null}
                      word={t("Automatic")}
                      title={t("Merged by Tieout because both contacts have tax ID {taxId}", {
                        taxId: member.automatic,
                      })}
                    />
                  )}
                  {member.automatic === null ? null : (
                    <span className={text.muted}>{t("same tax ID {taxId}", { taxId: member.automatic })}</span>
                  )}
                  <Button
                    needs="preparer"
                    disabled={pending !== null}
                    aria-label={t("Unmerge {name} from {other}", { name: member.name, other: party.name })}
                    onClick={() => unmerge(party.partyId, member.partyId, t("{name} is separate again.", { name: member.name }))}
                  >
                    {t("Unmerge")}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
