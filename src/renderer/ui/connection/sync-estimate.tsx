import type { Outlook } from "#shared/contract/sync/sync.ts";
import { endsLabel, outlookInputs, unknownEndText } from "../../format/labels/sync-estimate-labels.ts";
import { t } from "../../language/t.ts";
import { useNow } from "../../state/window/now.ts";
import { Explain } from "../controls/tooltip.tsx";
import styles from "./sync-estimate.module.css";

/** When a reading ends, with everything that it was worked out from on hover and on focus. */
export function SyncEstimate({ outlook, of, tabIndex }: { readonly outlook: Outlook; readonly of: string; readonly tabIndex?: 0 | -1 }) {
  const nowMs = useNow();
  const words = endsLabel(outlook, nowMs);
  const unknown = unknownEndText(outlook);
  return (
    <Explain words={words} label={t("{name} ends: {when}", { name: of, when: words })} {...(tabIndex === undefined ? {} : { tabIndex })}>
      <p className={styles.title}>{t("Calculated from")}</p>
      <dl className={styles.inputs}>
        {outlookInputs(outlook, nowMs).map(([name, value]) => (
          <div key={name} className={styles.input}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.how}>
        {unknown ??
          t(
            "The slowest of these sets the pace, and any wait for the daily limit is added. The range runs from typical to slow response times.",
          )}
      </p>
    </Explain>
  );
}
