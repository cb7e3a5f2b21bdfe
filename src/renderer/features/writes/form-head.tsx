import type { ReactNode } from "react";
import { t } from "../../language/t.ts";
import textStyles from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { RoleWords } from "../../ui/feedback/role-note.tsx";
import styles from "./form.module.css";

interface FormHeadProps {
  readonly title: string;
  /** It shows what somebody entered before they went to another screen. */
  readonly isBack: boolean;
  readonly onStartOver: () => void;
  /** Why the current user can't send it: said before anything is typed, and not as a hint. */
  readonly bar: string | null;
  readonly children: ReactNode;
}

/** The title of a form and what to know of it; what was entered before is said to be that, and can be thrown away. */
export function FormHead({ title, isBack, onStartOver, bar, children }: FormHeadProps) {
  return (
    <div className={styles.head}>
      <h2 className={styles.title}>{title}</h2>
      {bar !== null ? (
        <RoleWords words={bar} />
      ) : isBack ? (
        <>
          <span role="status">{t("This is what you entered before you left this form.")}</span>
          <Button kind="quiet" onClick={onStartOver}>
            {t("Start over")}
          </Button>
        </>
      ) : (
        <span className={textStyles.muted}>{children}</span>
      )}
    </div>
  );
}
