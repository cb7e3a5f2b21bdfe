import { useState } from "react";
import { isTotalOnly, recheckOf, type ShownTieOutRun, shownOutcome, type TieOut } from "#shared/model/reports/tie-out.ts";
import { CHECK_WORDS } from "../../format/labels/tie-out-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useNothingToTieOut } from "../../state/core/nothing-to-tie-out.ts";
import { useTieOutDay } from "../../state/period/as-of-day.ts";
import { useNow } from "../../state/window/now.ts";
import { clientAddress, recordAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { OutcomeChip } from "../../ui/figures/tie-out-chip.tsx";
import { Card } from "./card.tsx";
import { toldApart } from "./overview-labels.ts";
import styles from "./overview-page.module.css";

/** As many lines as there usually are, above the button that shows all. */
const ROOMS = ["first", "second", "third"];

/**
 * How the checks came out, those that tied out in one line; nothing before the first time, which the next actions ask for, and nothing
 * where the books have nothing to tie out, which the facts above say.
 */
export function TieOutsCard({ clientId }: { readonly clientId: string }) {
  const { data, isPending } = useCoreQuery("tieOuts.last", { clientId, asOfDate: useTieOutDay(clientId) });
  const nothing = useNothingToTieOut(clientId, data?.checks, data?.accepted);
  const nowMs = useNow();
  if (isPending) {
    return (
      <Card clientId={clientId} title={t("Tie-outs")} screen="tie-outs" busy>
        <ul className={layout.plainList} aria-hidden="true">
          {ROOMS.map((room) => (
            <li key={room} className={styles.check}>
              <span className={styles.lineRoom} />
            </li>
          ))}
        </ul>
        <span className={styles.buttonRoom} />
      </Card>
    );
  }
  if (data == null || nothing) return null;
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
      <Checks clientId={clientId} run={data} />
    </Card>
  );
}

interface ChecksProps {
  readonly clientId: string;
  readonly run: ShownTieOutRun;
}

function Checks({ clientId, run }: ChecksProps) {
  const [open, setOpen] = useState(false);
  const { named, alike } = toldApart(run);
  const count = run.checks.length;
  return (
    <>
      <ul className={layout.plainList}>
        {(open ? run.checks : named).map((one) => (
          <Check key={one.check} clientId={clientId} run={run} check={one} />
        ))}
        {open || alike === 0 ? null : (
          <li className={styles.check}>
            <a href={`#${clientAddress(clientId, "tie-outs")}`}>
              {named.length === 0 ? t("All {count}", { count }) : t("{count} others", { count: alike })}
            </a>{" "}
            <OutcomeChip outcome={shownOutcome("ties", recheckOf(run))} />
          </li>
        )}
      </ul>
      {alike === 0 ? null : (
        <Button kind="quiet" className={styles.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t("Show fewer") : t("Show all {count}", { count })}
        </Button>
      )}
    </>
  );
}

function Check({ clientId, run, check }: ChecksProps & { readonly check: TieOut }) {
  return (
    <li className={styles.check}>
      <a href={`#${recordAddress(clientId, "tie-outs", check.check)}`}>{CHECK_WORDS[check.check].word}</a>{" "}
      <OutcomeChip
        outcome={shownOutcome(check.outcome, recheckOf(run))}
        accepted={run.accepted.includes(check.check)}
        totalOnly={isTotalOnly(check)}
      />
    </li>
  );
}
