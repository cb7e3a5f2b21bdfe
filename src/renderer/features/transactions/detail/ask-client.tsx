import { MessageCircleQuestionMark } from "lucide-react";
import { useState } from "react";
import type { QuestionReason } from "#shared/contract/close/questions.ts";
import { DOCUMENT_QUESTIONS } from "#shared/model/close/question-texts.ts";
import { call } from "../../../api/client.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useActs } from "../../../state/core/undo.ts";
import { clientAddress } from "../../../state/window/screen-address.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { TextDialog } from "../../../ui/dialogs/text-dialog.tsx";

/** Asks the client about a transaction, or leads to what was asked already. */
export function AskClient({ clientId, documentId }: { readonly clientId: string; readonly documentId: string }) {
  const [open, setOpen] = useState(false);
  const { perform, pending } = useActs(clientId);
  const asked = useCoreQuery("questions.list", { clientId }).data?.filter(
    ({ about, state }) => about?.id === documentId && state !== "resolved",
  );
  const ask = async (question: { readonly reason: QuestionReason; readonly text: string }) => {
    const refused = await perform({
      key: "ask",
      words: t("{count, plural, one {Question added.} other {# questions added.}}", { count: 1 }),
      run: () => call("questions.ask", { clientId, about: documentId, ...question }),
      undo: ({ decisionNo }) => call("decisions.undo", { clientId, decisionNo }),
    });
    if (refused === null) setOpen(false);
    return refused;
  };
  return (
    <>
      <Button
        needs="preparer"
        kind="quiet"
        icon={<MessageCircleQuestionMark size={14} aria-hidden />}
        disabled={pending !== null}
        onClick={() => setOpen(true)}
      >
        {t("Ask client…")}
      </Button>
      {asked === undefined || asked.length === 0 ? null : (
        <a href={`#${clientAddress(clientId, "questions")}`}>
          {t("{count, plural, one {1 open question} other {# open questions}}", { count: asked.length })}
        </a>
      )}
      {open ? (
        <TextDialog
          {...{ title: t("Ask client"), name: t("Question"), act: t("Add question"), max: 1_000 }}
          fills={[
            { word: t("Ask for the receipt"), text: DOCUMENT_QUESTIONS.missing_receipt },
            { word: t("Ask what this was for"), text: DOCUMENT_QUESTIONS.uncategorized },
          ]}
          onAct={(said) => ask({ reason: reasonOf(said), text: said })}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

/** A usual question keeps its reason, so that two people ask it once; other words are a question of their own. */
function reasonOf(said: string): QuestionReason {
  if (said === DOCUMENT_QUESTIONS.missing_receipt) return "missing_receipt";
  return said === DOCUMENT_QUESTIONS.uncategorized ? "uncategorized" : "other";
}
