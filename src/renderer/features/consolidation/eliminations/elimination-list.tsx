import { Plus } from "lucide-react";
import { useState } from "react";
import type { EntityTreeDraft, IntercompanyPair, PairSide } from "#shared/model/consolidation/entity-tree.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { Button } from "../../../ui/controls/button.tsx";
import styles from "../group.module.css";
import { PairDialog } from "./elimination-dialog.tsx";
import { SIDE_LABELS } from "./elimination-form.ts";

interface PairListProps {
  readonly draft: EntityTreeDraft;
  readonly onChange: (draft: EntityTreeDraft) => void;
}

/** The pairs that are eliminated: what two members owe or charge each other, or hold of each other. */
export function PairList({ draft, onChange }: PairListProps) {
  const [adding, setAdding] = useState(false);
  const withBooks = draft.nodes.filter(({ clientId }) => clientId !== undefined).length;
  return (
    <section aria-label={t("Elimination pairs")} className={styles.pairs}>
      <div className={styles.acts}>
        <h2 className={styles.title}>{t("Elimination pairs")}</h2>
        <span className={styles.push} />
        <Button
          icon={<Plus size={14} aria-hidden />}
          disabled={withBooks < 2}
          title={withBooks < 2 ? t("First add at least two entities that have books") : t("Add a pair")}
          onClick={() => setAdding(true)}
        >
          {t("Add a pair…")}
        </Button>
      </div>
      {draft.pairs.length === 0 ? (
        <p className={styles.quiet}>{t("No pairs yet. Until you add some, intercompany balances and charges stay in the figures.")}</p>
      ) : (
        <table className={styles.table} aria-label={t("Elimination pairs of this group")}>
          <tbody>
            {draft.pairs.map((pair) => (
              <PairRow
                key={pair.id}
                draft={draft}
                pair={pair}
                onRemove={() => onChange({ ...draft, pairs: draft.pairs.filter((one) => one !== pair) })}
              />
            ))}
          </tbody>
        </table>
      )}
      {adding ? (
        <PairDialog
          draft={draft}
          onAdd={(pair) => onChange({ ...draft, pairs: [...draft.pairs, pair] })}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </section>
  );
}

interface PairRowProps {
  readonly draft: EntityTreeDraft;
  readonly pair: IntercompanyPair;
  readonly onRemove: () => void;
}

function PairRow({ draft, pair, onRemove }: PairRowProps) {
  const name = pair.name ?? pair.id;
  return (
    <tr>
      <th scope="row">
        {name}
        <div className={styles.quiet}>
          {pair.kind === "investment" ? t("Investment and equity") : t("Intercompany balances or charges")}
        </div>
      </th>
      <td>
        <Side draft={draft} side={pair.a} />
      </td>
      <td>
        <Side draft={draft} side={pair.b} />
      </td>
      <td className={styles.end}>
        <Button kind="quiet" aria-label={t("Remove pair {name}", { name })} onClick={onRemove}>
          {t("Remove")}
        </Button>
      </td>
    </tr>
  );
}

function Side({ draft, side }: { readonly draft: EntityTreeDraft; readonly side: PairSide }) {
  const node = draft.nodes.find(({ id }) => id === side.nodeId);
  const kind = side.partyId === undefined ? "account" : "party";
  const id = side.partyId ?? side.accountId ?? "";
  const clientId = node?.clientId ?? "";
  const found = useCoreQuery("choices.find", { clientId, kind, text: "", id, limit: 1 }, { enabled: clientId !== "" });
  const what = found.data?.[0]?.name ?? id;
  return (
    <>
      {node?.name ?? side.nodeId}
      <div className={styles.quiet}>{side.side === undefined ? what : t("{side}: {what}", { side: SIDE_LABELS[side.side], what })}</div>
    </>
  );
}
