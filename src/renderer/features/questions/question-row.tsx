import { useState } from "react";
import type { QuestionSubject, QuestionView } from "#shared/contract/close/questions.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { formatDay, formatMinute } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { documentAddress, recordAddress } from "../../state/window/screen-address.ts";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { TextDialog } from "../../ui/dialogs/text-dialog.tsx";
import { Money } from "../../ui/figures/money.tsx";
import styles from "./questions.module.css";
import type { QuestionActs } from "./use-question-acts.ts";

interface RowProps {
  readonly clientId: string;
  readonly question: QuestionView;
  readonly acts: QuestionActs;
}

/** A question with what it is about, the client's answer, and what can be done next. */
export function QuestionRow({ clientId, question, acts }: RowProps) {
  const { questionId, about, answer } = question;
  return (
    <li className={styles.row} aria-label={t("{questionId}: {question}", { questionId, question: question.text })}>
      <div className={styles.asked}>
        <SubjectLine clientId={clientId} about={about} />
        <span className={about === null ? styles.alone : styles.text}>{question.text}</span>
        {answer === null ? null : <blockquote className={styles.answer}>{answer.text}</blockquote>}
        <span className={text.mutedSmall}>
          {questionId} · {lastAct(question)}
        </span>
      </div>
      <RowActs question={question} acts={acts} />
    </li>
  );
}

/** Who did the latest thing to a question, and when. */
function lastAct({ asked, sent, answer, resolved }: QuestionView): string {
  const said = ({ person, at }: { readonly person: string; readonly at: string }) => ({
    person: nameOfNoted(person),
    at: formatMinute(at),
  });
  if (resolved !== null) return t("Resolved by {person}, {at}", said(resolved));
  if (answer !== null) return t("Answer saved by {person}, {at}", said(answer));
  if (sent !== null) return t("Marked as sent by {person}, {at}", said(sent));
  return t("Question saved by {person}, {at}", said(asked));
}

/** The transaction or contact behind a question, with its date and amount. It comes first: many questions have the same words. */
export function SubjectLine({ clientId, about }: { readonly clientId: string; readonly about: QuestionSubject | null }) {
  if (about === null) return null;
  const { kind, id, label, contact, date, amount } = about;
  const address = kind === "document" ? documentAddress(clientId, id) : recordAddress(clientId, "parties", id);
  return (
    <span className={styles.subject}>
      <a href={`#${address}`}>{label}</a>
      {contact === null ? null : <span>{contact}</span>}
      {date === null ? null : <span className={text.muted}>{formatDay(date)}</span>}
      {amount === null ? null : <Money amount={amount.amount} currency={amount.currency} showCurrency />}
    </span>
  );
}

function RowActs({ question, acts }: Omit<RowProps, "clientId">) {
  const [dialog, setDialog] = useState<"edit" | "answer" | null>(null);
  const { questionId, state, answer } = question;
  const busy = acts.pending !== null;
  const named = (action: string, words = action) => ({
    needs: "preparer" as const,
    "aria-label": t("{action}: {name}", { action, name: questionId }),
    disabled: busy,
    children: words,
  });
  return (
    <div className={styles.acts}>
      {state === "open" ? <Button kind="quiet" {...named(t("Edit"), t("Edit…"))} onClick={() => setDialog("edit")} /> : null}
      {state === "open" ? <Button kind="quiet" {...named(t("Withdraw"))} onClick={() => void acts.withdraw(question)} /> : null}
      {state === "resolved" ? (
        <Button kind="quiet" {...named(t("Reopen"))} onClick={() => void acts.reopen(question)} />
      ) : (
        <>
          <Button
            kind="quiet"
            {...(answer === null ? named(t("Enter answer"), t("Enter answer…")) : named(t("Change answer"), t("Change answer…")))}
            onClick={() => setDialog("answer")}
          />
          <Button {...named(t("Resolve"))} onClick={() => void acts.resolve(question)} />
        </>
      )}
      {dialog === "edit" ? (
        <TextDialog
          {...{
            title: t("Edit question {questionId}", { questionId }),
            name: t("Question"),
            act: t("Save"),
            start: question.text,
            max: 1_000,
          }}
          onAct={(said) => acts.edit(question, said)}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog === "answer" ? (
        <TextDialog
          {...{ title: question.text, name: t("Client's answer"), act: t("Save answer"), start: answer?.text ?? "", max: 5_000 }}
          onAct={(said) => acts.answer(question, said)}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </div>
  );
}
