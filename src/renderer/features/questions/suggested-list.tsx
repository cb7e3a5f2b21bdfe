import { Plus } from "lucide-react";
import { useState } from "react";
import type { QuestionSuggestion } from "#shared/contract/close/questions.ts";
import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { REASON_LABELS } from "./question-labels.ts";
import { SubjectLine } from "./question-row.tsx";
import styles from "./questions.module.css";
import type { QuestionActs } from "./use-question-acts.ts";

/** Rows that are shown before a person asks for all. */
const SHOWN = 8;

interface SuggestedProps {
  readonly clientId: string;
  readonly suggestions: readonly QuestionSuggestion[];
  readonly acts: QuestionActs;
}

/** What the period's books leave open, each one click from being asked. */
export function SuggestedList({ clientId, suggestions, acts }: SuggestedProps) {
  const [all, setAll] = useState(false);
  if (suggestions.length === 0) return null;
  const shown = all ? suggestions : suggestions.slice(0, SHOWN);
  const ask = (chosen: readonly QuestionSuggestion[]) =>
    void acts.ask(chosen.map(({ reason, about, text: said }) => ({ reason, about: about.id, text: said })));
  return (
    <section className={styles.section} aria-label={t("Suggested questions")}>
      <header className={styles.sectionHead}>
        <h2>{t("Suggested")}</h2>
        <span className={text.muted}>{suggestions.length}</span>
        <Button
          needs="preparer"
          kind="primary"
          disabled={acts.pending !== null}
          icon={<Plus size={14} aria-hidden />}
          onClick={() => ask(suggestions)}
        >
          {t("{count, plural, one {Add to client questions} other {Add all # to client questions}}", { count: suggestions.length })}
        </Button>
      </header>
      <ul className={styles.rows}>
        {shown.map((one) => (
          <li key={`${one.reason} ${one.about.id}`} className={styles.row}>
            <div className={styles.asked}>
              <SubjectLine clientId={clientId} about={one.about} />
              <span className={styles.subject}>
                <span className={styles.text}>{one.text}</span>
                <span className={text.mutedSmall}>{REASON_LABELS[one.reason]}</span>
              </span>
            </div>
            <div className={styles.acts}>
              <Button
                needs="preparer"
                disabled={acts.pending !== null}
                aria-label={t("Add question: {label}", { label: `${one.about.label} ${REASON_LABELS[one.reason]}` })}
                onClick={() => ask([one])}
              >
                {t("Add")}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {shown.length < suggestions.length ? (
        <Button kind="quiet" onClick={() => setAll(true)}>
          {t("Show all {count}", { count: suggestions.length })}
        </Button>
      ) : null}
    </section>
  );
}
