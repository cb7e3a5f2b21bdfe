import { useState } from "react";
import type { ClosedChange } from "#shared/contract/close/close.ts";
import { call } from "../../api/client.ts";
import { formatLongPeriod } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useActs } from "../../state/core/undo.ts";
import { documentAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { ReasonDialog } from "../../ui/dialogs/reason-dialog.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryAnswer } from "../../ui/feedback/query-answer.tsx";
import { Money } from "../../ui/figures/money.tsx";
import { DecidedBy } from "../../ui/notes/decided-by.tsx";
import styles from "./close.module.css";

const KIND_WORDS = { added: t("Added"), changed: t("Changed"), removed: t("Deleted") } as const;
type Verdict = NonNullable<ClosedChange["disposition"]>["verdict"];
const VERDICTS: readonly { readonly verdict: Verdict; readonly act: string; readonly done: string; readonly means: string }[] = [
  { verdict: "accept", act: t("Accept"), done: "accepted", means: t("Accept the change and leave the period closed.") },
  { verdict: "adjust", act: t("Adjust"), done: t("to be adjusted"), means: t("Correct it with an adjusting entry in an open period.") },
  { verdict: "reopen", act: t("Reopen"), done: t("period reopened"), means: t("Reopen the period, then close it again.") },
];

/** What changed in closed periods, from any side, with what it did to the accounts; each needs a word of a person. */
export function ClosedChanges({ clientId }: { readonly clientId: string; readonly period: string }) {
  const query = useCoreQuery("close.changes", { clientId });
  return (
    <QueryAnswer query={query} label={t("closed periods")}>
      {(changes) =>
        changes.length === 0 ? (
          <EmptyState title={t("No post-close changes")}>
            <p>{t("When anyone adds, changes or deletes a transaction in a closed period, it appears here after the next sync.")}</p>
          </EmptyState>
        ) : (
          <ul className={layout.plainList}>
            {changes.map((change) => (
              <ChangeCard key={change.id} clientId={clientId} change={change} />
            ))}
          </ul>
        )
      }
    </QueryAnswer>
  );
}

function ChangeCard({ clientId, change }: { readonly clientId: string; readonly change: ClosedChange }) {
  const { disposition, currency } = change;
  return (
    <li className={styles.change}>
      <div className={styles.title}>
        <Chip tone={disposition?.stands ? "neutral" : "warning"} word={KIND_WORDS[change.kind]} />
        <a href={`#${documentAddress(clientId, change.recordId)}`}>{change.label}</a>
        <span className={text.muted}>{t("in {periodLabel}", { periodLabel: formatLongPeriod(change.periodLabel) })}</span>
        <span className={styles.push}>
          {t("Effect on profit")} <Money amount={change.result} currency={currency} showCurrency />
        </span>
      </div>
      {change.fields.length === 0 ? null : (
        <p className={styles.evidence}>
          {change.fields.map(({ field, before, after }) => `${field}: ${before ?? "nothing"} → ${after ?? "nothing"}`).join("; ")}
        </p>
      )}
      {change.effects.length === 0 ? null : (
        <table className={styles.effects} aria-label={t("Effect of {label}", { label: change.label })}>
          <thead>
            <tr>
              <th scope="col">{t("Account")}</th>
              <th scope="col">{t("Before")}</th>
              <th scope="col">{t("After")}</th>
              <th scope="col">{t("Effect")}</th>
            </tr>
          </thead>
          <tbody>
            {change.effects.map(({ accountId, account, before, after, effect }) => (
              <tr key={`${accountId} ${account}`}>
                <th scope="row">{account}</th>
                {[before, after, effect].map((amount, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: three columns that never move
                  <td key={index}>
                    <Money amount={amount} currency={currency} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Disposition clientId={clientId} change={change} />
    </li>
  );
}

function Disposition({ clientId, change }: { readonly clientId: string; readonly change: ClosedChange }) {
  const [asking, setAsking] = useState<Verdict | null>(null);
  const { perform, pending } = useActs(clientId);
  const { disposition } = change;
  const asked = VERDICTS.find(({ verdict }) => verdict === asking);
  return (
    <div className={layout.actions}>
      {disposition === null ? null : (
        <span className={text.muted}>
          {`"${disposition.why}" `}
          <DecidedBy
            verb={VERDICTS.find(({ verdict }) => verdict === disposition.verdict)?.done ?? disposition.verdict}
            person={disposition.person}
            at={disposition.at}
          />
          {disposition.stands ? "" : t(". The record has changed again since.")}
        </span>
      )}
      {disposition?.stands
        ? null
        : VERDICTS.map(({ verdict, act, means }) => (
            <Button
              needs="preparer"
              key={verdict}
              kind="quiet"
              title={means}
              disabled={pending !== null}
              aria-label={`${act}: ${change.label}`}
              onClick={() => setAsking(verdict)}
            >
              {act}…
            </Button>
          ))}
      {asked === undefined ? null : (
        <ReasonDialog
          title={`${asked.act}: ${change.label}`}
          act={asked.act}
          onClose={() => setAsking(null)}
          onAct={(why) =>
            perform({
              key: change.id,
              words: `${change.label}: ${asked.done}.`,
              run: () => call("close.dispose", { clientId, changeId: change.id, verdict: asked.verdict, why }),
              undo: ({ decisionNo }) => call("decisions.undo", { clientId, decisionNo }),
            })
          }
        >
          <p>{asked.means}</p>
        </ReasonDialog>
      )}
    </div>
  );
}
