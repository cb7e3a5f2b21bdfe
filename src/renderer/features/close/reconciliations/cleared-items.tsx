import type { ClearedItem } from "#shared/contract/close/reconciliations.ts";
import { call } from "../../../api/client.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";
import { useActs } from "../../../state/core/undo.ts";
import { useDocumentLink } from "../../../state/window/panels.ts";
import text from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { Figure } from "../../../ui/figures/figure.tsx";
import { DecidedBy } from "../../../ui/notes/decided-by.tsx";
import type { OneAccount } from "./reconciliation-form.ts";
import styles from "./reconciliations.module.css";

/** The items that cleared in the period: by which transaction, or by whom. Each can be kept open instead. */
export function ClearedItems({ clientId, row }: Pick<OneAccount, "clientId" | "row">) {
  if (row.cleared.length === 0) return null;
  return (
    <section className={styles.form} aria-label={t("Cleared items")}>
      <h3>{t("Cleared this period")}</h3>
      <ul className={styles.signOffs}>
        {row.cleared.map((item) => (
          <Cleared key={item.itemId} clientId={clientId} row={row} item={item} />
        ))}
      </ul>
    </section>
  );
}

function Cleared({ clientId, row, item }: Pick<OneAccount, "clientId" | "row"> & { readonly item: ClearedItem }) {
  const { perform, pending } = useActs(clientId);
  const linkTo = useDocumentLink(clientId);
  const { itemId, recordId, set } = item;
  const undo = ({ decisionNo }: { readonly decisionNo: number }) => call("decisions.undo", { clientId, decisionNo });
  const clearAgain = () =>
    call("reconciliations.clearItem", {
      ...{ clientId, accountId: row.accountId, itemId, on: item.on },
      ...(recordId === null ? {} : { recordId }),
      ...(item.note === null ? {} : { note: item.note }),
    });
  const keepOpen = () =>
    void perform({
      key: itemId,
      words: t("{text} is open again.", { text: item.text }),
      run: async () => {
        if (set === null && recordId !== null)
          return call("reconciliations.keepItem", { clientId, accountId: row.accountId, itemId, recordId });
        await call("decisions.undo", { clientId, decisionNo: set?.decisionNo ?? 0 });
        return null;
      },
      undo: (done) => (done === null ? clearAgain() : undo(done)),
    });
  return (
    <li>
      <div className={styles.clearedLine}>
        <span>
          {item.text} <span className={text.muted}>{formatDay(item.date)}</span>
        </span>
        <Figure amount={item.amount} currency={row.currency} />
      </div>
      <div className={styles.clearedLine}>
        <span className={text.muted}>
          {set === null ? (
            t("Cleared automatically on {day}", { day: formatDay(item.on) })
          ) : (
            <DecidedBy verb={t("Cleared")} person={set.person} at={set.at} />
          )}
          {recordId === null ? (
            item.note && `: “${item.note}”`
          ) : (
            <>
              {", "}
              {item.isDocument ? <a href={linkTo(recordId)}>{item.record ?? t("Transaction")}</a> : (item.record ?? t("Transaction"))}
            </>
          )}
        </span>
        <Button needs="preparer" kind="quiet" disabled={pending !== null} onClick={keepOpen}>
          {t("Reopen")}
        </Button>
      </div>
    </li>
  );
}
