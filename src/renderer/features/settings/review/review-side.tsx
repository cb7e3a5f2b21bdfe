import type { ReviewDifference } from "#shared/contract/close/review-bundle.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { formatMinute, withDays } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";
import styles from "../settings-page.module.css";

/** What one side says, who says it and since when. The computer is in the tip. */
export function ReviewSide({ whose, side }: { readonly whose: string; readonly side: ReviewDifference["ours"] }) {
  return (
    <div className={styles.side}>
      <p className={styles.quiet} title={side?.person}>
        {side === null ? whose : `${whose}, ${nameOfNoted(side.person)}, ${formatMinute(side.at)}`}
      </p>
      <p className={styles.said}>{side === null ? t("Nothing recorded.") : withDays(side.text)}</p>
    </div>
  );
}
