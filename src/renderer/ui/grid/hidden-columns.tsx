import { formatCount } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import { Button } from "../controls/button.tsx";
import styles from "./grid-status.module.css";

interface HiddenColumnsProps {
  readonly names: readonly string[];
  readonly onShow: () => void;
  /** In a line with other things: their names are in its tip. */
  readonly brief?: boolean;
}

/** As many names as a line lists in full. Of more, such as the months of a year, it has the first, and the tip has all. */
const MOST_NAMES = 4;
const FIRST_NAMES = 3;

/** Which columns have no room now, and the way to see them all the same. */
export function HiddenColumns({ names, onShow, brief = false }: HiddenColumnsProps) {
  if (names.length === 0) return null;
  const words = t("Hidden to fit: {names}", { names: listed(names) });
  if (brief) {
    return (
      <Button kind="quiet" className={styles.hiddenBrief} title={words} onClick={onShow}>
        {t("{count, plural, one {Show 1 more column} other {Show # more columns}}", { count: names.length })}
      </Button>
    );
  }
  return (
    <div className={styles.hiddenColumns}>
      {names.length <= MOST_NAMES ? (
        <p className={styles.hiddenNames}>{words}</p>
      ) : (
        <p className={styles.hiddenNames} title={words}>
          {t("Hidden to fit: {names} and {count} more", {
            names: listed(names.slice(0, FIRST_NAMES)),
            count: formatCount(names.length - FIRST_NAMES),
          })}
        </p>
      )}
      <Button kind="quiet" onClick={onShow}>
        {t("Show columns")}
      </Button>
    </div>
  );
}

/** Some names have a comma of their own; a line ends between two names, never inside one. */
function listed(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(" ", "\u00a0").replaceAll("–", "\u2060–\u2060")).join("; ");
}
