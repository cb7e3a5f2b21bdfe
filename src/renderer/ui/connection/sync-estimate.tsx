import type { Outlook } from "#shared/contract/sync/sync.ts";
import { endsLabel, outlookInputs, unknownEndText } from "../../format/labels/sync-estimate-labels.ts";
import { capitalized } from "../../format/text/capitalized.ts";
import { t } from "../../language/t.ts";
import { useNow } from "../../state/window/now.ts";
import { Explain } from "../controls/tooltip.tsx";
import { Fact, Facts } from "../layout/facts.tsx";
import styles from "./sync-estimate.module.css";

interface SyncEstimateProps {
  readonly outlook: Outlook;
  readonly of: string;
  /** It fills a cell, and doesn't end a sentence. */
  readonly alone?: boolean;
  readonly tabIndex?: 0 | -1;
}

/** When a reading ends, with everything that it was worked out from on hover and on focus. */
export function SyncEstimate({ outlook, of, alone = false, tabIndex }: SyncEstimateProps) {
  const nowMs = useNow();
  const words = endsLabel(outlook, nowMs);
  const shown = alone ? capitalized(words) : words;
  const unknown = unknownEndText(outlook);
  return (
    <Explain
      words={shown}
      label={t("{name}, expected end: {when}", { name: of, when: words })}
      {...(tabIndex === undefined ? {} : { tabIndex })}
    >
      <p className={styles.title}>{t("Calculated from")}</p>
      <Facts>
        {outlookInputs(outlook, nowMs).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </Facts>
      <p className={styles.how}>
        {unknown ??
          t(
            "Assumes that requests go as fast as rate limits and response times allow. Any wait for the daily limit is included. If two times are shown, the second one assumes slow responses.",
          )}
      </p>
    </Explain>
  );
}
