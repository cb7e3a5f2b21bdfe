import { Sentence } from "../../../language/sentence.tsx";
import { t } from "../../../language/t.ts";
import { recordAddress } from "../../../state/window/screen-address.ts";

interface FormNoteProps {
  readonly clientId: string;
  /** It is saved as a template instead of reviewed and sent. */
  readonly repeats: boolean;
  readonly isNewJournal: boolean;
}

/** What to know of a form before anything is typed. The reversal of an accrual is drafted only for an adjusting entry. */
export function FormNote({ clientId, repeats, isNewJournal }: FormNoteProps) {
  if (repeats) return t("Each time it's due, you create a draft and review it. Nothing is sent automatically.");
  const review = t("You review everything before it's sent.");
  if (!isNewJournal) return review;
  const entries = <a href={`#${recordAddress(clientId, "close", "adjusting")}`}>{t("Adjusting entries")}</a>;
  return (
    <>
      {review} <Sentence text="For an accrual that reverses next period, use {entries}." values={{ entries }} />
    </>
  );
}
