import { useState } from "react";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useBarPeriod } from "../../state/period/selected-period.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryAnswer } from "../../ui/feedback/query-answer.tsx";
import { UndoMessage } from "../../ui/feedback/undo-message.tsx";
import { QuestionBar } from "./question-bar.tsx";
import { SECTIONS } from "./question-labels.ts";
import { QuestionRow } from "./question-row.tsx";
import styles from "./questions.module.css";
import { SuggestedList } from "./suggested-list.tsx";
import { useQuestionActs } from "./use-question-acts.ts";

/** What the client is asked about their books, and what they answered. */
export function QuestionsPage({ clientId }: { readonly clientId: string }) {
  const query = useCoreQuery("questions.list", { clientId }, { keepPrevious: true });
  const period = useBarPeriod(clientId);
  const suggested = useCoreQuery("questions.suggest", { clientId, period: period ?? "" }, { enabled: typeof period === "string" });
  const acts = useQuestionActs(clientId);
  const [resolvedShown, setResolvedShown] = useState(false);
  const suggestions = suggested.data ?? [];
  return (
    <QueryAnswer query={query} label={t("questions")}>
      {(questions) => (
        <div className={layout.column}>
          <QuestionBar clientId={clientId} questions={questions} isSuggested={suggestions.length > 0} acts={acts} />
          <div className={styles.page}>
            {questions.length === 0 && suggestions.length === 0 ? (
              <EmptyState title={t("No questions yet")}>
                <p>
                  {t(
                    "Ask about a transaction, a receipt or a tax ID. Send your client all questions as one email, PDF or workbook, then import or enter the answers.",
                  )}
                </p>
              </EmptyState>
            ) : null}
            {SECTIONS.map((one) => {
              if (one === "suggested") return <SuggestedList key={one} clientId={clientId} suggestions={suggestions} acts={acts} />;
              const { state, title } = one;
              const own = questions.filter((question) => question.state === state);
              if (own.length === 0) return null;
              const hidden = state === "resolved" && !resolvedShown;
              return (
                <section key={state} className={styles.section} aria-label={title}>
                  <header className={styles.sectionHead}>
                    <h2>{title}</h2>
                    <span className={text.muted}>{own.length}</span>
                    {state === "resolved" ? (
                      <Button kind="quiet" aria-expanded={resolvedShown} onClick={() => setResolvedShown(!resolvedShown)}>
                        {resolvedShown ? t("Hide") : t("Show")}
                      </Button>
                    ) : null}
                  </header>
                  {hidden ? null : (
                    <ul className={styles.rows}>
                      {own.map((question) => (
                        <QuestionRow key={question.questionId} clientId={clientId} question={question} acts={acts} />
                      ))}
                    </ul>
                  )}
                </section>
              );
            })}
          </div>
          <UndoMessage clientId={clientId} />
        </div>
      )}
    </QueryAnswer>
  );
}
