import { useState } from "react";
import type { ClosedChange } from "#shared/contract/close/close.ts";
import { call } from "../../api/client.ts";
import { withAmounts } from "../../format/amounts/amounts-in-text.ts";
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
import { fieldChanges, mayReopen, profitEffect, unknownEffectWords } from "./close-labels.ts";

const KIND_WORDS = { added: t("Added"), changed: t("Changed"), removed: t("Voided or deleted") } as const;
type Verdict = NonNullable<ClosedChange["disposition"]>["verdict"];
const ADJUST_MEANS = t("The period isn't reopened. You correct the change yourself, with an adjusting entry in an open period.");
const VERDICTS: readonly { readonly verdict: Verdict; readonly act: string; readonly done: string; readonly means: string }[] = [
  { verdict: "accept", act: t("Accept"), done: t("Accepted"), means: t("Accept the change. The period isn't reopened.") },
  { verdict: "adjust", act: t("Mark for adjustment"), done: t("Marked for adjustment"), means: ADJUST_MEANS },
  {
    verdict: "reopen",
    act: t("Reopen period"),
    done: t("Period reopened"),
    means: t("This reopens the period in Tieout. Close it again once the change is dealt with."),
  },
];

/** What changed in closed periods, from any side, with what it did to the accounts; each needs a word of a person. */
export function ClosedChanges({ clientId }: { readonly clientId: string; readonly period: string }) {
  const query = useCoreQuery("close.changes", { clientId });
  return (
    <QueryAnswer query={query} label={t("post-close changes")}>
      {(changes) =>
        changes.length === 0 ? (
          <EmptyState title={t("No post-close changes")}>
            <p>{t("Transactions added, changed or deleted in a closed or locked period appear here after the next sync.")}</p>
          </EmptyState>
        ) : (
          <ul className={layout.plainList}>
            {changes.map((change) => (
              <ChangeCard key={change.id} clientId={clientId} change={{ ...change, label: withAmounts(change.label) }} />
            ))}
          </ul>
        )
      }
    </QueryAnswer>
  );
}

function ChangeCard({ clientId, change }: { readonly clientId: string; readonly change: ClosedChange }) {
  const { disposition, currency } = change;
  const profit = profitEffect(change);
  const fields = fieldChanges(change.fields);
  return (
    <li className={styles.change}>
      <div className={styles.title}>
        <Chip tone={disposition?.stands ? "neutral" : "warning"} word={KIND_WORDS[change.kind]} />
        {change.isDocument ? <a href={`#${documentAddress(clientId, change.recordId)}`}>{change.label}</a> : <span>{change.label}</span>}
        <span className={text.muted}>{t("Period: {periodLabel}", { periodLabel: formatLongPeriod(change.periodLabel) })}</span>
        <span className={styles.push}>
          {profit === null ? (
            <span title={unknownEffectWords(change)}>{t("Effect on net income unknown")}</span>
          ) : (
            <>
              {t("Effect on net income")} <Money amount={profit} currency={currency} showCurrency />
            </>
          )}
        </span>
      </div>
      {fields.length === 0 ? null : <p className={styles.evidence}>{fields.join("; ")}</p>}
      {fields.length + change.effects.length > 0 ? null : (
        <p className={text.muted}>{t("Tieout has no further details of this change. Review the transaction in the ledger.")}</p>
      )}
      {change.effects.length === 0 ? null : (
        <table className={styles.effects} aria-label={t("Effect of {label}", { label: change.label })}>
          <thead>
            <tr>
              <th scope="col">{t("Account")}</th>
              <th scope="col">{t("Before")}</th>
              <th scope="col">{t("After")}</th>
              <th scope="col">{t("Effect, debits positive")}</th>
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
  const undo = ({ decisionNo }: { readonly decisionNo: number }) => call("decisions.undo", { clientId, decisionNo });
  return (
    <>
      {disposition === null ? null : (
        <p className={text.muted}>
          <DecidedBy
            verb={VERDICTS.find(({ verdict }) => verdict === disposition.verdict)?.done ?? disposition.verdict}
            person={disposition.person}
            at={disposition.at}
          />
          {`: “${disposition.why}”`}
          {disposition.stands ? "" : t(". The transaction has changed again since.")}
        </p>
      )}
      {disposition?.stands ? null : (
        <div className={layout.buttons}>
          {VERDICTS.filter(({ verdict }) => verdict !== "reopen" || mayReopen(change)).map(({ verdict, act, means }) => (
            <Button
              needs="preparer"
              key={verdict}
              title={means}
              disabled={pending !== null}
              aria-label={`${act}: ${change.label}`}
              onClick={() => setAsking(verdict)}
            >
              {act}…
            </Button>
          ))}
        </div>
      )}
      {asked === undefined ? null : (
        <ReasonDialog
          title={`${asked.act}: ${change.label}`}
          act={asked.act}
          onClose={() => setAsking(null)}
          onAct={(why) =>
            perform({
              key: change.id,
              words: `${asked.done}: ${change.label}.`,
              run: () => call("close.dispose", { clientId, changeId: change.id, verdict: asked.verdict, why }),
              // That takes back only the decision: the period would stay reopened.
              ...(asked.verdict === "reopen" ? {} : { undo }),
            })
          }
        >
          <p>{asked.means}</p>
        </ReasonDialog>
      )}
    </>
  );
}
