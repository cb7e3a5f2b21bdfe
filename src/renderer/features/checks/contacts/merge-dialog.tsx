import { useState } from "react";
import { t } from "../../../language/t.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { type PartyBalances, PartyCard } from "./contact-card.tsx";
import own from "./merge-dialog.module.css";

interface MergeDialogProps {
  readonly pair: readonly [PartyBalances, PartyBalances];
  readonly onMerge: (keepId: string, absorbId: string, words: string) => void;
  readonly onClose: () => void;
}

/** Both parties with both balances once more, and which of them is to stand for the other. */
export function MergeDialog({ pair, onMerge, onClose }: MergeDialogProps) {
  const [first, second] = pair;
  const [keepId, setKeep] = useState(first.partyId);
  const keep = keepId === first.partyId ? first : second;
  const absorb = keep === first ? second : first;
  return (
    <Dialog title={t("Merge contacts")} wide onClose={onClose}>
      <form
        className={own.form}
        onSubmit={(event) => {
          event.preventDefault();
          onMerge(keep.partyId, absorb.partyId, t("Merged {name} into {kept}.", { name: absorb.name, kept: keep.name }));
        }}
      >
        <fieldset className={own.pair}>
          <legend className={own.legend}>{t("Which contact do you want to keep?")}</legend>
          {pair.map((party, index) => (
            <label key={party.partyId} className={own.side}>
              <span className={own.keep}>
                <input
                  type="radio"
                  name="keep"
                  checked={party.partyId === keepId}
                  onChange={() => setKeep(party.partyId)}
                  {...(index === 0 ? { "data-first-focus": "" } : {})}
                />
                {party.partyId === keepId ? t("Kept") : t("Merged into the other contact")}
              </span>
              <PartyCard party={party} />
            </label>
          ))}
        </fieldset>
        <p>
          {t("Tieout reports {name} and {kept} as one contact. Both stay as they are in the ledger, and you can undo this at any time.", {
            name: absorb.name,
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
