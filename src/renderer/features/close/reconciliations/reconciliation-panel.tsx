import type { ReconciliationRow } from "#shared/contract/close/reconciliations.ts";
import { call } from "../../../api/client.ts";
import { t } from "../../../language/t.ts";
import { useActs } from "../../../state/core/undo.ts";
import { recordAddress } from "../../../state/window/screen-address.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Chip } from "../../../ui/controls/chip.tsx";
import { Figure } from "../../../ui/figures/figure.tsx";
import { SidePanel } from "../../../ui/layout/side-panel.tsx";
import { DecidedBy } from "../../../ui/notes/decided-by.tsx";
import { type OneAccount, STATE_WORDS } from "./reconciliation-form.ts";
import styles from "./reconciliations.module.css";
import { SupportFields } from "./support-fields.tsx";
import { SupportFiles } from "./support-files.tsx";

/** One account: its roll-forward, its support, the reconciling items, and files. */
export function ReconciliationPanel({ clientId, period, row, onClose }: OneAccount & { readonly onClose: () => void }) {
  const { word, tone, means } = STATE_WORDS[row.state];
  return (
    <SidePanel kind={t("Reconciliation")} title={row.label} onClose={onClose}>
      <div className={styles.standing}>
        <Chip tone={tone} word={word} title={means} />
        {row.support?.person == null || row.support.at === null ? null : (
          <DecidedBy verb={t("entered")} person={row.support.person} at={row.support.at} />
        )}
        <RequireButton clientId={clientId} period={period} row={row} />
      </div>
      {row.state === "moved" ? <p className={styles.warning}>{means}</p> : null}
      <RollForward clientId={clientId} row={row} />
      {row.bank === null ? (
        // After saving, the form starts over from what was saved.
        <SupportFields key={`${row.support?.decisionNo}`} clientId={clientId} period={period} row={row} />
      ) : (
        <p>
          {t("This account is reconciled with its bank statements.")}{" "}
          <a href={`#${recordAddress(clientId, "bank", row.accountId)}`}>{t("Open bank reconciliation")}</a>
        </p>
      )}
      <SupportFiles clientId={clientId} period={period} row={row} />
    </SidePanel>
  );
}

function RequireButton({ clientId, period, row }: OneAccount) {
  const { perform, pending } = useActs(clientId);
  const { accountId, label, required } = row;
  return (
    <Button
      kind="quiet"
      className={styles.push ?? ""}
      disabled={pending !== null}
      title={t("Applies to this period and later ones")}
      onClick={() =>
        void perform({
          key: accountId,
          words: required ? t("{label} doesn't need to be reconciled.", { label }) : t("{label} must be reconciled.", { label }),
          run: () => call("reconciliations.setPolicy", { clientId, period, accountId, required: !required }),
          undo: ({ decisionNo }) => call("decisions.undo", { clientId, decisionNo }),
        })
      }
    >
      {required ? t("Don't require") : t("Require")}
    </Button>
  );
}

function RollForward({ clientId, row }: { readonly clientId: string; readonly row: ReconciliationRow }) {
  const lines = [
    [t("Opening balance"), row.opening],
    [t("Increases"), row.increases],
    [t("Decreases"), row.decreases],
  ] as const;
  return (
    <table className={styles.roll} aria-label={t("Roll-forward")}>
      <tbody>
        {lines.map(([name, amount]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              {name === "Decreases" ? <span className={styles.less}>{t("less")}</span> : null}
              <Figure amount={amount} currency={row.currency} />
            </td>
          </tr>
        ))}
        <tr className={styles.sum}>
          <th scope="row">
            <a href={`#${recordAddress(clientId, "statements", row.accountId)}`}>{t("Closing balance per books")}</a>
          </th>
          <td>
            <Figure amount={row.closing} currency={row.currency} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}
