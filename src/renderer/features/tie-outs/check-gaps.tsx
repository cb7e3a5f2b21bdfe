import { useState } from "react";
import type { TieOutGap } from "#shared/model/reports/tie-out.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import { RecordNames } from "../../state/core/record-names.tsx";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import panel from "../../ui/layout/side-panel.module.css";
import styles from "./check-panel.module.css";

const SHOWN = 12;

/** What our figures of a check are known to lack, each with how many records it concerns, if any are known, and the way to them. */
export function CheckGaps({ clientId, gaps }: { readonly clientId: string; readonly gaps: readonly TieOutGap[] }) {
  if (gaps.length === 0) return null;
  return (
    <section>
      <h3>{t("{gaps, plural, one {Gap in Tieout's figure} other {Gaps in Tieout's figure (#)}}", { gaps: gaps.length })}</h3>
      <ul className={styles.gaps}>
        {gaps.map((gap) => (
          <Gap key={gap.message} clientId={clientId} gap={gap} />
        ))}
      </ul>
    </section>
  );
}

function Gap({ clientId, gap: { message, count, recordIds } }: { readonly clientId: string; readonly gap: TieOutGap }) {
  const [open, setOpen] = useState(false);
  return (
    <li>
      {count === 0 ? null : (
        <>
          <span className={text.strong}>
            {t("{count, plural, one {# record} other {{records} records}}", { count, records: formatCount(count) })}
          </span>
          :{" "}
        </>
      )}
      {message}
      {recordIds.length === 0 ? null : open ? (
        <div className={styles.records}>
          <RecordNames clientId={clientId} ids={recordIds.slice(0, SHOWN)} />
          {count > SHOWN ? <span className={panel.quiet}>{t("and {count} more", { count: formatCount(count - SHOWN) })}</span> : null}
        </div>
      ) : (
        <div>
          <Button
            kind="quiet"
            aria-label={t("{count, plural, one {Show the record: {message}} other {Show the records: {message}}}", {
              count: recordIds.length,
              message,
            })}
            onClick={() => setOpen(true)}
          >
            {t("{count, plural, one {Show the record} other {Show the records}}", { count: recordIds.length })}
          </Button>
        </div>
      )}
    </li>
  );
}
