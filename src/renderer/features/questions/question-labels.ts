import type { QuestionReason, QuestionState } from "#shared/contract/close/questions.ts";
import { t } from "../../language/t.ts";

/** Why a question is asked, for its group of suggestions. */
export const REASON_LABELS: Readonly<Record<QuestionReason, string>> = {
  uncategorized: t("Uncategorized"),
  missing_receipt: t("Missing receipt"),
  missing_tax_id: t("Missing tax ID"),
  other: t("Question"),
};

/** The sections of the screen, most urgent first; what nobody has asked yet comes after what somebody has. */
export const SECTIONS: readonly ("suggested" | { readonly state: QuestionState; readonly title: string })[] = [
  { state: "answered", title: t("Answered") },
  { state: "open", title: t("Not sent yet") },
  { state: "sent", title: t("Waiting for the client") },
  "suggested",
  { state: "resolved", title: t("Resolved") },
];
