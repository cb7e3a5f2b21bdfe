import { useState } from "react";
import { t } from "../../language/t.ts";
import { Button } from "../controls/button.tsx";
import { Dialog } from "../dialogs/dialog.tsx";
import { type PartyBalances, PartyCard } from "./contact-card.tsx";
import own from "./merge-dialog.module.css";

interface MergeDialogProps {
  /** Two or more. */
  readonly parties: readonly PartyBalances[];
  readonly onMerge: (keepId: string, absorbIds: readonly string[], words: string) => void;
  readonly onClose: () => void;
}

/** Contacts side by side with their balances once more, and which of them is to stand for the others. */
export function MergeDialog({ parties, onMerge, onClose }: MergeDialogProps) {
  const [keepId, setKeep] = useState(parties[0]?.partyId);
  const keep = parties.find(({ partyId }) => partyId === keepId);
  const absorbed = parties.filter(({ partyId }) => partyId !== keepId);
  if (keep === undefined) return null;
  const names = absorbed.map(({ name }) => name).join(", ");
  return (
    <Dialog title={t("Merge contacts")} wide onClose={onClose}>
      <form
        className={own.form}
        onSubmit={(event) => {
          event.preventDefault();
          const words =
            absorbed.length === 1
              ? t("Merged {name} into {kept}.", { name: names, kept: keep.name })
              : t("Merged {count} contacts into {name}.", { count: absorbed.length, name: keep.name });
          onMerge(
            keep.partyId,
            absorbed.map(({ partyId }) => partyId),
            words,
          );
        }}
      >
        <fieldset className={own.pair}>
          <legend className={own.legend}>{t("Which contact do you want to keep?")}</legend>
          {parties.map((party, index) => (
            <label key={party.partyId} className={own.side}>
              <span className={own.keep}>
                <input
                  type="radio"
                  name="keep"
                  checked={party.partyId === keepId}
                  onChange={() => setKeep(party.partyId)}
                  {...(index === 0 ? { "data-first-focus": "" } : {})}
                />
                {t("Keep this contact")}
              </span>
              <PartyCard party={party} />
            </label>
          ))}
        </fieldset>
        <p>
          {t("Tieout will report {name} and {kept} as one contact. They stay separate in the ledger, and you can undo this at any time.", {
            name: names,
            kept: keep.name,
          })}
        </p>
        <div className={own.acts}>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button kind="primary" type="submit">
            {t("Merge")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
