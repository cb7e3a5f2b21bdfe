import { t } from "../../language/t.ts";
import { RecordNames } from "../../state/core/record-names.tsx";
import { Button } from "../../ui/controls/button.tsx";
import styles from "./flux.module.css";

interface PinnedProps {
  readonly clientId: string;
  readonly pinned: readonly string[];
  readonly onPinned: (pinned: readonly string[]) => void;
}

/** The transactions pinned to an explanation. */
export function Pinned({ clientId, pinned, onPinned }: PinnedProps) {
  if (pinned.length === 0) return null;
  return (
    <ul className={styles.pinned} aria-label={t("Pinned transactions")}>
      {pinned.map((documentId) => (
        <li key={documentId}>
          <RecordNames clientId={clientId} ids={[documentId]} />
          <Button kind="quiet" onClick={() => onPinned(pinned.filter((other) => other !== documentId))}>
            {t("Unpin")}
          </Button>
        </li>
      ))}
    </ul>
  );
}
