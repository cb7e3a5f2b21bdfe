import type { Outlook } from "#shared/contract/sync.ts";
import { Explain } from "../components/explain.tsx";
import { endsWords, outlookInputs, unknownEndWords } from "../format/outlook-words.ts";
import { t } from "../language/t.ts";
import { useNow } from "../state/now.ts";
import styles from "./reading-end.module.css";

/** When a reading ends, with everything that it was worked out from on hover and on focus. */
export function ReadingEnd({ outlook, of, tabIndex }: { readonly outlook: Outlook; readonly of: string; readonly tabIndex?: 0 | -1 }) {
  const nowMs = useNow();
  const words = endsWords(outlook, nowMs);
  const unknown = unknownEndWords(outlook);
  return (
    <Explain words={words} label={t("{of} ends: {words}", { of, words })} {...(tabIndex === undefined ? {} : { tabIndex })}>
      <p className={styles.title}>{t("Worked out from")}</p>
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
            "The slowest of these paces holds, then the waits for the day's budget are added. The range is from usual answers to slow ones.",
          )}
      </p>
    </Explain>
  );
}
