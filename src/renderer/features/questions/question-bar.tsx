import { ClipboardPaste, Download, Mail, Plus, Printer, Upload } from "lucide-react";
import { useRef, useState } from "react";
import type { OperationOutput } from "#main/operations/collection.ts";
import type { QuestionView } from "#shared/contract/close/questions.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { call } from "../../api/client.ts";
import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { Fold } from "../../ui/controls/fold.tsx";
import { TextDialog } from "../../ui/dialogs/text-dialog.tsx";
import { saveFile } from "../../ui/grid/save-file.ts";
import { ScreenTitle } from "../../ui/layout/screen-title.tsx";
import styles from "./questions.module.css";
import { type QuestionActs, undoAll } from "./use-question-acts.ts";

const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** The decisions that mark questions as sent, to undo them by. */
interface Sent {
  readonly decisionNos: readonly number[];
}

interface BarProps {
  readonly clientId: string;
  readonly questions: readonly QuestionView[];
  /** Questions are suggested, and adding those comes first. */
  readonly isSuggested: boolean;
  readonly acts: QuestionActs;
}

/** Questions out to the client, and answers back in. */
export function QuestionBar({ clientId, questions, isSuggested, acts }: BarProps) {
  const [dialog, setDialog] = useState<"ask" | "reply" | "message" | null>(null);
  const waiting = questions.filter(({ state }) => state === "open" || state === "sent").length;
  const none = waiting === 0 ? t("There are no unanswered questions to send. Add one first.") : undefined;
  const busy = acts.pending !== null;
  const { exportFile, printPages, copyMessage, markSent, importFile, readReply, uncopied } = useSending(clientId, acts);
  return (
    <div className={styles.bar}>
      <ScreenTitle screen="questions" />
      <Button
        needs="preparer"
        kind={isSuggested ? "plain" : "primary"}
        icon={<Plus size={14} aria-hidden />}
        disabled={busy}
        onClick={() => setDialog("ask")}
      >
        {t("New question…")}
      </Button>
      <Fold label={t("Send to client")} below="always" closes disabled={none}>
        <Button
          needs="preparer"
          kind="quiet"
          icon={<Mail size={14} aria-hidden />}
          disabled={busy}
          onClick={() => void copyMessage(() => setDialog("message"))}
        >
          {t("Copy as email")}
        </Button>
        <Button needs="preparer" kind="quiet" icon={<Download size={14} aria-hidden />} disabled={busy} onClick={() => void exportFile()}>
          {t("Export workbook…")}
        </Button>
        <Button
          needs="preparer"
          kind="quiet"
          icon={<Printer size={14} aria-hidden />}
          disabled={busy}
          title={t("Printable questions with room for the answers")}
          onClick={() => void printPages()}
        >
          {t("Export PDF…")}
        </Button>
      </Fold>
      <Answers questions={questions} busy={busy} onFile={(file) => void importFile(file)} onReply={() => setDialog("reply")} />
      {dialog === "ask" ? <NewQuestion acts={acts} onClose={() => setDialog(null)} /> : null}
      {dialog === "reply" ? <PastedReply onRead={readReply} onClose={() => setDialog(null)} /> : null}
      {dialog === "message" ? <UncopiedEmail message={uncopied} onSent={() => markSent()} onClose={() => setDialog(null)} /> : null}
    </div>
  );
}

interface AnswersProps {
  readonly questions: readonly QuestionView[];
  readonly busy: boolean;
  readonly onFile: (file: File) => void;
  readonly onReply: () => void;
}

/** What the client answered, from a file or an email. */
function Answers({ questions, busy, onFile, onReply }: AnswersProps) {
  const picker = useRef<HTMLInputElement>(null);
  const none = questions.length === 0 ? t("There are no questions to answer. Add one first.") : undefined;
  const barred = { needs: "preparer", disabled: busy || none !== undefined, title: none } as const;
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".xlsx,.csv"
        aria-label={t("Workbook with answers")}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) onFile(file);
          event.target.value = "";
        }}
      />
      <Button {...barred} icon={<Upload size={14} aria-hidden />} onClick={() => picker.current?.click()}>
        {t("Import answers…")}
      </Button>
      <Button {...barred} icon={<ClipboardPaste size={14} aria-hidden />} onClick={onReply}>
        {t("Paste reply…")}
      </Button>
    </>
  );
}

function NewQuestion({ acts, onClose }: { readonly acts: QuestionActs; readonly onClose: () => void }) {
  return (
    <TextDialog
      {...{ title: t("New question"), name: t("Question"), act: t("Add question"), max: 1_000 }}
      onAct={(said) => acts.ask([{ reason: "other", about: null, text: said }])}
      onClose={onClose}
    >
      <p className={text.muted}>{t("To ask about one transaction, open it and choose Ask client.")}</p>
    </TextDialog>
  );
}

