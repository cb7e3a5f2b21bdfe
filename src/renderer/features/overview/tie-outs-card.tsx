import { isTotalOnly, shownOutcome } from "#shared/model/reports/tie-out.ts";
import { CHECK_WORDS } from "../../format/labels/tie-out-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useTieOutDay } from "../../state/period/as-of-day.ts";
import { useNow } from "../../state/window/now.ts";
import { recordAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { OutcomeChip } from "../../ui/figures/tie-out-chip.tsx";
import { Card } from "./card.tsx";
import styles from "./overview-page.module.css";

/** How each check came out; nothing before the first time, which the next actions ask for. */
export function TieOutsCard({ clientId }: { readonly clientId: string }) {
  const { data, isPending } = useCoreQuery("tieOuts.last", { clientId, asOfDate: useTieOutDay(clientId) });
  const nowMs = useNow();
  if (isPending) {
    return (
      <Card clientId={clientId} title={t("Tie-outs")} screen="tie-outs" busy>
        <ul className={layout.plainList} aria-hidden="true">
          {Object.keys(CHECK_WORDS).map((check) => (
            <li key={check} className={styles.check}>
              <span className={styles.lineRoom} />
            </li>
          ))}
        </ul>
      </Card>
    );
  }
  if (data == null) return null;
  return (
    <Card
      clientId={clientId}
      title={t("Tie-outs")}
      screen="tie-outs"
      foot={
        <span>
          {t("Checked")} <AsOf instant={data.ranAt} nowMs={nowMs} />
        </span>
      }
    >
      <ul className={layout.plainList}>
        {data.checks.map((one) => (
          <li key={one.check} className={styles.check}>
            <a href={`#${recordAddress(clientId, "tie-outs", one.check)}`}>{CHECK_WORDS[one.check].word}</a>{" "}
            <OutcomeChip
              outcome={shownOutcome(one.outcome, data.recheck)}
              accepted={data.accepted.includes(one.check)}
              totalOnly={isTotalOnly(one)}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
