import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import own from "./merge-dialog.module.css";
import { type PartyBalances, PartyCard } from "./party-card.tsx";

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
    <Dialog title="Merge two parties here" onClose={onClose}>
      <form
        className={own.form}
        onSubmit={(event) => {
          event.preventDefault();
          onMerge(keep.partyId, absorb.partyId, `${absorb.name} was merged into ${keep.name}.`);
        }}
      >
        <fieldset className={own.pair}>
          <legend className={own.legend}>Which one stands for both?</legend>
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
                {party.partyId === keepId ? "Kept" : "Merged into the other"}
              </span>
              <PartyCard party={party} />
            </label>
          ))}
        </fieldset>
        <p>
          {absorb.name} will be counted with {keep.name} in figures by party. Both records stay in the ledger as they are; nothing is sent.
          You can take them apart again at any time.
        </p>
        <div className={own.acts}>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit">
            Merge
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