interface ReplyProps {
  readonly onRead: (message: string) => Promise<Failure | null>;
  readonly onClose: () => void;
}

/** The client's reply by email, pasted. */
function PastedReply({ onRead, onClose }: ReplyProps) {
  return (
    <TextDialog
      {...{ title: t("Paste the client's reply"), name: t("Email text"), act: t("Import answers"), max: 500_000, rows: 10 }}
      onAct={onRead}
      onClose={onClose}
    >
      <p className={text.muted}>{t("Tieout matches each answer to its question by the question number in the email.")}</p>
    </TextDialog>
  );
}

interface UncopiedProps {
  readonly message: string;
  readonly onSent: () => Promise<Failure | null>;
  readonly onClose: () => void;
}

/** The email where the computer doesn't let it be copied: a person copies it, and then says that it is sent. */
function UncopiedEmail({ message, onSent, onClose }: UncopiedProps) {
  return (
    <TextDialog
      {...{ title: t("Copy as email"), name: t("Email text"), act: t("Mark as sent"), start: message, max: 500_000, rows: 14 }}
      onAct={onSent}
      onClose={onClose}
    >
      <p className={text.muted}>
        {t("Tieout couldn't copy the email. Copy the text below, send it to your client, then choose Mark as sent.")}
      </p>
    </TextDialog>
  );
}

function useSending(clientId: string, { perform }: QuestionActs) {
  const [uncopied, setUncopied] = useState("");
  const undo = (sent: Sent) => undoAll(clientId, sent.decisionNos);
  // Only what got out counts as sent: a file that a person doesn't save isn't.
  const sendFile = async (what: "questions.export" | "questions.print", type: string, words: string): Promise<void> => {
    let isSaved = false;
    await perform({
      key: what,
      words: () => (isSaved ? "" : t("The file wasn't saved, so no questions were marked as sent.")),
      run: async () => {
        const { fileName, content } = await call(what, { clientId, draft: true });
        isSaved = (await saveFile(fileName, Uint8Array.fromBase64(content), type)) === "saved";
      },
    });
    if (isSaved) await perform({ key: what, words, run: () => call(what, { clientId }), undo });
  };
  const exportFile = () =>
    sendFile(
      "questions.export",
      WORKBOOK,
      t("Workbook saved, and its questions are marked as sent. Send it to your client, then import the completed workbook here."),
    );
  const printPages = () =>
    sendFile(
      "questions.print",
      "application/pdf",
      t("PDF saved, and its questions are marked as sent. Send it to your client, then enter the answers here or paste the reply."),
    );
  const markSent = (words = t("Questions marked as sent.")) =>
    perform({ key: "message", words, run: () => call("questions.message", { clientId }), undo });
  // Only what got out counts as sent: an email that can't be copied is shown first.
  const copyMessage = async (onUncopied: () => void): Promise<void> => {
    let isCopied = false;
    await perform({
      key: "message",
      words: "",
      run: async () => {
        const { text: message } = await call("questions.message", { clientId, draft: true });
        isCopied = await navigator.clipboard.writeText(message).then(
          () => true,
          () => false,
        );
        if (isCopied) return;
        setUncopied(message);
        onUncopied();
      },
    });
    if (isCopied) await markSent(t("Email text copied, and its questions are marked as sent. Paste it into an email to your client."));
  };
  const importFile = (file: File) =>
    perform({
      key: "import",
      words: importWords,
      run: async () => call("questions.import", { clientId, content: new Uint8Array(await file.arrayBuffer()).toBase64() }),
    });
  const readReply = (message: string) =>
    perform({ key: "reply", words: importWords, run: () => call("questions.read", { clientId, message }) });
  return { exportFile, printPages, copyMessage, markSent, importFile, readReply, uncopied };
}

/** What an import brought: how many answers, and which questions are still without one. */
function importWords({ answered, unchanged, blank, unknown }: OperationOutput<"questions.read">): string {
  const count = answered.length;
  return [
    count > 0
      ? t("{count, plural, one {1 answer} other {# answers}} imported.", { count })
      : unchanged > 0
        ? t("{unchanged, plural, one {You already have this answer.} other {You already have these answers.}}", { unchanged })
        : t("No answers found."),
    ...(blank === 0 ? [] : [t("{blank, plural, one {1 question was} other {# questions were}} left blank.", { blank })]),
    ...(unknown.length === 0
      ? []
      : [
          t("No question on the list has {count, plural, one {this number} other {these numbers}}: {numbers}.", {
            count: unknown.length,
            numbers: unknown.join(", "),
          }),
        ]),
  ].join(" ");
}
