import { useState } from "react";
import type { WorkSubject } from "#shared/contract/clients/notes.ts";
import type { ReviewNoteView } from "#shared/contract/close/close-gates.ts";
import { call } from "../../api/client.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useActs } from "../../state/core/undo.ts";
import { useMayAs } from "../../state/window/current-role.ts";
import { documentAddress, recordAddress } from "../../state/window/screen-address.ts";
import { Button } from "../controls/button.tsx";
import { Chip } from "../controls/chip.tsx";
import { ReasonDialog } from "../dialogs/reason-dialog.tsx";
import { DecidedBy } from "./decided-by.tsx";
import styles from "./notes.module.css";

interface ReviewNotesProps {
  readonly clientId: string;
  readonly period: string;
  /** Only notes about this; all of the period's where it is left out, each with a link to what it is about. */
  readonly about?: WorkSubject;
}

/** A period's review notes, each with its answers: the preparer answers, a reviewer clears or reopens. */
export function ReviewNotes({ clientId, period, about }: ReviewNotesProps) {
  const notes = useCoreQuery("reviewNotes.list", { clientId, period, ...(about === undefined ? {} : { about }) });
  if (notes.data === undefined || notes.data.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t("Review notes")}>
      {notes.data.map((note) => (
        <ReviewNoteItem key={note.noteId} clientId={clientId} note={note} isLinked={about === undefined} />
      ))}
    </ul>
  );
}

const STATE_WORDS = {
  open: { word: t("Open"), tone: "warning" },
  answered: { word: t("Answered"), tone: "current" },
  cleared: { word: t("Cleared"), tone: "ok" },
} as const;
const STEP_WORDS = { raise: t("raised"), answer: t("answered"), clear: t("cleared"), reopen: t("reopened") } as const;

function ReviewNoteItem({
  clientId,
  note,
  isLinked,
}: {
  readonly clientId: string;
  readonly note: ReviewNoteView;
  readonly isLinked: boolean;
}) {
  const { about, state, text, steps, noteId } = note;
  const { word, tone } = STATE_WORDS[state];
  const address = isLinked ? aboutAddress(clientId, about) : null;
  return (
    <li className={styles.item} id={`close-note-${noteId}`}>
      <p className={styles.task}>
        <Chip tone={tone} word={word} />
        {about.label === null || !isLinked ? null : address === null ? about.label : <a href={`#${address}`}>{about.label}</a>}
        {about.seen === null ? null : (
          <span className={styles.seen}>{t("On screen when this note was raised: {seen}", { seen: about.seen })}</span>
        )}
      </p>
      <p className={styles.text}>{text}</p>
      {steps.map(({ decisionNo, step, text: said, person, at }) => (
        <p key={decisionNo} className={styles.step}>
          {said === null || step === "raise" ? null : `${said} `}
          <DecidedBy verb={STEP_WORDS[step]} person={person} at={at} />
        </p>
      ))}
      <Steps clientId={clientId} note={note} />
    </li>
  );
}

/** The address of a note's subject; null where it has none. */
function aboutAddress(clientId: string, { kind, id }: WorkSubject): string | null {
  if (kind === "document") return documentAddress(clientId, id);
  if (kind === "line") return documentAddress(clientId, id.slice(0, id.lastIndexOf("/")));
  if (kind === "party") return recordAddress(clientId, "parties", id);
  return kind === "account" ? recordAddress(clientId, "statements", id) : null;
}

function Steps({ clientId, note }: { readonly clientId: string; readonly note: ReviewNoteView }) {
  const [answering, setAnswering] = useState(false);
  const { perform, pending } = useActs(clientId);
  const mayAnswer = useMayAs("preparer");
  const mayReview = useMayAs("reviewer");
  const { noteId, periodId: period, state, text } = note;
  const short = text.slice(0, 40);
  const undo = ({ decisionNo }: { readonly decisionNo: number }) => call("decisions.undo", { clientId, decisionNo });
  const clear = state !== "cleared";
  const step = () =>
    void perform({
      key: noteId,
      words: clear ? t("Review note cleared.") : t("Review note reopened."),
      run: () => call(clear ? "reviewNotes.clear" : "reviewNotes.reopen", { clientId, period, noteId }),
      undo,
    });
  const answer = (words: string) =>
    perform({
      key: noteId,
      words: t("Review note answered."),
      run: () => call("reviewNotes.answer", { clientId, period, noteId, text: words }),
      undo,
    });
  const reviewTitle = mayReview ? undefined : t("Only reviewers and administrators can do this.");
  return (
    <div className={styles.foot}>
      {clear ? (
        <Button
          disabled={pending !== null || !mayAnswer}
          title={mayAnswer ? undefined : t("Viewers can't answer review notes.")}
          aria-label={t("Answer review note: {text}", { text: short })}
          onClick={() => setAnswering(true)}
        >
          {t("Answer…")}
        </Button>
      ) : null}
      <Button
        disabled={pending !== null || !mayReview}
        title={reviewTitle}
        aria-label={clear ? t("Clear review note: {text}", { text: short }) : t("Reopen review note: {text}", { text: short })}
        onClick={step}
      >
        {clear ? t("Clear") : t("Reopen")}
      </Button>
      {answering ? (
        <ReasonDialog
          title={t("Answer review note")}
          act={t("Answer")}
          label={t("Answer")}
          onClose={() => setAnswering(false)}
          onAct={answer}
        >
          <p>{text}</p>
        </ReasonDialog>
      ) : null}
    </div>
  );
}
