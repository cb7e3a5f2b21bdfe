import { useState } from "react";
import type { OperationOutput } from "#main/operations/collection.ts";
import type { MergedPartyRow } from "#shared/contract/reviews.ts";
import { call } from "../../api/client.ts";
import { Answer } from "../../blocks/answer.tsx";
import { DecidedBy } from "../../blocks/decided-by.tsx";
import { Button } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { EmptyNote } from "../../components/empty-note.tsx";
import { formatCount } from "../../format/amount.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import { useActs } from "../../state/last-act.ts";
import { likelihood } from "./check-words.ts";
import styles from "./checks.module.css";
import { MergeDialog } from "./merge-dialog.tsx";
import { PartyCard } from "./party-card.tsx";
import own from "./party-list.module.css";

type Suggestion = OperationOutput<"parties.suggestions">["rows"][number];

const AT_ONCE = 40;

/** Parties that may be one, and those that were made one. The ledger's own records stay as they are. */
export function PartyList({ clientId }: { readonly clientId: string }) {
  const suggestions = useCoreQuery("parties.suggestions", { clientId });
  const merged = useCoreQuery("parties.merged", { clientId });
  return (
    <>
      <h2 className={styles.heading}>{t("May be one party")}</h2>
      <Answer query={suggestions} label={t("the parties")}>
        {({ rows, leftOut }) => (
          <>
            {rows.length === 0 ? (
              <EmptyNote title={t("No two parties look alike")}>
                <p>
                  {t("Parties with like names or the same e-mail address would stand here in pairs. Nothing is merged by a name alone.")}
                </p>
              </EmptyNote>
            ) : (
              <Suggestions clientId={clientId} rows={rows} />
            )}
            {leftOut.found + leftOut.notCompared === 0 ? null : (
              <p className={styles.aside}>
                {t("{found} more pairs are not listed, {notCompared} were not compared because too many parties are alike.", {
                  found: formatCount(leftOut.found),
                  notCompared: formatCount(leftOut.notCompared),
                })}
              </p>
            )}
          </>
        )}
      </Answer>
      <h2 className={styles.heading}>{t("Merged here")}</h2>
      <Answer query={merged} label={t("merged parties")}>
        {(rows) =>
          rows.length === 0 ? (
            <p className={styles.aside}>
              {t("No party stands for another one yet. Merges stay here only and can be taken apart at any time.")}
            </p>
          ) : (
            <Merged clientId={clientId} rows={rows} />
          )
        }
      </Answer>
    </>
  );
}

function Suggestions({ clientId, rows }: { readonly clientId: string; readonly rows: readonly Suggestion[] }) {
  const [shown, setShown] = useState(AT_ONCE);
  const [merging, setMerging] = useState<Suggestion | null>(null);
  const { perform, pending } = useActs(clientId);
  const merge = (keepId: string, absorbId: string, words: string) => {
    setMerging(null);
    const undo = () => call("parties.unmerge", { clientId, absorbId });
    void perform({ key: absorbId, words, run: () => call("parties.merge", { clientId, keepId, absorbId }), undo });
  };
  return (
    <>
      <ul>
        {rows.slice(0, shown).map((pair) => {
          const { word, tone } = likelihood(pair.score);
          const [a, b] = pair.parties;
          return (
            <li key={`${a.partyId} ${b.partyId}`} className={own.pair}>
              <div>
                <p className={own.score}>
                  <Chip tone={tone} word={word} icon={null} title={t("{score} of 100", { score: pair.score })} />
                  <span className={styles.quiet}>{t("{score} of 100", { score: pair.score })}</span>
                </p>
                <ul className={styles.reasons}>
                  {pair.reasons.map((reason) => (
                    <li key={reason}>{reason}</li>
                  ))}
                </ul>
              </div>
              <PartyCard party={a} />
              <PartyCard party={b} />
              <div>
                <Button
                  disabled={pending !== null}
                  aria-label={t("Merge {name} and {name2}", { name: a.name, name2: b.name })}
                  onClick={() => setMerging(pair)}
                >
                  {t("Merge …")}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      {rows.length > shown ? (
        <div className={styles.more}>
          <Button onClick={() => setShown(shown + 3 * AT_ONCE)}>{t("Show more of {rows}", { rows: formatCount(rows.length) })}</Button>
        </div>
      ) : null}
      {merging === null ? null : <MergeDialog pair={merging.parties} onMerge={merge} onClose={() => setMerging(null)} />}
    </>
  );
}

function Merged({ clientId, rows }: { readonly clientId: string; readonly rows: readonly MergedPartyRow[] }) {
  const { perform, pending } = useActs(clientId);
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
          <PartyCard party={party} label={t("As one party")} />
          <ul className={own.records}>
            <li className={own.record}>
              <PartyCard party={kept} label={t("The record that stands for all")} />
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
                      title={t("Merged by Tieout because both records carry the tax identifier {automatic}", {
                        automatic: member.automatic,
                      })}
                    />
                  )}
                  {member.automatic === null ? null : (
                    <span className={styles.quiet}>{t("equal tax identifier {automatic}", { automatic: member.automatic })}</span>
                  )}
                  <Button
                    disabled={pending !== null}
                    aria-label={t("Unmerge {name} from {name2}", { name: member.name, name2: party.name })}
                    onClick={() => unmerge(party.partyId, member.partyId, t("{name} stands for itself again.", { name: member.name }))}
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
