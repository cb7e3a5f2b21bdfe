import type { ReconciliationRow } from "#shared/contract/close/reconciliations.ts";
import { formatMoney, formatPercent } from "../../../format/amounts/amount.ts";
import { t } from "../../../language/t.ts";
import { recordAddress } from "../../../state/window/screen-address.ts";
import text from "../../../styles/text.module.css";
import { Chip } from "../../../ui/controls/chip.tsx";
import { Figure } from "../../../ui/figures/figure.tsx";
import { Fact, Facts } from "../../../ui/layout/facts.tsx";
import { SidePanel } from "../../../ui/layout/side-panel.tsx";
import { DecidedBy } from "../../../ui/notes/decided-by.tsx";
import { Notes } from "../../../ui/notes/notes.tsx";
import { ClearedItems } from "./cleared-items.tsx";
import { isControlAccount } from "./policies.tsx";
import { PolicyForm } from "./policy-form.tsx";
import { SignedChip } from "./reconciliation-columns.tsx";
import { type OneAccount, stateWords } from "./reconciliation-form.ts";
import { policyWords } from "./reconciliation-labels.ts";
import { ReconciliationSignOffs } from "./reconciliation-sign-offs.tsx";
import styles from "./reconciliations.module.css";
import { SupportFields } from "./support-fields.tsx";
import { SupportFiles } from "./support-files.tsx";

interface PanelProps extends OneAccount {
  readonly onClose: () => void;
  /** Null on the last account that isn't done. */
  readonly onNext: (() => void) | null;
}

/** One account: how its balance came about, what supports it, what is between, the files, and the sign-offs. */
export function ReconciliationPanel({ clientId, period, row, onClose, onNext }: PanelProps) {
  const { word, tone, means } = stateWords(row);
  return (
    <SidePanel kind={t("Reconciliation")} title={row.label} onClose={onClose}>
      <div className={styles.standing}>
        <Chip tone={tone} word={word} title={means} />
        <SignedChip row={row} />
        {row.support === null || row.support.person === null || row.support.at === null ? null : (
          <DecidedBy verb={t("support entered")} person={row.support.person} at={row.support.at} />
        )}
      </div>
      {row.state === "moved" ? <p className={styles.warning}>{means}</p> : null}
      <RollForward clientId={clientId} row={row} />
      {row.bank === null ? (
        // Once saved, it starts from what was saved.
        <SupportFields key={supportKey(row)} {...{ clientId, period, row, onNext }} />
      ) : (
        <p>
          {t("You reconcile this account with its bank statements, line by line.")}{" "}
          <a href={`#${recordAddress(clientId, "bank", row.accountId)}`}>{t("Open bank reconciliation")}</a>
        </p>
      )}
      <ClearedItems clientId={clientId} row={row} />
      <SupportFiles clientId={clientId} period={period} row={row} />
      <ReconciliationSignOffs {...{ clientId, period, row, onNext }} />
      <Notes
        clientId={clientId}
        subject={{ kind: "account", id: row.accountId }}
        label={row.label}
        seen={formatMoney(row.closing, row.currency)}
      />
      <details className={styles.policyDetails}>
        <summary>
          {t("Policy")} <span className={text.muted}>{policyWords(row.policy)}</span>
        </summary>
        <PolicyForm
          key={`${row.policy.set?.decisionNo}`}
          {...{ clientId, period, accountId: row.accountId, label: row.label, policy: row.policy }}
          isControl={isControlAccount(row)}
        />
      </details>
    </SidePanel>
  );
}

function supportKey({ support, items }: ReconciliationRow): string {
  return JSON.stringify([support?.decisionNo, support?.amount, items.map(({ itemId, amount }) => [itemId, amount])]);
}

function RollForward({ clientId, row }: { readonly clientId: string; readonly row: ReconciliationRow }) {
  const lines = [
    { key: "opening", name: t("Opening balance"), amount: row.opening },
    { key: "increases", name: t("Increases"), amount: row.increases },
    { key: "decreases", name: t("Decreases"), amount: row.decreases },
  ] as const;
  return (
    <Facts label={t("Roll-forward")}>
      <Fact name={t("Change since the previous period")} kind="figure">
        {row.percent === null ? null : <span className={styles.less}>{t("{percent}%", { percent: formatPercent(row.percent) })}</span>}
        <Figure amount={row.change} currency={row.currency} />
      </Fact>
      {lines.map(({ key, name, amount }) => (
        <Fact key={key} name={name} kind="figure">
          {key === "decreases" ? <span className={styles.less}>{t("less")}</span> : null}
          <Figure amount={amount} currency={row.currency} />
        </Fact>
      ))}
      <Fact kind="sum" name={<a href={`#${recordAddress(clientId, "statements", row.accountId)}`}>{t("Closing balance per books")}</a>}>
        <Figure amount={row.closing} currency={row.currency} />
      </Fact>
    </Facts>
  );
}
