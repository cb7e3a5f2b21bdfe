import type { QuestionReason, QuestionView } from "#shared/contract/close/questions.ts";
import { call } from "../../api/client.ts";
import { t } from "../../language/t.ts";
import { allOrNone } from "../../state/core/all-or-none.ts";
import { useActs } from "../../state/core/undo.ts";

export const undoAll = async (clientId: string, decisionNos: readonly number[]): Promise<void> => {
  for (const decisionNo of decisionNos) await call("decisions.undo", { clientId, decisionNo });
};

/** What a person does with a client's questions; each can be undone. */
export function useQuestionActs(clientId: string) {
  const { perform, pending } = useActs(clientId);
  const ask = (questions: readonly { readonly reason: QuestionReason; readonly about: string | null; readonly text: string }[]) =>
    perform({
      key: "ask",
      words: t("{count, plural, one {Question added.} other {# questions added.}}", { count: questions.length }),
      run: () =>
        allOrNone(
          questions,
          (question) => call("questions.ask", { clientId, ...question }),
          ({ decisionNo }) => undoAll(clientId, [decisionNo]),
        ),
      undo: (asked) =>
        undoAll(
          clientId,
          asked.map(({ decisionNo }) => decisionNo),
        ),
    });
  const edit = ({ questionId, text: before }: QuestionView, text: string) =>
    perform({
      key: questionId,
      words: t("Question changed."),
      run: () => call("questions.edit", { clientId, questionId, text }),
      undo: () => call("questions.edit", { clientId, questionId, text: before }),
    });
  const answer = ({ questionId }: QuestionView, text: string) =>
    perform({
      key: questionId,
      words: t("Answer saved."),
      run: () => call("questions.answer", { clientId, questionId, text }),
      undo: ({ decisionNo }) => undoAll(clientId, [decisionNo]),
    });
  const resolve = ({ questionId }: QuestionView) =>
    perform({
      key: questionId,
      words: t("Question resolved."),
      run: () => call("questions.resolve", { clientId, questionId }),
      undo: ({ decisionNo }) => undoAll(clientId, [decisionNo]),
    });
  const reopen = ({ resolved }: QuestionView) =>
    perform({
      key: "reopen",
      words: t("Question reopened."),
      run: () => undoAll(clientId, resolved === null ? [] : [resolved.decisionNo]),
    });
  const withdraw = ({ questionId, reason, about, text, asked }: QuestionView) =>
    perform({
      key: questionId,
      words: t("Question withdrawn."),
      // The text that was last changed is withdrawn with those before it.
      run: () => call("decisions.undo", { clientId, decisionNo: asked.decisionNo, outright: true }),
      // An edited question keeps its number, which its first text gave it.
      undo: () => call("questions.ask", { clientId, questionId, reason, about: about?.id ?? null, text }),
    });
  return { ask, edit, answer, resolve, reopen, withdraw, pending, perform };
}

export type QuestionActs = ReturnType<typeof useQuestionActs>;
